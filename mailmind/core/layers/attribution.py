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
_LAST = (*_COLONS, "wrote", "-", ">>>")
"""Some line of a text that holds an attribution ends so."""
_NEW_SENTENCE = re.compile(r"[.!?] [A-ZÄÖÜ][a-zäöü]+ [a-zäöü]")
_CLOCK = re.compile(
    r"\d{1,2}[:.h]\d\d(?:[:.]\d\d)?\s*(?:[AaPp]\.?[Mm]\b\.?)?"
    r"(?:\s*\(?(?:[+-]\d{4}|[A-Z]{3,4}[+-]?[\d:]*)\)?)?"
)
_DAY = re.compile(r"\b(?:19|20)\d\d\b|年\d+月\d+日|\b\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}\b")
_BEFORE_NAME = re.compile(
    r"^[\s,(]*(?:\([^)]*\)|uhr|[πμ]\.μ\.|[+-]\d{4})?[\s,]*(?:,|(?:um|at|à)\b)?\s*(?:-+ in [\w.@-]+,\s*)?"
    r"(?:(?:użytkownik|odesílatel|odosielateľ|tarihinde|от|пользователь|ο χρήστης)\s+)?",
    re.IGNORECASE,
)
_AFTER_NAME = re.compile(r"\s*[于在]\s*\Z")
_OWN_VERB = re.compile(r"(?:\s+[a-z-]+)+\Z")
_CHOSEN_VERB = re.compile(
    r"\d[:.]\d\d\s?(?:[ap]\.?m\.?)?(?:\s?\(?(?:[+-]\d{4}|[A-Z]{3,4})\)?)?,\s"
    r"(?!(?:i|we|you|they|he|she|it|there|ich|wir|ihr|sie|er|es|je|nous|vous|on|yo)\b)[^,:]{2,60}?"
    r"\s[a-z-]+(?:\s[a-z-]+)?\s?:\Z",
    re.IGNORECASE,
)
"""A time, a name and a verb: some programs let their users choose the verb."""
_SENTENCE_ENDS = (".", "!", "?", "…")


def attribution_starts(lines: Sequence[Line]) -> set[int]:
    """The lines that an attribution can begin on: a cheap look that spares most lines a closer one.

    Its colon is in reach, or it holds an address and the colon was forgotten, or it is framed.
    """
    ends = [i for i, line in enumerate(lines) if line.bare.endswith(_LAST)]
    if not ends:
        return set()
    starts = {i for i, line in enumerate(lines) if "@" in line.bare}
    for i in ends:
        reach = _MAX_LINES if lines[i].bare.endswith(_COLONS) else 1
        starts.update(range(max(0, i - reach + 1), i + 1))
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
            mark = _read(text, i, after, line.depth)
            return None if mark is not None and _begins_later(lines, mark) else mark
        if after == i + 1 and words.find_email(text) and words.ATTRIBUTION_START.match(text):
            unclosed = _read(f"{text}:", i, after, line.depth)  # some programs forget the colon
            if unclosed is not None and unclosed.strong:
                return unclosed
    return None


def _may_begin(bare: str) -> bool:
    """Whether an attribution may begin on this line, or is all on it."""
    return (
        bare.endswith(_COLONS)
        or words.ATTRIBUTION_START.match(bare) is not None
        or words.hints_at_date(bare)
        or "<" in bare
        or "@" in bare
    )


def _begins_later(lines: Sequence[Line], mark: Mark) -> bool:
    """Whether the first line is a sentence of its own that only stands above the attribution."""
    for j in range(mark.first + 1, mark.after):
        finished = lines[j - 1].bare.endswith(_SENTENCE_ENDS) or not _begins(lines[mark.first].bare)
        if finished and words.ATTRIBUTION_START.match(lines[j].bare):
            text = " ".join(line.bare for line in lines[j : mark.after])
            later = _read(text, j, mark.after, mark.depth)
            if later is not None and later.strong:
                return True
    return False


def _begins(bare: str) -> bool:
    """Whether the words are those that attributions begin with."""
    return words.ATTRIBUTION_START.match(bare) is not None or bare[:1].isdigit()


def _read(text: str, first: int, after: int, depth: int) -> Mark | None:
    """The mark that the text makes, if its words are those of an attribution."""
    if words.ATTRIBUTION_BARE.match(text):
        strong = True
    elif words.ATTRIBUTION_END.search(text):
        dated = words.hints_at_date(text)
        named = words.find_email(text) is not None
        strong = dated and (_begins(text) or named) and not _NEW_SENTENCE.search(text)
        if not strong and not named and after - first > 1:
            return None
    elif after == first + 1 and _begins(text) and _DAY.search(text) and _CHOSEN_VERB.search(text):
        strong = False
    else:
        return None
    return Mark(first, after, depth, strong=strong, says_wrote=True, author=_who(text), when=text)


def _who(text: str) -> Address | None:
    """The author an attribution names: what is left of it without dates, times and its own words."""
    rest = text.rstrip(" :：")
    end = words.ATTRIBUTION_END.search(text)
    if end is not None:
        tail = (end.group("tail") or "").strip(" :")
        if tail and not words.hints_at_date(tail):
            return read_author(tail)
        rest = text[: end.start()]
    else:
        rest = _OWN_VERB.sub("", rest)
    before, rest = rest, _CLOCK.split(rest)[-1]
    if words.hints_at_date(rest):
        rest = _DAY.split(rest)[-1]
    if "@" in before and "@" not in rest:  # who comes before when
        return read_author(_AFTER_NAME.sub("", _DAY.split(before)[0]))
    return read_author(_BEFORE_NAME.sub("", rest))
