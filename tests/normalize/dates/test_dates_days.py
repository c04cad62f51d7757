"""Days in every common order, with a year and without."""

import pytest


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The contract ends on 31 December 2026.", "2026-12-31"),
        ("Due 7th of June, 2027", "2027-06-07"),
        ("Signed on September the 2nd, 1998", "1998-09-02"),
        ("Feb. 28, 2027 at the latest", "2027-02-28"),
        ("Posted 2026-10-16 by the clerk", "2026-10-16"),
        ("Posted 2026/10/6", "2026-10-06"),
        ("Backup of 20261016 is complete", "2026-10-16"),
        ("09/JAN/2027", "2027-01-09"),
        ("21-Apr-27", "2027-04-21"),
        ("2027 Aug 9", "2027-08-09"),
        ("10/31/1974", "1974-10-31"),
        ("31.10.74", "1974-10-31"),
        ("twenty-fourth of May 2027", "2027-05-24"),
        ("the third of March two thousand and thirty", "2030-03-03"),
        ("Wednesday, March 3rd, 2027", "2027-03-03"),
        ("12 Dec 2026Journey", "2026-12-12"),
        ("report-2026-10-09.xlsx", "2026-10-09"),
        ("Sent: March-09-27", "2027-03-09"),
        ("backup-20261016", "2026-10-16"),
        ("Dec. 4: kick-off", "2026-12-04"),
        ("Viernes, 4 de Diciembre de 2026", "2026-12-04"),
        ("le 14 juillet 2027", "2027-07-14"),
        ("Gesendet: Samstag, 15. Mai 2027", "2027-05-15"),
        ("22 July 2027 Thursday", "2027-07-22"),
    ],
)
def test_days_with_a_year(only, text, expected):
    assert only(text) == ("date", expected)


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("de", "Die Frist endet am 5. Januar 2027.", "2027-01-05"),
        ("de", "am 03.12.2026", "2026-12-03"),
        ("de", "bis zum 24.11.", "2026-11-24"),
        ("de", "Montag, den 23. November", "2026-11-23"),
        ("de", "am zweiten Dezember", "2026-12-02"),
        ("de", "am einundzwanzigsten Dezember", "2026-12-21"),
        ("fr", "Le 1er décembre 2026, à Lyon", "2026-12-01"),
        ("fr", "vendredi 27 novembre", "2026-11-27"),
        ("fr", "reçu le 14/12/2026", "2026-12-14"),
        ("es", "el 5 de enero de 2027", "2027-01-05"),
        ("es", "miércoles 25 de noviembre", "2026-11-25"),
        ("es", "el primero de diciembre", "2026-12-01"),
        ("es", "seis de junio de mil novecientos ochenta y tres", "1983-06-06"),
        ("it", "il 3 dicembre 2026", "2026-12-03"),
        ("nl", "op 3 december 2026", "2026-12-03"),
        ("pt", "em 3 de dezembro de 2026", "2026-12-03"),
    ],
)
def test_days_in_other_languages(only, lang, text, expected):
    assert only(text, lang) == ("date", expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3 December", "2026-12-03"),
        ("on January 4", "2027-01-04"),
        ("since 12 October", "2026-10-12"),
        ("next 6 April", "2027-04-06"),
        ("last 5 May", "2026-05-05"),
    ],
)
def test_a_day_without_a_year_is_the_nearest_unless_the_words_look_away(only, text, expected):
    assert only(text) == ("date", expected)


def test_where_both_years_are_far_the_year_is_unknown_and_both_are_listed(read):
    assert read("on 20 May") == [("date", "20 May", "XXXX-05-20", ["2026-05-20", "2027-05-20"])]


def test_without_a_reference_the_year_is_unknown(read):
    assert read("on 3 December", reference=None) == [("date", "3 December", "XXXX-12-03", [])]


def test_a_weekday_finds_its_year(read):
    # 4 March is a Wednesday in 2026 and a Thursday in 2027.
    assert read("Thursday, 4 March")[0][2] == "2027-03-04"


@pytest.mark.parametrize(
    "text",
    [
        "31 June 2026",
        "February 30, 2027",
        "29/02/2027",
        "2026-13-41",
        "on 8/32",
        "32 August",
    ],
)
def test_days_that_no_calendar_has_are_no_dates(finds, text):
    assert not [v for v in finds(text) if v.kind == "date" and v.reading["value"]]


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("en", "16 and 17 October", ["2026-10-16", "2026-10-17"]),
        ("en", "on the 3rd or 5th of December", ["2026-12-03", "2026-12-05"]),
        ("en", "10, 12 and 17 October 2025", ["2025-10-10", "2025-10-12", "2025-10-17"]),
        ("en", "Oct 16 & 17, 2025", ["2025-10-16", "2025-10-17"]),
        ("en", "December 3rd and 5th", ["2026-12-03", "2026-12-05"]),
        ("en", "Oct 16 and 17 guests", ["2026-10-16"]),
        ("de", "am 16. und 17. Oktober", ["2026-10-16", "2026-10-17"]),
        ("fr", "les 16 et 17 octobre", ["2026-10-16", "2026-10-17"]),
        ("fr", "Brno hl. n.   16.12.   quai 3", ["2026-12-16"]),
        ("es", "los días 16 y 17 de octubre", ["2026-10-16", "2026-10-17"]),
    ],
)
def test_days_that_share_a_month(read, lang, text, expected):
    assert [(kind, value) for kind, _, value, _ in read(text, lang)] == [
        ("date", day) for day in expected
    ]
