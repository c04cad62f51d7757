"""The figures of a claim: what a statement says in amounts, dates, times and codes must stand where it rests.

Owned here: a reader's word covers no figure. A claim that is supported but for its amount is not
supported; the amount must stand in the sentence of the fact's quote or in the one that decides it, and a
code somewhere in the thread.
"""

from collections.abc import Iterator, Sequence

from mailmind.core.checks.citation import Place, locate
from mailmind.core.checks.compare import Match, compare, components
from mailmind.core.checks.context import CheckContext
from mailmind.core.checks.reading import parts, values_between
from mailmind.core.normalize import find
from mailmind.core.sentences import sentence_around
from mailmind.core.text import fold
from mailmind.core.values import Fact, FactType, Value

_SEMANTIC = (FactType.COMMITMENT, FactType.CLAIM)
_FIGURES = frozenset(
    ("money", "moneyrange", "percent", "date", "time", "datetime", "daterange", "timerange",
     "datetimerange", "duration")
)  # fmt: skip


def unsaid(fact: Fact, decided: Place, ctx: CheckContext) -> str:
    """The first figure of a claim's statement that the words it rests on do not say; empty where all are."""
    if fact.type not in _SEMANTIC:
        return ""
    source = ctx.message(fact.message_id) or decided.message
    places = [decided, *locate(fact, ctx)[:1]]
    said = [value for place in places for value in _sentence_values(place)]
    for value in find(fact.statement, reference=source.date, lang=source.lang):
        if value.kind in _FIGURES and not _stands(value, said):
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
    made_of = list(_made_of(value))
    return bool(made_of) and all(
        any(compare(part, other) >= Match.CURRENCY_UNCLEAR for other in said) for part in made_of
    )


def _made_of(value: Value) -> Iterator[Value]:
    """A date with a time as a date and a time, a range as its ends."""
    for kind, reading in list(components(value.kind, value.reading))[1:]:
        yield Value(kind, value.text, value.start, value.end, reading)


def _is_written(code: str, ctx: CheckContext) -> bool:
    wanted = fold(code).text
    return any(
        wanted in fold(part.text).text for message in ctx.messages for part in parts(message)
    )
