"""Public fakes of the ports, for tests of mailmind and of what others build on it.

Owned here: a fake keeps the contract of its port. Where the real thing can run in a test (the store, in
memory) it is its own fake.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from mailmind.adapters.memory import FakeFolder, FakeMailbox
from mailmind.adapters.store import SqliteStore
from mailmind.ports import Answer, AnswerKind, Ask, ImportTrouble, RawMail, Task

__all__ = [
    "DAY",
    "FakeFolder",
    "FakeMailSource",
    "FakeMailbox",
    "FakeModel",
    "FixedClock",
    "Script",
    "memory_store",
]

DAY = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
"""The day on which tests happen unless they say otherwise."""


@dataclass
class FixedClock:
    """A clock that moves only when told to."""

    at: datetime = DAY

    def now(self) -> datetime:
        """The same moment until :meth:`advance`."""
        return self.at

    def advance(self, **amount: float) -> None:
        """Move on by these arguments of ``timedelta``."""
        self.at += timedelta(**amount)


def memory_store(clock: FixedClock | None = None) -> SqliteStore:
    """The real store, in memory, with a clock that stands still."""
    return SqliteStore.open(":memory:", now=(clock or FixedClock()).now)


@dataclass(frozen=True)
class FakeMailSource:
    """Mail from a list; a string or bytes become a mail named by its place in the list."""

    items: Sequence[RawMail | ImportTrouble | bytes | str]

    def read(self) -> Iterator[RawMail | ImportTrouble]:
        """Every item, in order."""
        for number, item in enumerate(self.items, start=1):
            if isinstance(item, str):
                yield RawMail(item.encode(), f"mail {number}")
            elif isinstance(item, bytes):
                yield RawMail(item, f"mail {number}")
            else:
                yield item


Script = str | Answer | Callable[[Ask], str | Answer]
"""One answer of a :class:`FakeModel`: the reply's text, a whole answer, or a function that makes one."""


@dataclass
class FakeModel:
    """A model that answers from a script and remembers what it was asked.

    The answers to a task are given in order, the last one again and again. A task without a script
    cannot be asked.
    """

    scripts: Mapping[Task, Sequence[Script]] = field(default_factory=dict)
    name: str = "fake-1"
    place: str = "OFF"
    asks: list[Ask] = field(default_factory=list)
    """Every ask, in order."""

    def can(self, task: Task) -> bool:
        """Whether there is a script for the task."""
        return bool(self.scripts.get(task))

    def ask(self, ask: Ask) -> Answer:
        """The next answer of the task's script."""
        earlier = sum(1 for one in self.asks if one.task is ask.task)
        self.asks.append(ask)
        script = self.scripts.get(ask.task, ())
        if not script:
            reason = f"no script for {ask.task.value}"
            return Answer(AnswerKind.UNAVAILABLE, reason=reason, model=self.name)
        step = script[min(earlier, len(script) - 1)]
        answer = step(ask) if callable(step) else step
        if isinstance(answer, str):
            return Answer(AnswerKind.OK, answer, model=self.name)
        return answer
