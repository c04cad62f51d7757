"""Layers of a text that came from HTML, where the markup itself tells what is quoted.

Owned here: where the markup says where a quote ends, that is where it ends. The words above a quote
then only say whose it is.
"""

from collections.abc import Sequence
from dataclasses import replace

from mailmind.core.values import Layer, LayerSpan

_FOREIGN = (Layer.QUOTED, Layer.FORWARDED)
_HEAD = 600

Range = tuple[int, int]


def with_quotes(
    text: str, spans: Sequence[LayerSpan], quoted: Sequence[Range]
) -> tuple[LayerSpan, ...]:
    """The spans that the words tell, brought together with the ranges that the markup calls quoted."""
    if not quoted:
        return tuple(spans)
    ranges = _union(quoted)
    foreign: list[LayerSpan] = []
    for span in spans:
        if span.layer in _FOREIGN:
            foreign.extend(_clipped(span, ranges))
    for start, end in ranges:
        gaps = _gaps(start, min(end, len(text)), foreign)
        foreign.extend(LayerSpan(Layer.QUOTED, a, b) for a, b in gaps if text[a:b].strip())
    foreign.sort(key=lambda span: span.start)
    rest = [
        replace(span, start=gap[0], end=gap[1])
        for span in spans
        if span.layer not in _FOREIGN
        for gap in _gaps(span.start, span.end, foreign)
    ]
    return tuple(sorted([*foreign, *rest], key=lambda span: span.start))


def _union(ranges: Sequence[Range]) -> list[Range]:
    """The ranges without overlap, in order."""
    merged: list[Range] = []
    for start, end in sorted(ranges):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _clipped(span: LayerSpan, ranges: Sequence[Range]) -> list[LayerSpan]:
    """The span, where it runs on beyond a quote of the markup cut back to its head and the quotes."""
    first = next(((start, end) for start, end in ranges if span.start < end), None)
    if first is None or first[0] >= span.end or first[0] - span.start > _HEAD:
        return [span]
    parts = [(span.start, min(first[1], span.end))]
    parts += [(start, min(end, span.end)) for start, end in ranges if first[1] <= start < span.end]
    return [replace(span, start=start, end=end) for start, end in parts]


def _gaps(start: int, end: int, spans: Sequence[LayerSpan]) -> list[Range]:
    """The stretches from ``start`` to ``end`` that no span covers."""
    gaps: list[Range] = []
    for span in sorted(spans, key=lambda span: span.start):
        if span.end <= start or span.start >= end:
            continue
        if span.start > start:
            gaps.append((start, span.start))
        start = max(start, span.end)
    if start < end:
        gaps.append((start, end))
    return gaps
