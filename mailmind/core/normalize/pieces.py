"""Long texts are read piece by piece.

Owned here: time and memory grow with the length of a text and with nothing else, whatever it holds. A
piece ends at a line break (at a space, where a line is endless), so that no value is cut in two.
"""

import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from mailmind.core.normalize.context import Context
from mailmind.core.values import Value

PIECE = 30_000
"""Characters. A mail is shorter; what is longer is a log or an attachment pasted in."""
_REMEMBERED = 10_000
"""Different values of a long text whose parts are kept for the next that reads the same."""
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


@contextmanager
def collector_paused() -> Iterator[None]:
    """No search for cycles meanwhile: the engine makes none, and each would visit all values so far."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()


def _cut(text: str, end: int) -> int:
    for mark in ("\n\n", "\n", " "):
        at = text.rfind(mark, end - _SEARCH, end)
        if at > 0:
            return at + 1
    return end


def gathered(found: Iterable[tuple[int, Iterable[Value]]]) -> Iterator[Value]:
    """The values of all pieces, with their places in the whole text.

    A long text may hold one value a hundred thousand times: alike values share their parts.
    """
    known: dict[str, Value] = {}
    for offset, values in found:
        for value in values:
            twin = known.get(value.text)
            if twin is None and len(known) < _REMEMBERED:
                known[value.text] = value
            yield _placed(value, offset, twin or value)


def _placed(value: Value, offset: int, twin: Value) -> Value:
    """The value, moved, with the parts of its twin where they are equal."""
    same = twin.reading == value.reading and twin.ambiguous == value.ambiguous
    parts = twin if same else value
    return Value(
        value.kind,
        parts.text,
        value.start + offset,
        value.end + offset,
        parts.reading,
        parts.ambiguous,
        value.subkind,
        value.mark,
        value.why,
    )
