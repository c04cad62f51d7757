"""Which of two readings is taken, what settles it, and that the reason is said."""

import pytest

BOTH = ["2026-03-04", "2026-04-03"]


def test_english_slashes_stay_open(read):
    assert read("Due 03/04/2026") == [("date", "03/04/2026", None, BOTH)]


@pytest.mark.parametrize(
    ("text", "more", "value", "reason"),
    [
        ("Due 03/04/2026, paid 25/12/2025", {}, "2026-04-03", "other dates put the day first"),
        ("Due 03/04/2026, paid 12/25/2025", {}, "2026-03-04", "other dates put the month first"),
        ("Due 03/04/2026", {"region": "US"}, "2026-03-04", "US the month comes first"),
        ("Due 03/04/2026", {"region": "GB"}, "2026-04-03", "GB the day comes first"),
        ("Due 03/04/2026", {"lang": "de"}, "2026-04-03", "language (de)"),
        ("Due 03/04/2026", {"day_first": False}, "2026-03-04", "the caller says so"),
        ("Saturday 4/3/2026", {}, None, ""),
        ("Friday 03/04/2026", {}, "2026-04-03", "weekday"),
    ],
)
def test_what_settles_day_and_month(finds, text, more, value, reason):
    first = finds(text, **more)[0]
    assert first.reading["value"] == value
    assert (first.ambiguous == ()) is (value is not None)
    assert reason in first.why


def test_dates_that_contradict_each_other_settle_nothing(finds):
    values = finds("03/04/2026, 25/12/2025 and 12/25/2025")
    assert values[0].reading["value"] is None


def test_one_number_above_12_needs_nothing_else(read):
    assert read("25/12/2026 and 12/25/2026") == [
        ("date", "25/12/2026", "2026-12-25", []),
        ("date", "12/25/2026", "2026-12-25", []),
    ]


def test_dots_make_the_day_likelier_to_come_first_and_keep_the_other_reading(finds):
    (value,) = finds("Due 03.04.2026")
    assert value.reading["value"] == "2026-04-03"
    assert [r["value"] for r in value.ambiguous] == ["2026-03-04"]
    assert "dots" in value.why


def test_equal_day_and_month_are_no_question(read):
    assert read("Due 04/04/2026") == [("date", "04/04/2026", "2026-04-04", [])]


def test_a_season_may_be_meant_by_a_year_and_two_digits(read):
    assert read("in 2011-12")[0][3] == [("2011-12-01", "2011-12-31"), ("2011-01-01", "2012-12-31")]


def test_dots_are_settled_by_the_texts_other_dates_with_dots(finds):
    first, second = finds("Arrival 10.08.2026, departure 18.08.2026")
    assert (first.reading["value"], first.ambiguous) == ("2026-08-10", ())
    assert "other dates with dots" in first.why
    assert (second.reading["value"], second.why) == ("2026-08-18", "")
