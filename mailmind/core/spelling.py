"""How a fact writes a value: one form for one value, so that it reads back as what was found.

Owned here: a value is only put into its normalised form where that form has one reading, the same
one; else it stays as the mail has it.
"""

from dataclasses import dataclass, field
from datetime import datetime

from mailmind.core.normalize import read
from mailmind.core.values import Value

_CANONICAL = frozenset({"money", "percent", "number", "date", "time", "datetime", "duration"})
"""Kinds whose normalised form reads back as itself; of the others each value is tried."""


@dataclass(slots=True)
class Spelling:
    """The written forms of one mail's values, each worked out once however often it stands there."""

    lang: str | None
    _known: dict[tuple[object, ...], str] = field(default_factory=dict)

    def of(self, value: Value, reference: datetime | None) -> str:
        """``written``, in the mail's language."""
        same = (value.kind, value.text, *value.reading.items(), bool(value.ambiguous), reference)
        if same not in self._known:
            self._known[same] = written(value, self.lang, reference)
        return self._known[same]


def written(value: Value, lang: str | None, reference: datetime | None) -> str:
    """The value as a fact says it: normalised where one reading is sure, else as it stands."""
    if value.ambiguous or any(v is None for v in value.reading.values()):
        return value.text
    plain = _plain(value)
    if plain.startswith("XXXX") or (value.kind == "phone" and not plain.startswith("+")):
        return value.text  # a year or a country that nobody knows is not written into the value
    if value.kind in _CANONICAL:
        return plain
    back = read(plain, (value.kind,), reference=reference, lang=lang)
    same = bool(back) and back[0].reading == value.reading and not back[0].ambiguous
    return plain if same else value.text


def _plain(value: Value) -> str:
    reading = {name: field or "" for name, field in value.reading.items()}
    match value.kind:
        case "money":
            return f"{reading['amount']} {reading['currency']}"
        case "moneyrange":
            return "{min} {currency}/{max} {currency}".format(**reading)
        case "percent":
            return f"{reading['amount']} %"
        case "number":
            return reading["amount"]
        case "daterange" | "timerange" | "datetimerange":
            return f"{reading['from']}/{reading['to']}"
        case _:
            return reading["value"]
