"""Whose words each part of a text is: own, quoted, forwarded, signature, disclaimer.

Owned here: text is the sender's own until something proves otherwise. A kept quote costs a second
look; a lost sentence is lost.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from mailmind.core.layers.htmlspans import with_quotes
from mailmind.core.layers.lines import Line, split
from mailmind.core.layers.mark import Mark
from mailmind.core.layers.marks import find_marks
from mailmind.core.layers.tail import find_tail
from mailmind.core.layers.when import read_date
from mailmind.core.values import Address, Layer, LayerSpan

__all__ = ["layers", "with_quotes"]

_WRAPPED_FROM = 70
_WRAPPED_LENGTH = 24


@dataclass(frozen=True, slots=True)
class _Owner:
    """Whose line it is."""

    layer: Layer
    author: Address | None = None
    date: datetime | None = None


_UNNAMED = _Owner(Layer.QUOTED)


def layers(
    text: str, *, forwarded: bool = False, written: datetime | None = None
) -> tuple[LayerSpan, ...]:
    """The spans of the text that are not the sender's own words, sorted, without overlap.

    ``forwarded`` says that the mail passes another one on (its subject does), so a header block in
    it begins a forwarded mail and no quoted one. ``written`` is the mail's date, which no mail that
    it quotes can be later than.
    """
    lines = split(text)
    owners = _owners(lines, forwarded=forwarded, written=written)
    _own_tails(lines, owners)
    _bridge(lines, owners)
    return _spans(lines, owners)


def _owners(
    lines: Sequence[Line], *, forwarded: bool, written: datetime | None
) -> list[_Owner | None]:
    """For each line whose it is; None for the sender's own."""
    marks = find_marks(lines)
    owners: list[_Owner | None] = [None] * len(lines)
    rest: _Owner | None = None
    by_depth: dict[int, _Owner] = {}
    wrote = (
        False  # whether the sender wrote anything yet; a mail that starts with another passes it on
    )
    i = 0
    while i < len(lines):
        mark = marks.get(i)
        deeper = mark is not None and _deeper_follows(lines, mark)
        if mark is not None and (mark.strong or deeper):
            passed_on = not mark.says_wrote and (forwarded or not wrote)
            date = read_date(mark.when, written)
            owner = _Owner(_layer(mark, rest, forwarded=passed_on), mark.author, date)
            owners[i : mark.after] = [owner] * (mark.after - i)
            if deeper:
                by_depth = {d: o for d, o in by_depth.items() if d <= mark.depth}
                by_depth[mark.depth + 1] = owner
            elif mark.depth:
                by_depth[mark.depth] = owner
            else:
                rest = owner
            i = mark.after
            continue
        line = lines[i]
        if line.depth:
            owners[i] = by_depth.get(line.depth, rest or _UNNAMED)
        elif rest is not None:
            owners[i] = rest
        elif i and lines[i - 1].depth and _wrapped(lines, i):
            owners[i] = owners[i - 1]
        wrote = wrote or (owners[i] is None and not line.blank)
        i += 1
    return owners


def _layer(mark: Mark, rest: _Owner | None, *, forwarded: bool) -> Layer:
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
    """Whether a line under a quoted one is its overhang, which a mail program broke off."""
    if i + 1 >= len(lines) or lines[i].blank:
        return False
    before, line, after = lines[i - 1], lines[i], lines[i + 1]
    return (
        after.depth == before.depth
        and not before.blank
        and not after.blank
        and len(before.text) >= _WRAPPED_FROM
        and len(line.text) <= _WRAPPED_LENGTH
        and not line.bare[0].isupper()
    )


def _own_tails(lines: Sequence[Line], owners: list[_Owner | None]) -> None:
    """Mark signatures and boilerplate at the end of each run of own lines."""
    first = 0
    while first < len(lines):
        if owners[first] is not None:
            first += 1
            continue
        after = first
        while after < len(lines) and owners[after] is None:
            after += 1
        for start, end, layer in find_tail(lines, first, after):
            owners[start:end] = [_Owner(layer)] * (end - start)
        first = after


def _bridge(lines: Sequence[Line], owners: list[_Owner | None]) -> None:
    """Give blank lines between two stretches of one owner to that owner."""
    last = -1
    for i, line in enumerate(lines):
        if not line.text.strip():
            continue
        if last + 1 < i and last >= 0 and owners[i] == owners[last]:
            owners[last + 1 : i] = [owners[i]] * (i - last - 1)
        last = i


def _spans(lines: Sequence[Line], owners: Sequence[_Owner | None]) -> tuple[LayerSpan, ...]:
    """Runs of lines of one owner; blank lines at the edge of a run belong to nobody."""
    spans: list[LayerSpan] = []
    i = 0
    while i < len(lines):
        owner = owners[i]
        after = i + 1
        while after < len(lines) and (owners[after] is owner or owners[after] == owner):
            after += 1
        if owner is not None:
            last = after
            while last > i and not lines[last - 1].text.strip():
                last -= 1
            start = i
            while start < last and not lines[start].text.strip():
                start += 1
            if last > start:
                spans.append(
                    LayerSpan(
                        owner.layer,
                        lines[start].start,
                        lines[last - 1].end,
                        owner.author,
                        owner.date,
                    )
                )
        i = after
    return tuple(spans)
