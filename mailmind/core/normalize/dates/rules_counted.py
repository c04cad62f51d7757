"""Several periods from the reference on: the next 3 weeks, the last two months.

Owned here: both readings. "The next 3 weeks" are calendar weeks or the 21 days from tomorrow.
"""

from datetime import date, datetime, time, timedelta
from typing import Any

from dateutil.relativedelta import relativedelta

from mailmind.core.normalize.dates import calendar
from mailmind.core.normalize.dates.model import Length, Stretch
from mailmind.core.normalize.dates.rules_periods import OF_PERIOD, shift_of, unit_of
from mailmind.core.normalize.dates.rules_relative import moved
from mailmind.core.normalize.dates.tape import Hit, Rule

_STEPS = {
    "week": relativedelta(weeks=1),
    "month": relativedelta(months=1),
    "quarter": relativedelta(months=3),
    "year": relativedelta(years=1),
    "decade": relativedelta(years=10),
}
_DAY = timedelta(days=1)


def _several(hit: Hit) -> Stretch | None:
    """The next 3 weeks: calendar weeks, or 21 days from tomorrow."""
    shift, today = shift_of(hit["m"]), hit.scene.today
    if hit.has("l") and hit["l"].vague:
        return None
    if hit.has("l") and hit["l"].unit == "" and shift and today is not None:
        return _composed(hit["l"], shift, today)
    unit, n = (hit["l"].unit, hit["l"].count) if hit.has("l") else (unit_of(hit), hit.int("n"))
    if _part_of_period(hit, n) or not shift or not 0 < n < 1000:
        return None
    if unit in ("second", "minute", "hour"):
        return _clock_several(hit, unit, shift, n)
    if unit != "day" and unit not in _STEPS:
        return None
    if today is None:
        return Stretch(unit, lost=True)
    if unit == "day":
        ahead = (today + _DAY, today + n * _DAY)
        return Stretch(unit, pairs=(ahead if shift > 0 else (today - n * _DAY, today - _DAY),))
    try:
        return Stretch(unit, pairs=_both_readings(today, unit, n, shift), even=True)
    except (OverflowError, ValueError):  # beyond the end of the calendar
        return None


def _composed(length: Length, shift: int, today: date) -> Stretch | None:
    """The last 3 months and 2 days: up to yesterday, or from tomorrow on."""
    there = None if length.clocklike else moved(datetime.combine(today, time(0)), length, shift)
    if there is None or there.date() == today:
        return None
    pair = (there.date(), today - _DAY) if shift < 0 else (today + _DAY, there.date())
    return Stretch("several", pairs=(pair,))


def _both_readings(today: date, unit: str, n: int, shift: int) -> tuple[tuple[date, date], ...]:
    """So many units from tomorrow on or up to yesterday, and so many whole ones."""
    step = n * _STEPS[unit]
    near, far = calendar.period(today, unit, shift), calendar.period(today, unit, n * shift)
    if shift > 0:
        return (today + _DAY, today + step), (near[0], far[1])
    return (today - step, today - _DAY), (far[0], near[1])


def _part_of_period(hit: Hit, n: int) -> bool:
    """The last 2 weeks of 2027, and the number of "only 3 next week", count otherwise."""
    counted = hit.scene.lang in ("en", "fr", "es") and hit.has("u")
    plural = not counted or any(hit.raw(word)[-1:] in "sS" for word in ("u", "m"))
    singular = n > 1 and not plural
    return singular or bool(OF_PERIOD.match(hit.after))


def _clock_several(hit: Hit, unit: str, shift: int, n: int) -> Stretch:
    """The next 3 hours: from the reference moment on."""
    now = hit.scene.reference
    if now is None:
        return Stretch(unit, lost=True)
    now = now.replace(microsecond=0)
    gap = timedelta(**{unit + "s": n})
    pair: tuple[Any, Any] = (now, now + gap) if shift > 0 else (now - gap, now)
    return Stretch(unit, pairs=(pair,))


STAGE: tuple[Rule, ...] = (
    Rule("STRETCH", r"(?:{the} )?{m=mod} {l=LENGTH}(?! ?{AGO|LENGTH})", _several),
    Rule("STRETCH", r"(?:{the} )?{n=count} {m=mod} {u=unit|QTR}", _several),
    Rule("STRETCH", r"(?:{the} )?{m=mod} {n=count} {u=QTR}", _several),
    Rule("STRETCH", r"{l=LENGTH} {m=NEXT|LAST|POSTNEXT}(?! ?{unit|num|weekday|month})", _several),
)
"""Named periods."""
