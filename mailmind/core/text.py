"""Folding: what counts as mere presentation when a quote is looked for, and how a text is shown safely.

Owned here: folding never changes what is said. Spaces, case, quote marks, dashes, ligatures, line wraps,
emphasis and invisible characters fold; digits, signs, negations, units and ID characters never do, and
every folded character knows the exact source characters it stands for.
"""

import re
import unicodedata
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

_HYPHENS = frozenset("-\u00ad\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d") - {
    "\u00ad"
}
_SINGLE = frozenset("'`\u00b4\u2018\u2019\u201a\u201b\u2032\u02bc\u2039\u203a\uff07")
_DOUBLE = frozenset('"\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\uff02')
_INVISIBLE = frozenset(
    "\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
    "\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\ufeff"
) | {chr(c) for c in range(0xFE00, 0xFE10)}
_LIGATURES = {"œ": "oe", "Œ": "oe", "æ": "ae", "Æ": "ae"}
_FOLDABLE_FORMS = ("<compat>", "<font>", "<wide>", "<narrow>", "<noBreak>", "<initial>", "<medial>",
                   "<final>", "<isolated>")  # fmt: skip

_MARKS = r"[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
_SAME = r"[a-zA-Z0-9.,:;!?()$%&/+@#=\[\]{}|~^\\*_>-]+"
"""Characters that fold to themselves but for case."""
_TOKEN = re.compile(
    rf"(?P<same>{_SAME}(?: {_SAME})*(?!{_MARKS}))|(?P<space>\s+)|(?P<other>(?s:.){_MARKS}*)"
)
_QUOTE_PREFIX = re.compile(r"(?m)^(?:[ \t]*>)+[ \t]?")
_QUOTED_LINE = re.compile(r"[ \t]*>")
_WRAPPED_WORD = re.compile(r"(?<=[^\W\d_])[-\u2010]([ \t]*\r?\n(?:[ \t]*>)*[ \t]*)(?=[^\W\d_])")
_SOFT_BREAK = re.compile(r"(?<=[^\W\d_])=\r?\n(?=[^\W\d_])")
_EMPHASIS = re.compile(r"(?<![\w*])(\*{1,3}|_{1,3})(?=[^\s*_])([^*_\n]{1,200}?)(?<=\S)\1(?![\w*])")
_SPACED_DASHES = re.compile(r"(?<=\s)-{2,3}(?=\s)")


_PLAIN_MARKS = {
    **{ord(c): "'" for c in _SINGLE},
    **{ord(c): "-" for c in _HYPHENS},
    **dict.fromkeys(map(ord, _INVISIBLE)),
}
_GAP = re.compile(r"\s*\n[ \t>]*|\s+")


def running(text: str) -> str:
    """The text as running words, for looking for words in it: no wraps, no typographic or hidden marks."""
    return _GAP.sub(" ", text.translate(_PLAIN_MARKS))


class Wrap(StrEnum):
    """What a hyphen at a line end between two letters was: each must be tried, none can be known."""

    JOIN = "join"
    """A word that was broken: hyphen and line end go."""
    KEEP = "keep"
    """A hyphenated word: the hyphen stays, the line end goes."""
    SPACE = "space"
    """A dash with words around it: both stay."""


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text in which every character knows its source span."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    def spans(self, needle: str) -> Iterator[tuple[int, int]]:
        """Source spans of every place where the folded needle stands as whole words and numbers."""
        if not needle:
            return
        at = self.text.find(needle)
        while at >= 0:
            end = at + len(needle)
            if self._whole(at, end):
                yield self.starts[at], self.ends[end - 1]
            at = self.text.find(needle, at + 1)

    def _whole(self, at: int, end: int) -> bool:
        inside_source_char = (at > 0 and self.starts[at] == self.starts[at - 1]) or (
            end < len(self.text) and self.starts[end] == self.starts[end - 1]
        )
        return not inside_source_char and is_whole(self.text, at, end)


def is_whole(text: str, start: int, end: int) -> bool:
    """True where ``text[start:end]`` cuts no word and no number at either end.

    A cut word can lose its negation (``paid`` in ``unpaid``), a cut number is another number. Scripts
    without spaces between words have no word to cut.
    """
    if start >= end:
        return False
    return not (_cuts(text, start) or _cuts(text, end))


def _cuts(text: str, at: int) -> bool:
    if at <= 0 or at >= len(text):
        return False
    left, right = text[at - 1], text[at]
    if left.isalnum() and right.isalnum():
        return not (_unspaced(left) or _unspaced(right))
    if left in ".,'" and right.isdigit():  # 1,|540: the quote begins inside a number
        return at >= 2 and text[at - 2].isdigit()
    if left.isdigit() and right in ".,'":  # 540|.50: the quote ends inside a number
        return at + 1 < len(text) and text[at + 1].isdigit()
    return False


def _unspaced(char: str) -> bool:
    code = ord(char)
    return 0x0E00 <= code <= 0x0EFF or 0x1000 <= code <= 0x109F or 0x2E80 <= code <= 0x9FFF or (
        0xAC00 <= code <= 0xD7AF or 0x20000 <= code <= 0x3FFFF
    )  # fmt: skip


class _Builder:
    """Collects folded characters with the source span of each."""

    def __init__(self) -> None:
        self.chars: list[str] = []
        self.starts = array("L")
        self.ends = array("L")

    def put(self, folded: str, start: int, end: int) -> None:
        """Add the folded form of ``[start, end)``."""
        self.chars.append(folded)
        self.starts.extend([start] * len(folded))
        self.ends.extend([end] * len(folded))

    def put_same(self, text: str, start: int, end: int) -> None:
        """Add characters that fold to themselves but for case."""
        self.chars.append(text[start:end].lower())
        self.starts.extend(range(start, end))
        self.ends.extend(range(start + 1, end + 1))

    @property
    def last(self) -> str:
        """The last folded character; a space at the very start, so that none is put there."""
        return next((c[-1] for c in reversed(self.chars) if c), " ")


@lru_cache(maxsize=32)
def fold(text: str, wrap: Wrap = Wrap.JOIN) -> Folded:
    """Fold presentation away, with an index map back to the text.

    ``wrap`` says how hyphens at line ends between letters are taken. Leading and trailing spaces go.
    """
    out = _Builder()
    at = 0
    for skip_start, skip_end in [*sorted(_skips(text, wrap).items()), (len(text), len(text))]:
        for token in _TOKEN.finditer(text, at, max(at, skip_start)):
            if token.lastgroup == "space":
                if out.last != " ":
                    out.put(" ", *token.span())
            elif token.lastgroup == "same":
                out.put_same(text, *token.span())
            else:
                out.put(_fold_cluster(token.group(), out.last), *token.span())
        at = max(at, skip_end)
    folded = "".join(out.chars)
    keep = len(folded.rstrip(" "))
    return Folded(folded[:keep], out.starts[:keep], out.ends[:keep])


@lru_cache(maxsize=32)
def wraps(text: str) -> tuple[Wrap, ...]:
    """The ways to take the line ends of a text that make a difference in it."""
    return tuple(Wrap) if _WRAPPED_WORD.search(text) else (Wrap.JOIN,)


def _skips(text: str, wrap: Wrap) -> dict[int, int]:
    """Source spans that fold to nothing: quote prefixes, wraps inside words, emphasis marks."""
    skips: dict[int, int] = {}
    if ">" in text:
        for match in _QUOTE_PREFIX.finditer(text):
            before = text.rfind("\n", 0, max(match.start() - 1, 0)) + 1
            if match.start() > 0 and _QUOTED_LINE.match(text, before, match.start()):
                skips[match.start()] = match.end()
    if "\n" in text and wrap is not Wrap.SPACE:
        for match in _WRAPPED_WORD.finditer(text):
            skips[match.start() if wrap is Wrap.JOIN else match.start(1)] = match.end()
    if "=" in text:
        skips.update((m.start(), m.end()) for m in _SOFT_BREAK.finditer(text))
    if "*" in text or "_" in text:
        for match in _EMPHASIS.finditer(text):
            width = len(match.group(1))
            skips[match.start()] = match.start() + width
            skips[match.end() - width] = match.end()
    if "--" in text:
        skips.update((m.start() + 1, m.end()) for m in _SPACED_DASHES.finditer(text))
    return skips


def _fold_cluster(cluster: str, before: str) -> str:
    char = cluster[0]
    if len(cluster) == 1:
        if char in _INVISIBLE:
            return ""
        if char in _HYPHENS:
            return "-"
        if char in _SINGLE or char in _DOUBLE:
            # After a digit the mark may be a unit: 5' is feet and 5" is inches.
            return '"' if char in _DOUBLE and before.isdigit() else "'"
        if char in _LIGATURES:
            return _LIGATURES[char]
    return _compatible(unicodedata.normalize("NFC", cluster)).casefold()


def _compatible(text: str) -> str:
    """NFKC for characters that are only another form of the same text, never for ², ½ or ①."""
    out = []
    for char in text:
        form = unicodedata.decomposition(char)
        plain = unicodedata.normalize("NFKC", char)
        makes_digit = any(c.isdigit() for c in plain) and unicodedata.decimal(char, None) is None
        is_form = form.startswith(_FOLDABLE_FORMS) and not plain.startswith(" ")
        out.append(plain if is_form and not makes_digit else char)
    return "".join(out)


_REPLACED = (
    *range(0x80, 0xA0),
    *(0x061C, 0x200E, 0x200F),
    *range(0x202A, 0x202F),
    *range(0x2066, 0x206A),
    *range(0xD800, 0xE000),
)
_DROPPED = (
    0x00AD,
    0x180E,
    0x200B,
    0x2060,
    0xFEFF,
    *range(0xFFF9, 0xFFFC),
    *range(0xE0000, 0xE0080),
)
_UNSAFE = {
    **{c: chr(0x2400 + c) for c in range(0x20)},
    0x7F: "\u2421",
    **dict.fromkeys(_REPLACED, "\ufffd"),
    **dict.fromkeys(_DROPPED, ""),
}
_ONE_LINE = {
    **_UNSAFE,
    **{ord(c): " " for c in "\t\n\r\v\f\u2028\u2029"},
}
_LINES = {**_UNSAFE, 0x09: "\t", 0x0A: "\n", 0x0D: "", 0x2028: "\n", 0x2029: "\n"}


def safe(text: str, *, lines: bool = False) -> str:
    """A text that may be printed: no terminal escapes, no reordering, no hidden characters.

    Controls become visible symbols, direction overrides and broken characters U+FFFD. The answer is one
    line unless ``lines`` keeps line breaks and tabs.
    """
    return text.translate(_LINES if lines else _ONE_LINE)
