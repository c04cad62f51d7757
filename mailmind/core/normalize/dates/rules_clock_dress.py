"""What stands around a time: its zone, its part of the day.

Owned here: a part of the day settles a. m. and p. m.; a zone is taken only where it is written as one.
"""

from dataclasses import replace

from mailmind.core.normalize.dates import zones
from mailmind.core.normalize.dates.model import Clock, Day, Zone
from mailmind.core.normalize.dates.tape import Hit, Rule


def hour_of_part(hit: Hit) -> Clock | None:
    """3 in the afternoon."""
    return halved(Clock(hit.int("h")), hit["ap"])


def _zone(hit: Hit) -> Clock | None:
    """3 pm EST, 15:00 UTC+2, 15:00 +0100."""
    base: Clock = hit["c"]
    zone = zones.offset(0)
    if hit.has("z"):
        name = hit.raw("z")
        if (
            not name.isupper()
            and (hit.scene.lang != "en" or hit["z"] in _WORDS)
            and hit["z"] not in ("gmt", "utc")
        ):
            return None
        zone = zones.named(hit["z"])
    if hit.has("s"):
        size = hit.raw("o")
        hours, minutes = (int(size[:-2]), int(size[-2:])) if len(size) > 2 else (int(size), 0)
        minutes += hit.int("om")
        if hours > 14 or minutes > 59:
            return None
        zone = zones.offset((hours * 60 + minutes) * (-1 if hit.raw("s") in "-–" else 1))
        base = replace(base, sure=base.half is None)
    return _with_zone(base, zone)


def _full_offset(hit: Hit) -> Clock | None:
    """9:00 AM (GMT-06:00): an offset that looks like a time; "9:00 GMT-11:00" may be a range."""
    base: Clock = hit["c"]
    ahead: Clock = hit["o"]
    told = hit.match.group("b") or base.half or hit.match.group("s") == "+" or _after_machine(hit)
    if not told or ahead.half or ahead.zone or ahead.hour > 14 or len(hit.raw("o")) != 5:
        return None
    minutes = (ahead.hour * 60 + ahead.minute) * (1 if hit.match.group("s") == "+" else -1)
    return _with_zone(base, zones.offset(minutes))


def _lone_offset(hit: Hit) -> Zone:
    """(GMT+01:00) without a time before it: how far a zone is, and no time."""
    ahead: Clock = hit["o"]
    return zones.offset((ahead.hour * 60 + ahead.minute) * (-1 if hit.before[-1] == "-" else 1))


def _after_machine(hit: Hit) -> bool:
    """Whether a day that a program wrote stands right before: 2026-11-18 12:32 GMT-08:00."""
    at = hit.match.start() - 2
    return at >= 0 and isinstance(day := hit.tape.values[at], Day) and day.machine


def _with_zone(base: Clock, zone: Zone) -> Clock | None:
    if base.zone is not None:
        return None
    return replace(base, zone=zone)


def _with_part(hit: Hit) -> Clock | None:
    """3 in the afternoon, 8 Uhr abends."""
    base: Clock = hit["c"]
    part = hit["p"]
    return halved(base, part[0] if isinstance(part, tuple) else part)


def halved(base: Clock, part: str) -> Clock | None:
    """The clock in a part of the day."""
    if base.half or base.hour > 12 or not base.hour:
        return base
    half = part
    if part in _NIGHTS:
        half = "am" if base.hour == 12 or base.hour < _NIGHTS[part] else "pm"
    if part == "am" and base.hour == 12:
        return None
    return replace(base, half=half, sure=False)


_NIGHTS = {"night": 6, "tonight": 5}
"""The hour from which a number is one of the evening."""

_WORDS = frozenset(
    {
        "art",
        "cat",
        "eat",
        "wat",
        "west",
        "wet",
        "ast",
        "central",
        "mountain",
        "et",
        "ct",
        "mt",
        "pt",
        "z",
    }
)
"""Zones that are common words in small letters."""


STRONG: tuple[Rule, ...] = (
    Rule(
        "CLOCK",
        r"(?<!{num}[-.,/:]){h=h12} {in|PREDE|AT|ON|AMON} (?:{the} )?{ap=PART}(?! ?{UNIT})",
        hour_of_part,
    ),
)
"""Times that show themselves."""


DRESSED: tuple[Rule, ...] = (
    Rule("CLOCK", r"{c=CLOCK} ?\(?{z=ZONE}\)?", _zone),
    Rule(
        "CLOCK", r"{c=CLOCK} ?\(?{ZONE} ?(?P<s>[-+]){o=n24|clock|hmm|int}(?::{om=n59})?\)?", _zone
    ),
    Rule(
        "CLOCK",
        r"{c=CLOCK} ?(?P<b>\(?){ZONE}(?P<s>[-+]){o=CLOCK}(?! ?{ZONE|ampm})\)?",
        _full_offset,
    ),
    Rule("CLOCK", r"{c=CLOCK} ?\(?(?P<s>[-+]){o=clock}(?![-:]|{num})\)?", _zone),
    Rule("CLOCK", r"{c=CLOCK} ?\(?(?P<s>[-+]){o=lead|zero|ten|teen}:{om=n59}\)?", _zone),
    Rule("CLOCK", r"{c=CLOCK} (?:{in|AT|ON|OF|FOR|PREDE} )?(?:{the} )?{p=PART}", _with_part),
    Rule("CLOCK", r"{c=CLOCK} {in|AT|ON|OF|FOR|PREDE|THE} (?:{the} )?{p=MANANA}", _with_part),
    Rule("CLOCK", r"{p=PART}[ ,]{1,2}{c=CLOCK}(?! ?{PART})", _with_part),
)
"""Times with a zone or a part of the day."""

OFFSETS: tuple[Rule, ...] = (Rule("OFFSET", r"(?<={ZONE}[-+]){o=CLOCK}", _lone_offset),)
"""What is left of zones."""
