from dataclasses import replace
from datetime import timedelta

import pytest

from mailmind.core import review
from mailmind.core.values import State
from mailmind.errors import StoreError, UsageError
from mailmind.ports import Decision
from mailmind.testing import DAY


@pytest.fixture
def one(store, eml, take_in):
    return take_in(store, eml(1))[0]


@pytest.fixture
def decide(store):
    """Decide a fact as it stands in the store."""

    def made(fact_id, kind, value=None):
        _, now = store.find_fact(fact_id)
        decision = Decision(now.fact.id, kind, value, DAY, "robin")
        store.decide(decision, checked=review.decided(now, kind, value))

    return made


def test_the_queue_shows_held_unverifiable_and_rejected_with_the_reason(store, one, save, fact):
    states = [State.VERIFIED, State.HELD, State.UNVERIFIABLE]
    facts = [fact(f"f_{state.value}", state) for state in states]
    save(store, one, *facts, fact("f_rejected", State.REJECTED, fail="latest.superseded"))
    assert [(i.thread_id, i.subject, i.fact.fact.id, i.reason) for i in store.queue()] == [
        (one, "Refund", "f_held", "Needs a person: two readings."),
        (one, "Refund", "f_unverifiable", "Its source is not at hand: two readings."),
        (one, "Refund", "f_rejected", "Proved wrong: A later mail."),
    ]


@pytest.mark.parametrize(
    ("status", "waits"),
    [
        ("allowed", 0),
        ("discarded", 0),
        ("blocked", 1),
        ("edited", 1),
        ("given_up", 1),
        ("needs_person", 1),
    ],
)
def test_which_drafts_wait(store, one, save, draft, status, waits):
    save(store, one, draft=draft(one, status=status))
    items = store.queue()
    assert len(items) == waits
    assert all(i.fact is None and i.draft_id == 1 for i in items)


def test_the_queue_is_newest_thread_first(store, eml, take_in, save, fact):
    newest, oldest = take_in(store, eml(1, day=1), eml(2, day=2))
    save(store, oldest, fact("f_old"))
    save(store, newest, fact("f_new"))
    assert [i.fact.fact.id for i in store.queue()] == ["f_new", "f_old"]


@pytest.mark.parametrize(
    ("kind", "value", "state", "shown"),
    [
        ("confirm", None, State.CONFIRMED, "540 USD"),
        ("dismiss", None, State.DISMISSED, "540 USD"),
        ("value", "560 USD", State.CONFIRMED, "560 USD"),
    ],
)
def test_a_decision_settles_the_fact_and_survives_the_next_run(
    store, one, save, fact, decide, kind, value, state, shown
):
    save(store, one, fact())
    decide("f_1", kind, value)

    def stands():
        (now,) = store.facts(one)
        assert (now.state, now.fact.value) == (state, shown)
        assert now.verdicts == fact().verdicts
        assert store.queue() == []
        assert store.totals()[f"facts.{state.value}"] == 1

    stands()
    save(store, one, fact(), fact("f_2", State.VERIFIED))
    save(store, one, fact(), config="c2")
    stands()


def test_a_person_may_change_their_mind(store, one, save, fact, decide):
    save(store, one, fact())
    decide("f_1", "confirm")
    decide("f_1", "dismiss")
    assert store.facts(one)[0].state is State.DISMISSED


def test_a_confirmation_after_a_value_confirms_that_value(store, one, save, fact, decide):
    save(store, one, fact())
    decide("f_1", "value", "560 USD")
    decide("f_1", "confirm")
    assert store.facts(one)[0].fact.value == "560 USD"


def test_a_later_failure_puts_a_confirmed_fact_back_into_the_queue(store, one, save, fact, decide):
    save(store, one, fact())
    decide("f_1", "confirm")
    save(store, one, fact(state=State.REJECTED, fail="latest.superseded"))
    assert store.facts(one)[0].state is State.REJECTED
    assert [i.reason for i in store.queue()] == ["Proved wrong: A later mail."]
    assert store.totals()["facts.rejected"] == 1
    decide("f_1", "confirm")
    assert store.facts(one)[0].state is State.CONFIRMED


def test_a_fact_that_changed_since_it_was_shown_is_not_decided(store, one, save, fact):
    save(store, one, fact())
    shown = review.decided(store.facts(one)[0], "confirm")
    save(store, one, fact(state=State.REJECTED, fail="latest.superseded"))
    with pytest.raises(StoreError, match="changed since it was shown"):
        store.decide(Decision("f_1", "confirm", None, DAY, "robin"), checked=shown)
    assert store.facts(one)[0].state is State.REJECTED
    assert store.verify_ledger().broken_at is None


def test_an_unknown_kind_or_fact_is_refused_and_nothing_recorded(store, one, save, fact):
    save(store, one, fact())
    entries = store.totals()["ledger"]
    with pytest.raises(ValueError, match="unknown decision"):
        store.decide(Decision("f_1", "approve", None, DAY, "r"), checked=fact())
    for missing in ("f_9", "f_"):
        with pytest.raises(StoreError, match="not in the store"):
            store.decide(Decision(missing, "confirm", None, DAY, "r"), checked=fact(missing))
    assert store.totals()["ledger"] == entries


def test_a_decision_takes_back_what_the_gate_allowed(store, one, save, fact, draft, decide):
    save(store, one, fact(state=State.VERIFIED), draft=draft(one))
    decide("f_1", "dismiss")
    held = store.draft(one)
    assert (held.decision.allow, held.status) == (False, "blocked")
    assert (
        held.decision.message == "Fact f_1 was decided after the draft was checked. Check it again."
    )


def test_find_by_id_or_unique_beginning(store, one, save, fact, decide):
    save(store, one, fact("f_abc1"), fact("f_abd2"), fact("f_abd"))
    assert store.find_fact("f_abc1") == (one, fact("f_abc1"))
    assert store.find_fact("f_abc") == (one, fact("f_abc1"))
    assert store.find_fact("f_abd") == (one, fact("f_abd"))
    for nobody in ("f_x", "", "%", "f_ab_", "*"):
        assert store.find_fact(nobody) is None
    with pytest.raises(UsageError, match="f_ab is not one fact: f_abc1, f_abd, f_abd2"):
        store.find_fact("f_ab")
    decide("f_abc1", "confirm")
    assert store.find_fact("f_abc")[1].state is State.CONFIRMED


def test_a_decision_stands_in_the_ledger_with_the_fact(store, one, save, fact, decide):
    import json

    save(store, one, fact())
    decide("f_1", "value", "560 USD")
    with store._db.read() as db:
        row = db.execute("SELECT at, payload FROM ledger ORDER BY n DESC LIMIT 1").fetchone()
    kept = json.loads(row["payload"])
    assert row["at"] == "2026-11-30T09:00:00.000000+00:00"
    assert {k: kept[k] for k in ("fact_id", "kind", "value", "who", "state", "seen")} == {
        "fact_id": "f_1",
        "kind": "value",
        "value": "560 USD",
        "who": "robin",
        "state": "confirmed",
        "seen": [],
    }
    assert kept["fact"]["quote"] == "approved $540.00"


def test_a_decision_with_a_damaged_kind_is_an_error_when_read(store, one, save, fact, decide):
    save(store, one, fact())
    decide("f_1", "confirm")
    with store._db.write() as db:
        db.execute("UPDATE decisions SET kind = 'allow'")
    with pytest.raises(StoreError, match="unknown decision 'allow'"):
        store.facts(one)


def test_time_of_a_decision_is_kept_in_utc(store, one, save, fact):
    save(store, one, fact())
    at = DAY + timedelta(hours=1)
    now = store.facts(one)[0]
    store.decide(
        Decision("f_1", "confirm", None, at, "r"), checked=replace(now, state=State.CONFIRMED)
    )
    with store._db.read() as db:
        assert (
            db.execute("SELECT at FROM decisions").fetchone()["at"].startswith("2026-11-30T10:00")
        )
