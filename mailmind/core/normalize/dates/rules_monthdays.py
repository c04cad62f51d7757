"""Days of a month that is not named, or named with another day: on the 15th, am 9., 16 and 17 May.

Owned here: a number is such a day only where an article or preposition says so and nothing follows that
makes it the number of something else.
"""

from dataclasses import replace

from mailmind.core.normalize.dates import calendar
from mailmind.core.normalize.dates.cues import labelled
from mailmind.core.normalize.dates.model import Day, Span
from mailmind.core.normalize.dates.tape import Hit, Rule


def _le(hit: Hit) -> Day | None:
    """Le 16, el 4, el día 21."""
    if hit.scene.lang not in ("fr", "es", "it", "pt") or hit.raw("a").lower() not in (
        "le",
        "el",
        "il",
        "o",
        "día",
        "dia",
    ):
        return None
    return of_month(hit)


def of_month(hit: Hit) -> Day | None:
    """On the 15th."""
    number = hit.int("o")
    return Day(day=number) if number <= 31 else None


def _of_month_dot(hit: Hit) -> Day | None:
    """German am 15., vom 9."""
    return of_month(hit) if hit.alone or hit.scene.lang == "de" else None


def _before_day(hit: Hit) -> Day | None:
    """The 16 of "16 and 17 May"."""
    day: Day = hit["b"] or hit["c"]
    number = hit.int("a")
    if not _plain(day) or not number < (day.day or 0) or labelled(hit):
        return None
    return Day(day.year, day.month, number)


def _after_day(hit: Hit) -> Day | None:
    """The 17 of "May 16 and 17"."""
    day: Day = hit["a"]
    number = hit.int("b")
    if not _plain(day) or not (day.day or 0) < number <= 31:
        return None
    return Day(day.year, day.month, number) if _exists(day, number) else None


def _with_year(hit: Hit) -> Day | None:
    """The 16 of "May 16 and 17, 2027"."""
    day: Day = hit["a"]
    return replace(day, year=hit.int("y")) if _plain(day) and day.year is None else None


def _pair(hit: Hit) -> Span | None:
    """October 16th/17th: from one day to the next."""
    first, last, month = hit.int("a"), hit.int("b"), hit["m"]
    year = hit.int("y") if hit.has("y") else None
    day = Day(year, month, last)
    return Span(Day(year, month, first), day) if last == first + 1 and _exists(day, last) else None


def _plain(day: Day) -> bool:
    """Whether the words name the month and the day, and neither can be the other."""
    return day.month is not None and day.day is not None and day.swapped is None


def _exists(day: Day, number: int) -> bool:
    return calendar.real(day.year or 2000, day.month or 1, number) is not None


_CLOSED = r"(?= ?[.,;:!?)]|$|\n|[ ](?:{CLOCK|prep|FUNC|AND}))"
"""What may follow a day of the month that stands without one."""


_ALSO = r"[ ](?:{AND|OR}|&)[ ](?:{the}[ ])?"

LIST_YEARS: tuple[Rule, ...] = (
    Rule("DAY", r"{a=DAY}(?=" + _ALSO + r"{b=dayno}[,]?[ ]{y=y19}(?![-/.:]{num}))", _with_year),
)
"""The year of a list of days."""

LISTS: tuple[Rule, ...] = (
    Rule(
        "DAY",
        r"(?<!{num}[-/.,:])(?<![$€£#]){a=n31|ORD}\.?(?="
        + _ALSO
        + r"{b=DAY}|(?:,[ ]{n31|ORD}\.?){1,3}"
        + _ALSO
        + r"{c=DAY})",
        _before_day,
    ),
    Rule(
        "DAY",
        r"{a=DAY}" + _ALSO + r"{b=ORD}(?! ?{month|MONTHWORD|wd|QTR|unit})",
        _after_day,
        begins="b",
    ),
    Rule(
        "DAY", r"{a=DAY}" + _ALSO + r"{b=n31}(?:[,]?[ ]{y=y19})?" + _CLOSED, _after_day, begins="b"
    ),
)
"""Days that stand in a list with another whose month is named."""

PAIRS: tuple[Rule, ...] = (
    Rule(
        "DSPAN",
        r"{m=month}\.?[ ](?:{the}[ ])?{a=n31|ORD} ?/ ?{b=n31|ORD}(?:[,]?[ ]{y=y19})?(?![-/.:]?{num})",
        _pair,
    ),
)
"""Two days with a slash between them."""

WEEKDAYS: tuple[Rule, ...] = (
    Rule(
        "DAY",
        r"(?:{FROM|AMON|the}) {o=n31}\.(?! ?{num|month}| ?/|{num}|[ ]{TO|UNTIL}[ ](?:{the}[ ])?{num})",
        _of_month_dot,
    ),
    Rule(
        "DAY", r"(?:{ON|BY|UNTIL|FROM|SINCE|AMON|BEFORE|AFTER} )?{the} {o=ORD}" + _CLOSED, of_month
    ),
    Rule("DAY", r"(?:(?:{ON|BY} )|(?<={UNTIL}[ ])){the} {o=WORD|WTENS}" + _CLOSED, of_month),
    Rule("DAY", r"{AMON} {o=ORD}" + _CLOSED, of_month),
    Rule(
        "DAY",
        r"(?:{ON}[ \n])?{the} {o=n31}(?=[ \n](?:{from|BETWEEN|AT|ABOUT})[ \n](?:"
        r"{the|PREA} )?(?:{CLOCK|hour}))",
        of_month,
    ),
    Rule(
        "DAY",
        r"(?:{the} )?{a=the|UNIT} {o=n31|ORD|WNUM|WNUM24|WNUM31}(?:[ .]{DAYTH})?(?=$|[ ]?[.,;:!?)]"
        r"(?!{num})|\n|[ ](?:"
        r"{PREA|ABOUT|AT|FOR|BETWEEN|FROM|PREDE|UNTIL|AND|MSPAN|CSPAN|CLOCK|wd|FUNC})(?! ?"
        r"{month|mod}))",
        _le,
    ),
    Rule("DAY", r"{o=ORD}", of_month, alone=True),
)
"""Weekdays and days of the month, where nothing longer took them."""
