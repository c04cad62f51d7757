"""Phone numbers that a line end cuts in two.

Owned here: half a number is never handed out. What stands on both sides of the break is one number
where the plan of its country, or the North American shape, says so; else neither half is one.
"""

import re

from mailmind.core.normalize.phone_plan import e164

_HEAD = re.compile(r"(?<![\w*#$€£%.,:/-])(?:\(?\+[\d(][\d().\- ]{0,12}|\(?\d{2,5}\)?)[-./ ]{0,2}\Z")
_TAIL = re.compile(
    r"[-./ \t]{0,2}\n[> \t]{0,6}\(?\d{2,5}\)?(?:[-./ ]\d{2,5}){0,3}(?![\w%/]|[-.,:]\d)"
)
_BREAK = re.compile(r"[ \t]*\n[> \t]{0,6}")
_BEFORE = re.compile(r"\n[> \t]{0,6}\(?\Z")
_AMERICAN = re.compile(r"(?:\+?1[ .-]{0,2})?\(?[2-9]\d\d\)?[ .-]{0,2}[2-9]\d\d[ .-]{0,2}\d{4}")
_COMPLETE = 10
_LONGEST_HEAD = 24
_SHORT_HEAD = 4
_PROSE = 40
"""Characters of a line that was broken because it was full; what is shorter ended by itself."""


def over_the_break(
    text: str, start: int, end: int, region: str | None
) -> tuple[int, int, str | None] | None:
    """The whole of a number whose half stands at ``start:end``: its place and E.164 (or digits).

    None where no digits stand across a line end. The value is None where there are such digits, they
    cannot belong to another number, and both together are none that is known.
    """
    half = text[start:end]
    head = None if _begins_itself(half, region) else _head_before(text, start)
    if head is not None:
        value = _whole(text[head:end], region)
        digits = sum(c.isdigit() for c in text[head:start])
        if value is not None or digits <= _SHORT_HEAD or text[head] in "(+":
            return head, end, value
    tail = _TAIL.match(text, end)
    if tail is not None and end >= _PROSE and text.rfind("\n", end - _PROSE, end) < 0:
        value = _whole(text[start : tail.end()], region)
        if value is not None:
            return start, tail.end(), value
    return None


def _begins_itself(half: str, region: str | None) -> bool:
    """True where nothing of the number can stand before it: a country code, a trunk zero, a whole."""
    if half.lstrip("(").startswith(("+", "0")) or sum(c.isdigit() for c in half) >= _COMPLETE:
        return True
    return region is not None and e164(half, region, strict=True) is not None


def _head_before(text: str, start: int) -> int | None:
    """Where digits begin that end the line before ``start``, which begins its own."""
    window = max(0, start - _LONGEST_HEAD)
    cut = _BEFORE.search(text, window, start)
    if cut is None:
        return None
    head = _HEAD.search(text[window : cut.start()].rstrip(" \t"))
    return None if head is None else window + head.start()


def _whole(piece: str, region: str | None) -> str | None:
    joined = _BREAK.sub(" ", piece)
    if joined.lstrip("(").startswith("+") or region:
        return e164(joined, region, strict=True)
    return re.sub(r"\D", "", joined) if _AMERICAN.fullmatch(joined) else None
