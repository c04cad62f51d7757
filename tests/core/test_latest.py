"""A later word about the same thing supersedes; everything that only looks like one does not."""

import pytest

from mailmind.core.checks import latest
from mailmind.core.checks.topic import topic_of


def judged(thread, fact, kind, claim, quote, *mails, statement=None, message_id="m1"):
    item = fact(kind, claim, quote, message_id, statement=statement or kind)
    return latest(item, thread(*mails))


FLIGHT = "Your flight LH 2222 departs on 3 December 2026 at 15:15."
MEETING = "Our meeting is on Friday, 20 November 2026 at 15:15 in room 4."
REFUND = "We will send your refund of $540.00 for order A-4711."


@pytest.mark.parametrize(
    ("kind", "claim", "quote", "first", "later"),
    [
        ("time", "15:15", "at 15:15", FLIGHT, "Your flight LH 2222 has been moved to 16:00."),
        ("time", "15:15", "at 15:15", MEETING, "The meeting is rescheduled to 4 PM."),
        ("time", "15:15", "at 15:15", MEETING, "New time: 16:00, sorry for the confusion."),
        ("datetime", "2026-11-20T15:15", MEETING[15:49], MEETING, "We moved the meeting to 16:00."),
        ("date", "2026-11-20", "20 November 2026", MEETING,
         "The meeting has been postponed to 27 November 2026."),
        ("date", "2026-11-20", "20 November 2026", MEETING, "The meeting is cancelled."),
        ("amount", "540 USD", "refund of $540.00", REFUND, "Correction: your refund is $480.00."),
        ("time", "15:15", "um 15:15", "Der Termin ist am 20. November 2026 um 15:15 Uhr.",
         "Der Termin wurde auf 16:30 Uhr verschoben."),
        ("time", "15:15", "à 15:15", "La réunion est le 20 novembre 2026 à 15:15.",
         "La réunion est reportée à 16:30."),
        ("time", "15:15", "a las 15:15", "La reunión es el 20 de noviembre de 2026 a las 15:15.",
         "La reunión ha sido aplazada a las 16:30."),
    ],
)  # fmt: skip
def test_a_later_word_supersedes(thread, fact, kind, claim, quote, first, later):
    result = judged(thread, fact, kind, claim, quote, first, later)
    assert (result.outcome, result.code, result.extra) == (
        "fail",
        "latest.superseded",
        {"by": "m2"},
    ), result


@pytest.mark.parametrize(
    ("kind", "claim", "quote", "first", "later"),
    [
        # another event of the same day
        ("time", "15:15", "at 15:15", MEETING, "Dinner has been moved to 20:00."),
        ("time", "15:15", "at 15:15", MEETING, "Lunch is at 12:30 that day."),
        # another order, another flight
        (
            "amount",
            "540 USD",
            "refund of $540.00",
            REFUND,
            "The refund for order B-9920 is now $120.00.",
        ),
        ("time", "15:15", "at 15:15", FLIGHT, "Flight LH 1000 has been moved to 16:00."),
        # a reply that only quotes the old value, and says it again
        (
            "time",
            "15:15",
            "at 15:15",
            MEETING,
            "Fine.\n\nOn Mon, 16 Nov 2026, Acme wrote:\n> moved to 14:00\n",
        ),
        ("time", "15:15", "at 15:15", MEETING, "See you at the meeting at 15:15."),
        # only the time moved: the date stays
        ("date", "2026-11-20", "20 November 2026", MEETING, "The meeting is moved to 16:00."),
        # a signature's hours
        (
            "time",
            "15:15",
            "at 15:15",
            MEETING,
            "Thank you.\n\n-- \nAcme Ltd\nOffice hours now 9:00 to 17:00\n",
        ),
        # no word about it
        ("amount", "540 USD", "refund of $540.00", REFUND, "The room costs $80.00 a night."),
        ("duration", "14 days", "for 14 days", "We hold it for 14 days.", "Delivery takes 3 days."),
    ],
)
def test_what_must_not_supersede(thread, fact, kind, claim, quote, first, later):
    result = judged(thread, fact, kind, claim, quote, first, later)
    assert (result.outcome, result.code) == ("pass", "latest.current"), result


@pytest.mark.parametrize(
    "later",
    [
        "Could we move the meeting to 14:00?",
        "How about 14:00 instead?",
        "I would suggest 14:00 for the meeting.",
        "Könnten wir das Treffen auf 14:00 Uhr verschieben?",
    ],
)
def test_a_proposal_leaves_the_older_value_open(thread, fact, later):
    result = judged(thread, fact, "time", "15:15", "at 15:15", MEETING, later)
    assert (result.outcome, result.code, result.extra) == (
        "unsure",
        "latest.open_proposal",
        {"by": "m2"},
    )


def test_a_proposal_that_was_turned_down_changes_nothing(thread, fact):
    result = judged(thread, fact, "time", "15:15", "at 15:15", MEETING,
                    "Could we move the meeting to 14:00?", "No, the meeting stays at 15:15.")  # fmt: skip
    assert result.code == "latest.current"


def test_a_proposal_that_was_taken_supersedes(thread, fact):
    result = judged(thread, fact, "time", "15:15", "at 15:15", MEETING,
                    "Could we move the meeting to 14:00?", "14:00 works.")  # fmt: skip
    assert (result.code, result.extra) == ("latest.superseded", {"by": "m3"})


def test_the_newest_word_is_current(thread, fact):
    result = judged(thread, fact, "time", "16:00", "moved to 16:00", FLIGHT,
                    "Your flight LH 2222 has been moved to 16:00.", message_id="m2")  # fmt: skip
    assert result.code == "latest.current"


def test_a_message_may_correct_itself(thread, fact):
    text = "The workshop is on 19 November 2026. Sorry, I meant 20 November 2026."
    assert (
        judged(thread, fact, "date", "2026-11-19", "on 19 November 2026", text).code
        == "latest.superseded"
    )
    assert (
        judged(thread, fact, "date", "2026-11-20", "meant 20 November 2026", text).code
        == "latest.current"
    )


def test_the_order_is_that_of_the_dates_not_of_the_input(thread, fact, mail):
    moved = mail(
        "Your flight LH 2222 has been moved to 16:00.", "m2", date="2026-11-18T10:00:00+01:00"
    )
    first = mail(FLIGHT, "m1", date="2026-11-16T10:00:00+01:00")
    assert (
        latest(fact("time", "15:15", "at 15:15"), thread(moved, first)).code == "latest.superseded"
    )


def test_without_source_or_value_nothing_is_followed_up(thread, fact):
    assert judged(thread, fact, "time", "15:15", "at noon", MEETING).outcome == "not_run"
    assert judged(thread, fact, "time", "soon", "at 15:15", MEETING).outcome == "not_run"
    assert (
        judged(thread, fact, "time", "15:15", "at 15:15", MEETING, message_id="m9").code
        == "message.unknown"
    )


@pytest.mark.parametrize(
    ("kind", "old", "new", "text"),
    [
        ("amount", "90 USD", "95 USD", "The price is $90, sorry, I meant $95."),
        (
            "date",
            "2026-11-19",
            "2026-11-20",
            "We meet on 19 November 2026 - sorry, 20 November 2026.",
        ),
        ("time", "15:00", "16:00", "It starts at 15:00, correction: at 16:00."),
    ],
)
def test_a_sentence_may_correct_itself(thread, fact, kind, old, new, text):
    assert judged(thread, fact, kind, old, text, text).code == "latest.superseded"
    assert judged(thread, fact, kind, new, text, text).code == "latest.current"


def test_a_list_without_full_stops_is_read_once_for_all_its_facts(thread, fact):
    context = thread("\n".join(f"item {n} costs {n}.50 EUR" for n in range(2, 40)))
    first, second = (
        fact("amount", f"{n}.50 EUR", f"costs {n}.50 EUR", "m1", statement=f"price of item {n}")
        for n in (5, 6)
    )
    assert latest(first, context).code == "latest.current"
    before = topic_of.cache_info().misses
    assert latest(second, context).code == "latest.current"
    assert topic_of.cache_info().misses == before + 1  # its statement
