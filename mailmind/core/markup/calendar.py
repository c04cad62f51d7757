"""iCalendar parts to facts: when and where an event is, who calls it, whether it is called off.

Owned here: times carry the offset of their own zone, from VTIMEZONE or the zone's name (Windows names
too), and a cancelled event never looks like one that takes place.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from typing import TYPE_CHECKING

from mailmind.core.markup.contentlines import KINDS, Block, blocks, unfolded
from mailmind.core.values import FactType, MarkupFact

if TYPE_CHECKING:
    from icalendar.cal import Component

SOURCE = "markup:icalendar"
_MOMENTS = {
    "DTSTART": "start",
    "DTEND": "end",
    "DUE": "due time",
    "RECURRENCE-ID": "original start of the moved occurrence",
}
_TEXTS = {
    "SUMMARY": "title",
    "LOCATION": "place",
    "RRULE": "repetition",
    "STATUS": "status",
}


def calendar_facts(text: str, number: int, trouble: list[str]) -> Iterator[MarkupFact]:
    """The facts of one calendar part."""
    from icalendar import Calendar

    source = unfolded(text)
    try:
        calendars = Calendar.from_ical(source, multiple=True)
    except (ValueError, KeyError, IndexError, TypeError, AttributeError) as problem:
        trouble.append(f"calendar unreadable: {str(problem)[:120]}")
        return
    written, place = blocks(source), 0
    for calendar in calendars:
        method = str(calendar.get("METHOD", "")).upper()
        for event in calendar.walk():
            if event.name in KINDS:
                path = f"icalendar:{number}.{place}.{event.name}"
                lines = _lines_of(event, written[place] if place < len(written) else None)
                place += 1
                try:
                    yield from _event_facts(event, path, lines, method)
                except (ValueError, KeyError, TypeError, AttributeError, OverflowError) as problem:
                    trouble.append(f"calendar event unreadable: {str(problem)[:120]}")


def _event_facts(
    event: "Component", path: str, lines: Mapping[str, str], method: str
) -> Iterator[MarkupFact]:
    title = str(event.get("SUMMARY", "")).strip()
    cancelled = method == "CANCEL" or str(event.get("STATUS", "")).upper() == "CANCELLED"
    thing = f"the {'cancelled ' if cancelled else ''}event{f' {title!r}' if title else ''}"
    for name, says in _MOMENTS.items():
        if name in event and (moment := _moment(event, name)) is not None:
            kind, value = moment
            exclusive = name == "DTEND" and kind is FactType.DATE
            statement = f"{'day after the end' if exclusive else says} of {thing}"
            yield _fact(kind, statement, value, f"{path}.{name}", lines.get(name, value))
    for name, says in _TEXTS.items():
        if value := _text(event, name):
            yield _fact(
                FactType.CLAIM,
                f"{says} of {thing}",
                value,
                f"{path}.{name}",
                lines.get(name, value),
            )
    organizer = event.get("ORGANIZER")
    if organizer is not None and not isinstance(organizer, list):
        address = re.sub(r"(?i)^mailto:", "", str(organizer))
        value = str(organizer.params.get("CN", "")).strip() or address
        quote = lines.get("ORGANIZER", value)
        yield _fact(FactType.PERSON, f"organizer of {thing}", value, f"{path}.ORGANIZER", quote)
    if cancelled:
        quote = "METHOD:CANCEL" if method == "CANCEL" else lines.get("STATUS", "STATUS:CANCELLED")
        yield _fact(
            FactType.CLAIM, f"{thing} does not take place", "cancelled", f"{path}.METHOD", quote
        )


def _fact(kind: FactType, statement: str, value: str, path: str, quote: str) -> MarkupFact:
    return MarkupFact(kind, statement, value, path, SOURCE, quote)


def _moment(event: "Component", name: str) -> tuple[FactType, str] | None:
    """The date or the time with its offset."""
    value = event.decoded(name)
    if isinstance(value, datetime):
        if value.tzinfo is not None and value.utcoffset() is None:
            value = value.replace(tzinfo=None)
        return FactType.DATETIME, value.isoformat()
    if isinstance(value, date):
        return FactType.DATE, value.isoformat()
    return None


def _text(event: "Component", name: str) -> str:
    value = event.get(name)
    if value is None or isinstance(value, list):
        return ""
    if name == "RRULE":
        return str(value.to_ical().decode())
    return " ".join(str(value).split())


def _lines_of(event: "Component", block: Block | None) -> dict[str, str]:
    """The content lines of this event by name; none where the block is another event's."""
    lines = block.by_name() if block is not None and block.kind == event.name else {}
    uid = str(event.get("UID", "")).strip()
    return lines if uid in lines.get("UID", "") else {}
