"""iCalendar parts to facts: when and where an event is, who calls it, whether it is called off.

Owned here: times carry the offset of their own zone, from VTIMEZONE or the zone's name (Windows names
too), and a cancelled event never looks like one that takes place.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING

from mailmind.core.values import FactType, MarkupFact

if TYPE_CHECKING:
    from icalendar.cal import Component

SOURCE = "markup:icalendar"
_FOLD = re.compile(r"\r?\n[ \t]")
_ALARM = re.compile(r"BEGIN:VALARM.*?END:VALARM", re.IGNORECASE | re.DOTALL)
_SHOWN = re.compile(r"(SUMMARY|LOCATION|DESCRIPTION)(?:;[^:]*)?:(.+)", re.IGNORECASE)
_ESCAPED = re.compile(r"\\([\\;,nN])")
KINDS = ("VEVENT", "VTODO")
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


def unfolded(text: str) -> str:
    """The calendar's source with each content line on one line, which quotes are found in."""
    return _FOLD.sub("", text.replace("\r\n", "\n")).strip()


def calendar_text(text: str) -> str:
    """What a reader is shown of a calendar that comes without a word: title, place, description."""
    shown = (_SHOWN.match(line) for line in alarmless(unfolded(text)).split("\n"))
    return "\n".join(_ESCAPED.sub(_plain, found.group(2)) for found in shown if found) + "\n"


def alarmless(source: str) -> str:
    """The source without the alarms, which repeat the words of their event or bring their own."""
    return _ALARM.sub("", source)


def plain_text(lines: Sequence[str], name: str) -> str:
    """The text of the first content line of that name, as a reader is shown it."""
    found = (_SHOWN.match(line) for line in lines)
    texts = (one.group(2) for one in found if one and one.group(1).upper() == name)
    return _ESCAPED.sub(_plain, next(texts, "")).strip()


def cancels(source: str, lines: Sequence[str]) -> bool:
    """Whether an event of these lines is called off, by itself or by the calendar as a whole."""
    by_method = re.search(r"(?im)^METHOD:CANCEL\s*$", source) is not None
    return by_method or any(line.strip().upper() == "STATUS:CANCELLED" for line in lines)


def _plain(escaped: re.Match[str]) -> str:
    return "\n" if escaped.group(1) in "nN" else escaped.group(1)


def calendar_facts(text: str, number: int, trouble: list[str]) -> Iterator[MarkupFact]:
    """The facts of one calendar part."""
    from icalendar import Calendar

    source = unfolded(text)
    try:
        calendars = Calendar.from_ical(source, multiple=True)
    except (ValueError, KeyError, IndexError, TypeError, AttributeError) as problem:
        trouble.append(f"calendar unreadable: {str(problem)[:120]}")
        return
    place = 0
    for calendar in calendars:
        method = str(calendar.get("METHOD", "")).upper()
        for event in calendar.walk():
            if event.name in KINDS:
                path = f"icalendar:{number}.{place}.{event.name}"
                place += 1
                try:
                    yield from _event_facts(event, path, source, method)
                except (ValueError, KeyError, TypeError, AttributeError, OverflowError) as problem:
                    trouble.append(f"calendar event unreadable: {str(problem)[:120]}")


def _event_facts(event: "Component", path: str, source: str, method: str) -> Iterator[MarkupFact]:
    title = str(event.get("SUMMARY", "")).strip()
    cancelled = method == "CANCEL" or str(event.get("STATUS", "")).upper() == "CANCELLED"
    thing = f"the {'cancelled ' if cancelled else ''}event{f' {title!r}' if title else ''}"
    lines = _lines_of(event, source)
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


def _lines_of(event: "Component", source: str) -> dict[str, str]:
    """The content lines of this event by name: those between its BEGIN and END that hold its UID."""
    uid = str(event.get("UID", ""))
    lines: dict[str, str] = {}
    for block in re.findall(rf"(?is)BEGIN:{event.name}\s*\n(.*?)\nEND:{event.name}", source):
        if uid and uid not in block:
            continue
        own: dict[str, str] = {}
        for line in alarmless(block).split("\n"):
            name = re.split(r"[;:]", line, maxsplit=1)[0].upper()
            own.setdefault(name, line.strip())
        same = "RECURRENCE-ID" in own and "RECURRENCE-ID" in event
        if not lines or same:
            lines = own
    return lines
