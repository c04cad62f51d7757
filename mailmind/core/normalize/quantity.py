"""Quantities: numerals or number words, with the multipliers that belong to them.

Owned here: where a number begins and ends. ``1 298,00`` is one number, ``2 mil millones`` too;
``245 23`` is two.
"""

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache

from mailmind.core.normalize.context import Context
from mailmind.core.normalize.multipliers import ABBREVIATED, SHORT, scale_of
from mailmind.core.normalize.numerals import MAX_DIGITS, Numeral, Style, read_numeral
from mailmind.core.normalize.numwords import LANGUAGES, WordNumber, read_words, words_of
from mailmind.core.normalize.tokens import Tokens
from mailmind.core.wordlist import words

_PARTS = {"half": Decimal("0.5"), "quarter": Decimal("0.25"), "quarters": Decimal("0.25")}
_VULGAR = {"½": Decimal("0.5"), "¼": Decimal("0.25"), "¾": Decimal("0.75")}
_GROUP = re.compile(r"\d{3}(?:[.,]\d+)?")

_VAGUE = words(
    """
    hundreds thousands millions billions trillions hunderte tausende millionen milliarden billionen
    milliers milliards cientos miles millones billones
    """
)
"""Words that name no number by themselves: ``millions of users``."""
_FIELD = 5
"""Tokens of a text that is a price and nothing else."""
_HIGHEST_POWER = 15
_MOST_GROUPS = MAX_DIGITS // 3


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number in a text."""

    first: int
    """Its first token."""
    stop: int
    """The token after it."""
    number: Numeral
    digits: bool
    """Written with digits, at least in part."""
    article: bool = False
    """Nothing but an article."""
    fraction: bool = False
    """Written with decimals."""
    scaled: bool = False
    """Carries a multiplier."""
    short: bool = False
    """Carries a one-letter multiplier, which only money has."""
    spaced: bool = False
    """Its digits are grouped by spaces."""
    scale: Decimal = Decimal(1)
    """What the multiplier multiplied with."""


def find_quantities(ctx: Context, tokens: Tokens, style: Style) -> list[Quantity]:
    """Every quantity of the text, from left to right, not overlapping."""
    found: list[Quantity] = []
    langs = tuple(lang for lang in ctx.langs if lang in LANGUAGES)
    starters = _starters(langs)
    longest = 6 if "de" in langs else 99  # German writes compounds: "siebenhundert"
    floor = 0
    for i, (kind, low) in enumerate(zip(tokens.kind, tokens.low, strict=True)):
        if i < floor or not (
            kind == "n" or low in starters or (kind == "w" and len(low) > longest)
        ):
            continue
        quantity = _at(ctx, tokens, i, style, langs)
        if quantity is not None:
            found.append(quantity)
            floor = quantity.stop
    return found


def _at(
    ctx: Context, tokens: Tokens, i: int, style: Style, langs: tuple[str, ...]
) -> Quantity | None:
    """The quantity that starts with token ``i``."""
    if tokens.kind[i] == "n":
        return _in_digits(ctx, tokens, i, style)
    if tokens.text[i] in _VULGAR:
        return Quantity(i, i + 1, Numeral((_VULGAR[tokens.text[i]],)), digits=True, fraction=True)
    return _in_words(ctx, tokens, i, langs)


@cache
def _starters(langs: tuple[str, ...]) -> frozenset[str]:
    """Words and signs that may begin a number."""
    return frozenset(w for lang in langs for w in words_of(lang)) | set(_PARTS) | set(_VULGAR)


def _in_digits(ctx: Context, tokens: Tokens, i: int, style: Style) -> Quantity | None:
    """The quantity that starts with the digits at token ``i``."""
    stop = _groups_end(tokens, i)
    text, first = " ".join(tokens.text[i:stop]), i
    if text.isdigit() and _leading_point(tokens, i - 1):
        text, first = f"0{tokens.text[i - 1]}{text}", i - 1
    if len(tokens) <= _FIELD and _cents_apart(tokens, stop):
        text, stop = f"{text}{tokens.text[stop]}{tokens.text[stop + 1]}", stop + 2
    number = read_numeral(text, style)
    if number is None:
        return None
    power = _power(tokens, stop)
    if power is not None:
        return Quantity(first, stop + 2, number.times(power), digits=True, scaled=True)
    fraction = any(v != v.to_integral_value() for v in number.values) or _decimals(text)
    spaced = stop > i + 1
    quantity = Quantity(first, stop, number, digits=True, fraction=fraction, spaced=spaced)
    return _multiplied(ctx, tokens, _with_part(tokens, quantity))


def _groups_end(tokens: Tokens, i: int) -> int:
    """The token after digits that are grouped by spaces: ``1 298,00``."""
    stop = i + 1
    if not (tokens.text[i].isdigit() and len(tokens.text[i]) <= 3):
        return stop
    while (
        stop - i <= _MOST_GROUPS  # a longer run is a column, not a number: never walk to its end
        and tokens.gap(stop - 1) == 1
        and tokens.source[tokens.end[stop - 1]] == " "
        and tokens.text[stop - 1].isdigit()
        and _GROUP.fullmatch(tokens.text[stop])
    ):
        stop += 1
    return stop


def _cents_apart(tokens: Tokens, i: int) -> bool:
    """True for ``, 38`` at token ``i``: a decimal sign with a space behind it, in a field of its own."""
    sign = tokens.word(i) in (",", ".") and tokens.glued(i - 1) and tokens.gap(i) == 1
    return sign and tokens.is_number(i + 1) and len(tokens.text[i + 1]) == 2


def _leading_point(tokens: Tokens, i: int) -> bool:
    """True for the point of ``.5`` at token ``i``."""
    if i < 0 or tokens.text[i] not in (".", ",") or not tokens.glued(i):
        return False
    return i == 0 or tokens.gap(i - 1) > 0 or tokens.text[i - 1] in "$€£-(+~"


def _power(tokens: Tokens, i: int) -> Decimal | None:
    """The power of ten of ``1e10``, whose ``e`` is token ``i``."""
    if tokens.word(i) != "e" or not (tokens.glued(i - 1) and tokens.glued(i)):
        return None
    power, plain = tokens.text[i + 1], tokens.text[i - 1].isdigit()
    if not power.isdigit() or int(power) > _HIGHEST_POWER or (plain and tokens.text[i] == "E"):
        return None  # "5E61" is a group of a fingerprint
    return Decimal(10) ** int(power)


def _decimals(text: str) -> bool:
    """True where the digits end with a fraction, be it ``.00``."""
    tail = re.split(r"[.,]", text)[-1]
    return tail != text and len(tail) != 3


def _with_part(tokens: Tokens, q: Quantity) -> Quantity:
    """``2 1/2``, ``2½``, ``2 and a half``: a fraction that belongs to the number."""
    at = q.stop
    if at < len(tokens) and tokens.text[at] in _VULGAR and tokens.near(at - 1):
        return _plus(q, _VULGAR[tokens.text[at]], at + 1)
    if q.fraction or at >= len(tokens):
        return q
    if tokens.low[at : at + 3] == ["and", "a", "half"]:
        return _plus(q, _VULGAR["½"], at + 3)
    if _is_ratio(tokens, at) and tokens.near(at - 1) and tokens.gap(at - 1) > 0:
        top, bottom = Decimal(tokens.text[at]), Decimal(tokens.text[at + 2])
        if top < bottom:
            return _plus(q, top / bottom, at + 3)
    return q


def _plus(q: Quantity, part: Decimal, stop: int) -> Quantity:
    values = tuple(v + part for v in q.number.values)
    return replace(
        q, stop=stop, number=Numeral(values, q.number.settled), article=False, fraction=True
    )


def _is_ratio(tokens: Tokens, i: int) -> bool:
    """True for ``1/2`` at token ``i``, written without spaces and with small numbers."""
    if not (tokens.is_number(i) and tokens.word(i + 1) == "/" and tokens.is_number(i + 2)):
        return False
    top, bottom = tokens.text[i], tokens.text[i + 2]
    small = top.isdigit() and bottom.isdigit() and len(top) <= 2 and len(bottom) <= 2
    return small and tokens.glued(i) and tokens.glued(i + 1) and int(bottom) > 0


def _in_words(ctx: Context, tokens: Tokens, i: int, langs: tuple[str, ...]) -> Quantity | None:
    """The longest number in words at token ``i``, in any of the text's languages."""
    if tokens.low[i] in _VAGUE:
        return None
    read = [read_words(tokens, i, lang) for lang in langs]
    best = max((r for r in read if r is not None), key=lambda r: r.stop, default=None)
    at = i if best is None else best.stop
    small = best is None or best.article or best.value < 4
    if small and tokens.word(at) in _PARTS and "en" in langs:
        return _part_of_scale(ctx, tokens, i, best)
    if best is None:
        return None
    scaled = best.value >= 1000
    number = Numeral((best.value,))
    quantity = Quantity(i, best.stop, number, False, best.article, best.fraction, scaled)
    return _multiplied(ctx, tokens, _with_part(tokens, quantity))


def _part_of_scale(
    ctx: Context, tokens: Tokens, i: int, count: WordNumber | None
) -> Quantity | None:
    """``half a million``, ``a quarter million``, ``three quarters billion``."""
    at = i if count is None else count.stop
    part = _PARTS[tokens.low[at]]
    at += 2 if tokens.word(at + 1) in ("a", "of") else 1
    scale = scale_of(tokens.word(at), ctx.langs)
    if scale is None or scale < 1000:
        return None
    times = Decimal(1) if count is None else count.value
    number = Numeral((times * part * scale,))
    return Quantity(i, at + 1, number, digits=False, scaled=True, scale=scale)


def _multiplied(ctx: Context, tokens: Tokens, q: Quantity) -> Quantity:
    """The quantity with every multiplier that follows it."""
    factor, stop = Decimal(1), q.stop
    if tokens.word(stop) == "+" and tokens.glued(stop - 1) and tokens.near(stop):
        stop += scale_of(tokens.word(stop + 1), ctx.langs) is not None  # "3+ million"
    while stop < len(tokens) and tokens.kind[stop] == "w" and tokens.follows(stop - 1):
        word = tokens.low[stop]
        wrapped = not tokens.near(stop - 1)
        metres = tokens.text[stop] == "mm" and not tokens.glued(stop - 1)
        scale = scale_of(word, ctx.langs)
        if scale is None or metres or (wrapped and len(word) < 5 and word not in ABBREVIATED):
            break
        factor, stop = factor * scale, stop + 1
        short = word in ABBREVIATED and word != "mm"
        dotted = short and tokens.word(stop) == "." and tokens.glued(stop - 1)
        if dotted and tokens.near(stop):
            stop += 1
    if factor > 1:
        number = q.number
        if not number.settled:  # "3.515 billion": nobody counts thousands of billions
            number = Numeral(number.values[:1])
        times = number.times(factor)
        return Quantity(
            q.first, stop, times, q.digits, False, q.fraction, scaled=True, scale=factor
        )
    letter = SHORT.get(tokens.word(stop)) if q.digits and tokens.glued(stop - 1) else None
    if letter is None or (tokens.is_number(stop + 1) and tokens.glued(stop)):
        return q
    times = q.number.times(letter)
    return Quantity(q.first, stop + 1, times, True, False, q.fraction, short=True, scale=letter)
