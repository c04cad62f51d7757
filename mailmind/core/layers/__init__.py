"""Whose words each part of a text is: own, quoted, forwarded, signature, disclaimer.

Owned here: text is the sender's own until something proves otherwise. A kept quote costs a second
look; a lost sentence is lost.
"""

from collections.abc import Sequence
from datetime import datetime

from mailmind.core.layers.htmlspans import with_quotes
from mailmind.core.layers.lines import Line, split
from mailmind.core.layers.owners import Owner, find_owners
from mailmind.core.layers.tail import find_tail
from mailmind.core.values import LayerSpan

__all__ = ["layers", "with_quotes"]


def layers(
    text: str, *, forwarded: bool = False, written: datetime | None = None
) -> tuple[LayerSpan, ...]:
    """The spans of the text that are not the sender's own words, sorted, without overlap.

    ``forwarded`` says that the mail passes another one on (its subject does), so a header block in
    it begins a forwarded mail and no quoted one. ``written`` is the mail's date, which no mail that
    it quotes can be later than.
    """
    lines = split(text)
    owners = find_owners(lines, forwarded=forwarded, written=written)
    _own_tails(lines, owners)
    if not any(owners):
        return ()
    _bridge(lines, owners)
    return _spans(lines, owners)


def _own_tails(lines: Sequence[Line], owners: list[Owner | None]) -> None:
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
            owners[start:end] = [Owner(layer)] * (end - start)
        first = after


def _bridge(lines: Sequence[Line], owners: list[Owner | None]) -> None:
    """Give blank lines between two stretches of one owner to that owner."""
    last = -1
    for i, line in enumerate(lines):
        if not line.bare and not line.text.strip():
            continue
        if last + 1 < i and last >= 0 and owners[i] == owners[last]:
            owners[last + 1 : i] = [owners[i]] * (i - last - 1)
        last = i


def _spans(lines: Sequence[Line], owners: Sequence[Owner | None]) -> tuple[LayerSpan, ...]:
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
