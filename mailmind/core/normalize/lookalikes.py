"""What is written like a quantity and is none: marks of lists, days, postcodes, dumps, names.

Owned here: layout and jargon. Each rule looks at a few characters beside the number, never further.
"""

import re
from functools import cache

from mailmind.core.normalize.numwords import LANGUAGES, words_of
from mailmind.core.normalize.quantity import Quantity
from mailmind.core.normalize.tokens import Tokens
from mailmind.core.wordlist import words

_MONTHS = words(
    """
    января февраля марта апреля мая июня июля августа сентября октября ноября декабря
    січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня
    stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia
    ledna února března dubna května června července srpna září října listopadu prosince
    """
)
"""Months of languages whose dates are not read: what stands before one is no quantity either."""
_DAY = re.compile(r"(?:[1-9]|[12]\d|3[01])\.(?:[1-9]|1[0-2])")
_HOUR = re.compile(r"(?:1?\d|2[0-4])\.(?:00|15|30|45)")
_STATES = words(
    """
    AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM
    NY NC ND OH OK OR PA PR RI SC SD TN TX UT VT VA WA WV WI WY US USA
    """
)
_AFTER_TO = words("me you u us him ya")
"""What follows ``2`` and ``4`` where they stand for "to" and "for"."""
_GROUPS = {
    size: (
        re.compile(rf"(?<!\w){group}(?:\s{{1,2}}[0-9a-fA-F]{{{size}}})?\s{{1,2}}\Z"),
        re.compile(rf"\A\s{{1,2}}(?:[0-9a-fA-F]{{{size}}}\s{{1,2}})?{group}(?!\w)"),
    )
    for size in (2, 4)
    for group in (rf"(?=\d*[a-fA-F])(?=[a-fA-F]*\d)[0-9a-fA-F]{{{size}}}",)
}
"""Before and after a group of digits: one of hexadecimal digits, letters among them, at most one apart."""
_MARKS = {"(": ")", "[": "]"}
_LINE_START = re.compile(r"\n[ \t>|*•-]*\Z")
_DOZEN = 12
_INDENT = 16
"""Characters that quote marks and spaces may take before a list's number."""
_BRACKETED = 80
"""How far before a lone ``)`` the bracket that it closes may stand."""


def is_lookalike(tokens: Tokens, q: Quantity, *, hours: bool) -> bool:
    """Whether a number in digits is no quantity; ``hours``: clock times may be written ``7.00``."""
    return (
        _is_day(tokens, q)
        or (hours and _is_hour(tokens, q))
        or _is_postcode(tokens, q)
        or _is_hexadecimal(tokens, q)
        or _is_jargon(tokens, q)
        or _numbers_a_list(tokens, q)
    )


def is_name(tokens: Tokens, q: Quantity) -> bool:
    """``Nine West``: a small number word and a noun that are both written as names are."""
    small = q.stop == q.first + 1 and q.number.values[0] <= _DOZEN
    if not (small and tokens.text[q.first].istitle() and tokens.near(q.first)):
        return False
    return tokens.is_word(q.stop) and tokens.text[q.stop].istitle()


def _is_day(tokens: Tokens, q: Quantity) -> bool:
    """``15 grudnia``, ``31.12. 13:51``: a day in a language whose dates are not read."""
    if tokens.word(q.stop) in _MONTHS:
        return True
    dotted = tokens.word(q.stop) == "." and tokens.glued(q.stop - 1)
    return dotted and tokens.is_number(q.stop + 1) and bool(_DAY.fullmatch(tokens.text[q.first]))


def _is_hour(tokens: Tokens, q: Quantity) -> bool:
    """One end of ``7.00 - 19.00``: opening hours in a language whose times are not read."""
    if not _HOUR.fullmatch(tokens.text[q.first]):
        return False
    for joint, other in ((q.first - 1, q.first - 2), (q.stop, q.stop + 1)):
        if tokens.word(joint) in ("-", "–") and tokens.is_number(other):
            return bool(_HOUR.fullmatch(tokens.text[other]))
    return False


def _is_postcode(tokens: Tokens, q: Quantity) -> bool:
    """``NY 10018``: five digits after the two letters of a state."""
    text, left = tokens.text[q.first], q.first - 1
    if not (len(text) == 5 and text.isdigit() and tokens.near(left)):
        return False
    if tokens.text[left] == "," and tokens.glued(left - 1):
        left -= 1
    return tokens.is_word(left) and tokens.text[left] in _STATES


def _is_hexadecimal(tokens: Tokens, q: Quantity) -> bool:
    """``1656`` in ``5F2D 1656 FFF6``: one group of a fingerprint or of a dump, whose others hold letters."""
    text = tokens.text[q.first]
    if not (text.isdigit() and len(text) in _GROUPS and q.stop == q.first + 1):
        return False
    start, end, reach = tokens.start[q.first], tokens.end[q.first], 3 * len(text)
    around = tokens.source[max(0, start - reach) : start], tokens.source[end : end + reach]
    before, after = _GROUPS[len(text)]
    return any(pattern.search(side) for pattern, side in zip((before, after), around, strict=True))


def _is_jargon(tokens: Tokens, q: Quantity) -> bool:
    """``numeric(7,0)``: two arguments; ``send it 2 me``: a word."""
    text, left = tokens.text[q.first], q.first - 1
    if "," in text and tokens.word(left) == "(" and tokens.glued(left):
        return tokens.is_word(left - 1) and tokens.glued(left - 1)
    if text not in ("2", "4") or not (tokens.is_word(left) and tokens.near(q.first)):
        return False
    return tokens.text[left].islower() and tokens.text[q.first + 1] in _AFTER_TO


def _numbers_a_list(tokens: Tokens, q: Quantity) -> bool:
    """``1.`` at the start of a line, ``2)``, ``(3)`` and ``[4]``: marks of a list, or of a note."""
    text, right = tokens.text[q.first], q.stop
    if q.stop > q.first + 1 or not (text.isdigit() and len(text) <= 2 and tokens.glued(right - 1)):
        return False
    mark, opening = tokens.text[right], tokens.text[q.first - 1] if q.first else ""
    if _MARKS.get(opening) == mark and tokens.glued(q.first - 1):
        return not (tokens.is_word(q.first - 2) and tokens.low[q.first - 2] in _counting())
    if mark == ".":
        ends = tokens.gap(right) > 0 or tokens.is_word(right + 1)
        return ends and _starts_line(tokens, q.first)
    if mark != ")":
        return False
    start = tokens.start[q.first]
    line = tokens.source[max(0, start - _BRACKETED) : start]
    return line.count("(") <= line.count(")")


@cache
def _counting() -> frozenset[str]:
    """Number words: ``thirty (30) days`` says one number twice."""
    return frozenset(word for lang in LANGUAGES for word in words_of(lang))


def _starts_line(tokens: Tokens, i: int) -> bool:
    start = tokens.start[i]
    before = tokens.source[max(0, start - _INDENT) : start]
    return _LINE_START.search(before if start > _INDENT else f"\n{before}") is not None
