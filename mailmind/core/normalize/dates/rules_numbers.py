"""Numbers in words become numbers.

Owned here: a number in words is one token before any other rule looks, so every rule that takes a digit
takes a word as well.
"""

import re

from mailmind.core.normalize.dates.alphabet import letters
from mailmind.core.normalize.dates.model import Num
from mailmind.core.normalize.dates.tape import Hit, Rule

_DAY_BEFORE = re.compile(rf"[{letters('n31|ORD')}][ ]?$")
_YEAR_AFTER = re.compile(rf"[.]?[ ]?[{letters('y19')}]")


def kind(number: Num | int) -> str:
    """The kind of token of a number in words; a bare int is the month of French "sept."."""
    if isinstance(number, int):
        return "MONTHABBR"
    value = number.value
    if number.text == "year":
        return "WYEAR"
    if number.text == "ordinal":
        return "WORD"
    bounds = ((0, "WNUM59"), (12, "WNUM"), (24, "WNUM24"), (31, "WNUM31"), (59, "WNUM59"))
    return next((name for top, name in bounds if value <= top), "WBIG")


def _tens(hit: Hit) -> Num:
    return Num(hit.int("t") + hit.int("u"), "word")


def _tens_and_one(hit: Hit) -> Num:
    """French vingt et un."""
    return Num(hit.int("t") + 1, "word")


def _tens_ordinal(hit: Hit) -> Num | None:
    value = hit.int("t") + hit.int("u")
    return Num(value, "ordinal") if value <= 31 else None


def _year(hit: Hit) -> Num | None:
    """Nineteen eighty six, seventeen hundred thirty three."""
    high = hit.int("h")
    low = hit.int("t") + hit.int("u")
    value = high * 100 + low
    return Num(value, "year") if 1100 <= value <= 2099 else None


def _teens_year(hit: Hit) -> Num | None:
    """Nineteen eighteen, twenty nineteen."""
    return _year(hit) if hit.int("h") > 15 else None


def _thousand(hit: Hit) -> Num | None:
    """Two thousand and five."""
    low = hit.int("t") + hit.int("u")
    value = hit.int("h") * 1000 + low
    return Num(value, "year") if value <= 2099 else None


def _romance_year(hit: Hit) -> Num | None:
    """Mil novecientos noventa y dos, dos mil dieciocho."""
    value = hit.int("h", 1) * 1000 + sum(hit.int(k) for k in ("g", "t", "u", "u2"))
    return Num(value, "year") if value <= 2099 else None


def _sept(hit: Hit) -> Num | int:
    """French sept: the month beside a day or a year, else seven."""
    month = _DAY_BEFORE.search(hit.before) or _YEAR_AFTER.match(hit.after)
    return 9 if month else Num(7, "word")


def _plain(hit: Hit) -> Num:
    return Num(hit.int("n"), "word")


def _on(_hit: Hit) -> str:
    return "am"


STAGE: tuple[Rule, ...] = (
    # German: 14:20 am Nachmittag, 9.12. am Abend; what follows makes the word no half of a day.
    Rule(
        "ON",
        r"(?<={num}[ ]){AMON}(?=[ \n]{wd|WEEKDAYS|WEEKDAYPART|WEEKEND|PART|MANANA|NOON|mod|EARLY|n31|ORD|WORD"
        r"|month|UNIT|x})",
        _on,
        langs=("de",),
    ),
    Rule(kind, "{t=TENS}(?:(?:[ -]| ?{and} ){u=WNUM|SEPT})?", _tens),
    Rule(kind, "{t=TENS}[ -]{and}[ -]{A}", _tens_and_one),
    Rule(kind, "{t=TENS}[ -]?{u=WORD|SECOND}", _tens_ordinal),
    Rule(kind, "{h=WNUM24}_(?:{HUNDRED}_(?:{and}_)?)?{t=TENS}(?:[ -]{u=WNUM|SEPT})?", _year),
    Rule(kind, "{h=WNUM24}_{HUNDRED}_(?:{and}_)?{u=WNUM|SEPT}", _year),
    Rule(kind, "{h=WNUM24|WNUM}_{u=WNUM24}(?=[ ,.]|$)", _teens_year),
    Rule(
        kind,
        "{h=WNUM}_{THOUSAND}(?:_(?:{and}_)?{t=TENS}(?:(?:[ -]|_{and}_){u=WNUM|SEPT})?)?",
        _thousand,
    ),
    Rule(kind, "{h=WNUM}_{THOUSAND}_(?:{and}_)?{u=WNUM|WNUM24}", _thousand),
    Rule(
        kind,
        "(?:{h=WNUM}_)?{THOUSAND}_{g=HUNDREDS}(?:_{t=TENS}(?:_{and}_{u=WNUM|SEPT})?|_{u2=WNUM|WNUM24|WNUM31})?",
        _romance_year,
    ),
    Rule(kind, "{h=WNUM}_{THOUSAND}_{u2=WNUM24|WNUM31}", _romance_year),
    Rule(kind, "{n=SEPT}", _sept, glued=True),
    Rule(kind, "(?:{n=WNUM|WNUM24})", _plain),
)
"""Numbers in words, longest first."""
