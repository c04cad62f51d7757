"""Text, JSON and time as columns hold them.

Owned here: what goes in can come back. Text that UTF-8 cannot carry (lone surrogates) is replaced on
the way in, one character for one, so that every span still fits; a moment always has a zone.
"""

import json
import re
import sqlite3
from collections.abc import Mapping
from datetime import UTC, datetime

_SURROGATE = re.compile("[\ud800-\udfff]")


def clean(text: str) -> str:
    """The text as UTF-8 can carry it: U+FFFD for each lone surrogate."""
    return _SURROGATE.sub("\ufffd", text) if not text.isascii() else text


def dumps(value: object) -> str:
    """JSON for a column, clean."""
    return clean(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def utc(at: datetime) -> str:
    """A moment as text that sorts; it must say its zone."""
    if at.tzinfo is None:
        raise ValueError(f"a moment without a zone: {at.isoformat()}")
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def when(text: str | None) -> datetime | None:
    """A stored date."""
    return None if text is None else datetime.fromisoformat(text)


def moment(date: datetime | None, received: datetime | None = None) -> float:
    """What mail is sorted by: its date, else when it came, else the beginning of time."""
    at = date or received
    if at is None:
        return 0.0
    return (at if at.tzinfo else at.replace(tzinfo=UTC)).timestamp()


def upsert(db: sqlite3.Connection, table: str, values: Mapping[str, object], *, key: str) -> None:
    """Insert a row, or replace the columns of the row with that key.

    Args:
        db: inside a transaction.
        table: name of the table; never from outside.
        values: columns and values; the names never from outside.
        key: the column that is unique.
    """
    names = ", ".join(values)
    marks = ", ".join(f":{name}" for name in values)
    news = ", ".join(f"{name} = excluded.{name}" for name in values if name != key)
    db.execute(
        f"INSERT INTO {table} ({names}) VALUES ({marks})"  # noqa: S608 (own names)
        f" ON CONFLICT ({key}) DO UPDATE SET {news}",
        dict(values),
    )
