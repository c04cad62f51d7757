"""How a text writes its decimals: told by its language, or by its own other numbers.

Owned here: what settles ``1.500``. The reason is said, and two clues that disagree settle nothing.
"""

import re
from functools import cache

from mailmind.core.normalize.context import Context
from mailmind.core.normalize.numerals import Style

_POINT = re.compile(
    r"(?<![\d.,])(?:\d{1,3}(?:,\d{3})*|\d+)\.\d\d(?![\d.,:]|\s*(?:uhr|h\b|[ap]\.?m))", re.IGNORECASE
)
_COMMA = re.compile(r"(?<![\d.,])(?:\d{1,3}(?:\.\d{3})*|\d+),\d\d(?![\d.,])")
UNCLEAR = re.compile(r"(?<![\d.,])\d{1,3}(?:[.,]\d{3}|,\d{4,6})(?![\d.,])")
"""A numeral that is read by style: one separator with three digits behind it, a comma with more."""


@cache
def decimal_of(lang: str, region: str | None) -> str | None:
    """The decimal sign of a language in a region, out of CLDR; None where it is unknown there."""
    from babel import Locale, UnknownLocaleError

    for tag in ((f"{lang}_{region}",) if region else ()) + (lang,):
        try:
            symbols = Locale.parse(tag).number_symbols
        except (UnknownLocaleError, ValueError):
            continue
        table = symbols.get("latn", symbols)
        sign = str(table.get("decimal", ""))
        return sign if sign in (".", ",") else None
    return None


def style_of(ctx: Context) -> tuple[Style, str]:
    """The style of a text and, where the text itself decided, why."""
    if not UNCLEAR.search(ctx.plain):
        return Style(), ""
    if ctx.decimal is not None:
        return Style(ctx.decimal), ""
    point, comma = bool(_POINT.search(ctx.plain)), bool(_COMMA.search(ctx.plain))
    told = decimal_of(ctx.langs[0], ctx.region) if ctx.lang_sure else None
    if point != comma:
        sign = "." if point else ","
        if told in (None, sign):
            return Style(sign, shown=True), f"the text's other numbers write decimals with {sign!r}"
        return Style(), ""  # the language says one thing, its numbers another
    if told is None:
        return Style(), ""
    return Style(told), "" if ctx.lang_known else f"the text is written in {ctx.langs[0]!r}"
