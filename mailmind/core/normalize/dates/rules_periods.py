"""Named periods: next week, March, May 2026, Q3, week 31, in 2027.

Owned here: a period is whole calendar units, both ends included.
"""

import re
from datetime import date, timedelta
from typing import Any

from mailmind.core.normalize.dates import calendar
from mailmind.core.normalize.dates.alphabet import letters
from mailmind.core.normalize.dates.cues import labelled
from mailmind.core.normalize.dates.lexicon import fold
from mailmind.core.normalize.dates.model import Day, Stretch
from mailmind.core.normalize.dates.names import month_in_name
from mailmind.core.normalize.dates.rules_days import year_of
from mailmind.core.normalize.dates.tape import Hit, Rule, place
from mailmind.core.wordlist import words


def shift_of(token: Any) -> int:
    """How many periods ahead a word like next or last looks."""
    return 1 if token in ("following", "coming") else int(token)


def unit_of(hit: Hit) -> str:
    """The unit of time that a match names."""
    if hit.letter("u") in letters("QTR"):
        return "quarter"
    if hit.letter("u") in letters("WEEKEND"):
        return "weekend"
    return "second" if hit.letter("u") in letters("SECOND") else str(hit["u"])


def _shifted(hit: Hit) -> Stretch | Day | None:
    """Next week, this month, last year."""
    unit, shift = unit_of(hit), shift_of(hit["m"] if hit.has("m") else 0)
    today = hit.scene.today
    if _plural(hit):
        return None
    if unit in ("second", "minute", "hour", "workday") or (
        shift < 0 and OF_PERIOD.match(hit.after)
    ):
        return None
    if today is None:
        return Stretch(unit, lost=True)
    if unit == "fortnight":
        first = calendar.monday(today) + timedelta(weeks=2 * shift)
        return Stretch(unit, pairs=((first, first + timedelta(days=13)),))
    if unit == "day":
        if shift < 0 or _AND_AGE.match(hit.tape.text, place(hit)[2]):
            return None
        return Day(choices=(today + timedelta(days=shift),)) if shift else Day(choices=(today,))
    return Stretch(unit, pairs=(calendar.period(today, unit, shift),))


def _plural(hit: Hit) -> bool:
    """In the coming months: more than one, and how many is not said."""
    unit, shift = fold(hit.raw("u")), hit.raw("m").lower()
    return unit in _PLURALS or (unit == "mois" and shift.endswith("ns"))


_PLURALS = words(
    """
    days weeks weekends months quarters years decades tage tagen wochen monate monaten jahren jours
    semaines annees dias semanas meses anos
    """
)


def _after_next(hit: Hit) -> Stretch | None:
    """The week after next."""
    unit, today = unit_of(hit), hit.scene.today
    if unit not in ("week", "month", "year"):
        return None
    return (
        Stretch(unit, pairs=(calendar.period(today, unit, 2),))
        if today
        else Stretch(unit, lost=True)
    )


def _month_year(hit: Hit) -> Stretch:
    """May 2027."""
    return Stretch("month", year_of(hit["y"], hit), hit["m"])


def _numeric_month(hit: Hit) -> Stretch | None:
    """05/2027, 2027-05."""
    if labelled(hit):
        return None
    year, month = hit["y"].value, hit["m"].value
    if hit.match.start("y") < hit.match.start("m") and month == (year + 1) % 100:
        # 2001-02 is February, or the season that ends in 2002.
        season = date(year, 1, 1), date(year + 1, 12, 31)
        return Stretch("month", pairs=(calendar.month_ends(year, month), season), even=True)
    return Stretch("month", year, month)


def _month(hit: Hit) -> Stretch | None:
    """In March; "this may" is no month, "in may" is."""
    soft = hit.letter("m") in letters("MONTHSOFT") and not hit.raw("m")[0].isupper()
    if soft and hit.before.rstrip()[-1:] in letters("THIS|the|FOR"):
        return None
    if hit.before[-2:-1] not in letters("in|INPRE") and month_in_name(*place(hit)):
        return None
    return Stretch("month", month=hit["m"])


def _month_alone(hit: Hit) -> Stretch | None:
    """A month with nothing beside it: its full name where that is no first name, or the whole text."""
    written = hit.raw("m")
    if hit.letter("m") in letters("MONTHSOFT"):
        meant = hit.alone and written[0].isupper() and (len(written) > 3 or written == "May")
    else:
        full = len(written) > 4 and written[0].isupper() and written not in _FIRST_NAMES
        full = full and not month_in_name(*place(hit))
        meant = hit.alone or full
    return Stretch("month", month=hit["m"]) if meant else None


_FIRST_NAMES = frozenset({"April", "August"})


def _month_shifted(hit: Hit) -> Stretch | None:
    """Next March, this May, last December."""
    shift, month, today = shift_of(hit["n"]), hit["m"], hit.scene.today
    if hit.letter("m") in letters("MONTHSOFT") and not hit.raw("m")[0].isupper():
        return None
    if today is None:
        return Stretch("month", month=month)
    if not shift:
        return Stretch("month", today.year, month)
    later = [
        y
        for y in (today.year - 1, today.year, today.year + 1)
        if (y * 12 + month - today.year * 12 - today.month) * shift > 0
    ]
    year = later[0] if shift > 0 else later[-1]
    return Stretch("month", year, month)


def _year(hit: Hit) -> Stretch | None:
    return Stretch("year", hit["y"].value)


def _year_named(hit: Hit) -> Stretch | None:
    """The year 2026."""
    return _year(hit) if hit["u"] == "year" else None


def _week_named(hit: Hit) -> Stretch | None:
    """Week 31."""
    return _week_number(hit) if hit["u"] == "week" and hit["n"].text[0] != "0" else None


def _week_iso(hit: Hit) -> Stretch | None:
    """2026-W31."""
    return _week_number(hit) if hit["u"] == "week" else None


def _week_number(hit: Hit) -> Stretch | None:
    """The ISO week of a year; without a year that of the reference."""
    number, today = hit["n"].value, hit.scene.today
    if not 1 <= number <= 53:
        return None
    year: int | None
    if hit.has("y"):
        year = hit["y"].value
    else:
        shift = hit["sh"] if hit.has("sh") else hit["sh2"]
        year = today.year + (0 if shift is None else shift_of(shift)) if today else None
    if year is None:
        return Stretch("week", lost=True)
    week = calendar.week_of_year(year, number)
    return Stretch("week", pairs=(week,)) if week else None


def stretch_pairs(stretch: Stretch) -> tuple[tuple[date, date], ...]:
    """The ends of a period whose place is known."""
    if stretch.pairs:
        return stretch.pairs
    if stretch.unit == "year" and stretch.year:
        return ((date(stretch.year, 1, 1), date(stretch.year, 12, 31)),)
    if stretch.year and stretch.month:
        return (calendar.month_ends(stretch.year, stretch.month),)
    return ()


_AND_AGE = re.compile(r"\s{1,2}and age\b", re.IGNORECASE)
OF_PERIOD = re.compile(
    rf"[ \n][{letters('of|in')}][ \n](?:[{letters('the')}][ \n])?[{letters('month|y19|mod')}]"
)
"""What makes "the last week" the last one of a longer period."""


_SEP = r"(?:\.?(?: ?[,/-] ?| )|[ \n]{of|in|PREDE}[ \n])"


def week_of(day: date) -> Stretch:
    """The week that a day lies in."""
    first = calendar.monday(day)
    return Stretch("week", pairs=((first, first + timedelta(days=6)),))


STAGE: tuple[Rule, ...] = (
    Rule("STRETCH", r"{m=month}" + _SEP + r"{y=y19|WYEAR}(?![-/]{num})", _month_year),
    Rule("STRETCH", r"{m=month} {of} '?{y=yy}(?![:.h])", _month_year),
    Rule("STRETCH", r"(?:{INPRE}_){m=month}[ ]'?{y=yy}(?![:.h]| ?{unit|ampm})", _month_year),
    Rule("STRETCH", r"{y=y19}[ /-](?:{of} )?{m=month}(?!{num})", _month_year),
    Rule("STRETCH", r"(?<!{num}[-.])(?<![$€#/]){m=n12}/{y=y19}(?![-/.]{num})", _numeric_month),
    Rule("STRETCH", r"(?<!{num}[-/.])(?<![$€#]){m=lead|ten}-{y=y19}(?![-/.]{num})", _numeric_month),
    Rule(
        "STRETCH",
        r"(?<!{num}[-/.])(?<![$€#]){y=y19}[-/]{m=lead|ten|one}(?![-/.]?{num}|{OCLOCK})",
        _numeric_month,
    ),
    Rule(
        "STRETCH",
        r"(?<="
        r"{in|of|from|BY|UNTIL|TO|BETWEEN|EARLY|MID|END|START|BEFORE|AFTER|the|THIS|FOR|VOR|NACH}[ \n])"
        r"{m=month}(?!\.?[ ]?{num})",
        _month,
    ),
    Rule("STRETCH", r"{m=month}", _month_alone),
    Rule("STRETCH", r"{n=fore} {m=month}(?![ ]?{num})", _month_shifted),
    Rule("STRETCH", r"{m=month} {n=NEXT|LAST|POSTNEXT}(?! ?{unit|num|weekday})", _month_shifted),
    Rule(
        "STRETCH",
        r"(?:{the} )?{m=mod} {u=UNIT|MONTHWORD|QTR|WEEKEND|FORTNIGHT|DECADE}(?! ?{num})",
        _shifted,
    ),
    Rule(
        "STRETCH",
        r"(?:{the} )?{u=UNIT|MONTHWORD|QTR|WEEKEND|FORTNIGHT} {m=NEXT|LAST|POSTNEXT}(?! ?"
        r"{unit|num|weekday|month})",
        _shifted,
    ),
    Rule(
        "STRETCH",
        r"{the} {u=UNIT|MONTHWORD} {AFTER|NACH} (?:{the} )?{NEXT}(?! ?{unit|wd|month|x})",
        _after_next,
    ),
    Rule(
        "STRETCH",
        r"(?<={in|of|from|UNTIL|BY|BEFORE|AFTER|BETWEEN}[ \n]){y=y19|WYEAR}(?![-/:.,]"
        r"{num}|:| ?{unit|ampm|AT|ZONE|month|num}| ?[-–] ?{num}|[%$€])",
        _year,
    ),
    Rule("STRETCH", r"(?:{the} )?{u=UNIT}_(?:{of}_)?{y=y19}", _year_named),
    Rule("STRETCH", r"{WEEKNO} ?\.? ?{n=n59|one}(?:[ /]{y=y19})?(?![.:,/-]?{num}|%)", _week_number),
    Rule(
        "STRETCH",
        r"(?<!{num}[ -]){u=UNIT}_{n=n59|one}(?:,? {of} (?:{y=y19|WYEAR}|(?:{the} )?{sh=mod} {sy=UNIT}"
        r"|(?:{the} )?{sy2=UNIT} {sh2=LAST|POSTNEXT|NEXT}))?(?![.:,/-]?{num}|%| ?{unit})",
        _week_named,
    ),
    Rule("STRETCH", r"{y=y19}-?{u=UNITABBR}{n=n59}(?!{num})", _week_iso),
)
"""Named periods."""
