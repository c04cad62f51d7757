"""Plain numbers: quantities that are nothing else.

Owned here: what is no quantity. Years, list marks, parts of names, codes and version strings are left
out; whether a number is a claim is the gate's decision, which is stingier.
"""

import re
from functools import cache

from mailmind.core.normalize.context import Context
from mailmind.core.normalize.numwords import LANGUAGES, words_of
from mailmind.core.normalize.quantity import Quantity
from mailmind.core.normalize.tokens import Tokens
from mailmind.core.normalize.vocabulary import words

_YEAR = re.compile(r"(?:19|20)\d\d")
_UNITS = words("kg g km m cm mm mb gb tb kb kwh mwh kw mw l ml x")
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
_GROUPS = {
    size: (
        re.compile(rf"(?<!\w){group}(?:\s{{1,2}}[0-9a-fA-F]{{{size}}})?\s{{1,2}}\Z"),
        re.compile(rf"\A\s{{1,2}}(?:[0-9a-fA-F]{{{size}}}\s{{1,2}})?{group}(?!\w)"),
    )
    for size in (2, 4)
    for group in (rf"(?=\d*[a-fA-F])(?=[a-fA-F]*\d)[0-9a-fA-F]{{{size}}}",)
}
"""Before and after a group of digits: one of hexadecimal digits, letters among them, at most one apart."""
_VERSIONED = words("version versions versión versione versie versão ver release mailer")
_MARKS = {"(": ")", "[": "]"}
_LINE_START = re.compile(r"\n[ \t>|*•-]*\Z")
_INDENT = 16
"""Characters that quote marks and spaces may take before a list's number."""
_BRACKETED = 80
"""How far before a lone ``)`` the bracket that it closes may stand."""
_JOINS_LEFT = frozenset("$#/_-:.,@=&'\\+–^<")
_JOINS_RIGHT = frozenset("/_-:@=&\\–'")


def find_numbers(ctx: Context, tokens: Tokens, quantities: list[Quantity]) -> list[Quantity]:
    """The quantities that are plain numbers."""
    # English groups thousands with commas: spaces there stand between two numbers
    spaces = ctx.langs[0] != "en" and ctx.lang_sure
    return [q for q in quantities if _is_number(tokens, q) and (spaces or not q.spaced)]


def _is_number(tokens: Tokens, q: Quantity) -> bool:
    left, right = q.first - 1, q.stop
    if q.article or q.short:
        return False
    if q.spaced and tokens.is_word(left) and tokens.near(left) and tokens.text[left].isupper():
        return False  # "EC 173 262"
    if tokens.is_number(left) and tokens.gap(left) <= 1:
        return False  # one group of several: part of something that is no quantity
    if tokens.is_number(right) and tokens.gap(right - 1) <= 1:
        return False
    if not q.digits:
        hyphened = tokens.word(left) == "-" or tokens.word(right) == "-"
        return q.number.values[0] >= 2 and not hyphened and not _is_name(tokens, q)
    text = tokens.text[q.first]
    if text.count(".") == 3 and all(int(part) < 256 for part in text.split(".") if part.isdigit()):
        return False  # an address on the Internet
    if text.isdigit() and len(text) > 9:
        return False  # who counts so far writes separators
    if q.stop == q.first + 1 and _YEAR.fullmatch(text):
        return False
    if text.startswith("0") and len(text) > 1 and not q.fraction:
        return False
    return (
        not _is_day(tokens, q)
        and not _numbers_a_list(tokens, q)
        and not _is_postcode(tokens, q)
        and not _is_hexadecimal(tokens, q)
        and _free_on_the_left(tokens, left)
        and _free_on_the_right(tokens, q)
        and not ("." in text and _versioned(tokens, left))
    )


def _versioned(tokens: Tokens, left: int) -> bool:
    """Whether the word before says that dots part a version: ``version 2.1``, ``MIME-Version: 1.0``."""
    if tokens.word(left) == ":":
        left -= 1
    return left >= 0 and tokens.low[left] in _VERSIONED


def _free_on_the_left(tokens: Tokens, left: int) -> bool:
    if left < 0 or not tokens.glued(left):
        return True
    if tokens.text[left] == ":" and tokens.is_word(left - 1) and tokens.glued(left - 1):
        alone = left < 2 or not tokens.glued(left - 2)
        return alone or tokens.text[left - 2] in ",;(|"  # "QTY:3", not "a.host:80"
    return tokens.kind[left] != "w" and tokens.text[left] not in _JOINS_LEFT


def _free_on_the_right(tokens: Tokens, q: Quantity) -> bool:
    right = q.stop
    if right >= len(tokens) or not tokens.glued(right - 1):
        return True
    if tokens.kind[right] == "w":
        measured = not (tokens.is_number(right + 1) and tokens.glued(right))
        hexadecimal = tokens.text[q.first] == "0" and tokens.low[right] == "x"
        return measured and tokens.low[right] in _UNITS and not hexadecimal
    return not (tokens.text[right] in _JOINS_RIGHT and tokens.glued(right))


def _is_name(tokens: Tokens, q: Quantity) -> bool:
    """``Nine West``: a number word and a noun that are both written as names are."""
    if not (q.stop == q.first + 1 and tokens.text[q.first].istitle() and tokens.near(q.first)):
        return False
    return tokens.is_word(q.stop) and tokens.text[q.stop].istitle()


def _is_postcode(tokens: Tokens, q: Quantity) -> bool:
    """``NY 10018``: five digits after the two capitals of a state."""
    text, left = tokens.text[q.first], q.first - 1
    if not (len(text) == 5 and text.isdigit() and tokens.near(left)):
        return False
    if tokens.text[left] == "," and tokens.glued(left - 1):
        left -= 1
    return tokens.is_word(left) and len(tokens.text[left]) == 2 and tokens.text[left].isupper()


def _is_day(tokens: Tokens, q: Quantity) -> bool:
    """``15 grudnia``, ``31.12. 13:51``: a day in a language whose dates are not read."""
    if tokens.word(q.stop) in _MONTHS:
        return True
    dotted = tokens.word(q.stop) == "." and tokens.glued(q.stop - 1)
    return dotted and tokens.is_number(q.stop + 1) and bool(_DAY.fullmatch(tokens.text[q.first]))


def _is_hexadecimal(tokens: Tokens, q: Quantity) -> bool:
    """``1656`` in ``5F2D 1656 FFF6``: one group of a fingerprint or of a dump, whose others hold letters."""
    text = tokens.text[q.first]
    if not (text.isdigit() and len(text) in _GROUPS and q.stop == q.first + 1):
        return False
    start, end, reach = tokens.start[q.first], tokens.end[q.first], 3 * len(text)
    around = tokens.source[max(0, start - reach) : start], tokens.source[end : end + reach]
    before, after = _GROUPS[len(text)]
    return any(pattern.search(side) for pattern, side in zip((before, after), around, strict=True))


def _numbers_a_list(tokens: Tokens, q: Quantity) -> bool:
    """``1.`` at the start of a line, ``2)``, ``(3)`` and ``[4]``: marks of a list, or of a note."""
    text, right = tokens.text[q.first], q.stop
    if q.stop > q.first + 1 or not (text.isdigit() and len(text) <= 2 and tokens.glued(right - 1)):
        return False
    mark, opening = tokens.text[right], tokens.text[q.first - 1] if q.first else ""
    if _MARKS.get(opening) == mark and tokens.glued(q.first - 1):
        return not (tokens.is_word(q.first - 2) and tokens.low[q.first - 2] in _counting())
    if mark == ".":
        return tokens.gap(right) > 0 and _starts_line(tokens, q.first)
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
