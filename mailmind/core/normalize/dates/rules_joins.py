"""Parts that belong together: a weekday and its date, a day and its time.

Owned here: neighbours join only over the few signs and prepositions that join them in writing, never
over a word that the grammar does not know.
"""

from dataclasses import replace

from mailmind.core.normalize.dates import zones
from mailmind.core.normalize.dates.model import Clock, Day, Moment, Zone
from mailmind.core.normalize.dates.readings import days
from mailmind.core.normalize.dates.rules_clock import clock
from mailmind.core.normalize.dates.rules_clock_dress import halved
from mailmind.core.normalize.dates.rules_nth import week_of_day
from mailmind.core.normalize.dates.rules_periods import shift_of
from mailmind.core.normalize.dates.stamps import stamp
from mailmind.core.normalize.dates.tape import Hit, Rule, place


def _weekday_date(hit: Hit) -> Day | None:
    """Monday, 5 May: the weekday only witnesses for the date."""
    day: Day = hit["d"]
    if day.weekday is not None or day.choices or day.month is None:
        return None
    return replace(day, weekday=hit["w"])


def _weekday_moment(hit: Hit) -> Moment | None:
    """Wed, 18 Nov 2026 11:50:17 +0800."""
    moment: Moment = hit["m"]
    if moment.day is None or moment.day.weekday is not None or moment.day.month is None:
        return None
    return replace(moment, day=replace(moment.day, weekday=hit["w"]))


def _weekday_number(hit: Hit) -> Day | None:
    """Monday the 24th."""
    number = hit.int("o")
    return Day(day=number, weekday=hit["w"]) if 1 <= number <= 31 else None


def _only_weekday(day: Day) -> bool:
    return day.weekday is not None and day.month is None and day.day is None and not day.choices


def _same(hit: Hit) -> Day | None:
    """Tomorrow, 18 November: two names of one day."""
    first: Day = hit["a"]
    second: Day = hit["b"]
    if _only_weekday(first) and _only_weekday(second):
        return None
    one, two = days(first, hit.scene), days(second, hit.scene)
    both = [d for d in one.values if d in two.values]
    part = first.part or second.part
    if _only_weekday(first) and not second.choices:
        return replace(second, weekday=first.weekday, part=part)
    if _only_weekday(second) and not first.choices:
        return replace(first, weekday=second.weekday, part=part)
    if not both:
        return None
    if len(two.values) > 1 or len(one.values) > 1:
        return Day(choices=(both[0],), part=part, why="both names of the day agree on it")
    return replace(second if second.month else first, part=part)


def _numbered(hit: Hit) -> Day | None:
    """Wednesday the 19th of the coming weeks."""
    day: Day = hit["a"]
    number = hit.int("o")
    if day.weekday is not None and day.month is None and day.day is None:
        return replace(day, day=number)
    there = [d for d in days(day, hit.scene).values if d.day == number]
    return Day(choices=tuple(there), part=day.part) if there and day.choices else None


def _looking(hit: Hit) -> Day | None:
    """Next 6 April, last 5 May: the year is the next or the last one that fits."""
    day: Day = hit["d"]
    if day.month is None or day.year is not None or day.choices:
        return None
    return replace(day, look=1 if shift_of(hit["m"]) > 0 else -1)


def _late_year(hit: Hit) -> Moment | None:
    """Wed Aug 05 12:00:00 2026: the year stands last."""
    moment: Moment = hit["m"]
    if moment.day is None or moment.day.year is not None or moment.day.month is None:
        return None
    return replace(moment, day=replace(moment.day, year=hit["y"].value))


def _part(hit: Hit) -> Day:
    day: Day = hit["d"]
    part = hit["p"]
    return replace(day, part=part[0] if isinstance(part, tuple) else part)


def join(day: Day, time: Clock) -> Moment | None:
    """A day with a time of day."""
    if day.part and not time.half:
        dressed = halved(time, day.part)
        if dressed is None:
            return None
        time = dressed
    elif day.machine and not time.half:
        time = replace(time, sure=True)
    return Moment(replace(day, part=None), time)


def _join(hit: Hit) -> Moment | None:
    day: Day = hit["d"]
    time: Clock = hit["c"]
    if day.year is not None and (day.swapped or not time.half) and (how := stamp(*place(hit))):
        # Programs write these: an hour of twelve has its a. m. or p. m. there.
        day, time = replace(day, stamp=how), time if time.half else replace(time, sure=True)
    return join(day, time)


def _run(hit: Hit) -> Moment | None:
    """12 Nov 1115: four digits beside a day."""
    value = hit["n"].value
    time = clock(value // 100, value % 100, sure=True)
    day: Day = hit["d"]
    if time is None or (
        day.year is None and not day.choices and day.month is None and day.weekday is None
    ):
        return None
    return join(day, time)


def _dotted(hit: Hit) -> Moment | None:
    written = hit.raw("h")
    time = clock(hit.int("h"), hit.int("m"), sure=written[0] == "0" or hit.int("h") > 12)
    return join(hit["d"], time) if time else None


def _hour(hit: Hit) -> Moment | None:
    """9 tomorrow, as a field of its own."""
    if not hit["d"].choices:
        return None
    time = clock(hit.int("h"))
    return join(hit["d"], time) if time else None


def _hour_and_part(hit: Hit) -> Moment | None:
    """Spanish el 18 de marzo, nueve y media."""
    time = clock(hit.int("h"), 30 if hit.has("half") else 15)
    return join(hit["d"], time) if time else None


def _iso(hit: Hit) -> Moment | None:
    """2026-11-20T15:15:00.5+01:00"""
    second = hit.int("s") if hit.has("s") else None
    zone = zones.named("utc") if hit.has("z") else _offset(hit)
    if hit.has("o") and zone is None:
        return None
    time = clock(hit.int("h"), hit.int("m"), second, sure=True, zone=zone)
    return Moment(hit["d"], time) if time else None


def _offset(hit: Hit) -> Zone | None:
    """The zone that ``+01:00`` writes; None where the match has none or no zone is so far."""
    if not hit.has("o"):
        return None
    digits = hit.raw("o") + hit.raw("om")
    size = digits.ljust(4, "0") if len(digits) <= 2 else digits.zfill(4)
    minutes = int(size[:2]) * 60 + int(size[2:])
    if minutes > 14 * 60:
        return None
    return zones.offset(-minutes if hit.match.group("sign") == "-" else minutes)


def _iso_basic(hit: Hit) -> Moment | None:
    """20261120T151500Z"""
    digits = hit.raw("t").ljust(6, "0")
    zone = zones.named("utc") if hit.has("z") else _offset(hit)
    if hit.has("o") and zone is None:
        return None
    time = clock(int(digits[:2]), int(digits[2:4]), int(digits[4:]), sure=True, zone=zone)
    return Moment(hit["d"], time) if time else None


ISO: tuple[Rule, ...] = (
    Rule(
        "MOMENT",
        r"{d=DAY}{TEE}{t=hms|hhmm}(?:{z=ZONE}|(?P<sign>[-+]){o=n24|clock}(?::?{om=n59})?)?",
        _iso_basic,
    ),
    Rule(
        "MOMENT",
        r"{d=DAY}{TEE}{h=n24}:{m=n59}(?::{s=n59}(?:[.,]{num})?)?(?: ?(?:{z=ZONE}|(?P<sign>[-+])"
        r"{o=n24|clock}(?::?{om=n59})?))?",
        _iso,
    ),
    Rule(
        "MOMENT",
        r"{d=DAY}[: ]{h=n24}:{m=n59}:{s=n59}(?:[.,]{num})?(?: ?(?:{z=ZONE}|(?P<sign>[-+])"
        r"{o=n24|clock}(?::?{om=n59})?))",
        _iso,
    ),
)
"""Times written for machines."""

_COMMA = r"[.,]{0,2}[ \n]?[(]?"
_SOON = (
    r"(?:\.| ?[,;(∙•·|-]? ?|[ ,\n]{0,2}(?:"
    r"{AT|ON|AMON|FROM|BY|ABOUT|FOR|in|BEFORE|AFTER|PREA|UNTIL|PREDE}[ \n]){1,2})"
)

DATES: tuple[Rule, ...] = (
    Rule("DAY", r"{w=wd}" + _COMMA + r"(?:{the|on|OF} )?{d=DAY}", _weekday_date),
    Rule("MOMENT", r"{w=wd}" + _COMMA + r"(?:{the|on} )?{m=MOMENT}", _weekday_moment),
    Rule("DAY", r"{d=DAY},? ?[(]?{w=wd}[)]?(?! ?{num|ORD})", _weekday_date),
    Rule("DAY", r"{w=wd}\.?,? (?:{the|on} )?{o=ORD}(?! ?{wd|UNIT|LENGTH|month})", _weekday_number),
    Rule(
        "DAY",
        r"{w=wd}(?:(?<={WEEKDAYABBR|WEEKDAYSOFT})\.)?,? {the} {o=ORD|WORD|SECOND|WTENS}"
        r"(?! ?{wd|UNIT|LENGTH|month})",
        _weekday_number,
    ),
    Rule(
        "DAY",
        r"{w=wd}\.?,? (?:{the|on} )?{o=n31|WNUM|WNUM24|WNUM31}(?![:./-]| ?"
        r"{TO|UNTIL|TILL|OCLOCK|HEURE|ampm|HOURMARK|UNIT|LENGTH|month|num|DAY}| ?[-–])"
        r"(?=$|[ ]?[.,;!?)]|[ \n](?:{prep|AND|CLOCK}))",
        _weekday_number,
    ),
    Rule("DAY", r"{w=wd} [(]{o=n31|ORD}\.?[)]", _weekday_number),
    Rule(
        "DAY",
        r"(?:{the} )?{o=n31|ORD|WNUM24|WNUM31}[ ]{w=WEEKDAY}(?! ?{num|month})",
        _weekday_number,
        langs=("de", "fr", "es", "it", "nl", "pt"),
    ),
)
"""A weekday and its date."""

SAME: tuple[Rule, ...] = (
    Rule("DAY", r"{a=DAY} ?[,(-]? ?(?:{the|on} )?{b=DAY}[)]?", _same),
    Rule("DAY", r"{d=DAY},? {w=WEEKDAYS}", _weekday_date),
    Rule(
        "STRETCH",
        r"(?:{the} )?{u=UNIT}_(?:(?:{of|from|ON|BETWEEN|STARTING}_){1,2})(?:{the} )?{d=DAY}",
        week_of_day,
    ),
    Rule("STRETCH", r"{WEEKOF}[ ](?:{the} )?{d=DAY}", week_of_day),
    Rule("DAY", r"{m=NEXT|LAST|PASTLAST} {d=DAY}", _looking),
    Rule(
        "DAY",
        r"{a=DAY},? (?:{the|on} )?{o=ORD|WORD|SECOND|WTENS}(?! ?{wd|UNIT|LENGTH|month})",
        _numbered,
    ),
    Rule(
        "DAY",
        r"{d=DAY},? (?:{in|AT|ON|AMON|OF|PREDE|FOR} )?(?:{the} )?(?:{EARLY} )?{p=PART|MANANA}",
        _part,
    ),
)
"""Two names of one day, a day with its part."""

TIMES: tuple[Rule, ...] = (
    Rule("MOMENT", r"{d=DAY}" + _SOON + r"{c=CLOCK}", _join),
    Rule("MOMENT", r"{d=DAY} ?[(]{c=CLOCK}[)]", _join),
    Rule(
        "MOMENT",
        r"{c=CLOCK}(?: ?[,(∙•·|-]? ?|[ ,\n]{0,2}(?:{ON|AMON|OF|the|PREDE}[ \n]){1,2}){d=DAY}",
        _join,
    ),
    Rule(
        "MOMENT",
        r"{d=DAY}(?: ?,? ?|[ ,\n]{0,2}(?:{AT|ON|ABOUT|BY|UNTIL|FROM|AMON}[ \n]){1,2})"
        r"{n=hhmm}(?![-/.:,]?{num}| ?[-–] ?{num}|[%$€])",
        _run,
    ),
    Rule(
        "MOMENT",
        r"{d=DAY}(?: ?,? ?|[ ,\n]{0,2}(?:{AT|ON|ABOUT}[ \n]){1,2}){h=n24}\.{m=n59}(?![-/.:,]?"
        r"{num}| ?[-–] ?{num}|[%$€]| ?{unit})",
        _dotted,
    ),
    Rule("MOMENT", r"{h=h12} {d=DAY}", _hour, alone=True),
    Rule(
        "MOMENT",
        r"{d=DAY},? {h=WNUM} {and} (?:{half=HALF}|{QTR})",
        _hour_and_part,
        langs=("es", "pt", "it"),
    ),
)
YEARS: tuple[Rule, ...] = (Rule("MOMENT", r"{m=MOMENT}[ ]{y=y19}(?![-/:.]{num})", _late_year),)
"""A day and its time."""
