"""One thread: ask for facts, send each through its route, and settle its state.

Owned here: the order. Code checks first, and the first failure spares every model call that would
have followed; each model-based check is asked once for all facts of the thread that still need it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from mailmind.core.checks import (
    CheckContext,
    consistency_verdicts,
    cross_verdicts,
    deterministic,
    grounding_verdicts,
    inseparable,
    not_run,
    overtaken,
    pending_model_checks,
    together,
)
from mailmind.core.offline import markup_facts
from mailmind.core.propositions import atoms, compound
from mailmind.core.replies import Crossed, Extracted, Grounded, Judgement
from mailmind.core.route import route
from mailmind.core.states import state
from mailmind.core.values import CheckedFact, Fact, Thread, Verdict
from mailmind.pipeline.bench import Workbench, put
from mailmind.ports import Ask, Model, Task


@dataclass(frozen=True, slots=True)
class Examined:
    """What is known of a thread's facts. What it took to find out stands on the bench's tab."""

    facts: tuple[CheckedFact, ...]
    problem: str = ""
    """Why the model's facts could not be had; empty where they could."""
    rejected: tuple[str, ...] = ()
    """What the model offered as a fact and the schema gate refused, and what it left open, in words."""


def examine(thread: Thread, bench: Workbench) -> Examined:
    """Extract the facts of a thread and check every one of them."""
    asked = put(bench, bench.model, Ask(Task.EXTRACT, thread))
    found: tuple[Fact, ...] = ()
    refused: tuple[str, ...] = ()
    if isinstance(asked.reply, Extracted):
        found = asked.reply.facts
        refused = tuple(str(item) for item in asked.reply.rejected)
        refused += tuple(f"open question: {item.question}" for item in asked.reply.questions)
    known = {fact.id for fact in found}
    facts = found + tuple(f for f in markup_facts(thread) if f.id not in known)
    return Examined(check_all(facts, thread, bench), asked.problem, refused)


def check_all(facts: Sequence[Fact], thread: Thread, bench: Workbench) -> tuple[CheckedFact, ...]:
    """Route and check facts; answers them with their verdicts."""
    context = bench.context(thread)
    routes = {fact.id: route(fact, context) for fact in facts}
    verdicts = {fact.id: list(deterministic(fact, routes[fact.id], context)) for fact in facts}
    for check, put_to_model in _MODEL_CHECKS.items():
        waiting = [
            fact
            for fact in facts
            if check in pending_model_checks(routes[fact.id], verdicts[fact.id])
        ]
        if not waiting:
            continue
        answers = put_to_model(waiting, context, bench)
        for fact in waiting:
            verdicts[fact.id].append(answers[fact.id])
    return tuple(
        CheckedFact(
            fact, state(fact, verdicts[fact.id], routes[fact.id], context), tuple(verdicts[fact.id])
        )
        for fact in facts
    )


Answers = Mapping[str, Verdict]
"""For every fact that was asked about, its verdict."""


def _ground(facts: Sequence[Fact], context: CheckContext, bench: Workbench) -> Answers:
    if not bench.model.can(Task.GROUND):
        return _nobody("grounding", facts, "no model is at hand that could read the thread")
    tied = {fact.id: two for fact in facts if (two := compound(fact))}
    parts = {fact.id: atoms(fact) for fact in facts if fact.id not in tied}
    held = {fact.id: inseparable(fact, tied[fact.id]) for fact in facts if fact.id in tied}
    if not parts:
        return held
    single = tuple(part for atomic in parts.values() for part in atomic)
    question = Ask(Task.GROUND, context.thread, facts=single)
    asked = put(bench, bench.model, question)
    judged = asked.reply.judgements if isinstance(asked.reply, Grounded) else ()
    if doubtful := overtaken(single, judged, context):
        judged = _again(question, doubtful, judged, bench)
    answers = grounding_verdicts(single, judged, context, problem=asked.problem)
    return held | {
        name: together([answers[part.id] for part in atomic]) for name, atomic in parts.items()
    }


def _again(
    question: Ask, facts: tuple[Fact, ...], judged: tuple[Judgement, ...], bench: Workbench
) -> tuple[Judgement, ...]:
    """The judgements, with those that an older mail decided made once more by the newest."""
    asked = put(bench, bench.model, replace(question, facts=facts, attempt=2))
    fresh = asked.reply.judgements if isinstance(asked.reply, Grounded) else ()
    anew = {judgement.fact_id for judgement in fresh}
    return tuple(j for j in judged if j.fact_id not in anew) + fresh


def _agree(facts: Sequence[Fact], context: CheckContext, bench: Workbench) -> Answers:
    if not bench.model.can(Task.CONSISTENCY):
        return _nobody("consistency", facts, "no model is at hand for a second extraction")
    asked = put(bench, bench.model, Ask(Task.CONSISTENCY, context.thread))
    second = asked.reply.facts if isinstance(asked.reply, Extracted) else None
    return consistency_verdicts(facts, second, context, problem=asked.problem)


def _cross(facts: Sequence[Fact], context: CheckContext, bench: Workbench) -> Answers:
    reader: Model | None = bench.verifier
    if reader is None or not reader.can(Task.CROSS):
        return _nobody("cross", facts, "no second reader is at hand")
    question = Ask(Task.CROSS, context.thread, facts=tuple(facts))
    asked = put(bench, reader, question)
    readings = list(asked.reply.readings) if isinstance(asked.reply, Crossed) else []
    abstained = {r.fact_id for r in readings if r.value is None}
    if abstained:
        # Only where the reader could not find it by itself may the proposal be shown.
        shown = tuple(fact for fact in facts if fact.id in abstained)
        again = put(bench, reader, replace(question, facts=shown, attempt=2))
        if isinstance(again.reply, Crossed):
            readings = [r for r in readings if r.fact_id not in abstained]
            readings += (replace(reading, shown=True) for reading in again.reply.readings)
    return cross_verdicts(facts, readings, context, problem=asked.problem)


def _nobody(check: str, facts: Sequence[Fact], reason: str) -> Answers:
    return {fact.id: not_run(check, reason) for fact in facts}


_MODEL_CHECKS = {"grounding": _ground, "consistency": _agree, "cross": _cross}
"""In the order of their cost: one call that serves many facts first."""
