"""Parts of two matters never combine, though each of them stands somewhere in the thread.

Owned here: within one sentence of a draft, a date and a time belong to one event, and a figure to the
period, the unit and the rank that the source gives it for.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from mailmind.core.checks.compare import Match
from mailmind.core.checks.context import CheckContext
from mailmind.core.checks.reading import values_between, values_of
from mailmind.core.checks.topic import is_stop, topic_of
from mailmind.core.gate_claims import Found
from mailmind.core.gate_sources import Standing, joined_support, occurrences, same_period
from mailmind.core.sentences import clauses, sentence_around
from mailmind.core.values import DraftClaim, Value

_CAPITAL = re.compile(r"\b[A-ZÀ-ÖØ-Þ][^\W\d_]{2,}\b")
_JOINT = re.compile(r";|\b(?:and|but|while|und|aber|et|mais|y|pero)\b", re.IGNORECASE)
_COMPARED = re.compile(
    r"\b(?:over|than|compared (?:to|with)|versus|vs\.?|against|gegenüber|als|que|par rapport à|frente a)\b"
    r"[^,;]{0,40}$",
    re.IGNORECASE,
)
_RATE = re.compile(
    r"(?:\s*(?:/|\bper\b|\bpro\b|\bpar\b|\bpor\b|\ban?\b|\beach\b)\s*[^\W\d_]+){1,3}", re.IGNORECASE
)
_UNIT = re.compile(r"\b(?!(?:per|pro|par|por|an?|each)\b)[^\W\d_]{2,}", re.IGNORECASE)
_TIMES = frozenset(("hour", "day", "week", "month", "quarter", "year", "annum", "night"))
_FLOOR = re.compile(
    r"\b(?:start(?:s|ing)?|begin(?:s|ning)?) (?:at|from|with)\s*$|\bas low as\s*$", re.IGNORECASE
)
_FIGURES = frozenset(("amount", "percent"))


def keep_apart(
    found: Sequence[Found], claims: Sequence[DraftClaim], text: str, context: CheckContext
) -> list[DraftClaim]:
    """The claims, with those unresolved that the sources give for another event or period."""
    kept = list(claims)
    for index, claim in enumerate(found):
        if not kept[index].resolved or claim.value is None:
            continue
        start, end = sentence_around(text, claim.start, claim.end)
        beside = [c for c in found if start <= c.start and c.end <= end and c.value is not None]
        if claim.cls == "time" and (other := _other_day(claim.value, beside, context)):
            reason = f"belongs to another event than {other!r} in the sources"
        elif claim.cls in _FIGURES and (other := _other_period(claim, beside, text, context)):
            reason = f"is given for another period than {other!r} in the sources"
        elif claim.cls in _FIGURES and (other := _other_matter(claim, text, context)):
            reason = f"belongs to {other} in the sources"
        elif claim.cls == "amount" and (other := _other_rate(claim, text, context)):
            reason = f"is {other} in the sources"
        else:
            continue
        kept[index] = replace(kept[index], resolved=False, code="event.mixed", reason=reason)
    return kept


def _other_day(clock: Value, beside: Sequence[Found], context: CheckContext) -> str:
    """The date of the same sentence that no source gives together with this time."""
    days = [c.value for c in beside if c.cls == "date" and c.value is not None]
    clocks = [c for c in beside if c.cls in ("time", "datetime")]
    if len(days) != 1 or len(clocks) != 1 or not _known(days[0]) or not _known(clock):
        return ""
    return "" if joined_support(days[0], clock, context) else days[0].text


def _other_period(claim: Found, beside: Sequence[Found], text: str, context: CheckContext) -> str:
    """The one period of the sentence, where every source gives the figure for another one."""
    periods = [c.value for c in beside if c.value is not None and c.value.kind == "daterange"]
    if len(periods) != 1 or not _known(periods[0]) or _apart(claim, periods[0], text):
        return ""
    places = _places(claim, context)
    nearest = [_period_of(s) for s in places]
    others = [p for p in nearest if p is not None and not same_period(periods[0], p)]
    return periods[0].text if others and len(others) == len(places) else ""


def _apart(claim: Found, period: Value, text: str) -> bool:
    """True where another clause begins between a figure and the period."""
    left, right = sorted(((claim.start, claim.end), (period.start, period.end)))
    return bool(_JOINT.search(text[left[1] : right[0]]))


def _places(claim: Found, context: CheckContext) -> list[Standing]:
    if claim.value is None:
        return []
    return [s for s in occurrences(claim.value, context) if s.match is Match.SAME]


def _other_matter(claim: Found, text: str, context: CheckContext) -> str:
    """Whose figure it is in the sources, where every place gives it to another order or person."""
    first, last = sentence_around(text, claim.start, claim.end)
    ids = topic_of(text[first:last]).ids
    people = _names_beside(text, claim.start, claim.end)
    places = _places(claim, context)
    others = [_owner(s, ids, people, context) for s in places]
    return others[0] if others and all(others) else ""


def _owner(
    standing: Standing, ids: frozenset[str], people: frozenset[str], context: CheckContext
) -> str:
    """The ID or the person that a place gives a figure to, where it is none of the draft's."""
    theirs = topic_of(standing.sentence).ids
    if ids and theirs and not ids & theirs:
        return ", ".join(sorted(theirs)).upper()
    names = _names_beside(standing.part.text, standing.value.start, standing.value.end)
    known = any(people <= frozenset(_CAPITAL.findall(m.body)) for m in context.messages)
    if people and names and not people & names and known:
        return " and ".join(sorted(names))
    return ""


def _names_beside(text: str, start: int, end: int) -> frozenset[str]:
    """Names in the clause of a figure: capitalised words that the text never writes small."""
    span = sentence_around(text, start, end)
    mine = [c for c in clauses(text, span) if c[0] < end and c[1] > start]
    clause = text[mine[0][0] : mine[-1][1]] if mine else text[slice(*span)]
    small = frozenset(re.findall(r"\b[^\W\d_A-Z][^\W\d_]+\b", text))
    return frozenset(
        w for w in _CAPITAL.findall(clause) if w.casefold() not in small and not is_stop(w)
    )


def _other_rate(claim: Found, text: str, context: CheckContext) -> str:
    """How the sources price it, where the draft prices it per something else or calls it the lowest."""
    mine = _rate(text, claim.end)
    places = _places(claim, context)
    theirs = [_rate(s.part.text, s.value.end) for s in places]
    if mine and theirs and all(_contradict(mine, rate) for rate in theirs):
        return f"a price per {' and '.join(sorted(theirs[0]))}"
    if _FLOOR.search(text[max(0, claim.start - 30) : claim.start]):
        lower = [low for s in places if (low := _cheaper(s))]
        if len(lower) == len(places):
            return f"not the lowest price: there is {lower[0]!r}"
    return ""


def _contradict(mine: frozenset[str], theirs: frozenset[str]) -> bool:
    """Another thing priced, or another stretch of time; a stretch that goes unsaid does no harm."""
    times, other_times = mine & _TIMES, theirs & _TIMES
    return bool(theirs) and (
        mine - _TIMES != theirs - _TIMES or bool(times and other_times and times != other_times)
    )


def _rate(text: str, end: int) -> frozenset[str]:
    """What the amount before this place is the price of one of: month, user, share, …"""
    match = _RATE.match(text, end)
    return (
        frozenset(w.rstrip("s").casefold() for w in _UNIT.findall(match.group()))
        if match
        else frozenset()
    )


def _cheaper(standing: Standing) -> str:
    """A lower amount for the same unit in the same message."""
    mine = _amount(standing.value)
    unit = _rate(standing.part.text, standing.value.end)
    for value in values_of(standing.message, standing.part):
        other = _amount(value)
        same_kind = value.reading.get("currency") == standing.value.reading.get("currency")
        same_unit = bool(unit) and _rate(standing.part.text, value.end) == unit
        if mine is not None and other is not None and same_kind and same_unit and other < mine:
            return value.text
    return ""


def _amount(value: Value) -> Decimal | None:
    text = value.reading.get("amount") if value.kind == "money" else None
    return Decimal(text) if text else None


def _period_of(standing: Standing) -> Value | None:
    """The named period that a figure's own sentence gives it for: the nearest one."""
    start, end = sentence_around(standing.part.text, standing.value.start, standing.value.end)
    periods = [
        v
        for v in values_between(standing.message, standing.part, start, end)
        if v.kind == "daterange"
        and _known(v)
        and not _COMPARED.search(standing.part.text[start : v.start])
    ]
    if not periods:
        return None
    at = standing.value
    return min(periods, key=lambda v: max(v.start - at.end, at.start - v.end))


def _known(value: Value) -> bool:
    return bool(value.readings) and not value.ambiguous
