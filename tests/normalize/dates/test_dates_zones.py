"""Time zones by offset, abbreviation and name."""

import pytest


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-11-20T15:15Z", "2026-11-20T15:15+00:00"),
        ("2026-11-20T15:15:00.5+01:00", "2026-11-20T15:15+01:00"),
        ("2026-11-20T15:15-0330", "2026-11-20T15:15-03:30"),
        ("Fri, 20 Nov 2026 11:50:17 +0800", "2026-11-20T11:50:17+08:00"),
        ("Friday at 3 pm EST", "2026-11-20T15:00-05:00"),
        ("3pm PST on Friday", "2026-11-20T15:00-08:00"),
        ("Friday 8:00 am GMT", "2026-11-20T08:00+00:00"),
        ("Friday 8 am (CET)", "2026-11-20T08:00+01:00"),
        ("Friday at 15:00 UTC+2", "2026-11-20T15:00+02:00"),
        ("Friday 8:15 AM (GMT-06:00) Central Time", "2026-11-20T08:15-06:00"),
        ("Friday 8:15 AM UTC+05:30", "2026-11-20T08:15+05:30"),
        ("2026-11-20 9:05 GMT+01:00", "2026-11-20T09:05+01:00"),
        ("2026-11-20 12:32 GMT-08:00", "2026-11-20T12:32-08:00"),
        ("Friday at 2 pm Pacific", "2026-11-20T14:00-08:00"),
        ("July 3, 2027 at 2 pm Pacific", "2027-07-03T14:00-07:00"),
        ("July 3, 2027 at 2 pm PT", "2027-07-03T14:00-07:00"),
        ("July 3, 2027 at 2 pm PST", "2027-07-03T14:00-08:00"),
    ],
)
def test_a_moment_with_a_zone(only, text, expected):
    assert only(text) == ("datetime", expected)


def test_a_zone_at_the_end_of_a_range_is_the_zone_of_both_ends(only):
    assert only("Friday 9am to 11am EST") == (
        "datetimerange",
        ("2026-11-20T09:00-05:00", "2026-11-20T11:00-05:00"),
    )
    assert only("Friday 8:15 AM-9:00 AM (GMT-06:00)") == (
        "datetimerange",
        ("2026-11-20T08:15-06:00", "2026-11-20T09:00-06:00"),
    )


def test_two_times_in_one_zone_are_a_range_and_no_offset(read):
    assert read("Friday 10:00 GMT-12:00 GMT")[0][0] == "datetimerange"


@pytest.mark.parametrize(
    ("lang", "text"), [("fr", "vendredi 15h est annulé"), ("en", "Friday 3pm eat")]
)
def test_a_common_word_is_no_zone(read, lang, text):
    assert read(text, lang)[0][2] == "2026-11-20T15:00"
