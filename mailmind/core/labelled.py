"""A draft with its provenance labels on: what is checked and where it stands, who supplied the rest.

Owned here: ``(m)`` is set only on what the gate resolved, with the message and its date as the source.
Taking the labels off gives back the draft.
"""

from collections.abc import Mapping, Sequence

from mailmind.core.checks.context import CheckContext
from mailmind.core.courtesy import is_courtesy
from mailmind.core.gate_claims import Found, find_claims
from mailmind.core.gate_sources import quotation_stands, support
from mailmind.core.labels import Letters, strip, units, wrap
from mailmind.core.values import CheckedFact, DraftClaim, GateDecision


def label_draft(
    text: str,
    *,
    decision: GateDecision,
    facts: Sequence[CheckedFact],
    context: CheckContext,
    by_person: bool = False,
    letters: Letters | None = None,
) -> str:
    """The draft with a label on every sentence that states something.

    ``(m)`` where all claims of the sentence are resolved, else ``(u)`` for the words of a person and
    ``(g)`` for those of a model. Foreign labels in the text are taken off first.
    """
    plain = strip(text, letters)
    by_id = {checked.fact.id: checked for checked in facts}
    values = {(f.start, f.end): f for f in find_claims(plain)}
    out: list[str] = []
    at = 0
    for start, end in units(plain):
        sentence = plain[start:end]
        claims = [c for c in decision.claims if c.start < end and c.end > start]
        label, note = _label(claims, by_id, values, context, by_person=by_person)
        silent = not claims and (is_courtesy(sentence) or sentence.endswith("?"))
        out.append(plain[at:start])
        out.append(sentence if silent else wrap(sentence, label, note, letters))
        at = end
    return "".join([*out, plain[at:]])


def _label(
    claims: Sequence[DraftClaim],
    facts: Mapping[str, CheckedFact],
    values: Mapping[tuple[int, int], Found],
    context: CheckContext,
    *,
    by_person: bool,
) -> tuple[str, str]:
    if claims and all(c.resolved for c in claims):
        names = [_source(c, facts, values, context) for c in claims]
        if all(names):
            return "m", "; ".join(dict.fromkeys(names))
    return ("u", "") if by_person else ("g", "")


def _source(
    claim: DraftClaim,
    facts: Mapping[str, CheckedFact],
    values: Mapping[tuple[int, int], Found],
    context: CheckContext,
) -> str:
    """The message that a resolved claim rests on, with its date."""
    found = values.get((claim.start, claim.end))
    if claim.fact_id in facts:
        name = facts[claim.fact_id or ""].fact.message_id
    elif found is not None and found.value is not None:
        name = support(found.value, context).message_id
    else:
        name = quotation_stands(claim.text, context)
    message = context.message(name)
    if message is None:
        return ""
    return f"{name}, {message.date.date().isoformat()}" if message.date else name
