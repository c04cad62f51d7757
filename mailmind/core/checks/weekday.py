"""Does the weekday that a text gives a date fit that date?

Owned here: a date whose weekday is wrong is two dates, and nobody but a person can say which one is meant.
"""

import re
from datetime import date

from mailmind.core.values import Value

_DAYS = (
    r"mon(?:day)?|montag|lundi|lunes",
    r"tues?(?:day)?|dienstag|mardi|martes",
    r"wed(?:nesday)?|mittwoch|mercredi|miércoles",
    r"thu(?:r|rs|rsday)?|donnerstag|jeudi|jueves",
    r"fri(?:day)?|freitag|vendredi|viernes",
    r"sat(?:urday)?|samstag|sonnabend|samedi|sábado",
    r"sun(?:day)?|sonntag|dimanche|domingo",
)
_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_NAMED = re.compile(
    rf"\b(?:{'|'.join(f'(?P<d{n}>{names})' for n, names in enumerate(_DAYS))})\b", re.IGNORECASE
)
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def wrong_weekday(text: str, value: Value) -> str:
    """What is wrong with the weekday written in or right before a date; empty where nothing is.

    Only a date that is written out can be wrong: one that was found by its weekday fits by itself.
    """
    stamp = value.reading.get("value") or ""
    day = _DAY.match(stamp)
    if value.kind not in ("date", "datetime") or day is None or value.ambiguous:
        return ""
    written = text[value.start : value.end]
    if not re.search(r"\d", written):
        return ""
    before = re.search(r"([^\W\d_]+)[.,]*\s+$", text[max(0, value.start - 15) : value.start])
    named = _NAMED.match(before.group(1)) if before else None
    named = _NAMED.search(written) or named
    if named is None:
        return ""
    said = next(n for n in range(7) if named[f"d{n}"])
    real = date.fromisoformat(day.group()).weekday()
    if said == real:
        return ""
    return f"{named.group()} does not fit: {day.group()} is a {_NAMES[real]}"
