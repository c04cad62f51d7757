"""Times that lean on words: at 5, ten past nine, half three, las tres y media.

Owned here: "five to seven" is a time only where nothing makes it a range of hours.
"""

import re
from dataclasses import replace

from mailmind.core.normalize.dates.alphabet import letters
from mailmind.core.normalize.dates.model import Clock
from mailmind.core.normalize.dates.rules_clock import clock, run
from mailmind.core.normalize.dates.rules_clock_dress import halved
from mailmind.core.normalize.dates.tape import Hit, Rule, place

_NO_MORE = (
    r"(?!\.? ?/| ?[:%$€°#~@]|[-.,]{num}| ?[-–] ?{num}[.,]{num}| ?x| ?"
    r"{NOMINAL|QTR|unit|mod|word|num|HALF|month|ORD|END|START|MID|OF})"
)


def _bare(hit: Hit) -> Clock | None:
    if not hit.has("m") and _NEXT_QUOTED.match(hit.after):
        return None
    return clock(hit.int("h"), hit.int("m"))


_NEXT_QUOTED = re.compile(r"[ ]?\n[>|]")
"""The next line of a quotation, on which a unit may stand."""


def _one(hit: Hit) -> Clock | None:
    """Spanish a la una."""
    return clock(1) if hit.raw("h").lower() == "una" else None


def _past_hour(hit: Hit) -> Clock | None:
    """Ten past nine."""
    return _beside_hour(hit, _minutes(hit))


def _before_hour(hit: Hit) -> Clock | None:
    """Quarter to five."""
    minutes = _minutes(hit)
    return _beside_hour(hit, -minutes) if hit.has("q") or _to_the_hour(hit, minutes) else None


def _minutes(hit: Hit) -> int:
    return 15 if hit.has("q") else 30 if hit.has("half") else hit.int("m")


def _beside_hour(hit: Hit, minutes: int) -> Clock | None:
    """The time so many minutes after the hour of the match, or before it."""
    base: Clock | None = hit["c"]
    if (
        abs(minutes) > 59
        or (hit.has("u") and hit["u"] != "minute")
        or (base is not None and base.minute)
    ):
        return None
    if hit.has("noon"):
        base = clock(*hit["noon"], sure=True)
    if base is None:
        base = Clock(hit.int("h"), half=hit["ap"])
    hour, minute = divmod((base.hour * 60 + minutes) % (24 * 60), 60)
    half = base.half
    if half and base.hour == 12 and minutes < 0:
        half = "am" if half == "pm" else "pm"
    return clock(hour or (0 if base.sure else 12), minute, half=half, sure=base.sure)


def _spelled(hit: Hit) -> Clock | None:
    """At three twenty."""
    minute = hit.int("m")
    return clock(hit.int("h"), minute) if minute >= 10 else None


def _half(hit: Hit) -> Clock | None:
    """English half three is after three, German halb vier before four."""
    hour = hit.int("h")
    if hit.scene.lang in ("de", "nl"):
        return clock(hour - 1 or 12, 30)
    return clock(hour, 30) if hit.scene.lang == "en" else None


def _to_the_hour(hit: Hit, minutes: int) -> bool:
    """Whether "five to seven" is a time and no range of hours."""
    return (
        hit.has("u")
        or hit.has("at")
        or hit.has("noon")
        or hit.letter("t") in letters("VOR|MINUS")
        or (
            minutes > 12
            and minutes % 5 == 0
            and not hit.has("c")
            and hit.letter("t") not in letters("BEFORE")
        )
    )


def _hour_and_half(hit: Hit) -> Clock | None:
    """French sept et demie heures."""
    return clock(hit.int("h"), 30)


def _part_hour(hit: Hit) -> Clock | None:
    """Après-midi à 5."""
    return halved(Clock(hit.int("h")), hit["p"])


def _past_minutes(hit: Hit) -> Clock | None:
    """French 15h passé de 15 minutes."""
    base: Clock = hit["c"]
    minutes = hit["l"].seconds // 60
    if base.minute or not 0 < minutes < 60:
        return None
    return clock(base.hour, int(minutes), half=base.half, sure=base.sure)


def _and_minutes(hit: Hit) -> Clock | None:
    """Las tres y media, midi quinze, sept heures moins dix."""
    base: Clock = hit["c"]
    if base.minute or base.second is not None or hit.scene.lang == "en":
        return None
    if hit.has("m") and not hit.has("minus") and _BETWEEN.search(hit.before):
        return None
    minutes = 15 if hit.has("q") else 30 if hit.has("half") else hit.int("m")
    if hit.has("three"):
        minutes *= hit.int("three")
    if hit.has("ap"):
        base = replace(base, half=hit["ap"])
    if hit.has("minus"):
        hour = (base.hour - 1) % 24 if base.sure else base.hour - 1 or 12
        return clock(hour, 60 - minutes, half=base.half, sure=base.sure)
    return clock(base.hour, minutes, half=base.half, sure=base.sure)


def _booked(hit: Hit) -> Clock | None:
    """20JAN HKGSEA HS3 1145 0811: departure and arrival in the line of a flight booking."""
    text, start, _ = place(hit)
    line = text.rfind("\n", max(0, start - _LINE), start) + 1
    return run(hit) if _BOOKED.search(text, line, start) else None


_BETWEEN = re.compile(rf"[{letters('BETWEEN')}][ ](?:[{letters('AT|THE')}][ ])?$")
"""What makes the number after "and" the other end of a range."""
_LINE = 100
"""How much of a booking line can stand before its times."""
_BOOKED = re.compile(
    r"[ ]\d{1,2}(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)\b(?:[ ]+\w{1,2})?[ ]+[A-Z]{6}\b.*\s$"
)

BOOKED: tuple[Rule, ...] = (
    Rule("CLOCK", r"(?<=[ ]){n=hhmm}(?=[ ]#?{hhmm}(?:$|[ +\n]))", _booked),
    Rule("CLOCK", r"{CLOCK}[ ]#?{n=hhmm}(?=$|[ +\n])", _booked, begins="n"),
)
"""Times in the lines that airlines' systems print, which have no sign of a time."""

AROUND: tuple[Rule, ...] = (
    Rule("CLOCK", r"{h=WNUM} {and} {HALF} {HEURE}", _hour_and_half),
    Rule("CLOCK", r"{p=PART}[ ,]{1,2}{PREA} {h=h12}(?=$|[ ]?[.,;!?)])", _part_hour),
    Rule(
        "CLOCK",
        r"(?:{AT|AMON} )?(?:{a} )?(?:{q=QTR}|{half=HALF}|{m=min|one}) (?:{u=UNIT} )?"
        r"{past} (?:{noon=NOON}|{c=CLOCK}|{h=h12}(?: ?{ap=ampm}\.?| ?{OCLOCK})?)",
        _past_hour,
    ),
    Rule(
        "CLOCK",
        r"(?<!{WNUM}[ -])(?:{at=AT|AMON} )?(?:{a} )?(?:{q=QTR}|{m=min|one}) (?:{u=UNIT} )?"
        r"{t=TILL|BEFORE|VOR|TO} (?:{noon=NOON}|{c=CLOCK}|{h=h12}(?: ?{ap=ampm}\.?| ?"
        r"{OCLOCK})?)(?![ -]?{unit})",
        _before_hour,
    ),
    Rule("CLOCK", r"{HALF}[ -]{h=h12}(?! ?{unit|num})", _half),
    Rule("CLOCK", r"(?:(?<=[ \n][@])|(?<=[ \n][@][ ])){h=h12}" + _NO_MORE, _bare),
    Rule(
        "CLOCK",
        r"(?:{AT|FROM|TO|TILL|BY|UNTIL}[ \n]){h=WNUM}[ -]"
        r"{m=WNUM|WNUM24|WNUM31|WNUM59|TENS}(?! ?{unit|num|word|x|NOMINAL|ampm})",
        _spelled,
    ),
    Rule("CLOCK", r"{AT} {h=h12} {m=n59}(?=$|[ ]?[.,;!?)])", _spelled),
    Rule("CLOCK", r"{PREA} {h=teen|lead|ten|one}(?:\.{m=n59})?(?=$|[ ]?[.!?](?!{num}))", _bare),
    Rule("CLOCK", r"{AT} {h=A}" + _NO_MORE, _one),
    Rule("CLOCK", r"{AT} {h=hour}(?:[.]{m=n59})?" + _NO_MORE, _bare),
)
"""Times that lean on other words."""


MINUTES: tuple[Rule, ...] = (
    Rule("CLOCK", r"{c=CLOCK} {PAST} {l=LENGTH}", _past_minutes),
    Rule("CLOCK", r"{c=CLOCK} (?:{and} )?(?:{half=HALF}|(?:{three=WNUM} )?{q=QTR})", _and_minutes),
    Rule("CLOCK", r"{c=CLOCK} {and} {m=min}(?! ?{unit|month|num|CLOCK}|[ ]x|[.:/])", _and_minutes),
    Rule("CLOCK", r"{c=CLOCK}_{m=w59}(?! ?{unit|month|num|CLOCK}|[ ]x)", _and_minutes),
    Rule(
        "CLOCK",
        r"{c=CLOCK} {minus=MINUS} (?:{the} )?(?:{q=QTR}|{m=min|one})(?: {ap=ampm}\.?)?"
        r"(?! ?{num})",
        _and_minutes,
    ),
)
"""Minutes that follow the hour in words."""
