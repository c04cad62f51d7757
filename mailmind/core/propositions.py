"""A claim with two assertions in it, taken apart: one subject, one property, one point in time each.

Owned here: nothing that weakens a claim is lost by taking it apart. Where a condition, a hedge or
somebody's report may govern both halves, the claim stays whole; where a time or an object may belong to
both, it is a compound, which nobody may vouch for as a whole. A cut too many costs a question and holds
the fact; a cut too few would let a true half vouch for an invented one.
"""

from dataclasses import replace

from mailmind.core.half import JOINT, Cut, Tied
from mailmind.core.halves import halves
from mailmind.core.sentences import sentences
from mailmind.core.values import SEMANTIC, Fact


def propositions(statement: str) -> tuple[str, ...]:
    """The assertions of a statement, each as a sentence of its own; the statement itself where it has one
    or cannot be taken apart.
    """
    found = [part for a, b in sentences(statement) for part in _apart(statement[a:b])]
    whole = len(found) < 2 or any(isinstance(part, Tied) for part in found)
    return (statement,) if whole else tuple(part for part in found if isinstance(part, str))


def compound(fact: Fact) -> tuple[str, str] | None:
    """The two assertions of a fact that share a time, a condition or an object and so cannot be taken
    apart; None where there are none.
    """
    if fact.type not in SEMANTIC:
        return None
    for a, b in sentences(fact.statement):
        for part in _apart(fact.statement[a:b]):
            if isinstance(part, Tied):
                return part.left.strip(), part.right.strip()
    return None


def atoms(fact: Fact) -> tuple[Fact, ...]:
    """The fact as one fact for each assertion, with IDs of their own; the fact itself where it has one."""
    parts = propositions(fact.statement) if fact.type in SEMANTIC else ()
    if len(parts) < 2:
        return (fact,)
    return tuple(
        replace(fact, id=f"{fact.id}.{n}", statement=part) for n, part in enumerate(parts, start=1)
    )


def _apart(sentence: str) -> list[str | Tied]:
    """One sentence cut at each joint between two assertions."""
    for joint in JOINT.finditer(sentence):
        found = halves(sentence[: joint.start()], sentence[joint.end() :])
        if isinstance(found, Tied):
            return [found]
        if isinstance(found, Cut):
            return [found.left, *_apart(found.right)]
    return [sentence]
