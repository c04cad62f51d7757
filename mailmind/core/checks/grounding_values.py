"""The figures of a claim: what a statement says in amounts, dates, times and codes must stand where it rests.

Owned here: a reader's word covers no figure. A claim that is supported but for its amount is not
supported; the amount must stand in the sentence of the fact's quote or in the one that decides it, and a
code somewhere in the thread.
"""

from collections.abc import Sequence

from mailmind.core.checks.citation import Place, locate
from mailmind.core.checks.compare import Match, compare
from mailmind.core.checks.context import CheckContext
from mailmind.core.checks.identifiers import standing
from mailmind.core.checks.reading import parts, values_between, values_said
from mailmind.core.checks.statement import made_of, readings
from mailmind.core.sentences import sentence_around
from mailmind.core.values import SEMANTIC, Fact, Value

_FIGURES = frozenset(
    ("money", "moneyrange", "percent", "date", "time", "datetime", "daterange", "timerange",
     "datetimerange", "duration")
)  # fmt: skip


def unsaid(fact: Fact, decided: Place, ctx: CheckContext) -> str:
    """The first figure of a claim's statement that the words it rests on do not say; empty where all are."""
    if fact.type not in SEMANTIC:
        return ""
    places = [decided, *locate(fact, ctx)[:1]]
    said = [value for place in places for value in _sentence_values(place)]
    source = places[-1]
    found = values_said(fact.statement, source.message, source.part, source.start)
    for value in sorted(found, key=lambda v: (v.start, v.end)):
        meant = readings(value, found)
        if value.kind in _FIGURES and not any(_stands(reading, said) for reading in meant):
            return value.text
        if value.kind == "id" and not _is_written(value.text, ctx):
            return value.text
    return ""


def _sentence_values(place: Place) -> Sequence[Value]:
    start, end = sentence_around(place.part.text, place.start, place.end)
    return values_between(place.message, place.part, start, end)


def _stands(value: Value, said: Sequence[Value]) -> bool:
    """True where the value stands there as it is, or all that it is made of."""
    if any(compare(value, other) >= Match.CURRENCY_UNCLEAR for other in said):
        return True
    pieces = list(made_of(value))
    return bool(pieces) and all(
        any(compare(piece, other) >= Match.CURRENCY_UNCLEAR for other in said) for piece in pieces
    )


def _is_written(code: str, ctx: CheckContext) -> bool:
    return any(
        any(standing(code, part.text, 0, len(part.text)))
        for message in ctx.messages
        for part in parts(message)
    )
