"""All identifiers of a text as values: addresses, proven numbers, parcels, and labelled numbers.

Owned here: what is inside an address (URL, e-mail, file name) is part of it and nothing else.
"""

import re
from collections.abc import Iterator

from mailmind.core.normalize.checked import find_checked
from mailmind.core.normalize.context import Context
from mailmind.core.normalize.couriers import find_tracking
from mailmind.core.normalize.found import Found
from mailmind.core.normalize.labelled import find_labelled
from mailmind.core.values import Value

_URL = re.compile(
    r"(?<![^\W_])(?:https?|ftp)://[^\s<>\"'`|\\^{}]+|(?<![\w.@-])www\.[^\s<>\"'`|\\^{}]+",
    re.IGNORECASE,
)
_EMAIL = re.compile(r"(?<![\w.%+-])[\w.%+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}(?![\w@-])")
_TRAILING = ".,;:!?)]}>'\"*"


def find_ids(ctx: Context) -> list[Value]:
    """Every identifier, overlapping ones included: ``resolve`` picks."""
    found = [*_addresses(ctx.plain), *find_checked(ctx), *find_tracking(ctx), *find_labelled(ctx)]
    return [
        Value(
            "id",
            ctx.text[f.start : f.end],
            f.start,
            f.end,
            {"value": f.value},
            subkind=f.subkind,
            why=f.why,
        )
        for f in found
    ]


def _addresses(text: str) -> Iterator[Found]:
    if "://" in text or "www." in text.lower():
        for match in _URL.finditer(text):
            value = match.group().rstrip(_TRAILING)
            if value.count("(") > value.count(")") and match.group()[len(value) :].startswith(")"):
                value += ")"
            if len(value) > 4:
                yield Found(match.start(), match.start() + len(value), "url", value)
    if "@" in text:
        for match in _EMAIL.finditer(text):
            yield Found(match.start(), match.end(), "email", match.group())
