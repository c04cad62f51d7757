"""Facts for machines: JSON-LD, microdata, iCalendar."""

import pytest

from mailmind.core.markup import read
from mailmind.core.values import FactType

JSON_LD = """<html><head><script type="application/ld+json">
{"@context": "http://schema.org", "@type": "FlightReservation",
 "reservationNumber": "QX7K2P",
 "underName": {"@type": "Person", "name": "Ann Li"},
 "reservationFor": {"@type": "Flight", "flightNumber": "ZZ 412",
   "departureAirport": {"@type": "Airport", "name": "Oslo", "iataCode": "OSL"},
   "departureTime": "2026-03-20T08:05:00+01:00",
   "airline": {"@type": "Airline", "name": "Zephyr Air"}},
 "totalPrice": 412.50, "priceCurrency": "EUR"}
</script></head><body><p>Your flight</p></body></html>"""


def facts(document="", calendar=""):
    trouble: list[str] = []
    found, source = read([document] if document else [], [calendar] if calendar else [], trouble)
    assert all(fact.quote in source for fact in found)
    return {fact.path: (fact.type, fact.value) for fact in found}, trouble


def test_json_ld():
    found, trouble = facts(JSON_LD)
    assert trouble == []
    assert found == {
        "json-ld:0.reservationNumber": (FactType.ID, "QX7K2P"),
        "json-ld:0.underName.name": (FactType.PERSON, "Ann Li"),
        "json-ld:0.reservationFor.flightNumber": (FactType.ID, "ZZ 412"),
        "json-ld:0.reservationFor.departureAirport.name": (FactType.CLAIM, "Oslo"),
        "json-ld:0.reservationFor.departureTime": (FactType.DATETIME, "2026-03-20T08:05:00+01:00"),
        "json-ld:0.reservationFor.airline.name": (FactType.ORG, "Zephyr Air"),
        "json-ld:0.totalPrice": (FactType.AMOUNT, "412.50 EUR"),
    }


def test_the_quote_is_the_literal_in_its_source():
    found, source = read([JSON_LD], [], [])
    quotes = {fact.path: fact.quote for fact in found}
    assert (
        quotes["json-ld:0.reservationFor.departureTime"]
        == '"departureTime": "2026-03-20T08:05:00+01:00"'
    )
    assert quotes["json-ld:0.totalPrice"] == '"totalPrice": 412.50'
    assert "FlightReservation" in source


@pytest.mark.parametrize(
    "script",
    [
        '[{"@type":"Order","orderNumber":"A1"}{"@type":"Order","orderNumber":"B2"}]',
        '{"@type":"Order","orderNumber":"A1"} {"@type":"Order","orderNumber":"B2"}',
        '[{"@type":"Order","orderNumber":"A1",},{"@type":"Order","orderNumber":"B2"},]',
        '<!-- [{"@type":"Order","orderNumber":"A1"},{"@type":"Order","orderNumber":"B2"}] -->',
        '{"@graph":[{"@type":"Order","orderNumber":"A1"},{"@type":"Order","orderNumber":"B2"}]}',
    ],
)
def test_json_ld_with_the_faults_that_senders_make(script):
    found, trouble = facts(f'<script type="application/ld+json">{script}</script>')
    assert [value for _, value in found.values()] == ["A1", "B2"]
    assert trouble == []


def test_a_value_without_currency_is_no_amount():
    found, _ = facts(
        '<script type="application/ld+json">{"@type":"PropertyValue","value":"12"}</script>'
    )
    assert found == {}


def test_json_ld_that_is_none_is_trouble_and_the_rest_goes_on():
    found, trouble = facts('<script type="application/ld+json">{nope</script>' + JSON_LD)
    assert trouble == ["JSON-LD in the mail is unreadable"]
    assert len(found) == 7


def test_a_value_with_escapes_is_quoted_as_it_is_written():
    script = r'{"@type":"Order","seller":{"name":"K\u00f6nig \"West\""},"orderNumber":"A\/7"}'
    found, source = read([f'<script type="application/ld+json">{script}</script>'], [], [])
    assert {fact.value: fact.quote in source for fact in found} == {
        'König "West"': True,
        "A/7": True,
    }


def test_json_that_is_too_large_is_left_out_and_said():
    _, trouble = facts(f'<script type="application/ld+json">{{"a":"{"x" * 400_000}"}}</script>')
    assert trouble == ["JSON-LD in the mail is too large: left out"]


def test_deep_json_is_no_danger():
    deep = '{"@type":"Order","a":' * 3000 + '"x"' + "}" * 3000
    _, trouble = facts(f'<script type="application/ld+json">{deep}</script>')
    assert trouble in ([], ["JSON-LD in the mail is unreadable"])


MICRODATA = """<div itemscope itemtype="http://schema.org/EventReservation">
  <meta itemprop="reservationNumber" content="EV-55">
  <div itemprop="underName" itemscope itemtype="http://schema.org/Person">
    <span itemprop="name">Bo Ek</span></div>
  <div itemprop="reservationFor" itemscope itemtype="http://schema.org/Event">
    <b itemprop="name">Spring Fair</b>
    <time itemprop="startDate" datetime="2026-04-02T19:30:00+02:00">April 2nd, 7pm</time>
    <div itemprop="location" itemscope itemtype="http://schema.org/Place">
      <span itemprop="name">Old Hall</span></div>
  </div>
  <link itemprop="reservationStatus" href="http://schema.org/ReservationConfirmed">
</div>"""


def test_microdata():
    found, trouble = facts(MICRODATA)
    assert trouble == []
    assert found == {
        "microdata:0.reservationNumber": (FactType.ID, "EV-55"),
        "microdata:0.underName.name": (FactType.PERSON, "Bo Ek"),
        "microdata:0.reservationFor.name": (FactType.CLAIM, "Spring Fair"),
        "microdata:0.reservationFor.startDate": (FactType.DATETIME, "2026-04-02T19:30:00+02:00"),
        "microdata:0.reservationFor.location.name": (FactType.CLAIM, "Old Hall"),
        "microdata:0.reservationStatus": (FactType.CLAIM, "reservation confirmed"),
    }


def test_a_meta_property_is_hidden_text_and_still_a_fact():
    found, _ = facts(
        '<div itemscope itemtype="http://schema.org/Order"><meta itemprop="orderNumber" content="77-1"></div>'
    )
    assert found == {"microdata:0.orderNumber": (FactType.ID, "77-1")}


def event(lines: str, before: str = "METHOD:REQUEST\n") -> str:
    inner = f"BEGIN:VEVENT\nUID:1@x\n{lines}\nEND:VEVENT\n"
    return f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n{before}{inner}END:VCALENDAR\n"


@pytest.mark.parametrize(
    ("start", "moment"),
    [
        ("DTSTART:20260310T140000Z", (FactType.DATETIME, "2026-03-10T14:00:00+00:00")),
        ("DTSTART:20260310T140000", (FactType.DATETIME, "2026-03-10T14:00:00")),
        (
            "DTSTART;TZID=Europe/Oslo:20260310T140000",
            (FactType.DATETIME, "2026-03-10T14:00:00+01:00"),
        ),
        (
            "DTSTART;TZID=Europe/Oslo:20260710T140000",
            (FactType.DATETIME, "2026-07-10T14:00:00+02:00"),
        ),
        (
            "DTSTART;TZID=Tokyo Standard Time:20260310T140000",
            (FactType.DATETIME, "2026-03-10T14:00:00+09:00"),
        ),
        ("DTSTART;VALUE=DATE:20260310", (FactType.DATE, "2026-03-10")),
    ],
)
def test_the_start_of_an_event(start, moment):
    found, _ = facts(calendar=event(start))
    assert found["icalendar:0.0.VEVENT.DTSTART"] == moment


def test_a_zone_that_the_calendar_defines_itself():
    zone = (
        "BEGIN:VTIMEZONE\nTZID:Our Own Time\nBEGIN:STANDARD\nDTSTART:19700101T000000\n"
        "TZOFFSETFROM:+0330\nTZOFFSETTO:+0330\nEND:STANDARD\nEND:VTIMEZONE\n"
    )
    found, _ = facts(calendar=event("DTSTART;TZID=Our Own Time:20260310T140000", zone))
    assert found["icalendar:0.0.VEVENT.DTSTART"] == (FactType.DATETIME, "2026-03-10T14:00:00+03:30")


def test_all_that_an_invitation_says():
    found, _ = facts(
        calendar=event(
            "SUMMARY:Board\\, spring\nLOCATION:Room 4\\; east\nDTSTART:20260310T140000Z\n"
            "DTEND:20260310T15\n 0000Z\n"
            "RRULE:FREQ=WEEKLY;UNTIL=20260501T000000Z\nORGANIZER;CN=Ann Li:mailto:ann@x.example"
        )
    )
    assert found == {
        "icalendar:0.0.VEVENT.DTSTART": (FactType.DATETIME, "2026-03-10T14:00:00+00:00"),
        "icalendar:0.0.VEVENT.DTEND": (FactType.DATETIME, "2026-03-10T15:00:00+00:00"),
        "icalendar:0.0.VEVENT.SUMMARY": (FactType.CLAIM, "Board, spring"),
        "icalendar:0.0.VEVENT.LOCATION": (FactType.CLAIM, "Room 4; east"),
        "icalendar:0.0.VEVENT.RRULE": (FactType.CLAIM, "FREQ=WEEKLY;UNTIL=20260501T000000Z"),
        "icalendar:0.0.VEVENT.ORGANIZER": (FactType.PERSON, "Ann Li"),
    }


@pytest.mark.parametrize(
    ("lines", "before"),
    [
        ("DTSTART:20260310T140000Z", "METHOD:CANCEL\n"),
        ("STATUS:CANCELLED\nDTSTART:20260310T140000Z", ""),
    ],
)
def test_a_cancelled_event_never_looks_like_one_that_takes_place(lines, before):
    found, _ = read([], [event(f"SUMMARY:Board\n{lines}", before)], [])
    assert all("cancelled event 'Board'" in fact.statement for fact in found)
    assert [f.value for f in found if "does not take place" in f.statement] == ["cancelled"]


def test_the_end_of_a_whole_day_is_the_day_after():
    found, _ = read([], [event("DTSTART;VALUE=DATE:20260310\nDTEND;VALUE=DATE:20260312")], [])
    assert [(f.statement, f.value) for f in found if f.path.endswith("DTEND")] == [
        ("day after the end of the event", "2026-03-12")
    ]


def test_two_events_keep_their_own_lines():
    calendar = event("SUMMARY:One\nDTSTART:20260310T140000Z") + event(
        "SUMMARY:Two\nDTSTART:20260311T150000Z"
    ).replace("UID:1@x", "UID:2@x")
    found, _ = read([], [calendar], [])
    assert [(f.value, f.quote) for f in found if f.path.endswith("DTSTART")] == [
        ("2026-03-10T14:00:00+00:00", "DTSTART:20260310T140000Z"),
        ("2026-03-11T15:00:00+00:00", "DTSTART:20260311T150000Z"),
    ]


@pytest.mark.parametrize(
    "broken", ["BEGIN:VCALENDAR\nBEGIN:VEVENT", "nonsense", "BEGIN:VCALENDAR\n;;;\nEND:VCALENDAR"]
)
def test_a_broken_calendar_is_trouble_and_no_failure(broken):
    assert facts(calendar=broken)[0] == {}


FLIGHT = (
    '<div itemscope itemtype="http://schema.org/Flight"><meta itemprop="departureTime" content="{}">'
    '<div itemprop="offers" itemscope><meta itemprop="price" content="{}">'
    '<meta itemprop="priceCurrency" content="EUR"></div></div><p>{}</p>'
)


@pytest.mark.parametrize(
    ("start", "price", "text", "disagrees"),
    [
        ("2026-03-20T08:05:00+01:00", "99", "Departure: 20 March 2026, 08:05. Total 99.00 EUR", []),
        ("2026-03-20T08:05:00+01:00", "99", "Departure: 21 March 2026, 08:05.", ["departure time"]),
        ("2026-03-20T08:05:00+01:00", "99", "Departure: 20 March 2026, 09:05.", ["departure time"]),
        ("2026-03-20T08:05:00+01:00", "99", "Total: 89.00 EUR", ["price"]),
        ("2026-03-20T08:05:00+01:00", "99", "See you on board!", []),  # silence is no conflict
        (
            "2026-03-20T07:05:00Z",
            "99",
            "Departure: 20 March 2026, 08:05.",
            [],
        ),  # UTC against local time
    ],
)
def test_conflicts_between_markup_and_text_are_shown(mail, start, price, text, disagrees):
    found = mail("Content-Type: text/html\n\n" + FLIGHT.format(start, price, text))
    told = [one for one in found.trouble if one.startswith("markup and text disagree: the ")]
    assert [one.split(": the ")[1].split(" of the ")[0] for one in told] == disagrees
