"""One side of the joint between two assertions, its verb, and what can become of the two.

Owned here: what a joint is. Everything that takes a sentence apart cuts at these places and at no others.
"""

import re
from dataclasses import dataclass

from mailmind.core.predicates import Grammar
from mailmind.core.wordlist import words

JOINT = re.compile(r",?\s+(?:and|but|und|aber|sowie|et|mais|y|pero)\s+|\s*;\s+")
"""What may stand between two assertions of a sentence."""
_WORD = re.compile(r"[^\W\d_]+(?:['’-]\w+)*")
ADVERBS = words(
    "then also later already afterwards today tomorrow yesterday now again back "
    "puis ensuite aussi déjà luego después también ya"
)
"""What may stand before a second verb."""
NEAR = 5
"""Words from a joint in which a second assertion shows its verb."""
FIGURE = re.compile(r"\S*\d")


@dataclass(frozen=True, slots=True)
class Cut:
    """Two assertions, each a sentence of its own."""

    left: str
    right: str


@dataclass(frozen=True, slots=True)
class Tied:
    """Two assertions that share what code cannot share out."""

    left: str
    right: str


@dataclass(frozen=True, slots=True)
class Half:
    """One side of a joint with its words."""

    text: str
    words: tuple[re.Match[str], ...]

    @classmethod
    def of(cls, text: str) -> "Half":
        """The half of that text."""
        return cls(text, tuple(_WORD.finditer(text)))

    @property
    def folded(self) -> tuple[str, ...]:
        """Its words, as they are looked up."""
        return tuple(match.group().casefold().replace("’", "'") for match in self.words)

    @property
    def until_joint(self) -> "Half":
        """The half as far as its own next joint."""
        return Half.of(JOINT.split(self.text, maxsplit=1)[0])


def finite(half: Half, grammar: Grammar) -> int | None:
    """Where the first auxiliary stands."""
    # Inside a sentence "May" and "Will" are names.
    plain = ((n, match.group()) for n, match in enumerate(half.words))
    return next(
        (n for n, word in plain if (word if n else word.casefold()) in grammar.finite), None
    )


def auxiliary(half: Half, grammar: Grammar) -> int | None:
    """The verb of a first half that can stand alone: it has a subject, or needs none."""
    at = finite(half, grammar)
    return None if at == 0 and not grammar.drops_subject else at


def main_verb(half: Half, grammar: Grammar, also: re.Pattern[str] | None) -> int | None:
    """Where the first main verb after a subject stands; ``also`` are other forms that count."""
    for n, match in enumerate(half.words[1:], start=1):
        word = match.group()
        if grammar.is_verb(word, (grammar.present,)) or (also and also.fullmatch(word)):
            return n
    return None
