"""A parsed message to its row and back.

Owned here: what was stored is read back equal, or an error says so.
"""

import json
import sqlite3
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from mailmind.adapters.store.columns import clean, dumps
from mailmind.core.values import Message
from mailmind.errors import StoreError

if TYPE_CHECKING:
    from pydantic import TypeAdapter

_OWN_COLUMNS = frozenset(
    {
        "message_id",
        "header_id",
        "in_reply_to",
        "references",
        "subject",
        "body",
        "alternative",
        "trouble",
    }
)


@cache
def _messages() -> "TypeAdapter[Message]":
    from pydantic import TypeAdapter  # a sync stores bytes only, and does not pay for it

    return TypeAdapter(Message)


def message_row(key: int, message: Message) -> tuple[object, ...]:
    """A row of ``messages``."""
    if not _can_be_kept(message):
        message = _cleaned(message)
    details = _messages().dump_json(message, exclude=set(_OWN_COLUMNS)).decode()
    return (
        key,
        message.header_id,
        dumps(message.in_reply_to),
        dumps(message.references),
        message.date.isoformat() if message.date else None,
        message.subject,
        str(message.sender),
        message.body,
        message.alternative,
        dumps(message.trouble) if message.trouble else None,
        details,
    )


def _can_be_kept(message: Message) -> bool:
    try:
        _messages().dump_json(message)
    except ValueError:  # pydantic's serialization error: some text is no UTF-8
        return False
    return True


def _cleaned(message: Message) -> Message:
    """The message without lone surrogates, and with a note that there were some."""
    plain = _messages().dump_python(message)
    data = _clean_all(plain)
    changed = sorted(name for name in plain if plain[name] != data[name])
    note = f"characters that are none (lone surrogates) replaced in: {', '.join(changed)}"
    trouble = (*data["trouble"], note)
    return _messages().validate_python({**data, "trouble": trouble})


def _clean_all(value: Any) -> Any:
    match value:
        case str():
            return clean(value)
        case Mapping():
            return {k: _clean_all(v) for k, v in value.items()}
        case tuple() | list():
            return tuple(_clean_all(v) for v in value)
        case _:
            return value


def message(row: sqlite3.Row) -> Message:
    """The message of a row, named ``msg_<key>``."""
    from pydantic import ValidationError

    try:
        details = json.loads(row["details"])
        details |= {
            "message_id": f"msg_{row['key']}",
            "header_id": row["header_id"],
            "in_reply_to": json.loads(row["in_reply_to"]),
            "references": json.loads(row["refs"]),
            "subject": row["subject"],
            "body": row["body"],
            "alternative": row["alternative"],
            "trouble": json.loads(row["trouble"]) if row["trouble"] else (),
        }
        return _messages().validate_python(details)
    except (ValidationError, ValueError, TypeError) as error:
        raise StoreError(f"message {row['key']} cannot be read back: {error}") from error
