"""What the store keeps of people's words about drafts, and what it refuses."""

import sqlite3
from dataclasses import replace

import pytest
from sqlite_utils import Database

from mailmind.adapters.store import SqliteStore
from mailmind.adapters.store.database import APPLICATION_ID, SCHEMA
from mailmind.adapters.store.schema import migrations
from mailmind.core.review import text_hash
from mailmind.core.values import DraftClaim, GateDecision, State
from mailmind.errors import StoreError
from mailmind.ports import Approval
from mailmind.testing import DAY

TEXT = "It costs $45 [not in source]."
MARKED = DraftClaim("$45", "amount", 9, 12, False, True, "value.absent", "stands nowhere")


@pytest.fixture
def one(store, eml, take_in):
    return take_in(store, eml(1))[0]


@pytest.fixture
def marked(draft):
    """A draft that waits for a word about `$45`."""

    def make(thread_id, text=TEXT):
        base = draft(thread_id, status="needs_person", text=text)
        return replace(base, decision=GateDecision(True, True, (MARKED,), ""))

    return make


def word(thread_id, claim="$45", text=TEXT):
    return Approval(thread_id, claim, text_hash(text), DAY, "robin")


def entries(store):
    return store.totals()["ledger"]


def test_the_hash_of_a_text_is_that_of_its_bytes():
    # printf 'It costs $45 [not in source].' | sha256sum
    assert text_hash(TEXT) == "e6ce52275733522805feb18080837cbe29142ba2812e394e01449b673a0aebb3"


def test_a_word_comes_back_for_the_text_it_was_given_for(store, one, save, marked):
    save(store, one, draft=marked(one))
    store.approve(word(one))
    assert store.approvals(one) == [word(one)]
    store.save_draft(marked(one, "It costs $45 [not in source]!"), at=DAY)
    assert store.approvals(one) == []
    store.save_draft(marked(one), at=DAY)
    assert store.approvals(one) == [word(one)]


@pytest.mark.parametrize(
    ("claim", "text", "why"),
    [
        ("$46", TEXT, "does not mark"),
        ("$4", TEXT, "does not mark"),
        ("$45", TEXT + " ", "changed since it was shown"),
        ("$45", "", "changed since it was shown"),
    ],
)
def test_a_word_about_something_else_is_refused_and_nothing_recorded(
    store, one, save, marked, claim, text, why
):
    save(store, one, draft=marked(one))
    before = entries(store)
    with pytest.raises(StoreError, match=why):
        store.approve(word(one, claim, text))
    assert store.approvals(one) == []
    assert entries(store) == before


def test_a_claim_without_a_mark_is_not_approved(store, one, save, draft):
    save(store, one, draft=draft(one))
    with pytest.raises(StoreError, match=r"does not mark '\$540'"):
        store.approve(word(one, "$540", "We refund $540."))


def test_without_a_draft_there_is_nothing_to_approve_or_discard(store, one):
    with pytest.raises(StoreError, match="no draft"):
        store.approve(word(one))
    assert store.discard(one, at=DAY, who="robin") is None
    assert store.approvals("t_none") == []
    assert store.judge(one, lambda case: case.draft, at=DAY) is None
    assert entries(store) == 1


def test_a_discarded_draft_is_neither_approved_nor_discarded_again(store, one, save, marked):
    save(store, one, draft=marked(one))
    store.discard(one, at=DAY, who="robin")
    before = entries(store)
    with pytest.raises(StoreError, match="no draft that waits"):
        store.approve(word(one))
    store.discard(one, at=DAY, who="robin")
    assert entries(store) == before


def test_a_discarded_draft_is_off_every_list_of_what_waits(store, one, save, marked):
    save(store, one, draft=marked(one))
    assert store.thread_count(only="waiting") == len(store.queue()) == 1
    gone = store.discard(one, at=DAY, who="robin")
    assert (gone.status, gone.text, gone.decision.allow) == ("discarded", TEXT, False)
    assert store.thread_count(only="waiting") == len(store.queue()) == 0
    assert store.thread_rows()[0].draft_status == "discarded"
    assert store.totals()["drafts.discarded"] == 1


def test_no_run_writes_over_a_discarded_draft_before_new_mail_comes(
    store, one, save, marked, fact, eml, take_in
):
    save(store, one, fact(), draft=marked(one))
    gone = store.discard(one, at=DAY, who="robin")
    assert "discarded" in store.kept_draft(one)
    save(store, one, fact(), draft=marked(one, "Another text"))
    save(store, one, fact(state=State.VERIFIED))
    assert store.draft(one) == gone
    take_in(store, eml(2, to=1))
    assert store.draft(one) == gone
    assert store.kept_draft(one) == ""
    save(store, one, fact())
    assert store.draft(one) == gone
    save(store, one, fact(), draft=marked(one, "Another text"))
    assert store.draft(one).text == "Another text"


def test_mail_that_goes_is_no_new_mail(store, one, save, marked, eml, take_in):
    take_in(store, eml(2, to=1))
    save(store, one, draft=marked(one))
    gone = store.discard(one, at=DAY, who="robin")
    with store._db.write() as db:
        db.execute("DELETE FROM members WHERE key = 2")
        db.execute("INSERT INTO to_group VALUES (2)")
    assert store.regroup() == 1
    save(store, one, draft=marked(one, "Another text"))
    assert store.draft(one) == gone


def test_without_a_discard_or_a_persons_words_runs_write(store, one, save, marked, draft):
    assert store.kept_draft(one) == ""
    save(store, one, draft=marked(one))
    assert store.kept_draft(one) == ""
    store.save_draft(draft(one, author="person"), at=DAY)
    assert store.kept_draft(one) == "your own draft stands"


def test_a_discard_in_one_thread_says_nothing_about_another(store, save, marked, eml, take_in):
    two, one = take_in(store, eml(1, day=1), eml(5, day=2))
    save(store, one, draft=marked(one))
    store.discard(one, at=DAY, who="robin")
    assert store.kept_draft(two) == ""


def test_facts_come_back_with_what_was_decided_about_them(store, one, save, fact):
    from mailmind.core import review
    from mailmind.ports import Decision

    given = [fact("f_1"), fact("f_2")]
    save(store, one, *given)
    dismissed = review.decided(given[0], "dismiss")
    store.decide(Decision("f_1", "dismiss", None, DAY, "robin"), checked=dismissed)
    assert store.decided(given) == [dismissed, given[1]]


def test_a_runs_draft_beside_decisions_waits_for_the_gate(store, one, save, fact, draft):
    from mailmind.core import review
    from mailmind.ports import Decision

    save(store, one, fact())
    confirmed = review.decided(fact(), "confirm")
    store.decide(Decision("f_1", "confirm", None, DAY, "robin"), checked=confirmed)
    save(store, one, fact(), draft=draft(one))
    held = store.draft(one)
    assert (held.decision.allow, held.status) == (False, "blocked")


def test_a_failed_run_keeps_facts_and_draft_and_takes_back_the_allowance(
    store, one, save, fact, draft
):
    save(store, one, fact(), draft=draft(one))
    save(store, one, failed=True, note="no answer", workflow="orders")
    assert store.facts(one) == [fact()]
    held = store.draft(one)
    assert (held.text, held.decision.allow, held.status) == ("We refund $540.", False, "blocked")
    row = store.thread_rows()[0]
    assert (row.note, row.workflow) == ("no answer", "general")
    assert store.verify_ledger().broken_at is None


def test_what_the_gate_is_shown(store, one, save, fact, marked, eml, take_in):
    save(store, one, fact(), draft=marked(one))
    store.approve(word(one))
    seen = []

    def look(case):
        seen.append(case)
        return case.draft

    assert store.judge(one, look, at=DAY) == store.draft(one)
    take_in(store, eml(2, to=1))
    store.judge(one, look, at=DAY)
    save(store, one, fact(), draft=marked(one), failed=True)
    store.judge(one, look, at=DAY)
    assert [case.current for case in seen] == [True, False, False]
    first = seen[0]
    assert (first.draft.text, first.facts, first.approvals) == (TEXT, (fact(),), (word(one),))
    assert [m.message_id for m in first.thread.messages] == ["msg_1"]


def test_an_error_of_the_gate_leaves_everything_as_it_was(store, one, save, marked):
    save(store, one, draft=marked(one))
    before, number = store.draft(one), entries(store)

    def fails(case):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        store.judge(one, fails, at=DAY)
    assert (store.draft(one), entries(store)) == (before, number)


@pytest.mark.parametrize("table", ["approvals", "discards", "discarded_mail"])
def test_what_was_said_can_be_neither_changed_nor_deleted(store, one, save, marked, table):
    save(store, one, draft=marked(one))
    store.approve(word(one))
    store.discard(one, at=DAY, who="robin")
    column = "key" if table == "discarded_mail" else "who"
    for statement in (f"UPDATE {table} SET {column} = 9", f"DELETE FROM {table}"):
        with pytest.raises(StoreError, match="kept as it was said"), store._db.write() as db:
            db.execute(statement)


def test_a_store_of_the_first_version_is_brought_up_to_date(tmp_path, eml, take_in, save, marked):
    path = tmp_path / "old.sqlite"
    old = sqlite3.connect(path, isolation_level=None)
    migrations.apply(Database(old), stop_before="0002_words_about_drafts")
    old.execute("PRAGMA user_version = 1")
    old.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    tables = {row[0] for row in old.execute("SELECT name FROM sqlite_master")}
    assert "drafts" in tables
    assert "approvals" not in tables
    old.close()
    with SqliteStore.open(path) as store:
        assert store._db.connection.execute("PRAGMA user_version").fetchone()[0] == SCHEMA
        (one,) = take_in(store, eml(1))
        save(store, one, draft=marked(one))
        store.approve(word(one))
        assert store.approvals(one) == [word(one)]
