from dataclasses import fields, replace
from datetime import timedelta

import pytest

from mailmind.core.values import Fact, State, Verdict
from mailmind.errors import StoreError
from mailmind.ports import ThreadOutcome
from mailmind.testing import DAY


@pytest.fixture
def one(store, eml, take_in):
    return take_in(store, eml(1))[0]


def test_every_field_of_facts_and_verdicts_comes_back(store, one, save, fact):
    given = (fact("f_1", State.HELD), fact("f_2", State.REJECTED, fail="latest.superseded"))
    assert [f.name for f in fields(Fact) if getattr(given[0].fact, f.name) in ("", None)] == []
    save(store, one, *given)
    assert store.facts(one) == list(given)


def test_facts_without_confidence_or_subkind_come_back_so(store, one, save, fact):
    bare = replace(fact(confidence=None, subkind=None), verdicts=())
    save(store, one, bare)
    assert store.facts(one) == [bare]


def test_an_outcome_replaces_the_one_before(store, one, save, fact, draft):
    save(store, one, fact("f_1"), fact("f_2"), draft=draft(one))
    save(store, one, fact("f_2", State.VERIFIED))
    assert store.facts(one) == [fact("f_2", State.VERIFIED)]
    assert store.draft(one) is None


def test_the_same_outcome_again_rewrites_neither_facts_nor_draft(store, one, save, fact, draft):
    save(store, one, fact(), draft=draft(one))
    run = store.start_run(at=DAY, config_hash="c1", prompt_hash="p1")
    entries, before = store.totals()["ledger"], store.total_changes
    outcome = ThreadOutcome(one, (fact(),), draft(one), ())
    store.save_outcome(run, outcome, at=DAY, config_hash="c1")
    # The row that says which run saw the thread last, and the thread's workflow.
    assert store.total_changes - before == 2
    assert store.totals()["ledger"] == entries


def test_a_draft_comes_back_with_sentences_and_claims(store, one, save, draft):
    save(store, one, draft=draft(one))
    found = store.draft(one)
    assert replace(found, id=None) == draft(one)
    assert found.id == 1


def test_a_new_draft_keeps_the_number_of_the_old(store, one, save, draft):
    save(store, one, draft=draft(one))
    changed = draft(one, text="We refund nothing.", status="blocked")
    store.save_draft(changed, at=DAY)
    found = store.draft(one)
    assert (found.id, found.text, found.status) == (1, "We refund nothing.", "blocked")
    assert len(found.decision.claims) == 2


def test_the_same_draft_again_writes_nothing(store, one, save, draft):
    save(store, one, draft=draft(one))
    before = store.total_changes
    store.save_draft(draft(one), at=DAY)
    assert store.total_changes == before


def test_a_run_never_overwrites_what_a_person_wrote(store, one, save, fact, draft):
    save(store, one, fact(), draft=draft(one))
    mine = draft(one, author="person", text="My own words: $540.")
    store.save_draft(mine, at=DAY)
    save(store, one, fact(), draft=draft(one, text="The model again."))
    assert replace(store.draft(one), id=None) == mine
    save(store, one, fact())
    assert store.draft(one).text == "My own words: $540."


def test_a_persons_draft_may_not_leave_once_its_facts_changed(store, one, save, fact, draft):
    save(store, one, fact(state=State.VERIFIED))
    store.save_draft(draft(one, author="person"), at=DAY)
    save(store, one, fact(state=State.REJECTED, fail="latest.superseded"))
    held = store.draft(one)
    assert (held.decision.allow, held.status) == (False, "edited")


def test_an_outcome_for_no_thread_is_an_error_and_leaves_nothing(store, save, fact):
    with pytest.raises(StoreError, match="t_gone is not in the store"):
        save(store, "t_gone", fact())
    assert store.totals()["facts"] == 0


def test_a_run_that_never_started_is_an_error(store, one):
    outcome = ThreadOutcome(one, (), None, ())
    for run_id in ("run_7", "7; DROP TABLE runs", ""):
        with pytest.raises(StoreError, match="is not in the store"):
            store.save_outcome(run_id, outcome, at=DAY, config_hash="c")
        with pytest.raises(StoreError, match="is not in the store"):
            store.finish_run(run_id, at=DAY, summary={})


def test_two_facts_of_one_id_are_refused_whole(store, one, save, fact):
    save(store, one, fact("f_0"))
    with pytest.raises(StoreError, match="UNIQUE"):
        save(store, one, fact("f_1"), fact("f_1", State.VERIFIED))
    assert store.facts(one) == [fact("f_0")]


def test_spent_is_the_cost_of_the_calls_since_then(store, one, save, call):
    save(store, one, calls=(call(cost=0.25), call(cost=None), call(cost=0.5)))
    assert store.spent(since=DAY) == 0.75
    assert store.spent(since=DAY + timedelta(seconds=1)) == 0.0


def test_model_calls_come_back_as_recorded_and_unknown_stays_unknown(store, one, save, call):
    run = save(store, one, calls=(call(cost=None), replace(call(), task="draft", kind="refused")))
    first, second = store.model_calls()
    assert (first.run_id, first.thread_id, first.at) == (run, one, DAY)
    assert first.usage == call(cost=None).usage
    assert (first.task, first.model, first.kind, first.calls) == ("extract", "fake-1", "ok", 1)
    assert (second.task, second.kind, second.usage.cost) == ("draft", "refused", 0.25)
    assert store.model_calls(since=DAY) == [first, second]
    assert store.model_calls(since=DAY + timedelta(seconds=1)) == []


def test_refusals_of_the_gate_stand_in_the_ledger(store, one, save, draft):
    save(store, one, refused=(draft(one, status="blocked").decision,))
    with store._db.read() as db:
        kinds = [row["kind"] for row in db.execute("SELECT kind FROM ledger ORDER BY n")]
        payload = db.execute("SELECT payload FROM ledger WHERE kind = 'refusal'").fetchone()[0]
    assert kinds == ["mail", "run.start", "facts", "refusal"]
    assert '"code":"value.equal"' in payload


def test_surrogates_in_a_models_words_do_not_stop_the_store(store, one, save, fact, draft, call):
    broken = fact(statement="a\ud83d", quote="b\udc00")
    words = replace(draft(one), text="c\ud83d")
    save(store, one, broken, draft=words, calls=(call(reply="d\ud83d"),), note="e\ud83d")
    assert (store.facts(one)[0].fact.statement, store.draft(one).text) == ("a\ufffd", "c\ufffd")
    assert store.verify_ledger().broken_at is None


def test_an_unknown_state_in_the_file_is_an_error_not_a_default(store, one, save, fact):
    save(store, one, fact())
    with store._db.write() as db:
        db.execute("UPDATE facts SET checked = 'fine'")
    with pytest.raises(StoreError, match="'fine' is not a valid State"):
        store.facts(one)


def test_runs_are_numbered(store):
    first = store.start_run(at=DAY, config_hash="c", prompt_hash="p")
    store.finish_run(first, at=DAY, summary={"seen": 3})
    second = store.start_run(at=DAY, config_hash="c", prompt_hash="p")
    assert (first, second) == ("run_1", "run_2")


def test_verdicts_keep_their_order(store, one, save, fact):
    from mailmind.core.values import Outcome

    verdicts = tuple(Verdict(f"check {n}", Outcome.PASS, "c", "r") for n in range(12))
    save(store, one, replace(fact(), verdicts=verdicts))
    assert store.facts(one)[0].verdicts == verdicts


def test_a_reply_that_was_asked_for_changes_the_draft_alone(store, one, save, fact, draft):
    save(store, one, fact("f_1"), draft=draft(one))
    run = store.start_run(at=DAY, config_hash="c", prompt_hash="p")
    asked = ThreadOutcome(one, (), draft(one, text="Thank you."), ())
    store.save_reply(run, asked, at=DAY)
    assert store.draft(one).text == "Thank you."
    assert store.facts(one) == [fact("f_1")]
    store.save_reply(run, ThreadOutcome(one, (), None, ()), at=DAY)
    assert store.draft(one).text == "Thank you."
    store.discard(one, at=DAY, who="robin")
    store.save_reply(run, asked, at=DAY)
    assert store.draft(one).status == "discarded"
    assert store.verify_ledger().broken_at is None


def test_the_last_run_is_the_newest_one_over_the_threads(store, one):
    assert store.last_run() is None
    first = store.start_run(at=DAY, config_hash="c", prompt_hash="p")
    store.finish_run(first, at=DAY + timedelta(hours=1), summary={"seen": 3})
    asked = store.start_run(at=DAY, config_hash="c", prompt_hash="p")
    store.finish_run(asked, at=DAY, summary={"asked_for": one})
    found = store.last_run()
    assert (found.id, found.started, found.finished) == (first, DAY, DAY + timedelta(hours=1))
    assert found.summary == {"seen": 3}
    killed = store.start_run(at=DAY, config_hash="c", prompt_hash="p")
    assert (store.last_run().id, store.last_run().finished) == (killed, None)


def test_threads_that_could_not_be_looked_at_are_named_until_they_could(store, one, save, fact):
    run = store.start_run(at=DAY, config_hash="c", prompt_hash="p")
    outcome = ThreadOutcome(one, (), None, (), note="no answer", failed=True)
    store.save_outcome(run, outcome, at=DAY, config_hash="c")
    assert [(f.thread_id, f.reason) for f in store.failed()] == [(one, "no answer")]
    save(store, one, fact())
    assert store.failed() == []
