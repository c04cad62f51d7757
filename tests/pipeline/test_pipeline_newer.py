"""A later mail outranks an earlier one: what the pipeline makes of readers who stop at the older one."""

import json

import pytest

YES = "We will send the blue one."
NO = "We cannot send the blue one."


def mail(number, text):
    return (
        "From: Ada Long <ada@shop.example>\nTo: me@home.example\n"
        f"Date: Mon, {15 + number} Nov 2026 10:02:00 +0100\nSubject: A question of colour\n"
        f"Message-ID: <n{number}@shop.example>\n"
        + (f"References: <n{number - 1}@shop.example>\n" if number > 1 else "")
        + f"\n{text}\n"
    )


def judge(verdict, quote, message_id):
    """A reader who gives this verdict on whatever is asked."""

    def reply(ask):
        checks = [
            {"fact_id": f.id, "verdict": verdict, "quote": quote, "message_id": message_id, "missing": ""}
            for f in ask.facts
        ]  # fmt: skip
        lists = {"facts": [], "reply": [], "questions": []}
        return json.dumps({"task": "ground", "checks": checks} | lists)

    return reply


def checked(lab, texts, cited, *readers):
    quote, message_id = cited
    claim = lab.fact(
        type="claim", statement="Ada sends the blue one.", value="", quote=quote,
        message_id=message_id,
    )  # fmt: skip
    mails = [mail(n, text) for n, text in enumerate(texts, start=1)]
    lab.run(*mails, extract=lab.extract(claim), ground=list(readers))
    (found,) = lab.outcome.facts
    return str(found.state), found.verdicts[-1].code


def test_an_older_support_loses_against_a_newer_denial(lab):
    reader = judge("supported", YES, "m1")
    assert checked(lab, [YES, NO], (YES, "m1"), reader) == ("held", "grounding.contradicted")
    assert lab.asked().count("ground") == 1


def test_an_older_denial_loses_against_a_newer_support(lab):
    first, second = judge("contradicted", NO, "m1"), judge("supported", YES, "m2")
    found = checked(lab, [NO, YES], (YES, "m2"), first, second)
    assert found == ("verified", "grounding.supported")
    asks = [ask for ask in lab.model.asks if ask.task == "ground"]
    assert [ask.attempt for ask in asks] == [1, 2]


@pytest.mark.parametrize(
    "second",
    [
        judge("contradicted", NO, "m1"),
        judge("supported", NO, "m1"),
        judge("not_found", "", ""),
        "x",
    ],
    ids=["the older again", "the older for it", "nothing", "no reply"],
)
def test_a_reader_who_does_not_come_to_the_newest_mail_leaves_it_to_a_person(lab, second):
    state, _ = checked(lab, [NO, YES], (YES, "m2"), judge("contradicted", NO, "m1"), second)
    assert state == "held"


def test_the_newest_word_of_three_decides(lab):
    first, second = judge("contradicted", NO, "m2"), judge("supported", YES, "m3")
    assert checked(lab, [YES, NO, f"Good news! {YES}"], (YES, "m1"), first, second) == (
        "verified",
        "grounding.supported",
    )


def test_where_nothing_contradicts_nothing_is_asked_twice(lab):
    texts = [YES, "Thank you, the blue one is the one that I like."]
    reader = judge("supported", YES, "m1")
    assert checked(lab, texts, (YES, "m1"), reader) == ("verified", "grounding.supported")
    assert lab.asked().count("ground") == 1
