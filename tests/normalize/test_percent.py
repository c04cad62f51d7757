"""Percentages, and numbers as fractions."""

import pytest

from mailmind.core.normalize import find


def percents(text, **keys):
    return [v.reading["amount"] for v in find(text, **keys) if v.kind == "percent"]


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("en", "a 32 % share", ["32"]),
        ("en", "32 percent of it", ["32"]),
        ("en", "32 per cent of it", ["32"]),
        ("en", "just minus five percent", ["-5"]),
        ("en", "up 25 bps", ["0.25"]),
        ("en", "forty basis points", ["0.4"]),
        ("en", "5–10 % of all", ["5", "10"]),
        ("en", "3/4% of it", ["0.75"]),
        ("en", "a drop of\n21\npercent", ["21"]),
        ("de", "dreiundsechzig Prozent", ["63"]),
        ("de", "15 Prozentpunkte mehr", ["15"]),
        ("fr", "vingt pour cent", ["20"]),
        ("fr", "cent pour cent", ["100"]),
        ("fr", "4,800%", ["4.8"]),
        ("es", "cien por cien", ["100"]),
        ("es", "nueve con veinticinco por ciento", ["9.25"]),
        ("es", "ciento diez con tres quintos por ciento", ["110.6"]),
        ("es", "sesenta y dos coma treinta y cinco por ciento", ["62.35"]),
        ("it", "il 5,5 per cento", ["5.5"]),
        ("nl", "5,5 procent", ["5.5"]),
    ],
)
def test_percent(lang, text, expected):
    assert percents(text, lang=lang) == expected


@pytest.mark.parametrize(
    "text",
    [
        "see https://shop.example/q?x=30%25%2020%",
        "as a percentage of sales",
        "GMT +0100 %",
    ],
)
def test_no_percent(text):
    assert percents(text, lang="en") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("one percentage point", ["1"]),
        ("down 7 %-points", ["7"]),
        ("a 7pp gap", ["7"]),
        ("half a percent", ["0.5"]),
        ("a quarter of one percent", ["0.25"]),
        ("60–90 bps", ["0.6", "0.9"]),
        ("7 ‰ of it", ["0.7"]),
        ("7 per mille", ["0.7"]),
        ("–7% on the year", ["-7"]),
        ("eine 7-prozentige Lösung, 9%-ige auch", ["7", "9"]),
        ("7 v.H. der Summe", ["7"]),
        ("une hausse de 7 points de pourcentage", ["7"]),
        ("7 p.c. l'an", ["7"]),
        ("un 7 por 100 del total, 9 puntos porcentuales", ["7", "9"]),
    ],
)
def test_units_of_several_words_parts_and_thousandths(text, expected):
    found = [v.reading["amount"] for v in find(text) if v.kind == "percent"]
    assert found == expected


def test_pages_are_no_percentage_points():
    assert [v.kind for v in find("see 7 pp. of notes", lang="en")] == ["number"]


def test_the_points_belong_to_the_text_of_the_value():
    (value,) = find("by 7 percentage points.", lang="en")
    assert value.text == "7 percentage points"
