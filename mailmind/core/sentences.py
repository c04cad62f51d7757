"""Where sentences, clauses and paragraphs of a mail begin and end.

Owned here: a sentence is never cut so that a negation or a condition is lost from it. Where a boundary
is in doubt, the longer sentence wins.
"""

import re
from bisect import bisect_left, bisect_right
from functools import lru_cache

from mailmind.core.wordlist import words

Span = tuple[int, int]

_ABBREVIATIONS = words(
    """
    mr mrs ms dr prof st no nos nr art par sec fig vol approx est inc ltd co corp dept tel ext vs etc
    jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun e.g i.e eg ie a.m p.m
    z.b d.h u.a bzw ca evtl ggf inkl exkl zzgl str hr fr frau abs ziff usw bspw mio mrd m mme mlle env
    p.ex c.-à-d sr sra srta ud uds pág núm aprox p.ej
    """
)
_BULLET = re.compile(r"[ \t]*(?:[-*•–+]|\d{1,2}[.)]|[a-z][.)]|\|)[ \t]+")
_END = re.compile(r"[.!?…]+[\"'”’»)\]]*(?=\s|$)|[。！？]")
_BREAK = re.compile(r"\r?\n")
_WRAP_WIDTH = 50
_CLAUSE = re.compile(
    r"[;:—–…]|\.{2,}|,(?=\s)|\s-+\s|[()]|(?<=\s)(?:and|but|however|yet|while|whereas|although|though|because|so|"
    r"und|aber|sondern|jedoch|doch|während|obwohl|weil|"
    r"et|mais|cependant|tandis|parce|y|pero|sino|aunque|porque|mientras)(?=\s)",
    re.IGNORECASE,
)


@lru_cache(maxsize=64)
def sentences(text: str) -> tuple[Span, ...]:
    """The sentences of a text, in order, without the white space between them."""
    spans: list[Span] = []
    for block_start, block_end in _blocks(text):
        start = block_start
        for match in _END.finditer(text, block_start, block_end):
            if not _is_abbreviation(text, match.start(), match.end(), block_end):
                _add(spans, text, start, match.end())
                start = match.end()
        _add(spans, text, start, block_end)
    return tuple(spans)


def sentence_around(text: str, start: int, end: int) -> Span:
    """The span of all sentences that ``[start, end)`` touches."""
    spans = sentences(text)
    first = bisect_right(spans, start, key=lambda s: s[1])
    last = bisect_left(spans, end, key=lambda s: s[0])
    if first >= last:
        return start, end
    return min(spans[first][0], start), max(spans[last - 1][1], end)


def clauses(text: str, sentence: Span) -> tuple[Span, ...]:
    """The clauses of one sentence: parts that a negation does not reach across."""
    spans: list[Span] = []
    start = sentence[0]
    for match in _CLAUSE.finditer(text, *sentence):
        if _inside_value(text, match):
            continue
        if text[start : match.start()].strip():
            spans.append((start, match.start()))
        start = match.start() if match.group()[0].isalpha() else match.end()
    if sentence[1] > start:
        spans.append((start, sentence[1]))
    return tuple(spans)


def _inside_value(text: str, match: re.Match[str]) -> bool:
    """A colon in 10:30, or a dash or comma inside a date or a range."""
    left = text[max(match.start() - 1, 0) : match.start()]
    right = text[match.end() : match.end() + 1]
    if match.group() in ",:" or not match.group().strip(" -–—"):
        after = (
            _next_char(text, match.end(), len(text), blank=" ") if match.group() != ":" else right
        )
        return left.isdigit() and after.isdigit()
    return False


def _blocks(text: str) -> list[Span]:
    """Runs of lines that belong together: paragraphs, bullets, single rows of a table."""
    blocks: list[Span] = []
    start, line_start = 0, 0
    for match in [*_BREAK.finditer(text), None]:
        line_end = match.start() if match else len(text)
        next_start = match.end() if match else len(text)
        if match is None or not _is_wrap(text, line_start, line_end, next_start):
            if text[start:line_end].strip():
                blocks.append((start, line_end))
            start = next_start
        line_start = next_start
    return blocks


def _is_wrap(text: str, start: int, end: int, following: int) -> bool:
    """True where the line break between two lines is only a line wrap."""
    line = text[start:end].strip()
    next_end = text.find("\n", following)
    rest = text[following : next_end if next_end >= 0 else len(text)]
    upcoming = rest.lstrip(" \t>")
    if not line.strip(">") or not upcoming.strip() or _BULLET.match(rest):
        return False
    return len(line) >= _WRAP_WIDTH or upcoming[0].islower() or line[-1] in ",(-–—"


def _next_char(text: str, at: int, limit: int, *, blank: str | None = None) -> str:
    """The first character from here on that is not blank (no white space); empty where there is none."""
    while at < limit and (text[at].isspace() if blank is None else text[at] in blank):
        at += 1
    return text[at] if at < limit else ""


def _is_abbreviation(text: str, start: int, end: int, limit: int) -> bool:
    if text[start:end] != ".":
        return False
    word = re.split(r"[\s(\"“„]", text[max(0, start - 12) : start])[-1].casefold()
    follows = _next_char(text, end, limit)
    if follows.islower():
        return True
    if word.isdigit() and len(word) <= 2:  # 31. Dezember
        return bool(follows) and (follows.isalpha() or follows.isdigit())
    if word in ("a.m", "p.m", "etc", "usw"):
        return False
    single_letter = len(word) == 1 and word.isalpha() and word not in ("i", "a")
    return word in _ABBREVIATIONS or single_letter


def _add(spans: list[Span], text: str, start: int, end: int) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end:
        spans.append((start, end))
