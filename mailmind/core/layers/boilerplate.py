"""Text at the end of a mail that is nobody's word: disclaimers, list footers, provider adverts.

Owned here: only paragraphs at the very end that use the words of such texts.
"""

import re
from collections.abc import Sequence

from mailmind.core.layers.lines import Line

_MAX_LINES = 60
"""No text of this kind is longer; of a longer paragraph only the end is looked at."""
_RULE = re.compile(r"\s*[*_\"]{0,2}(?:[_=*~#–—-]\s?){5,}[*_]{0,2}\s*\Z")
_MAIL = r"(?:e-?mail|message|communication|transmission|transmittal)"
_WORDS = re.compile(
    rf"\b(?:(?:this|the) {_MAIL}[^.]{{0,120}}\b(?:confidential|privileged"
    rf"|proprietary|intended (?:only|solely)"
    rf"|property of|sole use|named person)|confidentiality (?:notice|note)|legal disclaimer"
    rf"|(?:not|other than) (?:be )?the (?:intended|named) (?:recipient|addressee)"
    rf"|(?:receive|received) this {_MAIL} in error"
    rf"|not responsible for any (?:recommendation|loss|damage|virus)"
    rf"|(?:does not|do not|cannot) accept (?:any )?(?:responsibility|liability)"
    r"|(?:diese|die in dieser) (?:e-?mail|nachricht)[^.]{0,120}\bvertraulich"
    r"|(?:irrtümlich|fälschlicherweise) erhalten|ce (?:message|courriel)[^.]{0,120}\bconfidentiel"
    r"|este (?:mensaje|correo)[^.]{0,120}\bconfidencial|(?:questo messaggio"
    r"|questa e-?mail)[^.]{0,120}\briservat"
    r"|dit (?:bericht|e-?mailbericht)[^.]{0,120}\bvertrouwelijk|esta mensagem[^.]{0,120}\bconfidencia"
    r"|consider the environment before|virus[- ]free\. www|scanned (?:by|for) \w+)",
    re.IGNORECASE,
)
_FOOTER = re.compile(
    r"_{2,}\s.{0,60}\bmailing list\b|groups sponsor\b|\byour use of yahoo!? groups\b"
    r"|\(un\)subscription\b"
    r"|\bto unsubscribe\b|\bunsubscribe from this\b|you received this message because"
    r"|\bfor additional commands, e-mail:|view this message in context:|mailing list archive at"
    r"|do you yahoo!\?|get your (?:free|private).{0,60}(?:mail|account|address)|get free .{0,20}e-?mail"
    r"|(?:hotmail|yahoo!?|msn) (?:is|mail|messenger|photos|greetings)\b.{0,60}\Z",
    re.IGNORECASE,
)

_NEEDED_BY_WORDS = (
    "confiden", "privileged", "proprietary", "intended ", "named ", "property of", "sole use",
    "legal disclaimer", " in error", "not responsible for any", "accept ", "vertraulich", "erhalten",
    "riservat", "vertrouwelijk", "consider the environment", "free. www", "scanned ",
)  # fmt: skip
_NEEDED_BY_FOOTER = (
    "mailing list", "unsubscribe", "you received this message because", "additional commands",
    "view this message in context", "yahoo", "hotmail", "msn", "get ",
    "groups sponsor", "(un)subscription",
)  # fmt: skip
"""Each pattern matches only where one of these stands: they are looked for first, being cheap."""


def boilerplate_start(lines: Sequence[Line], first: int, end: int) -> int | None:
    """The line where boilerplate starts that goes on to before ``end``; None where there is none."""
    found: int | None = None
    stop = end
    while stop > first:
        start, earliest = stop, max(first, stop - _MAX_LINES)
        while start > earliest and lines[start - 1].bare:
            start -= 1
        begin = _in_paragraph(lines, start, stop)
        if begin is None and not all(is_rule(line) for line in lines[start:stop]):
            break
        if begin is not None:
            found = begin
            if begin > start:
                break
        stop = start
        while stop > first and lines[stop - 1].blank:
            stop -= 1
    return None if found is None else _with_rules_above(lines, first, found)


def is_rule(line: Line) -> bool:
    """Whether the line only separates."""
    return _RULE.match(line.text) is not None


def says_boilerplate(text: str) -> bool:
    """Whether the words are those of a disclaimer or a footer."""
    return _find(text) is not None


def _find(text: str) -> re.Match[str] | None:
    """Where the words of a disclaimer, else of a footer, stand."""
    folded = text.casefold()
    found = None
    if any(needed in folded for needed in _NEEDED_BY_WORDS):
        found = _WORDS.search(text)
    if found is None and any(needed in folded for needed in _NEEDED_BY_FOOTER):
        found = _FOOTER.search(text)
    return found


def _in_paragraph(lines: Sequence[Line], start: int, stop: int) -> int | None:
    """The line within a paragraph where the words of boilerplate begin."""
    if not says_boilerplate(" ".join(line.bare for line in lines[start:stop])):
        return None
    for k in range(start, stop):
        if is_rule(lines[k]) and k + 1 < stop:
            return k
        here = " ".join(line.bare for line in lines[k : k + 4])
        found = _find(here)
        if found is not None and found.start() <= len(lines[k].bare):
            return k
    return start


def _with_rules_above(lines: Sequence[Line], first: int, found: int) -> int:
    """With the separating lines directly above."""
    k = found
    while k > first and (lines[k - 1].blank or is_rule(lines[k - 1])):
        k -= 1
        if is_rule(lines[k]):
            found = k
    return found
