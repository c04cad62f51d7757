"""The two halves of a sentence around an "and": two assertions, one, or two that share too much to part.

Owned here: a half that is cut off says no more than it said before. Where a time, a condition, a denial
or an object may belong to both halves, they are tied, and nobody cuts them.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from mailmind.core.normalize import find
from mailmind.core.predicates import Grammar, grammar_of
from mailmind.core.text import words

_WORD = re.compile(r"[^\W\d_]+(?:['’-]\w+)*")
_GOVERNS = words(
    """
    if when unless until once whether that who which because although while perhaps maybe probably
    likely apparently allegedly says said say writes wrote thinks believes hopes expects claims
    wenn falls sobald ob dass weil obwohl vielleicht wohl angeblich sagt schreibt meint
    si quand lorsque que qui parce peut-être probablement dit écrit pense
    cuando aunque porque quizás quizá probablemente dice escribe cree
    """
)
"""In the first half: one assertion about both. In the second half some of them reach back."""
_CONDITIONS = words(
    "if unless once provided wenn falls sofern sobald si sauf cuando siempre salvo only nur seulement solo"
)
_LIMITS = words("until till by before within bis jusqu'à jusqu'au avant hasta antes")
_LINKS = words("be been being été être sido ser estado")
"""What stands between an auxiliary and its participle and belongs to both halves."""
_ADVERBS = words(
    "then also later already afterwards puis ensuite aussi déjà luego después también ya"
)
_NEAR = 5
"""Words from a joint in which a second assertion shows its verb."""
_IS_WORTH = words(
    "is are was were costs cost ist sind war kostet kosten beträgt betragen est sont coûte coûtent es son "
    "cuesta cuestan"
)
_ABOUT = words(
    "about around another up roughly etwa ungefähr rund environ autre unos unas otro otra"
)
_FIGURE = re.compile(r"\S*\d")


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
class _Half:
    """One side of a joint with its words."""

    text: str
    words: tuple[re.Match[str], ...]

    @classmethod
    def of(cls, text: str) -> "_Half":
        return cls(text, tuple(_WORD.finditer(text)))

    @property
    def folded(self) -> tuple[str, ...]:
        return tuple(match.group().casefold().replace("’", "'") for match in self.words)


def halves(left: str, right: str) -> Cut | Tied | None:
    """What stands on both sides of a joint; None where it is one assertion."""
    first, second = _Half.of(left), _Half.of(right)
    if not second.words or any(word in _GOVERNS for word in first.folded):
        return None
    grammar = grammar_of(first.folded + second.folded)
    found = (
        _with_own_verb(first, second, grammar)
        or _under_one_auxiliary(first, second, grammar)
        or _under_one_subject(first, second, grammar)
        or _with_verb_left_out(first, second, grammar)
    )
    if isinstance(found, Cut) and any(word in _CONDITIONS for word in second.folded):
        return Tied(left, right)
    return found


def _finite(half: _Half, grammar: Grammar) -> int | None:
    # Inside a sentence "May" and "Will" are names.
    plain = ((n, match.group()) for n, match in enumerate(half.words))
    return next(
        (n for n, word in plain if (word if n else word.casefold()) in grammar.finite), None
    )


def _auxiliary(half: _Half, grammar: Grammar) -> int | None:
    """The verb of a first half that can stand alone: it has a subject, or needs none."""
    at = _finite(half, grammar)
    return None if at == 0 and not grammar.drops_subject else at


def _with_own_verb(first: _Half, second: _Half, grammar: Grammar) -> Cut | Tied | None:
    """As in "… and will ship it", "… and it arrives", "… and the hotel is full"."""
    at = _auxiliary(first, grammar)
    if at is None:
        return None
    following = second.folded[:_NEAR]
    if following[0] in grammar.finite:
        if _is_inverted(first, grammar):
            return Tied(first.text, second.text)
        return Cut(first.text, f"{first.text[: first.words[at].start()].strip()} {second.text}")
    own_subject = following[0] in grammar.pronouns and len(following) > 1
    starts = second.text.lstrip()[:1].isalpha()
    if own_subject or (starts and any(word in grammar.finite for word in following)):
        return Cut(first.text, second.text)
    return None


def _is_inverted(half: _Half, grammar: Grammar) -> bool:
    """As in "Am Montag wurde das Paket verschickt": what stands before the verb is not its subject."""
    return grammar.verb_last and half.folded[0] in grammar.prepositions


def _under_one_auxiliary(first: _Half, second: _Half, grammar: Grammar) -> Cut | Tied | None:
    """As in "was sent on Monday and on Tuesday invoiced", "can cancel and get a refund"."""
    at = _auxiliary(first, grammar)
    verb = None if at is None else _second_verb(second, grammar)
    if at is None or verb is None or _only_objects(first, second, grammar):
        return None
    until = at + 1
    while until < len(first.words) and first.folded[until] in _LINKS:
        until += 1
    tied = (
        _is_inverted(first, grammar)
        or any(word in grammar.nots for word in first.folded[at:])
        or _has_own_subject(second, verb, grammar)
        or _shares(first, second, verb, grammar, after=until)
    )
    if tied:
        return Tied(first.text, second.text)
    return Cut(first.text, f"{first.text[: first.words[until - 1].end()]} {second.text}")


def _second_verb(half: _Half, grammar: Grammar, *, under_finite: bool = True) -> int | None:
    """The verb of a second half that has none of its own kind before it."""
    found = [
        n
        for n, match in enumerate(half.words)
        if grammar.is_second(match.group(), under_finite=under_finite)
    ]
    if grammar.verb_last and under_finite:
        return found[-1] if found and found[-1] >= len(half.words) - 2 else None
    near = [n for n in found if n < _NEAR]
    if not near or (near[0] and half.folded[0] not in grammar.prepositions | _ADVERBS
                    and not _has_own_subject(half, near[0], grammar)):  # fmt: skip
        return None
    return near[0]


def _only_objects(first: _Half, second: _Half, grammar: Grammar) -> bool:
    """As in "wir haben die Lampe und den Schirm verschickt": one verb, which closes both."""
    last = first.words[-1].group()
    closed = any(form.fullmatch(last) for form in (grammar.participle, grammar.infinitive))
    return grammar.verb_last and not closed and second.folded[0] in grammar.determiners


def _has_own_subject(half: _Half, verb: int, grammar: Grammar) -> bool:
    """As in "and the bill paid": another subject under the same auxiliary."""
    begins = verb > 0 and half.folded[0] in grammar.determiners
    return begins and bool(grammar.participle.fullmatch(half.folded[verb]))


def _shares(first: _Half, second: _Half, verb: int, grammar: Grammar, *, after: int) -> bool:
    """True where a time or an object of one half may be the other's too."""
    if grammar.verb_last:
        return verb == 0 and len(first.words) - after > 1
    last = first.words[-1].group()
    trails = len(second.words) > verb + 1 or bool(_FIGURE.search(second.text))
    bare = any(form.fullmatch(last) for form in (grammar.participle, grammar.infinitive))
    if bare and trails:
        return True
    rest = second.text[second.words[verb].end() :]
    return _says_when(rest) and not _says_when(first.text[first.words[after - 1].end() :])


def _says_when(text: str) -> bool:
    limited = any(
        match.group().casefold().replace("’", "'") in _LIMITS for match in _WORD.finditer(text)
    )
    return limited or any("date" in v.kind or "time" in v.kind for v in find(text))


def _under_one_subject(first: _Half, second: _Half, grammar: Grammar) -> Cut | Tied | None:
    """As in "ends on 31 December and renews on 1 January"."""
    if _finite(first, grammar) is not None:
        return None
    plural = first.folded[:1] and first.folded[0] in grammar.pronouns and grammar.infinitive
    verb = _main_verb(first, grammar, plural or None)
    other = second.words[0].group()
    known = grammar.is_second(other, under_finite=False) or (plural and plural.fullmatch(other))
    if verb is None or not (known or other in grammar.finite):
        return None
    bare = verb == len(first.words) - 1 and len(second.words) > 1
    times = _says_when(second.text) and not _says_when(first.text)
    denied = any(word in grammar.nots for word in first.folded)
    if denied or _is_inverted(first, grammar) or bare or times:
        return Tied(first.text, second.text)
    return Cut(first.text, f"{first.text[: first.words[verb].start()].strip()} {second.text}")


def _main_verb(half: _Half, grammar: Grammar, also: re.Pattern[str] | None) -> int | None:
    for n, match in enumerate(half.words[1:], start=1):
        word = match.group()
        if grammar.is_second(word, under_finite=False) or (also and also.fullmatch(word)):
            return n
    return None


def _with_verb_left_out(first: _Half, second: _Half, grammar: Grammar) -> Cut | Tied | None:
    """As in "The fee is 5 EUR and the deposit 50 EUR", "the blue one to Bert and the red one to Carl"."""
    if cut := _another_figure(first, second, grammar):
        return cut
    verb = _auxiliary(first, grammar) or _main_verb(first, grammar, None)
    if verb and _is_clause(second, grammar):
        return Cut(first.text, second.text)
    named = second.words[0].group()[0].isupper() and second.folded[1:2]
    if not (second.folded[0] in grammar.determiners or (named and named[0] in grammar.determiners)):
        return None
    mine, theirs = _prepositions(first, grammar), _prepositions(second, grammar)
    if verb and (named or (mine and theirs and mine[-1] == theirs[-1])):
        return Tied(first.text, second.text)
    return None


def _is_clause(half: _Half, grammar: Grammar) -> bool:
    """As in "the bill follows on Tuesday": a subject with a verb that is no participle."""
    verbs = [match.group() for match in half.words[1:_NEAR]]
    return half.folded[0] in grammar.determiners and any(
        grammar.is_second(verb, under_finite=False) and not grammar.participle.fullmatch(verb)
        for verb in verbs
    )


def _another_figure(first: _Half, second: _Half, grammar: Grammar) -> Cut | None:
    """As in "the fee is 5 EUR and the deposit 50 EUR"."""
    worth = next((n for n, word in enumerate(first.folded) if word in _IS_WORTH), None)
    figure = _FIGURE.search(second.text)
    if not worth or figure is None:
        return None
    name, value = second.text[: figure.start()].strip(), second.text[figure.start() :]
    small = grammar.prepositions | _ADVERBS | _ABOUT
    plain = bool(name) and not any(word in small for word in _Half.of(name).folded)
    if plain and _FIGURE.match(first.text[first.words[worth].end() :].strip()):
        return Cut(first.text, f"{name} {first.words[worth].group()} {value}")
    return None


def _prepositions(half: _Half, grammar: Grammar) -> Sequence[str]:
    return [word for word in half.folded if word in grammar.prepositions]
