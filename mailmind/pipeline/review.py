"""What a person says about facts and drafts, and what follows from it.

Owned here: a person's word is recorded before it counts, and it is the gate that says what it comes to.
Nothing here sets a draft to *allowed* by itself.
"""

from dataclasses import dataclass, replace
from functools import partial

from mailmind.core import review
from mailmind.core.values import CheckedFact, GateDecision
from mailmind.errors import UsageError
from mailmind.pipeline.bench import Workbench
from mailmind.pipeline.reply import gate, status_of
from mailmind.ports import Approval, Decision, Draft, DraftCase

_OUTDATED = (
    "No run has looked at this thread as it is now, so its facts may be outdated. "
    "`mailmind run` brings them up to date."
)


@dataclass(frozen=True, slots=True)
class Resolved:
    """A decided fact, and the thread's draft as the gate sees it now."""

    thread_id: str
    before: CheckedFact
    after: CheckedFact
    draft: Draft | None


def resolve(fact_id: str, kind: str, value: str | None, bench: Workbench, *, who: str) -> Resolved:
    """Decide one fact and gate the draft that may rest on it anew.

    Args:
        fact_id: the fact, or a unique beginning of its ID.
        kind: ``confirm``, ``dismiss`` or ``value``.
        value: what the person says is right, for ``value``.
        bench: the store and the policy.
        who: the person, as the record shows it.

    Raises:
        UsageError: no such fact, or a value that is empty.
    """
    found = bench.store.find_fact(fact_id)
    if found is None:
        raise UsageError(f"no fact {fact_id!r}; `mailmind queue` lists those that wait")
    thread_id, before = found
    try:
        after = review.decided(before, kind, value)
    except ValueError as error:
        raise UsageError(str(error)) from error
    decision = Decision(before.fact.id, kind, value, bench.clock.now(), who)
    bench.store.decide(decision, checked=after)
    return Resolved(thread_id, before, after, regate(thread_id, bench))


def approve(thread_id: str, text: str, bench: Workbench, *, who: str) -> Draft:
    """A person vouches for one claim that the draft marks as not in the source.

    The word counts for the draft's present text alone, and for no claim that the gate rejects.

    Args:
        thread_id: the thread.
        text: the claim as the gate names it.
        bench: the store and the policy.
        who: the person, as the record shows it.

    Raises:
        UsageError: there is no such draft, or it marks no such claim.
    """
    draft = live_draft(thread_id, bench)
    claim = named(draft, text)
    now = bench.clock.now()
    said = Approval(thread_id, claim, review.text_hash(draft.text), now, who)
    bench.store.approve(said)
    return _still_there(regate(thread_id, bench), thread_id)


def named(draft: Draft, text: str) -> str:
    """The marked claim of the draft that a person calls so.

    Raises:
        UsageError: the draft marks no claim of that name; lists those that it does.
    """
    claim = review.marked_claim(draft.decision, text)
    if claim is None:
        listed = ", ".join(f"“{name}”" for name in review.marked(draft.decision))
        known = f"it marks {listed}" if listed else "it marks none"
        raise UsageError(
            f"the draft has no claim “{text}” that is marked as not in the source: {known}"
        )
    return claim


def edit(thread_id: str, text: str, bench: Workbench, *, who: str) -> Draft:
    """Put a person's text in the place of the draft's, and let the gate judge it like any other.

    A draft that was discarded is taken up again. The same text is no edit.

    Raises:
        UsageError: the thread has no draft, or the text is empty.
    """
    if not text.strip():
        raise UsageError("the new text is empty; `mailmind draft THREAD --discard` drops a draft")
    return _still_there(regate(thread_id, bench, text=text, who=who), thread_id)


def discard(thread_id: str, bench: Workbench, *, who: str) -> Draft:
    """Put the thread's draft aside: no run writes another before the thread gets a new mail.

    Raises:
        UsageError: the thread has no draft.
    """
    put_aside = bench.store.discard(thread_id, at=bench.clock.now(), who=who)
    return _still_there(put_aside, thread_id)


def regate(
    thread_id: str, bench: Workbench, *, text: str | None = None, who: str = ""
) -> Draft | None:
    """Ask the gate about a thread's draft again, after a decision or an edit; store its answer.

    Args:
        thread_id: the thread.
        bench: the store and the policy.
        text: the new text, where a person edited it.
        who: that person, as the record shows it.
    """
    judge = partial(_judged, text=text, bench=bench)
    return bench.store.judge(thread_id, judge, at=bench.clock.now(), who=who)


def live_draft(thread_id: str, bench: Workbench) -> Draft:
    """The thread's draft, which was not discarded.

    Raises:
        UsageError: there is none.
    """
    draft = _still_there(bench.store.draft(thread_id), thread_id)
    if draft.status == review.DISCARDED:
        raise UsageError(
            f"the draft of thread {thread_id} was discarded; "
            f"`mailmind draft {thread_id} --edit FILE` takes it up again"
        )
    return draft


def _still_there(draft: Draft | None, thread_id: str) -> Draft:
    if draft is None:
        raise UsageError(f"thread {thread_id} has no draft; `mailmind run` writes them")
    return draft


def _judged(case: DraftCase, *, text: str | None, bench: Workbench) -> Draft:
    """The draft as the gate sees it now; one that was discarded stays so until it gets a text."""
    draft = case.draft
    if draft.status == review.DISCARDED and text is None:
        return draft
    edited = text is not None and text.rstrip() != draft.text.rstrip()
    new_text = text if edited and text is not None else draft.text
    # A person's words carry no labels of the model: the finder alone says what they claim.
    sentences = () if edited else draft.sentences
    by_person = edited or draft.author == "person"
    decision = gate(
        new_text,
        case.thread,
        case.facts,
        bench,
        sentences=sentences,
        approved=_approved(new_text, case),
        by_person=by_person,
    )
    if not case.current:
        decision = _held_back(decision)
    otherwise = "given_up" if draft.status == "given_up" and not edited else "blocked"
    return replace(
        draft,
        text=new_text,
        sentences=sentences,
        decision=decision,
        status=status_of(decision, otherwise=otherwise),
        author="person" if by_person else draft.author,
    )


def _approved(text: str, case: DraftCase) -> frozenset[str]:
    """The claims that a person let pass in this very text."""
    seen = review.text_hash(text)
    return frozenset(said.claim for said in case.approvals if said.text_sha256 == seen)


def _held_back(decision: GateDecision) -> GateDecision:
    message = "\n".join(part for part in (_OUTDATED, decision.message) if part)
    return replace(decision, allow=False, message=message)
