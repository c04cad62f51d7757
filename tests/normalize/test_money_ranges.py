"""Ranges of money."""

import pytest

from mailmind.core.normalize import find


def ranges(text, **keys):
    return [
        (v.reading["min"], v.reading["max"], v.reading["currency"])
        for v in find(text, **keys)
        if v.kind == "moneyrange"
    ]


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("en", "pays $130k–$190k a year", ("130000", "190000", "USD")),
        ("en", "pays $75-200K a year", ("75000", "200000", "USD")),
        ("en", "between 5 and 10 euros", ("5", "10", "EUR")),
        ("en", "between 15 dollars and 40 dollars", ("15", "40", "USD")),
        ("en", "10-20 dollars", ("10", "20", "USD")),
        ("en", "$5-10 million", ("5000000", "10000000", "USD")),
        ("en", "from one point one to one point three dollars", ("1.1", "1.3", "USD")),
        ("de", "zwischen 5 und 10 Euro", ("5", "10", "EUR")),
        ("fr", "entre 10 euros et 20 euros", ("10", "20", "EUR")),
        ("es", "de $10 y $20", ("10", "20", "USD")),
    ],
)
def test_ranges(lang, text, expected):
    assert ranges(text, lang=lang) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "the price rose from $5 to $10",
        "from $20 to $15",
        "5 € - 10 USD",
        "20 and 30 dollars",
    ],
)
def test_two_statements_are_no_range(text):
    assert ranges(text, lang="en") == []


def test_both_prices_of_a_change_are_found():
    found = [v.reading["amount"] for v in find("the price rose from $5 to $10", lang="en")]
    assert found == ["5", "10"]
