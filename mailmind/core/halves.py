"""The two halves of a sentence around an "and": two assertions, one, or two that share too much to part.

Owned here: a half that is cut off says no more than it said before. Where a time, a condition, a denial
or an object may belong to both halves, they are tied, and nobody cuts them.
"""

import re
from collections.abc import Sequence

from mailmind.core.gaps import with_verb_left_out
from mailmind.core.half import (
    ADVERBS,
    FIGURE,
    NEAR,
    Cut,
    Half,
    Tied,
    auxiliary,
    finite,
    main_verb,
)
from mailmind.core.normalize import find
from mailmind.core.predicates import Grammar, grammar_of
from mailmind.core.wordlist import words

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
_BARE = words("have do be")
"""Infinitives that are finite forms as well."""


def halves(left: str, right: str) -> Cut | Tied | None:
    """What stands on both sides of a joint; None where it is one assertion."""
    first, second = Half.of(left), Half.of(right)
    if not first.words or not second.words or second.folded[0] in _GOVERNS:
        return None
    if any(word in _GOVERNS for word in first.folded):
        return None
    grammar = grammar_of(first.folded + second.folded)
    found = (
        _with_own_verb(first, second, grammar)
        or _under_one_auxiliary(first, second, grammar)
        or _under_one_subject(first, second, grammar)
        or with_verb_left_out(first, second, grammar)
    )
    if isinstance(found, Cut) and any(word in _CONDITIONS for word in second.folded):
        return Tied(left, right)
    return found


def _with_own_verb(first: Half, second: Half, grammar: Grammar) -> Cut | Tied | None:
    """As in "… and will ship it", "… and it arrives", "… and the hotel is full"."""
    at = auxiliary(first, grammar)
    if at is None:
        return None
    # As written: in the middle of a sentence "May" and "Will" are names.
    following = [match.group() for match in second.until_joint.words[:NEAR]]
    if not following:
        return None
    if following[0] in grammar.finite:
        if _is_inverted(first, grammar):
            return Tied(first.text, second.text)
        shared = first.words[at].end() if _is_bare(first, at, second, grammar) else None
        subject = first.text[: shared or first.words[at].start()].strip()
        return Cut(first.text, f"{subject} {second.text}")
    own_subject = following[0] in grammar.pronouns and len(following) > 1
    starts = second.text.lstrip()[:1].isalpha()
    if own_subject or (starts and any(word in grammar.finite for word in following)):
        return Cut(first.text, second.text)
    return None


def _is_bare(first: Half, at: int, second: Half, grammar: Grammar) -> bool:
    """As in "will catch him and have a look": an infinitive that looks finite."""
    if first.folded[at] not in grammar.before_infinitive or second.folded[0] not in _BARE:
        return False
    return not any(grammar.participle.fullmatch(word) for word in second.folded[1:2])


def _is_inverted(half: Half, grammar: Grammar) -> bool:
    """As in "Am Montag wurde das Paket verschickt": what stands before the verb is not its subject."""
    return grammar.verb_last and half.folded[0] in grammar.prepositions


def _under_one_auxiliary(first: Half, second: Half, grammar: Grammar) -> Cut | Tied | None:
    """As in "was sent on Monday and on Tuesday invoiced", "can cancel and get a refund"."""
    at = auxiliary(first, grammar)
    if at is None or _only_objects(first, second, grammar):
        return None
    until = at + 1
    while until < len(first.words) and first.folded[until] in _LINKS:
        until += 1
    forms = grammar.forms_after(first.folded[at], linked=until > at + 1)
    verb = _second_verb(second, grammar, forms)
    if verb is None or _is_adjective(second, verb, grammar):
        return None
    tied = (
        _is_inverted(first, grammar)
        or any(word in grammar.nots for word in first.folded[at:])
        or _has_own_subject(second, verb, grammar)
        or _shares(first, second, verb, grammar, after=until)
    )
    if tied:
        return Tied(first.text, second.text)
    return Cut(first.text, f"{first.text[: first.words[until - 1].end()]} {second.text}")


def _second_verb(half: Half, grammar: Grammar, forms: Sequence[re.Pattern[str]]) -> int | None:
    """The verb of a second half: it opens it, or stands after a time or place; in German it closes it."""
    found = [n for n, match in enumerate(half.words) if grammar.is_verb(match.group(), forms)]
    if grammar.verb_last:
        return found[-1] if found and found[-1] >= len(half.words) - 2 else None
    at = next((n for n in found if n < NEAR), None)
    opens = grammar.prepositions | ADVERBS
    if at and half.folded[0] not in opens and not _has_own_subject(half, at, grammar):
        return None
    return at


def _only_objects(first: Half, second: Half, grammar: Grammar) -> bool:
    """As in "wir haben die Lampe und den Schirm verschickt": one verb, which closes both."""
    last, opening = first.words[-1].group(), second.words[0].group()
    closed = any(form.fullmatch(last) for form in (grammar.participle, grammar.infinitive))
    noun = opening.casefold() in grammar.determiners or opening[0].isupper()
    return grammar.verb_last and not closed and noun


def _is_adjective(half: Half, verb: int, grammar: Grammar) -> bool:
    """As in "a clean and redlined copy", "bugs and unsolved questions", "for a married couple"."""
    if grammar.verb_last or not grammar.participle.fullmatch(half.folded[verb]):
        return False
    described = half.folded[verb - 1] in grammar.determiners if verb > 1 else False
    follows = half.folded[verb + 1 : verb + 2]
    small = grammar.determiners | grammar.prepositions | grammar.pronouns | ADVERBS
    noun = grammar.adjective_first and bool(follows) and half.words[verb + 1].group().islower()
    noun = noun and follows[0] not in small and not follows[0].endswith(("ly", "ment", "mente"))
    return described or noun


def _has_own_subject(half: Half, verb: int, grammar: Grammar) -> bool:
    """As in "and the bill paid": another subject under the same auxiliary."""
    begins = verb > 0 and half.folded[0] in grammar.determiners
    return begins and bool(grammar.participle.fullmatch(half.folded[verb]))


def _shares(first: Half, second: Half, verb: int, grammar: Grammar, *, after: int) -> bool:
    """True where a time or an object of one half may be the other's too."""
    if grammar.verb_last:
        return verb == 0 and len(first.words) - after > 1
    last = first.words[-1].group()
    trails = len(second.words) > verb + 1 or bool(FIGURE.search(second.text))
    bare = any(form.fullmatch(last) for form in (grammar.participle, grammar.infinitive))
    if bare and trails:
        return True
    rest = second.text[second.words[verb].end() :]
    return _says_when(rest) and not _says_when(first.text[first.words[after - 1].end() :])


def _says_when(text: str) -> bool:
    limited = any(word in _LIMITS for word in Half.of(text).folded)
    return limited or any("date" in v.kind or "time" in v.kind for v in find(text))


def _under_one_subject(first: Half, second: Half, grammar: Grammar) -> Cut | Tied | None:
    """As in "ends on 31 December and renews on 1 January"."""
    if finite(first, grammar) is not None:
        return None
    plural = first.folded[:1] and first.folded[0] in grammar.pronouns and grammar.infinitive
    verb = main_verb(first, grammar, plural or None)
    other = second.words[0].group()
    known = grammar.is_verb(other, (grammar.present,)) or (plural and plural.fullmatch(other))
    if verb is None or not (known or other in grammar.finite):
        return None
    if _is_adjective(second, 0, grammar):
        return None
    bare = verb == len(first.words) - 1 and len(second.words) > 1
    times = _says_when(second.text) and not _says_when(first.text)
    denied = any(word in grammar.nots for word in first.folded)
    if denied or _is_inverted(first, grammar) or bare or times:
        return Tied(first.text, second.text)
    return Cut(first.text, f"{first.text[: first.words[verb].start()].strip()} {second.text}")
