"""What model calls cost, added up by run, day, thread, task or model.

Owned here: a sum never hides what is unknown. Calls whose tokens or cost nobody told are counted apart.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Protocol

from mailmind.core.dialogue import Usage


class Call(Protocol):
    """One ask, as far as money goes."""

    @property
    def at(self) -> datetime:
        """When it was asked."""
        ...

    @property
    def run_id(self) -> str:
        """In which run."""
        ...

    @property
    def thread_id(self) -> str:
        """About which thread."""
        ...

    @property
    def task(self) -> str:
        """What was asked."""
        ...

    @property
    def model(self) -> str:
        """Who was asked."""
        ...

    @property
    def usage(self) -> Usage:
        """What it took; None is unknown."""
        ...

    @property
    def calls(self) -> int:
        """Requests that were made."""
        ...


@dataclass(frozen=True, slots=True)
class Spent:
    """The sum of some calls."""

    name: str
    asks: int = 0
    requests: int = 0
    input_tokens: int = 0
    """Fresh input, cache reads and cache writes apart."""
    cache_read: int = 0
    cache_write: int = 0
    output_tokens: int = 0
    cost: float = 0.0
    """US dollars, of the asks whose cost is known."""
    unknown: int = 0
    """Asks whose cost is not known."""

    def plus(self, call: Call) -> "Spent":
        """The sum with one more call."""
        usage = call.usage
        return Spent(
            name=self.name,
            asks=self.asks + 1,
            requests=self.requests + call.calls,
            input_tokens=self.input_tokens + (usage.input_tokens or 0),
            cache_read=self.cache_read + (usage.cache_read or 0),
            cache_write=self.cache_write + (usage.cache_write or 0),
            output_tokens=self.output_tokens + (usage.output_tokens or 0),
            cost=self.cost + (usage.cost or 0.0),
            unknown=self.unknown + (usage.cost is None),
        )


def groups(zone: tzinfo) -> Mapping[str, Callable[[Call], str]]:
    """How calls can be grouped; days are those of the given zone."""
    return {
        "run": lambda call: call.run_id,
        "day": lambda call: call.at.astimezone(zone).date().isoformat(),
        "thread": lambda call: call.thread_id,
        "task": lambda call: call.task,
        "model": lambda call: call.model,
    }


def spent(calls: Iterable[Call], name_of: Callable[[Call], str]) -> tuple[Spent, ...]:
    """The sums of all groups, in the order in which the groups first occur."""
    sums: dict[str, Spent] = {}
    for call in calls:
        name = name_of(call)
        sums[name] = sums.get(name, Spent(name)).plus(call)
    return tuple(sums.values())
