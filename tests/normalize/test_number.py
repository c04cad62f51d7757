"""Plain numbers: quantities, and what is none."""

import pytest

from mailmind.core.normalize import find


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
