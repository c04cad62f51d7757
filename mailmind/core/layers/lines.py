"""A text as lines that know their place and how deep they are quoted.

Owned here: offsets. Lines cover the text without gap or overlap, so spans made of lines do too.
"""

import re
from typing import NamedTuple

from mailmind.core.layers.vocabulary import WRAPPED_VERB

_PREFIX = re.compile(r"[ \t]{0,4}((?:>[ \t]{0,2})+)")
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


def split(text: str) -> list[Line]:
    """The lines of the text."""
    lines: list[Line] = []
    position = 0
    unseen = not text.isascii() and any(one in text for one in map(chr, _UNSEEN))
    for content in text.split("\n"):
        end = position + len(content) + 1
        prefix = _PREFIX.match(content) if ">" in content else None
        if prefix and lines and _closes_address(lines[-1].text, content):
            prefix = None
        depth = prefix.group(1).count(">") if prefix else 0
        inner = content[prefix.end() :] if prefix else content
        if unseen:
            inner = inner.translate(_UNSEEN)
        bare = inner.strip(_MARKUP) or inner.strip()
        lines.append(Line(position, end, content, depth, bare))
        position = end
    last = lines.pop()  # no line end stands after it
    if last.text:
        lines.append(last._replace(end=len(text)))
    return _with_initials(_without_prompts(lines)) if ">" in text else lines


def _closes_address(before: str, content: str) -> bool:
    """Whether the ``>`` of ``> wrote:`` closes the address that the line before left open."""
    opened = before.rfind("<")
    return opened > before.rfind(">") and WRAPPED_VERB.match(content.strip()) is not None


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
