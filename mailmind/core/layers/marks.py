"""Lines that say "what follows is somebody else's": separators, header blocks, attributions.

Owned here: what proves it. A separator does by its words; a header block that has none above it only
with a sender and a clock time, since people write memos with From and To as well.
"""

import re
from collections.abc import Mapping, Sequence

from mailmind.core.layers import vocabulary as words
from mailmind.core.layers.attribution import attribution_starts, find_attribution
from mailmind.core.layers.lines import Line
from mailmind.core.layers.mark import Mark
from mailmind.core.layers.when import read_author

_MAX_HEAD = 60
_CLOCKISH = re.compile(r"\d[:.]\d\d|\d{4}\s*\Z")
_INLINE = re.compile(r"((?:[:.]\d\d)?(?:\s?[ap]\.?m\.?)?)\s+(?:to|cc|subject)\s?:", re.IGNORECASE)
"""What follows the time where the fields stand on one line with it."""
_ON = re.compile(r"\s+on\s*\Z", re.IGNORECASE)
_STROKES = ("--", "__", "==", "~~", "**", "––", "——")
_FRAMED = re.compile(r"[\s>]*([-_=~*–—])\1")
"""A line that strokes begin, behind quote signs."""
_RULE = re.compile(r"[-_=]{5,}\Z")
_ADDRESSES = re.compile(r"@|;|,\s*$|^\[|<|/[A-Z]{2,}|^\S+ \S+(?: \S+)?$")


def find_marks(lines: Sequence[Line]) -> dict[int, Mark]:
    """Every mark by its first line. Heads do not overlap."""
    starts = attribution_starts(lines)
    framed = {i for i, line in enumerate(lines) if _FRAMED.match(line.text)}
    fields = {
        i
        for i, line in enumerate(lines)
        if (":" in line.bare or "：" in line.bare) and _field(line) is not None
    }
    clocks = {i for i, line in enumerate(lines) if _CLOCKISH.search(line.bare)} if fields else set()
    found: dict[int, Mark] = {}
    floor = 0
    for i in sorted(starts | framed | fields | clocks):
        if i < floor:
            continue
        mark = _separator(lines, i)
        if mark is None and fields:
            mark = _header_block(lines, i) or _notes_block(lines, i, floor)
        if mark is None and i in starts:
            mark = find_attribution(lines, i)
        if mark is not None:
            found[mark.first] = mark
            floor = mark.after
    return found


# ── separators ─────────────────────────────────────────────────────────────────────────────────────


def _unquoted(line: Line) -> str:
    """The line without quote signs, but with its strokes."""
    return line.text.strip().lstrip("> \t")


def _separator(lines: Sequence[Line], i: int) -> Mark | None:
    """``-----Original Message-----`` and its kin, with the header block under it if there is one.

    A separator that names who forwarded may be wrapped: then it ends where its strokes come again.
    """
    bare = lines[i].bare
    if bare.endswith((":", "：")) and words.BEGIN_FORWARDED.fullmatch(bare):
        return _with_block(lines, i, i + 1, forwarded=True, head="")
    text = _unquoted(lines[i])
    if text[:2] not in _STROKES or len(text) <= 6:
        return None
    if not lines[i].depth and words.END_FORWARDED.fullmatch(text):
        return Mark(i, i + 1, lines[i].depth, strong=True, forwarded=True, ends=True)
    best: tuple[int, str, bool] | None = None
    for after in range(i + 1, min(i + 3, len(lines)) + 1):
        found = words.SEPARATOR.fullmatch(text)
        closed = text[-2:] in _STROKES and len(text) > 12
        if found is not None and (closed or best is None):
            best = (after, text, found.group("forwarded") is not None)
        if closed or after == len(lines):
            break
        text = f"{text} {lines[after].bare}"
    if best is None:
        return None
    return _with_block(lines, i, best[0], forwarded=best[2], head=best[1])


def _with_block(lines: Sequence[Line], i: int, after: int, *, forwarded: bool, head: str) -> Mark:
    block = _block_after(lines, after)
    if block is None:
        block = _line_after(lines, after)
    author, when, end = None, "", after
    if block is not None:
        author, when, end = block.author, block.when, block.after
    elif " from " in head.lower():
        author = read_author(re.split(r"(?i)\bfrom ", head, maxsplit=1)[1].strip("-_=~*–— "))
    return Mark(i, end, lines[i].depth, strong=True, forwarded=forwarded, author=author, when=when)


def _block_after(lines: Sequence[Line], start: int) -> Mark | None:
    """The header block that follows within a few blank lines."""
    i = start
    while i < len(lines) and i < start + 6:
        if not lines[i].blank:
            block = _header_block(lines, i, trusted=True)
            notes = (_notes_block(lines, k, start) for k in range(i, min(i + 3, len(lines))))
            return block or next((mark for mark in notes if mark is not None), None)
        i += 1
    return None


def _line_after(lines: Sequence[Line], start: int) -> Mark | None:
    """A whole header block on the next line: who, a time, then the other fields."""
    i = start
    while i < len(lines) and lines[i].blank and i < start + 3:
        i += 1
    stamp = words.STAMP.search(lines[i].bare) if i < len(lines) else None
    rest = _INLINE.match(lines[i].bare, stamp.end()) if stamp else None
    if stamp is None or rest is None:
        return None
    author = read_author(_ON.sub("", lines[i].bare[: stamp.start()]))
    when = stamp.group() + rest.group(1)
    return Mark(i, i + 1, lines[i].depth, strong=True, author=author, when=when)


# ── header blocks ──────────────────────────────────────────────────────────────────────────────────


def _field(line: Line) -> tuple[str, str] | None:
    """The kind and the value of a ``From: …`` line."""
    found = words.FIELD.match(line.bare)
    if found is None:
        return None
    return words.FIELD_KINDS[found.group(1).lower()], found.group(2).strip("* \t")


def _header_block(lines: Sequence[Line], i: int, *, trusted: bool = False) -> Mark | None:
    """``From: / Sent: / To: / Subject:``, with a rule above it if there is one."""
    first = i
    if _RULE.match(lines[i].bare) and i + 1 < len(lines):
        i += 1
        while i < len(lines) - 1 and lines[i].blank and i < first + 3:
            i += 1
    start = _field(lines[i])
    if start is None or start[0] in (words.COPY, words.OTHER):
        return None
    if start[0] == words.TO and not trusted:
        return None
    fields, after = _read_fields(lines, i)
    stamp = fields.get(words.SENT, "") or fields.get(words.FROM, "")
    enough = len(fields.keys() - {words.MAILED}) >= 2
    if not (enough if trusted else _proves_itself(fields, stamp)):
        return None
    author = read_author(_before_stamp(fields.get(words.FROM, "")))
    return Mark(first, after, lines[i].depth, strong=True, author=author, when=stamp)


def _proves_itself(fields: Mapping[str, str], stamp: str) -> bool:
    """Whether a block that no separator announces is the head of a mail: with a sender, a clock time,
    and a subject, an address or the word that it was sent. A journey has a From, a To and a Date as
    well, a memo no clock time.
    """
    named = "@" in fields.get(words.FROM, "") + fields.get(words.TO, "")
    mailed = words.SUBJECT in fields or named or words.MAILED in fields
    dated = words.hints_at_date(stamp) and words.CLOCK.search(stamp) is not None
    known = words.TO in fields or words.SUBJECT in fields
    return words.FROM in fields and known and mailed and dated


def _before_stamp(value: str) -> str:
    """A From value without the time that some programs put behind the name."""
    found = words.STAMP.search(value)
    return _ON.sub("", value[: found.start()]) if found else value


def _read_fields(lines: Sequence[Line], i: int) -> tuple[dict[str, str], int]:
    """The fields from line ``i`` on, and the line after the last."""
    fields: dict[str, str] = {}
    last, kind, blanks = i, "", 0
    for k in range(i, min(i + _MAX_HEAD, len(lines))):
        line = lines[k]
        if line.depth != lines[i].depth:
            break
        if line.blank:
            blanks += 1
            if blanks > 2 or (words.SUBJECT in fields and words.FROM in fields):
                break
            continue
        found = _field(line)
        if found is not None and (found[0] not in fields or found[0] in (words.COPY, words.OTHER)):
            kind = found[0]
            fields.setdefault(kind, found[1])
            if words.says_sent(line.bare):
                fields[words.MAILED] = found[1]
            last, blanks = k, 0
        elif found is not None and found[0] == words.FROM:
            break
        elif kind in (words.TO, words.COPY, words.FROM) and _continues(line, lines[k - 1], blanks):
            fields[kind] = f"{fields[kind]} {line.bare}"
            last, blanks = k, 0
        elif (
            kind == words.SUBJECT
            and blanks == 0
            and line.text[:1] in " \t"
            and lines[i].text[:1] not in " \t"
        ):
            last = k
        else:
            break
    return fields, last + 1


def _continues(line: Line, before: Line, blanks: int) -> bool:
    """Whether a line goes on with the list of addresses above it."""
    if blanks > 1:
        return False
    open_list = before.bare.endswith((",", ";", "<")) and blanks == 0
    return open_list or _ADDRESSES.search(line.bare) is not None


def _notes_block(lines: Sequence[Line], i: int, floor: int) -> Mark | None:
    """Lotus Notes: a name and a time above ``To: / cc: / Subject:``."""
    own = _field(lines[i])
    if not _CLOCKISH.search(lines[i].bare) or (own is not None and own[0] != words.FROM):
        return None
    text, k = lines[i].bare, i + 1
    if k < len(lines) and words.CLOCK.match(lines[k].bare):
        text, k = f"{text} {lines[k].bare}", k + 1
    stamp = words.STAMP.search(text)
    if stamp is None or len(text) > 160:
        return None
    while (
        k < len(lines) and k < i + 9 and (lines[k].blank or words.NOTES_LINE.match(lines[k].bare))
    ):
        k += 1
    if k >= len(lines) or k >= i + 9:
        return None
    start = _field(lines[k])
    if start is None or start[0] not in (words.TO, words.SUBJECT):
        return None
    fields, after = _read_fields(lines, k)
    if words.SUBJECT not in fields and words.COPY not in fields:
        return None
    name = _ON.sub("", text[: stamp.start()]).strip(' "')
    first = i
    while first > floor and first > i - 3 and not name and not lines[first - 1].blank:
        first -= 1
    name = name or " ".join(line.bare for line in lines[first:i])
    when = text[stamp.start() :]
    return Mark(first, after, lines[i].depth, strong=True, author=read_author(name), when=when)
