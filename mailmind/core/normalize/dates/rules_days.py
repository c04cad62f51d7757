"""Days with a year: 16.10.2026, 3 March 2026, March 3rd, 2026, 2026-10-16.

Owned here: which numbers may be a date. The parts are joined by one kind of sign, and the calendar must
have the day.
"""

import re
from dataclasses import replace

from mailmind.core.normalize.dates import calendar
from mailmind.core.normalize.dates.alphabet import letters
from mailmind.core.normalize.dates.cues import cued, labelled
from mailmind.core.normalize.dates.model import Day, Num, Span
from mailmind.core.normalize.dates.scene import Scene
from mailmind.core.normalize.dates.tape import Hit, Rule

_DAY_FIRST = ("de", "fr", "es", "it", "nl", "pt")


def year_of(token: Num, hit: Hit) -> int:
    """A year of two or four digits."""
    if len(token.text) == 2:
        return calendar.full_year(token.value, hit.scene.today.year if hit.scene.today else 2026)
    return token.value


def _checked(year: int | None, month: int, day: int) -> Day | None:
    """The day, if the calendar of that year has it, or of some year where none is said."""
    exists = calendar.possible(month, day) if year is None else calendar.real(year, month, day)
    return Day(year, month, day) if exists else None


def _year_first(hit: Hit) -> Day | None:
    year, month, day = (hit.int(k) for k in ("y", "m", "d"))
    if month > 12:
        month, day = day, month
    found = _checked(year, month, day)
    return replace(found, machine=True) if found else None


def _compact(hit: Hit) -> Day | None:
    digits = hit["n"].text
    if labelled(hit):
        return None
    return _checked(int(digits[:4]), int(digits[4:6]), int(digits[6:]))


def numeric(hit: Hit) -> Day | None:
    """A/B/YYYY in either order."""
    if labelled(hit):
        return None
    a, b, year = hit["a"], hit["b"], year_of(hit["y"], hit)
    short = len(hit["y"].text) == 2 and len(a.text) + len(b.text) < 3 and hit.raw("s") != "/"
    # 5.7.26 in an English text is a version as soon as a date.
    if short and not (hit.alone or hit.scene.day_first or cued(hit, a.value, b.value)):
        return None
    if short and (hit.before.endswith("-") or re.match(rf"-[{letters('num')}]", hit.after)):
        return None
    return either(a.value, b.value, year, hit.raw("s"))


def either(a: int, b: int, year: int | None, sign: str) -> Day | None:
    """Both orders where the calendar has both, else the one it has."""

    def exists(month: int, day: int) -> bool:
        if year is None:
            return calendar.possible(month, day)
        return calendar.real(year, month, day) is not None

    orders = [(m, d) for m, d in ((a, b), (b, a)) if exists(m, d)]
    if not orders:
        return None
    swapped = orders[1] if len(orders) == 2 and orders[0] != orders[1] else None
    return Day(year, *orders[0], swapped=swapped, dotted=sign == ".")


def named(hit: Hit) -> Day | None:
    """A day with the month in words, with a year or without."""
    if hit.has("u") and hit["u"] != "day":
        return None
    if hit.before.rstrip(" ")[-1:] in "$€£#" and hit.before.strip():
        return None
    year = year_of(hit["y"], hit) if hit.has("y") else None
    if hit.letter("m") in letters("MONTHSOFT") and not _month_meant(hit):
        return None
    # The end of a row "00-09" is no day of the month that begins the next row.
    if "\n" in hit.match.group() and hit.before[-1:] in ("-", "–"):
        return None
    return _checked(year, hit["m"], hit.int("d"))


def _foreign(hit: Hit) -> Day | None:
    """21 de Septiembre de 2001 in a text of another language, whose small words are unknown here."""
    small = {hit.raw(k).lower() for k in ("o", "p") if hit.has(k)}
    return named(hit) if small <= _OF else None


_OF = frozenset(("de", "del", "di", "da", "van", "von"))


def _of_number(hit: Hit) -> Day | None:
    """Spanish el 17 del 11."""
    return _checked(None, hit.int("b"), hit.int("a")) if hit.raw("s").lower() == "del" else None


def _month_meant(hit: Hit) -> bool:
    """Whether "may" or "march" beside a number is the month."""
    raw = hit.raw("m")
    if (
        hit.match.end("m") == hit.match.start("d")
        or raw[0].isupper()
        or hit.letter("d") in letters("dayord")
        or hit.has("y")
        or hit.alone
    ):
        return True
    if hit.match.start("d") < hit.match.start("m"):
        return hit.letter("d") in letters("n31")
    return bool(hit.before[-2:].strip()[-1:] and hit.before.strip()[-1:] in letters("prep|weekday"))


def oriented(day: Day, scene: Scene) -> Day:
    """A numeric day in the order that something settles; unchanged where nothing does."""
    if day.swapped is None or (scene.day_first is None and not day.dotted):
        return day
    month, number = (day.month, day.day) if scene.day_first is False else day.swapped
    return replace(day, month=month, day=number, swapped=None)


_DATE_END = r"(?![/]{num}|[.-]{num}(?![:/.])|[%:h]| ?{OCLOCK|ampm|HOURMARK})"


def _numeric_rule(sign: str) -> Rule:
    """A/B/YYYY with one sign; the same sign before or after makes it something longer."""
    s, dash = re.escape(sign), "-" if sign == "." else re.escape(sign)
    return Rule(
        "DAY",
        rf"(?<!{{num}}{s})(?<!{{num}}{dash})(?<![$€#]){{a=n31}}(?P<s>{s}){{b=n31}}{s}{{y=yyyy|yy}}"
        + _DATE_END,
        numeric,
    )


FULL: tuple[Rule, ...] = (
    Rule("DAY", r"{d=n31|ORD}_(?P<o>x)_{m=MONTH}_(?P<p>x)_{y=y19}", _foreign),
    Rule(
        "DAY",
        r"(?<!{num})(?<!{num}[-/.]){y=yyyy}(?P<s>[-/.]){m=n31}(?P=s){d=n31}(?![-/.]?{num})",
        _year_first,
        glued=True,
    ),
    Rule(
        "DAY",
        r"(?<!{num}[-/. ]){y=yyyy}_{m=lead|ten}_{d=lead|ten|teen|late}(?! ?{num})",
        _year_first,
    ),
    Rule(
        "DAY",
        r"(?<!{num}[-/. ])(?<![$€#]){a=n31}(?P<s>_){b=n12}_{y=y19}(?! ?{num}|[.,/:-]{num})",
        numeric,
        langs=_DAY_FIRST,
    ),
    Rule(
        "DAY", r"{the}_{a=n31}_(?P<s>{PREDE})_{b=n12}(?=$|[ ]?[.,;!?)])", _of_number, langs=("es",)
    ),
    Rule("DAY", r"{a=n31}_(?P<s>{PREDE})_{b=n12}_{PREDE}_{y=y19}", numeric, langs=("es", "pt")),
    Rule(
        "DAY", r"(?<![#$€£.=])(?<!{one|ten|teen|late|minute|big|hmm}-){n=ymd}(?!\.{num})", _compact
    ),
    Rule("DAY", r"{n=ymd}(?={TEE}{hms|clock|year_or_clock})", _compact, glued=True),
    *(_numeric_rule(sign) for sign in "/-."),
    Rule(
        "DAY",
        r"(?<!{num}\.)(?<![$€#]){a=n31}(?P<s>\.)_?{b=n31}\.?_?{y=yyyy|yy}" + _DATE_END,
        numeric,
    ),
    Rule(
        "DAY",
        r"(?<!{num}\.){d=dayno}(?:[ .]?{DAYTH})?\.?(?: |[-/]| ?{of} )(?:{the} )?{m=month}\.?"
        r"(?: ?[,/-]? ?|[ \n](?:{of|in}) ){y=y19|WYEAR}",
        named,
    ),
    Rule(
        "DAY",
        r"{d=dayord}(?: {u=UNIT})? (?:{of} )?(?:{the} )?{m=month}\.?"
        r"(?: ?[,/-]? ?|[ \n](?:{of|in}) ){y=y19|WYEAR}",
        named,
    ),
    Rule(
        "DAY",
        r"(?<!{month}[ -]){d=dayno}\.?[ /-]{m=month}\.?[ ,/-]{1,2}'?{y=yy}(?!,? ?{y19}|[:.h/]|[ ]?"
        r"{ampm|OCLOCK|HOURMARK|unit}|[-–]{num})",
        named,
    ),
    Rule(
        "DAY",
        r"{m=month}\.?(?: |[-/])(?:{the} )?{d=dayno}(?:[ .]?{DAYTH})?\.?"
        r"(?: ?[,/-]? ?| ?{of|in} ){y=y19|WYEAR}",
        named,
    ),
    Rule(
        "DAY",
        r"{m=month}\.?[ /-](?:{the} )?{d=dayno},?[ ]'?{y=yy}(?![:.h/]|[ ]?"
        r"{ampm|OCLOCK|HOURMARK|unit}|[-–]{num})",
        named,
    ),
    Rule("DAY", r"{m=month}-{d=n31}-{y=yy}(?![:.h/-]|[ ]?{ampm|OCLOCK|HOURMARK|unit})", named),
    Rule("DAY", r"{y=yyyy}(?: |[-/]){m=month}\.?(?: |[-/]){d=dayno}", named),
    Rule("DAY", r"{y=yyyy}[/ -]{d=n31}[/ -]{m=month}\.?", named),
    Rule("DAY", r"{d=n31}-{y=yyyy}-{m=month}", named),
    Rule("DAY", r"{m=month}-{y=yyyy}-{d=n31}", named),
)
"""Days with a year."""


def _hyphened(hit: Hit) -> Span | None:
    """1-10-2026-7-10-2026: from one day to another, with nothing but hyphens."""
    first = either(hit.int("a"), hit.int("b"), hit.int("y"), "-")
    last = either(hit.int("c"), hit.int("d"), hit.int("z"), "-")
    return Span(oriented(first, hit.scene), oriented(last, hit.scene)) if first and last else None


SPANS: tuple[Rule, ...] = (
    Rule(
        "DSPAN",
        r"(?<!{num}[-/.])(?<![$€#]){a=n31}-{b=n31}-{y=y19} ?[-–] ?{c=n31}-{d=n31}-{z=y19}(?![-/.]?{num})",
        _hyphened,
    ),
)
"""Two days whose signs are those of the range."""

PARTIAL: tuple[Rule, ...] = (
    Rule("DAY", r"{d=n31|ORD}_(?P<o>x)_{m=MONTH}", _foreign),
    Rule(
        "DAY",
        r"{d=dayno}(?:[ .]?{DAYTH})?\.?(?: |[-/]| ?{of} )(?:{the} )?{m=month}(?:(?<="
        r"{MONTHABBR})\.)?(?![ ]?{MONTHWORD})",
        named,
    ),
    Rule("DAY", r"{d=dayord}(?: {u=UNIT})? (?:{of} )?(?:{the} )?{m=month}", named),
    Rule(
        "DAY",
        r"{m=month}(?:\.?_|[-/]|\.|)(?:{the} )?{d=dayno}(?:[ .]?{DAYTH})?(?![/%]|:{num}|\."
        r"{num}|,{num}|[ ]?{OCLOCK|ampm|unit}|[ ]x|{num})",
        named,
    ),
    Rule("DAY", r"{m=month},_(?:{the} )?{d=ORD}(?! ?{num})", named),
    Rule(
        "DAY",
        r"{m=month}(?:\.?_|[-/]|\.|)(?:{the} )?"
        r"{d=ORD|WORD|ten|teen|late|lead|SECOND|WTENS|one}(?! ?[/%]| ?:{num}|\.{num}|[ ]?"
        r"{OCLOCK|ampm|unit}|{num})",
        named,
    ),
)
"""Days without a year."""
