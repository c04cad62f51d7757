"""The format of recorded replies: what a model answered about one thread, to be replayed.

Owned here: the meaning of a recording. One JSON object holds one thread::

    {"format": 1, "note": "…", "model": "claude-haiku-5-5",
     "messages": ["a1@acme.example", …],
     "replies": [{"task": "extract", "attempt": 1, "reply": {…}, "usage": {…}}, …]}

``messages`` are the Message-IDs of the thread, oldest first; they say which thread it is and what
m1..mN mean. ``reply`` is the reply as an object, ``text`` in its place a reply that is no JSON, and
``kind`` with ``reason`` an ask that ended without one. Every reply names facts as the recorded
extract reply names them (f1, f2, …), so that a person can read and write a recording.
"""

import json
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from mailmind.core.dialogue import Answer, AnswerKind, Ask, Task, Usage
from mailmind.core.envelope import SchemaError, envelope
from mailmind.core.extract import facts_from
from mailmind.core.values import Message, Thread


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class RecordedUsage(_Strict):
    """Tokens and money of a recorded ask; null is unknown."""

    input_tokens: int | None = None
    output_tokens: int | None = None
    cache_read: int | None = None
    cache_write: int | None = None
    cost: float | None = None


class RecordedReply(_Strict):
    """What came of one ask."""

    task: Literal["extract", "consistency", "ground", "cross", "draft"]
    attempt: Annotated[int, Field(ge=1)] = 1
    reply: dict[str, Any] | None = None
    text: str | None = None
    kind: Literal["ok", "refused", "truncated", "empty", "malformed", "unavailable", "budget"] = (
        "ok"
    )
    reason: str = ""
    usage: RecordedUsage = RecordedUsage()
    calls: Annotated[int, Field(ge=0)] = 1


class Recording(_Strict):
    """All recorded asks of one thread."""

    format: Literal[1]
    note: str = ""
    model: Annotated[str, Field(min_length=1)]
    messages: Annotated[list[str], Field(min_length=1)]
    replies: list[RecordedReply]

    def entry(self, ask: Ask) -> RecordedReply | None:
        """The record of this ask. The last recorded draft also stands for later attempts."""
        entries = [e for e in self.replies if e.task == ask.task.value]
        exact = next((e for e in entries if e.attempt == ask.attempt), None)
        if exact is None and ask.task is Task.DRAFT and entries:
            return max(entries, key=lambda e: e.attempt)
        return exact


def message_key(message: Message) -> str:
    """What a recording calls a message: its Message-ID, or the hash of its bytes."""
    return message.header_id or f"sha256:{message.sha256[:16]}"


def thread_key(thread: Thread) -> tuple[str, ...]:
    """What a recording calls a thread: its messages, oldest first."""
    return tuple(message_key(message) for message in thread.messages)


def replayed(recording: Recording, entry: RecordedReply, ask: Ask) -> Answer:
    """The answer that was recorded, with the facts under their stable names.

    A recorded model answers only what it is asked: checks and readings of other facts are left out.
    """
    text = entry.text or ""
    if entry.reply is not None:
        reply = dict(entry.reply)
        if ask.task not in (Task.EXTRACT, Task.CONSISTENCY):
            reply = _only_asked(_renamed(reply, _stable_ids(recording, ask.thread)), ask)
        text = json.dumps(reply, ensure_ascii=False)
    return Answer(
        AnswerKind(entry.kind),
        text=text,
        reason=entry.reason,
        model=recording.model,
        usage=Usage(**entry.usage.model_dump()),
        calls=entry.calls,
    )


def recorded(recording: Recording, ask: Ask, answer: Answer) -> Recording:
    """The recording with one more answer; it replaces one of the same task and attempt."""
    fields: dict[str, Any] = {"text": answer.text or None}
    try:
        reply = json.loads(answer.text)
    except ValueError:
        reply = None
    if isinstance(reply, dict):
        if ask.task not in (Task.EXTRACT, Task.CONSISTENCY):
            local = {stable: name for name, stable in _stable_ids(recording, ask.thread).items()}
            reply = _renamed(reply, local)
        fields = {"reply": reply}
    entry = RecordedReply(
        task=ask.task.value,
        attempt=ask.attempt,
        kind=answer.kind.value,
        reason=answer.reason,
        usage=RecordedUsage(
            input_tokens=answer.usage.input_tokens,
            output_tokens=answer.usage.output_tokens,
            cache_read=answer.usage.cache_read,
            cache_write=answer.usage.cache_write,
            cost=answer.usage.cost,
        ),
        calls=answer.calls,
        **fields,
    )
    others = [e for e in recording.replies if (e.task, e.attempt) != (entry.task, entry.attempt)]
    return recording.model_copy(update={"replies": [*others, entry]})


def _stable_ids(recording: Recording, thread: Thread) -> Mapping[str, str]:
    """The fact IDs of the recorded extract reply, mapped to the stable ones."""
    extract = next((e for e in recording.replies if e.task == "extract"), None)
    if extract is None or extract.reply is None:
        return {}
    try:
        raw = envelope(json.dumps(extract.reply)).facts
    except SchemaError:
        return {}
    return facts_from(raw, thread, source=recording.model)[2]


def _only_asked(reply: dict[str, Any], ask: Ask) -> dict[str, Any]:
    asked = {fact.id for fact in ask.facts}
    for name in ("checks", "readings"):
        if isinstance(items := reply.get(name), list):
            reply[name] = [
                item for item in items if not isinstance(item, dict) or item.get("fact_id") in asked
            ]
    return reply


def _renamed(reply: Mapping[str, Any], ids: Mapping[str, str]) -> dict[str, Any]:
    """A copy in which every ``fact_id`` and ``fact_ids`` is renamed; unknown names stay."""
    return {key: _walk(value, key, ids) for key, value in reply.items()}


def _walk(value: Any, key: str, ids: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return _renamed(value, ids)
    if isinstance(value, list):
        return [_walk(item, key, ids) for item in value]
    if isinstance(value, str) and key in ("fact_id", "fact_ids"):
        return ids.get(value, value)
    return value
