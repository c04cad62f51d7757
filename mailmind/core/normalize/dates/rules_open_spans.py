"""Ranges that begin or end now: the rest of the week, year to date, between now and Friday.

Owned here: "now" is a day only where it is the end of a range; alone it says nothing that could be checked.
"""

from dataclasses import replace
from typing import Any

from mailmind.core.normalize.dates import calendar
from mailmind.core.normalize.dates.joints import AND, BETWEEN, TO
from mailmind.core.normalize.dates.model import Day, Span, Stretch
from mailmind.core.normalize.dates.readings import stretches
from mailmind.core.normalize.dates.rules_periods import unit_of
from mailmind.core.normalize.dates.tape import Hit, Rule

_UNITS = ("week", "month", "quarter", "year")


def _rest(hit: Hit) -> Stretch | None:
    """The rest of the week: from the day of the reference to its end. That of the year is a phrase."""
    today = hit.scene.today
    if hit.has("u") and unit_of(hit) not in ("week", "month"):
        return None
    if today is None:
        return Stretch("rest", lost=True)
    if hit.has("u"):
        return Stretch("rest", pairs=((today, calendar.period(today, unit_of(hit), 0)[1]),))
    spans = stretches(hit["s"], hit.scene).values
    if len(spans) != 1 or not spans[0][0] <= today <= spans[0][1]:
        return None
    return Stretch("rest", pairs=((today, spans[0][1]),))


def _unit_to_date(hit: Hit) -> Stretch | None:
    """Year to date: from the first day of the year to that of the reference."""
    unit, today = unit_of(hit), hit.scene.today
    if unit not in _UNITS:
        return None
    if today is None:
        return Stretch("rest", lost=True)
    return Stretch("rest", pairs=((calendar.period(today, unit, 0)[0], today),))


def _until_now(hit: Hit) -> Span:
    """From March to date, between 3 May and now."""
    start = _edge(hit["a"])
    if start.month and not start.year:
        start = replace(start, look=-1)
    return Span(start, _now(hit))


def _from_now(hit: Hit) -> Span | None:
    """Between now and 3 December, from now until Friday."""
    if hit.has("h") and not hit.raw("h").lower().startswith("from"):
        return None
    return Span(_now(hit), _edge(hit["b"]))


def _edge(token: Any) -> Day | Stretch:
    """The other end: a day or a period already, or the number of a month."""
    return Stretch("month", month=token) if isinstance(token, int) else token


def _now(hit: Hit) -> Day:
    today = hit.scene.today
    return Day(lost=True) if today is None else Day(choices=(today,))


_FROM = r"(?:{FROM|PREDE|SINCE|STARTING}[ \n](?:{the|on}[ \n])?)"

STAGE: tuple[Rule, ...] = (
    Rule("STRETCH", r"(?:{the} )?{REST} (?:{of} {the}|{the}|{PREDE}) ?{u=UNIT|MONTHWORD}", _rest),
    Rule("STRETCH", r"(?:{the} )?{REST} {of} (?:{the} )?{s=STRETCH}", _rest),
    Rule("STRETCH", r"{u=UNIT|MONTHWORD|QTR}[ -]{TODATE}", _unit_to_date),
    Rule("DSPAN", _FROM + r"{a=DAY|STRETCH|month}[ \n]{TODATE}", _until_now),
    Rule("DSPAN", _FROM + r"{NOW}" + TO + r"(?:{the} )?{b=DAY|STRETCH|month}", _from_now),
    Rule("DSPAN", r"{h=HENCE}" + TO + r"(?:{the} )?{b=DAY|STRETCH|month}", _from_now),
    Rule("DSPAN", BETWEEN + r"{NOW}" + AND + r"(?:{the} )?{b=DAY|STRETCH|month}", _from_now),
    Rule("DSPAN", _FROM + r"{a=DAY|STRETCH|month}" + TO + r"{NOW}", _until_now),
    Rule("DSPAN", BETWEEN + r"{a=DAY|STRETCH|month}" + AND + r"{NOW}", _until_now),
)
"""Ranges with one end now."""
