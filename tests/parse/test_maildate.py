"""The Date header: what it says, and when it is not believed."""

# ruff: noqa: DTZ001 (many mails name no zone)

from datetime import UTC, datetime, timedelta, timezone

import pytest

from mailmind.core.mail.date import believable, parse_date

PLUS_1 = timezone(timedelta(hours=1))
NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "moment"),
    [
        ("Tue, 3 Mar 2026 10:15:00 +0100", datetime(2026, 3, 3, 10, 15, tzinfo=PLUS_1)),
        ("3 Mar 26 10:15 +0100", datetime(2026, 3, 3, 10, 15, tzinfo=PLUS_1)),
        ("Tue, 03 March 2026 10.15.09 +0100", datetime(2026, 3, 3, 10, 15, 9, tzinfo=PLUS_1)),
        ("Tue Mar  3 10:15:00 2026", datetime(2026, 3, 3, 10, 15)),
        ("Tue Mar 3 2026 10:15:00 GMT+0100 (CET)", datetime(2026, 3, 3, 10, 15, tzinfo=PLUS_1)),
        ("Thur, 03 Mar 2026 10:15:00 -0000", datetime(2026, 3, 3, 10, 15, tzinfo=UTC)),
        ("Tue, 3 Mar 2026 10:15:00 +0000 (UTC)", datetime(2026, 3, 3, 10, 15, tzinfo=UTC)),
        ("Tue, 3 Mar 2026 10:15:00 (mañana) +0100", datetime(2026, 3, 3, 10, 15, tzinfo=PLUS_1)),
        (
            "Tue, 3 Mar 2026 10:15:00 EST",
            datetime(2026, 3, 3, 10, 15, tzinfo=timezone(-timedelta(hours=5))),
        ),
        (
            "Tue, 3 Mar 2026 10:15:00 (clock +0500) +0100",
            datetime(2026, 3, 3, 10, 15, tzinfo=PLUS_1),
        ),
        ("2026-03-03T10:15:00Z", datetime(2026, 3, 3, 10, 15, tzinfo=UTC)),
        ("2026-03-03 10:15:00 +01:00", datetime(2026, 3, 3, 10, 15, tzinfo=PLUS_1)),
        ("Tue, 3 Mar 2026 23:59:60 +0000", datetime(2026, 3, 3, 23, 59, 59, tzinfo=UTC)),
        ("Fri, 26 Dec 0001 10:00:00 +0000", datetime(1, 12, 26, 10, tzinfo=UTC)),  # never 2001
        ("Thu Jan 01 00:00:10 +0000", None),  # no year
        ("Tue, 31 Feb 2026 10:15:00 +0100", None),
        ("3 Foo 2026 10:15:00", None),
        ("<HR>", None),
        ("yesterday", None),
        ("", None),
    ],
)
def test_parse_date(value, moment):
    assert parse_date(value) == moment


def test_a_date_without_zone_stays_without():
    assert parse_date("Tue Mar  3 10:15:00 2026").tzinfo is None


@pytest.mark.parametrize(
    ("header", "says"),
    [
        ("Fri, 26 Dec 0001 10:00:00 +0000", "Date implausible"),
        ("Mon, 30 Jun 3609 15:33:50 +0600", "Date implausible"),
        ("Fri, 13 Mar 2026 10:00:00 +0000", "Date implausible"),  # three days after now
        ("<HR>", "Date unreadable"),
        (None, "no Date header"),
    ],
)
def test_what_cannot_be_believed_is_named_and_replaced(header, says):
    trouble: list[str] = []
    hop = "from a by b with SMTP; Mon, 9 Mar 2026 08:00:00 +0100"
    assert believable(header, [hop], None, NOW, trouble) == datetime(2026, 3, 9, 8, tzinfo=PLUS_1)
    assert trouble[0].startswith(says)
    assert trouble[1] == "Date taken from the Received header"


def test_without_any_believable_time_there_is_none():
    assert believable("Mon, 30 Jun 3609 15:33:50 +0600", [], None, NOW, []) is None
    assert believable(None, [], None, None, []) is None


def test_the_time_of_delivery_stands_in_last():
    trouble: list[str] = []
    assert believable(None, [], NOW, None, trouble) == NOW
    assert trouble[-1] == "Date taken from the time of delivery"


def test_two_days_of_wrong_clock_are_believed():
    header = "Thu, 12 Mar 2026 11:00:00 +0000"
    trouble: list[str] = []
    assert believable(header, [], None, NOW, trouble) == datetime(2026, 3, 12, 11, tzinfo=UTC)
    assert trouble == []


def test_the_digits_count_and_a_wrong_weekday_is_noted():
    trouble: list[str] = []
    found = believable("Sun, 3 Mar 2026 10:15:00 +0000", [], None, NOW, trouble)
    assert found == datetime(2026, 3, 3, 10, 15, tzinfo=UTC)
    assert trouble == ["Date names the wrong weekday: 'Sun, 3 Mar 2026 10:15:00 +0000'"]
