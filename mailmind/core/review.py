"""What waits for a person, why, and what a person's word makes of it.

Owned here: a decision covers what its maker could see. A check that fails only after the decision
reopens the fact, and a word for a draft's claim counts for that text alone; only a dismissal stands
for good, since it can allow nothing.
"""

import hashlib
from collections.abc import Collection
from dataclasses import replace

from mailmind.core.values import CheckedFact, GateDecision, Outcome, State, Verdict

WAITING: frozenset[State] = frozenset({State.HELD, State.UNVERIFIABLE, State.REJECTED})
"""The states that the queue shows."""

DISCARDED = "discarded"
"""The status of a draft that a person put aside: kept, and waiting for nobody."""

WAITING_DRAFTS: frozenset[str] = frozenset({"blocked", "edited", "given_up", "needs_person"})
"""The draft statuses that the queue shows: all that neither may leave nor were discarded."""


def waits(checked: CheckedFact) -> bool:
    """Whether a person must look at this fact."""
    return checked.state in WAITING


def reason(checked: CheckedFact) -> str:
    """Why the fact waits, in one plain sentence: what the deciding check found."""
    deciding = _deciding(checked)
    if checked.state is State.REJECTED:
        lead = "Proved wrong"
    elif checked.state is State.UNVERIFIABLE:
        lead = "Its source is not at hand"
    elif checked.state is State.HELD:
        lead = "Needs a person"
    else:
        return f"Settled: {checked.state.value}."
    if deciding is None:
        return f"{lead}: no check has proved it."
    return f"{lead}: {_sentence(deciding.reason or deciding.code)}"


def draft_reason(
    status: str, decision: GateDecision, attempts: int, approved: Collection[str] = ()
) -> str:
    """Why the draft waits, in one plain sentence; ``approved`` are the claims with a person's word."""
    if status == "given_up":
        times = "" if attempts == 1 else f" {attempts} times in a row"
        return f"The gate stopped this draft{times}: {_blockers(decision)}"
    if status == "needs_person":
        open_marks = [f"“{name}”" for name in marked(decision) if name not in approved]
        if open_marks:
            named = ", ".join(open_marks)
            return f"Marked as not in the source, so your word is needed for {named}."
        return "Your word is needed before this draft may leave."
    if status == DISCARDED:
        return "Discarded by a person."
    return f"Draft {status}: {_blockers(decision)}"


def text_hash(text: str) -> str:
    """What a word about a draft is tied to: SHA-256 of the draft's text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def marked(decision: GateDecision) -> tuple[str, ...]:
    """The claims that the draft marks as not in the source, each once, in the order of the text."""
    return tuple(dict.fromkeys(c.text for c in decision.claims if c.marked))


def marked_claim(decision: GateDecision, name: str) -> str | None:
    """The marked claim that a person calls by this name, with or without its marker and line breaks.

    None where no claim is called so, or more than one.
    """
    names = marked(decision)
    if name in names:
        return name
    alike = [claim for claim in names if _called(claim) == _called(name) != ""]
    return alike[0] if len(alike) == 1 else None


def _called(claim: str) -> str:
    # Imported here: lists and syncs read this module and need nothing of the gate's readers.
    from mailmind.core.gate_claims import MARKER

    return " ".join(claim.replace(MARKER, " ").split()).rstrip(" .")


def decided(checked: CheckedFact, kind: str, value: str | None = None) -> CheckedFact:
    """The fact as it stands after a person's decision.

    Args:
        checked: the fact with its verdicts.
        kind: ``confirm``, ``dismiss`` or ``value``.
        value: for ``value``, what the person says is right.

    Raises:
        ValueError: for another kind, or a ``value`` without a value.
    """
    if kind == "confirm":
        return replace(checked, state=State.CONFIRMED)
    if kind == "dismiss":
        return replace(checked, state=State.DISMISSED)
    if kind != "value":
        raise ValueError(f"unknown decision {kind!r}: confirm, dismiss or value")
    if value is None or not value.strip():
        raise ValueError("a decision of kind 'value' needs the right value")
    return replace(checked, state=State.CONFIRMED, fact=replace(checked.fact, value=value.strip()))


def failures(checked: CheckedFact) -> tuple[str, ...]:
    """The findings against the fact, as stable marks: what a person can see when deciding."""
    return tuple(sorted({_mark(v) for v in checked.verdicts if v.outcome is Outcome.FAIL}))


def apply(checked: CheckedFact, kind: str, value: str | None, seen: Collection[str]) -> CheckedFact:
    """The fact with an earlier decision applied, or as the checks left it where that is outdated.

    Args:
        checked: the fact as the latest run left it.
        kind: of the decision.
        value: of the decision.
        seen: :func:`failures` of the fact at the time of the decision.
    """
    if kind != "dismiss" and not set(failures(checked)) <= set(seen):
        return checked
    return decided(checked, kind, value)


def _mark(verdict: Verdict) -> str:
    # The message that supersedes a value belongs to the finding: another one is news.
    return " ".join([verdict.code, *(f"{k}={v}" for k, v in sorted(verdict.extra.items()))])


def _deciding(checked: CheckedFact) -> Verdict | None:
    for outcome in (Outcome.FAIL, Outcome.UNSURE, Outcome.NOT_RUN):
        for verdict in checked.verdicts:
            if verdict.outcome is outcome:
                return verdict
    return None


def _blockers(decision: GateDecision) -> str:
    open_claims = [c for c in decision.claims if c.resolved is False and not c.marked]
    if not open_claims:
        return _sentence(decision.message or "the gate did not allow it")
    first = f"“{open_claims[0].text}”: {open_claims[0].reason or open_claims[0].code}"
    more = len(open_claims) - 1
    return _sentence(f"{first} (and {more} more)" if more else first)


def _sentence(text: str) -> str:
    text = " ".join(text.split())
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."
