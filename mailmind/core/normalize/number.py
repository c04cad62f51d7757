"""Plain numbers: quantities that are nothing else.

Owned here: what is no quantity. Years, list marks, parts of names, codes and version strings are left
out; whether a number is a claim is the gate's decision, which is stingier.
"""

import re

from mailmind.core.normalize.context import Context
from mailmind.core.normalize.lookalikes import is_lookalike, is_name
from mailmind.core.normalize.multipliers import scale_of
from mailmind.core.normalize.quantity import Quantity
from mailmind.core.normalize.tokens import Tokens
from mailmind.core.wordlist import words

_YEAR = re.compile(r"(?:19|20)\d\d")
_UNITS = words("kg g km m cm mm mb gb tb kb kwh mwh kw mw l ml x")
_VERSIONED = words("version versions versión versione versie versão ver release mailer")
_JOINS_LEFT = frozenset("$#/_-:.,@=&'\\+–^<")
_JOINS_RIGHT = frozenset("/_-:@=&\\–'")


def find_numbers(ctx: Context, tokens: Tokens, quantities: list[Quantity]) -> list[Quantity]:
    """The quantities that are plain numbers."""
    # English groups thousands with commas: spaces there stand between two numbers
    spaces = ctx.langs[0] != "en" and ctx.lang_sure
    points = ctx.langs[0] != "en" or not ctx.lang_sure  # English writes 7:00
    return [
        q
        for q in quantities
        if _is_number(tokens, q)
        and (spaces or not q.spaced)
        and not (q.digits and is_lookalike(tokens, q, hours=points))
    ]


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
        counted = q.number.values[0] >= 2 and scale_of(tokens.low[q.first], ("en",)) is None
        return counted and not hyphened and not is_name(tokens, q)
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
        _free_on_the_left(tokens, left)
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
    if tokens.text[left] == ";" and tokens.word(left - 1) == "nbsp":
        return False
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
    dots = tokens.text[q.first] == "." and tokens.word(right) == tokens.word(right + 1) == "."
    return not (tokens.glued(right) and (dots or tokens.text[right] in _JOINS_RIGHT))
