"""Section references."""

import pytest

from mailmind.core.normalize import find


def sections(text, lang="en"):
    return [v.reading["value"] for v in find(text, lang=lang) if v.kind == "section"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Termination is governed by §2.2.", ["2.2"]),
        ("as in Section 2.2 above", ["2.2"]),
        ("under clause 11.3 or Art. 5(2)", ["11.3", "5(2)"]),
        ("see Sections 2.1, 2.3 and 4.1.", ["2.1", "2.3", "4.1"]),
        ("2.2 By Customer. The Customer may end this.", ["2.2"]),
        ("laut Ziffer 4.2 und Abschnitt 7", ["4.2", "7"]),
        ("selon l'article 12 du contrat", ["12"]),
    ],
)
def test_sections(text, expected):
    assert sections(text) == expected


@pytest.mark.parametrize(
    "text", ["2.2 by nobody", "version 2.2", "it takes 11.3 seconds", "5.5 Inches wide"]
)
def test_no_section(text):
    assert sections(text) == []
