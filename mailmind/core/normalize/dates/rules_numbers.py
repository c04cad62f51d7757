"""Numbers in words become numbers.

Owned here: a number in words is one token before any other rule looks, so every rule that takes a digit
takes a word as well.
"""

from mailmind.core.normalize.dates.model import Num
from mailmind.core.normalize.dates.tape import Hit, Rule


def kind(number: Num) -> str:
    """The kind of token of a number in words."""
    value = number.value
    if number.text == "year":
        return "WYEAR"
    if number.text == "ordinal":
        return "WORD"
    bounds = ((0, "WNUM59"), (12, "WNUM"), (24, "WNUM24"), (31, "WNUM31"), (59, "WNUM59"))
    return next((name for top, name in bounds if value <= top), "WBIG")


def _value(token: object) -> int:
    return token.value if isinstance(token, Num) else int(str(token))


def _tens(hit: Hit) -> Num:
    return Num(_value(hit["t"]) + (_value(hit["u"]) if hit.has("u") else 0), "word")


def _tens_ordinal(hit: Hit) -> Num | None:
    value = _value(hit["t"]) + _value(hit["u"])
    return Num(value, "ordinal") if value <= 31 else None


def _year(hit: Hit) -> Num | None:
    """Nineteen eighty six, seventeen hundred thirty three."""
    high = _value(hit["h"])
    low = sum(_value(hit[k]) for k in ("t", "u") if hit.has(k))
    value = high * 100 + low
    return Num(value, "year") if 1100 <= value <= 2099 else None


def _teens_year(hit: Hit) -> Num | None:
    """Nineteen eighteen, twenty nineteen."""
    return _year(hit) if hit.int("h") > 15 else None


def _thousand(hit: Hit) -> Num | None:
    """Two thousand and five."""
    low = sum(_value(hit[k]) for k in ("t", "u") if hit.has(k))
    value = _value(hit["h"]) * 1000 + low
    return Num(value, "year") if value <= 2099 else None


def _romance_year(hit: Hit) -> Num | None:
    """Mil novecientos noventa y dos, dos mil dieciocho."""
    value = hit.int("h", 1) * 1000 + sum(hit.int(k) for k in ("g", "t", "u", "u2"))
    return Num(value, "year") if value <= 2099 else None


def _plain(hit: Hit) -> Num:
    return Num(_value(hit["n"]), "word")


def _inverted(hit: Hit) -> Num:
    """German: einundzwanzig written apart."""
    return Num(_value(hit["u"]) + _value(hit["t"]), "word")


_LOW = r"(?:{t=TENS}(?:[ -]{u=WNUM})?|{u2=WNUM24|WNUM})"

STAGE: tuple[Rule, ...] = (
    Rule(kind, "{t=TENS}(?:(?:[ -]| ?{and} ){u=WNUM})?", _tens),
    Rule(kind, "{t=TENS}[ -]?{u=WORD|SECOND}", _tens_ordinal),
    Rule(kind, "{h=WNUM24}_(?:{HUNDRED}_(?:{and}_)?)?{t=TENS}(?:[ -]{u=WNUM})?", _year),
    Rule(kind, "{h=WNUM24}_{HUNDRED}_(?:{and}_)?{u=WNUM}", _year),
    Rule(kind, "{h=WNUM24|WNUM}_{u=WNUM24}(?=[ ,.]|$)", _teens_year),
    Rule(
        kind, "{h=WNUM}_{THOUSAND}(?:_(?:{and}_)?{t=TENS}(?:(?:[ -]|_{and}_){u=WNUM})?)?", _thousand
    ),
    Rule(kind, "{h=WNUM}_{THOUSAND}_(?:{and}_)?{u=WNUM|WNUM24}", _thousand),
    Rule(
        kind,
        "(?:{h=WNUM}_)?{THOUSAND}_{g=HUNDREDS}(?:_{t=TENS}(?:_{and}_{u=WNUM})?|_{u2=WNUM|WNUM24|WNUM31})?",
        _romance_year,
    ),
    Rule(kind, "{h=WNUM}_{THOUSAND}_{u2=WNUM24|WNUM31}", _romance_year),
    Rule(kind, "(?:{n=WNUM|WNUM24})", _plain),
)
"""Numbers in words, longest first."""
