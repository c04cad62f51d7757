"""Who wrote a quoted text and when, as the lines above it say.

Owned here: only what the text plainly says. A date that can be read two ways is no date.
"""

import re
from datetime import datetime
from functools import cache

from mailmind.core.layers.vocabulary import EMAIL
from mailmind.core.maildate import parse_date
from mailmind.core.values import Address

_LANGUAGES = ("en", "de", "fr", "es", "it", "nl", "pt", "sv", "da", "nb", "pl", "fi")
_NUMERIC = re.compile(r"\b(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})\b")
_ISO = re.compile(r"\b(\d{4})[-/年](\d{1,2})[-/月](\d{1,2})")
_NAMED = re.compile(
    r"\b(\d{1,2})(?:st|nd|rd|th|er|\.|º)? (?:de |d')?([^\W\d_]{3,10})\.?,? (?:de )?(\d{4})\b"
)
_NAMED_US = re.compile(r"\b([^\W\d_]{3,10})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b")
_CLOCK = re.compile(r"\b(\d{1,2})[:.h](\d{2})(?:[:.](\d{2}))?\s*([ap])?\.?m?\b", re.IGNORECASE)
_OFFSET = re.compile(r"(?:GMT|UTC)?\s?[+-]\d{2}:?\d{2}\b|\b(?:GMT|UTC|[ECMP][SD]T)\b")
_LABEL = re.compile(
    r"\s*[\[(<]?(?:mailto:|smtp:)?[\w.!#$%&'*+/=?^{|}~-]{1,64}@[^\s<>\[\]()]{1,200}[\])>]?\s*|\[[^\]]*\]"
)
_SPACE = re.compile(r"\s+")
_EDGE = " \t,，;:\"'<>()[]*"


@cache
def _months() -> dict[str, int]:
    """Month names and their short forms in the languages that attribution lines are written in."""
    from babel.dates import get_month_names

    names: dict[str, int] = {}
    for language in _LANGUAGES:
        for width in ("wide", "abbreviated"):
            for context in ("format", "stand-alone"):
                for number, name in get_month_names(width, context, language).items():
                    names.setdefault(name.casefold().rstrip("."), number)
    return names | {"sept": 9, "mrt": 3, "maerz": 3}


def read_date(text: str) -> datetime | None:
    """The moment the text names; None where it names none or can be read two ways."""
    day = _day(text)
    if day is None:
        return None
    year, month, number, rest = day
    clock = _CLOCK.search(rest)
    hour, minute, second = (int(x or 0) for x in clock.groups()[:3]) if clock else (0, 0, 0)
    half = (clock.group(4) or "").lower() if clock else ""
    if half and hour <= 12:
        hour = hour % 12 + (12 if half == "p" else 0)
    try:
        moment = datetime(year, month, number, hour, minute, second)  # noqa: DTZ001 (the zone, if any, comes next)
    except ValueError:
        return None
    offset = _OFFSET.search(rest)
    zoned = parse_date(f"1 Jan 2000 00:00 {offset.group()}") if offset else None
    return moment.replace(tzinfo=zoned.tzinfo) if zoned else moment


def _day(text: str) -> tuple[int, int, int, str] | None:
    """Year, month, day, and the text without them."""
    if iso := _ISO.search(text):
        year, month, day = (int(part) for part in iso.groups())
        return year, month, day, text[iso.end() :]
    for pattern, order in ((_NAMED, (3, 2, 1)), (_NAMED_US, (3, 1, 2))):
        for found in pattern.finditer(text):
            named = _months().get(found.group(order[1]).casefold())
            if named:
                rest = text[: found.start()] + " " + text[found.end() :]
                return int(found.group(order[0])), named, int(found.group(order[2])), rest
    return _numeric(text)


def _numeric(text: str) -> tuple[int, int, int, str] | None:
    found = _NUMERIC.search(text)
    if not found:
        return None
    first, sign, second, year = found.groups()
    one, two, full = int(first), int(second), int(year) + (2000 if len(year) == 2 else 0)
    rest = text[found.end() :]
    if sign == "." or one > 12:
        return full, two, one, rest
    if two > 12 or one == two:
        return full, one, two, rest
    return None


def read_author(text: str) -> Address | None:
    """The mailbox or the bare name in the text."""
    email = EMAIL.search(text)
    name = _LABEL.sub(" ", text).strip(_EDGE)
    name = _SPACE.sub(" ", name)
    if not email and not name:
        return None
    return Address("" if "@" in name else name[:120], email.group() if email else "")
