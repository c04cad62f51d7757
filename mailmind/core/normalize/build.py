"""From a grammar's readings to the value that is handed out.

Owned here: the contract of readings. The likeliest reading is the value's own and the others are
listed; where none is likelier, its fields are empty and all are listed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from mailmind.core.normalize.context import Context
from mailmind.core.normalize.tokens import Tokens
from mailmind.core.values import Reading, Value


@dataclass(frozen=True, slots=True)
class Readings:
    """What a span may mean, in order of likelihood."""

    readings: Sequence[Reading]
    settled: bool = True
    """True where the first is likelier than the others."""
    mark: str | None = None
    why: str = ""
    """Why there are not more readings."""


def over_tokens(
    ctx: Context, tokens: Tokens, kind: str, span: tuple[int, int], meant: Readings
) -> Value:
    """A value over the tokens from ``span[0]`` up to ``span[1]``."""
    start, end = tokens.start[span[0]], tokens.end[span[1] - 1]
    own, rest = split_readings(meant.readings, settled=meant.settled)
    why = "" if rest else meant.why
    return Value(kind, ctx.text[start:end], start, end, own, rest, mark=meant.mark, why=why)


def split_readings(
    readings: Sequence[Reading], *, settled: bool
) -> tuple[Reading, tuple[Reading, ...]]:
    """The value's own reading, and the ones that stand beside it."""
    first = readings[0]
    if settled or len(readings) == 1:
        return first, tuple(readings[1:])
    return dict.fromkeys(first), tuple(readings)
