"""How a decimal is printed in every answer of the engine.

Owned here: one number has one spelling; no exponent, no trailing zeros, no minus before nothing.
"""

from decimal import Decimal


def plain_decimal(d: Decimal) -> str:
    """The number without exponent and without trailing zeros."""
    text = format(d, "f")
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in ("-0", "") else text
