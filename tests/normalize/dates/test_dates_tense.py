"""Weekdays of what is told of, and stamps of mails: both lie behind Monday, 16 November 2026."""

from datetime import datetime

import pytest


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("en", "On Friday, we met the architect.", "2026-11-13"),
        ("en", "The parcel was shipped Wednesday and never came.", "2026-11-11"),
        ("en", "I called her on Tuesday but nobody answered.", "2026-11-10"),
        ("en", "The invoice that you sent on Thursday is wrong.", "2026-11-12"),
        ("en", "Sunday was lovely.", "2026-11-15"),
        ("en", "I think Saturday night was too long.", "2026-11-14"),
        ("en", "I sent it to them on Saturday.", "2026-11-14"),
        ("en", "> We met at the Old Mill\n>   on Saturday night.", "2026-11-14"),
        ("en", "I took part and joined a tour on Friday afternoon.", "2026-11-13"),
        ("en", "The pump failed early Saturday morning.", "2026-11-14"),
        ("en", "Did you see the match Sunday?", "2026-11-15"),
        ("de", "Am Freitag war niemand im Laden.", "2026-11-13"),
        ("de", "Die Ware wurde am Mittwoch geliefert.", "2026-11-11"),
        ("de", "Ich habe ihm am Donnerstag geschrieben.", "2026-11-12"),
        ("fr", "Le devis a été envoyé jeudi.", "2026-11-12"),
        ("fr", "Nous avons reçu le colis mardi.", "2026-11-10"),
        ("es", "La factura fue enviada el jueves.", "2026-11-12"),
        ("es", "El técnico llegó el martes.", "2026-11-10"),
    ],
)
def test_a_plain_past_makes_the_weekday_the_last_one(finds, lang, text, expected):
    (value,) = finds(text, lang)
    assert (value.reading["value"], value.ambiguous) == (expected, ())
    assert "past" in value.why


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("en", "The tour is held on Friday.", "2026-11-20"),
        ("en", "It was moved to Friday.", "2026-11-20"),
        ("en", "The tour on Friday was cancelled.", "2026-11-20"),
        ("en", "She booked a table on Friday.", "2026-11-20"),
        ("en", "We discussed the Friday shift.", "2026-11-20"),
        ("en", "He told me we leave on Friday.", "2026-11-20"),
        ("en", "I sent you the tickets for Friday.", "2026-11-20"),
        ("en", "Get it delivered on Friday!", "2026-11-20"),
        ("de", "Wir haben am Freitag geschlossen.", "2026-11-20"),
        ("de", "Der Umzug wurde auf Freitag verschoben.", "2026-11-20"),
        ("fr", "La fête a lieu vendredi.", "2026-11-20"),
        ("fr", "La visite est prévue vendredi.", "2026-11-20"),
        ("es", "Le enviaré el plano el viernes.", "2026-11-20"),
    ],
)
def test_what_is_not_plainly_past_lies_ahead(only, lang, text, expected):
    assert only(text, lang) == ("date", expected)


def test_each_clause_has_its_own_tense(read):
    found = read("We will meet on Friday as I wrote to you on Tuesday.")
    assert [v[1:3] for v in found] == [("Friday", "2026-11-20"), ("Tuesday", "2026-11-10")]


@pytest.mark.parametrize("between", ["and on", "and", "and to a lesser degree on"])
def test_two_days_of_one_clause_have_one_tense(read, between):
    found = read(f"We met on Thursday {between} Friday.")
    assert [v[2] for v in found] == ["2026-11-12", "2026-11-13"]


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("The share rose from $2.10 to $3.05 in six days.", "duration", "P6D"),
        ("We repaired it in 3 days", "duration", "P3D"),
        ("It will be repaired in 3 days", "date", "2026-11-19"),
        ("She promised to come back in two weeks", "date", "2026-11-30"),
        ("The form you asked for is due in 14 days", "date", "2026-11-30"),
        ("See you in two weeks", "date", "2026-11-30"),
    ],
)
def test_in_six_days_is_how_long_it_took_where_it_is_told(only, text, kind, value):
    assert only(text) == (kind, value)


def test_the_weekday_of_today_stays_today(only):
    assert only("It arrived Monday.") == ("date", "2026-11-16")


@pytest.mark.parametrize(
    "text",
    [
        "From:  Kim Oak      12/11/2026 07:15 AM\n\nTo: Lou",
        "Kim Oak\n12/11/2026 07:15 AM\nTo: Lou",
        "Sent: 12/11/2026 07:15 AM",
        "On 12/11/2026 07:15 AM, Kim Oak wrote:",
        "From: Kim\nDate: 12/11/2026 07:15 AM\nSubject: roof",
    ],
)
def test_a_stamp_does_not_lie_after_the_mail_that_holds_it(finds, text):
    (value,) = finds(text)
    assert (value.reading["value"], value.ambiguous) == ("2026-11-12T07:15", ())
    assert "not sent after" in value.why


@pytest.mark.parametrize(
    ("stamp", "value", "others"),
    [
        ("12/03/2026", "2026-12-03T07:15", []),
        ("12/06/2026", "2026-12-06T07:15", []),
        ("12/11/2026", None, ["2026-12-11T07:15", "2026-11-12T07:15"]),
        ("03/02/2026", None, ["2026-03-02T07:15", "2026-02-03T07:15"]),
    ],
)
def test_a_mail_is_passed_on_within_days_before_or_after_the_date_at_hand(
    read, stamp, value, others
):
    text = f"-- Forwarded by Kim Oak/HR on {stamp} 07:15 AM -----"
    found = read(text, reference=datetime.fromisoformat("2026-12-04T09:00"))
    assert [v[2:] for v in found] == [(value, others)]


def test_a_date_label_alone_is_no_stamp(read):
    ((_, _, value, others),) = read("Date: 12/11/2026 07:15 AM\nPlace: our office")
    assert (value, others) == (None, ["2026-12-11T07:15", "2026-11-12T07:15"])


def test_am_and_pm_in_capitals_speak_against_the_habit_of_the_language(read):
    ((_, _, value, others),) = read("le 01/06/2026 08:46 AM", "fr")
    assert (value, others) == (None, ["2026-01-06T08:46", "2026-06-01T08:46"])
