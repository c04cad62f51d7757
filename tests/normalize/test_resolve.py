"""Overlaps: one character belongs to one value."""

from datetime import datetime
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailmind.core.normalize import find, read
from mailmind.core.wordlist import words

REFERENCE = datetime.fromisoformat("2026-11-16T10:02:00+01:00")
PIECES = st.sampled_from(
    sorted(
        words(
            """
            $ 5 1.500 1,200.50 € 20 % § 2.2 Section 3 kr DE89 3704 0044 0532 0130 00 +49 171 14:30
            2026-11-20 11/12/2026 May Friday noon order #4711 flight LH400 and – - / ( ) million Mio
            k five hundred twenty deux cent dollars euros pence a the of ٣ ½ １２ 😀 1e9 .5 1' u.s
            """
        )
    )
)
TEXTS = st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=14).map(" ".join),
                  st.lists(PIECES, max_size=14).map("".join))  # fmt: skip


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("call 04931-4900 today", ["phone"]),
        ("tracking RB123456785GB", ["id"]),
        ("see https://shop.example/2026/11/20/5-percent", ["id"]),
        ("order 20261120 shipped", ["id"]),
        ("§2.2.", ["section"]),
        ("$5.20", ["money"]),
        ("5 %", ["percent"]),
    ],
)
def test_the_more_telling_kind_stands(text, kinds):
    found = find(text, lang="de", region="DE", reference=REFERENCE)
    assert [v.kind for v in found if v.kind != "date" or "today" not in v.text] == kinds


@given(TEXTS)
@settings(max_examples=100, deadline=None)
def test_no_text_raises_and_offsets_slice_it(text):
    values = find(text, reference=REFERENCE)
    assert all(text[v.start : v.end] == v.text for v in values)
    assert all(a.end <= b.start for a, b in pairwise(values))


@given(TEXTS)
@settings(max_examples=60, deadline=None)
def test_no_claim_raises_and_each_covers_its_text(text):
    kinds = ["money", "moneyrange", "percent", "number", "section", "phone", "id", "date", "time",
             "datetime", "daterange", "timerange", "datetimerange", "duration"]  # fmt: skip
    for value in read(text, kinds, reference=REFERENCE):
        assert value.kind in kinds
        label, after = text[: value.start], text[value.end :]
        assert not any(c.isalnum() for c in after)
        named = value.kind == "id"  # a word that names the identifier may stand before it
        assert not any(c.isdigit() if named else c.isalnum() for c in label)


def test_a_long_text_is_read_to_its_end_with_right_offsets():
    line = "nothing to see here\n"
    text = line * 6000 + "the refund is $540.00"
    (value,) = find(text, lang="en")
    assert (value.text, text[value.start : value.end]) == ("$540.00", "$540.00")
