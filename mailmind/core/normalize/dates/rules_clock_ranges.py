"""Ranges of times: 9:30-11:00, between 2 and 4pm, 8am until 6.

Owned here: a number is the end of a range of times only where the other end is a time.
"""

import re
from dataclasses import replace

from mailmind.core.normalize.dates.alphabet import letters
from mailmind.core.normalize.dates.joints import AND, BETWEEN, FROM, HOUR_A, HOUR_B, SLASH, TO
from mailmind.core.normalize.dates.model import Clock, Span
from mailmind.core.normalize.dates.rules_clock import clock
from mailmind.core.normalize.dates.tape import Hit, Rule, place


def clocks(hit: Hit) -> Span | None:
    """From one time to another; a zone at one end is the zone of both."""
    first, last = clock_end(hit, "a"), clock_end(hit, "b")
    if first is None or last is None:
        return None
    zone = last.zone or first.zone
    return Span(replace(first, zone=first.zone or zone), replace(last, zone=last.zone or zone))


def _after_before(hit: Hit) -> Span | None:
    """After 9:30 but before 11; French "avant" is ago as well."""
    ago = hit.letter("w") in letters("AGO") and hit.raw("w").lower() not in ("avant", "antes")
    return None if ago else clocks(hit)


def _clocks_minutes(hit: Hit) -> Span | None:
    """Between 2 and 4.30: minutes make the numbers times."""
    return clocks(hit) if hit.has("am") or hit.has("bm") else None


def _a_las(hit: Hit) -> Span | None:
    """De las 4 a las 7, two thirty to two forty: the preposition belongs to the second time."""
    between = hit.tape.text[
        hit.tape.ends[hit.match.start("a")] : hit.tape.starts[hit.match.start("b")]
    ]
    return clocks(hit) if between.strip().lower() in _TO_WORDS else None


_TO_WORDS = frozenset(
    ("a las", "a la", "a", "à", "to", "until", "till", "bis", "hasta las", "hasta")
)


def clock_end(hit: Hit, name: str) -> Clock | None:
    """The time at one end: a time already, an hour, or four digits."""
    token = hit[name]
    if isinstance(token, Clock):
        return token
    minute, value = hit.int(name + "m"), hit.int(name)
    if len(hit.raw(name)) > 2 and hit.letter(name) in letters("hhmm"):
        return clock(value // 100, value % 100, sure=True)
    return clock(value, minute)


def _opening(hit: Hit) -> Span | None:
    """Mo-Fr 7.00 - 19.00: hours with dots, after days or a word for hours."""
    text, start, _ = place(hit)
    told = hit.before[-2:-1] in _DAYS or _HOURS.search(text[max(0, start - 24) : start])
    whole = all(len(hit.raw(k)) == 2 for k in ("am", "bm")) and hit.int("a") < hit.int("b")
    if not told or not whole:
        return None
    first, last = (clock(hit.int(k), hit.int(k + "m"), sure=True) for k in ("a", "b"))
    return Span(first, last) if first and last else None


_DAYS = frozenset(letters("DSPAN|DAY|WEEKDAYS"))
_HOURS = re.compile(
    r"\b(?:Uhrzeit|Uhr|Stunden|Öffnungszeiten|Sprechzeiten|godzinach|godz|orario|ore|horário|horario"
    r"|horaires?|uur|kl|klo|hours|hodin)\b\W{0,3}$",
    re.IGNORECASE,
)
_DOTTED = r"{%s=n24}[.]{%sm=n59}"
DOTTED_A, DOTTED_B = _DOTTED % ("a", "a"), _DOTTED % ("b", "b")

CLOCKS: tuple[Rule, ...] = (
    Rule("CSPAN", FROM + r"{a=CLOCK}" + SLASH + r"{b=CLOCK}", clocks),
    Rule("CSPAN", FROM + r"{a=CLOCK}[ \n](?:{PREA|AT}[ \n])?{b=CLOCK}", _a_las),
    Rule("CSPAN", r"(?:{FROM|PREDE}[ ])" + HOUR_A + r"[ ]{b=CLOCK}", _a_las, langs=("fr", "es")),
    Rule(
        "CSPAN",
        r"{AFTER|NACH|HENCE}[ ](?:x[ ])?{a=CLOCK},?[ ]{BUT|AND}[ ]{w=BEFORE|VOR|AGO}[ ]{b=CLOCK}",
        _after_before,
    ),
    Rule("CSPAN", r"{BETWEEN}[ ]{a=clock} ?[-–] ?{b=hhmm}(?![-/.:]?{num})", clocks),
    Rule("CSPAN", BETWEEN + r"{a=CLOCK}" + AND + r"{b=CLOCK}", clocks),
    Rule("CSPAN", r"(?<![$€#:])(?<!{num}[-/.,])" + FROM + HOUR_A + SLASH + r"{b=CLOCK}", clocks),
    Rule("CSPAN", BETWEEN + HOUR_A + AND + r"{b=CLOCK}", clocks),
    Rule(
        "CSPAN",
        FROM
        + r"{a=CLOCK}"
        + TO
        + HOUR_B
        + r"(?![:/%$€]|[.,-]?{num})"
        + r"(?! ?{month|LENGTH|unit})",
        clocks,
    ),
    Rule("CSPAN", BETWEEN + r"{a=CLOCK}" + AND + HOUR_B + r"(?! ?{month|LENGTH|unit|num})", clocks),
)
"""Times from one to another."""


BARE: tuple[Rule, ...] = (
    Rule("CSPAN", DOTTED_A + TO + DOTTED_B + r"(?![.:]?{num}|[%€$])", _opening),
    Rule(
        "CSPAN",
        r"(?:{FROM|PREDE}[ \n]){a=hour}[ \n](?:{to|UNTIL})[ \n]{b=hour}(?= ?[.,;!?)]|$)",
        clocks,
        alone=True,
    ),
    Rule("CSPAN", r"{BETWEEN}[ \n]" + HOUR_A + AND + HOUR_B + r"(?= ?[.,;!?)]|$)", _clocks_minutes),
)
"""Hours without a day."""
