"""The reason of a verdict is a sentence that somebody reads who has never seen the code."""

import pytest

from mailmind.core.checks import citation, grounding_verdicts, latest, value
from mailmind.core.replies import Judgement

REPLY = (
    "Hello Robin,\nyou arrive on Friday, 11 December\n2026, and the room is €96 a night.\n"
    "\nOn Sun, 15 Nov 2026 at 09:00, Robin Vale <robin@vale.example> wrote:\n> I pay by card.\n"
)
QUOTED_ONLY = (
    "the quote stands in m1 only in words quoted from Robin Vale <robin@vale.example>; "
    "the fact takes it for the sender's own words"
)


@pytest.mark.parametrize(
    ("quote", "reason"),
    [
        ("arrive on Friday, 12 December 2026",
         "the quote nearly stands in m1, which says '11' where the quote says '12'"),
        ("the big room is €96 a night",
         "the quote nearly stands in m1, which does not say 'big' there"),
        ("arrive Friday, 11 December 2026",
         "the quote nearly stands in m1, which also says 'on' there"),
        ("I pay by card",
         QUOTED_ONLY),
        ("you arrive … and the room is €96",
         "the quote skips words at its ellipsis; a quote must be one unbroken passage"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_quote_is_told_in_words(thread, fact, quote, reason):
    assert citation(fact("claim", "", quote), thread(REPLY)).reason == reason


def test_the_words_of_the_sender_are_called_so(thread, fact):
    result = citation(fact("claim", "", "the room is €96", layer="quoted"), thread(REPLY))
    assert result.reason == (
        "the quote stands in m1 only in the sender's own words; the fact takes it for quoted words"
    )


@pytest.mark.parametrize(
    ("kind", "claim", "quote", "reason"),
    [
        ("date", "2026-12-11", "on Friday, 11 December 2026",
         "the quote says 'Friday, 11 December 2026', which is 2026-12-11"),
        ("percent", "5 %", "the room is €96 a night",
         "the quote gives no percentage, only '€96'; '5 %' stands in no message"),
        ("amount", "5 EUR", "you arrive on Friday, 11 December 2026",
         "the quote gives no amount, only 'Friday, 11 December 2026'; '5 EUR' stands in no message"),
    ],
)  # fmt: skip
def test_what_the_quote_says_is_shown_on_one_line_and_in_words(
    thread, fact, kind, claim, quote, reason
):
    assert value(fact(kind, claim, quote), thread(REPLY)).reason == reason


def test_a_deciding_sentence_is_shown_on_one_line(thread, fact):
    item = fact("claim", "", "the room is €96 a night", statement="You arrive")
    answer = Judgement("f1", "supported", "you arrive on Friday, 11 December\n2026", "m1")
    result = grounding_verdicts([item], [answer], thread(REPLY))["f1"]
    assert result.reason == "supported by 'you arrive on Friday, 11 December 2026' in m1"


def test_a_newer_value_is_told_with_its_mail(thread, fact):
    ctx = thread("Flight SY 418 departs at 3:15 PM.", "Flight SY 418 now departs at 4 PM.")
    result = latest(fact("time", "3:15 PM", "departs at 3:15 PM"), ctx)
    assert result.reason == (
        "m2, which is newer, says '4 PM' about the same thing (it speaks of a change)"
    )
