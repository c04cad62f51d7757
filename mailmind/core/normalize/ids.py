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
_MESSAGE = re.compile(
    r"(?:message-id|in-reply-to|references|content-id)[ \t]*:\s{0,3}<\Z", re.IGNORECASE
)
_NEXT_MESSAGE = re.compile(r">[\s,]{1,4}<")
"""Between the names of two messages that one header gives."""
_LABEL = 24
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
        before = -1
        for match in _EMAIL.finditer(text):
            start, end = match.span()
            named = _NEXT_MESSAGE.fullmatch(text, before, start) if before >= 0 else None
            is_message = named or _MESSAGE.search(text, max(0, start - _LABEL), start)
            before = end if is_message else -1
            yield Found(start, end, "message" if is_message else "email", match.group())
