"""What a person decides, and what follows from it: the decision is recorded, the draft gated anew."""

from dataclasses import dataclass, replace

from mailmind.core import review
from mailmind.core.values import CheckedFact
from mailmind.errors import UsageError
from mailmind.pipeline.bench import Workbench
from mailmind.pipeline.reply import gate, status_of
from mailmind.ports import Decision, Draft


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


def regate(thread_id: str, bench: Workbench, *, text: str | None = None) -> Draft | None:
    """Ask the gate about a thread's draft again, after a decision or an edit; store its answer.

    Args:
        thread_id: the thread.
        bench: the store and the policy.
        text: the new text, where a person edited it.
    """
    draft, thread = bench.store.draft(thread_id), bench.store.thread(thread_id)
    if draft is None or thread is None:
        return None
    edited = text is not None and text != draft.text
    new_text = text if text is not None else draft.text
    # A person's words carry no labels of the model: the finder alone says what they claim.
    sentences = () if edited else draft.sentences
    facts = bench.store.facts(thread_id)
    by_person = edited or draft.author == "person"
    decision = gate(new_text, thread, facts, bench, sentences=sentences, by_person=by_person)
    again = replace(
        draft,
        text=new_text,
        sentences=sentences,
        decision=decision,
        status=status_of(decision, otherwise="blocked"),
        author="person" if by_person else draft.author,
    )
    bench.store.save_draft(again, at=bench.clock.now())
    return again
