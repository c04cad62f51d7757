"""Who wrote a quoted text and when, as the lines above it say.

Owned here: only what the text plainly says. A date that can be read two ways is no date.
"""

import re
from datetime import datetime, timedelta
from functools import cache

from mailmind.core.layers.vocabulary import EMAIL, find_email
from mailmind.core.mail.date import as_utc, parse_date
from mailmind.core.values import Address

_LANGUAGES = (
    "en", "de", "fr", "es", "it", "nl", "pt", "sv", "da", "nb", "pl", "fi", "cs", "sk", "ru", "uk", "tr",
    "ro", "el",
)  # fmt: skip
_NUMERIC = re.compile(r"\b(\d{1,2})([/.-]) ?(\d{1,2})\2 ?(\d{4}|\d{2})\b")
_ISO = re.compile(r"(?<!\d)(\d{4})[-/年](\d{1,2})[-/月](\d{1,2})")
_NAMED = re.compile(
    r"\b(\d{1,2})(?:st|nd|rd|th|er|\.|º)? (?:de |d')?([^\W\d_]{3,12})\.?,? (?:de )?(\d{4})\b"
)
_NAMED_US = re.compile(r"\b([^\W\d_]{3,10})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b")
_CLOCK = re.compile(
    r"\b(\d{1,2})[:.h](\d{2})(?:[:.](\d{2}))?(?:\s*([ap])\.?m\b|(?!\d))", re.IGNORECASE
)
_OFFSET = re.compile(
    r"(?:GMT|UTC)?\s?[+-]\d{2}:?\d{2}\b|\b(?:GMT|UTC)[+-]\d{1,2}\b"
    r"|\b(?:GMT|UTC|[ECMP][SD]T|[CEMW]ES?T|MES?Z)\b"
)
_HOURS = re.compile(r"(?:GMT|UTC)([+-])(\d{1,2})\Z")
_GERMAN = {"MEZ": "CET", "MESZ": "CEST"}
_BRACKETED = re.compile(r"[\[<(]\s*(?:mailto:|smtp:)?\s*[\])>]|\[[^\]]*\]|<[^>]*>")
"""What is left of an address, and remarks, in brackets."""
_OPENED = re.compile(
    r"\s*([^<>()\[\]@]*[^\W\d_][^<>()\[\]@]*?)\s*[<(\[]+\s*(?:mailto:|smtp:)?[^<>()\[\]\s]+@"
)
"""A name before a bracket with its address in it: what follows the bracket names nobody."""
_NAMED_WITHIN = 300
_LABEL = re.compile(r"^\W*(?:from|by|von|de|da|van)\s*:\s*", re.IGNORECASE)
_NOTES_PLACE = re.compile(r"(?:(?<=[\w\"\s])|^)[/@][\w/@. -]*$")
"""``Ann Li/HOU/ECT@ECT``: where the name stands in an organisation."""
_NOBODY = frozenset(
    {"you", "i", "he", "she", "they", "someone", "sent", "du", "sie", "vous", "usted"}
)
_EMPTY = re.compile(r"\(\s*\)")
_SPACE = re.compile(r"\s+")
_SLACK = timedelta(days=1)
_EDGE = " \t,，;:\"'<>[]*"


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


def read_date(text: str, before: datetime | None = None) -> datetime | None:
    """The moment the text names; None where it names none or can be read two ways.

    ``before`` is when the mail that quotes was written: a reading that is later is none.
    """
    moments = [moment for day in _days(text) if (moment := _moment(*day)) is not None]
    if before is not None:
        moments = [one for one in moments if as_utc(one) <= as_utc(before) + _SLACK]
    return moments[0] if len(moments) == 1 else None


def _moment(year: int, month: int, day: int, rest: str) -> datetime | None:
    """That day at the clock time, and in the zone, that the rest of the text names."""
    clock = _CLOCK.search(rest)
    hour, minute, second = (int(x or 0) for x in clock.groups()[:3]) if clock else (0, 0, 0)
    half = (clock.group(4) or "").lower() if clock else ""
    if half and hour <= 12:
        hour = hour % 12 + (12 if half == "p" else 0)
    try:
        moment = datetime(year, month, day, hour, minute, second)  # noqa: DTZ001 (the zone comes next)
    except ValueError:
        return None
    offset = _OFFSET.search(rest)
    zoned = parse_date(f"1 Jan 2000 00:00 {_offset(offset.group())}") if offset else None
    return moment.replace(tzinfo=zoned.tzinfo) if zoned else moment


def _offset(written: str) -> str:
    """The zone as headers write it."""
    hours = _HOURS.match(written)
    return (
        f"{hours.group(1)}{int(hours.group(2)):02d}00" if hours else _GERMAN.get(written, written)
    )


def _days(text: str) -> list[tuple[int, int, int, str]]:
    """Year, month and day in every reading, each with the text around them."""
    if iso := _ISO.search(text):
        year, month, day = (int(part) for part in iso.groups())
        return [(year, month, day, f"{text[: iso.start()]} {text[iso.end() :]}")]
    for pattern, order in ((_NAMED, (3, 2, 1)), (_NAMED_US, (3, 1, 2))):
        for found in pattern.finditer(text):
            named = _months().get(found.group(order[1]).casefold())
            if named:
                rest = text[: found.start()] + " " + text[found.end() :]
                return [(int(found.group(order[0])), named, int(found.group(order[2])), rest)]
    return _numeric(text)


def _numeric(text: str) -> list[tuple[int, int, int, str]]:
    """``03.04.2026`` is read day first; ``03/04/2026`` both ways where both are days."""
    found = _NUMERIC.search(text)
    if not found:
        return []
    first, sign, second, year = found.groups()
    one, two, full = int(first), int(second), int(year) + (2000 if len(year) == 2 else 0)
    rest = f"{text[: found.start()]} {text[found.end() :]}"
    orders = [(two, one)] if sign == "." or one == two else [(one, two), (two, one)]
    return [(full, month, day, rest) for month, day in orders if 1 <= month <= 12]


def read_author(text: str) -> Address | None:
    """The mailbox or the bare name in the text; None where it names nobody but the reader."""
    email = find_email(text)
    before = _OPENED.match(text[:_NAMED_WITHIN])
    name = _BRACKETED.sub(" ", EMAIL.sub(" ", before.group(1) if before else text))
    name = name.partition("<")[0]
    name = _NOTES_PLACE.sub("", _LABEL.sub("", name))
    name = _SPACE.sub(" ", _EMPTY.sub(" ", name)).strip(_EDGE)
    if name.count("(") != name.count(")"):
        name = name.strip("() ")
    if name.lower() in _NOBODY:
        name = ""
    return Address(name[:120], email.group() if email else "") if email or name else None
