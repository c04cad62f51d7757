"""May this draft leave? The one function that answers, for model and person alike.

Owned here: a whitelist that fails closed. Every claim in the text rests on a resolved fact or stands in a
source that the workflow allows; whatever does not is named, with both ways out.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from mailmind.core.checks.citation import locate
from mailmind.core.checks.compare import Match
from mailmind.core.checks.context import CheckContext
from mailmind.core.checks.identifiers import same_identifier
from mailmind.core.checks.value import claim_values
from mailmind.core.checks.weekday import wrong_weekday
from mailmind.core.gate_assertions import assertions
from mailmind.core.gate_claims import MARKER, Found, find_claims, is_marked
from mailmind.core.gate_events import keep_apart
from mailmind.core.gate_sources import (
    Support,
    agreement,
    quotation_stands,
    support,
)
from mailmind.core.modality import accepts, is_flat, modality_at, weaker
from mailmind.core.sentences import sentence_around
from mailmind.core.values import (
    CheckedFact,
    DraftClaim,
    Fact,
    FactType,
    GateDecision,
    Message,
    Modality,
    Outcome,
    Sentence,
)

_FIRM = frozenset(("id", "phone", "section", "quotation"))
"""Classes that a hedge does not soften: an order number stays one in any sentence."""


@dataclass(frozen=True, slots=True)
class _Desk:
    """What the judging of one draft needs to know."""

    text: str
    facts: tuple[CheckedFact, ...]
    context: CheckContext


def decide(
    text: str,
    *,
    facts: Sequence[CheckedFact],
    context: CheckContext,
    sentences: Sequence[Sentence] = (),
    approved: Collection[str] = (),
    deterministic_only: bool = False,
    by_person: bool = False,
) -> GateDecision:
    """The gate's answer to a draft.

    ``sentences`` are the model's labels; they can add claims, never take one away. ``approved`` names
    marked claims that a person let pass. In the words of a person (``by_person``), and where code alone
    answers (``deterministic_only``), sentences without a checkable value are listed but do not block.
    """
    desk = _Desk(text, tuple(facts), context)
    found = find_claims(
        text, reference=_written(context), small_counts=context.workflow.small_counts
    )
    if not context.workflow.gate:
        return GateDecision(True, False, tuple(_unjudged(found, text)), "")
    claims = [_judged(claim, desk) for claim in found]
    claims = keep_apart(found, claims, desk.text, context)
    lenient = deterministic_only or by_person
    claims += assertions(
        text, sentences, claims, desk.facts, names=_people(context), lenient=lenient
    )
    claims.sort(key=lambda c: (c.start, c.end))
    return _answer(claims, approved)


def _answer(claims: Sequence[DraftClaim], approved: Collection[str]) -> GateDecision:
    rejected = [c for c in claims if c.resolved is False and not c.marked]
    waiting = [c for c in claims if c.marked and c.resolved is not True and c.text not in approved]
    return GateDecision(
        allow=not rejected,
        needs_person=bool(waiting),
        claims=tuple(claims),
        message="\n".join(rejection(c) for c in rejected),
    )


def rejection(claim: DraftClaim) -> str:
    """What is wrong with one claim and the two ways out, for whoever wrote the draft."""
    if claim.cls == "assertion":
        return (
            f"The draft states {claim.text!r} (assertion), and {claim.reason}. Either (1) take it out, "
            f"ask it as a question, or rest it on a verified fact; or (2) if it is meant without a source, "
            f"keep it and put the literal marker {MARKER} on the same line."
        )
    return (
        f"The draft contains {claim.text!r} ({claim.cls}), which {claim.reason} [{claim.code}]. Either "
        f"(1) replace it with the exact value from the source; or (2) if it is meant without a source, keep "
        f"it and put the literal marker {MARKER} on the same line. Do not invent figures, dates, names or "
        f"quotations."
    )


def _people(context: CheckContext) -> tuple[str, ...]:
    """The names of everybody whom the headers of the thread name."""
    boxes = (a for m in context.messages for a in (m.sender, *m.to, *m.cc))
    return tuple(dict.fromkeys(a.name for a in boxes if a.name))


def _written(context: CheckContext) -> datetime | None:
    """What relative dates of the draft are read against: the newest mail's date in the user's zone."""
    dates = [m.date for m in context.messages if m.date is not None]
    if not dates:
        return None
    last = dates[-1]
    return last.astimezone(ZoneInfo(context.timezone)) if last.tzinfo else last


def _unjudged(found: Sequence[Found], text: str) -> Iterator[DraftClaim]:
    for claim in found:
        yield DraftClaim(
            claim.text, claim.cls, claim.start, claim.end,
            resolved=None, marked=is_marked(text, claim.start, claim.end),
            code="gate.off", reason="is not judged in this workflow",
        )  # fmt: skip


def _judged(claim: Found, desk: _Desk) -> DraftClaim:
    verdict, fact_id = _support_of(claim, desk)
    verdict = _misdated(claim, _hedged(claim, verdict, desk), desk)
    return DraftClaim(
        text=claim.text,
        cls=claim.cls,
        start=claim.start,
        end=claim.end,
        resolved=verdict.resolved,
        marked=is_marked(desk.text, claim.start, claim.end),
        code=verdict.code,
        reason=verdict.reason,
        fact_id=fact_id,
    )


def _support_of(claim: Found, desk: _Desk) -> tuple[Support, str | None]:
    """A resolved fact first; an unresolved one of the same value blocks; then the sources."""
    workflow = desk.context.workflow
    if claim.value is None:
        where = quotation_stands(claim.text, desk.context)
        if where and claim.cls in workflow.copied:
            return Support("quote.folded", f"stands in {where}", resolved=True), None
        return Support(
            "quote.fabricated", "stands in no message of the thread", resolved=False
        ), None
    carriers = [c for c in desk.facts if _carries(c, claim, desk.context)]
    for checked in carriers:
        if checked.state.resolved:
            modality = _fact_modality(checked.fact, desk.context)
            reason = (
                f"rests on a {checked.state} fact: {checked.fact.statement or checked.fact.quote}"
            )
            return Support("value.equal", reason, True, modality), checked.fact.id
    if carriers:
        code, why = _deciding(carriers[0])
        reason = f"is a {carriers[0].state} fact: {why}"
        return Support(code, reason, resolved=False), carriers[0].fact.id
    if claim.cls in workflow.copied and {"messages", "documents"} & set(workflow.sources):
        return support(claim.value, desk.context), None
    return Support("fact.missing", "rests on no resolved fact", resolved=False), None


def _carries(checked: CheckedFact, claim: Found, context: CheckContext) -> bool:
    """True where the fact has the value that the draft claims."""
    fact = checked.fact
    if claim.value is None:
        return False
    if fact.type in (FactType.ID, FactType.PHONE):
        same_class = claim.cls == fact.type
        return same_class and same_identifier(fact, replace(fact, value=claim.text))
    message = context.message(fact.message_id) or Message(message_id=fact.message_id)
    return any(
        agreement(claim.value, value, message) is Match.SAME
        for value in claim_values(fact, message)
    )


def _fact_modality(fact: Fact, context: CheckContext) -> Modality:
    found = [modality_at(p.part.text, p.start, p.end) for p in locate(fact, context)]
    firmest = min(found, key=list(Modality).index) if found else Modality.STATED
    return weaker(fact.modality, firmest)


def _deciding(checked: CheckedFact) -> tuple[str, str]:
    for verdict in checked.verdicts:
        if verdict.outcome is not Outcome.PASS:
            return verdict.code, verdict.reason
    return "fact.unresolved", "nothing has settled it yet"


def _misdated(claim: Found, verdict: Support, desk: _Desk) -> Support:
    """A date with a weekday that does not fit it passes only as a copy of the very words."""
    wrong = wrong_weekday(desk.text, claim.value) if claim.value is not None else ""
    if not verdict.resolved or not wrong or quotation_stands(claim.text, desk.context):
        return verdict
    return Support("value.ambiguous", f"cannot be right: {wrong}", resolved=False)


def _hedged(claim: Found, verdict: Support, desk: _Desk) -> Support:
    """A flat statement of what the source only hedges, conditions, asks or proposes does not pass."""
    if not verdict.resolved or claim.cls in _FIRM or verdict.modality is Modality.STATED:
        return verdict
    start, end = sentence_around(desk.text, claim.start, claim.end)
    sentence = desk.text[start:end]
    if not is_flat(sentence) or accepts(sentence):
        return verdict
    reason = f"is only {verdict.modality} in the source, and the draft states it flatly"
    return Support(f"modality.{verdict.modality}", reason, resolved=False)
