"""Reading FETCH responses: one message's broken response never spoils its neighbours'.

Owned here: the boundary of a response. A batch holds hundreds of messages; what cannot be read is
told apart by UID and the rest stays good. (IMAPClient's own parser is a general one and fails the
batch as a whole; the items that a sync asks for are few and their grammar is small.)
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from functools import lru_cache
from typing import NamedTuple

Part = bytes | tuple[bytes, bytes]
"""As imaplib hands it out: text, or text that ends with ``{n}`` and the literal of n bytes."""

_START = re.compile(rb"\d+ \(")
_UID = re.compile(rb"[( ]UID (\d+)")
_SIZE = re.compile(rb"[( ]RFC822\.SIZE (\d+)")
_FLAGS = re.compile(rb"[( ]FLAGS \(([^()]*)\)")
_DATE = re.compile(rb'[( ]INTERNALDATE "([^"]*)"')
_SERVER_ID = re.compile(rb"[( ](?:X-GM-MSGID (\d+)|EMAILID \(([^()\s]+)\))")
_LABELS = re.compile(rb'[( ]X-GM-LABELS \(((?:"(?:[^"\\]|\\.)*"|[^()"])*)\)')
_LABEL = re.compile(rb'"((?:[^"\\]|\\.)*)"|([^\s"]+)')
_BODY_LITERAL = re.compile(rb"[( ]BODY\[\](?:<\d+>)? \{\d+\}$")
_BODY_INLINE = re.compile(rb'[( ]BODY\[\](?:<\d+>)? (?:NIL|"((?:[^"\\\r\n]|\\.)*)")')
_ESCAPED = re.compile(rb"\\(.)")
_WHEN = re.compile(rb"\s?(\d{1,2})-(\w{3})-(\d{4}) (\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)")
_MONTHS = {
    name: number
    for number, name in enumerate(
        b"jan feb mar apr may jun jul aug sep oct nov dec".split(), start=1
    )
}
_USUAL = re.compile(
    rb'\d+ \(UID (\d+) FLAGS \(([^()]*)\) INTERNALDATE "([^"]*)" RFC822\.SIZE (\d+)\)'
)
"""A head with its items in the order that was asked for, as most servers answer: one look, not six."""
_USUAL_BODY = re.compile(rb"\d+ \(UID (\d+) BODY\[\] \{\d+\}")
"""The same for content, where its literal ends the response."""


class Item(NamedTuple):  # made by the ten thousand: three times faster than a frozen dataclass
    """What one response says of one message. A field that the server left out is None."""

    uid: int
    flags: tuple[str, ...] | None = None
    size: int | None = None
    received: datetime | None = None
    server_id: str | None = None
    labels: tuple[bytes, ...] | None = None
    """Gmail's, as the server spells them."""
    body: bytes | None = None
    nil: bool = False
    """The server gave NIL for the content."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A response that cannot be read."""

    uid: int | None
    reason: str


def read_fetch(data: Iterable[Part | None]) -> Iterator[Item | Broken]:
    """Every FETCH response in the list that imaplib collects.

    A response without a UID is an unsolicited one (another client changed flags) and says nothing
    that a later look would miss; it is left out.
    """
    parts: list[Part] = []
    for part in data:
        if part is None:
            continue
        parts.append(part)
        if isinstance(part, tuple):
            continue  # more text follows every literal
        item = _read(parts)
        parts = []
        if item is not None:
            yield item


def _read(parts: list[Part]) -> Item | Broken | None:
    head = parts[0]
    if isinstance(head, tuple) and len(parts) == 2 and parts[1] == b")":
        content = _USUAL_BODY.fullmatch(head[0])
        if content is not None:
            return Item(int(content[1]), body=head[1])
    text = head if isinstance(head, bytes) else b"".join(map(_text, parts))
    if usual := _USUAL.fullmatch(text):
        number, flags, date, octets = usual.groups()
        return Item(int(number), read_flags(flags), int(octets), read_date(date))
    return _read_items(parts, text)


def _read_items(parts: list[Part], text: bytes) -> Item | Broken | None:
    labels = _LABELS.search(text)
    if labels is not None:  # what people call their labels is no part of the grammar
        text = text[: labels.start() + 1] + text[labels.end() :]
    uid_match = _UID.search(text)
    uid = int(uid_match[1]) if uid_match else None
    if not _START.match(text) or not text.endswith(b")"):
        return Broken(uid, f"the server's FETCH response cannot be read: {text[:60]!r}")
    if uid is None:
        return None
    flags, size, when = _FLAGS.search(text), _SIZE.search(text), _DATE.search(text)
    named = _SERVER_ID.search(text)
    body, nil = _body(parts, text)
    return Item(
        uid=uid,
        flags=read_flags(flags[1]) if flags else None,
        size=int(size[1]) if size else None,
        received=read_date(when[1]) if when else None,
        server_id=(named[1] or named[2]).decode("ascii", "replace") if named else None,
        labels=_read_labels(labels[1]) if labels else None,
        body=body,
        nil=nil,
    )


def _text(part: Part) -> bytes:
    """A part without its literal where that is content; any other literal as a quoted string."""
    if isinstance(part, bytes):
        return part
    text, literal = part
    if _BODY_LITERAL.search(text) or not text.endswith(b"}"):
        return text
    return text[: text.rindex(b"{")] + b'"' + re.sub(rb'(["\\])', rb"\\\1", literal) + b'"'


def _read_labels(text: bytes) -> tuple[bytes, ...]:
    return tuple(
        _ESCAPED.sub(rb"\1", found[1]) if found[2] is None else found[2]
        for found in _LABEL.finditer(text)
    )


def _body(parts: list[Part], text: bytes) -> tuple[bytes | None, bool]:
    for part in parts:
        if isinstance(part, tuple) and _BODY_LITERAL.search(part[0]):
            return part[1], False
    inline = _BODY_INLINE.search(text)
    if inline is None:
        return None, False
    if inline[1] is None:
        return None, True
    return _ESCAPED.sub(rb"\1", inline[1]), False


@lru_cache(maxsize=1024)
def read_flags(text: bytes) -> tuple[str, ...]:
    r"""Flags, sorted; ``\Recent`` is about the session and is left out."""
    names = {name.decode("ascii", "backslashreplace") for name in text.split()}
    return tuple(sorted(name for name in names if name.lower() != "\\recent"))


def read_date(text: bytes) -> datetime | None:
    """An INTERNALDATE, aware; None where it is no date (a server's year 0 or day 32)."""
    match = _WHEN.fullmatch(text)
    if match is None:
        return None
    day, name, year, hour, minute, second, sign, *offset = match.groups()
    month = _MONTHS.get(name.lower())
    if month is None:
        return None
    clock = int(hour), int(minute), int(second)
    try:
        return datetime(int(year), month, int(day), *clock, tzinfo=_zone(sign, *offset))
    except ValueError:
        return None


@lru_cache(maxsize=64)
def _zone(sign: bytes, hours: bytes, minutes: bytes) -> timezone:
    offset = timedelta(hours=int(hours), minutes=int(minutes))
    return timezone(-offset if sign == b"-" else offset) if offset else UTC
