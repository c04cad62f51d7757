"""Where two grammars read the same characters: which reading stands.

Owned here: an identifier never doubles as a date or a number. The order is by kind first (what proves
itself by check digits or form beats what merely looks like something), then by length.
"""

import re
from collections.abc import Iterable, Mapping

from mailmind.core.values import Value

_PROVEN = frozenset(("url", "email", "message", "iban", "guid", "vat", "card", "tracking"))
_FRIDAY = re.compile(r"Fr\.? ?\d{1,2}")
_TIMES = "date time datetime daterange timerange datetimerange duration"
_ORDER = (
    "proven id",
    "id",
    "marked section",
    "money moneyrange percent",
    "phone",
    _TIMES,
    "weak",  # an unspoken phone number, an identifier that is named elsewhere
    "section",
    "number",
)
_RANK: Mapping[str, int] = {
    kind: rank for rank, kinds in enumerate(_ORDER) for kind in (kinds, *kinds.split())
}


def _rank(value: Value) -> tuple[int, int, int]:
    kind = value.kind
    if kind == "id" and value.subkind in _PROVEN:
        kind = "proven id"
    elif kind == "id" and value.why:
        kind = "weak"  # named elsewhere: here it may be an amount or a date
    elif kind == "section" and (value.why or value.text != value.reading["value"]):
        kind = "marked section"  # a sign or a word makes it one: "§2.2." is no day
    elif kind == "phone" and not (value.why or value.text.startswith(("+", "(+"))):
        kind = "weak"  # nothing but its shape tells: "16.-17.05.2017" is a date
    elif kind == "money" and _FRIDAY.fullmatch(value.text):
        kind = "section"  # "Fr. 12" may be the francs of a price or the Friday of a date
    return _RANK.get(kind, len(_ORDER)), value.start - value.end, value.start


def settle(values: Iterable[Value], length: int) -> tuple[Value, ...]:
    """The values that stand, sorted by start, none overlapping another.

    Args:
        values: what the grammars found.
        length: of the text they were found in.
    """
    taken = bytearray(length)
    kept: list[Value] = []
    for value in sorted(values, key=_rank):
        if taken.find(1, value.start, value.end) < 0:
            taken[value.start : value.end] = b"\x01" * (value.end - value.start)
            kept.append(value)
    return tuple(sorted(kept, key=lambda v: v.start))
