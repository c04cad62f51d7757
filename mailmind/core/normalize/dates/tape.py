"""The tape that grammar rules rewrite: tokens side by side with their shadow.

Owned here: rewriting. Every stage reads the tape once from left to right, each rule is a bounded
regular expression over the shadow, and a rewrite never makes the tape longer; so the work grows
linearly with the text.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from mailmind.core.normalize.dates.alphabet import LETTER, expand, letters
from mailmind.core.normalize.dates.firsts import firsts, needs
from mailmind.core.normalize.dates.model import Num
from mailmind.core.normalize.dates.scene import Scene


def number(token: Any) -> int:
    """The number that a token stands for."""
    return token.value if isinstance(token, Num) else int(token)


_PREP = frozenset(letters("prep") + " \n,;:()'\"-")
_BLANK, _FEW = " \n.,;:()'\"!?-*", 12
_DOTTED = frozenset(letters("MONTHABBR|WEEKDAYABBR|WEEKDAYSOFT"))
_EDGE = frozenset(" \n,;:('\"")


@dataclass(slots=True)
class Tape:
    """The tokens of one text. ``shadow[i]`` is the letter of token ``i``."""

    text: str
    """The text with typographic look-alikes folded, same length as the original."""
    shadow: str
    starts: list[int]
    ends: list[int]
    values: list[Any]
    present: frozenset[str] = frozenset()
    """Every letter that the shadow has, and perhaps some that it had."""

    def raw(self, index: int) -> str:
        """The token as written."""
        return self.text[self.starts[index] : self.ends[index]]


@dataclass(frozen=True, slots=True)
class Hit:
    """One match of a rule's pattern, with its named tokens."""

    tape: Tape
    match: re.Match[str]
    scene: Scene

    def _at(self, name: str) -> int:
        """The place of the named token, -1 where the pattern has none or left it out."""
        return self.match.start(name) if name in self.match.re.groupindex else -1

    def __getitem__(self, name: str) -> Any:
        """The value of the named token, None where it is left out."""
        at = self._at(name)
        return None if at < 0 else self.tape.values[at]

    def has(self, name: str) -> bool:
        """Whether the named token took part in the match."""
        return self._at(name) >= 0

    def int(self, name: str, default: int = 0) -> int:
        """The number of the named token."""
        at = self._at(name)
        return default if at < 0 else number(self.tape.values[at])

    def letter(self, name: str) -> str:
        """The letter of the named token, empty where it is left out."""
        return self.match.group(name) or "" if self.has(name) else ""

    def raw(self, name: str) -> str:
        """The named token as written, empty where it is left out."""
        at = self._at(name)
        return "" if at < 0 else self.tape.raw(at)

    def all(self, symbol: str) -> list[Any]:
        """The values of every token of the symbol within the match."""
        wanted = letters(symbol)
        start, end = self.match.span()
        return [self.tape.values[i] for i in range(start, end) if self.tape.shadow[i] in wanted]

    @property
    def alone(self) -> bool:
        """True where the match is all that the text holds, but for a few signs around it."""
        start, end = self.match.span()
        shadow = self.tape.shadow
        if start > _FEW or len(shadow) - end > _FEW:
            return False
        return not shadow[:start].strip(_BLANK) and not shadow[end:].strip(_BLANK)

    @property
    def before(self) -> str:
        """The shadow up to the match, at most eight letters."""
        start = self.match.start()
        return self.tape.shadow[max(0, start - 8) : start]

    @property
    def after(self) -> str:
        """The shadow after the match, at most eight letters."""
        end = self.match.end()
        return self.tape.shadow[end : end + 8]


def place(hit: Hit) -> tuple[str, int, int]:
    """The text, and where in it the match stands."""
    tape, match = hit.tape, hit.match
    return tape.text, tape.starts[match.start()], tape.ends[match.end() - 1]


Found = tuple[int, int, str, Any]
"""A part of the tape to rewrite: start, end, the letter of the new token and its value."""

Builder = Callable[[Hit], Any]
"""Makes the value of a match, or None where the match means something else."""


@dataclass(frozen=True)
class Rule:
    """One line of a grammar: what it looks like, and what it makes of it."""

    makes: str | Callable[[Any], str]
    """Kind of the token it makes, or a function of the value that names it."""
    pattern: str
    build: Builder
    glued: bool = False
    """Whether letters or digits may touch the match."""
    alone: bool = False
    """Whether the match must be all that the text holds."""
    begins: str = ""
    """The named token that the new token begins with, where the match looks at more before it."""
    langs: tuple[str, ...] = ()
    """The languages of the text that the rule is for; none named means all."""

    @cached_property
    def regex(self) -> re.Pattern[str]:
        """The pattern over the shadow."""
        return re.compile(expand(self.pattern))

    @cached_property
    def needs(self) -> tuple[frozenset[str], ...]:
        """Sets of letters of which a match has one each."""
        return needs(self.regex.pattern)

    @cached_property
    def firsts(self) -> frozenset[str]:
        """The letters that a match can begin with."""
        return firsts(self.regex.pattern)

    def letter(self, value: Any) -> str:
        """The letter of the token made."""
        return LETTER[self.makes if isinstance(self.makes, str) else self.makes(value)]


class Stage:
    """Rules that are tried together; at each place the longest success wins, the first among equals."""

    def __init__(self, *rules: Rule) -> None:
        self.rules = rules
        self._possible = lru_cache(maxsize=512)(self._table)

    @cached_property
    def letters(self) -> frozenset[str]:
        """Every letter that decides whether a rule of the stage is tried."""
        return frozenset().union(*(rule.firsts.union(*rule.needs) for rule in self.rules))

    def run(self, tape: Tape, scene: Scene) -> Tape:
        """The tape with every match of a rule rewritten into one token."""
        by_letter = self._possible(tape.present & self.letters)
        if not by_letter:
            return tape
        found: list[Found] = []
        after = 0
        for at in _places(tape.shadow, by_letter):
            if at >= after:
                best = _best(by_letter[tape.shadow[at]], tape, scene, at)
                if best is not None:
                    found.append(best)
                    after = best[1]
        return rewrite(tape, found) if found else tape

    def _table(self, present: frozenset[str]) -> dict[str, list[Rule]]:
        """The rules that a text with these letters can match, by the letters they begin with."""
        table: dict[str, list[Rule]] = {}
        for rule in self.rules:
            if not any(need.isdisjoint(present) for need in rule.needs):
                for letter in rule.firsts & present:
                    table.setdefault(letter, []).append(rule)
        return table


def _places(shadow: str, wanted: Iterable[str]) -> list[int]:
    """Where the letters stand, in order."""
    found: list[int] = []
    for letter in wanted:
        at = shadow.find(letter)
        while at >= 0:
            found.append(at)
            at = shadow.find(letter, at + 1)
    found.sort()
    return found


def _best(rules: Sequence[Rule], tape: Tape, scene: Scene, at: int) -> Found | None:
    """The longest match of a rule that means something, the first among equals."""
    shadow = tape.shadow
    matches = [(rule, match) for rule in rules if (match := rule.regex.match(shadow, at))]
    if len(matches) > 1:
        matches.sort(key=lambda pair: -pair[1].end())
    for rule, match in matches:
        value = _built(rule, Hit(tape, match, scene))
        if value is not None:
            start = match.start(rule.begins) if rule.begins else match.start()
            return start, match.end(), rule.letter(value), value
    return None


def _built(rule: Rule, hit: Hit) -> Any:
    """What the rule makes of the match; None where the match breaks one of the rule's conditions."""
    if not rule.glued and not free(hit.tape, hit.match):
        return None
    if (rule.alone and not hit.alone) or (rule.langs and hit.scene.lang not in rule.langs):
        return None
    return rule.build(hit)


_LOST_SPACE = re.compile(r"[A-ZÀ-Þ](?:[a-zß-ÿ]{2}|[A-Z]{2}(?![^\W_]))")
"""A word or an airport that lost its space after a date: "12 Dec 2016Journey", "7:45LHR"."""


def free(tape: Tape, match: re.Match[str]) -> bool:
    """Whether the match stands free: no letter or digit of another word touches it."""
    start, end = tape.starts[match.start()], tape.ends[match.end() - 1]
    text = tape.text
    if start and text[start].isalnum() and text[start - 1].isalnum() and text[start - 1] != "T":
        return False
    if end >= len(text) or not text[end].isalnum():
        return True
    if not text[end - 1].isalnum():
        return text[end - 1] not in "./-"
    return text[end - 1].isdigit() and _LOST_SPACE.match(text, end) is not None


def rewrite(tape: Tape, found: Sequence[Found], *, whole: bool = False) -> Tape:
    """The tape with each ``(start, end, letter, value)`` made one token.

    Such a token spans what it means, without the prepositions around it, unless ``whole``.
    """
    shadow: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    values: list[Any] = []
    at = 0
    for start, end, letter, value in found:
        shadow += [tape.shadow[at:start], letter]
        first, last = (start, end - 1) if whole else _core(tape, start, end)
        starts += [*tape.starts[at:start], tape.starts[first]]
        ends += [*tape.ends[at:start], tape.ends[last]]
        values += [*tape.values[at:start], value]
        at = end
    shadow.append(tape.shadow[at:])
    return Tape(
        tape.text,
        "".join(shadow),
        starts + tape.starts[at:],
        ends + tape.ends[at:],
        values + tape.values[at:],
        tape.present.union(letter for _, _, letter, _ in found),
    )


def _core(tape: Tape, start: int, end: int) -> tuple[int, int]:
    """The tokens of a match without the prepositions it opens with and the signs it ends with."""
    first, last = start, end - 1
    while first < last and tape.shadow[first] in _PREP:
        first += 1
    while last > first and (tape.shadow[last] in _EDGE or _full_stop(tape, last)):
        last -= 1
    return first, last


def _full_stop(tape: Tape, at: int) -> bool:
    """Whether a dot ends a sentence and not the abbreviation before it ("3 p.m.", "16.10.")."""
    return (
        tape.shadow[at] == "." and tape.raw(at - 1).isalpha() and tape.shadow[at - 1] not in _DOTTED
    )
