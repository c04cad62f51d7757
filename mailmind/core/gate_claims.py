"""What a draft claims: every checkable thing in its text, found by code.

Owned here: nobody's label makes a claim disappear. Plain numbers count stingily (four digits, a thousands
separator, decimals or a scale), and layout is no claim; everything with a kind of its own is.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from mailmind.core.normalize import find
from mailmind.core.values import Value

MARKER = "[not in source]"

_CLASS = {
    "money": "amount", "moneyrange": "amount", "percent": "percent", "number": "number",
    "duration": "duration", "date": "date", "time": "time", "datetime": "datetime", "daterange": "range",
    "timerange": "range", "datetimerange": "range", "id": "id", "phone": "phone", "section": "section",
}  # fmt: skip
_QUOTATION = re.compile(
    r"“([^“”]{1,2000})”|„([^„“”]{1,2000})[“”]|«([^«»]{1,2000})»|(?<!\w)\"([^\"]{1,2000})\"(?!\w)"
)
_QUOTE_WORDS = 3
_YEAR = re.compile(
    r"(?:(?:full|entire|whole|fiscal|calendar)?\s*year\s+)?(?:19|20)\d\d", re.IGNORECASE
)
_LIST_NUMBER = re.compile(r"[ \t>]*\(?\d{1,3}[.)](?=\s)")
_VERSION = re.compile(r"(?:\bv|\bversion\s|\brelease\s)\s?$", re.IGNORECASE)
_SCALE = re.compile(
    r"\d\s?(?:k|m|mm|mn|bn|b)\b|\b(?:hundred|thousand|million|billion|trillion|mio|mrd|tausend|million(?:en)?|"
    r"milliarden?|mille|milliards?|mil|millones)\b",
    re.IGNORECASE,
)
_VAGUE = re.compile(
    r"(?:the |this |that |a |an |one |each |every |per |last |past |prior |previous |current |next |coming |"
    r"full |entire |same |whole )*(?:week|month|quarter|year)s?",
    re.IGNORECASE,
)
"""Periods without a name or a number: "last year", "the prior quarter"."""
_MIN_DIGITS = 4


@dataclass(frozen=True, slots=True)
class Found:
    """One claim of a draft, not yet judged."""

    cls: str
    text: str
    start: int
    end: int
    value: Value | None = None
    """The typed value; None for quotations."""


def find_claims(
    text: str, *, reference: datetime | None = None, small_counts: bool = False
) -> tuple[Found, ...]:
    """Every value and quotation that the text states, in the order of the text."""
    found = [
        Found(_CLASS[v.kind], v.text, v.start, v.end, v)
        for v in find(text, reference=reference)
        if v.kind in _CLASS and is_claim(v, text, small_counts=small_counts)
    ]
    found += _quotations(text)
    return tuple(sorted(found, key=lambda c: (c.start, c.end)))


def is_claim(value: Value, text: str, *, small_counts: bool = False) -> bool:
    """False for layout, bare years, version strings, vague periods and (unless asked for) small counts."""
    if _in_list_number(value, text) or _VERSION.search(
        text[max(0, value.start - 12) : value.start]
    ):
        return False
    if value.kind in ("date", "daterange", "number") and _YEAR.fullmatch(value.text.strip()):
        return False
    if value.kind in ("daterange", "duration") and _VAGUE.fullmatch(value.text.strip()):
        return False
    if value.kind != "number":
        return True
    if small_counts and value.text.strip().isdecimal():
        return not text[value.end : value.end + 1].isalnum()  # "in their 70s" counts nothing
    digits = sum(c.isdigit() for c in value.text)
    separated = bool(re.search(r"\d[.,'’\u00a0\u202f ]\d", value.text))
    return digits >= _MIN_DIGITS or separated or bool(_SCALE.search(value.text))


def _in_list_number(value: Value, text: str) -> bool:
    line = text.rfind("\n", 0, value.start) + 1
    layout = _LIST_NUMBER.match(text, line)
    return layout is not None and value.start < layout.end() and value.kind != "section"


def _quotations(text: str) -> Iterator[Found]:
    for match in _QUOTATION.finditer(text):
        inner = next(g for g in match.groups() if g is not None)
        if len(re.findall(r"\w+", inner)) >= _QUOTE_WORDS:
            start = match.start() + 1
            yield Found("quotation", text[start : start + len(inner)], start, start + len(inner))


def is_marked(text: str, start: int, end: int) -> bool:
    """True where a line that the claim touches carries the literal marker."""
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", end)
    return MARKER in text[first : last if last >= 0 else len(text)].casefold()
