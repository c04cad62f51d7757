"""One question to a model, asked until it is answered as far as asking helps.

Owned here: nothing that was asked is forgotten. Facts that a reply left out are asked about again
together, then one by one; what is still missing then is named, and stays unresolved.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mailmind.core.prompts import prompt_hash
from mailmind.core.replies import Crossed, Grounded, Reply, ReplyError, parse_reply
from mailmind.core.values import Fact
from mailmind.ports import Answer, AnswerKind, Ask, Model, ModelCall

_MOST_SINGLE = 8
"""Facts that are asked about one by one; a model that left out more is not worth the money."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What an ask came to, and everything it cost."""

    reply: Reply | None
    problem: str
    """Why there is no reply, or what it left out; empty where all is well."""
    kind: AnswerKind
    """Of the first answer."""
    records: tuple[ModelCall, ...]


def ask(model: Model, question: Ask, *, tab: list[ModelCall] | None = None) -> Asked:
    """Ask, read the reply through the schema gate, and ask again for what it left out.

    Args:
        model: who is asked.
        question: what is asked.
        tab: every request is put here as it is answered, so that it is known also where a later one
            ends the run.
    """
    records = [] if tab is None else tab
    before = len(records)
    answer, reply = _once(model, question)
    records.append(_record(question, answer))
    if isinstance(reply, Grounded | Crossed) and reply.missing:
        reply = _complete(model, question, reply, records)
    problem = _problem(answer, reply)
    usable = None if isinstance(reply, ReplyError) else reply
    return Asked(usable, problem, answer.kind, tuple(records[before:]))


def _once(model: Model, question: Ask) -> tuple[Answer, Reply | ReplyError | None]:
    answer = model.ask(question)
    if answer.kind is not AnswerKind.OK:
        return answer, None
    source = answer.model or model.name
    return answer, parse_reply(question.task, answer.text, question, source=source)


def _complete(
    model: Model, question: Ask, reply: Grounded | Crossed, records: list[ModelCall]
) -> Grounded | Crossed:
    """The reply with the missing facts asked about again, together and then singly."""
    rounds = [_missing(question, reply)] if len(reply.missing) > 1 else []
    for facts in rounds:
        reply = _add(model, replace(question, facts=facts), reply, records)
    for fact in _missing(question, reply)[:_MOST_SINGLE]:
        reply = _add(model, replace(question, facts=(fact,)), reply, records)
    return reply


def _missing(question: Ask, reply: Grounded | Crossed) -> tuple[Fact, ...]:
    return tuple(fact for fact in question.facts if fact.id in reply.missing)


def _add(
    model: Model, question: Ask, reply: Grounded | Crossed, records: list[ModelCall]
) -> Grounded | Crossed:
    answer, more = _once(model, question)
    records.append(_record(question, answer))
    if isinstance(reply, Grounded) and isinstance(more, Grounded):
        found = {j.fact_id for j in more.judgements}
        return Grounded(reply.judgements + more.judgements, _without(reply.missing, found))
    if isinstance(reply, Crossed) and isinstance(more, Crossed):
        found = {r.fact_id for r in more.readings}
        return Crossed(reply.readings + more.readings, _without(reply.missing, found))
    return reply


def _without(missing: Sequence[str], found: set[str]) -> tuple[str, ...]:
    return tuple(name for name in missing if name not in found)


def _problem(answer: Answer, reply: Reply | ReplyError | None) -> str:
    if answer.kind is not AnswerKind.OK:
        return answer.reason or f"the model's answer was {answer.kind}"
    if isinstance(reply, ReplyError):
        return f"the model's reply does not pass the schema: {reply}"
    if isinstance(reply, Grounded | Crossed) and reply.missing:
        return f"the model said nothing about {len(reply.missing)} of the facts it was asked about"
    return ""


def _record(question: Ask, answer: Answer) -> ModelCall:
    return ModelCall(
        task=question.task.value,
        model=answer.model,
        kind=answer.kind.value,
        prompt_sha256=answer.prompt_sha256 or prompt_hash(),
        reply=answer.text,
        usage=answer.usage,
        calls=answer.calls,
    )
