"""Ranges of money: two amounts, or two numbers that share one mark.

Owned here: a range rises and has one currency. A change of price ("rose from $5 to $10") is two
amounts, since each of them is a statement.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from mailmind.core.normalize.money import Money
from mailmind.core.normalize.quantity import Quantity
from mailmind.core.normalize.tokens import Tokens
from mailmind.core.wordlist import words

_TO = words("- – — ~ to bis à a hasta until till tot até")
_AND = words("and und et y e en")
_BETWEEN = words("between zwischen entre tra fra tussen")
_FROM = words("from von de desde da van ab")
_CHANGE = words(
    """
    rise rises rose risen raise raised raises grow grew grown increase increased increases fall fell
    fallen drop dropped cut reduce reduced reduces went go goes changed change changes jumped up down
    exploded surged soared plunged rallied slipped decline declined declines lowered lower corrected
    updated moved slid climbed gestiegen gesunken erhöht gesenkt reduziert geändert passe passé passer
    augmenté baissé réduit subió bajó aumentó aumentado reducido cambió
    """
)


@dataclass(frozen=True, slots=True)
class MoneyRange:
    """A range in a text, by tokens."""

    first: int
    stop: int
    low: Decimal
    high: Decimal
    code: str | None
    mark: str


def join_ranges(
    tokens: Tokens, moneys: list[Money], quantities: list[Quantity]
) -> Iterator[Money | MoneyRange]:
    """The amounts in order, with those that form a range joined."""
    by_first = {q.first: q for q in quantities}
    by_stop = {q.stop: q for q in quantities}
    n = 0
    while n < len(moneys):
        money = moneys[n]
        following = moneys[n + 1] if n + 1 < len(moneys) else None
        pair = None if following is None else _of_two(tokens, money, following)
        if pair is not None:
            yield pair
            n += 2
            continue
        low = by_stop.get(money.first - 1)
        if low is not None and n and low.first < moneys[n - 1].stop:
            low = None
        high = by_first.get(money.stop + 1)
        if high is not None and following is not None and high.stop > following.first:
            high = None
        shared = _low_shares(tokens, low, money) or _high_shares(tokens, money, high)
        yield shared or money
        n += 1


def _of_two(tokens: Tokens, one: Money, two: Money) -> MoneyRange | None:
    """``$130k–$190k``, ``between 15 dollars and 40 dollars``."""
    if two.first != one.stop + 1 or (one.code != two.code and None not in (one.code, two.code)):
        return None
    first = _begin(tokens, one.first, one.stop)
    if first is None or len(one.amounts) > 1 or len(two.amounts) > 1:
        return None
    low = _scaled_alike(one.amounts[0], one.quantity, two.quantity)
    return _rising(first, two.stop, low, two.amounts[0], two if one.code is None else one)


def _low_shares(tokens: Tokens, low: Quantity | None, money: Money) -> MoneyRange | None:
    """``between 5 and 10 euros``: the mark stands behind the second number."""
    if low is None or low.article or money.first != money.quantity.first or len(money.amounts) > 1:
        return None
    first = _begin(tokens, low.first, money.first - 1)
    if first is None or len(low.number.values) > 1:
        return None
    amount = _scaled_alike(low.number.values[0], low, money.quantity)
    return _rising(first, money.stop, amount, money.amounts[0], money)


def _high_shares(tokens: Tokens, money: Money, high: Quantity | None) -> MoneyRange | None:
    """``$5-10``: the mark stands before the first number."""
    joint = money.stop
    if high is None or not high.digits or len(high.number.values) > 1 or len(money.amounts) > 1:
        return None
    if tokens.text[joint] not in ("-", "–") or money.stop != money.quantity.stop:
        return None
    if not (tokens.near(joint - 1) and tokens.near(joint)):
        return None
    spaced = tokens.gap(joint) > 0 and tokens.is_word(high.stop)
    if spaced or tokens.word(high.stop) in ("%", "/", "-"):
        return None  # "$5 - 10 apples"
    low = _scaled_alike(money.amounts[0], money.quantity, high)
    return _rising(money.first, high.stop, low, high.number.values[0], money)


def _scaled_alike(low: Decimal, of_low: Quantity, of_high: Quantity) -> Decimal:
    """``$5-10 million`` begins at five million."""
    shares = of_low.scale == 1 and of_high.scale > 1 and low < 1000
    return low * of_high.scale if shares else low


def _rising(first: int, stop: int, low: Decimal, high: Decimal, named: Money) -> MoneyRange | None:
    if not 0 <= low < high:
        return None
    return MoneyRange(first, stop, low, high, named.code, named.mark)


def _begin(tokens: Tokens, first: int, joint: int) -> int | None:
    """Where a range with the joining word ``joint`` begins; None where the word joins nothing."""
    if joint >= len(tokens) or not (tokens.near(joint - 1) and tokens.near(joint)):
        return None
    word, lead = tokens.low[joint], tokens.word(first - 1)
    if lead in _BETWEEN and (word in _AND or word in _TO):
        return first - 1
    if word in _AND:
        return first - 1 if lead in _FROM and word in ("y", "and") else None
    if word not in _TO or (word == "a" and lead not in _FROM):
        return None
    if lead not in _FROM:
        return first
    changed = any(tokens.word(first - k) in _CHANGE for k in range(2, 7))
    return None if changed else first - 1
