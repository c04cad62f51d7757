"""A claim of two assertions is two claims, and is as good as the worse one."""

import pytest

from mailmind.core.checks import grounding_verdicts, together
from mailmind.core.propositions import atoms, propositions
from mailmind.core.replies import Judgement


@pytest.mark.parametrize(
    ("statement", "parts"),
    [
        ("Acme will refund 540 EUR and will ship a new one.",
         ("Acme will refund 540 EUR", "Acme will ship a new one.")),
        ("The parcel was sent and it arrives on Friday.",
         ("The parcel was sent", "it arrives on Friday.")),
        ("The bill was paid; a receipt is attached.", ("The bill was paid", "a receipt is attached.")),
        ("The fee is 5 EUR. It is due on Friday.", ("The fee is 5 EUR.", "It is due on Friday.")),
        ("A is late, B was sick and C has left.", ("A is late, B was sick", "C has left.")),
        ("Der Zug ist spät und das Hotel wird storniert.",
         ("Der Zug ist spät", "das Hotel wird storniert.")),
        ("Le train est en retard et l'hôtel sera annulé.",
         ("Le train est en retard", "l'hôtel sera annulé.")),
        ("El tren es lento y el hotel será cancelado.",
         ("El tren es lento", "el hotel será cancelado.")),
    ],
)  # fmt: skip
def test_two_assertions_are_taken_apart(statement, parts):
    assert propositions(statement) == parts


@pytest.mark.parametrize(
    "statement",
    [
        "Ada will send the blue one.",
        "Bill and Ann will come.",
        "The meeting is between 3 and 5 PM.",
        "If the train is late and the hotel is full, we will refund it.",
        "Perhaps the train is late and the hotel is full.",
        "Ann says the train is late and the hotel is full.",
        "It is not certain that the train is late and the hotel is full.",
        "Vielleicht ist der Zug spät und das Hotel ist voll.",
        "",
    ],
)
def test_what_one_word_governs_stays_whole(statement):
    assert propositions(statement) == (statement,)


def test_each_assertion_is_a_fact_of_its_own(fact):
    claim = fact("claim", "", "q", statement="A is late and B was sick.", id="f7")
    assert [(f.id, f.statement) for f in atoms(claim)] == [
        ("f7.1", "A is late"),
        ("f7.2", "B was sick."),
    ]
    figure = fact("amount", "5 EUR", "q", statement="It is 5 EUR and it was paid.")
    assert atoms(figure) == (figure,)


MAIL = "The train is late. The hotel is full."


def judged(thread, fact, *verdicts):
    claim = fact("claim", "", "The train is late.", statement="A is late and B was sick.", id="f7")
    parts = atoms(claim)
    answers = [
        Judgement(p.id, v, "" if v == "not_found" else "The hotel is full.", "m1", "a medical note")
        for p, v in zip(parts, verdicts, strict=True)
    ]
    found = grounding_verdicts(parts, answers, thread(MAIL))
    return together([found[p.id] for p in parts])


@pytest.mark.parametrize(
    ("verdicts", "outcome", "code"),
    [
        (("supported", "supported"), "pass", "grounding.supported"),
        (("supported", "not_found"), "fail", "grounding.not_found"),
        (("not_found", "supported"), "fail", "grounding.not_found"),
        (("not_found", "contradicted"), "fail", "grounding.contradicted"),
        (("supported", "perhaps"), "not_run", "not_run"),
    ],
)
def test_a_half_true_claim_is_not_true(thread, fact, verdicts, outcome, code):
    result = judged(thread, fact, *verdicts)
    assert (result.outcome, result.code) == (outcome, code), result


def test_unsupported_comes_back_as_proposition_and_missing_evidence(thread, fact):
    result = judged(thread, fact, "supported", "not_found")
    assert result.extra == {"proposition": "B was sick.", "missing": "a medical note"}
    assert "in m1" in result.reason


def test_no_reader_vouches_for_a_name_that_the_thread_does_not_write(thread, fact):
    def outcome(name):
        item = fact("person", name, "The train is late.", id="f7")
        yes = Judgement("f7", "supported", "The train is late.", "m1")
        return grounding_verdicts([item], [yes], thread(f"{MAIL} Regards, Dana Weiß"))["f7"].outcome

    assert outcome("Dana Weiß") == "pass"
    assert outcome("Dana Schwarz") == "unsure"
