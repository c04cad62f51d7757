"""What is asked of a model and what comes back, as frozen values.

Owned here: the outcomes of an ask. Only ``OK`` carries text that may be parsed; every other kind is
an answer that proves nothing, and what waited for it stays unresolved.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from mailmind.core.values import Fact, Thread


class Task(StrEnum):
    """What a model may be asked to do."""

    EXTRACT = "extract"
    CONSISTENCY = "consistency"
    GROUND = "ground"
    CROSS = "cross"
    DRAFT = "draft"


@dataclass(frozen=True, slots=True)
class Ask:
    """One question to a model about one thread. The adapter turns it into a prompt."""

    task: Task
    thread: Thread
    """In prompt and reply its messages are named m1..mN, oldest first."""
    facts: tuple[Fact, ...] = ()
    """GROUND: the facts to judge. CROSS: those whose questions are asked. DRAFT: the resolved."""
    feedback: str = ""
    """DRAFT: the gate's message about the previous attempt."""
    attempt: int = 1
    """DRAFT: 1 to 3. CROSS: 2 shows the proposal, and is asked only where 1 abstained. GROUND: 2 is asked
    only where an older mail decided a claim of which a newer one speaks.
    """
    fresh: bool = False
    """A person asks for other words than before: an answer that was kept will not do."""
    questions: tuple[str, ...] = ()
    """DRAFT: what evidence is missing for, to be asked of the correspondent instead of guessed."""


class AnswerKind(StrEnum):
    """How an ask ended. Only OK carries text that may be parsed."""

    OK = "ok"
    REFUSED = "refused"
    TRUNCATED = "truncated"
    EMPTY = "empty"
    MALFORMED = "malformed"
    UNAVAILABLE = "unavailable"
    BUDGET = "budget"


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens and money of one call; None is unknown, never zero."""

    input_tokens: int | None = None
    """Tokens that were neither read from nor written to the cache."""
    output_tokens: int | None = None
    cache_read: int | None = None
    cache_write: int | None = None
    cost: float | None = None
    """US dollars."""

    def __add__(self, other: "Usage") -> "Usage":
        """The sum; unknown where either side is unknown, for a sum with a gap is no sum."""
        return Usage(
            _sum(self.input_tokens, other.input_tokens),
            _sum(self.output_tokens, other.output_tokens),
            _sum(self.cache_read, other.cache_read),
            _sum(self.cache_write, other.cache_write),
            None if self.cost is None or other.cost is None else self.cost + other.cost,
        )


NO_USAGE = Usage(0, 0, 0, 0, 0.0)
"""The usage of what called no model: known, and nothing."""


def _sum(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a + b


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: the reply's raw text, unjudged."""

    kind: AnswerKind
    text: str = ""
    reason: str = ""
    """For a person, where kind is not OK."""
    model: str = ""
    usage: Usage = field(default_factory=Usage)
    calls: int = 1
    """Requests that were really made (0 for the offline provider)."""
    prompt_sha256: str = ""
    """Of everything that was sent, where something was."""
    code: str = ""
    """The name of the outcome within its kind: ``two_blocks``, ``sse_error``, ``rate_limit``, …"""
