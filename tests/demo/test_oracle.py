"""The real pipeline over the bundled inbox finds what the oracle says, fact by fact and draft by draft."""

import pytest

from mailmind import bootstrap
from mailmind.core.values import State
from mailmind.pipeline import run
from mailmind.pipeline.reply import reply_to


@pytest.fixture(scope="module")
def outcome(tmp_path_factory):
    """What the pipeline stored, by the Message-ID of a thread's oldest mail."""
    with bootstrap.demo(tmp_path_factory.mktemp("demo")) as bench:
        events = list(run(bench))
        found = {}
        for thread_id in bench.store.thread_ids():
            thread = bench.store.thread(thread_id)
            facts, draft = bench.store.facts(thread_id), bench.store.draft(thread_id)
            found[thread.messages[0].header_id] = (thread, facts, draft)
        yield found, events[-1].summary, bench


def test_every_mail_is_in_its_thread(outcome, oracle):
    found, summary, _ = outcome
    assert (summary.seen, summary.of, summary.failed) == (19, 19, 0)
    for expected in oracle["threads"]:
        thread, _, _ = found[expected["messages"][0]]
        assert [m.header_id for m in thread.messages] == expected["messages"]
        assert (expected["slug"], thread.workflow) == (expected["slug"], expected["workflow"])


def test_every_fact_ends_in_its_state_for_its_reason(outcome, oracle):
    found, *_ = outcome
    wrong = []
    for expected in oracle["threads"]:
        _, facts, _ = found[expected["messages"][0]]
        by_value = {(c.fact.type, c.fact.value, c.fact.statement): c for c in facts}
        left = list(by_value.values())
        for fact in expected["facts"]:
            mine = [c for c in left if (c.fact.type, c.fact.value) == (fact["type"], fact["value"])]
            got = mine[0] if mine else None
            codes = [v.code for v in got.verdicts] if got else []
            if got is None or got.state != fact["state"] or not set(fact["codes"]) <= set(codes):
                wrong.append((expected["slug"], fact["fact_id"], got and got.state, codes))
    assert wrong == []


def test_what_parsers_read_is_verified(outcome, oracle):
    found, *_ = outcome
    listed = {(f["type"], f["value"]) for t in oracle["threads"] for f in t["facts"]}
    for _, facts, _ in found.values():
        for checked in facts:
            if (checked.fact.type, checked.fact.value) not in listed:
                assert checked.fact.source.startswith("markup:")
                assert checked.state is State.VERIFIED


def test_every_draft_ends_as_told(outcome, oracle):
    found, *_ = outcome
    wrong = []
    for expected in oracle["threads"]:
        _, _, draft = found[expected["messages"][0]]
        got = draft and (
            draft.decision.allow,
            draft.decision.needs_person,
            draft.attempts,
            draft.status,
        )
        told = expected["draft"]
        want = told and (told["allow"], told["needs_person"], told["attempts"], told["status"])
        if got != want:
            wrong.append((expected["slug"], got, want))
    assert wrong == []


def test_the_gate_stops_what_the_oracle_says_in_the_first_version_or_the_last(outcome, oracle):
    found, _, bench = outcome
    for expected in oracle["threads"]:
        thread, facts, _ = found[expected["messages"][0]]
        told = expected["draft"]
        if told is None:
            continue
        replied = reply_to(thread, facts, bench)
        versions = [*replied.refused, replied.draft.decision]
        decision = versions[-1 if told["status"] == "given_up" else 0]
        stopped = {(c.text, c.cls) for c in decision.claims if c.resolved is False and not c.marked}
        missing = {tuple(b) for b in told["blocked"]} - stopped
        assert (expected["slug"], missing) == (expected["slug"], set())
        assert bool(stopped) == bool(told["blocked"])


def test_a_draft_that_may_leave_rests_on_nothing_open(outcome):
    found, *_ = outcome
    for _, facts, draft in found.values():
        if draft is None or not draft.decision.allow:
            continue
        open_facts = {c.fact.id for c in facts if not c.state.resolved}
        assert not [c for c in draft.decision.claims if c.fact_id in open_facts and not c.marked]
