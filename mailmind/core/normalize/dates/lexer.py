"""Text to tape: one pass, one token for each word, number, sign or run of spaces.

Owned here: offsets. Every token keeps its place in the text, and text that no grammar knows shrinks to
one letter, so that rules only ever look at what may be a date.
"""

import re
from functools import lru_cache
from typing import Any

from mailmind.core.normalize.dates.alphabet import LETTER, PART, PUNCTUATION, UNKNOWN, letters
from mailmind.core.normalize.dates.lexicon import Lexicon, fold_all
from mailmind.core.normalize.dates.model import Num
from mailmind.core.normalize.dates.tape import Tape, rewrite

_OPAQUE = re.compile(
    r"(?:https?://|ftp://|www\.)\S+|(?<!\d)\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)|=[\da-f]{2}(?=\n)"
)
"""Addresses, numbers with thousands, and what a broken decoder leaves at the end of a line (``=20``):
never part of a date."""
_SIGN = re.compile(r"\s+|.", re.DOTALL)
_SPOT = re.compile(r"\d+|[^\W\d_]+")
_SPACE = re.compile(r"\s")
_REACH = 40
"""How far around an anchor the grammar looks; the longest gap within one expression is shorter."""

DAY_NUMBERS = frozenset(letters("n31"))


def number_letter(digits: str) -> str:
    """What a number in digits may be, by its size and its value."""
    size = len(digits)
    if size > 8:
        return UNKNOWN
    value = int(digits)
    if size <= 2:
        return LETTER[_small(size, value)]
    if size == 3:
        return LETTER["hmm" if value // 100 > 0 and value % 100 < 60 else "int"]
    if size == 4:
        return LETTER[_four(value)]
    if size == 8 and 1900 <= value // 10000 <= 2099:
        return LETTER["ymd" if 1 <= value // 100 % 100 <= 12 and 1 <= value % 100 <= 31 else "int"]
    if size == 6:
        hour, minute, second = value // 10000, value // 100 % 100, value % 100
        return LETTER["hms"] if hour < 24 and minute < 60 and second < 60 else UNKNOWN
    return LETTER["int"] if size < 6 else UNKNOWN


def _small(size: int, value: int) -> str:
    if value == 0:
        return "zero"
    if value < 10:
        return "one" if size == 1 else "lead"
    bounds = ((12, "ten"), (24, "teen"), (31, "late"), (59, "minute"))
    return next((name for top, name in bounds if value <= top), "big")


def _four(value: int) -> str:
    clock = value // 100 <= 24 and value % 100 < 60
    if 1900 <= value <= 2099:
        return "year_or_clock" if clock else "year"
    if clock:
        return "clock"
    return "int"


def lex(text: str, words: Lexicon) -> Tape | None:
    """The tape of a text, None where nothing in it can be a date."""
    small = _OPAQUE.sub(lambda m: "\0" * len(m.group()), fold_all(text))
    islands = _islands(small, words)
    if not islands:
        return None
    tape = Tape(text, "", [], [], [])
    shadow: list[str] = []
    heads: list[int] = []
    at = 0
    for start, end in islands:
        _gap(tape, shadow, at, start)
        _tokens(tape, shadow, heads, small, start, end, words)
        at = end
    _gap(tape, shadow, at, len(text))
    tape.shadow = "".join(shadow)
    tape.present = frozenset(tape.shadow)
    joined = _join(tape, small, heads, words) if heads else tape
    # What begins no phrase here means nothing.
    joined.shadow = joined.shadow.replace(PART, UNKNOWN)
    return joined


def _islands(small: str, words: Lexicon) -> list[tuple[int, int]]:
    """The stretches of text around numbers and words that only dates have."""
    anchors = words.anchors
    found: list[list[int]] = []
    for match in _SPOT.finditer(small):
        if match.group() not in anchors and not (
            match.group()[0].isdigit() and match.end() - match.start() < 9
        ):
            continue
        start, end = match.start() - _REACH, match.end() + _REACH
        if found and start <= found[-1][1]:
            found[-1][1] = end
        else:
            found.append([start, end])
    islands: list[tuple[int, int]] = []
    for start, end in found:
        floor = islands[-1][1] if islands else 0
        first = max(start, floor)
        while first > floor and not small[first - 1].isspace():
            first -= 1
        space = _SPACE.search(small, min(end, len(small)))
        islands.append((first, space.start() if space else len(small)))
    return islands


def _gap(tape: Tape, shadow: list[str], start: int, end: int) -> None:
    """Text that no island covers is one unknown token."""
    if start < end:
        shadow.append(UNKNOWN)
        tape.starts.append(start)
        tape.ends.append(end)
        tape.values.append(None)


def _tokens(
    tape: Tape,
    shadow: list[str],
    heads: list[int],
    small: str,
    start: int,
    end: int,
    words: Lexicon,
) -> None:
    """The tokens of one island."""
    single, phrases, suffixes = words.single, words.phrases, words.suffixes
    at, unknown = start, False
    for match in _SPOT.finditer(small, start, end):
        token = match.group()
        digits = token[0].isdecimal()
        if token in suffixes and _ordinal(tape, shadow, match):
            at = match.end()
            continue
        letter, value = (number_letter(token), None) if digits else single.get(token, _NOTHING)
        if letter == UNKNOWN:
            if not unknown:
                _signs(tape, shadow, small, at, match.start())
            _unknown(tape, shadow, at if unknown else match.start(), match.end())
            at, unknown = match.end(), True
            continue
        _signs(tape, shadow, small, at, match.start())
        at, unknown = match.end(), False
        if token in phrases:
            heads.append(len(shadow))
        shadow.append(letter)
        tape.starts.append(match.start())
        tape.ends.append(at)
        tape.values.append(_number(token) if digits else value)
    _signs(tape, shadow, small, at, end)


@lru_cache(maxsize=4096)
def _number(digits: str) -> Num:
    """The number, one object for all its places in a text."""
    return Num(int(digits), digits)


def _unknown(tape: Tape, shadow: list[str], start: int, end: int) -> None:
    """An unknown word, joined to the unknown word before it."""
    if shadow and shadow[-1] == UNKNOWN:
        tape.ends[-1] = end
        return
    shadow.append(UNKNOWN)
    tape.starts.append(start)
    tape.ends.append(end)
    tape.values.append(None)


def _signs(tape: Tape, shadow: list[str], small: str, start: int, end: int) -> None:
    """The spaces and signs between two words."""
    if end - start == 1 and small[start] == " ":
        shadow.append(" ")
        tape.starts.append(start)
        tape.ends.append(end)
        tape.values.append(None)
        return
    for match in _SIGN.finditer(small, start, end):
        sign = match.group()
        letter = _white(sign) if sign[0].isspace() else sign if sign in PUNCTUATION else UNKNOWN
        if letter == UNKNOWN:
            _unknown(tape, shadow, match.start(), match.end())
            continue
        shadow.append(letter)
        tape.starts.append(match.start())
        tape.ends.append(match.end())
        tape.values.append(None)


_NOTHING = (UNKNOWN, None)


def _white(space: str) -> str:
    """A space, a line break, or the gap between two paragraphs, which no date crosses."""
    lines = space.count("\n")
    return " " if not lines else "\n" if lines == 1 else UNKNOWN


def _ordinal(tape: Tape, shadow: list[str], match: re.Match[str]) -> bool:
    """Whether the word is the suffix of the number that it touches; the number takes it up."""
    if not shadow or shadow[-1] not in DAY_NUMBERS or tape.ends[-1] != match.start():
        return False
    shadow[-1] = LETTER["ORD"]
    tape.ends[-1] = match.end()
    return True


def _join(tape: Tape, small: str, heads: list[int], words: Lexicon) -> Tape:
    """Words that mean something only together become one token."""
    found: list[tuple[int, int, str, Any]] = []
    for head in heads:
        if found and head < found[-1][1]:
            continue
        first = small[tape.starts[head] : tape.ends[head]]
        for phrase, letter, value in words.phrases.get(first, ()):
            end = _phrase_end(tape, small, head, phrase)
            if end:
                found.append((head, end, letter, value))
                break
    return rewrite(tape, found, whole=True) if found else tape


def _phrase_end(tape: Tape, small: str, at: int, words: tuple[str, ...]) -> int:
    """The index after the phrase, 0 where the tape does not continue with it."""
    at += 1
    for word in words[1:]:
        while at < len(tape.shadow) and tape.shadow[at] in " \n":
            at += 1
        if at >= len(tape.shadow) or small[tape.starts[at] : tape.ends[at]] != word:
            return 0
        at += 1
    return at
