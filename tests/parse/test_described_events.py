"""Events whose words say more than their fields: read as prose, checked as prose."""

import pytest

from mailmind.core.checks import CheckContext
from mailmind.core.checks.citation import citation
from mailmind.core.checks.value import value
from mailmind.core.offline import markup_facts
from mailmind.core.policy import DEFAULT_WORKFLOWS, Policy
from mailmind.core.values import Outcome, Thread

DESCRIPTION = (
    r"ab 10:26 Ulm\, Gleis 2 (ICE 516)\nan 12:05 Mainz\n\nBuchung vom 02.03.2026\nPreis: 49\,90 EUR"
)


def calendar_mail(event: str, *, text: str = "Anbei die Fahrt.", method: str = "PUBLISH") -> str:
    return (
        'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b"\n\n'
        f"--b\nContent-Type: text/plain; charset=utf-8\n\n{text}\n--b\n"
        f"Content-Type: text/calendar; charset=utf-8; method={method}\n\n"
        f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nMETHOD:{method}\n"
        f"BEGIN:VEVENT\nUID:7@x\nDTSTART;TZID=Europe/Berlin:20260310T102600\n{event}\nEND:VEVENT\n"
        "END:VCALENDAR\n--b--\n"
    )


def in_words(message):
    """Type, value and path of the facts that are no fields."""
    return [
        (f.type.value, f.value, f.path)
        for f in message.markup
        if not f.source.startswith("markup:")
    ]


def test_times_sums_and_numbers_of_a_description_are_facts(mail):
    message = mail(calendar_mail(f"SUMMARY:Ulm\nDESCRIPTION:{DESCRIPTION}"))
    path = "icalendar:0.0.VEVENT.DESCRIPTION"
    assert in_words(message) == [
        ("time", "10:26", path),
        ("id", "ICE 516", path),
        ("time", "12:05", path),
        ("date", "2026-03-02", path),
        ("amount", "49.9 EUR", path),
    ]
    assert all(fact.quote in message.markup_source for fact in message.markup)
    statements = [f.statement for f in message.markup if f.path == path]
    assert all("in the description of the event 'Ulm'" in one for one in statements)


def test_such_facts_pass_the_checks_of_prose(mail):
    message = mail(calendar_mail(f"SUMMARY:Ulm\nDESCRIPTION:{DESCRIPTION}"))
    thread = Thread("t", (message,))
    ctx = CheckContext(
        thread=thread, timezone="UTC", policy=Policy(), workflow=DEFAULT_WORKFLOWS["general"]
    )
    facts = [f for f in markup_facts(thread) if f.source == "offline"]
    verdicts = [(citation(f, ctx), value(f, ctx)) for f in facts]
    assert [v.outcome for pair in verdicts for v in pair] == [Outcome.PASS] * 10
    assert {v.evidence.part for pair in verdicts for v in pair} == {"markup"}
    assert "says so for machines" not in " ".join(v.reason for pair in verdicts for v in pair)


def test_what_the_mail_itself_says_is_not_said_twice(mail):
    said = "Start 14:30 in room 4, fee 20 EUR"
    message = mail(calendar_mail(rf"DESCRIPTION:{said}", text=f"Hello,\n{said}\nBye"))
    assert in_words(message) == []


def test_a_hedge_in_a_description_states_nothing(mail):
    message = mail(calendar_mail("DESCRIPTION:We might move it to 16:45.\\nDoors open at 13:15."))
    assert [v for _, v, _ in in_words(message)] == ["13:15"]


def test_an_ambiguous_date_keeps_the_words_it_was_written_in(mail):
    message = mail(calendar_mail("DESCRIPTION:Booked on 03/04/2026"))
    assert [v for _, v, _ in in_words(message)] == ["03/04/2026"]


@pytest.mark.parametrize(
    ("event", "method"),
    [
        ("DESCRIPTION:Doors 13:15", "CANCEL"),
        ("STATUS:CANCELLED\nDESCRIPTION:Doors 13:15", "PUBLISH"),
    ],
)
def test_the_words_of_a_cancelled_event_say_that_it_is(mail, event, method):
    message = mail(calendar_mail(event, method=method))
    assert [f.statement for f in message.markup if f.path.endswith("DESCRIPTION")] == [
        "time in the description of the cancelled event: Doors …"
    ]


def test_an_alarm_is_no_word_of_the_event(mail):
    alarm = "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT15M\nDESCRIPTION:Leave at 09:40\nEND:VALARM"
    assert in_words(mail(calendar_mail(alarm))) == []


def test_each_event_speaks_for_itself(mail):
    more = (
        "END:VEVENT\nBEGIN:VEVENT\nUID:8@x\nDTSTART:20260311T100000Z\nDESCRIPTION:Gate B at 09:10"
    )
    message = mail(calendar_mail(f"DESCRIPTION:Gate A at 08:20\n{more}"))
    assert in_words(message) == [
        ("time", "08:20", "icalendar:0.0.VEVENT.DESCRIPTION"),
        ("time", "09:10", "icalendar:0.1.VEVENT.DESCRIPTION"),
    ]


def test_of_many_events_the_rest_is_named(mail):
    more = "\nEND:VEVENT\nBEGIN:VEVENT\nUID:{0}@x\nDTSTART:20260311T100000Z\nDESCRIPTION:Gate {0} at 09:10"
    message = mail(calendar_mail("DESCRIPTION:Doors 08:20" + "".join(map(more.format, range(120)))))
    assert "the words of 21 calendar events are not read" in message.trouble
    assert len(in_words(message)) == 100
    starts = [f for f in message.markup if f.path.endswith("DTSTART")]
    assert len(starts) == 121


def test_occurrences_of_one_event_keep_their_own_lines(mail):
    moved = "\nEND:VEVENT\nBEGIN:VEVENT\nUID:7@x\nRECURRENCE-ID:202603{0}T092600Z\nDTSTART:202603{0}T120000Z"
    message = mail(calendar_mail("RRULE:FREQ=DAILY" + moved.format(11) + moved.format(12)))
    assert [f.quote for f in message.markup if f.path.endswith("DTSTART")] == [
        "DTSTART;TZID=Europe/Berlin:20260310T102600",
        "DTSTART:20260311T120000Z",
        "DTSTART:20260312T120000Z",
    ]


@pytest.mark.timeout(60)
@pytest.mark.parametrize("line", ["BEGIN:VEVENT", "BEGIN:VALARM", "BEGIN:VEVENT\nBEGIN:VALARM"])
def test_events_that_are_never_closed_cost_no_more_than_their_lines(mail, line):
    message = mail(calendar_mail("DESCRIPTION:Doors 13:15\n" + f"{line}\nX:1\n" * 20_000))
    assert len(message.markup) <= 3
