"""Which letters a rule can begin with, and which it cannot do without.

Owned here: a rule is only tried on a text that holds all it needs, and only where its first letter stands;
so text costs what it holds of dates and not what the grammar holds of rules. Reads the few forms of regular
expression that rules are written in.
"""

import re
from dataclasses import dataclass

_ZERO_WIDTH = ("(?=", "(?!", "(?<=", "(?<!")


@dataclass(slots=True)
class _Reader:
    """A place in a pattern."""

    pattern: str
    at: int = 0

    def peek(self, text: str) -> bool:
        return self.pattern.startswith(text, self.at)


def firsts(pattern: str) -> frozenset[str]:
    """The letters that a match of the pattern can begin with."""
    letters, empty = _alternatives(_Reader(pattern))
    if empty:
        raise ValueError(f"a rule must not match nothing: {pattern}")
    return frozenset(letters)


_PIECE = re.compile(
    r"\(\?P<\w+>(?P<named>\[(?:\\.|[^\]])*\])\)|(?P<bare>\[(?:\\.|[^\]])*\])|\\.|.", re.DOTALL
)


def needs(pattern: str) -> tuple[frozenset[str], ...]:
    """Sets of letters of which every match of the pattern holds one each; small sets first."""
    depth = 0
    found: set[frozenset[str]] = set()
    for piece in _PIECE.finditer(pattern):
        sign = piece.group()
        if sign in "()":
            depth += 1 if sign == "(" else -1
        elif not depth and sign == "|":
            return ()
        elif not depth and (piece["named"] or piece["bare"]):
            optional = pattern[piece.end() : piece.end() + 2].startswith(("?", "*", "{0"))
            if not optional:
                found.add(frozenset(_class(_Reader(piece["named"] or piece["bare"]))))
    return tuple(sorted(found, key=len))


def _alternatives(reader: _Reader) -> tuple[set[str], bool]:
    """Branches up to the closing bracket: their first letters, and whether one can be empty."""
    letters, empty = _sequence(reader)
    while reader.peek("|"):
        reader.at += 1
        more, more_empty = _sequence(reader)
        letters |= more
        empty = empty or more_empty
    return letters, empty


def _sequence(reader: _Reader) -> tuple[set[str], bool]:
    letters: set[str] = set()
    empty = True
    while reader.at < len(reader.pattern) and not reader.peek("|") and not reader.peek(")"):
        found, optional = _atom(reader)
        optional = _quantified(reader) or optional
        if empty:
            letters |= found
            empty = optional
    return letters, empty


def _atom(reader: _Reader) -> tuple[set[str], bool]:
    """One group, class or sign: its first letters, and whether it can be empty."""
    if reader.peek("("):
        zero_width = any(reader.peek(mark) for mark in _ZERO_WIDTH)
        if reader.peek("(?P=") or reader.peek("(?P<"):
            reader.at = reader.pattern.index(">" if reader.peek("(?P<") else ")", reader.at)
            if reader.pattern[reader.at] == ")":
                reader.at += 1
                return set(), False
            reader.at += 1
        else:
            mark = next((m for m in (*_ZERO_WIDTH, "(?:") if reader.peek(m)), "(")
            reader.at += len(mark)
        letters, empty = _alternatives(reader)
        reader.at += 1
        return (set(), True) if zero_width else (letters, empty)
    if reader.peek("["):
        return _class(reader), False
    sign = reader.pattern[reader.at]
    reader.at += 2 if sign == "\\" else 1
    if sign == "$":
        return set(), True
    return {reader.pattern[reader.at - 1]}, False


def _class(reader: _Reader) -> set[str]:
    """The members of ``[...]``."""
    letters: set[str] = set()
    reader.at += 1
    while not reader.peek("]"):
        reader.at += 1 if reader.peek("\\") else 0
        letters.add(reader.pattern[reader.at])
        reader.at += 1
    reader.at += 1
    return letters


def _quantified(reader: _Reader) -> bool:
    """Step over a quantifier; whether it lets its atom be left out."""
    optional = False
    while reader.at < len(reader.pattern) and reader.pattern[reader.at] in "?*+{":
        if reader.peek("{"):
            optional = optional or reader.pattern[reader.at + 1] == "0"
            reader.at = reader.pattern.index("}", reader.at)
        elif not reader.peek("+"):
            optional = True
        reader.at += 1
    return optional
