"""Messages that answer each other, found from their headers alone.

Owned here: only message IDs join a conversation. Subjects that look alike never do, and every message
is in exactly one thread.
"""

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from mailmind.core.mail.date import as_utc


@dataclass(frozen=True, slots=True)
class Headers:
    """What threading needs to know of a message; ``key`` is the caller's name for it."""

    key: int
    header_id: str | None = None
    in_reply_to: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    subject: str = ""
    date: datetime | None = None


def group(messages: Sequence[Headers]) -> list[tuple[int, ...]]:
    """The threads, each oldest first (parents before their answers), in the order of the oldest."""
    joined = _Union()
    for message in messages:
        own = own_name(message)
        for name in (*message.references, *message.in_reply_to):
            joined.join(own, name)
        if message.header_id:
            joined.join(own, message.header_id)
    threads: dict[str, list[Headers]] = {}
    for message in messages:
        threads.setdefault(joined.find(own_name(message)), []).append(message)
    ordered = [_oldest_first(thread) for thread in threads.values()]
    ordered.sort(key=lambda thread: when(thread[0]))
    return [tuple(message.key for message in thread) for thread in ordered]


class _Union:
    """Sets of names that grow together."""

    def __init__(self) -> None:
        self._parent: dict[str, str] = {}

    def find(self, name: str) -> str:
        """The name that stands for the set."""
        root = name
        while (up := self._parent.setdefault(root, root)) != root:
            root = up
        while name != root:
            self._parent[name], name = root, self._parent[name]
        return root

    def join(self, one: str, other: str) -> None:
        self._parent[self.find(other)] = self.find(one)


def own_name(message: Headers) -> str:
    """A name that no message ID can have (they hold no white space)."""
    return f"message {message.key}"


def when(message: Headers) -> tuple[datetime, int]:
    """The sort key: undated messages last, ties by key."""
    moment = as_utc(message.date) if message.date else datetime.max.replace(tzinfo=UTC)
    return moment, message.key


def parents(messages: Sequence[Headers]) -> dict[int, int]:
    """Which message each one answers, by key: In-Reply-To where it is at hand, else the nearest of
    the References. Never itself, and never in a circle.
    """
    by_id: dict[str, int] = {}
    for message in sorted(messages, key=when):
        if message.header_id:
            by_id.setdefault(message.header_id, message.key)
    chosen: dict[int, int] = {}
    answered: set[int] = set()  # only a message with answers can be the end of a circle
    for message in sorted(messages, key=when):
        for name in (*message.in_reply_to, *reversed(message.references)):
            parent = by_id.get(name)
            if parent is None or parent == message.key:
                continue
            if message.key not in answered or not _leads_to(parent, message.key, chosen):
                chosen[message.key] = parent
                answered.add(parent)
                break
    return chosen


def _leads_to(start: int, goal: int, up: Mapping[int, int]) -> bool:
    step: int | None = start
    while step is not None:
        if step == goal:
            return True
        step = up.get(step)
    return False


def _oldest_first(thread: Sequence[Headers]) -> list[Headers]:
    """By date, except that an answer never stands before what it answers."""
    up = parents(thread)
    waiting: dict[int, list[Headers]] = {}
    ready: list[tuple[tuple[datetime, int], Headers]] = []
    for message in thread:
        if message.key in up:
            waiting.setdefault(up[message.key], []).append(message)
        else:
            heapq.heappush(ready, (when(message), message))
    ordered: list[Headers] = []
    while ready:
        _, message = heapq.heappop(ready)
        ordered.append(message)
        for answer in waiting.pop(message.key, ()):
            heapq.heappush(ready, (when(answer), answer))
    return ordered
