"""Core values in plain words, worked out by hand."""

from datetime import UTC, datetime

import pytest

from mailmind.core.values import (
    CheckedFact,
    DraftClaim,
    Fact,
    FactType,
    GateDecision,
    Message,
    Outcome,
    State,
    Thread,
    Verdict,
)
from mailmind.ports import Draft, ThreadRow
from mailmind.tui import drafttext, facttext
from mailmind.tui.services import Unfinished
from mailmind.tui.words import (
    STATE_SIGN,
    STATE_WORDS,
    counts,
    day,
    fit,
    proved_wrong,
    row_state,
    sender_name,
    with_aliases,
)

KEYS = drafttext.Keys(copy="C", write="w")
NOW = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
THREAD = Thread("t1", (Message("msg_1"), Message("msg_12")))


def fact(state, *verdicts, **more):
    made = Fact("f_1", FactType.AMOUNT, "The refund is $480", "480 USD", "refund of $540", "msg_12",
                0.93, source="m", **more)  # fmt: skip
    return CheckedFact(made, state, verdicts)


def claim(resolved, *, marked=False, text="$480", fact_id=None):
    return DraftClaim(text, "amount", 0, 4, resolved, marked, "c", "stands in no source", fact_id)


def draft(*claims, allow=False, needs_person=False, status="given_up"):
    return Draft("t1", "$480", (), GateDecision(allow, needs_person, claims, ""), 3, status, "m")


def test_every_state_has_a_sign_of_its_own_and_words():
    assert len({STATE_SIGN[s] for s in State}) == len(State)
    assert {s for s in State if STATE_WORDS[s]} == set(State)


def test_counts_are_grouped_by_what_they_mean_for_a_draft():
    facts = {State.VERIFIED: 2, State.CONFIRMED: 1, State.REJECTED: 1, State.DISMISSED: 4}
    assert counts(facts) == "✓3 ✗1"


@pytest.mark.parametrize(
    ("when", "shown"),
    [
        (datetime(2026, 11, 30, 7, 5, tzinfo=UTC), "08:05"),
        (datetime(2026, 11, 2, 7, 5, tzinfo=UTC), "2 Nov"),
        (datetime(2025, 12, 31, 23, 30, tzinfo=UTC), "1 Jan"),
        (datetime(2025, 12, 29, 12, 0, tzinfo=UTC), "2025-12-29"),
        (None, "no date"),
    ],
)
def test_dates_are_those_of_the_readers_zone(when, shown):
    assert day(when, "Europe/Berlin", NOW) == shown


def test_what_is_cut_shows_an_ellipsis():
    assert fit("日本語", 5) == "日本…"
    assert fit("abc", 5) == "abc  "
    assert fit("abc", 5, right=True) == "  abc"


def test_stored_names_of_messages_are_shown_as_short_ones():
    assert (
        with_aliases(THREAD, "msg_12 says so, not msg_1 or msg_123")
        == "m2 says so, not m1 or msg_123"
    )


def test_a_sender_without_a_name_is_its_address():
    assert sender_name("<a@b.example>") == "<a@b.example>"
    assert sender_name('"Wilma Hart" <w@b.example>') == "Wilma Hart"


def test_only_a_code_check_proves_a_fact_wrong():
    by_model = Verdict("grounding", Outcome.FAIL, "grounding.contradicted", "says no")
    by_code = Verdict("value", Outcome.FAIL, "value.absent", "480 stands nowhere")
    assert proved_wrong(fact(State.HELD, by_model)) is None
    assert proved_wrong(fact(State.REJECTED, by_model, by_code)) == "480 stands nowhere"


def test_the_case_of_a_fact_starts_with_what_decides():
    passed = Verdict("citation", Outcome.PASS, "quote.exact", "verbatim in msg_12")
    failed = Verdict("value", Outcome.FAIL, "value.absent", "480 USD stands nowhere", calls=1)
    shown = facttext.case(fact(State.REJECTED, passed, failed), THREAD).plain.splitlines()
    assert shown == [
        "✗ rejected: code proved it wrong",
        "✗ value: 480 USD stands nowhere (1 model call)",
        "The refund is $480",
        "✓ quote: verbatim in m2",
        "quotes “refund of $540” in m2",
        "read by m, confidence 0.93, f_1",
    ]


def test_a_misattributed_quote_says_where_it_stands():
    wrong = Verdict(
        "citation", Outcome.FAIL, "quote.misattributed", "not here", extra={"found_in": "msg_1"}
    )
    shown = facttext.case(fact(State.REJECTED, wrong), THREAD).plain
    assert "✗ quote: not here It stands in m1." in shown


def test_a_held_fact_without_a_finding_says_so():
    passed = Verdict("citation", Outcome.PASS, "quote.exact", "verbatim")
    assert (
        "Needs a person: no check has proved it."
        in facttext.case(fact(State.HELD, passed), THREAD).plain
    )


@pytest.mark.parametrize(
    ("made", "reason"),
    [
        (draft(claim(False, fact_id="f_1")), "1 claim is unresolved: it rests on an open fact."),
        (draft(claim(False), claim(False)), "2 claims are unresolved."),
        (draft(claim(False), claim(False, fact_id="f_1")),
         "2 claims are unresolved; 1 rests on an open fact."),
        (draft(claim(False, marked=True), allow=True, needs_person=True, status="needs_person"),
         "“$480” is marked as not in the source, and no person has approved it."),
        (draft(claim(False, marked=True), claim(True, marked=True, text="32 %"),
               claim(False, marked=True, text="€9"), allow=True, needs_person=True),
         "“$480”, “€9” are marked as not in the source, and no person has approved them."),
        (draft(needs_person=True, allow=True), "a person has to approve it."),
        (draft(), "the gate does not allow it."),
        (draft(claim(True), claim(None), allow=True, status="allowed"), ""),
    ],
)  # fmt: skip
def test_why_a_draft_cannot_be_sent(made, reason):
    held = fact(State.REJECTED)
    assert drafttext.why(made, [held]) == reason
    head = drafttext.verdict(made, [held], "", KEYS).plain
    assert head.startswith("✗ Cannot be sent" if reason else "✓ Every claim is accounted for")


def test_a_claim_says_what_the_gate_found_in_the_readers_names():
    made = DraftClaim("a claim that is far too long to stand in one line", "assertion", 0, 9,
                      resolved=False, marked=False, code="c", reason="f_1 stands in msg_12")  # fmt: skip
    shown = drafttext.row(made, THREAD, [fact(State.HELD)]).plain
    assert shown == "✗ a claim that is far too long to… assertion “480 USD” stands in m2"
    vouched = drafttext.row(claim(False, marked=True), THREAD, [], {"$480"})
    assert vouched.plain[0] == "●"
    signs = [(True, False, "✓"), (True, True, "✓"), (False, True, "m"), (None, False, "·")]
    for resolved, marked, sign in signs:
        assert drafttext.row(claim(resolved, marked=marked), THREAD, []).plain[0] == sign


def test_a_thread_without_a_draft_says_why():
    assert (
        drafttext.verdict(None, [], "no reply to bulk mail", KEYS).plain
        == "No draft. No reply to bulk mail"
    )


@pytest.mark.parametrize(
    ("facts", "status", "word"),
    [({}, "allowed", "ready"), ({State.HELD: 1}, None, "look"), ({State.VERIFIED: 3}, None, "")],
)
def test_one_word_for_a_thread(facts, status, word):
    assert row_state(ThreadRow("t", "s", "a", None, 1, facts, status, "general")) == word


def test_a_draft_that_was_given_up_says_which_key_asks_for_another():
    head = drafttext.verdict(draft(claim(False)), [], "", KEYS).plain
    assert head.endswith("Given up after 3 tries; w asks for another.")


def test_a_draft_that_is_being_written_says_that_nobody_has_checked_it():
    first = drafttext.not_yet(Unfinished("A", 1, "")).plain
    assert first.startswith("… Being written, NOT YET CHECKED. It counts once the gate")
    again = drafttext.not_yet(Unfinished("A", 2, "")).plain
    assert "Attempt 2, after the gate stopped one." in again
    (paragraph,) = drafttext.growing(Unfinished("A", 1, '{"reply": [{"text": "Dear Ann, th'))
    assert (paragraph.text, paragraph.style, paragraph.marks) == ("Dear Ann, th …", "unchecked", ())
