"""Times of day, by signs and by words."""

import pytest


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("at 3 pm", "15:00"),
        ("at 3:15 p.m.", "15:15"),
        ("12 am", "00:00"),
        ("12 p.m.", "12:00"),
        ("8.30pm sharp", "20:30"),
        ("15:23:24", "15:23:24"),
        ("09:05", "09:05"),
        ("at noon", "12:00"),
        ("until midnight", "00:00"),
        ("half past 3 pm", "15:30"),
        ("a quarter to 5pm", "16:45"),
        ("twenty past 9 in the morning", "09:20"),
        ("3 in the afternoon", "15:00"),
        ("seven thirty p.m.", "19:30"),
        ("at 16h30", "16:30"),
    ],
)
def test_times_that_are_sure(read, text, expected):
    values = [(kind, value, others) for kind, _, value, others in read(text)]
    assert values == [("time", expected, [])]


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("de", "um halb vier", "03:30"),
        ("de", "Viertel nach 8", "08:15"),
        ("de", "gegen 17 Uhr", "17:00"),
        ("de", "um 8.50 Uhr", "08:50"),
        ("de", "8 Uhr abends", "20:00"),
        ("fr", "à 14h30", "14:30"),
        ("fr", "à sept heures moins dix", "06:50"),
        ("fr", "midi et demi", "12:30"),
        ("fr", "à 8 heures du soir", "20:00"),
        ("es", "a las tres y media", "03:30"),
        ("es", "a las ocho de la tarde", "20:00"),
        ("es", "a las doce menos cuarto", "11:45"),
        ("nl", "om 15.30 uur", "15:30"),
    ],
)
def test_times_in_languages_that_count_24_hours(only, lang, text, expected):
    assert only(text, lang) == ("time", expected)


def test_without_am_and_pm_an_english_hour_has_two_readings(read):
    assert read("at 3:30") == [("time", "3:30", None, ["03:30", "15:30"])]
    assert read("Call me at 5.") == [("time", "5", None, ["05:00", "17:00"])]


def test_hours_above_12_elsewhere_settle_the_clock_and_say_so(finds):
    first, second = finds("Doors 9:30, start 14:15")
    assert (first.reading["value"], first.ambiguous) == ("09:30", ())
    assert "hours above 12" in first.why
    assert second.reading["value"] == "14:15"


def test_a_language_settles_the_clock_and_says_so(finds):
    (value,) = finds("um 9:30", "de")
    assert "24 hours" in value.why


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Friday at 3pm", "2026-11-20T15:00"),
        ("at 5 pm on 3 December", "2026-12-03T17:00"),
        ("tomorrow at noon", "2026-11-17T12:00"),
        ("31/08/2027 0935", "2027-08-31T09:35"),
        ("12 Dec 1115", "2026-12-12T11:15"),
        ("2026-11-20T15:15", "2026-11-20T15:15"),
        ("2026-11-20 15:15:30", "2026-11-20T15:15:30"),
        ("Sat Dec  5 12:00:00 2026", "2026-12-05T12:00"),
        ("tomorrow morning at 9", "2026-11-17T09:00"),
        ("tonight at 8", "2026-11-16T20:00"),
        ("24 December at midnight", "2026-12-24T00:00"),
        ("2026/11/20 Fri PM 3:15:20", "2026-11-20T15:15:20"),
        ("Fri, 2026-11-20 at 12:39", "2026-11-20T12:39"),
        ("2026-11-20 3:15", "2026-11-20T03:15"),
        ("On 9 Nov 2026 at 10:45, Kim Oak <kim@oak.example> wrote:", "2026-11-09T10:45"),
    ],
)
def test_a_day_and_its_time(only, text, expected):
    assert only(text) == ("datetime", expected)


def test_a_wrapped_line_does_not_part_a_day_and_its_time(only):
    assert only("see you on Friday, 20 November\nat 10 am") == ("datetime", "2026-11-20T10:00")


def test_a_paragraph_does(read):
    assert [v[0] for v in read("see you on Friday, 20 November\n\nat 10 am")] == ["date", "time"]


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("fr", "à neuf heures trois quarts", "09:45"),
        ("fr", "à vingt et un heures", "21:00"),
        ("fr", "à sept et demie heures", "07:30"),
        ("es", "las seis cero cinco pm", "18:05"),
        ("es", "a la una", "01:00"),
    ],
)
def test_hours_and_minutes_in_words(read, lang, text, expected):
    found = [value for kind, _, value, _ in read(text, lang) if kind == "time"]
    assert found == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("DTSTART:20261120T183000", "2026-11-20T18:30"),
        ("DTEND:20261120T163000Z", "2026-11-20T16:30+00:00"),
        ("stamp 20261120T1830+0100", "2026-11-20T18:30+01:00"),
    ],
)
def test_iso_8601_without_signs(only, text, expected):
    assert only(text) == ("datetime", expected)


def test_a_region_settles_the_clock_and_says_so(finds):
    (value,) = finds("Arrival 9:35", region="SE")
    assert (value.reading["value"], value.ambiguous) == ("09:35", ())
    assert "in SE the clock has 24 hours" in value.why
    assert finds("Arrival 9:35", region="US")[0].reading["value"] is None


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (" 1. XY   71 Q  14MAR LHRCPH HK2  0640   0935  O        E  TU", ["06:40", "09:35"]),
        (" 2  XY 318 Y 15APR 3 FRAOSL HK1       1 0915 1140   *1A/E*", ["09:15", "11:40"]),
        ("PIN 0640 0935 for 14MAR", []),
    ],
)
def test_four_digits_are_times_in_the_line_of_a_flight_booking(read, line, expected):
    assert [value for kind, _, value, _ in read(line) if kind == "time"] == expected


def test_a_german_day_of_the_month_is_no_hour(read):
    assert read("am 18.", "de") == [("date", "18.", "2026-11-18", [])]
    assert [v[0] for v in read("am 16./17. Dezember", "de")] == ["daterange"]


@pytest.mark.parametrize(
    ("lang", "text", "kind", "expected"),
    [
        ("de", "morgen 11:45", "datetime", "2026-11-17T11:45"),
        ("de", "um 17 Uhr morgen", "datetime", "2026-11-17T17:00"),
        ("es", "a las 8 de la mañana", "time", "08:00"),
        ("de", "um 14:20 am Nachmittag", "time", "14:20"),
        ("de", "am 9.12.2026 am frühen Abend", "date", "2026-12-09"),
        ("de", "10:30 am Bahnhof", "time", "10:30"),
        ("de", "gegen 5 Uhr in der Nacht", "time", "05:00"),
        ("en", "tonight at 5", "datetime", "2026-11-16T17:00"),
        ("de", "Di. 24.11", "date", "2026-11-24"),
        ("de", "am 15ten", "date", "2026-12-15"),
        ("de", "vor etwa 2 Stunden", "datetime", "2026-11-16T08:02"),
        ("de", "in etwa 2 Stunden", "datetime", "2026-11-16T12:02"),
        ("es", "Hace 1 día, 1 hora y 5 minutos", "datetime", "2026-11-15T08:57"),
    ],
)
def test_small_words_say_which_half_and_which_day(only, lang, text, kind, expected):
    assert only(text, lang) == (kind, expected)
