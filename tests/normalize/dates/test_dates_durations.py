"""Lengths of time, written one way whatever the words."""

import pytest


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The notice period is 14 days.", "P14D"),
        ("two weeks of work", "P14D"),
        ("within 30 minutes", "PT30M"),
        ("90 minutes", "PT1H30M"),
        ("3 hours 30 minutes", "PT3H30M"),
        ("2h 30m", "PT2H30M"),
        ("for an hour and a half", "PT1H30M"),
        ("2.5 hours", "PT2H30M"),
        ("2 and a half hours", "PT2H30M"),
        ("half an hour of rest", "PT30M"),
        ("18 months", "P1Y6M"),
        ("1 year, 2 months and 3 days", "P1Y2M3D"),
        ("a five-year contract", "P5Y"),
        ("three-quarters of an hour", "PT45M"),
        ("PT30M", "PT30M"),
        (" P1Y6M ", "P1Y6M"),
        ("P2W", "P14D"),
        ("Flight time: 9h 05min", "PT9H5M"),
        ("running for 3 days, 4:17:09 so far", "P3DT4H17M9S"),
        ("up 12 days, 6:31, 4 users", "P12DT6H31M"),
        ("The ride takes 1 hr. 45 minutes", "PT1H45M"),
        ("Flight time: 2:45", "PT2H45M"),
        ("Elapsed time 1:02:03", "PT1H2M3S"),
        ("a song of 3:22 min", "PT3M22S"),
        ("learn it in 5 minutes a day", "PT5M"),
        ("sold in 16 hour blocks", "PT16H"),
        ("two hours later than planned", "PT2H"),
    ],
)
def test_lengths(only, text, expected):
    assert only(text) == ("duration", expected)


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("de", "eine Frist von 14 Tagen", "P14D"),
        ("de", "eine Stunde und 30 Minuten", "PT1H30M"),
        ("de", "3 Monate", "P3M"),
        ("de", "Fahrzeit 2 Std. 15 Min.", "PT2H15M"),
        ("de", "Flugdauer: 2:45", "PT2H45M"),
        ("de", "in 10 Minuten pro Tag", "PT10M"),
        ("fr", "45 mn avant départ", "PT45M"),
        ("fr", "30 jours après réception", "P30D"),
        ("es", "tres días después de la compra", "P3D"),
        ("pl", "Czas przejazdu: 20:16", "PT20H16M"),
        ("sv", "Restid 2:10", "PT2H10M"),
        ("cs", "Doba jízdy: 1:24", "PT1H24M"),
        ("fr", "un délai de 15 jours", "P15D"),
        ("fr", "pendant 2 heures", "PT2H"),
        ("es", "un plazo de 30 días", "P30D"),
        ("es", "durante 2 horas", "PT2H"),
    ],
)
def test_lengths_in_other_languages(read, lang, text, expected):
    found = [(kind, value) for kind, _, value, _ in read(text, lang)]
    assert found == [("duration", expected)]


def test_an_ordinal_second_is_no_length(finds):
    (value,) = finds("2026 second quarter")
    assert (value.kind, value.reading["from"]) == ("daterange", "2026-04-01")


@pytest.mark.parametrize("text", ["a few days", "several weeks", "a couple of hours"])
def test_a_number_that_is_not_said_is_no_length(finds, text):
    assert finds(text) == []


def test_only_falling_units_add_up(read):
    assert [v[2] for v in read("24 hours, 7 days")] == ["PT24H", "P7D"]
    assert read("open 24 hours a day, 7 days a week")[0][2] == "PT24H"


@pytest.mark.parametrize(
    "text", ["see 412 N.E.2d 88", "12 F. 3d 904", "a bulb of 75w and one of 150w", "0a 4f 2d 11 9e"]
)
def test_a_letter_with_another_meaning_is_no_unit(finds, text):
    assert finds(text) == []


def test_hours_after_a_count_of_days_are_no_part_of_it(read):
    assert [v[:3] for v in read("2 days, 9:00 to 17:00")] == [
        ("duration", "2 days", "P2D"),
        ("timerange", "9:00 to 17:00", ("09:00", "17:00")),
    ]


def test_a_letter_apart_is_no_unit(finds):
    assert finds("see section 2 d and lane 15 m") == []


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "It takes 3 to 4 minutes to load."),
        ("en", "We need 2-3 days, or 10 – 14 business days."),
        ("en", "two or three hours"),
        ("en", "in 2 to 3 weeks"),
        ("en", "every 1.5 to 2.5 days"),
        ("de", "Die Lieferung dauert 2-3 Tage."),
        ("de", "In 2 bis 3 Wochen melden wir uns."),
        ("fr", "La livraison prend 3 à 5 jours."),
        ("es", "tarda de 3 a 5 días"),
    ],
)
def test_a_range_of_lengths_is_not_its_second_half(finds, lang, text):
    assert finds(text, lang) == []


@pytest.mark.parametrize("text", ["2:03 DURATION", "Dauer 2:03", "Running time: 2:03"])
def test_a_clock_beside_a_word_for_length_is_hours_or_minutes(read, text):
    assert read(text) == [("duration", "2:03", None, ["PT2H3M", "PT2M3S"])]


def test_lists_of_lengths_are_as_many_lengths(read):
    found = read("legs of 1 hr 20 min, 2 hr 10 min and 5 min")
    assert [v[2] for v in found] == ["PT1H20M", "PT2H10M", "PT5M"]


def test_a_sentence_may_end_between_two_lengths(read):
    found = read("It took 2 hours. 5 minutes later we left.")
    assert [v[:3] for v in found] == [
        ("duration", "2 hours", "PT2H"),
        ("datetime", "5 minutes later", "2026-11-16T10:07"),
    ]


def test_from_one_time_to_another_is_no_length_whatever_the_label(only):
    assert only("Duration: 14:00 - 15:30") == ("timerange", ("14:00", "15:30"))
