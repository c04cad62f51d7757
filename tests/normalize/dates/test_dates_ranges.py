"""Ranges, whose ends share parts and are both included."""

import pytest


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("from 14 to 18 December", "2026-12-14", "2026-12-18"),
        ("December 14-18, 2026", "2026-12-14", "2026-12-18"),
        ("14.-18.12.2026", "2026-12-14", "2026-12-18"),
        ("between the 3rd and the 12th of December", "2026-12-03", "2026-12-12"),
        ("28 December to 3 January 2027", "2026-12-28", "2027-01-03"),
        ("10/25/2026 - 11/3/2026", "2026-10-25", "2026-11-03"),
        ("Wed - Fri", "2026-11-18", "2026-11-20"),
        ("from Friday to Monday", "2026-11-20", "2026-11-23"),
        ("2026 to 2028", "2026-01-01", "2028-12-31"),
        ("Oct-Dec 2027", "2027-10-01", "2027-12-31"),
        ("from May 2027 to March 2028", "2027-05-01", "2028-03-31"),
        ("from today until Friday", "2026-11-16", "2026-11-20"),
        ("October 16th/17th", "2026-10-16", "2026-10-17"),
        ("from Sept. to Nov.", "2026-09-01", "2026-11-30"),
        ("20-10-2026-25-10-2026", "2026-10-20", "2026-10-25"),
        ("w/c 9 December", "2026-12-07", "2026-12-13"),
        ("the first half of January 2027", "2027-01-01", "2027-01-15"),
        ("the week after next", "2026-11-30", "2026-12-06"),
        ("from the 13th till the twentieth", "2026-12-13", "2026-12-20"),
        ("the last 2 months and 3 days", "2026-09-13", "2026-11-15"),
        ("Oct 16/17, 2027", "2027-10-16", "2027-10-17"),
        ("Week of Dec. 9: inventory", "2026-12-07", "2026-12-13"),
    ],
)
def test_days_from_one_to_another(only, text, first, last):
    assert only(text) == ("daterange", (first, last))


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("3-4pm", "15:00", "16:00"),
        ("11:30am-1:30pm", "11:30", "13:30"),
        ("from 8am until 6", "08:00", "18:00"),
        ("between 2 and 4:30 pm", "14:00", "16:30"),
        ("9.30-4.30pm", "09:30", "16:30"),
        ("14:00 - 17:30", "14:00", "17:30"),
        ("11pm-3", "23:00", "03:00"),
        ("4pm for 30 minutes", "16:00", "16:30"),
    ],
)
def test_times_from_one_to_another(only, text, first, last):
    assert only(text) == ("timerange", (first, last))


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("Friday from 9:30am to 11am", "2026-11-20T09:30", "2026-11-20T11:00"),
        ("2-4pm tomorrow", "2026-11-17T14:00", "2026-11-17T16:00"),
        ("3/12/2026 0910-1045", None, None),
        ("24 Dec 2205-0455", "2026-12-24T22:05", "2026-12-25T04:55"),
        ("12-13 Dec at 7pm", "2026-12-12T19:00", "2026-12-13T19:00"),
        ("on the 17th from 2pm to 4pm", "2026-11-17T14:00", "2026-11-17T16:00"),
        ("for 2 hours from 2pm tomorrow", "2026-11-17T14:00", "2026-11-17T16:00"),
    ],
)
def test_a_day_and_its_hours(read, text, first, last):
    (found,) = read(text)
    assert found[0] == "datetimerange"
    if first is None:
        assert [r[0] for r in found[3]] == ["2026-03-12T09:10", "2026-12-03T09:10"]
    else:
        assert found[2:] == ((first, last), [])


def test_hours_without_am_and_pm_keep_both_halves_of_the_day(read):
    assert read("Friday 3-8") == [
        (
            "datetimerange",
            "Friday 3-8",
            (None, None),
            [
                ("2026-11-20T03:00", "2026-11-20T08:00"),
                ("2026-11-20T15:00", "2026-11-20T20:00"),
            ],
        )
    ]


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("de", "vom 14. bis 18. Dezember", ("2026-12-14", "2026-12-18")),
        ("de", "05.12.-06.12.2026", ("2026-12-05", "2026-12-06")),
        ("de", "von 13 bis 18 Uhr", ("13:00", "18:00")),
        ("de", "Freitag 9:30 - 11:00", ("2026-11-20T09:30", "2026-11-20T11:00")),
        ("fr", "du 14 au 18 décembre", ("2026-12-14", "2026-12-18")),
        ("fr", "de 14h à 16h", ("14:00", "16:00")),
        ("fr", "vendredi entre 9h30 et 11h", ("2026-11-20T09:30", "2026-11-20T11:00")),
        ("es", "del 14 al 18 de diciembre", ("2026-12-14", "2026-12-18")),
        ("es", "de las 4 a las 7", ("04:00", "07:00")),
    ],
)
def test_ranges_in_other_languages(read, lang, text, expected):
    (found,) = read(text, lang)
    assert found[2:] == (expected, [])


def test_a_range_of_days_may_be_counted_with_or_without_its_last_night(read):
    assert read("for 10 days from 3 December") == [
        (
            "daterange",
            "10 days from 3 December",
            ("2026-12-03", "2026-12-12"),
            [("2026-12-03", "2026-12-13")],
        )
    ]


def test_a_list_of_days_is_no_range(read):
    assert [v[2] for v in read("Tuesday or Thursday")] == ["2026-11-17", "2026-11-19"]


@pytest.mark.parametrize(
    ("lang", "text", "kind", "ends"),
    [
        ("fr", "absent du 18 au 23.", "daterange", ("2026-11-18", "2026-11-23")),
        ("es", "del 20 al 24", "daterange", ("2026-11-20", "2026-11-24")),
        ("de", "vom 18. bis 23. sind wir weg", "daterange", ("2026-11-18", "2026-11-23")),
        ("fr", "de 5 à 7", "timerange", ("05:00", "07:00")),
        ("pl", "w godzinach 7.00 - 19.00", "timerange", ("07:00", "19:00")),
        ("it", "orario 8.30 - 12.30", "timerange", ("08:30", "12:30")),
        ("fr", "après 9h30 mais avant 11h", "timerange", ("09:30", "11:00")),
        ("de", "nach 9:30 aber vor 11:00", "timerange", ("09:30", "11:00")),
        ("de", "vom 24. auf 25.", "daterange", ("2026-11-24", "2026-11-25")),
        ("es", "de 10:30 a 3", "timerange", ("10:30", "15:00")),
        ("fr", "22h30-1h30", "timerange", ("22:30", "01:30")),
        ("en", "between 0730-0930", "timerange", ("07:30", "09:30")),
        ("fr", "le 17 de 14 à 16", "datetimerange", ("2026-11-17T14:00", "2026-11-17T16:00")),
        (
            "fr",
            "jeudi, mais entre 9h et 11h",
            "datetimerange",
            ("2026-11-19T09:00", "2026-11-19T11:00"),
        ),
        (
            "de",
            "vom 11.12.2026 von 09:15h bis Mittwoch, den 16.12.2026 15:30h",
            "datetimerange",
            ("2026-12-11T09:15", "2026-12-16T15:30"),
        ),
        (
            "en",
            "Dec 5th 8h - Dec 6th 13h",
            "datetimerange",
            ("2026-12-05T08:00", "2026-12-06T13:00"),
        ),
    ],
)
def test_articles_and_neighbours_tell_days_from_hours(only, lang, text, kind, ends):
    assert only(text, lang) == (kind, ends)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("es", "del 10 al 20 por ciento"),
        ("fr", "de 13 à 18 euros"),
        ("en", "rates of 2.00 - 3.15"),
    ],
)
def test_other_things_run_from_one_number_to_another(finds, lang, text):
    assert finds(text, lang) == []


def test_a_second_year_is_found_too(read):
    assert [v[2] for v in read("sales in 2007 and 2009.")] == [
        ("2007-01-01", "2007-12-31"),
        ("2009-01-01", "2009-12-31"),
    ]


def test_half_a_month_may_begin_with_its_middle(read):
    ((_, _, value, others),) = read("la deuxième quinzaine de mars 2027", "fr")
    assert (value, others) == (
        (None, None),
        [("2027-03-16", "2027-03-31"), ("2027-03-15", "2027-03-31")],
    )


def test_spoken_minutes_at_both_ends(read):
    ((kind, _, _, others),) = read("from two thirty to two forty-five")
    assert (kind, others) == ("timerange", [("02:30", "02:45"), ("14:30", "14:45")])


def test_days_in_a_list_without_words_around_each(read):
    found = read("on 11/5, 11/6 or 11/20", region="US")
    assert [v[2] for v in found] == ["2026-11-05", "2026-11-06", "2026-11-20"]


def test_opening_hours_with_dots_follow_their_days(read):
    assert [v[::2] for v in read("Mon-Fri 07.00-23.00")] == [
        ("daterange", ("2026-11-16", "2026-11-20")),
        ("timerange", ("07:00", "23:00")),
    ]
