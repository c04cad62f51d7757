"""What is remembered by identity, and how the layers of a place are found."""

from hypothesis import given, settings
from hypothesis import strategies as st

from mailmind.core.checks.reading import OTHERS_WORDS, Part
from mailmind.core.memo import by_identity
from mailmind.core.values import Layer, LayerSpan


def test_only_the_same_objects_share_an_answer():
    asked = []

    @by_identity(8)
    def length(words):
        asked.append(words)
        return len(words)

    one, twin = ["a", "b"], ["a", "b"]
    assert [length(one), length(one), length(twin)] == [2, 2, 2]
    assert [id(words) for words in asked] == [id(one), id(twin)]


def test_no_more_than_so_many_answers_are_kept():
    asked = []

    @by_identity(2)
    def length(words):
        asked.append(words)
        return len(words)

    one, two, three = ["a"], ["b"], ["c"]
    for words in (one, two, three, one):
        length(words)
    assert len(asked) == 4


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.integers(1, 9), max_size=12),
    st.lists(st.sampled_from([Layer.QUOTED, Layer.SIGNATURE, Layer.FORWARDED]), min_size=12),
    st.integers(0, 60),
    st.integers(1, 20),
)
def test_the_layer_of_a_place_is_anothers_as_soon_as_one_letter_is(lengths, kinds, start, size):
    spans, at = [], 0
    for n, (length, kind) in enumerate(zip(lengths, kinds, strict=False)):
        if n % 3:  # every third stretch is nobody's layer
            spans.append(LayerSpan(kind, at, at + length))
        at += length
    letters = [Layer.OWN] * 100
    for span in spans:
        letters[span.start : span.end] = [span.layer] * (span.end - span.start)
    here = [layer for layer in letters[start : start + size] if layer is not Layer.OWN]
    others = [layer for layer in here if layer in OTHERS_WORDS]
    expected = (others or here or [Layer.OWN])[0]
    assert Part("body", "", tuple(spans)).layer_at(start, start + size) is expected
