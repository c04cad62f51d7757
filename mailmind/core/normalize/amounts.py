"""Amounts of a text as values: money, money ranges, percentages and plain numbers.

Owned here: every number of the text is used once. What is a percentage is no money, and what is money
is no plain number.
"""

from mailmind.core.normalize.build import Readings, over_tokens
from mailmind.core.normalize.context import Context
from mailmind.core.normalize.money import Money, find_money
from mailmind.core.normalize.money_ranges import join_ranges
from mailmind.core.normalize.number import find_numbers
from mailmind.core.normalize.percent import find_percents
from mailmind.core.normalize.plain import plain_decimal
from mailmind.core.normalize.quantity import find_quantities
from mailmind.core.normalize.style import style_of
from mailmind.core.normalize.tokens import Tokens, cut
from mailmind.core.values import Value


def find_amounts(ctx: Context) -> list[Value]:
    """Money, money ranges, percentages and numbers, in order, not overlapping."""
    tokens = cut(ctx.plain)
    style, why = style_of(ctx)
    quantities = find_quantities(ctx, tokens, style)
    if not quantities:
        return []
    percents = find_percents(ctx, tokens, quantities)
    used = {q for p in percents for q in p.quantities}
    free = [q for q in quantities if q not in used]
    moneys = find_money(ctx, tokens, free)
    values: list[Value] = []
    for percent in percents:
        readings = [{"amount": plain_decimal(a)} for a in percent.amounts]
        meant = Readings(readings, percent.settled, why=why)
        values.append(over_tokens(ctx, tokens, "percent", (percent.first, percent.stop), meant))
    for item in join_ranges(tokens, moneys, free):
        if isinstance(item, Money):
            values.append(_money(ctx, tokens, item, why))
        else:
            reading = {
                "min": plain_decimal(item.low),
                "max": plain_decimal(item.high),
                "currency": item.code,
            }
            meant = Readings([reading], mark=item.mark, why=why)
            values.append(over_tokens(ctx, tokens, "moneyrange", (item.first, item.stop), meant))
    taken = bytearray(len(tokens))
    spans = [(p.first, p.stop) for p in percents] + [(m.first, m.stop) for m in moneys]
    for first, stop in spans:
        taken[first:stop] = b"\x01" * (stop - first)
    for quantity in find_numbers(ctx, tokens, [q for q in free if not taken[q.first]]):
        amounts = quantity.number.values
        if style.shown and not quantity.number.settled:
            amounts = amounts[:1]  # money rarely has three decimals, measures do
        readings = [{"amount": plain_decimal(a)} for a in amounts]
        meant = Readings(readings, quantity.number.settled, why=why)
        values.append(over_tokens(ctx, tokens, "number", (quantity.first, quantity.stop), meant))
    return sorted(values, key=lambda v: v.start)


def _money(ctx: Context, tokens: Tokens, money: Money, why: str) -> Value:
    readings = [{"amount": plain_decimal(a), "currency": money.code} for a in money.amounts]
    meant = Readings(readings, money.settled, money.mark, why)
    return over_tokens(ctx, tokens, "money", (money.first, money.stop), meant)
