"""Parts of days, weeks, months and years whose ends nobody fixes: en fin de matinée, mi-décembre.

Owned here: such words never have one value. Every common understanding of them is listed, so that they
prove neither an hour nor a day.
"""

from collections.abc import Mapping
from datetime import date, time, timedelta

from dateutil.relativedelta import relativedelta

from mailmind.core.normalize.dates import calendar
from mailmind.core.normalize.dates.alphabet import letters
from mailmind.core.normalize.dates.lexicon import fold
from mailmind.core.normalize.dates.model import DayPart, Stretch
from mailmind.core.normalize.dates.readings import stretches
from mailmind.core.normalize.dates.tape import Hit, Rule

_HOURS: Mapping[str, Mapping[str, tuple[tuple[int, int], ...]]] = {
    "morning": {
        "whole": ((4, 12), (8, 12)),
        "start": ((7, 9), (8, 10)),
        "mid": ((9, 11), (10, 11)),
        "end": ((10, 12), (11, 12)),
    },
    "afternoon": {
        "whole": ((12, 19), (12, 18)),
        "start": ((12, 14), (13, 15)),
        "mid": ((15, 17), (15, 16)),
        "end": ((17, 19), (16, 18)),
    },
    "evening": {
        "whole": ((18, 0), (18, 22)),
        "start": ((18, 21), (18, 20)),
        "mid": ((20, 22), (21, 22)),
        "end": ((21, 0), (22, 0)),
    },
    "day": {
        "start": ((6, 10), (8, 10)),
        "mid": ((11, 16), (12, 14)),
        "end": ((17, 21), (16, 18)),
    },
    "lunch": {"whole": ((12, 14), (12, 13)), "after": ((13, 17), (13, 15))},
}
"""From and to, in hours, as the words are commonly understood."""
_NAMES = {
    "matin": "morning",
    "matinee": "morning",
    "apres-midi": "afternoon",
    "apres midi": "afternoon",
    "aprem": "afternoon",
    "soir": "evening",
    "soiree": "evening",
    "journee": "day",
    "dejeuner": "lunch",
}


def _hours(hit: Hit) -> DayPart | None:
    """En fin de matinée, dans la soirée, après le déjeuner."""
    named = _HOURS.get(_NAMES.get(fold(hit.raw("p")), ""), {})
    found = named.get(_which(hit))
    if found is None:
        return None
    return DayPart(tuple((time(first), time(last)) for first, last in found))


def _which(hit: Hit) -> str:
    """The part that the match names: start, mid, end, after, or the whole."""
    names = {"START": "start", "MID": "mid", "END": "end", "AFTER": "after", "HENCE": "after"}
    letter = hit.letter("e")
    return next(
        (part for kind, part in names.items() if letter in letters(kind) and letter), "whole"
    )


def _period(hit: Hit) -> Stretch | None:
    """En début de semaine, à la fin du mois: of the period of the reference, or of the next one."""
    unit = str(hit["u"])
    today = hit.scene.today
    if unit not in ("week", "month", "year"):
        return None
    if today is None:
        return Stretch(unit, lost=True)
    pairs = _pairs(unit, *calendar.period(today, unit, 0), _which(hit))
    if all(last < today for _, last in pairs):
        pairs = _pairs(unit, *calendar.period(today, unit, 1), _which(hit))
    return Stretch("part", pairs=pairs, even=True)


def _of_stretch(hit: Hit) -> Stretch | None:
    """Fin mai, mi-décembre, début du mois de mars, début 2027."""
    stretch: Stretch = hit["s"] if hit.has("s") else Stretch("month", month=hit["m"])
    found = stretches(stretch, hit.scene)
    if stretch.unit not in ("week", "month", "year") or not found.values:
        return Stretch("part", lost=True) if stretch.lost else None
    which = _which(hit)
    pairs = [p for span in found.values for p in _pairs(stretch.unit, *span, which)]
    return Stretch("part", pairs=tuple(pairs), even=True)


def _pairs(unit: str, first: date, last: date, which: str) -> tuple[tuple[date, date], ...]:
    """Both common understandings of a part of a period."""
    if unit == "year":
        months = {"start": ((0, 2), (0, 3)), "mid": ((4, 8), (5, 7)), "end": ((10, 12), (9, 12))}
        return tuple(
            (first + relativedelta(months=a), first + relativedelta(months=b, days=-1))
            for a, b in months[which]
        )
    days = {
        "week": {"start": ((0, 1), (0, 2)), "mid": ((2, 3), (1, 3)), "end": ((3, 6), (5, 6))},
        "month": {
            "start": ((0, 9), (0, 4)),
            "mid": ((9, 18), (10, 19)),
            "end": ((20, 30), (24, 30)),
        },
    }[unit][which]
    return tuple((first + timedelta(a), min(last, first + timedelta(b))) for a, b in days)


_FRENCH = ("fr",)
_OF = r"[ \n](?:{PREDE}[ ]?)?(?:{the}[ ]?)?"

HOURS: tuple[Rule, ...] = (
    Rule(
        "HSPAN", r"(?:{the}[ ])?{e=START|MID|END}" + _OF + r"{p=PART|UNIT}", _hours, langs=_FRENCH
    ),
    Rule("HSPAN", r"{e=AFTER|HENCE}[ ](?:{the}[ ])?{p=MEAL}", _hours, langs=_FRENCH),
    Rule(
        "HSPAN", r"(?:{FOR}[ ](?:{the}[ ])?|{TO}[ ]x[ ]{PREDE}[ ]){p=MEAL}", _hours, langs=_FRENCH
    ),
)
"""Parts of a day."""

WHOLE: tuple[Rule, ...] = (
    Rule("HSPAN", r"{FROM|INPRE}[ ](?:{the}[ ])?{p=PART}(?! ?{num})", _hours, langs=_FRENCH),
)
"""Days' parts that no day took."""

PERIODS: tuple[Rule, ...] = (
    Rule(
        "STRETCH",
        r"(?:{the}[ ])?{e=START|MID|END}" + _OF + r"{u=UNIT|MONTHWORD}",
        _period,
        langs=_FRENCH,
    ),
    Rule(
        "STRETCH",
        r"(?:{the}[ ])?{e=START|MID|END}[ -](?:{PREDE}[ ])?(?:{MONTHWORD}[ ]{PREDE}[ ]?)?{s=STRETCH}",
        _of_stretch,
        langs=_FRENCH,
    ),
    Rule("STRETCH", r"(?:{the}[ ])?{e=MID}-{m=month}", _of_stretch, langs=_FRENCH),
    Rule(
        "STRETCH",
        r"(?:{the}[ ])?{e=START|MID|END}[ ](?:{PREDE}[ ])?{MONTHWORD}[ ]{PREDE}[ ]?{m=month}",
        _of_stretch,
        langs=_FRENCH,
    ),
)
"""Parts of a period."""
