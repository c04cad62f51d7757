"""The MIME tree of a mail that is written by the book, without a look at each of its lines.

Owned here: the tree is the one that the standard library's parser makes of the same text. What this
module is not sure of (a line among the headers that is none, a border that is missing or doubled, a
mail within the mail, a carriage return on its own) it leaves to that parser.
"""

import re
from email.message import Message as Part
from itertools import pairwise

_HEAD = re.compile(r"((?:[!-9;-~]+:[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*)*)\r?\n")
_FIELD = re.compile(r"[!-9;-~]+:[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*")
_LINE = re.compile(r"[^\n]*\n")
_BORDER_END = re.compile(r"(--)?[ \t]*(?:\r?\n|\Z)")
_MAX_DEPTH = 20


def read_regular(text: str) -> Part | None:
    """The tree of a mail, its 8-bit bytes as surrogates; None where the mail is not regular."""
    return None if text.count("\r") != text.count("\r\n") else _part(text, 0)


def _part(text: str, depth: int) -> Part | None:
    """A part with its headers, and what is in it."""
    head = _HEAD.match(text)
    if head is None or depth > _MAX_DEPTH:
        return None
    part = Part()
    for field in _FIELD.findall(head.group(1)):
        part.set_raw(*part.policy.header_source_parse(_LINE.findall(field)))
    kind, body = part.get_content_maintype(), text[head.end() :]
    if kind == "message" or part.get_content_subtype() == "digest":
        return None
    if kind == "multipart":
        return _with_children(part, body, depth)
    part.set_payload(_without_line_end(body) if depth else body)
    return part


def _with_children(part: Part, body: str, depth: int) -> Part | None:
    """The multipart with a child between each two borders, and the text outside of them."""
    boundary = part.get_boundary()
    borders = _borders(body, f"--{boundary}") if boundary else []
    if len(borders) < 2:
        return None
    if borders[0][0]:
        part.preamble = _without_line_end(body[: borders[0][0]])
    for (_, start), (end, _) in pairwise(borders):
        child = _part(body[start:end], depth + 1)
        if child is None:
            return None
        part.attach(child)
    after = body[borders[-1][1] :]
    part.epilogue = (_without_line_end(after) if after else None) if depth else after
    return part


def _borders(body: str, border: str) -> list[tuple[int, int]]:
    """Start and end of every line that is a border, up to the closing one; none where it is missing."""
    found: list[tuple[int, int]] = []
    position = 0
    while (at := body.find(border, position)) >= 0:
        position = at + len(border)
        end = _BORDER_END.match(body, position)
        if end is None or (at and body[at - 1] != "\n"):
            continue
        found.append((at, end.end()))
        if end.group(1):
            return found
    return []


def _without_line_end(text: str) -> str:
    """The line end before a border is part of the border."""
    return text.removesuffix("\r\n" if text.endswith("\r\n") else "\n")
