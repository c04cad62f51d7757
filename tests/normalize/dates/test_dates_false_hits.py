"""What looks like a date, a time or a length and is none."""

import pytest


@pytest.mark.parametrize(
    "text",
    [
        "You may not copy this message.",
        "This may take a while; the terms may be more fully described below.",
        "The tenant may, at its discretion, leave.",
        "One may wonder.",
        "Kind regards, Jan",
        "Mar and Jan will join",
        "April Jones wrote to June Carter",
        "The sun sat low; we wed in style",
        "Version 1.1.30 and v2.10.3 are out",
        "kernel 5.7.26 boots",
        "The ratio is 30/4.85",
        "a 1:1 talk on a 4:3 screen",
        "Page 1 of 1",
        "Suite 200, 13190 SW 68th Parkway",
        "There are 10 students and 12 stars.",
        "SSN 123-12-1234",
        "Tel: +49 2010-2015-86",
        "object 133-03-03-2026",
        "call 650-650-6500",
        "at 6.5 kilograms and 10.1 points",
        "Pay ABC 2000",
        "rooms A4 A5, models 11g and 12c",
        "tell them later, palm trees, next steps",
        "the first school, a second opinion, third party",
        "to whom this may concern",
        "SKU 4a, 7b and 9c",
        "for 3.350 and 19,60 5",
        "between 1-2-3 and 4-5-6",
        "invoice 80-32-89-89",
        "1,234,567 visits in 101,194 places",
        "looking after the order",
        "Have a great week!",
        "step 3/4 and 1/2 done",
        "both are at one end of the table",
        "24/7 support",
        "Version 3.11.2026 and release 20261016",
        "see section 12.10.2026",
        "lotX12/13/2026 and keyY3:15pm",
        "relay 201-229-127-20261016",
        "In today's papers there was nothing.",
        "in today's fast-paced world",
        "The Sunday Times wrote about it.",
        "a Friday Night Lights fan",
        "The Monday Blues band plays",
        "Cyber Monday offers",
        "key x/01/1970CHG",
        "It says Parser\n2.9. You can see",
        "in this day and age",
        "a few months ago",
        "in the coming months",
        "v=1; s=20261113; h=from",
        "the tool_2.11. It ran",
        "over the last few weeks",
        "moved to 6.6 from 5.5. After that",
        "the 2.4 driver port",
        "package tool-3.2.14-5.el9",
        "Steve January is on leave.",
        "Please write to April Hollander about it.",
        "the mall at Thanksgiving Point",
        "Wir sehen uns Donnerstag, 21. Brachmond",
        "(GMT-06:00) Central Time",
        "the Sunday\nTimes of London",
    ],
)
def test_no_find(finds, text):
    assert finds(text) == []


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("de", "guten Morgen, wir machen das so"),
        ("de", "Do it so"),
        ("fr", "Je veux le numéro 17 et deux trois choses"),
        ("fr", "Cela peut prendre plus de temps"),
        ("es", "Mi perro come solo"),
        ("es", "Esto puede o no ser correcto"),
        ("pt", "Status: 5.2.11"),
    ],
)
def test_no_find_in_other_languages(finds, lang, text):
    assert finds(text, lang) == []


def test_a_price_does_not_lend_its_number_to_a_month(read):
    assert read("bought for $12 December 27") == [("date", "December 27", "2026-12-27", [])]


def test_an_address_is_not_read(finds):
    assert finds("see https://example.com/2026/11/20/friday-at-5pm") == []


def test_a_number_at_the_end_of_a_quoted_line_is_no_hour(finds):
    assert finds("> it takes about 5\n> minutes on my machine") == []


def test_a_rate_is_no_length(finds):
    assert finds("It costs $20 a year, ten times a day.") == []


def test_a_name_that_is_a_weekday_too_needs_more_than_itself(read):
    assert read("Attendees: Thu Dang and others") == []
    assert read("on Thu we meet") == [("date", "Thu", "2026-11-19", [])]


def test_a_sentence_that_begins_with_an_ordinal_is_not_joined_to_a_weekday(read):
    assert [v[1:3] for v in read("We play on Friday. The first of us wins")] == [
        ("Friday", "2026-11-20")
    ]


def test_what_a_decoder_left_behind_is_no_day(read):
    assert [v[1:3] for v in read("the regionals=20\nJune 1-3 in town")] == [
        ("June 1-3", ("XXXX-06-01", "XXXX-06-03"))
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tomorrow's board meeting", "2026-11-17"),
        ("Friday's lunch is off", "2026-11-20"),
        ("the Thursday Team Meeting", "2026-11-19"),
        ("on the Thursday Peter arrives", "2026-11-19"),
    ],
)
def test_an_event_beside_a_day_makes_no_name_of_it(only, text, expected):
    assert only(text) == ("date", expected)


def test_numbers_of_the_next_line_are_no_hours_and_no_days(read):
    assert [v[1:3] for v in read("July 23\n 00-09\n July 30\n 10-19")] == [
        ("July 23", "2026-07-23"),
        ("July 30", "2026-07-30"),
    ]
