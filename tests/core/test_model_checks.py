"""A model's answer counts only where it is whole, known and stands in the mail."""

import pytest

from mailmind.core.checks import (
    consistency,
    consistency_verdicts,
    cross,
    cross_verdicts,
    grounding_verdicts,
)
from mailmind.core.replies import Judgement, SecondReading

MAIL = "We agreed to repair the heating. The fee is 45 EUR, the deposit 90 EUR."
PROMISE = "We agreed to repair the heating."


def ground(thread, fact, *answers, problem=""):
    claim = fact("claim", "they agreed to repair", PROMISE)
    return grounding_verdicts([claim], answers, thread(MAIL, "Later words."), problem)["f1"]


@pytest.mark.parametrize(
    ("answer", "outcome", "code"),
    [
        (Judgement("f1", "supported", PROMISE, "m1"), "pass", "grounding.supported"),
        (Judgement("f1", "contradicted", PROMISE, "m1"), "fail", "grounding.contradicted"),
        (Judgement("f1", "not_found", "", ""), "fail", "grounding.not_found"),
        (
            Judgement("f1", "supported", "We promise to repair it all.", "m1"),
            "unsure",
            "grounding.supported",
        ),
        (Judgement("f1", "supported", PROMISE, "m2"), "unsure", "grounding.supported"),
        (Judgement("f1", "supported", PROMISE, "m9"), "unsure", "grounding.supported"),
        (Judgement("f1", "supported", "", "m1"), "unsure", "grounding.supported"),
        (Judgement("f1", "not supported", PROMISE, "m1"), "not_run", "not_run"),
        (Judgement("f2", "supported", PROMISE, "m1"), "not_run", "not_run"),
    ],
)
def test_the_deciding_sentence_must_stand(thread, fact, answer, outcome, code):
    result = ground(thread, fact, answer)
    assert (result.outcome, result.code) == (outcome, code), result


def test_no_answer_and_two_answers_judge_nothing(thread, fact):
    good = Judgement("f1", "supported", PROMISE, "m1")
    assert ground(thread, fact, problem="the reply was cut off").reason == "the reply was cut off"
    assert ground(thread, fact).outcome == "not_run"
    assert ground(thread, fact, good, good).outcome == "not_run"


def test_quoted_words_do_not_ground_an_own_claim(thread, fact):
    reply = "Let us see.\n\nOn Mon, 16 Nov 2026 at 10:00, Acme wrote:\n> We agreed to repair the heating.\n"
    claim = fact("claim", "they agreed", "Let us see.")
    answer = Judgement("f1", "supported", PROMISE, "m1")
    assert grounding_verdicts([claim], [answer], thread(reply))["f1"].outcome == "unsure"


def test_a_second_run_agrees_on_the_value_not_on_its_wording(thread, fact):
    ctx = thread(MAIL)
    first = fact("amount", "45 EUR", "The fee is 45 EUR")
    assert (
        consistency(first, [fact("amount", "€45", "fee is 45 EUR", id="x")], ctx).code
        == "consistency.agree"
    )
    other = fact("amount", "90 EUR", "The fee is 45 EUR, the deposit 90 EUR", id="x")
    assert consistency(first, [other], ctx).code == "consistency.disagree"
    elsewhere = fact("amount", "45 EUR", "the deposit 90 EUR", id="x")
    assert consistency(first, [elsewhere], ctx).outcome == "unsure"
    assert consistency(first, [], ctx).outcome == "unsure"


def test_no_second_run_is_no_agreement(thread, fact):
    first = fact("amount", "45 EUR", "The fee is 45 EUR")
    result = consistency_verdicts([first], None, thread(MAIL), "the budget is used up")["f1"]
    assert (result.outcome, result.reason) == ("not_run", "the budget is used up")


@pytest.mark.parametrize(
    ("value", "quote", "message_id", "outcome", "code"),
    [
        ("45 EUR", "The fee is 45 EUR", "m1", "pass", "cross.agree"),
        ("90 EUR", "the deposit 90 EUR", "m1", "fail", "cross.disagree"),
        (None, "", "", "unsure", "cross.abstain"),
        ("  ", "The fee is 45 EUR", "m1", "unsure", "cross.abstain"),
        ("45 EUR", "The fee was set at 45 EUR", "m1", "unsure", "cross.abstain"),
        ("45 EUR", "the deposit 90 EUR", "m1", "unsure", "cross.abstain"),
        ("45 EUR", "The fee is 45 EUR", "m7", "unsure", "cross.abstain"),
    ],
)
def test_a_second_reader_must_prove_its_own_reading(
    thread, fact, value, quote, message_id, outcome, code
):
    answer = SecondReading("f1", value, quote, message_id)
    result = cross(fact("amount", "45 EUR", "The fee is 45 EUR"), answer, thread(MAIL))
    assert (result.outcome, result.code) == (outcome, code), result


def test_every_fact_gets_a_cross_verdict(thread, fact):
    facts = [
        fact("amount", "45 EUR", "The fee is 45 EUR"),
        fact("amount", "90 EUR", "deposit 90 EUR", id="f2"),
    ]
    answers = [SecondReading("f1", "45 EUR", "The fee is 45 EUR", "m1")] * 2
    result = cross_verdicts(facts, answers, thread(MAIL), "cut off")
    assert {k: v.outcome for k, v in result.items()} == {"f1": "not_run", "f2": "not_run"}


@pytest.mark.parametrize(
    ("quote", "code"), [(PROMISE, "cross.agree"), ("We agreed to repair", "cross.agree")]
)
def test_readers_of_a_claim_agree_on_the_words_it_rests_on(thread, fact, quote, code):
    answer = SecondReading("f1", "they repair it", quote, "m1")
    assert cross(fact("claim", "they will repair", PROMISE), answer, thread(MAIL)).code == code


def test_two_readers_of_a_sentence_that_stands_nowhere_agree_on_nothing(thread, fact):
    quote = "We promise to repair it all."
    answer = SecondReading("f1", "they will repair", quote, "m1")
    result = cross(fact("claim", "they will repair", quote), answer, thread(MAIL))
    assert (result.outcome, result.code) == ("unsure", "cross.abstain")


OLD, NEW = "DE89 3704 0044 0532 0130 00", "DE75 5121 0800 1245 1261 99"


@pytest.mark.parametrize(
    ("later", "outcome", "code"),
    [
        ("Thank you for your patience.", "pass", "cross.agree"),
        (f"Our account has changed, please pay to {NEW} instead.", "unsure", "cross.disagree"),
        (f"Can you pay to {NEW}?", "unsure", "cross.disagree"),
    ],
)
def test_two_readers_of_words_that_a_newer_mail_took_back_do_not_agree(
    thread, fact, later, outcome, code
):
    quote = f"Please pay to {OLD}"
    item = fact("id", OLD, quote, statement="the account to pay to")
    reading = SecondReading("f1", OLD, quote, "m1")
    result = cross(item, reading, thread(f"{quote} within 14 days.", later))
    assert (result.outcome, result.code) == (outcome, code), result


def test_a_reader_who_was_shown_the_value_is_told_apart(thread, fact):
    item = fact("amount", "45 EUR", "The fee is 45 EUR", statement="the fee")
    reading = SecondReading("f1", "45 EUR", "The fee is 45 EUR", "m1", shown=True)
    alone = SecondReading("f1", "45 EUR", "The fee is 45 EUR", "m1")
    assert "shown the value" in cross(item, reading, thread(MAIL)).reason
    assert "shown the value" not in cross(item, alone, thread(MAIL)).reason
