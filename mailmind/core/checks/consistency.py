"""Does a second extraction under another phrasing give the same values?

Owned here: agreement is not truth. It takes a doubt away and proves nothing; disagreement holds a fact.
"""

from collections.abc import Sequence

from mailmind.core.checks.citation import locate
from mailmind.core.checks.compare import Match, compare
from mailmind.core.checks.context import CheckContext
from mailmind.core.checks.identifiers import same_identifier
from mailmind.core.checks.topic import topic_of
from mailmind.core.checks.value import claim_values
from mailmind.core.text import fold
from mailmind.core.values import VALUE_KINDS, Fact, FactType, Outcome, Verdict


def consistency_verdicts(
    facts: Sequence[Fact], again: Sequence[Fact] | None, ctx: CheckContext, problem: str = ""
) -> dict[str, Verdict]:
    """One verdict for every fact; ``again`` is None where there was no second extraction."""
    if again is None:
        reason = problem or "there was no second extraction"
        missing = Verdict("consistency", Outcome.NOT_RUN, "not_run", reason)
        return {fact.id: missing for fact in facts}
    return {fact.id: consistency(fact, again, ctx) for fact in facts}


def consistency(fact: Fact, again: Sequence[Fact], ctx: CheckContext) -> Verdict:
    """Compare a fact with what the second extraction read from the same words."""
    rivals = [
        other
        for other in again
        if other.type is fact.type
        and other.message_id == fact.message_id
        and _overlap(fact, other, ctx)
    ]
    if any(same_value(fact, other, ctx) for other in rivals):
        return Verdict(
            "consistency",
            Outcome.PASS,
            "consistency.agree",
            "a second reading gives the same value",
        )
    rivals = rivals or [o for o in again if o.type is fact.type and _same_matter(fact, o)]
    if not rivals:
        reason = "a second reading does not give this fact"
        return Verdict("consistency", Outcome.UNSURE, "consistency.disagree", reason)
    values = ", ".join(other.value for other in rivals)
    reason = f"one reading gives {fact.value!r}, a second one {values!r}"
    return Verdict(
        "consistency", Outcome.UNSURE, "consistency.disagree", reason, extra={"other": values}
    )


def _same_matter(fact: Fact, other: Fact) -> bool:
    mine = topic_of(f"{fact.statement}\n{fact.subject}")
    theirs = topic_of(f"{other.statement}\n{other.subject}")
    return mine.shares(theirs) and not mine.conflicts(theirs)


def same_value(fact: Fact, other: Fact, ctx: CheckContext) -> bool:
    """True where both facts carry the same value, compared as a unit."""
    if fact.type is not other.type:
        return False
    if fact.type in (FactType.ID, FactType.PHONE):
        return same_identifier(fact, other)
    if fact.type not in VALUE_KINDS:
        return fold(fact.value).text == fold(other.value).text
    mine = claim_values(fact, ctx.message(fact.message_id))
    theirs = claim_values(other, ctx.message(other.message_id))
    if len(mine) != 1 or len(theirs) != 1:
        return False
    return compare(mine[0], theirs[0]) is Match.SAME and not theirs[0].ambiguous


def _overlap(fact: Fact, other: Fact, ctx: CheckContext) -> bool:
    """True where both quotes touch; a rival whose quote stands nowhere is kept, so that it can disagree."""
    mine, theirs = locate(fact, ctx), locate(other, ctx)
    if not mine or not theirs:
        return True
    return any(
        a.part.name == b.part.name and a.start < b.end and b.start < a.end
        for a in mine
        for b in theirs
    )
