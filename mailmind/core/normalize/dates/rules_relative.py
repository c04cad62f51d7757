"""Points counted from the reference moment or from another point: in two weeks, 3 days before 4 May.

Owned here: counting. Months and years follow the calendar, hours and minutes the clock; what leaves the
calendar is no date.
"""

import re
from datetime import datetime

from dateutil.relativedelta import relativedelta

from mailmind.core.normalize.dates.alphabet import letters
from mailmind.core.normalize.dates.lexicon import fold
from mailmind.core.normalize.dates.model import Clock, Day, Length, Moment
from mailmind.core.normalize.dates.readings import days, moments, times
from mailmind.core.normalize.dates.rules_length_forms import is_rate
from mailmind.core.normalize.dates.tape import Hit, Rule
from mailmind.core.normalize.dates.tense import took

DAYS_AHEAD_MAX = 400_000


def delta(length: Length) -> relativedelta | None:
    """The length as calendar arithmetic takes it; None where it leaves the calendar."""
    months = length.years * 12 + length.months
    spare = (months - int(months)) * 30
    total_days = length.days + spare
    if abs(months) > 12 * 9000 or abs(total_days) > DAYS_AHEAD_MAX * 8 or length.seconds > 10**9:
        return None
    if length.seconds or (total_days.denominator != 1 and length.days.denominator != 1):
        seconds = int((total_days - int(total_days)) * 86400 + length.seconds)
        return relativedelta(months=int(months), days=int(total_days), seconds=seconds)
    return relativedelta(months=int(months), days=int(total_days))


def moved(start: datetime, length: Length, sign: int) -> datetime | None:
    """The moment so much later, or earlier where ``sign`` is -1."""
    step = delta(length)
    if step is None:
        return None
    try:
        return start + step if sign > 0 else start - step
    except (OverflowError, ValueError):
        return None


def from_now(hit: Hit, length: Length, sign: int) -> Day | Moment | None:
    """A length counted from the reference moment; how many "a few" are is not said."""
    if length.vague:
        return None
    now = hit.scene.reference
    if now is None:
        return Moment(lost=True) if length.clocklike else Day(lost=True)
    there = moved(now, length, sign)
    if there is None:
        return None
    if length.clocklike or length.days.denominator != 1:
        return Moment(instant=there.replace(microsecond=0))
    return Day(choices=(there.date(),))


def kind(value: Day | Moment) -> str:
    """The kind of token of a relative point."""
    return "DAY" if isinstance(value, Day) else "MOMENT"


def _ago(hit: Hit) -> Day | Moment | None:
    return None if hit.has("w") and _hangs_on(hit) else from_now(hit, hit["l"], -1)


def _ahead(hit: Hit) -> Day | Moment | None:
    if is_rate(hit) or _sizes(hit) or (hit.has("w") and _hangs_on(hit)):
        return None
    if not hit.has("w") and took(hit.tape.text, hit.tape.starts[hit.match.start()], hit.scene.lang):
        return None
    return from_now(hit, hit["l"], 1)


def _ahead_in_time(hit: Hit) -> Day | Moment | None:
    """In two weeks' time."""
    return _ahead(hit) if hit.raw("t").lower() == "time" else None


def _hangs_on(hit: Hit) -> bool:
    """Whether "before" or "after" takes an event that follows: 30 jours après réception."""
    word = fold(hit.raw("w"))
    if word in _WITH_EVENT:
        return not _CLOSED.match(hit.after)
    return (
        word in _COMPARED
        and _THAN.match(hit.tape.text, hit.tape.ends[hit.match.end() - 1]) is not None
    )


_WITH_EVENT = frozenset({"avant", "apres", "antes", "despues", "out"})
_COMPARED = frozenset({"earlier", "later", "back"})
_THAN = re.compile(r"\s{1,2}(?:than|in|to|from)\b", re.IGNORECASE)
_CLOSED = re.compile(rf"$|\n|[ ]?[.,;:!?)]|[ ][{letters('FUNC|AND|OR|BUT')}]")


def _sizes(hit: Hit) -> bool:
    """Whether the length is the size of what follows: in 16 hour blocks."""
    length: Length = hit["l"]
    written = hit.raw("l").lower()
    singular = length.count > 1 and hit.scene.lang == "en" and written.endswith(_SINGULAR)
    return singular and re.match(r"[ ]x", hit.after) is not None


_SINGULAR = ("second", "minute", "hour", "day", "week", "month", "quarter", "year")


def _signed(hit: Hit) -> Day | Moment | None:
    """+15 minutes, -3 weeks, as a field of its own."""
    return from_now(hit, hit["l"], -1 if hit.match.group()[0] == "-" else 1) if hit.alone else None


def _offset(hit: Hit) -> Day | Moment | None:
    """Two weeks after 3 March, an hour before noon tomorrow."""
    length, anchor = hit["l"], hit["p"]
    sign = -1 if hit.has("before") else 1
    if isinstance(anchor, Clock):
        choices = times(anchor, hit.scene)
        if hit.scene.today is None:
            return None
        starts = tuple(datetime.combine(hit.scene.today, t) for t, _ in choices.values)
        found = [m for s in starts if (m := moved(s, length, sign))]
        return Moment(instant=found[0]) if len(found) == 1 else None
    if isinstance(anchor, Moment):
        ends = [m for s in moments(anchor, hit.scene).values if (m := moved(s, length, sign))]
        return Moment(instant=ends[0]) if ends else Moment(lost=True)
    there = days(anchor, hit.scene)
    if not there.values:
        return Day(lost=True)
    at = [
        m
        for d in there.values
        if (m := moved(datetime.combine(d, datetime.min.time()), length, sign))
    ]
    if length.clocklike:
        return Moment(instant=at[0]) if len(at) == 1 else None
    return Day(choices=tuple(m.date() for m in at), even=not there.likely) if at else None


WORDS: tuple[Rule, ...] = (
    Rule(kind, r"[+-]{l=LENGTH}", _signed),
    Rule(kind, r"{l=LENGTH} {w=AGO}(?! ?{LENGTH})", _ago),
    Rule(kind, r"{AGOPRE|VOR} (?:{ABOUT|AT} )?{l=LENGTH}", _ago),
    Rule(kind, r"{INPRE} (?:{AT|ABOUT} )?~?{l=LENGTH}'? (?P<t>x)", _ahead_in_time),
    Rule(kind, r"{INPRE} (?:{AT|ABOUT} )?~?{l=LENGTH}", _ahead),
    Rule(kind, r"{l=LENGTH} {w=HENCE}", _ahead),
    Rule(kind, r"{l=LENGTH} {w=BEFORE}(?=$|[ ]?[.!?)])", _ago),
)
"""Relative days."""


OFFSETS: tuple[Rule, ...] = (
    Rule(
        kind,
        r"(?<!{FOR}[ \n]){l=LENGTH} {AFTER|PASTLAST|FROM|NACH|HENCE|SINCE|PREDE} (?:"
        r"{the} )?{p=DAY|CLOCK|MOMENT}",
        _offset,
    ),
    Rule(kind, r"{l=LENGTH} {before=BEFORE|VOR} (?:{the} )?{p=DAY|CLOCK|MOMENT}", _offset),
    Rule(kind, r"{p=DAY|CLOCK|MOMENT} ?[+] ?{l=LENGTH}", _offset),
)
"""A length before or after another point."""
