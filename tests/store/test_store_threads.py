import hashlib
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailmind.core import review
from mailmind.core.parse import parse
from mailmind.core.syncplan import SyncedMail, SyncStep
from mailmind.core.values import Message, State
from mailmind.ports import Decision, RawMail
from mailmind.testing import DAY, memory_store


def test_answers_join_their_thread_oldest_first(store, eml, take_in):
    newest, oldest = take_in(store, eml(1), eml(2, to=1), eml(3, subject="Other", day=17))
    assert [m.message_id for m in store.thread(oldest).messages] == ["msg_1", "msg_2"]
    assert [m.message_id for m in store.thread(newest).messages] == ["msg_3"]


def test_an_unknown_thread_is_none(store):
    assert store.thread("t_none") is None
    assert store.facts("t_none") == []
    assert store.draft("t_none") is None


def test_a_thread_keeps_its_name_as_answers_and_older_mail_join(store, eml, take_in):
    (first,) = take_in(store, eml(2, to=1))
    assert take_in(store, eml(3, to=2)) == [first]
    assert take_in(store, eml(1, day=15)) == [first]
    assert [m.header_id for m in store.thread(first).messages] == [
        "m1@acme.example",
        "m2@acme.example",
        "m3@acme.example",
    ]


def test_the_name_of_a_thread_is_the_hash_of_the_mail_stored_first(store, eml, take_in):
    raw = eml(1)
    assert take_in(store, raw) == [f"t_{hashlib.sha256(raw).hexdigest()[:16]}"]


def test_two_threads_that_turn_out_to_be_one_keep_the_older_name(store, eml, take_in):
    take_in(store, eml(1))
    before = store.thread_ids()
    take_in(store, eml(3, to=2))
    assert len(store.thread_ids()) == 2
    assert take_in(store, eml(2, to=1)) == before
    assert store.thread_count() == 1


def test_regroup_answers_how_many_changed_and_writes_nothing_when_none_did(store, eml, take_in):
    take_in(store, eml(1), eml(3))
    assert store.regroup() == 0
    store.add_mail([RawMail(eml(2, to=1), "x")], account="local", folder="import")
    (mail,) = store.unparsed()
    store.save_parsed([(mail.key, parse(mail.raw))])
    assert store.regroup() == 1
    before = store.total_changes
    assert store.regroup() == 0
    assert store.total_changes == before
    with store._db.read() as db:
        assert db.execute("SELECT count(*) FROM to_group").fetchone()[0] == 0


def test_a_row_shows_the_first_subject_and_the_newest_sender_and_date(store, eml, take_in):
    late = eml(2, to=1, subject="Re: Refund", day=18).replace(
        b"Acme Billing <billing@", b"Zoe <zoe@"
    )
    take_in(store, eml(1), late)
    (row,) = store.thread_rows()
    assert (row.subject, row.sender, row.messages) == ("Refund", "Zoe <zoe@acme.example>", 2)
    assert row.date.isoformat() == "2026-11-18T10:00:02+01:00"
    assert (row.facts, row.draft_status, row.workflow, row.note) == ({}, None, "general", "")


def test_pages_are_newest_first_and_do_not_overlap(store, eml, take_in):
    ids = take_in(store, *(eml(n, day=n) for n in range(1, 8)))
    pages = [store.thread_rows(offset=o, limit=3) for o in (0, 3, 6)]
    assert [row.id for page in pages for row in page] == ids
    assert [store.thread(i).messages[0].message_id for i in ids][:2] == ["msg_7", "msg_6"]
    assert store.thread_count() == 7


def test_lists_of_what_waits_and_of_drafts(store, eml, take_in, save, fact, draft):
    c, b, a = take_in(store, eml(1, day=1), eml(2, day=2), eml(3, day=3))
    save(store, a, fact("f_a", State.VERIFIED), draft=draft(a))
    save(store, b, fact("f_b", State.HELD), fact("f_c", State.VERIFIED))
    save(store, c, draft=draft(c, status="given_up"), note="three times", workflow="orders")
    assert [row.id for row in store.thread_rows(only="waiting")] == [c, b]
    assert [row.id for row in store.thread_rows(only="drafts")] == [c, a]
    assert [store.thread_count(only=only) for only in (None, "waiting", "drafts")] == [3, 2, 2]
    first, second, _ = store.thread_rows()
    assert (first.draft_status, first.note, first.workflow) == ("given_up", "three times", "orders")
    assert second.facts == {State.HELD: 1, State.VERIFIED: 1}


def test_an_unknown_list_is_refused(store):
    with pytest.raises(ValueError, match="waiting or drafts"):
        store.thread_rows(only="everything")


def test_pending_is_what_a_configuration_has_not_seen_as_it_is_now(store, eml, take_in, save):
    two, one = take_in(store, eml(1, day=1), eml(2, day=2))
    assert store.thread_ids(pending_for="c1") == [two, one]
    save(store, one)
    save(store, two)
    assert store.thread_ids(pending_for="c1") == []
    assert store.thread_ids(pending_for="c2") == [two, one]
    take_in(store, eml(3, to=1, day=3))
    assert store.thread_ids(pending_for="c1") == [one]


def test_a_failed_thread_stays_pending(store, eml, take_in, save):
    (one,) = take_in(store, eml(1))
    save(store, one, failed=True, note="no answer")
    assert store.thread_ids(pending_for="c1") == [one]


def test_new_mail_takes_back_what_the_gate_allowed(store, eml, take_in, save, fact, draft):
    (one,) = take_in(store, eml(1))
    save(store, one, fact(state=State.VERIFIED), draft=draft(one))
    assert store.draft(one).decision.allow
    take_in(store, eml(2, to=1))
    held = store.draft(one)
    assert (held.decision.allow, held.status) == (False, "blocked")
    assert "New mail came" in held.decision.message
    assert store.facts(one) == [fact(state=State.VERIFIED)]


def test_other_threads_keep_facts_and_draft_when_mail_comes(store, eml, take_in, save, fact, draft):
    (one,) = take_in(store, eml(1))
    save(store, one, fact(state=State.VERIFIED), draft=draft(one))
    kept = store.draft(one)
    take_in(store, eml(5))
    assert store.draft(one) == kept
    assert kept == replace(draft(one), id=kept.id)


def test_decisions_survive_that_their_thread_is_swallowed(store, eml, take_in, save, fact):
    take_in(store, eml(1))
    _, other = store.thread_ids()[0], take_in(store, eml(3, to=2, day=18))[0]
    save(store, other, fact())
    held = store.facts(other)[0]
    store.decide(
        Decision("f_1", "confirm", None, DAY, "me"), checked=review.decided(held, "confirm")
    )
    (merged,) = take_in(store, eml(2, to=1))
    assert store.facts(merged) == []
    save(store, merged, fact())
    assert [f.state for f in store.facts(merged)] == [State.CONFIRMED]


NAMES = st.sampled_from(["a", "b", "c", "d", "e"])
STEPS = st.lists(
    st.tuples(
        st.one_of(st.none(), NAMES), st.lists(NAMES, max_size=2), st.booleans(), st.integers(1, 20)
    ),
    min_size=1,
    max_size=8,
)


@given(STEPS)
@settings(max_examples=60, deadline=None)
def test_grouping_step_by_step_ends_where_grouping_at_once_does(steps):
    """Mail comes in any order and some goes again; one store regroups each time, one at the end."""

    def threads_of(*, each):
        with memory_store() as store:
            for uid, (own, refs, stays, day) in enumerate(steps, start=1):
                mail = SyncedMail(uid, f"mail {uid}".encode(), None, ())
                store.commit_sync(SyncStep("a", b"f", "f", "", 1, uid, 0, (mail,)))
                date = datetime(2026, 11, day, tzinfo=UTC)
                message = Message("x", header_id=own, references=tuple(refs), date=date)
                store.save_parsed([(uid, message)])
                if each:
                    store.regroup()
                if not stays:
                    store.commit_sync(SyncStep("a", b"f", "f", "", 1, uid, 0, vanished=(uid,)))
                if each:
                    store.regroup()
            store.regroup()
            return {i: store.thread(i).messages for i in store.thread_ids()}

    assert threads_of(each=True) == threads_of(each=False)


def test_only_the_threads_that_mail_touches_are_looked_at(store, eml, take_in):
    take_in(store, *(eml(n, day=n) for n in range(1, 6)))
    store.add_mail([RawMail(eml(9, to=3), "x")], account="local", folder="import")
    store.save_parsed([(m.key, parse(m.raw)) for m in store.unparsed()])
    statements = []
    store._db.connection.set_trace_callback(statements.append)
    assert store.regroup() == 1
    store._db.connection.set_trace_callback(None)
    (live,) = [s for s in statements if "FROM messages m" in s]
    assert "json_each('[6,3]')" in live
