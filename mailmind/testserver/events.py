"""One answer as a message, or as the server-sent events that make it up.

Owned here: the order of events, and that text arrives in pieces that end in mid-word.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from mailmind.testserver.promptcache import tokens

_DELTA = 7


@dataclass(frozen=True, slots=True)
class Turn:
    """One answer: its blocks, why it stops, and its usage (empty where none is told)."""

    blocks: list[dict[str, Any]]
    stop: str
    usage: Mapping[str, int]

    def events(self) -> Iterator[dict[str, Any]]:
        """Everything after ``message_start``."""
        yield {"type": "ping"}
        for index, block in enumerate(self.blocks):
            yield from _block_events(index, block)
        delta: dict[str, Any] = {"type": "message_delta", "delta": {"stop_reason": self.stop}}
        if self.usage:
            delta["usage"] = {"output_tokens": tokens(json.dumps(self.blocks))}
        yield delta
        yield {"type": "message_stop"}


def started(body: Mapping[str, Any], turn: Turn) -> dict[str, Any]:
    """The first event: a message that has said nothing yet."""
    begun = message(body, [], None)
    if turn.usage:
        begun["usage"] = {**turn.usage, "output_tokens": 1}
    return {"type": "message_start", "message": begun}


def message(
    body: Mapping[str, Any], blocks: list[dict[str, Any]], stop: str | None
) -> dict[str, Any]:
    """A message as the API returns it, without its usage."""
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": body.get("model"),
        "content": blocks,
        "stop_reason": stop,
        "stop_sequence": None,
    }


def _block_events(index: int, block: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    is_tool = block["type"] == "tool_use"
    text = json.dumps(block["input"], ensure_ascii=False) if is_tool else block["text"]
    opened = {**block, "input": {}} if is_tool else {"type": "text", "text": ""}
    yield {"type": "content_block_start", "index": index, "content_block": opened}
    step = max(_DELTA, len(text) // 200)
    for at in range(0, len(text), step):
        piece = text[at : at + step]
        delta = (
            {"type": "input_json_delta", "partial_json": piece}
            if is_tool
            else {"type": "text_delta", "text": piece}
        )
        yield {"type": "content_block_delta", "index": index, "delta": delta}
    yield {"type": "content_block_stop", "index": index}
