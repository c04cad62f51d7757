"""What came of one request, as a value: nothing that the server or the network did is an exception.

Owned here: the whitelist. Only a message that ended with ``end_turn`` (or a call of our one answer
tool) and holds exactly one text is OK; everything else has a name, and says whether asking once more can
help, whether waiting can, or whether no further request can succeed.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from mailmind.adapters.claude.request import TOOL
from mailmind.core.dialogue import AnswerKind, Usage

_WORDS = {
    "refusal": "the model refused to answer",
    "truncated": "the reply was cut off: it did not fit into max_tokens",
    "context_full": "the thread does not fit into the model's context window",
    "empty": "the reply is empty",
    "two_blocks": "the reply has two texts, and nobody can tell which one counts",
    "no_stop": "the stream ended before the reply did",
    "stop": "the reply stopped for a reason that is not known to be safe",
    "html": "the server answered with a web page; is model.base_url a Messages API?",
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one request ended."""

    kind: AnswerKind
    code: str
    """The name of the outcome: ``ok``, ``refusal``, ``truncated``, ``sse_error``, ``rate_limit``, …"""
    text: str = ""
    reason: str = ""
    usage: Usage = field(default_factory=Usage)
    wait: float | None = None
    """Waiting helps: this long where the server says so, -1 where it does not say."""
    fatal: bool = False
    """No further request can succeed."""


@dataclass(slots=True)
class Collected:
    """A streamed message while it comes in. Only known event types count."""

    blocks: dict[int, dict[str, str]] = field(default_factory=dict)
    stop_reason: str | None = None
    begun: bool = False
    usage: dict[str, int | None] = field(default_factory=dict)

    def add(self, event: Any) -> str:
        """Take in one event; answers the text that it added."""
        if event.type == "message_start":
            self.begun = True
            self._count(getattr(event.message, "usage", None))
        elif event.type == "content_block_start":
            block = event.content_block
            text = block.text if block.type == "text" else ""
            name = getattr(block, "name", "") or ""
            self.blocks[event.index] = {"type": block.type, "name": name, "text": text or ""}
        elif event.type == "content_block_delta" and event.index in self.blocks:
            delta = event.delta
            piece = {"text_delta": "text", "input_json_delta": "partial_json"}.get(delta.type)
            added = getattr(delta, piece) if piece else ""
            self.blocks[event.index]["text"] += added
            return str(added)
        elif event.type == "message_delta":
            self.stop_reason = event.delta.stop_reason
            self._count(getattr(event, "usage", None))
        return ""

    def _count(self, usage: Any) -> None:
        for ours, theirs in (
            ("input_tokens", "input_tokens"),
            ("output_tokens", "output_tokens"),
            ("cache_read", "cache_read_input_tokens"),
            ("cache_write", "cache_creation_input_tokens"),
        ):
            count = getattr(usage, theirs, None)
            if isinstance(count, int):
                self.usage[ours] = count

    def outcome(self, *, caches: bool) -> Outcome:
        """How the message ended.

        Args:
            caches: False for a server that has no prompt cache to report: none is known to be zero.
        """
        code, text = self._judge()
        usage = Usage(
            input_tokens=self.usage.get("input_tokens"),
            # A stream that broke off counted its first token only.
            output_tokens=self.usage.get("output_tokens") if self.stop_reason else None,
            cache_read=self.usage.get("cache_read", None if caches else 0),
            cache_write=self.usage.get("cache_write", None if caches else 0),
        )
        kind = _KINDS.get(code, AnswerKind.MALFORMED)
        return Outcome(kind, code, text=text, reason=_WORDS.get(code, ""), usage=usage)

    def _judge(self) -> tuple[str, str]:
        if not self.begun:
            return "html", ""
        if self.stop_reason is None:
            return "no_stop", ""
        if self.stop_reason == "refusal":
            return "refusal", ""
        if self.stop_reason == "max_tokens":
            return "truncated", ""
        if self.stop_reason == "model_context_window_exceeded":
            return "context_full", ""
        answers = [b for b in self.blocks.values() if b["type"] == "tool_use"]
        if self.stop_reason == "tool_use" and len(answers) == 1 and answers[0]["name"] == TOOL:
            return "ok", _unstrung(answers[0]["text"])
        if self.stop_reason != "end_turn":
            return "stop", ""
        texts = [b["text"] for b in self.blocks.values() if b["type"] == "text"]
        texts = [text for text in texts if text.strip()]
        if not texts:
            return "empty", ""
        return ("ok", texts[0]) if len(texts) == 1 else ("two_blocks", "")


_KINDS = {
    "ok": AnswerKind.OK,
    "refusal": AnswerKind.REFUSED,
    "truncated": AnswerKind.TRUNCATED,
    "context_full": AnswerKind.TRUNCATED,
    "empty": AnswerKind.EMPTY,
    "html": AnswerKind.UNAVAILABLE,
}


def _unstrung(text: str) -> str:
    """A tool's input whose lists came as JSON strings, with those decoded once."""
    try:
        data = json.loads(text)
    except ValueError:
        return text
    if not isinstance(data, dict):
        return text
    return json.dumps({k: _decoded(v) for k, v in data.items()}, ensure_ascii=False)


def _decoded(value: Any) -> Any:
    if isinstance(value, str) and value.lstrip().startswith("["):
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value


def total(usages: Iterable[Usage]) -> Usage:
    """The sum of what several requests used; unknown as soon as one is unknown."""
    summed: Usage | None = None
    for usage in usages:
        summed = usage if summed is None else summed + usage
    return summed or Usage(0, 0, 0, 0, 0.0)
