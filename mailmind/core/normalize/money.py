"""Money: a quantity and the mark that makes it money.

Owned here: a number is money only with a sign, a code or a money word of its own.
"""

from dataclasses import dataclass, replace
from decimal import Decimal

from mailmind.core.normalize import currency
from mailmind.core.normalize.context import Context
from mailmind.core.normalize.currency import Mark
from mailmind.core.normalize.marks import Marks
from mailmind.core.normalize.multipliers import scale_of
from mailmind.core.normalize.numerals import Numeral
from mailmind.core.normalize.quantity import Quantity
from mailmind.core.normalize.tokens import Tokens
from mailmind.core.wordlist import words

_AND = words("and und et y con e en & avec mit")
_POINT_SIGNS = words("$ £ ₹")
"""Signs whose countries write decimals with a point: a comma before three digits is thousands."""
_ENDS = words('. , ; : ! ? ) and y und et - "')
_COUNTED = words(
    "a an per for in on to from by and or each more less extra off worth is was of at if"
)
_MINUS = words("minus moins menos negative")
_COPULA = words("is was of : = at to be ist war von est es")
_NEGATIVE = Decimal(-1)


@dataclass(frozen=True, slots=True)
class Money:
    """An amount in a text, by tokens."""

    first: int
    stop: int
    amounts: tuple[Decimal, ...]
    settled: bool
    """True where the first amount is the likeliest."""
    code: str | None
    mark: str
    quantity: Quantity


def find_money(ctx: Context, tokens: Tokens, quantities: list[Quantity]) -> list[Money]:
    """Every amount of the text, from left to right, not overlapping."""
    reader = _Reader(ctx, tokens, quantities)
    found: list[Money] = []
    floor = 0
    for quantity in quantities:
        money = reader.read(quantity, floor) if quantity.first >= floor else None
        if money is not None:
            found.append(money)
            floor = money.stop
    return found


class _Reader:
    """Reads the amounts of one text."""

    def __init__(self, ctx: Context, tokens: Tokens, quantities: list[Quantity]) -> None:
        self._langs = ctx.langs
        self._t = tokens
        self._marks = Marks(ctx, tokens)
        self._quantities = {q.first: q for q in quantities}

    def read(self, quantity: Quantity, floor: int) -> Money | None:
        """The amount whose number is ``quantity`` and which starts at ``floor`` or later."""
        t = self._t
        text = t.text[quantity.first]
        if text.isdigit() and len(text) > 1 and text[0] == "0" and not quantity.spaced:
            return None  # "ECS 04075" is a room
        q, first = self._signed(quantity, floor)
        before = None if q.article else self._marks.before(first, floor)
        if before is None and first != q.first and t.text[first] in "-+" and not q.article:
            before = self._marks.before(q.first, floor)
        glued = q.digits and q.first > 0 and t.glued(q.first - 1) and t.kind[q.first - 1] == "w"
        if glued and before is None:
            return None  # "64A2FF" is no amount in francs
        q = self._dashed(q)
        after = self._marks.after(q.stop)
        if before is not None and after is not None:
            after = self._second(before, after)
        mark = before or after
        if mark is None or (q.article and not (mark.name and self._counts(q, mark))):
            return None
        if q.short and before is None and mark.name and mark.code is None:
            return None
        return self._accounting(self._with_cents(self._whole(q, first, mark, after), mark))

    def _signed(self, q: Quantity, floor: int) -> tuple[Quantity, int]:
        """The quantity with the sign in front of it, and the token where that begins."""
        t, left = self._t, q.first - 1
        if left < floor:
            return q, q.first
        if t.low[left] in _MINUS and t.near(left):
            return _negated(q), left
        if t.text[left] in "-+" and self._is_sign(left):
            return (_negated(q) if t.text[left] == "-" else q), left
        return q, q.first

    def _is_sign(self, i: int) -> bool:
        """True where the dash at ``i`` is a minus: it joins nothing that stands before it."""
        t = self._t
        if not t.glued(i):
            return False
        if i == 0 or t.text[i - 1] in currency.SIGNS or t.text[i - 1] in ("(", ":", "="):
            return True
        return t.gap(i - 1) > 0 and t.text[i - 1] != "-"

    def _dashed(self, q: Quantity) -> Quantity:
        """``12,-`` and ``1.299,–``: no cents, so what stands before a point are thousands."""
        t, at = self._t, q.stop
        if not (t.word(at) in (",", ".") and t.glued(at - 1) and t.word(at + 1) in ("-", "–")):
            return q
        if not t.glued(at) or t.is_number(at + 2):
            return q
        return replace(q, stop=at + 2, number=Numeral((max(q.number.values),)), fraction=True)

    def _second(self, before: Mark, after: Mark) -> Mark | None:
        """A mark behind a number that has one in front: kept where both name one currency."""
        t = self._t
        if after.sub or (t.is_number(after.stop) and t.near(after.stop - 1)):
            return None
        tells = before.shared and after.code is not None and not after.name
        return after if before.code == after.code or tells else None

    def _counts(self, q: Quantity, after: Mark) -> bool:
        """True where an article counts (``a dollar off``), not qualifies (``a dollar bill``)."""
        t = self._t
        if t.low[q.first] not in ("a", "an") or not t.is_word(after.stop):
            return True
        return t.low[after.stop] in _COUNTED

    def _whole(self, q: Quantity, first: int, mark: Mark, after: Mark | None) -> Money:
        """The amount with its marks and with a multiplier behind them."""
        t = self._t
        named = after if after is not None and mark.shared and not after.shared else mark
        first = min(first, mark.first)
        if (
            first > 0
            and t.text[first - 1] == "-"
            and mark.first == first
            and self._is_sign(first - 1)
        ):
            q, first = _negated(q), first - 1
        stop = max(q.stop, mark.stop, after.stop if after else 0)
        number = self._by_precision(q, named.code).times(mark.factor)
        if q.scale == 1 and mark.first >= q.stop and t.is_word(stop) and t.near(stop - 1):
            scale = scale_of(t.low[stop], self._langs)
            if scale is not None and len(t.low[stop]) > 2:
                number, stop = number.times(scale), stop + 1  # "75 USD million"
        text = t.source[t.start[named.first] : t.end[named.stop - 1]]
        return Money(first, stop, number.values, number.settled, named.code, text, q)

    def _by_precision(self, q: Quantity, code: str | None) -> Numeral:
        """Three digits behind a separator are thousands where the currency or its sign says so."""
        number = q.number
        if len(number.values) < 2:
            return number
        signed = number.settled and q.first > 0 and self._t.text[q.first - 1] in _POINT_SIGNS
        if signed or (code is not None and currency.precision(code) == 0):
            return Numeral((max(number.values),))
        return number

    def _with_cents(self, money: Money, mark: Mark) -> Money:
        """``3 euros con 99 céntimos``, ``15 USD 50``, ``US$3 and fourteen``."""
        t, at, q = self._t, money.stop, money.quantity
        whole = (
            not (mark.sub or q.fraction or (q.scale > 1 and q.digits)) and len(money.amounts) == 1
        )
        if not whole or not t.near(at - 1):
            return money
        joined = t.word(at) in _AND or (t.word(at) == "," and self._cents_follow(at + 1))
        cents = self._quantities.get(at + joined)
        if cents is None or cents.fraction or cents.scale > 1 or (cents.article and not joined):
            return money
        value = cents.number.values[0]
        if not 0 < value < 100 or (joined and not t.near(at)):
            return money
        stop = self._cents_end(cents, signed=mark.first < q.first)
        if stop is None:
            return money
        sign = _NEGATIVE if money.amounts[0] < 0 else Decimal(1)
        return replace(money, amounts=(money.amounts[0] + sign * value / 100,), stop=stop)

    def _cents_end(self, cents: Quantity, *, signed: bool) -> int | None:
        """The token after the hundredths; None where the number is something else."""
        t = self._t
        if t.word(cents.stop) == "c" and t.near(cents.stop - 1):
            return cents.stop + 1
        word = self._marks.after(cents.stop)
        if word is not None:
            return word.stop if word.sub else None
        two_digits = len(t.text[cents.first]) == 2 and cents.number.values[0] >= 10
        if cents.article or (cents.digits and (signed or not two_digits)):
            return None
        following = t.word(cents.stop)
        return cents.stop if following == "" or following in _ENDS else None

    def _cents_follow(self, i: int) -> bool:
        q = self._quantities.get(i)
        found = None if q is None else self._marks.after(q.stop)
        return found is not None and found.sub

    def _accounting(self, money: Money) -> Money:
        """``(1,200.00)``: brackets that hold an amount and nothing else may be a minus."""
        t, left, right = self._t, money.first - 1, money.stop
        if left < 0 or right >= len(t) or t.text[left] != "(" or t.text[right] != ")":
            return money
        if not (t.glued(left) and t.glued(right - 1)) or money.quantity.scaled:
            return money
        line = t.source[max(0, t.start[left] - 200) : t.start[left]].rpartition("\n")[2]
        if money.amounts[0] < 0 or (line.strip() and t.word(left - 1) not in _COPULA):
            return money
        both = tuple(-a for a in money.amounts) + money.amounts
        return replace(money, amounts=both, settled=True, first=left, stop=right + 1)


def _negated(q: Quantity) -> Quantity:
    return replace(q, number=q.number.times(_NEGATIVE))
