"""From what the words say to the readings they allow.

Owned here: ambiguity. A part that nothing settles yields every reading, never a pick; where one reading
is the likelier it stands first and ``likely`` says so.
"""

from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Generic, TypeVar

from mailmind.core.normalize.dates import calendar
from mailmind.core.normalize.dates.model import Clock, Day, Moment, Stretch
from mailmind.core.normalize.dates.scene import Scene

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Choices(Generic[T]):
    """The readings of one value."""

    values: tuple[T, ...] = ()
    likely: bool = True
    """Whether the first is likelier than the others."""
    unknown_year: bool = False
    """Whether the words leave the year open and nothing tells it."""
    known_neighbours: bool = True
    """Whether ``values`` hold the years that an unknown year can be."""
    why: str = ""


def days(day: Day, scene: Scene) -> Choices[date]:
    """The dates that a day can be."""
    if day.lost:
        return Choices()
    if day.choices:
        return Choices(day.choices, not day.even, why=day.why)
    if day.month is None:
        return _without_month(day, scene)
    if day.day is None:
        return Choices()
    if day.year is None:
        return _without_year(day, day.month, day.day, scene)
    return _full(day, (day.year, day.month, day.day), scene)


def _full(day: Day, numbers: tuple[int, int, int], scene: Scene) -> Choices[date]:
    """A full date, perhaps with day and month the other way round."""
    first = calendar.real(*numbers)
    if day.swapped is None:
        return Choices((first,) if first else (), why=day.why)
    second = calendar.real(numbers[0], *day.swapped)
    both = tuple(d for d in (first, second) if d)
    return _settled(both, day, scene)


def _settled(both: tuple[date, ...], day: Day, scene: Scene) -> Choices[date]:
    """Month first and day first, in this order, unless something settles it."""
    if len(both) < 2 or both[0] == both[1]:
        return Choices(both[:1])
    if day.weekday is not None:
        fits = [d for d in both if d.weekday() == day.weekday]
        if len(fits) == 1:
            return Choices((fits[0],), why="only this reading falls on the weekday")
    if day.stamp and scene.today is not None:
        stamped = _stamped(both, day.stamp, scene.today)
        if stamped is not None:
            return stamped
    if scene.day_first is not None:
        return Choices((both[1] if scene.day_first else both[0],), why=scene.day_first_why)
    if day.dotted and scene.dot_first:
        return Choices((both[1],), why="the text's other dates with dots put the day first")
    if day.dotted:
        return Choices((both[1], both[0]), why="with dots the day usually comes first")
    return Choices(both, likely=False)


def _stamped(both: tuple[date, ...], stamp: str, today: date) -> Choices[date] | None:
    """When a mail was sent is no later than the text, when it was passed on is near it."""
    sent = [d for d in both if d <= today + timedelta(days=1)]
    if stamp == "sent" and len(sent) == 1:
        return Choices((sent[0],), why="a mail was not sent after the one that holds it")
    near, far = sorted(both, key=lambda d: abs((d - today).days))
    if abs((near - today).days) > _SOON_PASSED or abs((far - today).days) < _LONG_AFTER:
        return None
    return Choices((near,), why="a mail is mostly answered or passed on within days")


_SOON_PASSED, _LONG_AFTER = 7, 28
"""Days between a mail and its being passed on, for one reading to be believed and the other not."""


def _without_month(day: Day, scene: Scene) -> Choices[date]:
    """A weekday, a day of the month, or both: the next on or after the reference, unless told of."""
    today = scene.today
    if today is None:
        return Choices()
    if day.day is None:
        weekday = day.weekday or 0
        if day.look < 0 and today.weekday() != weekday:
            return Choices(
                (calendar.last_weekday(today, weekday),), why="the words tell of the past"
            )
        return Choices((calendar.next_weekday(today, weekday),))
    for ahead in _SEARCH if day.weekday is not None else range(750):
        there = today + timedelta(days=ahead)
        if there.day == day.day and day.weekday in (None, there.weekday()):
            return Choices((there,))
    return Choices()


_SEARCH = (*sorted(range(-31, 32), key=lambda n: (abs(n), -n)), *range(32, 2600))
"""A weekday with its day of the month may lie a few weeks back; else it lies ahead."""


def _without_year(day: Day, month: int, number: int, scene: Scene) -> Choices[date]:
    """A day and month: the nearest, unless the words look back or ahead."""
    if day.swapped is not None:
        return _swapped_without_year(day, (month, number), day.swapped, scene)
    if scene.today is None:
        there = calendar.real(2000, month, number)
        return Choices((there,) if there else (), unknown_year=True, known_neighbours=False)
    around = list(calendar.years_around(scene.today, month, number))
    if day.weekday is not None:
        fits = [d for d in around[:3] if d.weekday() == day.weekday]
        if fits and fits[0] == around[0]:
            return Choices((fits[0],), why="the weekday fits the nearest year")
        if fits:
            return Choices((fits[0], around[0]), why="the nearest year in which the weekday fits")
    if day.look:
        ahead = [d for d in around if (d - scene.today).days * day.look >= 0 and d != scene.today]
        return Choices(tuple(ahead[:1]))
    if abs((around[0] - scene.today).days) > calendar.FAR_DAYS:
        return Choices(tuple(around[:2]), unknown_year=True)
    return Choices((around[0],))


def _swapped_without_year(
    day: Day, month_first: tuple[int, int], day_first: tuple[int, int], scene: Scene
) -> Choices[date]:
    """``03/04`` without a year."""
    plain = replace(day, swapped=None)
    if scene.day_first is not None:
        choice = _without_year(plain, *(day_first if scene.day_first else month_first), scene)
        return replace(choice, why=scene.day_first_why)
    first, second = (
        _without_year(plain, *month_first, scene),
        _without_year(plain, *day_first, scene),
    )
    if day.weekday is not None:
        fits = [c for c in (first, second) if c.values and c.values[0].weekday() == day.weekday]
        if len(fits) == 1:
            return replace(fits[0], why="only this reading falls on the weekday")
    if day.dotted:
        return replace(
            second,
            values=second.values + first.values[:1],
            why="with dots the day usually comes first",
        )
    unknown = first.unknown_year or second.unknown_year
    return replace(first, values=first.values + second.values, likely=False, unknown_year=unknown)


def times(clock: Clock, scene: Scene) -> Choices[tuple[time, int]]:
    """The times of day that a clock can be, each with the days it runs over midnight."""
    hour, why = clock.hour, ""
    if clock.half:
        hour = hour % 12 + (12 if clock.half == "pm" else 0)
    elif not clock.sure and 1 <= hour <= 12:
        if not scene.clock24:
            early, late = hour % 12, hour % 12 + 12
            return Choices((_time(clock, early), _time(clock, late)), likely=False)
        why = scene.clock24_why
    return Choices((_time(clock, hour),), why=why)


def _time(clock: Clock, hour: int) -> tuple[time, int]:
    return time(hour % 24, clock.minute, clock.second or 0), hour // 24


def moments(moment: Moment, scene: Scene) -> Choices[datetime]:
    """The moments that a day with a time can be."""
    if moment.lost:
        return Choices()
    if moment.instant is not None:
        return Choices((moment.instant,))
    if moment.day is None or moment.clock is None:
        return Choices()
    there, clocks = days(moment.day, scene), times(moment.clock, scene)
    zone = moment.clock.zone.tz if moment.clock.zone else None
    pairs = tuple(
        datetime.combine(d + timedelta(days=over), t, tzinfo=zone)
        for d in there.values
        for t, over in clocks.values
    )
    return Choices(
        pairs,
        there.likely and clocks.likely,
        there.unknown_year,
        there.known_neighbours,
        there.why or clocks.why,
    )


def stretches(stretch: Stretch, scene: Scene) -> Choices[tuple[date, date]]:
    """First and last day of a named period."""
    if stretch.lost:
        return Choices()
    if stretch.pairs:
        return Choices(stretch.pairs, not stretch.even)
    if stretch.unit == "year" and stretch.year:
        return Choices(((date(stretch.year, 1, 1), date(stretch.year, 12, 31)),))
    if stretch.month is None:
        return Choices()
    if stretch.year is not None:
        return Choices((calendar.month_ends(stretch.year, stretch.month),))
    return _month(stretch, stretch.month, scene)


def _month(stretch: Stretch, month: int, scene: Scene) -> Choices[tuple[date, date]]:
    """A month without a year: the nearest to the reference."""
    if scene.today is None:
        return Choices(
            (calendar.month_ends(2001, month),), unknown_year=True, known_neighbours=False
        )
    middle = [d.year for d in calendar.years_around(scene.today, month, 15)]
    if stretch.look:
        middle = [
            year
            for year in middle
            if (year * 12 + month - scene.today.year * 12 - scene.today.month) * stretch.look > 0
        ]
    spans = tuple(calendar.month_ends(year, month) for year in middle[:2])
    first, last = spans[0]
    gap = max((first - scene.today).days, (scene.today - last).days, 0)
    if gap > calendar.FAR_DAYS and not stretch.look:
        return Choices(spans, unknown_year=True)
    return Choices(spans[:1])
