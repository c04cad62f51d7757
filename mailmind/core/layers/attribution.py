"""``On …, X wrote:``, on one line or wrapped over a few, in the languages that mail programs speak.

Owned here: an attribution ends in a colon and names a time and a person, or it proves nothing by
itself.
"""

import re
from collections.abc import Sequence

from mailmind.core.layers import vocabulary as words
from mailmind.core.layers.lines import Line
from mailmind.core.layers.mark import Mark
from mailmind.core.layers.when import read_author
from mailmind.core.values import Address

_MAX_LINES = 4
_MAX_LENGTH = 350
_COLONS = (":", "：")
_FRAMES = (">>>", "--")
_LAST = (*_COLONS, "wrote", "-", ">>>")
"""Some line of a text that holds an attribution ends so."""
_NEW_SENTENCE = re.compile(r"[.!?] [A-ZÄÖÜ][a-zäöü]+ [a-zäöü]")
_CLOCK = re.compile(
    r"\d{1,2}[:.h]\d\d(?:[:.]\d\d)?\s*(?:[AaPp]\.?[Mm]\.?)?"
    r"(?:\s*\(?(?:[+-]\d{4}|[A-Z]{3,4}[+-]?[\d:]*)\)?)?"
)
_DAY = re.compile(r"\b(?:19|20)\d\d\b|年\d+月\d+日|\b\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}\b")
_BEFORE_NAME = re.compile(
    r"^[\s,(]*(?:\([^)]*\)|uhr|[+-]\d{4})?[\s,]*(?:,|um|at|à)?\s*", re.IGNORECASE
)


def attribution_starts(lines: Sequence[Line]) -> set[int]:
    """The lines that an attribution can begin on: a cheap look that spares most lines a closer one.

    Its colon is in reach, or it holds an address and the colon was forgotten, or it is framed.
    """
    if not any(line.bare.endswith(_LAST) for line in lines):
        return set()
    starts: set[int] = set()
    for i, (_, _, text, _, bare) in enumerate(lines):
        if bare.rstrip().endswith(_COLONS):
            starts.update(range(max(0, i - _MAX_LINES + 1), i + 1))
        elif "@" in bare or text.lstrip().startswith(_FRAMES):
            starts.add(i)
    return starts


def find_attribution(lines: Sequence[Line], i: int) -> Mark | None:
    """``On …, X wrote:`` on one line or wrapped over a few."""
    line = lines[i]
    if (found := words.GROUPWISE.match(line.text.strip())) is not None:
        who, when = read_author(found.group("who")), found.group("when")
        return Mark(i, i + 1, 0, strong=True, says_wrote=True, author=who, when=when)
    if (dashed := words.ATTRIBUTION_DASHED.fullmatch(line.text.strip())) is not None:
        return _read(f"{dashed.group(1)}:", i, i + 1, line.depth)
    if not _may_begin(line.bare):
        return None
    text = ""
    for after in range(i + 1, min(i + _MAX_LINES, len(lines)) + 1):
        last = lines[after - 1]
        if last.blank or last.depth != line.depth or len(text) + len(last.bare) > _MAX_LENGTH:
            return None
        text = f"{text}{'' if text.endswith('<') else ' '}{last.bare}".strip()
        if text.endswith(_COLONS):
            return _read(text, i, after, line.depth)
        if after == i + 1 and words.EMAIL.search(text) and words.ATTRIBUTION_START.match(text):
            unclosed = _read(f"{text}:", i, after, line.depth)  # some programs forget the colon
            if unclosed is not None and unclosed.strong:
                return unclosed
    return None


def _may_begin(bare: str) -> bool:
    """Whether an attribution may begin on this line, or is all on it."""
    return (
        bare.endswith(_COLONS)
        or words.ATTRIBUTION_START.match(bare) is not None
        or words.DATE_HINT.search(bare) is not None
        or "<" in bare
        or "@" in bare
    )


def _read(text: str, first: int, after: int, depth: int) -> Mark | None:
    """The mark that the text makes, if its words are those of an attribution."""
    if words.ATTRIBUTION_BARE.match(text):
        strong = True
    elif words.ATTRIBUTION_END.search(text):
        dated = words.DATE_HINT.search(text) is not None
        named = words.EMAIL.search(text) is not None
        begins = words.ATTRIBUTION_START.match(text) is not None or text[0].isdigit()
        strong = dated and (begins or named) and not _NEW_SENTENCE.search(text)
        if not strong and not named and after - first > 1:
            return None
    else:
        return None
    return Mark(first, after, depth, strong=strong, says_wrote=True, author=_who(text), when=text)


def _who(text: str) -> Address | None:
    """The author an attribution names: what is left of it without dates, times and its own words."""
    rest = text.rstrip(" :：")
    end = words.ATTRIBUTION_END.search(text)
    if end is not None:
        tail = (end.group("tail") or "").strip(" :")
        if tail and not words.DATE_HINT.search(tail):
            return read_author(tail)
        rest = text[: end.start()]
    rest = _CLOCK.split(rest)[-1]
    if words.DATE_HINT.search(rest):
        rest = _DAY.split(rest)[-1]
    return read_author(_BEFORE_NAME.sub("", rest))
