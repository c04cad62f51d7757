"""A text as lines that know their place and how deep they are quoted.

Owned here: offsets. Lines cover the text without gap or overlap, so spans made of lines do too.
"""

import re
from typing import NamedTuple

from mailmind.core.layers.vocabulary import WRAPPED_VERB

_PREFIX = re.compile(r"[ \t]{0,4}((?:>[ \t]{0,2})+)")
_DEEPER = "> \t"
"""What may go on a prefix; a line that ends within it is looked at as well."""
_INITIALS = re.compile(r"[ \t]{0,2}[A-Z]{1,3}>[ \t]?")
_PROMPT = re.compile(r"[ \t]{0,4}>>|[ \t]{0,4}>(?:=|From |\d+(?:[.,]\d+)?\s?%?(?:\s|$))")
_MARKUP = "*_ \t\r\u00a0\u202f"
_UNSEEN = dict.fromkeys(map(ord, "\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\ufeff"))
"""Characters that mail programs put around dates and names and nobody sees."""


class Line(NamedTuple):
    """One line; ``start`` and ``end`` (after the line end) are offsets into the text."""

    start: int
    end: int
    text: str
    """Without the line end."""
    depth: int
    """How many quote signs it begins with."""
    bare: str
    """Without quote signs, emphasis and outer white space."""

    @property
    def blank(self) -> bool:
        """Whether nothing stands on it besides quote signs."""
        return not self.bare


_line = tuple.__new__
"""Makes a :class:`Line` of its fields; the class's own constructor takes half of the time of a split."""


def split(text: str) -> list[Line]:
    """The lines of the text."""
    lines: list[Line] = []
    position = 0
    before = ""
    unseen = not text.isascii() and any(one in text for one in map(chr, _UNSEEN))
    for content in text.split("\n"):
        end = position + len(content) + 1
        if ">" not in content:
            depth, inner = 0, content
        elif content.startswith("> ") and content[2:3] not in _DEEPER and "<" not in before:
            depth, inner = 1, content[2:]
        else:
            depth, inner = _without_prefix(content, before)
        if unseen:
            inner = inner.translate(_UNSEEN)
        bare = inner.strip(_MARKUP) or inner.strip()
        lines.append(_line(Line, (position, end, content, depth, bare)))
        position, before = end, content
    last = lines.pop()  # no line end stands after it
    if last.text:
        lines.append(last._replace(end=len(text)))
    return _with_initials(_without_prompts(lines)) if ">" in text else lines


def _without_prefix(content: str, before: str) -> tuple[int, str]:
    """How many quote signs the line begins with, and the line without them.

    The ``>`` of ``> wrote:`` may only close the address that the line ``before`` left open.
    """
    prefix = _PREFIX.match(content)
    if prefix is None:
        return 0, content
    open_address = "<" in before and before.rfind("<") > before.rfind(">")
    if open_address and WRAPPED_VERB.match(content.strip()) is not None:
        return 0, content
    return prefix.group(1).count(">"), content[prefix.end() :]


def _without_prompts(lines: list[Line]) -> list[Line]:
    """Prompts (``>>>``), arrows (``>>``), ``>= 5`` and mbox's ``>From`` quote nothing by themselves."""
    quoted = [line for line in lines if line.depth]
    if not quoted or not all(_PROMPT.match(line.text) for line in quoted):
        return lines
    return [
        Line(line.start, line.end, line.text, 0, line.text.strip(_MARKUP)) if line.depth else line
        for line in lines
    ]


def _with_initials(lines: list[Line]) -> list[Line]:
    """``JD> text`` is quoted where at least two lines running are marked so."""
    marked = [
        not line.depth and ">" in line.text and _INITIALS.match(line.text) is not None
        for line in lines
    ]
    if not any(marked):
        return lines
    for i, line in enumerate(lines):
        near = (i > 0 and marked[i - 1]) or (i + 1 < len(lines) and marked[i + 1])
        if marked[i] and near:
            bare = _INITIALS.sub("", line.text, count=1).strip(_MARKUP)
            lines[i] = Line(line.start, line.end, line.text, 1, bare)
    return lines
