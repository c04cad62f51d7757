"""Long texts are read in pieces, so that time grows with the length alone."""

import gc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailmind.core.normalize import context, find
from mailmind.core.normalize.pieces import PIECE, pieces


@given(
    st.sampled_from(["1 ", "1,", "0", "Jan ", "(", "a@", "x\n", "no break here "]),
    st.integers(0, 220_000),
)
@settings(max_examples=40, deadline=None)
def test_pieces_are_the_whole_text_in_bounded_parts(pattern, length):
    ctx = context.make((pattern * length)[:length], lang="en")
    parts = list(pieces(ctx))
    assert "".join(part.text for _, part in parts) == ctx.text
    assert "".join(part.plain for _, part in parts) == ctx.plain
    assert all(len(part.text) <= PIECE for _, part in parts)
    assert [start for start, _ in parts] == [
        sum(len(part.text) for _, part in parts[:n]) for n in range(len(parts))
    ]


def test_no_value_is_cut_in_two():
    line = "the refund of $1,234.50 is due "
    text = line * (3 * PIECE // len(line))
    found = [v.reading["amount"] for v in find(text, lang="en")]
    assert found == ["1234.5"] * text.count("$")


def test_values_of_a_long_text_keep_their_places_and_readings():
    line = "pay $5 by 3 May 2027, or 5 EUR at 5 pm\n"
    text = line * (2 * PIECE // len(line))
    single, found = find(line, lang="en"), find(text, lang="en")
    assert [v.reading for v in found] == [v.reading for v in single] * text.count("\n")
    assert all(text[v.start : v.end] == v.text for v in found)


@pytest.mark.parametrize("running", [True, False])
def test_a_long_text_leaves_the_garbage_collector_as_it_was(running):
    before = gc.isenabled()
    try:
        (gc.enable if running else gc.disable)()
        find("$5 " * PIECE, lang="en")
        assert gc.isenabled() is running
    finally:
        (gc.enable if before else gc.disable)()
