"""Claims with two halves, what a neutral verdict means, and the money of a thread that was cut off."""

import json
from dataclasses import replace

import pytest

from mailmind.core.policy import Neutral
from mailmind.errors import ModelError
from mailmind.ports import Answer, AnswerKind, Ask, Task, Usage

WHOLE = "Ada will send the blue one and will pay the courier."
HALVES = ("Ada will send the blue one", "Ada will pay the courier.")
SENT = "We will send the blue one."


def judge(*true):
    """A reader who supports these statements and finds no other."""

    def reply(ask):
        checks = [
            {
                "fact_id": f.id,
                "verdict": "supported" if f.statement in true else "not_found",
                "quote": SENT if f.statement in true else "",
                "message_id": "m1" if f.statement in true else "",
                "missing": "",
            }
            for f in ask.facts
        ]
        lists = {"facts": [], "reply": [], "questions": []}
        return json.dumps({"task": "ground", "checks": checks} | lists)

    return reply


def claim(lab):
    return lab.fact(type="claim", statement=WHOLE, value="", quote=SENT)


@pytest.mark.parametrize(("true", "state"), [(HALVES, "verified"), (HALVES[:1], "held")])
def test_each_half_of_a_claim_is_judged_in_the_same_call(lab, true, state):
    lab.run(lab.mail, extract=lab.extract(claim(lab)), ground=judge(*true))
    (checked,) = lab.outcome.facts
    (asked,) = [ask for ask in lab.model.asks if ask.task == "ground"]
    assert tuple(f.statement for f in asked.facts) == HALVES
    assert (checked.fact.statement, str(checked.state)) == (WHOLE, state)


def test_a_compound_is_held_with_what_is_missing_and_costs_no_question(lab):
    tied = lab.fact(type="claim", statement="You can cancel and get a refund until Friday.", value="",
                    quote=SENT)  # fmt: skip
    lab.run(lab.mail, extract=lab.extract(tied), ground=judge(tied["statement"]))
    (checked,) = lab.outcome.facts
    assert (str(checked.state), lab.asked()) == ("held", ["extract"])
    verdict = checked.verdicts[-1]
    assert verdict.extra["proposition"] == tied["statement"]
    assert "'You can cancel'" in verdict.extra["missing"]
    assert "'get a refund until Friday.'" in verdict.extra["missing"]


def test_a_compound_beside_an_atomic_claim_leaves_that_one_its_judgement(lab):
    tied = lab.fact(type="claim", statement="You can cancel and get a refund until Friday.", value="",
                    quote=SENT)  # fmt: skip
    plain = lab.fact(fact_id="f2", type="claim", statement="Ada will send the blue one.", value="",
                     quote=SENT)  # fmt: skip
    lab.run(lab.mail, extract=lab.extract(tied, plain), ground=judge(plain["statement"]))
    assert [str(c.state) for c in lab.outcome.facts] == ["held", "verified"]


@pytest.mark.parametrize(("neutral", "state"), [("held", "held"), ("rejected", "rejected")])
def test_what_a_neutral_verdict_means_is_policy(lab, neutral, state):
    policy = lab.bench.settings.policy
    limits = replace(policy.thresholds, neutral=Neutral(neutral))
    settings = replace(lab.bench.settings, policy=replace(policy, thresholds=limits))
    lab.bench = replace(lab.bench, settings=settings)
    lab.run(lab.mail, extract=lab.extract(claim(lab)), ground=judge())
    assert [str(c.state) for c in lab.outcome.facts] == [state]


def test_the_money_of_a_thread_that_was_cut_off_is_recorded(lab):
    spent = Usage(1000, 100, 0, 0, 0.25)
    first = Answer(AnswerKind.OK, lab.extract(claim(lab)), model="fake-1", usage=spent)
    broke = Answer(AnswerKind.BUDGET, reason="the ceiling of this run is reached", calls=0)
    summary = lab.run(lab.mail, extract=first, ground=broke)
    assert summary.stopped == "the ceiling of this run is reached; 1 of 1 threads are left"
    assert (summary.seen, summary.failed, summary.cost) == (0, 0, 0.25)
    calls = lab.bench.store.model_calls()
    assert [(call.task, call.usage.cost) for call in calls][:1] == [("extract", 0.25)]
    again = lab.run(extract=lab.extract(claim(lab)), ground=judge(*HALVES))
    assert (again.seen, again.of) == (1, 1)
    assert [str(c.state) for c in lab.outcome.facts] == ["verified"]


def test_a_question_that_was_answered_in_part_is_recorded_where_the_rest_ends_the_run(lab):
    part = Answer(
        AnswerKind.OK, judge()(Ask(Task.GROUND, None)), model="fake-1", usage=Usage(cost=0.5)
    )

    def broke(_ask):
        raise ModelError("the key is not accepted")

    lab.run(lab.mail, extract=lab.extract(claim(lab)), ground=[part, broke])
    calls = lab.bench.store.model_calls()
    assert [(call.task, call.usage.cost) for call in calls] == [("extract", None), ("ground", 0.5)]
