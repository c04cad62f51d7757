"""Ranges of days, whose ends share parts: from 14 to 18 May, 5/1-5/7/2026, March to May.

Owned here: lending. What one end leaves out it takes from the other.
"""

from dataclasses import replace
from typing import Any

from mailmind.core.normalize.dates import calendar
from mailmind.core.normalize.dates.joints import AND, BETWEEN, FROM, TO
from mailmind.core.normalize.dates.model import Day, Span, Stretch
from mailmind.core.normalize.dates.rules_days import oriented, year_of
from mailmind.core.normalize.dates.tape import Hit, Rule


def _days(hit: Hit) -> Span | None:
    """3 December to 7 January 2027: each end lends the other its year, or its month."""
    first, last = oriented(hit["a"], hit.scene), oriented(hit["b"], hit.scene)
    if (
        first.month is not None
        and first.year is None
        and last.year is not None
        and not first.choices
    ):
        year = (
            last.year - 1
            if last.month is not None
            and (first.month, first.day or 0) > (last.month, last.day or 0)
            else last.year
        )
        first = replace(first, year=year)
    elif last.month is not None and last.year is None and first.year is not None:
        year = (
            first.year + 1
            if first.month is not None
            and (last.month, last.day or 0) < (first.month, first.day or 0)
            else first.year
        )
        last = replace(last, year=year)
    elif last.month is None and last.day is not None and first.month is not None:
        last = replace(last, year=first.year, month=first.month)
    elif first.month is None and first.day is not None and last.month is not None:
        return _lend(first.day, last, first.weekday)
    return Span(first, last)


def _lend(number: int, last: Day, weekday: int | None = None) -> Span | None:
    """14 to 18 May: the start takes the month of the end."""
    if last.month is None or last.day is None:
        return None
    if last.swapped is not None:
        options = [
            replace(last, swapped=None),
            replace(last, swapped=None, month=last.swapped[0], day=last.swapped[1]),
        ]
        last = options[1]
    month, year = last.month, last.year
    if number > (last.day or 0):
        month, year = (12, year - 1 if year else None) if month == 1 else ((month or 1) - 1, year)
    if not calendar.possible(month or 1, number):
        return None
    return Span(Day(year, month, number, weekday=weekday), last)


def _number_day(hit: Hit) -> Span | None:
    last: Day = oriented(hit["b"], hit.scene)
    number = hit.int("a")
    if last.choices or last.month is None or not 1 <= number <= 31 or number == last.day:
        return None
    return _lend(number, last)


def _day_number(hit: Hit) -> Span | None:
    """May 14 - 18, 2026."""
    first: Day = hit["a"]
    number = hit.int("b")
    if (
        first.choices
        or first.month is None
        or first.swapped
        or not 1 <= number <= 31
        or number <= (first.day or 0)
    ):
        return None
    year = year_of(hit["y"], hit) if hit.has("y") else first.year
    if not calendar.possible(first.month, number) or (
        year and not calendar.real(year, first.month, number)
    ):
        return None
    return Span(replace(first, year=year), Day(year, first.month, number))


def _days_year(hit: Hit) -> Span | None:
    """5/1-5/7, 2020."""
    span: Span = hit["s"]
    if (
        not (isinstance(span.start, Day) and isinstance(span.end, Day))
        or span.end.year
        or span.end.month is None
    ):
        return None
    year = hit["y"].value
    return Span(replace(span.start, year=year), replace(span.end, year=year))


def _stretches(hit: Hit) -> Span | None:
    """From May to October 2027."""
    first, last = _period(hit["a"]), _period(hit["b"])
    if first is None or last is None:
        return None
    if (
        isinstance(first, Stretch)
        and first.month
        and not first.year
        and last.year
        and not first.pairs
    ):
        year = last.year - 1 if last.month and first.month > last.month else last.year
        first = replace(first, year=year)
    if isinstance(last, Stretch) and last.month and not last.year and first.year and not last.pairs:
        year = first.year + 1 if first.month and last.month < first.month else first.year
        last = replace(last, year=year)
    return Span(first, last)


def _of_month(hit: Hit) -> Span | None:
    """Du 13 au 18, vom 13. bis 18.: days of the month, which articles and dots tell from hours."""
    words = {hit.raw(k).lower() for k in ("f", "t") if hit.has(k)}
    first, last = hit.int("a"), hit.int("b")
    if first == last or not (words & _OF_DAYS or hit.match.group().count(".") == 2):
        return None
    return Span(Day(day=first), Day(day=last))


_OF_DAYS = frozenset(("du", "del", "dal", "do"))


def _year_too(hit: Hit) -> Stretch | None:
    """The second year of "in 2007 and 2009"."""
    first: Stretch = hit["s"]
    return Stretch("year", year=hit.int("y")) if first.unit == "year" and first.year else None


def _period(token: Any) -> Stretch | Day | None:
    if isinstance(token, (Stretch, Day)):
        return token
    if isinstance(token, int):
        return Stretch("month", month=token)
    return Stretch("year", year=token.value) if 1900 <= token.value <= 2099 else None


_DAYS_END = (
    r"(?=$|\n|[ ]?[,;!?)]|[ ]?[.](?!{num})|[ ](?:{FUNC|AND|prep|x}))"
    r"(?! ?{unit|month|num|MONTHWORD|FOR})"
)

DAYS: tuple[Rule, ...] = (
    Rule(
        "DSPAN",
        r"{f=PREDE|FROM}[ ]{a=n31}[ ]{t=TO|UNTIL|PREA}[ ](?:{the}[ ])?{b=n31}" + _DAYS_END,
        _of_month,
        langs=("fr", "es", "it", "pt"),
    ),
    Rule(
        "DSPAN",
        r"{FROM}[ ]{a=n31}[.][ ]{TO|UNTIL}[ ](?:{the}[ ])?{b=n31}[.]" + _DAYS_END,
        _of_month,
        langs=("de",),
    ),
    Rule(
        "DSPAN",
        r"{a=n31}[.][ ]{TO|UNTIL}[ ](?:{the}[ ])?{b=n31}[.]",
        _of_month,
        alone=True,
        langs=("de",),
    ),
    Rule("DSPAN", FROM + r"{a=DAY}[,]?" + TO + r"{b=DAY}", _days),
    Rule("DSPAN", BETWEEN + r"{a=DAY}" + AND + r"{b=DAY}", _days),
    Rule(
        "DSPAN",
        r"(?<!{num}[-/.,])(?<![$€#])"
        + FROM
        + r"{a=dayno}\.?(?:"
        + TO
        + r"| ?/ ?)(?:{the} )?{b=DAY}",
        _number_day,
    ),
    Rule("DSPAN", BETWEEN + r"{a=dayno}\.?" + AND + r"(?:{the} )?{b=DAY}", _number_day),
    Rule(
        "DSPAN",
        FROM + r"{a=DAY}" + TO + r"(?:{the} )?{b=dayno}(?:(?:,? |,){y=y19})(?![-/.:]{num})",
        _day_number,
    ),
    Rule(
        "DSPAN",
        FROM
        + r"{a=DAY}"
        + TO
        + r"(?:{the} )?{b=dayno}(?![-/.:]{num}|[%:]| ?{unit|ampm|OCLOCK|LENGTH|month})",
        _day_number,
    ),
    Rule(
        "DSPAN",
        BETWEEN
        + r"{a=DAY}"
        + AND
        + r"(?:{the} )?{b=dayno}(?![-/.:]{num}|[%:]| ?{unit|ampm|OCLOCK|LENGTH|month})",
        _day_number,
    ),
    Rule("DSPAN", FROM + r"{a=STRETCH}" + TO + r"{b=STRETCH|y19|month|DAY}", _stretches),
    Rule("DSPAN", FROM + r"{a=month|DAY}" + TO + r"{b=STRETCH}", _stretches),
    Rule(
        "DSPAN",
        BETWEEN + r"{a=STRETCH|month|y19|DAY}" + AND + r"{b=STRETCH|month|y19|DAY}",
        _stretches,
    ),
    Rule(
        "DSPAN",
        r"(?:{FROM|PREDE|BETWEEN|in}[ \n](?:{the} )?){a=month|y19}"
        + TO
        + r"{b=month|y19|STRETCH|DAY}",
        _stretches,
    ),
    Rule("DSPAN", r"{a=month}" + TO + r"{b=month}", _stretches),
    Rule("DSPAN", r"{a=MONTHABBR}\.?" + TO + r"{b=MONTHABBR|MONTHSOFT}\.?(?! ?{num})", _stretches),
    Rule("DSPAN", r"{a=STRETCH}\." + TO + r"{b=STRETCH|month}(?! ?{num})", _stretches),
    Rule(
        "STRETCH",
        r"{s=STRETCH}[ \n]{AND|OR}[ \n]{y=y19}(?![-/.:,]?{num}| ?{unit|month|num|CLOCK})",
        _year_too,
        begins="y",
    ),
    Rule("DSPAN", r"{a=month}[-–]{b=DAY}", _stretches),
    Rule(
        "DSPAN",
        r"(?<![-/.$€#])(?<!{num}[-/.,]){a=y19}" + TO + r"{b=y19}(?![-/.:]{num})",
        _stretches,
    ),
)
"""Days from one to another."""


DAY_YEARS: tuple[Rule, ...] = (Rule("DSPAN", r"{s=DSPAN},? {y=y19}", _days_year),)
