"""Time zones by abbreviation, name and offset.

Owned here: an abbreviation stands for one fixed offset or one place; where several countries share it,
the one that mail in the language uses is taken (``CST`` is North America, ``IST`` is India).
"""

from datetime import timedelta, timezone, tzinfo
from functools import cache
from zoneinfo import ZoneInfo

from mailmind.core.normalize.dates.model import Zone

_HOURS: dict[str, float] = {
    "utc": 0, "gmt": 0, "z": 0, "zulu": 0, "wet": 0, "west": 1, "bst": 1, "cet": 1, "cest": 2,
    "mez": 1, "mesz": 2, "eet": 2, "eest": 3, "msk": 3, "ist": 5.5, "pkt": 5, "sgt": 8, "hkt": 8,
    "awst": 8, "jst": 9, "kst": 9, "acst": 9.5, "aest": 10, "aedt": 11, "nzst": 12, "nzdt": 13,
    "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7,
    "akst": -9, "akdt": -8, "hst": -10, "ast": -4, "adt": -3, "nst": -3.5, "ndt": -2.5,
    "brt": -3, "art": -3, "clt": -4, "wat": 1, "cat": 2, "eat": 3, "sast": 2,
}  # fmt: skip

_PLACES: dict[str, str] = {
    "et": "America/New_York", "ct": "America/Chicago", "mt": "America/Denver",
    "pt": "America/Los_Angeles", "eastern": "America/New_York", "central": "America/Chicago",
    "mountain": "America/Denver", "pacific": "America/Los_Angeles",
    "hora peninsular": "Europe/Madrid", "uk time": "Europe/London", "london time": "Europe/London",
    "berlin time": "Europe/Berlin", "paris time": "Europe/Paris", "new york time": "America/New_York",
    "german time": "Europe/Berlin", "french time": "Europe/Paris", "madrid time": "Europe/Madrid",
    "tokyo time": "Asia/Tokyo", "india time": "Asia/Kolkata",
    "deutscher zeit": "Europe/Berlin", "heure de paris": "Europe/Paris",
}  # fmt: skip

NAMES = (*_HOURS, *_PLACES)
"""Every name that is known, in small letters."""


@cache
def named(name: str) -> Zone:
    """The zone of a known name."""
    if name in _HOURS:
        return offset(int(_HOURS[name] * 60), name.upper())
    return Zone(name, ZoneInfo(_PLACES[name]))


def offset(minutes: int, name: str = "") -> Zone:
    """The zone that is so many minutes ahead of UTC."""
    tz: tzinfo = timezone(timedelta(minutes=minutes))
    return Zone(name or str(tz), tz)
