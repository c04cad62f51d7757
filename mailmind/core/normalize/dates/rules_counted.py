"""Several periods from the reference on: the next 3 weeks, the last two months.

Owned here: both readings. "The next 3 weeks" are calendar weeks or the 21 days from tomorrow.
"""

from datetime import timedelta
from typing import Any

from dateutil.relativedelta import relativedelta

from mailmind.core.normalize.dates import calendar
from mailmind.core.normalize.dates.model import Stretch
from mailmind.core.normalize.dates.rules_periods import OF_PERIOD, shift_of, unit_of
from mailmind.core.normalize.dates.tape import Hit, Rule


def _several(hit: Hit) -> Stretch | None:
    """The next 3 weeks: calendar weeks, or 21 days from tomorrow."""
    shift = shift_of(hit["m"])
    if hit.has("l"):
        unit, n = hit["l"].unit, hit["l"].count
    else:
        unit, n = unit_of(hit), hit.int("n")
    today = hit.scene.today
    if _part_of_period(hit, n) or not unit or not shift or not 0 < n < 1000:
        return None
    if unit in ("second", "minute", "hour"):
        return _clock_several(hit, unit, shift, n)
    if today is None:
        return Stretch(unit, lost=True)
    if unit == "workday":
        return None
    ahead = shift > 0
    if unit == "day":
        ends = (today + timedelta(days=1), today + timedelta(days=n))
        back = (today - timedelta(days=n), today - timedelta(days=1))
        return Stretch(unit, pairs=(ends if ahead else back,))
    step = {
        "week": relativedelta(weeks=n),
        "fortnight": relativedelta(weeks=2 * n),
        "month": relativedelta(months=n),
        "quarter": relativedelta(months=3 * n),
        "year": relativedelta(years=n),
        "decade": relativedelta(years=10 * n),
    }.get(unit)
    if step is None or unit == "fortnight":
        return None
    try:
        rolling = (
            (today + timedelta(days=1), today + step)
            if ahead
            else (today - step, today - timedelta(days=1))
        )
        near, far = calendar.period(today, unit, shift), calendar.period(today, unit, n * shift)
    except (OverflowError, ValueError):
        return None
    whole = (near[0], far[1]) if ahead else (far[0], near[1])
    return Stretch(unit, pairs=(rolling, whole), even=True)


def _part_of_period(hit: Hit, n: int) -> bool:
    """The last 2 weeks of 2027, and the number of "only 3 next week", count otherwise."""
    singular = hit.has("u") and n > 1 and hit.scene.lang == "en" and not hit.raw("u").endswith("s")
    return singular or bool(OF_PERIOD.match(hit.after))


def _clock_several(hit: Hit, unit: str, shift: int, n: int) -> Stretch:
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
