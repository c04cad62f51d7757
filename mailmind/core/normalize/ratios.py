"""Fractions of numbers: ``3/4``, ``tres quintos``, ``uno sobre tres``, ``ciento treinta con dos quintos``.

Owned here: fifteen digits are kept of what does not end.
"""

from dataclasses import dataclass
from decimal import Context as DecimalContext
from decimal import Decimal
from functools import cache

from mailmind.core.normalize.numwords import value_of
from mailmind.core.normalize.quantity import Quantity
from mailmind.core.normalize.tokens import Tokens

_FIFTEEN = DecimalContext(prec=15)
_PARTS = {
    2: "medio medios half halves",
    3: "tercio tercios third thirds drittel tiers",
    4: "cuarto cuartos quarter quarters fourths viertel quart quarts",
    5: "quinto quintos fifth fifths fünftel cinquième cinquièmes",
    6: "sexto sextos sixths sechstel sixièmes",
    7: "séptimo séptimos septimos",
    8: "octavo octavos eighths achtel",
    9: "noveno novenos",
    10: "décimo décimos decimo decimos tenth tenths zehntel dixième dixièmes",
    100: "centésimo centésimos centesimos hundredth hundredths hundertstel",
}
_ORDINALS = (("milésimo", 10**3), ("millonésimo", 10**6), ("billonésimo", 10**12))
_BELOW = {word: number for number, listed in _PARTS.items() for word in listed.split()}


@dataclass(frozen=True, slots=True)
class Fraction:
    """A number that several quantities form."""

    stop: int
    """The token after it."""
    amounts: tuple[Decimal, ...]
    quantities: tuple[Quantity, ...]


def fraction_at(tokens: Tokens, quantities: list[Quantity], n: int) -> Fraction | None:
    """The fraction that begins with quantity ``n``, or None."""
    q = quantities[n]
    if len(q.number.values) > 1:
        return None
    top = q.number.values[0]
    joint = tokens.word(q.stop)
    following = quantities[n + 1] if n + 1 < len(quantities) else None
    if following is not None and following.first == q.stop + 1:
        bottom = following.number.values[0]
        over = (joint == "/" and tokens.glued(q.stop)) or joint in ("sobre", "over")
        if over and 0 < bottom < 1000:
            return Fraction(following.stop, (_FIFTEEN.divide(top, bottom),), (q, following))
        if joint == "con" and not (following.digits or q.digits):
            part = fraction_at(tokens, quantities, n + 1)
            if part is None:  # "nueve con veinticinco" is 9.25
                return Fraction(following.stop, (Decimal(f"{top}.{bottom}"),), (q, following))
            total = _FIFTEEN.add(top, part.amounts[0])
            return Fraction(part.stop, (total,), (q, *part.quantities))
    below = None if q.digits or not joint else _below_the_line(joint)
    if below is None:
        return None
    return Fraction(q.stop + 1, (_FIFTEEN.divide(top, Decimal(below)),), (q,))


@cache
def _below_the_line(word: str) -> int | None:
    """The number that a word such as ``quintos``, ``veintiunavos`` or ``milésimos`` names."""
    if word in _BELOW:
        return _BELOW[word]
    for ending in ("avos", "avo", "avas", "ava"):
        base = word.removesuffix(ending)
        if base != word and len(base) > 2:
            found = (value_of(base + vowel, "es") for vowel in ("", "a", "o", "e"))
            return next((value for value in found if value), None)
    bare = word.removesuffix("s").replace("esimo", "ésimo")
    for ending, scale in _ORDINALS:
        if bare.endswith(ending):
            times = value_of(bare.removesuffix(ending), "es") if bare != ending else 1
            return times * scale if times else None
    return None
