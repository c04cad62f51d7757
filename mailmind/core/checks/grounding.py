"""A model's judgement of semantic claims, as far as it may count.

Owned here: the sentence that decides must itself stand in a message of the thread and be the last word
on its matter, a claim without exactly one well-formed answer was not judged, a claim of several
assertions is as good as its worst, and no reader vouches for a name that the fact's own quote does not
hold, or with a sentence that is nothing but the name.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from mailmind.core.checks.citation import Place, locate, places
from mailmind.core.checks.context import CheckContext, cited
from mailmind.core.checks.grounding_newer import Newer, newer_word, own_word
from mailmind.core.checks.grounding_values import unsaid
from mailmind.core.checks.reading import OTHERS_WORDS
from mailmind.core.checks.statement import further
from mailmind.core.replies import Judgement
from mailmind.core.text import fold
from mailmind.core.values import Fact, FactType, Outcome, Verdict

_WORD = re.compile(r"\w+")


def grounding_verdicts(
    facts: Sequence[Fact], judgements: Sequence[Judgement], ctx: CheckContext, problem: str = ""
) -> dict[str, Verdict]:
    """One verdict for every fact, whatever came back; ``problem`` says why nothing did."""
    return {
        fact.id: _one(fact, [j for j in judgements if j.fact_id == fact.id], ctx, problem)
        for fact in facts
    }


def _one(fact: Fact, answers: Sequence[Judgement], ctx: CheckContext, problem: str) -> Verdict:
    if len(answers) != 1:
        found = f"the reader gave {len(answers)} answers for this claim"
        return _verdict(Outcome.NOT_RUN, "not_run", problem or found)
    answer = answers[0]
    if answer.verdict == "not_found":
        return _unfound(fact, answer, ctx)
    if answer.verdict not in ("supported", "contradicted"):
        return _verdict(Outcome.NOT_RUN, "not_run", f"the reader answered {answer.verdict!r}")
    spots = _deciding(fact, answer, ctx)
    if not spots:
        reason = (
            f"the deciding sentence {cited(answer.quote)} does not stand in {answer.message_id}"
        )
        return _verdict(Outcome.UNSURE, f"grounding.{answer.verdict}", reason)
    if fact.type in (FactType.PERSON, FactType.ORG) and (
        why := _names_nobody(fact, answer) or _adds(fact, ctx)
    ):
        return _verdict(Outcome.UNSURE, f"grounding.{answer.verdict}", why)
    reason = f"{answer.verdict} by {cited(answer.quote)} in {answer.message_id}"
    if not _denied(answer) and (figure := unsaid(fact, spots[0], ctx)):
        reason = f"{reason}, but neither that sentence nor the quote says {figure!r}"
        return _verdict(Outcome.UNSURE, "grounding.supported", reason)
    if later := _later(fact, answer, spots[0], ctx):
        return _by_later(answer, later, reason)
    outcome = Outcome.PASS if answer.verdict == "supported" else Outcome.FAIL
    return Verdict("grounding", outcome, f"grounding.{answer.verdict}", reason, spots[0].evidence)


def _deciding(fact: Fact, answer: Judgement, ctx: CheckContext) -> tuple[Place, ...]:
    """Where the deciding sentence stands, as the word of whom the fact says."""
    message = ctx.message(answer.message_id)
    spots = tuple(places(answer.quote, message)) if message else ()
    if fact.layer in OTHERS_WORDS:
        return spots
    return tuple(p for p in spots if p.layer not in OTHERS_WORDS)


def _later(fact: Fact, answer: Judgement, decided: Place, ctx: CheckContext) -> Newer | None:
    """What a newer mail than the deciding one says on the other side; None where the verdict stands."""
    later = newer_word(fact, decided, ctx)
    return own_word(fact, decided, ctx) if later is None and _denied(answer) else later


def _denied(answer: Judgement) -> bool:
    return answer.verdict == "contradicted"


def _by_later(answer: Judgement, later: Newer, reason: str) -> Verdict:
    """The older word no longer decides. A newer one can take a claim's support away; that it supports
    the claim, only a reader can say.
    """
    says = "says otherwise" if later.wins else "may say otherwise"
    reason = f"{reason}, but {later.name}, which is newer, {says}: {cited(later.text)}"
    lost = later.wins and not _denied(answer)
    outcome, verdict = (Outcome.FAIL, "contradicted") if lost else (Outcome.UNSURE, answer.verdict)
    return Verdict(
        "grounding",
        outcome,
        f"grounding.{verdict}",
        reason,
        later.place.evidence,
        extra={"by": later.name},
    )


def overtaken(
    facts: Sequence[Fact], judgements: Sequence[Judgement], ctx: CheckContext
) -> tuple[Fact, ...]:
    """The facts that are said to be contradicted by an older mail though a newer one has spoken since:
    worth one more question.
    """
    denied = {answer.fact_id: answer for answer in judgements if _denied(answer)}
    spots = {f.id: _deciding(f, denied[f.id], ctx) for f in facts if f.id in denied}
    return tuple(
        fact
        for fact in facts
        if spots.get(fact.id) and _later(fact, denied[fact.id], spots[fact.id][0], ctx)
    )


def _names_nobody(fact: Fact, answer: Judgement) -> str:
    """Why the reader's word for a name counts for nothing; empty where it may count."""
    name = _words(fact.value)
    if not name <= _words(fact.quote):
        return f"the quote {cited(fact.quote)} does not hold the name {fact.value!r}"
    if _words(answer.quote) <= name:
        return f"the deciding sentence {cited(answer.quote)} is the name and says nothing of it"
    return ""


def _adds(fact: Fact, ctx: CheckContext) -> str:
    """The figure that the statement adds to a name and that nothing proves; empty without one."""
    unproven = next((further(fact, (), place, ctx) for place in locate(fact, ctx)[:1]), None)
    return f"the statement also says {unproven.reason}" if unproven else ""


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(fold(text).text))


def _unfound(fact: Fact, answer: Judgement, ctx: CheckContext) -> Verdict:
    """Unsupported: what was claimed, what evidence is missing, and where it was looked for."""
    names = [message.message_id for message in ctx.messages]
    where = names[0] if len(names) == 1 else f"{len(names)} mails, {names[0]} to {names[-1]}"
    missing = answer.missing.strip() or "a sentence in the thread that says so"
    reason = f"the reader found nothing that says {fact.statement!r} in {where}; missing: {missing}"
    extra = {"proposition": fact.statement, "missing": missing}
    return Verdict("grounding", Outcome.FAIL, "grounding.not_found", reason, extra=extra)


def inseparable(fact: Fact, halves: tuple[str, str]) -> Verdict:
    """The verdict on a claim of two assertions that share a time, a condition or an object: which half
    it belongs to nobody can say, so no reader is asked to vouch for both at once.
    """
    first, second = halves
    reason = f"{fact.statement!r} says two things at once; each must be a fact of its own"
    missing = f"one fact for {first!r}, one for {second!r}, each with its own time and condition"
    extra = {"proposition": fact.statement, "missing": missing}
    return Verdict(
        "grounding", Outcome.NOT_RUN, "not_run", f"{reason}; missing: {missing}", extra=extra
    )


_WORST_FIRST = ("grounding.contradicted", "grounding.not_found", "not_run")


def together(parts: Sequence[Verdict]) -> Verdict:
    """One verdict for the assertions of one claim: the worst of them, or all of them passed."""
    failed = [verdict for verdict in parts if verdict.outcome is not Outcome.PASS]
    if len(parts) == 1 or not failed:
        return replace(parts[0], reason="; ".join(verdict.reason for verdict in parts))
    failed.sort(key=lambda verdict: _rank(verdict.code))
    reason = f"{len(failed)} of {len(parts)} assertions are not supported: {failed[0].reason}"
    return replace(failed[0], reason=reason)


def _rank(code: str) -> int:
    return _WORST_FIRST.index(code) if code in _WORST_FIRST else len(_WORST_FIRST)


def _verdict(outcome: Outcome, code: str, reason: str) -> Verdict:
    return Verdict("grounding", outcome, code, reason)
