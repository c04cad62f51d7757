"""The Date of a mail: what the header says, and whether it can be believed.

Owned here: a date that cannot be true is never a base for anything. It is named as trouble, and the
first believable Received header, then the delivery time, stands in for it.
"""

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta, timezone

_EARLIEST = 1970
_LATEST_UNCLOCKED = 2100
_SLACK = timedelta(days=2)
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_COMMENT = re.compile(r"\([^()]*\)")
_DAY = re.compile(r"\b(\d{1,2})[ \-]+([A-Za-z]{3})[a-z]*\.?[ \-,]+(\d{1,4})\b")
_DAY_US = re.compile(r"\b([A-Za-z]{3})[a-z]*\.? +(\d{1,2}),? +(\d{4})\b")
_CTIME = re.compile(
    r"\b([A-Za-z]{3})[a-z]* +(\d{1,2}) +\d{1,2}[:.]\d{2}(?:[:.]\d{2})? +(?:\S+ +)??(\d{4})\b"
)
_ISO = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})(?:[T ]|\b)")
_CLOCK = re.compile(r"(?<![\d.])(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:\.\d+)?")
_OFFSET = re.compile(r"(?<![\d-])([+-])(\d{2}):?(\d{2})\b")
_ZULU = re.compile(r"\b(?:UTC|UT|GMT|Z)\b|(?<=\d)Z\b")
_WORD = re.compile(r"[A-Z]{3,4}")
_ZONES = {
    # the names of RFC 5322, 4.3, and those that European senders write
    "EDT": -4, "EST": -5, "CDT": -5, "CST": -6, "MDT": -6, "MST": -7, "PDT": -7, "PST": -8,
    "WET": 0, "CET": 1, "MET": 1, "CEST": 2, "MEST": 2, "EET": 2, "EEST": 3,
}  # fmt: skip
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def parse_date(value: str) -> datetime | None:
    """A date as headers write it, liberal in form, strict in value; None where it is none.

    Aware where the text gives a zone, else naive.
    """
    if not any(c.isdigit() for c in value):
        return None
    plain = _COMMENT.sub(" ", value).strip()
    day = _day(plain)
    clock = _CLOCK.search(plain)
    if day is None:
        return None
    year, month, number = day
    hour, minute, second = (int(part or 0) for part in clock.groups()) if clock else (0, 0, 0)
    try:
        moment = datetime(year, month, number, hour, minute, min(second, 59))  # noqa: DTZ001 (zone follows)
    except ValueError:
        return None
    zone = _zone(plain)
    return moment.replace(tzinfo=zone) if zone is not None else moment


def _day(plain: str) -> tuple[int, int, int] | None:
    """Year, month and day as written."""
    if iso := _ISO.search(plain):
        return int(iso.group(1)), int(iso.group(2)), int(iso.group(3))
    if found := _DAY.search(plain):
        number, name, year = found.groups()
    elif found := _CTIME.search(plain) or _DAY_US.search(plain):
        name, number, year = found.groups()
    else:
        return None
    if name.lower() not in _MONTHS:
        return None
    full = int(year)
    if len(year) == 2:  # RFC 5322, 4.3: two digits are 2000 to 2049 and 1950 to 1999
        full += 2000 if full < 50 else 1900
    elif len(year) == 3:
        full += 1900
    return (full, _MONTHS.index(name.lower()) + 1, int(number)) if full else None


def _zone(plain: str) -> timezone | None:
    """The zone as an offset; None where the text gives none."""
    if offset := _OFFSET.search(plain):
        minutes = int(offset.group(2)) * 60 + int(offset.group(3))
        if minutes < 24 * 60:
            delta = timedelta(minutes=-minutes if offset.group(1) == "-" else minutes)
            return timezone(delta) if delta else UTC
    if _ZULU.search(plain):
        return UTC
    named = next((word for word in _WORD.findall(plain) if word in _ZONES), None)
    return timezone(timedelta(hours=_ZONES[named])) if named else None


def believable(
    header: str | None,
    received: Iterable[str],
    delivered: datetime | None,
    now: datetime | None,
    trouble: list[str],
) -> datetime | None:
    """The date to go by, with every doubt about it noted in ``trouble``."""
    hop = next(
        (
            date
            for date in (parse_date(value.rpartition(";")[2]) for value in received)
            if date is not None and _possible(date, delivered or now)
        ),
        None,
    )
    limit = delivered or now or hop
    if header is not None:
        date = parse_date(header)
        if date is None:
            trouble.append(f"Date unreadable: {header.strip()[:80]!r}")
        elif not _possible(date, limit):
            trouble.append(f"Date implausible: {header.strip()[:80]!r}")
        else:
            _note_weekday(header, date, trouble)
            return date
    else:
        trouble.append("no Date header")
    if hop is not None:
        trouble.append("Date taken from the Received header")
        return hop
    if delivered is not None:
        trouble.append("Date taken from the time of delivery")
    return delivered


def _possible(date: datetime, limit: datetime | None) -> bool:
    """Whether mail can have been sent then: since 1970, and no more than two days after ``limit``."""
    if date.year < _EARLIEST:
        return False
    if limit is None:
        return date.year < _LATEST_UNCLOCKED
    return as_utc(date) <= as_utc(limit) + _SLACK


def as_utc(date: datetime) -> datetime:
    """A date that can be compared: without a zone it counts as UTC."""
    aware = date.replace(tzinfo=UTC) if date.tzinfo is None else date
    try:
        return aware.astimezone(UTC)
    except OverflowError:
        return aware.replace(tzinfo=UTC)


def _note_weekday(header: str, date: datetime, trouble: list[str]) -> None:
    named = header.strip()[:3].lower()
    if named in _WEEKDAYS and _WEEKDAYS.index(named) != date.weekday():
        trouble.append(f"Date names the wrong weekday: {header.strip()[:80]!r}")
