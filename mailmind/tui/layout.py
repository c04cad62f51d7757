"""Texts with marked stretches, broken into screen lines: pure, and linear in the length of the text.

Owned here: a mark stays on its words. Marks come as offsets of the original text; neutralising hostile
characters and wrapping move them along, and every line knows which marks it shows.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from rich.cells import cell_len

from mailmind.tui.words import block


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch of a text that is shown apart."""

    start: int
    end: int
    style: str
    """A style name of the widget, such as ``quoted`` or ``rejected``."""
    key: str = ""
    """What the stretch belongs to (a fact, a claim); empty for mere styling."""
    sign: str = ""
    """Shown in the margin of the line in which the stretch begins."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A text with its marks, styled as a whole."""

    text: str
    marks: tuple[Mark, ...] = ()
    """Where two overlap, the earlier one of those with the same start decides the look."""
    style: str = ""
    key: str = ""
    """A name to scroll to."""
    flow: bool = False
    """Use the screen well: a line too long for it goes on in its row, blank lines come one at a time."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a screen line in one look."""

    text: str
    styles: tuple[str, ...]
    """The last one counts most."""
    keys: frozenset[str]


@dataclass(frozen=True, slots=True)
class ScreenLine:
    """One line as it is shown."""

    pieces: tuple[Piece, ...]
    style: str = ""
    sign: str = ""
    sign_style: str = ""

    @property
    def text(self) -> str:
        """The words of the line."""
        return "".join(piece.text for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class Page:
    """All lines at one width, and the line at which each key begins."""

    lines: tuple[ScreenLine, ...] = ()
    anchors: dict[str, int] = field(default_factory=dict)


def lay_out(paragraphs: Iterable[Paragraph], width: int) -> Page:
    """Break paragraphs into lines of at most ``width`` cells."""
    lines: list[ScreenLine] = []
    anchors: dict[str, int] = {}
    for paragraph in paragraphs:
        if paragraph.key:
            anchors.setdefault(paragraph.key, len(lines))
        text, marks = neutralise(paragraph.text, paragraph.marks)
        if paragraph.flow:
            text = _flowing(text, width)
        after_blank = False
        for start, end, here in _screen_rows(text, marks, max(width, 1)):
            for mark in here:
                if mark.key and mark.start < max(end, start + 1):
                    anchors.setdefault(mark.key, len(lines))
            blank = paragraph.flow and not text[start:end].strip()
            if not (blank and after_blank):
                lines.append(_line(text, start, end, here, paragraph.style))
            after_blank = blank
    return Page(tuple(lines), anchors)


def neutralise(text: str, marks: Sequence[Mark]) -> tuple[str, tuple[Mark, ...]]:
    """The text as it may be shown, with the marks moved to where their words are now."""
    edges = sorted(
        {0, len(text), *(min(max(e, 0), len(text)) for m in marks for e in (m.start, m.end))}
    )
    shown, moved = [], {0: 0}
    length = 0
    for start, end in pairwise(edges):
        piece = block(text[start:end])
        shown.append(piece)
        length += len(piece)
        moved[end] = length
    clamped = [(min(max(m.start, 0), len(text)), min(max(m.end, 0), len(text)), m) for m in marks]
    return "".join(shown), tuple(
        Mark(moved[start], moved[end], m.style, m.key, m.sign) for start, end, m in clamped
    )


def _flowing(text: str, width: int) -> str:
    """The text with some line ends as spaces, so that every offset stays what it is.

    A sender wrapped for a wider screen: a line too long for this one would leave a stump below it. Only
    a line that goes on with a letter or digit is joined, and after the first one only a nearly full
    one; lists, quotes and blank lines stay apart.
    """
    lines = text.split("\n")
    out = [lines[0]]
    long = False
    for before, after in pairwise(lines):
        full = cell_len(before) > (width * 3 // 4 if long else width)
        long = full and after[:1].isalnum() and before[:1] != ">"
        out.append((" " if long else "\n") + after)
    return "".join(out)


def _screen_rows(
    text: str, marks: Sequence[Mark], width: int
) -> Iterator[tuple[int, int, list[Mark]]]:
    """Every screen line of a text with the marks on its line of text, in one sweep over both."""
    waiting = sorted(marks, key=lambda m: m.start)[::-1]
    here: list[Mark] = []
    at = 0
    for raw in text.split("\n"):
        stop = at + len(raw)
        here = [m for m in here if m.end > at]
        while waiting and waiting[-1].start <= stop:
            here.append(waiting.pop())
        for start, end in _rows(raw, width):
            yield at + start, at + end, here
        at = stop + 1


def _rows(text: str, width: int) -> Iterator[tuple[int, int]]:
    """Where the screen lines of one line of text begin and end: at spaces, where there are any."""
    if text.isascii() and len(text) <= width:
        yield 0, len(text)
        return
    start = cells = 0
    last_break = -1
    for at, char in enumerate(text):
        size = 1 if char.isascii() else cell_len(char)
        if char == " " and cells + size > width and at > start:
            yield start, at  # the space itself is where the line ends
            start, cells, last_break = at + 1, 0, -1
            continue
        if cells + size > width and at > start:
            cut = last_break if last_break > start else at
            yield start, cut
            start, last_break = cut, -1
            cells = cell_len(text[start:at])
        cells += size
        if char == " ":
            last_break = at + 1
    yield start, len(text)


def _line(text: str, start: int, end: int, marks: Sequence[Mark], style: str) -> ScreenLine:
    inside = [m for m in marks if m.start < end and m.end > start]
    edges = sorted(
        {start, end, *(min(max(e, start), end) for m in inside for e in (m.start, m.end))}
    )
    pieces = []
    for left, right in pairwise(edges):
        over = [m for m in inside if m.start < right and m.end > left]
        pieces.append(
            Piece(
                text[left:right],
                tuple(m.style for m in reversed(over)),
                frozenset(m.key for m in over if m.key),
            )
        )
    signed = next((m for m in inside if m.sign and m.start >= start), Mark(0, 0, ""))
    return ScreenLine(tuple(pieces), style, signed.sign, signed.style)
