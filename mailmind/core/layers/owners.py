"""Whose each line is, on the way down a text: marks hand over, quote signs tell how deep.

Owned here: the order. A line without a sign belongs to whoever the last mark without one handed over
to; a line with signs to whoever was introduced at its depth.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from mailmind.core.layers.lines import Line
from mailmind.core.layers.mark import Mark
from mailmind.core.layers.marks import find_marks
from mailmind.core.layers.when import read_date
from mailmind.core.values import Address, Layer

_WIDTH = 72
"""Mail programs break lines here or later."""
_OVERHANG = 24
_WORD = 40
"""What a word of its own (an address, a path) may measure."""
_SENTENCE_ENDS = (".", "!", "?", ":")
_ANSWERS = frozenset(
    {"yes", "no", "ok", "okay", "yep", "nope", "sure", "done", "agreed", "ja", "nein", "doch", "oui",
     "non", "si", "sí", "sim", "não", "nee", "nej"}
)  # fmt: skip
"""What somebody may have typed between quoted lines, however small."""


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose line it is."""

    layer: Layer
    author: Address | None = None
    date: datetime | None = None


_UNNAMED = Owner(Layer.QUOTED)


def find_owners(
    lines: Sequence[Line], *, forwarded: bool, written: datetime | None
) -> list[Owner | None]:
    """For each line whose it is; None for the sender's own."""
    marks = find_marks(lines)
    if not marks and not any(line.depth for line in lines):
        return [None] * len(lines)
    walk = _Walk(lines, forwarded=forwarded, written=written)
    position = 0
    for mark in marks.values():
        deeper = _deeper_follows(lines, mark)
        if not (mark.strong or deeper):
            continue
        walk.through(position, mark.first)
        if mark.ends:
            walk.leave(mark)
        else:
            walk.enter(mark, deeper=deeper)
        position = mark.after
    walk.through(position, len(lines))
    return walk.owners


class _Walk:
    """The owners of the lines so far."""

    def __init__(self, lines: Sequence[Line], *, forwarded: bool, written: datetime | None) -> None:
        self.owners: list[Owner | None] = [None] * len(lines)
        self._lines = lines
        self._forwarded = forwarded
        self._written = written
        self._rest: Owner | None = None
        self._around: list[Owner | None] = []  # whose text goes on where a forwarded mail ends
        self._by_depth: dict[int, Owner] = {}
        self._spoke = False  # a mail that starts with another one passes it on

    def through(self, start: int, stop: int) -> None:
        """Lines without a mark."""
        part, rest, by_depth = self._lines[start:stop], self._rest, self._by_depth
        unnamed = rest or _UNNAMED
        self.owners[start:stop] = [
            by_depth.get(line.depth, unnamed) if line.depth else rest for line in part
        ]
        if rest is not None:
            return
        for i in range(max(start, 1), stop):
            if self.owners[i] is None and self._lines[i - 1].depth and _wrapped(self._lines, i):
                self.owners[i] = self.owners[i - 1]
        if not self._spoke:
            owned = zip(self.owners[start:stop], part, strict=True)
            self._spoke = any(owner is None and line.bare for owner, line in owned)

    def enter(self, mark: Mark, *, deeper: bool) -> None:
        """The head of another mail: it and what follows are that one's."""
        if mark.forwarded and not mark.depth:
            self._around.append(self._rest)
        passed_on = not mark.says_wrote and (self._forwarded or not self._spoke)
        date = read_date(mark.when, self._written)
        owner = Owner(_layer(mark, self._rest, forwarded=passed_on), mark.author, date)
        self.owners[mark.first : mark.after] = [owner] * (mark.after - mark.first)
        if deeper:
            kept = {d: o for d, o in self._by_depth.items() if d <= mark.depth}
            self._by_depth = {**kept, mark.depth + 1: owner}
        elif mark.depth:
            self._by_depth[mark.depth] = owner
        else:
            self._rest = owner

    def leave(self, mark: Mark) -> None:
        """The end of a forwarded mail."""
        self.owners[mark.first] = self._rest
        self._rest = self._around.pop() if self._around else None


def _layer(mark: Mark, rest: Owner | None, *, forwarded: bool) -> Layer:
    """Forwarded where the mark or the subject says so, or where it stands within a forwarded mail."""
    within = rest is not None and rest.layer is Layer.FORWARDED
    return Layer.FORWARDED if mark.forwarded or forwarded or within else Layer.QUOTED


def _deeper_follows(lines: Sequence[Line], mark: Mark) -> bool:
    """Whether the next line that is not blank is quoted more deeply than the mark."""
    k = mark.after
    while k < len(lines) and lines[k].blank:
        k += 1
    return k < len(lines) and lines[k].depth > mark.depth


def _wrapped(lines: Sequence[Line], i: int) -> bool:
    """Whether a line under a quoted one is its overhang, which a mail program broke off: the words that
    had no room there, in the middle of a sentence.
    """
    if i + 1 >= len(lines) or lines[i].blank:
        return False
    before, line, after = lines[i - 1], lines[i], lines[i + 1]
    first = line.bare.partition(" ")[0]
    return (
        after.depth == before.depth
        and not before.blank
        and not before.bare.endswith(_SENTENCE_ENDS)
        and len(before.text) + 1 + len(first) > _WIDTH
        and len(line.text) <= (_OVERHANG if first != line.bare else _WORD)
        and not first[0].isupper()
        and first.strip(",;") not in _ANSWERS
    )
