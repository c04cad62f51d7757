"""What the store keeps and gives back, as frozen values."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from mailmind.core.dialogue import Usage
from mailmind.core.values import CheckedFact, GateDecision, Sentence, State, Thread


@dataclass(frozen=True, slots=True)
class Draft:
    """A reply draft of a thread with the gate's answer to it."""

    thread_id: str
    text: str
    sentences: tuple[Sentence, ...]
    decision: GateDecision
    attempts: int
    status: str
    """``allowed``, ``blocked``, ``needs_person``, ``given_up``, ``edited`` or ``discarded``."""
    author: str
    """The model's name, ``template`` or ``person``."""
    id: int | None = None


@dataclass(frozen=True, slots=True)
class ModelCall:
    """The record of one ask."""

    task: str
    model: str
    kind: str
    prompt_sha256: str
    reply: str
    usage: Usage
    calls: int


@dataclass(frozen=True, slots=True)
class CallRow:
    """What is kept of one ask; the reply itself stands in the ledger."""

    at: datetime
    run_id: str
    thread_id: str
    task: str
    model: str
    kind: str
    usage: Usage
    calls: int


@dataclass(frozen=True, slots=True)
class RunRow:
    """One run of the pipeline, as it was recorded."""

    id: str
    started: datetime
    finished: datetime | None
    """None where it is still at work, or was killed."""
    summary: Mapping[str, object]
    """What it said at its end; empty where it has not ended."""


@dataclass(frozen=True, slots=True)
class FailedThread:
    """A thread that the last run could not look at."""

    thread_id: str
    subject: str
    reason: str


@dataclass(frozen=True, slots=True)
class ThreadOutcome:
    """All that one run found out about one thread; stored in one transaction."""

    thread_id: str
    facts: tuple[CheckedFact, ...]
    draft: Draft | None
    calls: tuple[ModelCall, ...]
    note: str = ""
    """Why there is no draft, or why the model's answer could not be used."""
    failed: bool = False
    """A failed thread stays pending."""
    workflow: str = "general"
    """Under whose rules the thread was checked."""
    refused: tuple[GateDecision, ...] = ()
    """What the gate said of earlier attempts at the draft, oldest first."""


@dataclass(frozen=True, slots=True)
class ThreadRow:
    """One line of a list of threads."""

    id: str
    subject: str
    sender: str
    date: datetime | None
    messages: int
    facts: Mapping[State, int]
    draft_status: str | None
    workflow: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class QueueItem:
    """Something that waits for a person."""

    thread_id: str
    subject: str
    fact: CheckedFact | None
    """None where the draft itself waits."""
    draft_id: int | None
    reason: str
    """Why, in one sentence."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person decided about a fact or a draft's claim."""

    fact_id: str
    kind: str
    """``confirm``, ``dismiss`` or ``value``."""
    value: str | None
    at: datetime
    who: str


@dataclass(frozen=True, slots=True)
class Approval:
    """A person's word for one claim that a draft marks as not in the source."""

    thread_id: str
    claim: str
    """The claim as it stands in the draft."""
    text_sha256: str
    """Of the draft that the person saw (:func:`mailmind.core.review.text_hash`): it counts for no other."""
    at: datetime
    who: str


@dataclass(frozen=True, slots=True)
class DraftCase:
    """All that the gate's answer to a stored draft rests on, read at one moment."""

    draft: Draft
    thread: Thread
    facts: tuple[CheckedFact, ...]
    """With what people decided about them."""
    approvals: tuple[Approval, ...]
    """All of the thread, for this text of the draft and for others."""
    current: bool
    """False where no run has looked at the thread as it is now: its facts may be outdated."""


@dataclass(frozen=True, slots=True)
class LedgerReport:
    """Whether the chain is whole, and where it breaks."""

    entries: int
    broken_at: int | None
    reason: str = ""
    head: str = ""
    """Hash of the last good entry: noted elsewhere, it proves later that nothing was cut off."""


@dataclass(frozen=True, slots=True)
class SearchHit:
    """One message that a full-text search found."""

    thread_id: str
    message_id: str
    subject: str
    sender: str
    date: datetime | None
    snippet: str
