"""The prompt cache as the documentation describes it, by prefix.

Owned here: what a request reads and writes. An entry belongs to model, tools, format, effort and
thinking; it is looked for at a breakpoint and up to twenty blocks before it, and can be read only once
the response that wrote it has begun.
"""

import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from mailmind.testserver.rules import blocks

_LOOK_BACK = 20
_CHARS_PER_TOKEN = 4


def tokens(text: str) -> int:
    """A token count that is good enough to compare layouts."""
    return max(1, len(text) // _CHARS_PER_TOKEN)


@dataclass(frozen=True, slots=True)
class Counted:
    """The input side of a usage, and the cache entries that this request writes."""

    plain: int
    read: int
    written: int
    entries: tuple[str, ...]


class PromptCache:
    """What was written so far."""

    def __init__(self, minimum: int = 512) -> None:
        self._minimum = minimum
        self._entries: set[str] = set()
        self._lock = threading.Lock()

    def count(self, body: Mapping[str, Any]) -> Counted:
        """What this request reads and would write."""
        sizes, hashes, ends = _prefixes(body)
        total = sizes[-1]
        if not ends or sizes[ends[-1]] < self._minimum:
            return Counted(total, 0, 0, ())
        with self._lock:
            hit = max(
                (
                    at
                    for end in ends
                    for at in range(end, max(-1, end - _LOOK_BACK - 1), -1)
                    if hashes[at] in self._entries
                ),
                default=None,
            )
        read = sizes[hit] if hit is not None else 0
        last = sizes[ends[-1]]
        entries = tuple(hashes[end] for end in ends if sizes[end] >= self._minimum)
        return Counted(total - last, read, last - read, entries)

    def begin(self, counted: Counted) -> None:
        """The response has begun: its entries can be read from now on."""
        with self._lock:
            self._entries.update(counted.entries)


def _prefixes(body: Mapping[str, Any]) -> tuple[list[int], list[str], list[int]]:
    """Per block: tokens up to it, hash up to it; and the blocks where a breakpoint stands."""
    config = {key: body.get(key) for key in ("model", "tools", "output_config", "thinking")}
    running = sha256(json.dumps(config, sort_keys=True).encode())
    size, sizes, hashes, ends = 0, [], [], []
    for at, (text, is_end) in enumerate(blocks(body)):
        running.update(b"\x00" + text.encode())
        size += tokens(text)
        sizes.append(size)
        hashes.append(running.hexdigest())
        if is_end:
            ends.append(at)
    return sizes, hashes, ends
