"""A model's judgement of semantic claims, as far as it may count.

Owned here: the sentence that decides must itself stand in a message of the thread, and a claim without
exactly one well-formed answer was not judged.
"""

from collections.abc import Sequence

from mailmind.core.checks.citation import places
from mailmind.core.checks.context import CheckContext
from mailmind.core.checks.reading import OTHERS_WORDS
from mailmind.core.replies import Judgement
from mailmind.core.values import Fact, Layer, Outcome, Verdict


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
        missing = f"; missing: {answer.missing}" if answer.missing else ""
        reason = f"the reader found nothing in the thread that says so{missing}"
        return _verdict(Outcome.FAIL, "grounding.not_found", reason)
    if answer.verdict not in ("supported", "contradicted"):
        return _verdict(Outcome.NOT_RUN, "not_run", f"the reader answered {answer.verdict!r}")
    message = ctx.message(answer.message_id)
    spots = tuple(places(answer.quote, message)) if message else ()
    if fact.layer not in OTHERS_WORDS:
        spots = tuple(p for p in spots if p.layer not in OTHERS_WORDS or p.layer is Layer.SIGNATURE)
    if not spots:
        reason = f"the deciding sentence {answer.quote!r} does not stand in {answer.message_id}"
        return _verdict(Outcome.UNSURE, f"grounding.{answer.verdict}", reason)
    reason = f"{answer.verdict} by {answer.quote!r} in {answer.message_id}"
    outcome = Outcome.PASS if answer.verdict == "supported" else Outcome.FAIL
    return Verdict("grounding", outcome, f"grounding.{answer.verdict}", reason, spots[0].evidence)


def _verdict(outcome: Outcome, code: str, reason: str) -> Verdict:
    return Verdict("grounding", outcome, code, reason)
