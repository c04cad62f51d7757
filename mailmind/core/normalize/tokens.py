"""A text cut once into numbers, words and signs, for every grammar that reads amounts.

Owned here: one pass over the text. Grammars look at neighbours by index and never search again, so
their time grows with the number of tokens and with nothing else.
"""

import re
from dataclasses import dataclass

_TOKEN = re.compile(
    r"(?P<n>\d+(?:[.,']\d+)*)"  # digits with the separators between them
    r"|(?P<e>(?:[dlnsjmcDLNSJMC]|[qQ]u)'(?=[^\W\d_]{2}))"  # an elided word (d'euros)
    r"|(?P<w>[^\W\d_]+(?:'[^\W\d_]+)*)"  # letters, with apostrophes inside
    r"|(?P<s>[^\w\s]|_)"  # any other visible character
)
_FAR = 99
"""What stands for the gap at the ends of a text."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """Parallel lists, one entry a token."""

    source: str
    """The folded text that was cut (same length as the original)."""
    kind: list[str]
    """``n`` number, ``w`` word, ``s`` sign."""
    text: list[str]
    low: list[str]
    """The token in lower case."""
    start: list[int]
    end: list[int]
    space: list[int]
    """Characters between a token and the next; one entry fewer than there are tokens."""

    def __len__(self) -> int:
        return len(self.kind)

    def word(self, i: int) -> str:
        """The token in lower case; empty outside of the text."""
        return self.low[i] if 0 <= i < len(self.low) else ""

    def is_number(self, i: int) -> bool:
        """True where token ``i`` exists and is made of digits."""
        return 0 <= i < len(self.kind) and self.kind[i] == "n"

    def is_word(self, i: int) -> bool:
        """True where token ``i`` exists and is made of letters."""
        return 0 <= i < len(self.kind) and self.kind[i] == "w"

    def gap(self, i: int) -> int:
        """How many characters stand between token ``i`` and the next; large at the ends of the text."""
        return self.space[i] if 0 <= i < len(self.space) else _FAR

    def near(self, i: int) -> bool:
        """True where token ``i`` and the next touch or have one or two plain spaces between them."""
        gap = self.space[i] if 0 <= i < len(self.space) else _FAR
        if gap == 0 or gap > 2:
            return gap == 0
        between = self.source[self.end[i] : self.start[i + 1]]
        return between.isspace() and "\n" not in between

    def follows(self, i: int) -> bool:
        """True where the next token is near, or stands on the next line as wrapped prose does."""
        if self.near(i):
            return True
        if not 0 < self.gap(i) <= 4:
            return False
        between = self.source[self.end[i] : self.start[i + 1]]
        return between.isspace() and between.count("\n") == 1

    def glued(self, i: int) -> bool:
        """True where token ``i`` and the next touch."""
        return self.gap(i) == 0


def cut(source: str) -> Tokens:
    """Cut a folded text into tokens."""
    tokens = Tokens(source, [], [], [], [], [], [])
    # parallel lists of plain values, filled through local names: this loop sees every word of every mail
    kind, text, start, end = (
        tokens.kind.append,
        tokens.text.append,
        tokens.start.append,
        tokens.end.append,
    )
    for match in _TOKEN.finditer(source):
        group = match.lastgroup
        kind("w" if group == "e" else group or "s")
        text(match[0])
        start(match.start())
        end(match.end())
    tokens.low.extend([word.lower() for word in tokens.text])
    tokens.space.extend([b - a for a, b in zip(tokens.end, tokens.start[1:], strict=False)])
    return tokens
