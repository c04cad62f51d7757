"""Plain numbers: quantities, and what is none."""

import pytest

from mailmind.core.normalize import find
from mailmind.core.normalize.quantity import _groups_end
from mailmind.core.normalize.tokens import cut


def numbers(text, lang="en"):
    return [v.reading["amount"] for v in find(text, lang=lang) if v.kind == "number"]


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("en", "we sold 1,200 licences and 14 seats", ["1200", "14"]),
        ("en", "three licences", ["3"]),
        ("en", "1.5 million users", ["1500000"]),
        ("fr", "12 500 abonnés", ["12500"]),
        ("de", "1.200 Lizenzen", ["1200"]),
        ("en", "2½ bags", ["2.5"]),
    ],
)
def test_quantities(lang, text, expected):
    assert numbers(text, lang) == expected


@pytest.mark.parametrize(
    "text",
    [
        "in 1998",
        "Version 2.3.1 and v1.2",
        "1. First\n2) Second",
        "the A4 sheet of model X-200",
        "one of them",
        "EC 173 262 from Wien",
        "0x51",
        "file_22.txt",
        "MIME-Version: 1.0",
    ],
)
def test_no_quantity(text):
    assert numbers(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("> 2.  Ask the baker\n> 3.  Pay her", []),
        ("Hello (2) Mira, bring the key", []),
        ("the flour; (3) \nwhich was dry", []),
        ("did we 1) weigh it, 2)  bake it?", []),
        ("as shown in [4] and [12]", []),
        ("(see the oven on page 2) and 3 more", ["2", "3"]),
        ("thirty (30) loaves", ["30", "30"]),
        ("within (300) loaves", ["300"]),
        ("he sold 2. Then he left", ["2"]),
        ("   5.The Oven\n   6.The Flour", []),
        ("| .....`. .8......", []),
    ],
)
def test_the_marks_of_a_list_are_no_numbers(text, expected):
    assert numbers(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Nine West of Oslo", []),
        ("Nine loaves", ["9"]),
        ("a column numeric(7,0)", []),
        ("about (7,5) loaves", ["7.5"]),
        ("please send it 2 me", []),
        ("please send 2 loaves", ["2"]),
        ("Thirty Germans came", ["30"]),
        ("they gave the EU 12207 loaves", ["12207"]),
        ("Albany, NY 12207", []),
        ("we need 12207 loaves", ["12207"]),
        ("key A51C  5E61  E416", []),
        ("7e99 loaves", []),
        ("2.5e3 loaves", ["2500"]),
        ("4e6 loaves", ["4000000"]),
        ("4+ million loaves", ["4000000"]),
        ("millions of loaves, thousands more", []),
        ("a million loaves", ["1000000"]),
        ("QTY:3,BOX:14", ["3", "14"]),
        ("at oven.example:80", []),
        ("Fresno, CA, 93721, USA", []),
        ("print 3B0A 4178 9C2E", []),
        ("7d 31  64 0a", []),
        ("4178 beef pies, 31 ab", ["4178", "31"]),
        ("(0x%p) and $($1)", []),
    ],
)
def test_names_postcodes_and_fingerprints_are_no_numbers(text, expected):
    assert numbers(text) == expected


@pytest.mark.parametrize(
    "text", ["до 24 октября", "24 października", "odjezd 24.10. 7:05", "w godzinach 8.00 - 18.30"]
)
def test_a_day_in_a_language_that_is_not_read_is_no_number(text):
    assert numbers(text, None) == []


def test_a_comma_before_four_digits_is_not_trusted_where_points_write_decimals():
    (odd, *_) = find("it took 12,5000 of them, 2.25 each", lang="en")
    assert odd.reading == {"amount": None}
    assert [r["amount"] for r in odd.ambiguous] == ["12.5", "125000"]
    (price, *_) = find("es kostet 12,5000 je Stück", lang="de")
    assert price.reading == {"amount": "12.5"}


def test_a_column_of_groups_is_never_walked_to_its_end():
    tokens = cut("312 " * 5000)
    assert max(_groups_end(tokens, i) - i for i in range(len(tokens))) < 20
