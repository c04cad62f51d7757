"""The schema that a local server is started with, where it heeds none that a request brings.

Owned here: everything that this schema lets through has the form that the schema gate asks for. It
is the envelope once for each task and the second reader's reply, side by side, so that one server
answers every question. What the gate leaves open is bounded: a small model that begins to repeat
itself comes to an end inside its room, and its reply is not lost whole.
"""

from collections.abc import Mapping
from typing import Any

from mailmind.core.envelope import CROSS_SCHEMA, ENVELOPE_SCHEMA

_LISTS = {
    "extract": ("facts", "questions"),
    "ground": ("checks",),
    "draft": ("reply", "questions"),
}
"""The lists that a task fills; all others are empty."""

_NAME = {"type": "string", "minLength": 1, "maxLength": 64}
_MAIL = {"type": "string", "pattern": "^m[0-9]{1,3}$"}
_MAIL_OR_NONE = {"type": "string", "pattern": "^(m[0-9]{1,3})?$"}
_TENTHS = {"enum": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]}

_FIELDS: dict[tuple[str, str], Mapping[str, Any]] = {
    ("facts", "fact_id"): {"type": "string", "pattern": "^f[0-9]{1,2}$"},
    ("facts", "statement"): {"type": "string", "minLength": 1, "maxLength": 200},
    ("facts", "quote"): {"type": "string", "minLength": 1, "maxLength": 300},
    ("facts", "message_id"): _MAIL,
    ("facts", "confidence"): _TENTHS,
    ("checks", "fact_id"): _NAME,
    ("checks", "message_id"): _MAIL_OR_NONE,
    ("readings", "fact_id"): _NAME,
    ("readings", "message_id"): _MAIL_OR_NONE,
    ("reply", "text"): {"type": "string", "minLength": 1, "maxLength": 400},
    ("questions", "question"): {"type": "string", "minLength": 1, "maxLength": 200},
}
"""Fields with bounds of their own, by the list they stand in."""

_WORDS = {"quote": 300, "value": 120}
"""The longest of the other strings, in characters; 100 where nothing is said."""

_MOST = {"facts": 16, "checks": 24, "readings": 24, "reply": 12, "questions": 4, "fact_ids": 8}
"""The longest lists: all facts together fit into the room that a reply has by default."""

_COMPACT = {"whitespace_flexible": False}
"""What llguidance, the grammar engine of some builds, is told: a small model that may indent its reply
spends a quarter of its room on white space. Other engines pass over it."""


def start_schema() -> dict[str, Any]:
    """The JSON schema of every reply that the program may ask a model for.

    It needs ``anyOf``, ``const``, ``enum``, ``pattern``, ``maxLength`` and ``maxItems``, which the
    grammars of llama.cpp know.
    """
    tasks = [_for_task(task, filled) for task, filled in _LISTS.items()]
    reading = _object(CROSS_SCHEMA, {"readings": _list(CROSS_SCHEMA, "readings")})
    return {"x-guidance": _COMPACT, "anyOf": [*tasks, reading]}


def _for_task(task: str, filled: tuple[str, ...]) -> dict[str, Any]:
    lists = {
        name: _list(ENVELOPE_SCHEMA, name) if name in filled else {"const": []}
        for name in ENVELOPE_SCHEMA["properties"]
        if name != "task"
    }
    return _object(ENVELOPE_SCHEMA, {"task": {"const": task}} | lists)


def _list(schema: Mapping[str, Any], name: str) -> dict[str, Any]:
    item = schema["properties"][name]["items"]
    fields = {key: _field(name, key, form) for key, form in item["properties"].items()}
    return {"type": "array", "items": _object(item, fields), "maxItems": _MOST[name]}


def _field(place: str, key: str, form: Mapping[str, Any]) -> Mapping[str, Any]:
    if (place, key) in _FIELDS:
        return _FIELDS[place, key]
    if form["type"] == "array":
        return {"type": "array", "items": _NAME, "maxItems": _MOST[key]}
    if form["type"] != "string" or "enum" in form:
        return form
    return {"type": "string", "maxLength": _WORDS.get(key, 100)}


def _object(like: Mapping[str, Any], fields: Mapping[str, Any]) -> dict[str, Any]:
    """The object schema ``like`` with these fields."""
    return {**like, "properties": dict(fields)}
