"""What the grammars are told besides the text: reference moment, languages, region.

Owned here: offsets. ``plain`` has exactly the length of ``text``, so a match in it slices ``text``.
"""

from dataclasses import dataclass
from datetime import datetime

from mailmind.core.normalize import language

_SPACES = "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
_HYPHENS = "\u2010\u2011\u2012\u2212\ufe58\ufe63\uff0d"
_QUOTES = "\u2018\u2019\u201a\u201b\u02bc\u00b4\u2032\uff07"
_PLAIN = {
    **{ord(c): " " for c in _SPACES},
    **{ord(c): "-" for c in _HYPHENS},
    **{ord(c): "'" for c in _QUOTES},
    **{0xFF10 + i: str(i) for i in range(10)},  # full-width digits
    0xFF05: "%",
    0xFE6A: "%",
    0xFF04: "$",
    0xFFE1: "£",
    0xFFE5: "¥",
    0xFF0B: "+",
    0xFF0C: ",",
    0xFF0E: ".",
    0xFF1A: ":",
    0xFF0F: "/",
    0xFF08: "(",
    0xFF09: ")",
}


@dataclass(frozen=True, slots=True)
class Context:
    """One text and what is known about it."""

    text: str
    plain: str
    """``text`` with look-alike spaces, hyphens, quotes and digits replaced one for one; same length."""
    langs: tuple[str, ...]
    """ISO 639-1 codes to read in, the likeliest first; never empty."""
    lang_known: bool
    """True where the caller named the language."""
    region: str | None
    """ISO 3166 country, where known: decides phone plans and shared currency signs."""
    reference: datetime | None
    """The moment the text was written; relative dates have no value without it."""
    day_first: bool | None
    """How ``03/04/2026`` is read here, where something other than the text settles it."""
    day_first_why: str = ""
    decimal: str | None = None
    """The decimal sign, where the caller settled it."""
    lang_sure: bool = False
    """True where the caller named the language, or the words of the text leave no doubt."""


def plain(text: str) -> str:
    """The text with typographic look-alikes replaced one for one."""
    return text if text.isascii() else text.translate(_PLAIN)


def make(
    text: str,
    *,
    reference: datetime | None = None,
    lang: str | None = None,
    region: str | None = None,
    day_first: bool | None = None,
    day_first_why: str = "",
) -> Context:
    """The context of a text: the language guessed where it is not told, ``de-CH`` taken apart."""
    folded = plain(text)
    tag = (lang or "").replace("_", "-").split("-")
    if region is None and len(tag) > 1 and len(tag[-1]) == 2:
        region = tag[-1]
    named = 2 <= len(tag[0]) <= 3 and tag[0].isalpha()
    if named:
        langs: tuple[str, ...] = (tag[0].lower(),)
        sure = True
    else:
        langs, sure = language.guess(folded)
    return Context(
        text=text,
        plain=folded,
        langs=langs,
        lang_known=named,
        region=region.upper() if region else None,
        reference=reference,
        day_first=day_first,
        day_first_why=day_first_why,
        lang_sure=sure,
    )
