"""Lengths of time: 14 days, an hour and a half, 2h 30m.

Owned here: a length is a number *and* a unit. Letters that are units only in company (``m``, ``s``) count
only beside a greater unit.
"""

import re
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from mailmind.core.normalize.dates.alphabet import letters
from mailmind.core.normalize.dates.model import Length
from mailmind.core.normalize.dates.tape import Hit, Rule

_SECONDS = {"second": 1, "minute": 60, "hour": 3600}
_DAYS = {"day": 1, "week": 7, "fortnight": 14, "weekend": 2}
_MONTHS = {"month": 1, "quarter": 3}
_YEARS = {"year": 1, "decade": 10}


def of(amount: Fraction, unit: str) -> Length:
    """So many of a unit."""
    if unit in _SECONDS:
        return Length(seconds=amount * _SECONDS[unit])
    if unit in _DAYS:
        return Length(days=amount * _DAYS[unit])
    if unit in _MONTHS:
        return Length(months=amount * _MONTHS[unit])
    return Length(years=amount * _YEARS.get(unit, 1))


def _unit(hit: Hit) -> str:
    return "second" if hit.letter("u") in letters("SECOND") else hit["u"]


def _count(hit: Hit) -> Length | None:
    """14 days, 2.5 hours, a week, 2 and a half hours."""
    unit = _unit(hit)
    if unit == "workday" or _ordinal_second(hit):
        return None
    if len(hit.raw("u")) == 1 and (not _letter_unit(hit) or _series(hit)):
        return None
    amount = Fraction(hit.int("n")) if hit.has("n") else Fraction(1)
    if hit.has("f"):
        amount += Fraction(hit["f"].value, 10 ** len(hit["f"].text))
    if hit.has("half"):
        amount += Fraction(1, 2)
    length = replace(of(amount, unit), article=not hit.has("n"))
    return replace(length, unit=unit, count=int(amount)) if amount.denominator == 1 else length


def _letter_unit(hit: Hit) -> bool:
    """Whether a single letter is a unit: 30d, 2 h, and m and s beside a greater unit."""
    letter = hit.raw("u")
    most = {"w": _WEEKS, "h": _HOURS}.get(letter)
    if (most and hit.has("n") and hit.int("n") > most) or _bytes(hit):
        return False
    if letter.isupper() or _in_company(hit):
        return not letter.isupper()
    glued = hit.match.group()[-2] not in " \n"
    return letter not in "ms" and (glued or (letter == "h" and hit.int("n") < 100))


_WEEKS = 52
"""More of ``w`` are watts."""
_HOURS = 1000
"""More of ``h`` are a model or a code."""
_BYTE = re.compile(r"\b[\da-fA-F]{2}\s{1,2}[\da-fA-F]{2}\s{1,2}[\da-fA-F]{2}\b")


def _bytes(hit: Hit) -> bool:
    """Whether it stands in a row of bytes: 53 4e 2d 30."""
    start = hit.tape.starts[hit.match.start()]
    return _BYTE.search(hit.tape.text, max(0, start - 6), start + 8) is not None


def _series(hit: Hit) -> bool:
    """Whether a dotted abbreviation makes it the second or third series of a book: S.W.2d, F. 3d."""
    if hit.raw("u") != "d" or not hit.has("n") or hit.int("n") not in (2, 3):
        return False
    start = hit.tape.starts[hit.match.start("n")]
    before = hit.tape.text[max(0, start - 3) : start].rstrip()
    return before.endswith(".") and before[-2:-1].isalpha()


def _ordinal_second(hit: Hit) -> bool:
    """Whether "second" after a number is the ordinal: 2026 second quarter."""
    return (
        hit.letter("u") in letters("SECOND") and hit.int("n") > 1 and "-" not in hit.match.group()
    )


def _in_company(hit: Hit) -> bool:
    """Whether another length stands right beside."""
    near = letters("LENGTH|UNIT|UNITABBR|HOURMARK")
    before, after = hit.before.rstrip(" ,")[-1:], hit.after.lstrip(" ,")
    after = after.replace(" ", "", 1) if after[1:2] == " " else after
    return bool(before and before in near) or (
        len(after) > 1 and after[0] in letters("int") and after[1] in near
    )


def _half(hit: Hit) -> Length:
    return of(Fraction(1, 2), _unit(hit))


def _quarters(hit: Hit) -> Length:
    return of(Fraction(hit.int("n", 1), 4), _unit(hit))


def _ratio(hit: Hit) -> Length | None:
    low = hit.int("b")
    if low not in (2, 3, 4) or hit.int("a") >= low:
        return None
    whole = hit.int("n")
    return of(whole + Fraction(hit.int("a"), low), _unit(hit))


def _primes(hit: Hit) -> Length:
    """In 15', in 30": minutes and seconds."""
    return of(Fraction(hit.int("n")), "minute" if hit.match.group("q") == "'" else "second")


def _few(hit: Hit) -> Length:
    return replace(of(Fraction(hit["n"]), _unit(hit)), vague=True)


def add(*lengths: Length) -> Length:
    """Lengths one after the other."""
    return Length(
        sum((x.years for x in lengths), Fraction(0)),
        sum((x.months for x in lengths), Fraction(0)),
        sum((x.days for x in lengths), Fraction(0)),
        sum((x.seconds for x in lengths), Fraction(0)),
        vague=any(x.vague for x in lengths),
    )


def chain(hit: Hit) -> Length | None:
    """1 year, 2 months and 3 days: from the greatest unit to the smallest, each once."""
    lengths: list[Length] = hit.all("LENGTH")
    sizes = [_size(length) for length in lengths]
    falling = all(a > b for a, b in pairwise(sizes))
    return add(*lengths) if falling else None


def _size(length: Length) -> Fraction:
    """Roughly how many seconds the unit of a length has."""
    if length.unit in _SECONDS:
        return Fraction(_SECONDS[length.unit])
    if length.unit in _DAYS:
        return Fraction(_DAYS[length.unit] * 86400)
    months = _MONTHS.get(length.unit, 12 * _YEARS.get(length.unit, 0))
    if months:
        return Fraction(months * 30 * 86400)
    return length.seconds + 86400 * (length.days + 30 * length.months + 365 * length.years)


def _and_half(hit: Hit) -> Length:
    unit = next(k for k in ("years", "months", "days", "seconds") if getattr(hit["l"], k))
    size = {"years": ("year", 1), "months": ("month", 1), "days": ("day", 1)}
    if unit == "seconds":
        seconds = hit["l"].seconds
        base = next((n for n in (3600, 60, 1) if seconds % n == 0), 1)
        return add(hit["l"], Length(seconds=Fraction(base, 2)))
    days = 7 if unit == "days" and hit["l"].days % 7 == 0 else 1
    return add(hit["l"], of(Fraction(days, 2), size[unit][0]))


def _days_and_clock(hit: Hit) -> Length | None:
    """2 days, 5:54:03, as programs print a length; "in 2 days, 5:54" is a moment."""
    days, clock = hit["l"], hit["c"]
    sure = clock.sure and clock.second is None
    told = sure or clock.half or clock.zone or ":" not in hit.raw("c")
    if days.unit != "day" or told or hit.before.rstrip(" \n")[-1:] in _MOMENT:
        return None
    seconds = clock.hour * 3600 + clock.minute * 60 + (clock.second or 0)
    return add(days, Length(seconds=Fraction(seconds)))


_MOMENT = letters("INPRE|AFTER|WITHIN|ON|AT")
_ISO = re.compile(
    r"P(?!$)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?"
    r"(?:T(?!$)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.\d+)?S)?)?"
)
_ISO_UNITS = ("year", "month", "week", "day", "hour", "minute", "second")


def iso_length(text: str) -> Length | None:
    """The length that ``P14D`` or ``PT1H30M`` writes."""
    match = _ISO.fullmatch(text.strip())
    if match is None:
        return None
    return add(*(of(Fraction(n), u) for n, u in zip(match.groups(), _ISO_UNITS, strict=True) if n))


_START = r"(?<![$€£#:])(?<!{num}[.,/:-])"

ATOMS: tuple[Rule, ...] = (
    Rule("LENGTH", _START + r"{n=count}(?:-| ){u=unit}(?![-]{num})", _count),
    Rule(
        "LENGTH",
        r"(?:(?<={HOURMARK|UNIT|UNITABBR})|(?<={HOURMARK|UNIT|UNITABBR}[ ]))"
        r"{n=lead|zero} ?{u=UNIT|UNITABBR}",
        _count,
    ),
    Rule("LENGTH", _START + r"{n=int}[.,]{f=int} ?{u=unit}", _count),
    Rule("LENGTH", r"{a} {u=UNIT|MONTHWORD|FORTNIGHT|DECADE|HOURMARK|HEURE}", _count),
    Rule("LENGTH", r"{HALF} (?:{of} )?(?:{a} )?{u=unit}", _half),
    Rule("LENGTH", r"{a} {HALF}[ -]{u=unit}", _half),
    Rule("LENGTH", r"{n=count} (?:{and} )?(?:{a} )?{half=HALF} {u=unit}", _count),
    Rule(
        "LENGTH",
        r"(?:{n=w12|one}[ -]|{a} )?{QTR}s?[ -](?:{of} )?(?:{a} )?{u=UNIT|HOURMARK}",
        _quarters,
    ),
    Rule("LENGTH", _START + r"(?:{n=one} )?{a=one}/{b=one} ?(?:{of} )?(?:{A} )?{u=unit}", _ratio),
    Rule("LENGTH", r"(?<={INPRE|FOR}[ \n]){n=int}(?P<q>['\"])(?!{num})", _primes),
    Rule("LENGTH", r"{n=FEW} (?:{of} )?{u=unit}", _few),
)
CHAINS: tuple[Rule, ...] = (
    Rule("LENGTH", r"{l=LENGTH} {and} {a} {HALF}", _and_half),
    Rule("LENGTH", r"{l=LENGTH}, {c=CLOCK}(?! ?(?:-|{ampm|TO|UNTIL|wd}))", _days_and_clock),
)
"""Lengths, and what follows them."""
