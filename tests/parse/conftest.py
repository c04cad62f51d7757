"""Builders for the mails of these tests."""

import textwrap
from collections.abc import Callable

import pytest

from mailmind.core.layers import layers
from mailmind.core.parse import parse
from mailmind.core.values import Message

HEAD = "From: Ann Li <ann@shop.example>\nTo: Bo Ek <bo@home.example>\nDate: Tue, 3 Mar 2026 10:15:00 +0100\n"


@pytest.fixture
def mail() -> Callable[..., Message]:
    """Parse a mail written as text (headers are completed) or as bytes."""

    def build(source: str | bytes, *, head: str = HEAD, **keywords: object) -> Message:
        if isinstance(source, str):
            source = (head + textwrap.dedent(source).lstrip("\n")).encode()
        return parse(source, **keywords)

    return build


@pytest.fixture
def zones() -> Callable[[str], list[tuple[str, str]]]:
    """The text cut at its spans: (layer, stretch) for all of it, white space at the edges removed."""

    def cut(text: str) -> list[tuple[str, str]]:
        pieces: list[tuple[str, str]] = []
        position = 0
        for span in layers(text):
            pieces.append(("own", text[position : span.start]))
            pieces.append((str(span.layer), text[span.start : span.end]))
            position = span.end
        pieces.append(("own", text[position:]))
        return [(layer, piece.strip()) for layer, piece in pieces if piece.strip()]

    return cut
