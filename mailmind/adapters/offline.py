"""The provider that needs no model, no key and no network.

Owned here: it answers in the same envelope as any model, so its facts pass the same schema gate.
What it cannot judge (grounding, cross-verification, a second phrasing) it says it cannot.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from mailmind.core.dialogue import NO_USAGE, Answer, AnswerKind, Ask, Task
from mailmind.core.extract import aliases
from mailmind.core.offline import MOST_FACTS, offline_facts, overfull
from mailmind.core.template import template_reply
from mailmind.core.values import Fact, Sentence, Thread

NAME = "offline"


class OfflineModel:
    """Deterministic extraction and template replies behind the Model port."""

    name = NAME
    place = "OFF"

    def can(self, task: Task) -> bool:
        """Extract and draft; it judges nothing."""
        return task in (Task.EXTRACT, Task.DRAFT)

    def ask(self, ask: Ask) -> Answer:
        """Answer from code alone."""
        if ask.task is Task.EXTRACT:
            found = offline_facts(ask.thread)
            left_out = [_left_out(ask.thread, name) for name in overfull(found)]
            return _answer(facts=_raw_facts(ask.thread, found), questions=left_out)
        if ask.task is Task.DRAFT and ask.thread.messages:
            sentences = template_reply(
                ask.thread, ask.facts, ask.questions, plain=bool(ask.feedback)
            )
            return _answer(reply=[_raw_sentence(s) for s in sentences])
        reason = f"without a model there is nobody to ask for {ask.task}"
        if self.can(ask.task):
            reason = "the thread holds no mail to reply to"
        return Answer(AnswerKind.UNAVAILABLE, reason=reason, model=NAME, usage=NO_USAGE, calls=0)


def _answer(
    facts: Sequence[Mapping[str, Any]] = (),
    reply: Sequence[Mapping[str, Any]] = (),
    questions: Sequence[Mapping[str, str]] = (),
) -> Answer:
    body = {
        "task": "draft" if reply else "extract",
        "facts": facts,
        "checks": [],
        "reply": reply,
        "questions": list(questions),
    }
    text = json.dumps(body, ensure_ascii=False)
    return Answer(AnswerKind.OK, text=text, model=NAME, usage=NO_USAGE, calls=0)


def _raw_facts(thread: Thread, facts: Sequence[Fact]) -> list[dict[str, Any]]:
    alias = {message_id: name for name, message_id in aliases(thread).items()}
    return [
        _raw_fact(fact, number, alias[fact.message_id])
        for number, fact in enumerate(facts, start=1)
    ]


def _left_out(thread: Thread, message_id: str) -> dict[str, str]:
    alias = {name: short for short, name in aliases(thread).items()}[message_id]
    return {
        "question": f"what else does {alias} say? only its first {MOST_FACTS} values became facts",
        "missing": f"the rest of {alias}",
    }


def _raw_fact(fact: Fact, number: int, alias: str) -> dict[str, Any]:
    return {
        "fact_id": f"f{number}",
        "type": fact.type.value,
        "statement": fact.statement,
        "subject": fact.subject,
        "property": fact.type.value,
        "disproof": "",
        "value": fact.value,
        "quote": fact.quote,
        "message_id": alias,
        "layer": fact.layer.value,
        "confidence": fact.confidence,
        "modality": fact.modality.value,
    }


def _raw_sentence(sentence: Sentence) -> dict[str, Any]:
    return {"text": sentence.text, "kind": sentence.kind, "fact_ids": list(sentence.fact_ids)}
