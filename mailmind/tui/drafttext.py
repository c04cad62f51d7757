"""A draft as it would leave, its claims marked, and why it may not leave, in words.

Owned here: the reason. A draft that cannot be sent always says what stops it and which key helps.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from textual.content import Content

from mailmind.core.review import DISCARDED
from mailmind.core.values import CheckedFact, DraftClaim, Thread
from mailmind.ports import Draft
from mailmind.tui.layout import Mark, Paragraph
from mailmind.tui.services import Unfinished
from mailmind.tui.words import fit, line, with_aliases

_SIGN = {"verified": "✓", "confirmed": "●", "rejected": "✗", "held": "m", "aside": "·"}
_COLOUR = {
    "verified": "$text-success",
    "confirmed": "$text-success",
    "rejected": "$text-error",
    "held": "$text-warning",
    "aside": "dim",
}
_CLAIM_CELLS = 32
"""So much of a claim stands before its reason; all of it is marked in the draft."""


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys that help with a draft, as they are bound now."""

    copy: str
    write: str


def claim_key(number: int) -> str:
    """The name of a claim, by its place in the gate's answer."""
    return f"claim-{number}"


def claim_number(key: str) -> int:
    """The place of a claim, from its name."""
    return int(key.removeprefix("claim-"))


def awaits_word(claim: DraftClaim) -> bool:
    """Whether the claim is only marked as not in the source. Others on its line may be proved."""
    return claim.marked and claim.resolved is not True


def unapproved(draft: Draft, approved: Collection[str]) -> list[DraftClaim]:
    """The claims for which the gate wants a person's word and has none."""
    marked = [c for c in draft.decision.claims if c.marked and c.text not in approved]
    return [c for c in marked if awaits_word(c)] or (marked if draft.decision.needs_person else [])


def style(claim: DraftClaim, approved: Collection[str] = ()) -> str:
    """The style name of a claim: that of a fact in the state that comes nearest."""
    if awaits_word(claim):
        return "confirmed" if claim.text in approved else "held"
    return {True: "verified", False: "rejected", None: "aside"}[claim.resolved]


def sign(claim: DraftClaim, approved: Collection[str] = ()) -> str:
    """One sign for what the gate says of a claim; ``m`` is only marked as not in the source."""
    return _SIGN[style(claim, approved)]


def stopped(draft: Draft) -> list[DraftClaim]:
    """The claims that keep the draft from leaving."""
    return [c for c in draft.decision.claims if c.resolved is False and not c.marked]


def paragraphs(draft: Draft, approved: Collection[str] = ()) -> list[Paragraph]:
    """The text of the draft with its claims."""
    marks = [
        Mark(c.start, c.end, style(c, approved), claim_key(n), sign(c, approved))
        for n, c in enumerate(draft.decision.claims)
    ]
    return [Paragraph(draft.text, tuple(marks))]


def growing(written: Unfinished) -> list[Paragraph]:
    """The words of a draft that is being written: no claim of it is marked, for none was judged."""
    return [Paragraph(f"{written.words} …", style="unchecked")]


def not_yet(written: Unfinished) -> Content:
    """What a person must know of a draft that is being written, as the head of its pane."""
    again = (
        f"Attempt {written.attempt}, after the gate stopped one. " if written.attempt > 1 else ""
    )
    return Content.assemble(
        ("… Being written, NOT YET CHECKED. ", "$text-warning"),
        f"{again}It counts once the gate has judged the whole of it.",
    )


def outcome(draft: Draft) -> str:
    """What came of a draft that was asked for, in one sentence."""
    reason = why(draft, ())
    return f"It cannot be sent: {reason}" if reason else "Every claim in it is accounted for."


def verdict(
    draft: Draft | None,
    facts: Sequence[CheckedFact],
    note: str,
    keys: Keys,
    approved: Collection[str] = (),
) -> Content:
    """What becomes of the draft, and why, as the head of its pane."""
    if draft is None:
        said = line(note) or f"None was written for this thread. {keys.write} asks for one."
        return Content.assemble(("No draft. ", "bold"), said[:1].upper() + said[1:])
    reason = why(draft, facts, approved)
    if not reason:
        return Content.assemble(
            ("✓ Every claim is accounted for. ", "$text-success"),
            f"This version of mailmind does not send; {keys.copy} copies the text.",
        )
    if draft.status == DISCARDED:
        return Content.assemble(("– Discarded by you. ", "dim"), "Editing takes it up again.")
    head = f"✗ Cannot be sent: {reason}"
    tries = ""
    if draft.status == "given_up":
        tries = f" Given up after {draft.attempts} tries; {keys.write} asks for another."
    return Content.assemble((head, "$text-error" if stopped(draft) else "$text-warning"), tries)


def why(draft: Draft, facts: Sequence[CheckedFact], approved: Collection[str] = ()) -> str:
    """The reason why the draft cannot be sent, in one sentence; empty where nothing stops it."""
    if draft.status == DISCARDED:
        return "it was discarded."
    blocked = stopped(draft)
    if blocked:
        open_facts = {c.fact.id for c in facts if not c.state.resolved}
        resting = sum(claim.fact_id in open_facts for claim in blocked)
        if len(blocked) == 1:
            return "1 claim is unresolved" + (": it rests on an open fact." if resting else ".")
        also = f"; {resting} rest{'s' if resting == 1 else ''} on an open fact" if resting else ""
        return f"{len(blocked)} claims are unresolved{also}."
    marked = unapproved(draft, approved)
    if marked:
        names = ", ".join(f"“{line(c.text)}”" for c in marked)
        is_are, it_them = ("is", "it") if len(marked) == 1 else ("are", "them")
        return (
            f"{names} {is_are} marked as not in the source, and no person has approved {it_them}."
        )
    if draft.decision.needs_person:
        return "a person has to approve it."
    return (
        "" if draft.decision.allow and draft.status == "allowed" else "the gate does not allow it."
    )


def row(
    claim: DraftClaim,
    thread: Thread,
    facts: Sequence[CheckedFact],
    approved: Collection[str] = (),
) -> Content:
    """A claim as an entry of a list: sign, words, and what the gate says."""
    text, reason = line(claim.text), claim.reason or claim.code
    for checked in facts:
        reason = reason.replace(checked.fact.id, f"“{checked.fact.value}”")
    return Content.assemble(
        (f"{sign(claim, approved)} ", _COLOUR[style(claim, approved)]),
        (fit(text, min(cell_len(text), _CLAIM_CELLS)), "bold"),
        (f" {line(claim.cls)} ", "dim"),
        with_aliases(thread, reason),
    )
