"""Feasts: fixed days, days counted from Easter, and n-th weekdays.

Owned here: a feast without a year is the next one on or after the reference; just after a feast, the
one that was is listed too and neither is likelier.
"""

from datetime import date, timedelta
from typing import Any

from mailmind.core.normalize.dates import calendar
from mailmind.core.normalize.dates.model import Day
from mailmind.core.normalize.dates.names import feast_in_name
from mailmind.core.normalize.dates.tape import Hit, Rule, place

_RECENT = 14
"""Days after a feast in which its name may look back."""


def _holiday(hit: Hit) -> Day | None:
    """Christmas, Easter Monday: the next one, or that of the year."""
    today = hit.scene.today
    text, _, end = place(hit)
    if not hit.has("y") and feast_in_name(text, end):
        return None
    if hit.has("y"):
        there = _feast(hit["h"], hit.int("y"))
        return Day(choices=(there,)) if there else None
    if today is None:
        month, day = hit["h"][:2]
        return Day(month=month, day=day) if isinstance(month, int) else Day(lost=True)
    around = [d for y in (-1, 0, 1) if (d := _feast(hit["h"], today.year + y))]
    if hit.has("last"):
        return Day(choices=([d for d in around if d < today][-1],))
    coming = next(d for d in around if d >= today)
    back = 0 if hit.has("ahead") else _RECENT
    recent = [d for d in around if 0 < (today - d).days <= back]
    return Day(choices=(coming, *recent), even=bool(recent))


def _feast(rule: tuple[Any, ...], year: int) -> date | None:
    """The day of a feast in a year: fixed, counted from Easter, or the n-th weekday of a month."""
    if rule[0] == "easter":
        return calendar.easter(year) + timedelta(days=rule[1])
    if rule[0] == "nth":
        day = calendar.nth_weekday(*calendar.month_ends(year, rule[1]), rule[2], rule[3])
        return day + timedelta(days=rule[4] if len(rule) > 4 else 0) if day else None
    return calendar.real(year, rule[0], rule[1])


WORDS: tuple[Rule, ...] = (
    Rule(
        "DAY",
        r"(?:(?:{last=LAST}|{ahead=NEXT|COMING}|{THIS}) )?{h=HOLIDAY}(?:,? (?:{of} )?{y=y19})?",
        _holiday,
    ),
)
"""Relative days."""
