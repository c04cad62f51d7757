"""Another reader answers the same question from the raw mails; code compares.

Owned here: a reader sees the proposed value only after it abstained, and its own answer must stand in the
mail before it may agree with anything. Agreement on words that a newer mail took back is none.
"""

from collections.abc import Sequence
from dataclasses import replace

from mailmind.core.checks.citation import citation, locate
from mailmind.core.checks.consistency import same_value
from mailmind.core.checks.context import CheckContext, cited
from mailmind.core.checks.grounding_newer import newer_word
from mailmind.core.checks.latest import latest
from mailmind.core.checks.reading import parts, values_of
from mailmind.core.checks.value import quoted_value
from mailmind.core.normalize import find
from mailmind.core.replies import SecondReading
from mailmind.core.text import fold
from mailmind.core.values import VALUE_KINDS, Fact, Outcome, Value, Verdict

_ACCOUNT = "iban"
"""The one identifier of which a newer one in the thread is always a reason to look twice."""


def cross_verdicts(
    facts: Sequence[Fact], readings: Sequence[SecondReading], ctx: CheckContext, problem: str = ""
) -> dict[str, Verdict]:
    """One verdict for every fact, whatever came back; ``problem`` says why nothing did."""
    return {
        fact.id: _one(fact, [r for r in readings if r.fact_id == fact.id], ctx, problem)
        for fact in facts
    }


def _one(fact: Fact, readings: Sequence[SecondReading], ctx: CheckContext, problem: str) -> Verdict:
    if len(readings) != 1:
        found = f"the second reader gave {len(readings)} answers to this question"
        return Verdict("cross", Outcome.NOT_RUN, "not_run", problem or found)
    return cross(fact, readings[0], ctx)


def cross(fact: Fact, answer: SecondReading, ctx: CheckContext) -> Verdict:
    """Compare a fact with the second reader's own reading."""
    if answer.value is None or not answer.value.strip():
        return Verdict(
            "cross",
            Outcome.UNSURE,
            "cross.abstain",
            "the second reader found no answer in the mails",
        )
    theirs = replace(fact, value=answer.value, quote=answer.quote, message_id=answer.message_id)
    cited = citation(theirs, ctx)
    if cited.outcome is not Outcome.PASS:
        reason = f"the second reader's quote proves nothing: {cited.reason}"
        return Verdict("cross", Outcome.UNSURE, "cross.abstain", reason)
    if fact.type in VALUE_KINDS and quoted_value(theirs, ctx).outcome is not Outcome.PASS:
        reason = f"the second reader's {answer.value!r} does not stand in its own quote"
        return Verdict("cross", Outcome.UNSURE, "cross.abstain", reason, cited.evidence)
    if same_value(fact, theirs, ctx) or _same_words(fact, theirs):
        if newer := _newer_word(theirs, ctx):
            reason = f"a second reader read {answer.value!r} too, but {newer}"
            return Verdict("cross", Outcome.UNSURE, "cross.disagree", reason, cited.evidence)
        reader = "a second reader, shown the value," if answer.shown else "a second reader"
        reason = f"{reader} read {answer.value!r} too"
        return Verdict("cross", Outcome.PASS, "cross.agree", reason, cited.evidence)
    says = fact.value or fact.statement
    reason = f"a second reader read {answer.value!r} where the fact says {says!r}"
    if _is_older(theirs, fact, ctx):
        reason += f", but in {theirs.message_id}, which is older"
        return Verdict("cross", Outcome.UNSURE, "cross.disagree", reason, cited.evidence)
    return Verdict("cross", Outcome.FAIL, "cross.disagree", reason, cited.evidence)


def _is_older(theirs: Fact, fact: Fact, ctx: CheckContext) -> bool:
    """True where the second reader rests on an older mail than the fact: that refutes nothing."""
    order = {message.message_id: n for n, message in enumerate(ctx.messages)}
    mine, other = ctx.message(fact.message_id), ctx.message(theirs.message_id)
    return (
        mine is not None and other is not None and order[other.message_id] < order[mine.message_id]
    )


def _newer_word(theirs: Fact, ctx: CheckContext) -> str:
    """What a newer mail says against the words that the second reader read; empty where none does."""
    if theirs.type not in VALUE_KINDS:
        place = next(iter(locate(theirs, ctx)), None)
        later = newer_word(theirs, place, ctx) if place else None
        return f"{later.name} says later: {cited(later.text)}" if later else ""
    after = latest(theirs, ctx)
    if after.outcome in (Outcome.FAIL, Outcome.UNSURE):
        return after.reason
    names = [message.message_id for message in ctx.messages]
    mine = {_plain(v) for v in find(theirs.value) if v.subkind == _ACCOUNT}
    for message in ctx.messages[names.index(theirs.message_id) + 1 :] if mine else ():
        for part in parts(message):
            for value in values_of(message, part):
                if value.subkind == _ACCOUNT and _plain(value) not in mine:
                    return f"{message.message_id} names another account: {cited(value.text)}"
    return ""


def _plain(value: Value) -> str | None:
    return value.reading.get("value")


def _same_words(fact: Fact, theirs: Fact) -> bool:
    """Facts without a typed value agree where they rest on the same words of the same message."""
    if fact.type in VALUE_KINDS or fact.message_id != theirs.message_id:
        return False
    mine, other = fold(fact.quote).text, fold(theirs.quote).text
    return bool(mine and other) and (mine in other or other in mine)
