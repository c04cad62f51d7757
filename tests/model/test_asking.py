"""Asking again for what a reply left out, and that nothing is taken for an answer that is none."""

import pytest

from mailmind.asking import ask
from mailmind.core.dialogue import Answer, AnswerKind, Ask, Task
from mailmind.core.replies import Extracted, Grounded
from mailmind.core.values import Fact, FactType

FACTS = tuple(Fact(f"f_{c}", FactType.CLAIM, c, "", "q", "msg_884") for c in "abc")


class Forgetful:
    """Judges a fact once it was asked about it often enough; keeps what it was asked."""

    name, place = "forgetful", "LOCAL"

    def __init__(self, envelope_text, needs):
        self.envelope_text = envelope_text
        self.needs = needs
        self.asked = []

    def can(self, task):
        return True

    def ask(self, question):
        names = [f.id for f in question.facts]
        self.asked.append(names)
        times = {n: sum(n in earlier for earlier in self.asked) for n in names}
        checks = [
            {
                "fact_id": n,
                "verdict": "supported",
                "quote": "we have approved",
                "message_id": "m1",
                "missing": "",
            }
            for n in names
            if times[n] >= self.needs[n]
        ]
        return Answer(AnswerKind.OK, self.envelope_text("ground", checks=checks))


def test_the_missing_are_asked_again_together_then_singly_then_given_up(thread, envelope_text):
    model = Forgetful(envelope_text, {"f_a": 1, "f_b": 3, "f_c": 9})
    asked = ask(model, Ask(Task.GROUND, thread, facts=FACTS))
    assert model.asked == [["f_a", "f_b", "f_c"], ["f_b", "f_c"], ["f_b"], ["f_c"]]
    assert isinstance(asked.reply, Grounded)
    assert [j.fact_id for j in asked.reply.judgements] == ["f_a", "f_b"]
    assert asked.reply.missing == ("f_c",)
    assert asked.problem == "the model said nothing about 1 of the facts it was asked about"
    assert len(asked.records) == 4


def test_a_full_answer_is_asked_for_once(thread, envelope_text):
    model = Forgetful(envelope_text, {"f_a": 1, "f_b": 1, "f_c": 1})
    asked = ask(model, Ask(Task.GROUND, thread, facts=FACTS))
    assert len(model.asked) == 1
    assert asked.problem == ""


class Fixed:
    """Always gives one answer."""

    name, place = "fixed", "LOCAL"

    def __init__(self, answer):
        self.answer = answer

    def can(self, task):
        return True

    def ask(self, question):
        return self.answer


@pytest.mark.parametrize("kind", [k for k in AnswerKind if k is not AnswerKind.OK])
def test_only_an_ok_answer_is_read(thread, envelope_text, kind):
    answer = Answer(kind, text=envelope_text(), reason="because")
    asked = ask(Fixed(answer), Ask(Task.EXTRACT, thread))
    assert asked.reply is None
    assert asked.problem == "because"
    assert asked.records[0].kind == kind.value


def test_a_reply_that_fails_the_gate_is_no_reply_and_says_why(thread):
    asked = ask(Fixed(Answer(AnswerKind.OK, text="{}")), Ask(Task.EXTRACT, thread))
    assert asked.reply is None
    assert "task: Field required" in asked.problem


def test_facts_carry_the_model_that_answered(thread, envelope_text, raw_fact):
    answer = Answer(AnswerKind.OK, text=envelope_text(facts=[raw_fact()]), model="model-z")
    asked = ask(Fixed(answer), Ask(Task.EXTRACT, thread))
    assert isinstance(asked.reply, Extracted)
    assert asked.reply.facts[0].source == "model-z"
