"""Numbers written in digits, and every value that their separators allow.

Owned here: a separator is never guessed. Where ``1.500`` may be one and a half or fifteen hundred and
nothing settles it, both values come back and none is called likelier.
"""

import re
from dataclasses import dataclass
from decimal import Decimal

MAX_DIGITS = 40
"""Longer runs of digits are no quantity."""

_THOUSANDS = re.compile(r"\d{1,3}(?:([.,' ])\d{3})(?:\1\d{3})*")
_INDIAN = re.compile(r"\d{1,2}(?:,\d{2})*,\d{3}")


@dataclass(frozen=True, slots=True)
class Numeral:
    """The values of one numeral."""

    values: tuple[Decimal, ...]
    settled: bool = True
    """True where the first value is the likeliest; False where none is."""

    def times(self, factor: Decimal) -> "Numeral":
        """The numeral multiplied, reading by reading."""
        return (
            self if factor == 1 else Numeral(tuple(v * factor for v in self.values), self.settled)
        )


@dataclass(frozen=True, slots=True)
class Style:
    """How a text writes decimals."""

    decimal: str | None = None
    """``.`` or ``,`` where language or text tell."""
    shown: bool = False
    """True where the text's own other numbers show it."""


def read_numeral(text: str, style: Style) -> Numeral | None:
    """Every value that the digits and separators of ``text`` allow; None where they form no number.

    Args:
        text: digits with ``.``, ``,``, ``'`` or spaces between them, already folded.
        style: what is known of the writer's habits.
    """
    if len(text) > MAX_DIGITS:
        return None
    text = text.replace("'", " ")
    marks = [c for c in text if not c.isdigit()]
    if not marks:
        return Numeral((Decimal(text),))
    last = marks[-1]
    if len(set(marks)) == 1:
        return _one_kind(text, last, len(marks), style)
    if last == " " or marks.count(last) != 1:
        return None
    whole, fraction = text.rsplit(last, 1)
    if not _grouped(whole):
        return None
    return Numeral((Decimal(f"{_digits(whole)}.{fraction}"),))


def _one_kind(text: str, mark: str, count: int, style: Style) -> Numeral | None:
    """Numerals whose separators are all the same."""
    if mark == " " or count > 1:
        return Numeral((Decimal(_digits(text)),)) if _grouped(text) else None
    whole, fraction = text.split(mark)
    as_decimal = Decimal(f"{whole}.{fraction}")
    as_whole = Decimal(whole + fraction)
    if len(fraction) != 3 or len(whole) > 3 or whole.startswith("0"):
        mistyped = mark == "," and style.decimal == "." and len(fraction) > 3 and whole != "0"
        if mistyped:  # "10,5000" where the text writes decimals with a point
            return Numeral((as_decimal, as_whole), settled=False)
        return Numeral((as_decimal,))
    if style.decimal not in (None, mark):
        return Numeral((as_whole,))
    if style.decimal is None and mark == ",":
        return Numeral((as_whole, as_decimal))
    return Numeral((as_decimal, as_whole), settled=False)


def _grouped(text: str) -> bool:
    """True where the separators stand where some locale puts them between thousands."""
    if text.isdigit():
        return True
    return bool(_THOUSANDS.fullmatch(text) or _INDIAN.fullmatch(text))


def _digits(text: str) -> str:
    return "".join(c for c in text if c.isdigit())
