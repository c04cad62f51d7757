"""A claim with two assertions in it, taken apart: one subject, one property, one point in time each.

Owned here: nothing that weakens a claim is lost by taking it apart. Where a condition, a hedge or
somebody's report may govern both halves, the claim stays whole. A cut too many costs a question and
holds the fact; a cut too few would let a true half vouch for an invented one.
"""

import re
from dataclasses import replace

from mailmind.core.sentences import sentences
from mailmind.core.text import words
from mailmind.core.values import Fact, FactType

_SEMANTIC = (FactType.COMMITMENT, FactType.CLAIM)
_AND = re.compile(r",?\s+(?:and|but|und|aber|sowie|et|mais|y|pero)\s+|\s*;\s+")
_WORD = re.compile(r"[^\W\d_]+(?:['’]\w+)?")
_FINITE = words(
    """
    is are was were will would shall should can could may might must has have had does do did won't
    can't isn't aren't wasn't weren't doesn't don't didn't hasn't haven't cannot
    ist sind war waren wird werden kann können muss müssen soll hat haben
    est sont était sera seront va vont peut doit ont
    es son fue será serán puede debe ha han
    """
)
_GOVERNS = words(
    """
    if when unless until once whether that who which because although while perhaps maybe probably
    likely apparently allegedly says said say writes wrote thinks believes hopes expects claims
    wenn falls sobald ob dass weil obwohl vielleicht wohl angeblich sagt schreibt meint
    si quand lorsque que qui parce peut-être probablement dit écrit pense
    cuando aunque porque quizás quizá probablemente dice escribe cree
    """
)
_PRONOUNS = words(
    "it they we he she i you wir sie es er ich il elle ils elles nous on él ella ellos"
)
_NEAR = 5
"""Words from a joint in which a second assertion shows its verb."""


def propositions(statement: str) -> tuple[str, ...]:
    """The assertions of a statement, each as a sentence of its own; the statement itself where it has one."""
    found = [part for a, b in sentences(statement) for part in _apart(statement[a:b])]
    return tuple(found) if len(found) > 1 else (statement,)


def atoms(fact: Fact) -> tuple[Fact, ...]:
    """The fact as one fact for each assertion, with IDs of their own; the fact itself where it has one."""
    parts = propositions(fact.statement) if fact.type in _SEMANTIC else ()
    if len(parts) < 2:
        return (fact,)
    return tuple(
        replace(fact, id=f"{fact.id}.{n}", statement=part) for n, part in enumerate(parts, start=1)
    )


def _apart(sentence: str) -> list[str]:
    """One sentence cut at each joint between two assertions."""
    for joint in _AND.finditer(sentence):
        left, right = sentence[: joint.start()], sentence[joint.end() :]
        subject = _subject(left)
        if not subject or not right.strip():
            continue
        following = [m.group().casefold() for m in _WORD.finditer(right)][:_NEAR]
        if following and following[0] in _FINITE:
            return [left, *_apart(f"{subject} {right}")]
        own_subject = following[:1] and following[0] in _PRONOUNS and len(following) > 1
        if own_subject or (right[0].isalpha() and any(word in _FINITE for word in following)):
            return [left, *_apart(right)]
    return [sentence]


def _subject(left: str) -> str:
    """What stands before the verb of the first half; empty where that half cannot stand alone."""
    found = list(_WORD.finditer(left))
    if any(match.group().casefold() in _GOVERNS for match in found):
        return ""
    verb = next((match for match in found if match.group().casefold() in _FINITE), None)
    return left[: verb.start()].strip() if verb else ""
