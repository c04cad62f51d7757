"""From readings to the values of the contract.

Owned here: the form. Dates as ``YYYY-MM-DD`` or ``XXXX-MM-DD``, times as ``HH:MM[:SS]``, moments and
lengths in ISO 8601, both ends of a range included.
"""

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from fractions import Fraction
from typing import Any

from mailmind.core.normalize.dates.model import Clock, Day, DayPart, Length, Moment, Span, Stretch
from mailmind.core.normalize.dates.readings import Choices, days, moments, stretches, times
from mailmind.core.normalize.dates.scene import Scene
from mailmind.core.normalize.dates.spans import pairs
from mailmind.core.values import Reading

Answer = tuple[str, Reading, tuple[Reading, ...], str]
"""Kind, likeliest reading, other readings, and why one was chosen."""


def answer(value: Any, scene: Scene) -> Answer | None:
    """What a value of the grammar says in the words of the contract; None where it says nothing."""
    if isinstance(value, Day):
        return _point("date", days(value, scene), iso_date)
    if isinstance(value, Clock):
        return _point("time", times(value, scene), lambda pair, _: iso_time(pair[0]))
    if isinstance(value, Moment):
        return _point("datetime", moments(value, scene), iso_moment)
    if isinstance(value, Length):
        return None if value.vague else _length(value)
    if isinstance(value, Stretch):
        return _period(value, scene)
    if isinstance(value, Span):
        return _span(value, scene)
    if isinstance(value, DayPart):
        return _range("timerange", Choices(value.readings, likely=False))
    return None


def _length(length: Length) -> Answer:
    first = {"value": write_length(length)}
    if length.other is None:
        return "duration", first, (), ""
    return "duration", {"value": None}, (first, {"value": write_length(length.other)}), ""


def _point(kind: str, found: Choices[Any], iso: Callable[[Any, bool], str]) -> Answer:
    readings = [{"value": iso(v, False)} for v in found.values]
    hidden = [{"value": iso(v, True)} for v in found.values] if found.unknown_year else []
    return _pack(kind, readings, hidden, {"value": None}, found)


def _pack(
    kind: str,
    readings: list[dict[str, str]],
    hidden: list[dict[str, str]],
    empty: dict[str, None],
    choices: Choices[Any],
) -> Answer:
    """The likeliest reading apart from the others; ``hidden`` are the readings without their year."""
    if hidden:
        first = _unique(hidden)
        others = _unique(readings) if choices.known_neighbours else []
        if len(first) == 1 and choices.likely:
            return kind, first[0], tuple(others), choices.why
        return kind, empty, tuple(others or first), choices.why
    unique = _unique(readings)
    if not unique:
        return kind, empty, (), ""
    if len(unique) == 1 or choices.likely:
        return kind, unique[0], tuple(unique[1:]), choices.why
    return kind, empty, tuple(unique), choices.why


def _unique(readings: list[dict[str, str]]) -> list[dict[str, str]]:
    return [r for i, r in enumerate(readings) if r not in readings[:i]]


def _period(stretch: Stretch, scene: Scene) -> Answer:
    found = stretches(stretch, scene)
    clocked = bool(found.values) and isinstance(found.values[0][0], datetime)
    return _range("datetimerange" if clocked else "daterange", found)


def _span(span: Span, scene: Scene) -> Answer:
    return _range(*pairs(span, scene))


def _range(kind: str, found: Choices[Any]) -> Answer:
    readings = [_ends(a, b, False) for a, b in found.values]
    hidden = [_ends(a, b, True) for a, b in found.values] if found.unknown_year else []
    return _pack(kind, readings, hidden, {"from": None, "to": None}, found)


def _ends(first: Any, last: Any, unknown: bool) -> dict[str, str]:
    return {"from": _iso(first, unknown), "to": _iso(last, unknown)}


def _iso(value: date | time, unknown: bool) -> str:
    if isinstance(value, datetime):
        return iso_moment(value, unknown)
    return iso_time(value) if isinstance(value, time) else iso_date(value, unknown)


def iso_date(day: date, unknown_year: bool = False) -> str:
    """``2026-11-20``, ``XXXX-11-20``."""
    return f"XXXX-{day:%m-%d}" if unknown_year else day.isoformat()


def iso_time(clock: time) -> str:
    """``15:15``, with seconds where they are not zero."""
    return f"{clock:%H:%M:%S}" if clock.second else f"{clock:%H:%M}"


def iso_moment(moment: datetime, unknown_year: bool = False) -> str:
    """``2026-11-20T15:15``, with the offset where there is one."""
    offset = moment.utcoffset()
    text = f"{iso_date(moment.date(), unknown_year)}T{iso_time(moment.time())}"
    return text if offset is None else text + _offset(offset)


def _offset(offset: timedelta) -> str:
    minutes = int(offset.total_seconds() // 60)
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"


def write_length(length: Length) -> str:
    """``P14D``, ``PT1H30M``: weeks as days, twelve months as a year, minutes carried into hours."""
    months = length.years * 12 + length.months
    years, months = divmod(months, 12)
    days_, seconds = length.days, length.seconds
    if months.denominator != 1:
        whole = Fraction(int(months))
        months, days_ = whole, days_ + (months - whole) * 30
    if days_.denominator != 1:
        whole = Fraction(int(days_))
        days_, seconds = whole, seconds + (days_ - whole) * 86400
    hours, rest = divmod(seconds, 3600)
    minutes, second = divmod(rest, 60)
    day_part = "".join(f"{int(n)}{u}" for n, u in ((years, "Y"), (months, "M"), (days_, "D")) if n)
    clock_part = "".join(f"{int(n)}{u}" for n, u in ((hours, "H"), (minutes, "M")) if n)
    clock_part += f"{_number(second)}S" if second else ""
    return (
        f"P{day_part}{'T' if clock_part else ''}{clock_part}" if day_part or clock_part else "PT0S"
    )


def _number(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.3f}".rstrip("0")
