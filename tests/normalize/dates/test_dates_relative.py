"""Days that lean on the reference moment: Monday, 16 November 2026, 10:02."""

from datetime import datetime

import pytest


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("today", "2026-11-16"),
        ("The day after tomorrow", "2026-11-18"),
        ("yesterday", "2026-11-15"),
        ("Friday", "2026-11-20"),
        ("this Friday", "2026-11-20"),
        ("Monday", "2026-11-16"),
        ("coming Thursday", "2026-11-19"),
        ("Tuesday of next week", "2026-11-24"),
        ("next week on Wednesday", "2026-11-25"),
        ("three Fridays from now", "2026-12-04"),
        ("2 Thursdays ago", "2026-11-05"),
        ("in two weeks", "2026-11-30"),
        ("3 months ago", "2026-08-16"),
        ("two weeks after 3 December", "2026-12-17"),
        ("3 days before Christmas", "2026-12-22"),
        ("on the 20th", "2026-11-20"),
        ("the 1st.", "2026-12-01"),
        ("Monday the 23rd", "2026-11-23"),
        ("last Monday of March 2027", "2027-03-29"),
        ("the first Tuesday in December", "2026-12-01"),
        ("the 20th of next month", "2026-12-20"),
        ("the last day of February 2028", "2028-02-29"),
        ("end of the month", "2026-11-30"),
        ("by EOD", "2026-11-16"),
        ("Good Friday 2027", "2027-03-26"),
    ],
)
def test_relative_days(read, text, expected):
    values = [(kind, value, others) for kind, _, value, others in read(text)]
    assert values == [("date", expected, [])]


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("de", "übermorgen", "2026-11-18"),
        ("de", "kommenden Freitag", "2026-11-20"),
        ("de", "vor zwei Wochen", "2026-11-02"),
        ("de", "Mittwoch nächster Woche", "2026-11-25"),
        ("de", "Dienstagmorgen", "2026-11-17"),
        ("fr", "après-demain", "2026-11-18"),
        ("fr", "il y a trois jours", "2026-11-13"),
        ("fr", "dans une semaine", "2026-11-23"),
        ("fr", "jeudi de la semaine prochaine", "2026-11-26"),
        ("fr", "le 20", "2026-11-20"),
        ("es", "pasado mañana", "2026-11-18"),
        ("es", "mañana", "2026-11-17"),
        ("es", "hace tres meses", "2026-08-16"),
        ("es", "el día 20", "2026-11-20"),
        ("it", "domani", "2026-11-17"),
        ("nl", "morgen", "2026-11-17"),
        ("pt", "amanhã", "2026-11-17"),
    ],
)
def test_relative_days_in_other_languages(only, lang, text, expected):
    assert only(text, lang) == ("date", expected)


def test_next_weekday_is_two_days_unless_the_week_makes_it_one(read):
    assert read("next Friday") == [("date", "next Friday", None, ["2026-11-20", "2026-11-27"])]
    saturday = datetime.fromisoformat("2026-11-21T09:00")
    assert read("next Friday", reference=saturday) == [("date", "next Friday", "2026-11-27", [])]


def test_last_weekday_is_the_latest_and_names_the_other(read):
    wednesday = datetime.fromisoformat("2026-11-18T09:00")
    assert read("last Monday", reference=wednesday) == [
        ("date", "last Monday", "2026-11-16", ["2026-11-09"])
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("in 5 minutes", "2026-11-16T10:07"),
        ("half an hour ago", "2026-11-16T09:32"),
        ("an hour before noon", "2026-11-16T11:00"),
        ("in 24 hours", "2026-11-17T10:02"),
    ],
)
def test_hours_and_minutes_give_moments(only, text, expected):
    assert only(text) == ("datetime", expected)


@pytest.mark.parametrize("text", ["tomorrow", "next Friday", "in two weeks", "end of the month"])
def test_without_a_reference_a_relative_day_has_no_value_but_keeps_its_place(finds, text):
    (value,) = finds(f"We meet {text}.", reference=None)
    assert (value.kind, dict(value.reading), value.ambiguous) == ("date", {"value": None}, ())


def test_an_unbelievable_reference_is_none(finds):
    (value,) = finds("tomorrow", reference=datetime.fromisoformat("0001-01-01"))
    assert value.reading["value"] is None


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("next week", "2026-11-23", "2026-11-29"),
        ("this month", "2026-11-01", "2026-11-30"),
        ("last year", "2025-01-01", "2025-12-31"),
        ("this weekend", "2026-11-21", "2026-11-22"),
        ("next quarter", "2027-01-01", "2027-03-31"),
        ("in May 2027", "2027-05-01", "2027-05-31"),
        ("in December", "2026-12-01", "2026-12-31"),
        ("Q3 2027", "2027-07-01", "2027-09-30"),
        ("2027 H1", "2027-01-01", "2027-06-30"),
        ("the second quarter of 2027", "2027-04-01", "2027-06-30"),
        ("2027-W31", "2027-08-02", "2027-08-08"),
        ("in 2027", "2027-01-01", "2027-12-31"),
        ("the week of the 18th", "2026-11-16", "2026-11-22"),
        ("next 3 days", "2026-11-17", "2026-11-19"),
    ],
)
def test_periods_hold_both_ends(only, text, first, last):
    assert only(text) == ("daterange", (first, last))


def test_the_next_weeks_are_rolling_or_whole(read):
    assert read("the next 2 weeks") == [
        (
            "daterange",
            "next 2 weeks",
            (None, None),
            [("2026-11-17", "2026-11-30"), ("2026-11-23", "2026-12-06")],
        )
    ]


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("the first 2 weeks of 2027", "2027-01-04", "2027-01-17"),
        ("the last four months of 2027", "2027-09-01", "2027-12-31"),
        ("the first 10 days of December", "2026-12-01", "2026-12-10"),
        ("the 1990s", "1990-01-01", "1999-12-31"),
        ("week 31 of 2027", "2027-08-02", "2027-08-08"),
        ("1Q 2027", "2027-01-01", "2027-03-31"),
    ],
)
def test_parts_of_a_period(only, text, first, last):
    assert only(text) == ("daterange", (first, last))


def test_the_first_week_of_a_month_is_by_most_of_its_days_or_the_first_whole_one(read):
    # 1 October 2026 is a Thursday.
    assert read("the first week of October 2026")[0][2:] == (
        ("2026-09-28", "2026-10-04"),
        [("2026-10-05", "2026-10-11")],
    )


def test_close_of_business_is_a_day(only):
    assert only("by EOD Friday") == ("date", "2026-11-20")
    assert only("tomorrow, close of business") == ("date", "2026-11-17")


def test_just_after_a_feast_its_name_may_look_back(read):
    after = datetime.fromisoformat("2026-12-29T09:00")
    assert read("We hope you had a merry Christmas", "en", after)[0][2:] == (
        None,
        ["2027-12-25", "2026-12-25"],
    )
    assert read("see you next Christmas", "en", after)[0][2:] == ("2027-12-25", [])
