"""Amounts of a text as values: money, money ranges, percentages and plain numbers.

Owned here: every number of the text is used once. What is a percentage is no money, and what is money
is no plain number.
"""

from collections.abc import Iterator
from dataclasses import replace

from mailmind.core.normalize.build import Readings, over_tokens
from mailmind.core.normalize.context import Context
from mailmind.core.normalize.money import Money, find_money
from mailmind.core.normalize.money_ranges import MoneyRange, join_ranges
from mailmind.core.normalize.number import find_numbers
from mailmind.core.normalize.numerals import Style
from mailmind.core.normalize.percent import Percent, find_percents
from mailmind.core.normalize.plain import plain_decimal
from mailmind.core.normalize.quantity import Quantity, find_quantities
from mailmind.core.normalize.style import UNCLEAR, style_of
from mailmind.core.normalize.tokens import Tokens, cut
from mailmind.core.values import Value

_Item = Percent | Money | MoneyRange | Quantity

_THREE = -3
"""The exponent of three decimals."""


def find_amounts(ctx: Context) -> list[Value]:
    """Money, money ranges, percentages and numbers, in order, not overlapping."""
    tokens = cut(ctx.plain)
    style, why = style_of(ctx)
    items = sorted(_items(ctx, tokens, style), key=lambda item: item.first)
    return [_value(ctx, tokens, item, _meaning(item, style, why)) for item in items]


def _value(ctx: Context, tokens: Tokens, item: _Item, meaning: tuple[str, Readings]) -> Value:
    kind, readings = meaning
    value = over_tokens(ctx, tokens, kind, (item.first, item.stop), readings)
    settled = value.why and UNCLEAR.search(value.text) is None
    return replace(value, why="") if settled else value


def _items(ctx: Context, tokens: Tokens, style: Style) -> Iterator[_Item]:
    """Percentages first, then money, then what is left as plain numbers."""
    quantities = find_quantities(ctx, tokens, style)
    taken = bytearray(len(tokens))
    percents = find_percents(ctx, tokens, quantities)
    for percent in percents:
        taken[percent.first : percent.stop] = b"\x01" * (percent.stop - percent.first)
    yield from percents
    free = [q for q in quantities if not taken[q.first]]
    moneys = find_money(ctx, tokens, free)
    for money in moneys:
        taken[money.first : money.stop] = b"\x01" * (money.stop - money.first)
    for item in join_ranges(tokens, moneys, free):
        taken[item.first : item.stop] = b"\x01" * (item.stop - item.first)
        yield item
    yield from find_numbers(ctx, tokens, [q for q in free if not taken[q.first]])


def _meaning(item: _Item, style: Style, why: str) -> tuple[str, Readings]:
    """The kind of value that an item is, and its readings."""
    match item:
        case Percent(amounts=amounts, settled=settled):
            return "percent", Readings(
                [{"amount": plain_decimal(a)} for a in amounts], settled, why=why
            )
        case Money(amounts=amounts, settled=settled, code=code, mark=mark):
            readings = [{"amount": plain_decimal(a), "currency": code} for a in amounts]
            return "money", Readings(readings, settled, mark, why)
        case MoneyRange(low=low, high=high, code=code, mark=mark):
            ends = {"min": plain_decimal(low), "max": plain_decimal(high), "currency": code}
            return "moneyrange", Readings([ends], mark=mark, why=why)
        case Quantity(number=number):
            amounts = number.values
            if style.shown and not number.settled and amounts[0].as_tuple().exponent == _THREE:
                amounts = amounts[:1]  # money rarely has three decimals, measures do
            return "number", Readings(
                [{"amount": plain_decimal(a)} for a in amounts], number.settled, why=why
            )
