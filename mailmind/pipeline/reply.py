"""One thread's reply: the model writes, the gate answers, at most so many times in a row.

Owned here: a draft is never reworded past the gate. What comes out is either allowed, or waits for a
person with the reason.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from mailmind.core.classify import reply_need
from mailmind.core.gate import decide
from mailmind.core.questions import open_question
from mailmind.core.replies import Drafted
from mailmind.core.values import CheckedFact, GateDecision, Sentence, State, Thread
from mailmind.pipeline.bench import Workbench, put
from mailmind.ports import Ask, Draft, Task

_ASK_ABOUT = frozenset({State.HELD, State.UNVERIFIABLE})
"""Where evidence is missing the reply asks; what code proved wrong is not worth a question."""


@dataclass(frozen=True, slots=True)
class Replied:
    """A draft, or why there is none."""

    draft: Draft | None
    note: str = ""
    refused: tuple[GateDecision, ...] = ()
    """What the gate said of earlier attempts."""


def reply_to(thread: Thread, facts: Sequence[CheckedFact], bench: Workbench) -> Replied:
    """Draft a reply where one is called for, and take it through the gate."""
    settings = bench.settings.drafts
    if not settings.enabled:
        return Replied(None, note="drafts are switched off")
    need = reply_need(thread, {a.casefold() for a in bench.settings.user.addresses})
    if not need.wanted:
        return Replied(None, note=need.reason)
    if why := bench.store.kept_draft(thread.id):
        return Replied(None, note=why)
    if not bench.model.can(Task.DRAFT):
        return Replied(None, note="no model is at hand that could write a reply")
    return _attempts(thread, facts, bench)


def _attempts(thread: Thread, facts: Sequence[CheckedFact], bench: Workbench) -> Replied:
    usable = tuple(checked.fact for checked in facts if checked.state.resolved)
    lang = thread.messages[-1].lang
    open_facts = [c.fact for c in facts if c.state in _ASK_ABOUT]
    asked_for = tuple(dict.fromkeys(open_question(fact, lang) for fact in open_facts))
    refused: list[GateDecision] = []
    feedback, draft = "", None
    for attempt in range(1, bench.settings.drafts.max_attempts + 1):
        question = Ask(
            Task.DRAFT,
            thread,
            facts=usable,
            questions=asked_for,
            feedback=feedback,
            attempt=attempt,
            fresh=bench.fresh,
        )
        asked = put(bench, bench.model, question)
        if not isinstance(asked.reply, Drafted):
            note = f"the reply could not be drafted: {asked.problem}"
            return Replied(draft, note, tuple(refused[:-1]))
        if draft is not None and asked.reply.text == draft.text:
            break  # the same words again would get the same answer
        draft = _judged(asked.reply, attempt, thread, facts, bench)
        if draft.status != "given_up":
            break
        feedback = draft.decision.message
        refused.append(draft.decision)
    earlier = refused[:-1] if draft is not None and draft.status == "given_up" else refused
    return Replied(draft, refused=tuple(earlier))


def _judged(
    reply: Drafted, attempt: int, thread: Thread, facts: Sequence[CheckedFact], bench: Workbench
) -> Draft:
    decision = gate(reply.text, thread, facts, bench, sentences=reply.sentences)
    return Draft(
        thread_id=thread.id,
        text=reply.text,
        sentences=reply.sentences,
        decision=decision,
        attempts=attempt,
        status=status_of(decision),
        author=bench.model.name,
    )


def gate(
    text: str,
    thread: Thread,
    facts: Sequence[CheckedFact],
    bench: Workbench,
    *,
    sentences: Sequence[Sentence] = (),
    approved: Collection[str] = (),
    by_person: bool = False,
) -> GateDecision:
    """The gate's answer to a text in this thread."""
    return decide(
        text,
        facts=facts,
        context=bench.context(thread),
        sentences=sentences,
        approved=approved,
        by_person=by_person,
    )


def status_of(decision: GateDecision, *, otherwise: str = "given_up") -> str:
    """The word for a draft that the gate answered like this."""
    if not decision.allow:
        return otherwise
    return "needs_person" if decision.needs_person else "allowed"
