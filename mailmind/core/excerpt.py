"""Where a quote begins and ends: the sentence or table line around a value, verbatim.

Owned here: a quote is one contiguous slice of its text, holds the value whole, and, where widening
to a neighbouring sentence can do it, stands there only once.
"""

from bisect import bisect_left, bisect_right
from operator import itemgetter

from mailmind.core.sentences import Span, sentences

_LONGEST = 300
"""Code points; a longer sentence is cut at white space around its value."""
_SEARCHED = 20_000
"""Uniqueness is looked for this far around a value: bounds the work that one value costs."""


def quote_span(text: str, start: int, end: int) -> Span:
    """Where the quote around ``text[start:end]`` begins and ends."""
    spans = sentences(text)
    first = bisect_right(spans, start, key=itemgetter(1))
    last = bisect_left(spans, end, key=itemgetter(0)) - 1
    left = min(start, spans[first][0]) if first < len(spans) else start
    right = max(end, spans[last][1]) if last >= 0 else end
    best = _trim(text, *_shorten(text, left, right, start, end))
    while not _is_unique(text, *best):
        first, last = (first - 1, last) if first > 0 else (first, last + 1)
        if last >= len(spans):
            break
        wider = _trim(text, min(start, spans[first][0]), max(end, spans[last][1]))
        if wider[1] - wider[0] > 2 * _LONGEST:
            break
        best = wider
    return best


def _is_unique(text: str, left: int, right: int) -> bool:
    low, high = max(0, left - _SEARCHED), min(len(text), right + _SEARCHED)
    quote = text[left:right]
    return text.find(quote, low, high) == left and text.find(quote, left + 1, high) < 0


def _trim(text: str, left: int, right: int) -> Span:
    while left < right and (text[left].isspace() or text[left] in ">|"):
        left += 1
    while right > left and text[right - 1].isspace():
        right -= 1
    return left, right


def _shorten(text: str, left: int, right: int, start: int, end: int) -> Span:
    if right - left <= _LONGEST:
        return left, right
    spare = max(0, _LONGEST - (end - start)) // 2
    if start - left > spare:
        left = next((i + 1 for i in range(start - spare, start) if text[i].isspace()), start)
    if right - end > spare:
        right = next((i for i in range(end + spare, end, -1) if text[i].isspace()), end)
    return left, right
