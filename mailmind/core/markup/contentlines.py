"""The content lines of an iCalendar part as they are written, event by event.

Owned here: the source. What a fact quotes is a line of it, the lines of an alarm are no words of its
event, and each line is looked at once however many there are.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

KINDS = ("VEVENT", "VTODO")
_BEGINS = {f"BEGIN:{kind}": kind for kind in KINDS}
_ENDS = frozenset({"END:VALARM", "END:VCALENDAR", *(f"END:{kind}" for kind in KINDS)})
"""Where an alarm ends, closed or not."""
_FOLD = re.compile(r"\r?\n[ \t]")
_NAME = re.compile(r"[^;:]*")
_SHOWN = re.compile(r"(SUMMARY|LOCATION|DESCRIPTION)(?:;[^:]*)?:(.+)", re.IGNORECASE)
_ESCAPED = re.compile(r"\\([\\;,nN])")
_CANCEL = re.compile(r"^METHOD:CANCEL\s*$", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Block:
    """The lines of one event."""

    kind: str
    lines: tuple[str, ...]

    def by_name(self) -> dict[str, str]:
        """The first line of each name."""
        found: dict[str, str] = {}
        for line in self.lines:
            found.setdefault(_name(line), line.strip())
        return found


def unfolded(text: str) -> str:
    """The calendar's source with each content line on one line, which quotes are found in."""
    return _FOLD.sub("", text.replace("\r\n", "\n")).strip()


def blocks(source: str) -> list[Block]:
    """The events in the order of the source; one that is not closed is none."""
    found: list[Block] = []
    kind, lines = "", list[str]()
    for line in _without_alarms(source):
        mark = line.strip().upper()
        if mark in _BEGINS:
            kind, lines = _BEGINS[mark], []
        elif kind and mark == f"END:{kind}":
            found.append(Block(kind, tuple(lines)))
            kind = ""
        elif kind:
            lines.append(line)
    return found


def calendar_text(text: str) -> str:
    """What a reader is shown of a calendar that comes without a word: title, place, description."""
    shown = (_SHOWN.match(line) for line in _without_alarms(unfolded(text)))
    return "\n".join(_unescaped(found.group(2)) for found in shown if found) + "\n"


def plain_text(lines: Sequence[str], name: str) -> str:
    """The text of the first content line of that name, as a reader is shown it."""
    found = (_SHOWN.match(line) for line in lines if _name(line) == name)
    return _unescaped(next((one.group(2) for one in found if one), "")).strip()


def calls_all_off(source: str) -> bool:
    """Whether the calendar takes back its events as a whole."""
    return _CANCEL.search(source) is not None


def is_off(lines: Sequence[str]) -> bool:
    """Whether an event of these lines is called off by itself."""
    return any(line.strip().upper() == "STATUS:CANCELLED" for line in lines)


def _without_alarms(source: str) -> Iterator[str]:
    """All lines but those of alarms, which repeat the words of their event or bring their own."""
    alarm = False
    for line in source.split("\n"):
        mark = line.strip().upper()
        if mark == "BEGIN:VALARM":
            alarm = True
        elif alarm and mark in _ENDS:
            alarm = False
            if mark != "END:VALARM":
                yield line
        elif not alarm:
            yield line


def _name(line: str) -> str:
    found = _NAME.match(line)
    return found.group().strip().upper() if found else ""


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda found: "\n" if found.group(1) in "nN" else found.group(1), text)
