"""A question as the text that goes over the wire, laid out so that a thread is cached once.

Owned here: the prefix. System prompt and mails are byte-identical for every task of a thread, with
boundaries that do not move when mails are added; what differs between tasks stands last.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mailmind.core import prompts
from mailmind.core.dialogue import Ask, Task
from mailmind.core.envelope import CROSS_SCHEMA, ENVELOPE_SCHEMA
from mailmind.core.extract import aliases
from mailmind.core.prompts import AS_SHIPPED, Instructions
from mailmind.core.questions import proposal, question
from mailmind.core.values import Fact, Layer, Message, Thread

_CHUNK = 10
"""Mails of one block in long threads: a cache entry is looked for only 20 blocks back."""
_SINGLE = 15
"""Newest mails that stay one block each."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """Everything that is sent for one ask."""

    system: str
    mails: tuple[str, ...]
    """One JSON text a block, oldest first."""
    chunks: int
    """How many of these blocks, the first, hold several mails and stay as they are when mails are added."""
    task: str
    schema: Mapping[str, Any]
    once: bool = False
    """Nobody is likely to ask about these mails again soon: caching them would cost more than it saves."""
    cut: int = 0
    """Characters of mail text that did not fit and were left out."""

    @property
    def text(self) -> str:
        """The whole prompt for a person to read."""
        return "\n\n".join([self.system, *self.mails, self.task])


def build(ask: Ask, *, mail_chars: int, told: Instructions = AS_SHIPPED) -> Prompt:
    """The prompt of an ask.

    Args:
        ask: what is asked.
        mail_chars: a longer mail is cut there, and its block says how much is missing.
        told: what the model is told beside the task and the mails.
    """
    cross = ask.task is Task.CROSS
    shown = [
        _raw(n, m, mail_chars) if cross else _layered(n, m, mail_chars)
        for n, m in enumerate(ask.thread.messages, start=1)
    ]
    return Prompt(
        system=prompts.CROSS_SYSTEM if cross else told.system,
        mails=tuple(_blocks([_json(mail) for mail in shown])),
        chunks=_chunks(len(shown)),
        task=_task(ask),
        schema=CROSS_SCHEMA if cross else ENVELOPE_SCHEMA,
        once=cross or _is_asked_once(ask.thread),
        cut=sum(max(0, len(m.body) - mail_chars) for m in ask.thread.messages),
    )


_MACHINE = frozenset({"bulk", "list", "no-reply", "auto-reply", "bounce", "one-time-code"})
_ONE_CALL = ("general", "summary")
"""Workflows that do not run an extraction twice."""


def _is_asked_once(thread: Thread) -> bool:
    """True for mail of machines, which gets no reply, in workflows that read it only once."""
    newest = thread.messages[-1] if thread.messages else None
    by_machine = newest is not None and any(t.kind in _MACHINE for t in newest.traits)
    return by_machine and thread.workflow in _ONE_CALL


def _json(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "replace").decode("utf-8")


def _chunks(mails: int) -> int:
    return max(0, mails - _SINGLE) // _CHUNK


def _blocks(mails: Sequence[str]) -> Iterator[str]:
    """One block a mail; in long threads the older mails in chunks whose boundaries stay."""
    merged = _chunks(len(mails)) * _CHUNK
    for start in range(0, merged, _CHUNK):
        yield "\n".join(mails[start : start + _CHUNK])
    yield from mails[merged:]


def _headers(number: int, message: Message) -> dict[str, Any]:
    return {
        "message_id": f"m{number}",
        "from": str(message.sender),
        "to": [str(a) for a in message.to],
        "cc": [str(a) for a in message.cc],
        "date": message.date.isoformat() if message.date else None,
        "subject": message.subject,
    }


def _layered(number: int, message: Message, limit: int) -> dict[str, Any]:
    body = message.body[:limit]
    mail = _headers(number, message) | {"parts": list(_parts(message, body))}
    return mail | _extras(message, limit)


def _raw(number: int, message: Message, limit: int) -> dict[str, Any]:
    return _headers(number, message) | {"text": message.body[:limit]} | _extras(message, limit)


def _extras(message: Message, limit: int) -> dict[str, Any]:
    extras: dict[str, Any] = {}
    if message.attachments:
        extras["attachments"] = list(message.attachments)
    if len(message.body) > limit:
        extras["left_out"] = f"{len(message.body) - limit} characters at the end"
    return extras


def _parts(message: Message, body: str) -> Iterator[dict[str, Any]]:
    at = 0
    for span in message.layers:
        if span.start >= len(body):
            break
        if body[at : span.start].strip():
            yield {"layer": Layer.OWN.value, "text": body[at : span.start]}
        part = {"layer": span.layer.value, "text": body[span.start : span.end]}
        if span.author:
            part["author"] = str(span.author)
        yield part
        at = max(at, span.end)
    if body[at:].strip():
        yield {"layer": Layer.OWN.value, "text": body[at:]}


def _task(ask: Ask) -> str:
    match ask.task:
        case Task.EXTRACT:
            return prompts.EXTRACT_A
        case Task.CONSISTENCY:
            return prompts.EXTRACT_B
        case Task.GROUND:
            form = prompts.GROUND if ask.attempt == 1 else prompts.GROUND_AGAIN
            return form.format(facts=_lines(_claim(f, ask.thread) for f in ask.facts))
        case Task.CROSS:
            form, words = (
                (prompts.CROSS, question) if ask.attempt == 1 else (prompts.CROSS_AGAIN, proposal)
            )
            asked = ({"fact_id": f.id, "question": words(f, ask.thread)} for f in ask.facts)
            return form.format(questions=_lines(asked))
        case Task.DRAFT:
            text = prompts.DRAFT.format(
                facts=_lines(_usable(f, ask.thread) for f in ask.facts),
                questions=_lines(ask.questions),
            )
            again = prompts.DRAFT_AGAIN.format(feedback=ask.feedback) if ask.feedback else ""
            return text + again


def _lines(items: Iterator[dict[str, Any]] | Sequence[str]) -> str:
    return "\n".join(_json(item) for item in items) or "(none)"


def _claim(fact: Fact, thread: Thread) -> dict[str, Any]:
    return {
        "fact_id": fact.id,
        "claim": fact.statement,
        "said_in": _alias(fact, thread),
        "modality": fact.modality.value,
    }


def _usable(fact: Fact, thread: Thread) -> dict[str, Any]:
    return {
        "fact_id": fact.id,
        "statement": fact.statement,
        "value": fact.value,
        "quote": fact.quote,
        "message_id": _alias(fact, thread),
        "modality": fact.modality.value,
    }


def _alias(fact: Fact, thread: Thread) -> str:
    return next((a for a, m in aliases(thread).items() if m == fact.message_id), fact.message_id)
