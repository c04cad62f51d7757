"""Calendar arithmetic that dateutil leaves to its users.

Owned here: the choice among days. Bare weekdays are the next on or after the reference, a day and month
without a year is the nearest one, and nothing is chosen where both neighbours are far.
"""

from collections.abc import Iterator
from datetime import date, timedelta

from dateutil.relativedelta import relativedelta

FAR_DAYS = 122
"""Four months: beyond this a year that is not said is unknown."""


def real(year: int, month: int, day: int) -> date | None:
    """The date, None where the calendar has no such day."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


def possible(month: int, day: int) -> bool:
    """Whether some year has that day."""
    return real(2000, month, day) is not None


def full_year(digits: int, pivot: int = 2026) -> int:
    """The year that two digits stand for: at most 20 years after the pivot, else the past."""
    century = pivot - pivot % 100
    year = century + digits
    return year - 100 if year > pivot + 20 else year


def next_weekday(today: date, weekday: int) -> date:
    """The next such weekday on or after the day."""
    return today + timedelta(days=(weekday - today.weekday()) % 7)


def last_weekday(today: date, weekday: int) -> date:
    """The latest such weekday before the day."""
    return today - timedelta(days=(today.weekday() - weekday - 1) % 7 + 1)


def monday(day: date) -> date:
    """The Monday of the day's week."""
    return day - timedelta(days=day.weekday())


def week_of_year(year: int, number: int) -> tuple[date, date] | None:
    """Monday and Sunday of an ISO week."""
    try:
        first = date.fromisocalendar(year, number, 1)
    except ValueError:
        return None
    return first, first + timedelta(days=6)


def month_ends(year: int, month: int) -> tuple[date, date]:
    """First and last day of a month."""
    first = date(year, month, 1)
    return first, first + relativedelta(months=1, days=-1)


def period(day: date, unit: str, shift: int) -> tuple[date, date]:
    """The calendar week, month, quarter or year of a day, or one before or after it."""
    if unit == "day":
        there = day + timedelta(days=shift)
        return there, there
    if unit == "week":
        first = monday(day) + timedelta(weeks=shift)
        return first, first + timedelta(days=6)
    if unit == "weekend":
        first = monday(day) + timedelta(weeks=shift, days=5)
        return first, first + timedelta(days=1)
    months = {"month": 1, "quarter": 3, "year": 12, "decade": 120}[unit]
    start = day.replace(day=1, month=(day.month - 1) // min(months, 12) * min(months, 12) + 1)
    if unit == "decade":
        start = start.replace(year=start.year // 10 * 10)
    first = start + relativedelta(months=months * shift)
    return first, first + relativedelta(months=months, days=-1)


def nth_weekday(first: date, last: date, weekday: int, n: int) -> date | None:
    """The n-th such weekday of a period; negative n count from its end."""
    if n > 0:
        day = next_weekday(first, weekday) + timedelta(weeks=n - 1)
    else:
        day = last_weekday(last + timedelta(days=1), weekday) + timedelta(weeks=n + 1)
    return day if first <= day <= last else None


def years_around(today: date, month: int, day: int) -> Iterator[date]:
    """The same day and month in the years around, the nearest first."""
    span = range(today.year - 8, today.year + 9)
    days = [d for year in span if (d := real(year, month, day))]
    yield from sorted(days, key=lambda d: (abs((d - today).days), d))


def easter(year: int) -> date:
    """Western Easter Sunday."""
    from dateutil.easter import easter as western

    return western(year)
