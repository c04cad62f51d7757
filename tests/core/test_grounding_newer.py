"""A later mail outranks an earlier one about the same matter; where that is not plain, nobody wins."""

import pytest

from mailmind.core.checks import cross, grounding_verdicts, overtaken
from mailmind.core.replies import Judgement, SecondReading

PROMISE = "We will refund the deposit for the boat."
REFUSAL = "We cannot refund the deposit."


def judged(thread, fact, verdict, quote, *mails, cited=PROMISE, cited_in="m1", decided_in="m1"):
    claim = fact("claim", "", cited, cited_in, statement="The marina refunds the deposit")
    answer = Judgement("f1", verdict, quote, decided_in)
    ctx = thread(*mails)
    return grounding_verdicts([claim], [answer], ctx)["f1"], overtaken([claim], [answer], ctx)


@pytest.mark.parametrize(
    ("first", "later"),
    [
        (PROMISE, REFUSAL),
        (PROMISE, "Sorry, we can't refund it."),
        (PROMISE, "I am sorry, but the refund of the deposit will not be possible."),
        (PROMISE, "The refund of your deposit was cancelled."),
        (PROMISE, "We withdraw our offer to refund the deposit."),
        (PROMISE, "Thanks.\n\nWe no longer refund deposits for boats."),
        ("Wir erstatten die Kaution für das Boot.", "Die Kaution erstatten wir leider nicht."),
        ("Nous remboursons la caution du bateau.", "La caution du bateau ne sera pas remboursée."),
        ("Devolvemos la fianza del barco.", "La fianza del barco ya no se devuelve."),
    ],
)
def test_support_from_an_older_mail_falls_to_a_newer_denial(thread, fact, first, later):
    result, again = judged(thread, fact, "supported", first, first, later, cited=first)
    assert (result.outcome, result.code) == ("fail", "grounding.contradicted"), result
    assert (result.extra, result.evidence.message_id) == ({"by": "m2"}, "m2")
    assert "m2, which is newer, says otherwise" in result.reason
    assert again == ()


@pytest.mark.parametrize(
    "later",
    [
        "Please disregard my last mail.",
        "I have to take that back.",
        "Sorry, we can't do it.",
        "Das ist leider nicht möglich.",
        "Could it be that you do not refund the deposit for the boat?",
        "We withdraw it.",
        "It might be that we cannot refund the deposit.",
        "If you sell the boat, we will not refund the deposit.",
    ],
)
def test_what_may_take_it_back_leaves_it_to_a_person(thread, fact, later):
    result, _ = judged(thread, fact, "supported", PROMISE, PROMISE, later)
    assert (result.outcome, result.code) == ("unsure", "grounding.supported"), result
    assert "may say otherwise" in result.reason


@pytest.mark.parametrize(
    "later",
    [
        "Thank you, that is very kind.",
        "The refund of the deposit takes five days.",
        "We refund the deposit not later than Friday.",
        "We will refund the deposit, but do not expect it before Friday.",
        "Don't forget to tell us where we shall refund the deposit.",
        "I do not know the harbour master.",
        "I don't know if there is a way to do that.",
        "Our dinner is cancelled.",
        "> We cannot refund the deposit.",
        "Fine with me.\n\nOn Mon, 16 Nov 2026 at 10:00, Acme wrote:\n> We cannot refund the deposit.\n",
    ],
)
def test_what_only_looks_like_it_takes_nothing_back(thread, fact, later):
    result, _ = judged(thread, fact, "supported", PROMISE, PROMISE, later)
    assert (result.outcome, result.code) == ("pass", "grounding.supported"), result


def test_another_orders_denial_takes_nothing_back(thread, fact):
    first = "We will refund order BX-1007."
    for other, outcome in (("BX-2214", "pass"), ("BX-1007", "fail")):
        later = f"The refund of order {other} is not possible."
        result, _ = judged(thread, fact, "supported", first, first, later, cited=first)
        assert result.outcome == outcome


def test_a_denial_beside_the_deciding_words_is_not_theirs(thread, fact):
    first = f"It was not easy, but {PROMISE[0].lower()}{PROMISE[1:]}"
    quote = "we will refund the deposit for the boat."
    later = "The refund of the deposit takes five days."
    result, _ = judged(thread, fact, "supported", quote, first, later, cited=quote)
    assert result.outcome == "pass"


def test_nothing_takes_back_a_name(thread, fact):
    first, later = (
        "Dana Weiss paints the harbour wall.",
        "Dana Weiss cannot paint the harbour wall.",
    )
    item = fact("person", "Dana Weiss", first)
    answer = Judgement("f1", "supported", first, "m1")
    assert grounding_verdicts([item], [answer], thread(first, later))["f1"].outcome == "pass"


def test_a_denial_that_is_itself_taken_back_takes_nothing_away(thread, fact):
    mails = (PROMISE, REFUSAL, "We will refund the deposit for the boat, as agreed.")
    result, _ = judged(thread, fact, "supported", PROMISE, *mails)
    assert result.outcome == "pass"
    result, _ = judged(thread, fact, "supported", PROMISE, *mails, REFUSAL)
    assert (result.outcome, result.extra) == ("fail", {"by": "m4"})


def test_a_contradiction_from_an_older_mail_is_put_to_the_reader_again(thread, fact):
    result, again = judged(thread, fact, "contradicted", REFUSAL, REFUSAL, PROMISE, cited_in="m2")
    assert (result.outcome, result.code, result.extra) == (
        "unsure",
        "grounding.contradicted",
        {"by": "m2"},
    )
    assert [f.id for f in again] == ["f1"]


def test_a_contradiction_from_the_newest_mail_stands(thread, fact):
    result, again = judged(thread, fact, "contradicted", REFUSAL, PROMISE, REFUSAL, decided_in="m2")
    assert (result.outcome, result.code, again) == ("fail", "grounding.contradicted", ())


def test_a_newer_quote_about_something_else_saves_no_contradicted_claim(thread, fact):
    mails = (REFUSAL, "Thank you for your call.")
    result, again = judged(
        thread, fact, "contradicted", REFUSAL, *mails, cited=mails[1], cited_in="m2"
    )
    assert (result.outcome, result.code, again) == ("fail", "grounding.contradicted", ())


def test_two_readers_of_a_promise_that_was_taken_back_do_not_agree(thread, fact):
    claim = fact("commitment", "", PROMISE, statement="The marina refunds the deposit")
    reading = SecondReading("f1", PROMISE, PROMISE, "m1")
    assert cross(claim, reading, thread(PROMISE)).code == "cross.agree"
    result = cross(claim, reading, thread(PROMISE, REFUSAL))
    assert (result.outcome, result.code) == ("unsure", "cross.disagree")
    assert "m2" in result.reason


def test_a_second_reader_of_an_older_mail_refutes_nothing(thread, fact):
    claim = fact("claim", "", PROMISE, "m2", statement="The marina refunds the deposit")
    ctx = thread(REFUSAL, PROMISE)
    older = cross(claim, SecondReading("f1", REFUSAL, REFUSAL, "m1"), ctx)
    assert (older.outcome, older.code) == ("unsure", "cross.disagree")
    assert "older" in older.reason
    claim = fact("claim", "", REFUSAL, "m1", statement="The marina keeps the deposit")
    newer = cross(claim, SecondReading("f1", PROMISE, PROMISE, "m2"), ctx)
    assert (newer.outcome, newer.code) == ("fail", "cross.disagree")
