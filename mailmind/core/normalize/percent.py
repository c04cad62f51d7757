"""Percentages: a quantity and a percent sign or word.

Owned here: ``pour cent`` and ``por cien`` are the unit, not a hundred; a basis point is a hundredth.
"""

from dataclasses import dataclass
from decimal import Decimal

from mailmind.core.normalize.context import Context
from mailmind.core.normalize.quantity import Quantity
from mailmind.core.normalize.ratios import Fraction, fraction_at
from mailmind.core.normalize.tokens import Tokens
from mailmind.core.wordlist import words

_WORDS = words(
    """
    % percent percents percentage pct prozent prozentpunkte prozentpunkten prozentpunkt pourcent
    pourcents pourcentage pourcentages porcentaje porciento percento procent procenten percentuale
    procento procenta процент процента процентов
    """
)
_ADJECTIVES = words("prozentig prozentige prozentiger prozentigen prozentiges prozentigem")
_ENDINGS = words("ig ige iger igen iges igem")
"""Of ``5%-ige``."""
_POINTS = words("point points")
_LONG_POINTS = frozenset(
    (
        ("points", "de", "pourcentage"),
        ("point", "de", "pourcentage"),
        ("puntos", "porcentuales"),
        ("punto", "porcentual"),
        ("punti", "percentuali"),
        ("pontos", "percentuais"),
    )
)
_DOTTED = frozenset((("p", ".", "c", "."), ("v", ".", "h", ".")))
_BEGINNINGS = frozenset(unit[0] for unit in _LONG_POINTS | _DOTTED)
_GLUED = words("pp ppt ppts")
"""Percentage points where they touch the number; apart, ``pp`` are pages."""
_THOUSANDTHS = words("‰ promille promillen permille")
_PER = words("per pour por pro vom")
_CENT = words("cent cents ciento cien cento hundert")
_OF = words("of de des d' du del von")
_PREFIX = words("percent percents percentage pourcent pourcents pourcentage porcentaje prozent")
_SHARE = words("percentage porcentaje pourcentage percentuale")
_BASIS_POINTS = words("bps bp basispunkte basispunkten")
_AFTER_DIGITS = (
    _WORDS | _ADJECTIVES | _GLUED | _THOUSANDTHS | _PER | _BASIS_POINTS | _BEGINNINGS
) | words("basis / - sobre over")
_JOINTS = words("- – to bis à a and und y et")
_WEAK_JOINTS = words("and und y et a")
_LEADS = words("between zwischen entre del de from")
_PARTS = {"half": Decimal("0.5"), "quarter": Decimal("0.25")}
_HUNDREDTH, _TENTH = Decimal("0.01"), Decimal("0.1")


@dataclass(frozen=True, slots=True)
class Percent:
    """A percentage in a text, by tokens."""

    first: int
    stop: int
    amounts: tuple[Decimal, ...]
    settled: bool
    quantities: tuple[Quantity, ...]
    """The numbers that it uses up."""


def find_percents(ctx: Context, tokens: Tokens, quantities: list[Quantity]) -> list[Percent]:
    """Every percentage, in order."""
    found: list[Percent] = []
    floor = 0
    for n, quantity in enumerate(quantities):
        if quantity.first < floor or quantity.short:
            continue
        if quantity.digits and tokens.word(quantity.stop) not in _AFTER_DIGITS:
            continue  # most numbers: nothing that makes a percentage follows
        item = _read(ctx, tokens, quantities, n, floor)
        if item is None:
            continue
        low = _range_start(tokens, quantities, n, floor) if n else None
        if low is not None:
            found.append(low)
        found.append(item)
        floor = item.stop
    return found


def _part_before(tokens: Tokens, q: Quantity, floor: int) -> tuple[int, Decimal] | None:
    """Where ``half a percent`` and ``a quarter of one percent`` begin, and how much of one it is."""
    if q.digits or q.number.values[0] != 1:
        return None
    at = q.first - 1 if tokens.word(q.first - 1) != "of" else q.first - 2
    if at < floor or tokens.low[at] not in _PARTS:
        return None
    return at, _PARTS[tokens.low[at]]


def _read(
    ctx: Context, tokens: Tokens, quantities: list[Quantity], n: int, floor: int
) -> Percent | None:
    q = quantities[n]
    whole = fraction_at(tokens, quantities, n) or Fraction(q.stop, q.number.values, (q,))
    unit = _unit(tokens, whole.stop)
    if unit is None:
        return _prefixed(tokens, q, floor)
    stop, factor = unit
    part = _part_before(tokens, q, floor)
    if part is None and not _counts(tokens, q, stop - 1):
        return None
    first, sign = part or _sign(tokens, q.first, floor)
    amounts = tuple(sign * factor * a for a in whole.amounts)
    settled = q.number.settled
    if ctx.lang_sure and len(amounts) > 1:
        # a percentage may have three decimals; thousands of per cent nobody writes
        amounts, settled = amounts[:1], True
    return Percent(first, stop, amounts, settled, whole.quantities)


def _counts(tokens: Tokens, q: Quantity, unit: int) -> bool:
    """False for ``a percentage of`` and for codes such as ``0100 %``."""
    text = tokens.text[q.first]
    if q.article:
        return text.lower() not in ("a", "an") and tokens.low[unit] not in _SHARE
    return not (q.digits and text.isdigit() and len(text) > 1 and text[0] == "0")


def _unit(tokens: Tokens, i: int) -> tuple[int, Decimal] | None:
    """The token after the percent sign or word at ``i``, and what it multiplies with."""
    if i >= len(tokens) or not tokens.follows(i - 1):
        return None
    if not tokens.near(i - 1) and tokens.kind[i] != "w":
        return None
    if tokens.low[i] == "-" and tokens.glued(i - 1) and tokens.glued(i):
        i += 1
    word, following = tokens.word(i), tokens.word(i + 1)
    if word in _WORDS:
        return _with_points(tokens, i), Decimal(1)
    if word in _ADJECTIVES or (word in _GLUED and tokens.glued(i - 1)):
        return i + 1, Decimal(1)
    if (
        word in _PER
        and tokens.near(i)
        and (following in _CENT or (word, following) == ("por", "100"))
    ):
        return i + 2, Decimal(1)
    if word in _PER and tokens.near(i) and following == "mille":
        return i + 2, _TENTH
    if word in _THOUSANDTHS:
        return i + 1, _TENTH
    if word in _BASIS_POINTS:
        return i + 1, _HUNDREDTH
    if (word == "basis" and following in _POINTS) or (
        word == "puntos" and following in ("básicos", "basicos")
    ):
        return i + 2, _HUNDREDTH
    return _spelled_out(tokens, i)


def _with_points(tokens: Tokens, i: int) -> int:
    """The token after a percent word and the ``points`` or the ending that belong to it."""
    at = i + 1
    if tokens.word(at) == "-" and tokens.glued(i) and tokens.glued(at):
        return at + 2 if tokens.word(at + 1) in _POINTS | _ENDINGS else at
    return at + 1 if tokens.word(at) in _POINTS and tokens.near(i) else at


def _spelled_out(tokens: Tokens, i: int) -> tuple[int, Decimal] | None:
    """Units of several words (``points de pourcentage``) or with stops (``v.H.``)."""
    if tokens.low[i] not in _BEGINNINGS:
        return None
    for unit in _LONG_POINTS | _DOTTED:
        if tuple(tokens.low[i : i + len(unit)]) == unit:
            return i + len(unit), Decimal(1)
    return None


def _sign(tokens: Tokens, first: int, floor: int) -> tuple[int, int]:
    """Where the percentage begins with its sign, and the sign."""
    left = first - 1
    if left < floor:
        return first, 1
    if tokens.low[left] in ("minus", "moins", "menos"):
        return left, -1
    opens = left == 0 or tokens.gap(left - 1) > 0 or tokens.text[left - 1] in ("(", ":")
    if tokens.text[left] in "-–+" and tokens.glued(left) and opens:
        return left, 1 if tokens.text[left] == "+" else -1
    return first, 1


def _prefixed(tokens: Tokens, q: Quantity, floor: int) -> Percent | None:
    """``percents of twenty``, ``pourcentage de vingt``: in words, where no sign could follow."""
    at = q.first - 2
    if q.digits or q.article or at < floor or tokens.low[at + 1] not in _OF:
        return None
    if tokens.low[at] in _PREFIX:
        return Percent(at, q.stop, q.number.values, settled=True, quantities=(q,))
    if tokens.low[at] in _CENT and tokens.word(at - 1) in _PER:
        return Percent(at - 1, q.stop, q.number.values, settled=True, quantities=(q,))
    return None


def _range_start(tokens: Tokens, quantities: list[Quantity], n: int, floor: int) -> Percent | None:
    """The 5 of ``5–10 %``: a percentage whose sign stands behind the other end."""
    low, high = quantities[n - 1], quantities[n]
    if low.first < floor or low.stop != high.first - 1 or low.short or not low.digits:
        return None
    joint, lead = tokens.low[low.stop], tokens.word(low.first - 1)
    if joint not in _JOINTS or not tokens.near(low.stop - 1):
        return None
    if joint in _WEAK_JOINTS and lead not in _LEADS:
        return None
    unit = _unit(tokens, high.stop)
    amount = low.number.values[0] * (unit[1] if unit else 1)
    return Percent(low.first, low.stop, (amount,), settled=True, quantities=(low,))
