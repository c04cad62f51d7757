"""The readings of a range: which end goes with which.

Owned here: order. A range runs forward; of the readings of its end, the first after its start counts.
"""

from dataclasses import replace
from datetime import date, datetime, time, timedelta
from itertools import product
from typing import Any

from dateutil.relativedelta import relativedelta

from mailmind.core.normalize.dates.model import Clock, Day, Length, Moment, Span, Stretch
from mailmind.core.normalize.dates.readings import Choices, days, moments, stretches, times
from mailmind.core.normalize.dates.rules_relative import moved
from mailmind.core.normalize.dates.scene import Scene

Pair = tuple[Any, Any]
"""Both ends of a range: dates, times or moments."""

_LONG = timedelta(days=366)
_HALF_DAY = timedelta(hours=12)


def pairs(span: Span, scene: Scene) -> tuple[str, Choices[Pair]]:
    """The kind of a range and the readings of its two ends."""
    if span.length is not None:
        return _lasting(span, span.length, scene)
    if isinstance(span.start, Clock) and isinstance(span.end, Clock):
        return "timerange", _clock_pairs(span.start, span.end, scene)
    if isinstance(span.start, Moment) or isinstance(span.end, Moment):
        return "datetimerange", _moment_pairs(span, scene)
    return "daterange", _day_pairs(span, scene)


def _lasting(span: Span, length: Length, scene: Scene) -> tuple[str, Choices[Pair]]:
    """A start and a length: days count the first one, hours do not."""
    start = span.start
    if isinstance(start, Clock):
        clocks = times(start, scene)
        found = (
            (at, end.time())
            for at, _ in clocks.values
            if (end := moved(datetime.combine(date(2000, 1, 1), at), length, 1))
        )
        return "timerange", Choices(tuple(found), clocks.likely, why=clocks.why)
    if isinstance(start, Moment):
        there = moments(start, scene)
        ends = ((m, end) for m in there.values if (end := moved(m, length, 1)))
        return "datetimerange", Choices(tuple(ends), there.likely, there.unknown_year)
    if not isinstance(start, Day):
        return "daterange", Choices()
    first = days(start, scene)
    spans: list[Pair] = []
    for day in first.values:
        after = moved(datetime.combine(day, time(0)), length, 1)
        if after is not None:
            spans += [(day, after.date() - timedelta(days=1)), (day, after.date())]
    return "daterange", Choices(tuple(spans), first.likely, first.unknown_year)


def _halves(
    first: Clock, last: Clock, scene: Scene
) -> list[tuple[tuple[time, int], tuple[time, int]]]:
    """Start and end times that go together: the shortest way forward for each reading of the surer end."""
    starts, ends = times(first, scene).values, times(last, scene).values
    if scene.clock24 and not first.half and last.half:
        starts = times(first, _twelve(scene)).values
    if scene.clock24 and first.half and not last.half:
        ends = times(last, _twelve(scene)).values
    if scene.clock24 and _spoken_end(first, last):
        ends = times(last, _twelve(scene)).values
    if len(ends) < len(starts):
        return [min(((s, e) for s in starts), key=_gap) for e in ends]
    return [min(((s, e) for e in ends), key=_gap) for s in starts]


def _spoken_end(first: Clock, last: Clock) -> bool:
    """De 10:30 a 3: who writes 24 hours still says the afternoon on twelve."""
    return not (first.half or last.half or last.sure) and last.hour < first.hour <= 12


def _twelve(scene: Scene) -> Scene:
    return replace(scene, clock24=False)


def _gap(pair: tuple[tuple[time, int], tuple[time, int]]) -> int:
    (start, over), (end, end_over) = pair
    minutes = (end.hour * 60 + end.minute + end_over * 1440) - (
        start.hour * 60 + start.minute + over * 1440
    )
    return minutes if minutes > 0 else minutes + 1440


def _clock_pairs(first: Clock, last: Clock, scene: Scene) -> Choices[Pair]:
    found = tuple((s[0], e[0]) for s, e in _halves(first, last, scene))
    return Choices(found, likely=len(found) == 1)


def _moment_pairs(span: Span, scene: Scene) -> Choices[Pair]:
    first, last = span.start, span.end
    if isinstance(first, Moment) and isinstance(last, Moment):
        opening, closing = _parts(first), _parts(last)
        if opening and closing:
            return _day_clock_pairs(opening, closing, scene)
    starts, ends = _ends(first, scene, end=False), _ends(last, scene, end=True)
    both = tuple(zip(starts.values, ends.values, strict=False))
    return Choices(both, starts.likely and ends.likely)


def _parts(moment: Moment) -> tuple[Day, Clock] | None:
    """The day and the clock of a moment that has both."""
    return (moment.day, moment.clock) if moment.day and moment.clock else None


def _ends(point: Any, scene: Scene, *, end: bool) -> Choices[Any]:
    """One end of a range whose other end is a moment."""
    if isinstance(point, Moment):
        return moments(point, scene)
    if isinstance(point, Day):
        found = days(point, scene)
        edge = time(23, 59, 59) if end else time(0)
        return Choices(tuple(datetime.combine(d, edge) for d in found.values), found.likely)
    return Choices()


def _day_clock_pairs(
    first: tuple[Day, Clock], last: tuple[Day, Clock], scene: Scene
) -> Choices[Pair]:
    """Days with times: on one day the shortest way forward, else every reading of both."""
    starts, ends = days(first[0], scene), days(last[0], scene)
    same = first[0] == last[0]
    if same:
        halves = _halves(first[1], last[1], scene)
    else:
        halves = list(product(times(first[1], scene).values, times(last[1], scene).values))
    found: list[Pair] = []
    for begin, finish in zip(starts.values, ends.values, strict=False):
        forward = finish if finish >= begin else _after(begin, finish, last[0])
        for start, end in halves:
            a, b = _moment(begin, start, first[1]), _moment(forward, end, last[1])
            found.append((a, b + timedelta(days=1) if same and b <= a else b))
    likely = starts.likely and len(halves) == 1
    return Choices(tuple(found), likely, starts.unknown_year, starts.known_neighbours, starts.why)


def _moment(day: date, at: tuple[time, int], clock: Clock) -> datetime:
    zone = clock.zone.tz if clock.zone else None
    return datetime.combine(day + timedelta(days=at[1]), at[0], tzinfo=zone)


def _day_pairs(span: Span, scene: Scene) -> Choices[Pair]:
    """Days and periods: the end moves behind the start where the words leave its year or week open."""
    starts, ends = _edges(span.start, scene, 0), _edges(span.end, scene, 1)
    found = [
        (begin, _after(begin, finish, span.end) if finish < begin else finish)
        for begin, finish in _matched(starts.values, ends.values)
    ]
    if not _complete(span.end):
        found = [_backed(pair, span.start) for pair in found]
    unknown = starts.unknown_year or (ends.unknown_year and not _complete(span.start))
    known = starts.known_neighbours and ends.known_neighbours
    forward = tuple(p for p in found if p[0] <= p[1])
    return Choices(forward, starts.likely and ends.likely, unknown, known, starts.why or ends.why)


def _matched(starts: tuple[date, ...], ends: tuple[date, ...]) -> list[tuple[date, date]]:
    """Each reading of the start with its reading of the end."""
    if len(starts) == len(ends):
        return list(zip(starts, ends, strict=True))
    return list(product(starts, ends))[:4]


def _backed(pair: tuple[date, date], start: Any) -> tuple[date, date]:
    """A range of days without a year that is longer than a year starts a year later."""
    begin, finish = pair
    if finish - begin >= _LONG and not _complete(start):
        return begin + relativedelta(years=1), finish
    return pair


def _complete(point: Any) -> bool:
    """Whether the words say the year."""
    if isinstance(point, Day):
        return point.year is not None or bool(point.choices)
    return isinstance(point, Stretch) and (point.year is not None or bool(point.pairs))


def _after(begin: date, finish: date, point: Any) -> date:
    """The end moved behind the start, by what the words leave open."""
    if _complete(point):
        return finish
    if isinstance(point, Day) and point.month is None and point.day is None:
        return finish + timedelta(weeks=-(-(begin - finish).days // 7))
    if isinstance(point, Day) and point.month is None:
        return finish + relativedelta(months=1)
    years = 1
    while finish + relativedelta(years=years) < begin and years < 9:
        years += 1
    return finish + relativedelta(years=years)


def _edges(point: Any, scene: Scene, side: int) -> Choices[date]:
    if isinstance(point, Stretch):
        found = stretches(point, scene)
        return Choices(tuple(p[side] for p in found.values), found.likely, found.unknown_year)
    if isinstance(point, Day):
        return days(point, scene)
    return Choices()
