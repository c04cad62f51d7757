"""Are two typed values the same value? Compared as a unit, within their kind.

Owned here: a value equals another only as its own kind. An amount never equals a bare number, a date
never a time; a range holds its ends and a moment its date and its time, and nothing else converts.
"""

import re
from collections.abc import Collection, Iterator
from datetime import datetime
from decimal import Decimal, InvalidOperation
from enum import IntEnum

from mailmind.core.checks.money import currencies_of
from mailmind.core.values import Reading, Value

Typed = tuple[str, Reading]
"""One reading with its kind."""


class Match(IntEnum):
    """How well a claimed value agrees with one in a source; the higher, the better."""

    DIFFERENT = 0
    NUMBER_ONLY = 1
    """The same number, yet the source does not say what it counts."""
    CURRENCY_UNCLEAR = 2
    """The same amount; the source's sign is shared by several currencies."""
    YEAR_UNKNOWN = 3
    """The same day and month; the source names no year, and nothing tells it."""
    ONE_READING = 4
    """One of several readings of the source agrees."""
    SAME = 5


def components(kind: str, reading: Reading) -> Iterator[Typed]:
    """The value itself and the values that it plainly contains."""
    yield kind, reading
    if kind == "datetime" and (stamp := reading.get("value")):
        day, _, clock = stamp.partition("T")
        yield "date", {"value": day}
        if clock:
            yield "time", {"value": _without_offset(clock)}
    elif kind in _ENDS:
        if kind == "datetimerange":
            yield from _halves(reading)
        for end in ("from", "to"):
            if text := reading.get(end):
                yield from components(_ENDS[kind], {"value": text})
    elif kind == "moneyrange":
        for end in ("min", "max"):
            if text := reading.get(end):
                yield "money", {"amount": text, "currency": reading.get("currency")}


def _halves(reading: Reading) -> Iterator[Typed]:
    """The span of days and the span of hours of a range of moments."""
    begin, end = reading.get("from") or "", reading.get("to") or ""
    days = {"from": begin.partition("T")[0], "to": end.partition("T")[0]}
    hours = {
        "from": _without_offset(begin.partition("T")[2]),
        "to": _without_offset(end.partition("T")[2]),
    }
    yield "daterange", days
    yield "timerange", hours


_ENDS = {"daterange": "date", "timerange": "time", "datetimerange": "datetime"}


def compare(claim: Value, source: Value, *, plain: Collection[str] = ()) -> Match:
    """The best agreement between a claim's one reading and a value of a source.

    ``plain`` holds the currencies that the source makes plain for a shared sign.
    """
    best = Match.DIFFERENT
    for reading in source.readings:
        for kind, part in components(source.kind, reading):
            match = _same(claim, kind, part, source, plain)
            if match is Match.SAME and source.ambiguous and not _agreed(source, claim, kind, plain):
                match = Match.ONE_READING
            best = max(best, match)
    return best


def _agreed(source: Value, claim: Value, kind: str, plain: Collection[str]) -> bool:
    """True where every reading of the source holds the claimed part (only other parts differ)."""
    return all(
        any(
            k == kind and _same(claim, k, part, source, plain) is Match.SAME
            for k, part in components(source.kind, reading)
        )
        for reading in source.readings
    )


def _same(claim: Value, kind: str, part: Reading, source: Value, plain: Collection[str]) -> Match:
    mine = claim.reading
    if claim.kind == "money" and kind == "money":
        return _money(claim, part, source, plain)
    if claim.kind == "moneyrange" and kind == "moneyrange":
        return _money_range(claim, part, source, plain)
    if claim.kind in ("money", "number") and kind == "number":
        equal = _decimal(mine.get("amount")) == _decimal(part.get("amount")) is not None
        if not equal:
            return Match.DIFFERENT
        return Match.SAME if claim.kind == kind else Match.NUMBER_ONLY
    if claim.kind != kind:
        return Match.DIFFERENT
    if kind == "datetime" and (instants := _instants(mine.get("value"), part.get("value"))):
        return Match.SAME if instants[0] == instants[1] else Match.DIFFERENT
    same = all(
        field in part and _normal(kind, text) == _normal(kind, part[field])
        for field, text in mine.items()
        if text is not None
    )
    filled = any(text is not None for text in mine.values())
    if same and filled:
        return Match.SAME
    return Match.YEAR_UNKNOWN if _but_for_the_year(kind, mine, part) else Match.DIFFERENT


_NO_YEAR = "XXXX"


def _but_for_the_year(kind: str, mine: Reading, part: Reading) -> bool:
    """True where the source's day or moment has no year and is the claimed one in all else."""
    claimed, there = mine.get("value") or "", part.get("value") or ""
    if kind not in ("date", "datetime") or not there.startswith(_NO_YEAR):
        return False
    return _normal(kind, claimed[len(_NO_YEAR) :]) == _normal(kind, there[len(_NO_YEAR) :])


def _money(claim: Value, part: Reading, source: Value, plain: Collection[str]) -> Match:
    amount = _decimal(claim.reading.get("amount"))
    if amount is None or amount != _decimal(part.get("amount")):
        return Match.DIFFERENT
    return _currency(claim, part.get("currency"), source, plain)


def _money_range(claim: Value, part: Reading, source: Value, plain: Collection[str]) -> Match:
    for end in ("min", "max"):
        mine = _decimal(claim.reading.get(end))
        if mine is None or mine != _decimal(part.get(end)):
            return Match.DIFFERENT
    return _currency(claim, part.get("currency"), source, plain)


def _currency(claim: Value, there: str | None, source: Value, plain: Collection[str]) -> Match:
    """Whether the claimed currency is the one of the source."""
    claimed = currencies_of(claim.mark, claim.reading.get("currency"))
    possible = currencies_of(source.mark, there)
    if not claimed:
        return Match.SAME  # the claim names no currency: it claims the amount alone
    if not possible:
        return Match.CURRENCY_UNCLEAR
    if not claimed & possible:
        return Match.DIFFERENT
    if len(possible) == 1 or len(claimed) > 1:
        return Match.SAME
    return Match.SAME if set(plain) & possible == claimed else Match.CURRENCY_UNCLEAR


def _normal(kind: str, text: str | None) -> str | None:
    if text is None:
        return None
    if kind in ("percent", "number"):
        return str(_decimal(text))
    if kind == "time":
        return _clock(text)
    if kind == "datetime":
        day, _, clock = text.partition("T")
        return f"{day}T{_clock(_without_offset(clock))}"
    if kind == "duration":
        return _duration(text)
    if kind == "id":
        return identifier(text)
    if kind == "section":
        return re.sub(r"[\s§]|^(?:section|sec|clause|article|art)\.?", "", text.casefold())
    if kind == "phone":
        return re.sub(r"[^\d+]", "", text)
    return text


def identifier(text: str) -> str:
    """An ID as it is compared: case, spaces, dashes and a leading ``#`` do not count; all else does."""
    return re.sub(r"[\s\-\u2010-\u2015\u2212]", "", text.strip().lstrip("#")).casefold()


def _instants(one: str | None, other: str | None) -> tuple[datetime, datetime] | None:
    """Both moments where both name their zone; else only their local clocks can be compared."""
    try:
        a, b = datetime.fromisoformat(one or ""), datetime.fromisoformat(other or "")
    except ValueError:
        return None
    return (a, b) if a.tzinfo and b.tzinfo else None


def _clock(text: str) -> str:
    return text.removesuffix(":00") if text.count(":") == 2 else text


def _without_offset(clock: str) -> str:
    return re.split(r"[Z+\-]", clock, maxsplit=1)[0]


_DURATION = re.compile(
    r"P(?:(?P<Y>[\d.]+)Y)?(?:(?P<M>[\d.]+)M)?(?:(?P<W>[\d.]+)W)?(?:(?P<D>[\d.]+)D)?"
    r"(?:T(?:(?P<h>[\d.]+)H)?(?:(?P<m>[\d.]+)M)?(?:(?P<s>[\d.]+)S)?)?"
)
_MONTHS = {"Y": 12, "M": 1}
_SECONDS = {"W": 604800, "D": 86400, "h": 3600, "m": 60, "s": 1}


def _duration(text: str) -> str:
    match = _DURATION.fullmatch(text)
    if match is None:
        return text
    months = sum(Decimal(match[k]) * n for k, n in _MONTHS.items() if match[k])
    seconds = sum(Decimal(match[k]) * n for k, n in _SECONDS.items() if match[k])
    return f"{Decimal(months).normalize()} months {Decimal(seconds).normalize()} s"


def _decimal(text: str | None) -> Decimal | None:
    if text is None:
        return None
    try:
        return Decimal(text).normalize()
    except InvalidOperation:
        return None
