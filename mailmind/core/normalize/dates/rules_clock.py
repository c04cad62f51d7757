"""Times that show themselves: 15:15, 3 pm, 14h30, 15 Uhr, noon.

Owned here: what makes a number a time. A colon, a. m. or p. m. or an hour word; a number alone is never one.
"""

import re

from mailmind.core.normalize.dates.alphabet import letters
from mailmind.core.normalize.dates.model import Clock, Zone
from mailmind.core.normalize.dates.tape import Hit, Rule


def clock(
    hour: int,
    minute: int = 0,
    second: int | None = None,
    *,
    half: str | None = None,
    sure: bool = False,
    zone: Zone | None = None,
) -> Clock | None:
    """A clock within the day, None where the numbers are no time."""
    if minute > 59 or (second or 0) > 59 or hour > 24 or (hour == 24 and minute):
        return None
    if half and not 1 <= hour <= 12:
        return Clock(hour, minute, second, sure=True) if half == "pm" and 12 < hour < 24 else None
    return Clock(hour, minute, second, half, sure, zone)


def _colon(hit: Hit) -> Clock | None:
    written = hit.raw("h")
    second = hit.int("s") if hit.has("s") else None
    half = hit["ap"]
    sure = half is None and (
        second is not None or (len(written) == 2 and written[0] == "0") or hit.int("h") > 12
    )
    return clock(hit.int("h"), hit.int("m"), second, half=half, sure=sure)


def _half_first(hit: Hit) -> Clock | None:
    """PM 10:59:00, as East Asian programs write."""
    return _colon(hit) if hit.raw("ap") in ("AM", "PM") and 1 <= hit.int("h") <= 12 else None


def half_day(hit: Hit) -> Clock | None:
    """3 pm, 3.15 p. m."""
    hour = hit.int("h")
    if not 1 <= hour <= 12:
        return None
    return clock(hour, hit.int("m"), half=hit["ap"])


def _glued_half(hit: Hit) -> Clock | None:
    """9a, 3p, 11:30p: the letter touches the number, and something else says time."""
    letter = hit.raw("ap").lower()
    cued = hit.has("m") or hit.before.rstrip()[-1:] in _CUES or (hit.alone and letter == "p")
    return clock(hit.int("h"), hit.int("m"), half=letter + "m") if cued and letter in "ap" else None


def _ish(hit: Hit) -> Clock | None:
    """11ish, 3ish pm."""
    return clock(hit.int("h"), half=hit["ap"])


def run(hit: Hit) -> Clock | None:
    """0935, 730 pm."""
    value = hit.int("n")
    half = hit["ap"]
    return clock(value // 100, value % 100, half=half, sure=half is None)


def _hours(hit: Hit) -> Clock | None:
    """14h30, 5h16 pm."""
    half, written = hit["ap"], hit.raw("h")
    spoken = hit.scene.clock24 and hit.int("h") < 13 and written[0] != "0"
    return clock(hit.int("h"), hit.int("m"), half=half, sure=half is None and not spoken)


def _hours_half(hit: Hit) -> Clock | None:
    """5h16p"""
    return clock(hit.int("h"), hit.int("m"), half="pm")


def _hours_alone(hit: Hit) -> Clock | None:
    """15h: an hour of the clock where the language or a word makes it one."""
    cued = hit.scene.clock24 or hit.alone or hit.before.rstrip()[-1:] in _CUES or _joined(hit)
    cued = cued or _NAMED_DAY.search(hit.before) is not None
    return None if _lasting(hit) or not cued else clock(hit.int("h"), sure=True)


def _joined(hit: Hit) -> bool:
    """Whether a zone follows, or another hour stands at the other end of a range."""
    return bool(_ZONE_AFTER.match(hit.after) or _HOUR_BEFORE.search(hit.before)) or (
        hit.int("h") > 12 and bool(_MORE_AFTER.match(hit.after))
    )


def _lasting(hit: Hit) -> bool:
    """Whether the words before make the hours a length: in 2 hours, for 2 hours."""
    return bool(_LENGTH_BEFORE.search(hit.before) or _LISTED.search(hit.before))


def _oclock(hit: Hit) -> Clock | None:
    """15 Uhr, three o'clock, 8 heures 20."""
    half = hit["ap"]
    return clock(hit.int("h"), hit.int("m"), half=half)


def _heures(hit: Hit) -> Clock | None:
    """8 heures 20: in French and Spanish the same words are a length, unless something says time."""
    if _lasting(hit):
        return None
    after = hit.after.lstrip()[:1]
    told = (
        hit.has("m")
        or hit.alone
        or hit.before.rstrip()[-1:] in _CUES
        or not after
        or after in _TELLING
    )
    if hit.letter("h") in letters("A") and hit.before.rstrip()[-1:] not in letters("AT|PREA"):
        return None
    return (
        clock(hit.int("h") if hit.letter("h") not in letters("A") else 1, hit.int("m"))
        if told
        else None
    )


def _named(hit: Hit) -> Clock | None:
    hour, minute = hit["n"]
    return clock(hour, minute, sure=True)


_CUES = frozenset(letters("AT|ABOUT|PREA|FROM|BETWEEN|TO|TILL|UNTIL|DAY|RELDAY|weekday|CLOCK"))


_TELLING = frozenset(
    letters("QTR|HALF|WNUM|TO|TILL|UNTIL|PREA|MINUS|PREDE|CLOCK|AND|ZONE|PART|PAST") + ".,;:!?)-–"
)


_ZONE_AFTER = re.compile(rf"[ ]?[{letters('ZONE')}]")
_LISTED = re.compile(rf"[{letters('UNIT|MONTHWORD|LENGTH')}][ ]?(?:,|[{letters('AND')}])[ ]$")
_NAMED_DAY = re.compile(rf"[{letters('month')}][.]?[ ][{letters('n31|ORD')}][ ,]{{1,2}}$")
_MORE_AFTER = re.compile(rf"[ ]?(?:[-–]|[{letters('FOR')}])[ ]?[{letters('num')}]")
_HOUR_BEFORE = re.compile(rf"[{letters('HOURMARK|ZONE')}][{letters('n59')}]?[ ]?[-–][ ]?$")
_LENGTH_BEFORE = re.compile(
    rf"[{letters('INPRE|FOR|WITHIN|AGOPRE|VOR|mod')}][ \n](?:[{letters('ABOUT|AT')}][ \n])?~?$"
)


_NOT_AGO = r"(?! ?(?:{AGO|HENCE|NEXT|POSTNEXT|LAST}))"


_FREE = r"(?<!{num}[.,/:])"
_FREE_OR_SECOND = r"(?<!{num}[.,:])(?:(?<!{num}/)|(?<=[:.]{num}/))"
"""Free, or the second of two times: 8:00/9:00."""


STRONG: tuple[Rule, ...] = (
    Rule(
        "CLOCK",
        _FREE_OR_SECOND
        + r"{h=n24}:{m=n59}(?::{s=n59}(?:[.,]{num})?)?(?: ?{ap=ampm}\.?)?(?!:?{num}|:x)",
        _colon,
    ),
    Rule(
        "CLOCK",
        r"(?<!{num})(?<!{num}[ ]){ap=AMPM}_{h=n24}:{m=n59}(?::{s=n59})?(?!:?{num})",
        _half_first,
    ),
    Rule("CLOCK", _FREE + r"{h=h12}[ -]?{ap=ampm}\.?", half_day),
    Rule("CLOCK", _FREE + r"{h=n24}\.{m=n59} ?{ap=ampm}\.?", half_day),
    Rule("CLOCK", _FREE + r"{h=h12}[ .]{m=n59}[ .]{ap=ampm}\.?", half_day),
    Rule("CLOCK", r"{h=WNUM}[ -]{m=w59}[ ]{ap=ampm}\.?", half_day),
    Rule("CLOCK", r"{h=WNUM}_{and}_{m=min} {ap=ampm}\.?", half_day),
    Rule("CLOCK", r"{h=h12}_{zero|WNUM59}_{m=one|WNUM} {ap=ampm}\.?", half_day),
    Rule("CLOCK", _FREE + r"{n=hhmm|hmm} ?{ap=ampm}\.?", run),
    Rule("CLOCK", _FREE + r"{h=h12}(?::{m=n59})?{ap=A|PLETTER}(?!{num})", _glued_half),
    Rule("CLOCK", r"{h=h12} ?{ISH}(?: {ap=ampm})?", _ish),
    Rule("CLOCK", r"{KL} {h=n24}(?:[.:]{m=n59})?(?!{num}|[./:-]{num})", _hours),
    Rule("CLOCK", r"{n=NOON}", _named),
    Rule("CLOCK", r"{h=h12}[ -]?{OCLOCK}(?: ?{ap=ampm}\.?)?", _oclock),
    Rule(
        "CLOCK",
        _FREE + r"{h=n24} ?{HOURMARK} ?{m=n59}(?: ?{ap=ampm}\.?)?(?!:|{num}| ?{UNITABBR|UNIT})",
        _hours,
    ),
    Rule(
        "CLOCK",
        _FREE + r"{h=n24}{HOURMARK}{m=n59}{UNITABBR}(?!{num})",
        _hours,
        langs=("fr", "es", "pt"),
    ),
    Rule("CLOCK", _FREE + r"{h=n24} ?{HOURMARK} {and} {m=min} {UNIT}", _hours, langs=("fr", "es")),
    Rule("CLOCK", _FREE + r"{h=n24}{HOURMARK}{m=n59}{ap=PLETTER}(?!{num})", _hours_half),
    Rule("CLOCK", _FREE + r"{h=n24} ?{HOURMARK}(?! ?{num}|{num})" + _NOT_AGO, _hours_alone),
    Rule(
        "CLOCK",
        _FREE_OR_SECOND + r"{h=n24}[.:]{m=n59} ?(?:{HOURMARK|OCLOCK})",
        _hours,
    ),
    Rule(
        "CLOCK",
        _FREE + r"{h=hour} ?{OCLOCK}(?: (?:{and} )?{m=min}(?! ?{unit|month}|[.:/]))?" + _NOT_AGO,
        _oclock,
    ),
    Rule(
        "CLOCK",
        _FREE
        + r"{h=hour|A} ?{HEURE}(?: (?:{and} )?{m=min}(?: {UNIT})?(?! ?{unit|month|QTR}|[.:/]))?"
        + _NOT_AGO,
        _heures,
    ),
)
"""Times that show themselves."""


AROUND: tuple[Rule, ...] = (
    Rule("CLOCK", r"{AT|ABOUT} {n=clock}(?=$|\n|[ ]?[.,;!?)](?!{num}))", run),
)
"""Times that lean on other words."""
