"""Long texts are read piece by piece.

Owned here: time and memory grow with the length of a text and with nothing else, whatever it holds. A
piece ends at a line break (at a space, where a line is endless), so that no value is cut in two.
"""

from collections.abc import Iterator
from dataclasses import replace

from mailmind.core.normalize.context import Context

PIECE = 50_000
"""Characters. A mail is shorter; what is longer is a log or an attachment pasted in."""
_SEARCH = 4_000
"""How far before a piece's end a place to cut is looked for."""


def pieces(ctx: Context) -> Iterator[tuple[int, Context]]:
    """The text in pieces of bounded size: where each begins, and its context."""
    length = len(ctx.text)
    start = 0
    while length - start > PIECE:
        end = _cut(ctx.plain, start + PIECE)
        yield start, replace(ctx, text=ctx.text[start:end], plain=ctx.plain[start:end])
        start = end
    yield start, replace(ctx, text=ctx.text[start:], plain=ctx.plain[start:]) if start else ctx


def _cut(text: str, end: int) -> int:
    for mark in ("\n\n", "\n", " "):
        at = text.rfind(mark, end - _SEARCH, end)
        if at > 0:
            return at + 1
    return end
