"""Sentences end where they end, and nowhere else."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailmind.core.sentences import clauses, sentence_around, sentences


def cut(text):
    return [text[a:b] for a, b in sentences(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It ends. It begins!", ["It ends.", "It begins!"]),
        ("We met Mr. Smith at 3 p.m. in Nr. 5 of the street.",
         ["We met Mr. Smith at 3 p.m. in Nr. 5 of the street."]),
        ("Der Vertrag endet am 31. Dezember 2026. Danke.",
         ["Der Vertrag endet am 31. Dezember 2026.", "Danke."]),
        ("It costs 1.50 today. Pay.", ["It costs 1.50 today.", "Pay."]),
        ("Refund: $540\nNot included: shipping", ["Refund: $540", "Not included: shipping"]),
        ("- the first\n- the second", ["- the first", "- the second"]),
        ("One\n\nTwo", ["One", "Two"]),
        ("He said “stop.” Then he left.", ["He said “stop.”", "Then he left."]),
    ],
)  # fmt: skip
def test_sentences(text, expected):
    assert cut(text) == expected


def test_a_wrapped_line_goes_on():
    text = "The contract that we signed in the spring of this year does not\nend on 31 December."
    assert cut(text) == [text]


def test_a_quote_grows_to_its_whole_sentence():
    text = "Hello. The contract does not end on 31 December. Bye."
    start = text.index("end on")
    a, b = sentence_around(text, start, start + len("end on 31 December"))
    assert text[a:b] == "The contract does not end on 31 December."


def test_clauses_part_what_a_negation_cannot_reach():
    text = "It ends on 31 December and will not renew, but 10:30 stays."
    parts = [text[a:b].strip() for a, b in clauses(text, (0, len(text)))]
    assert parts == ["It ends on 31 December", "and will not renew", "but 10:30 stays."]


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="ab. \n!?1,;", max_size=120))
def test_no_letter_is_lost_between_sentences(text):
    spans = sentences(text)
    kept = "".join(text[a:b] for a, b in spans)
    assert [c for c in kept if not c.isspace()] == [c for c in text if not c.isspace()]
    assert all(a < b for a, b in spans)
