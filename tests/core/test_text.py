"""Folding keeps meaning, and what is printed cannot act on a terminal."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailmind.core.text import Wrap, fold, is_whole, safe

quick = settings(max_examples=100, deadline=None)


def folded(text, wrap=Wrap.JOIN):
    return fold(text, wrap).text


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("“We’re open”", "'we're open'"),
        ("„Ja“, «oui», ‹si›", '"ja", "oui", "si"'),
        ("non\u2011stop — now", "non-stop - now"),
        ("−5 °C", "-5 °c"),
        ("wait…", "wait..."),
        ("a\u00a0b\u2009c\n d", "a b c d"),
        ("co\u00adop\u200be\ufeffrate", "cooperate"),
        ("\ufb01nal o\ufb03ce", "final office"),
        ("cœur", "coeur"),
        ("cafe\u0301", "café"),
        ("Straße", "STRASSE"),
        ("**Total:** *now* and __then__", "total: now and then"),
        ("> first line\n> second line", "> first line second line"),
        ("５４０", "540"),
        ("one -- two", "one - two"),
    ],
)
def test_presentation_folds_away(one, other):
    assert folded(one) == folded(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("x²", "x2"),
        ("½", "1/2"),
        ("1½", "11/2"),
        ("①", "1"),
        ("5'", '5"'),
        ("+5", "-5"),
        ("not paid", "paid"),
        ("30 June", "30 July"),
        ("5*3", "53"),
        ("A_B", "AB"),
        ("A-B", "AB"),
        ("~~not~~ paid", "paid"),
        ("> 5 staff", "5 staff"),
        ("1 200", "1200"),
        ("10 mg", "10 g"),
    ],
)
def test_meaning_never_folds(one, other):
    assert folded(one) != folded(other)


def test_a_wrapped_word_is_tried_in_each_way():
    text = "a well-\nknown clause"
    assert folded(text, Wrap.JOIN) == "a wellknown clause"
    assert folded(text, Wrap.KEEP) == "a well-known clause"
    assert folded(text, Wrap.SPACE) == "a well- known clause"


def test_a_hyphen_beside_a_digit_stays_at_the_line_end():
    assert folded("INV-2024-\n00917") == "inv-2024- 00917"


def test_spans_lead_back_to_the_exact_source():
    text = "We \u201capproved\u201d the  re\u00adfund of **$540.00** today."
    (span,) = fold(text).spans(folded("refund of $540.00"))
    assert text[slice(*span)] == "re\u00adfund of **$540.00"


@pytest.mark.parametrize(
    ("text", "needle"),
    [
        ("the unpaid bill", "paid"),
        ("we cannot agree", "can"),
        ("$5400 in all", "$540"),
        ("a total of 1,540 units", "540 units"),
        ("it costs 540.50 now", "it costs 540"),
        ("due 1 Mayfair Road", "due 1 may"),
    ],
)
def test_nothing_stands_inside_a_longer_word_or_number(text, needle):
    assert list(fold(text).spans(folded(needle))) == []


def test_scripts_without_spaces_have_no_words_to_cut():
    assert is_whole("会議は三時です", 2, 5)


def test_part_of_an_expanded_character_is_no_place():
    assert list(fold("\ufb01").spans("f")) == []


@quick
@given(st.text(max_size=80))
def test_every_folded_character_knows_its_source(text):
    for wrap in Wrap:
        result = fold(text, wrap)
        assert len(result.text) == len(result.starts) == len(result.ends)
        assert all(0 <= a < b <= len(text) for a, b in zip(result.starts, result.ends, strict=True))
        assert list(result.starts) == sorted(result.starts)


@quick
@given(st.integers(0, 10**9), st.integers(0, 10**9), st.sampled_from("abc \u00a0\u2011“\n*_>"))
def test_folding_never_maps_two_numbers_to_one(one, other, around):
    left, right = f"{around}{one}{around}", f"{around}{other}{around}"
    assert (folded(left) == folded(right)) == (one == other)


@quick
@given(st.text(max_size=200))
def test_safe_text_can_do_nothing_to_a_terminal(text):
    for shown in (safe(text), safe(text, lines=True)):
        assert not any(ord(c) < 32 and c not in "\n\t" for c in shown)
        assert not any(0x7F <= ord(c) < 0xA0 or 0xD800 <= ord(c) < 0xE000 for c in shown)
        assert not set(shown) & set(
            "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f"
        )
    assert "\n" not in safe(text)
    shown.encode("utf-8")


def test_safe_text_shows_what_was_hidden():
    assert safe("a\x1b[31mb\x9b1m") == "a\u241b[31mb\ufffd1m"
    assert safe("pay\u202e005$\u202c") == "pay\ufffd005$\ufffd"
    assert safe("one\ntwo\tthree") == "one two three"
    assert safe("one\r\ntwo\tthree", lines=True) == "one\ntwo\tthree"
    assert safe("in\u200bvis\U000e0041ible") == "invisible"


def test_part_of_an_ellipsis_sign_is_no_place():
    assert list(fold("wait\u2026").spans("wait.")) == []
    assert list(fold("wait\u2026").spans("wait...")) == [(0, 5)]
