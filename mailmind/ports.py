"""What the pipeline needs of the outside world, as small protocols over core values.

Owned here: the seams. An adapter implements one of these; ``mailmind.testing`` ships a fake of each; one
contract test runs against both. Nothing here does anything.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from mailmind.core.dialogue import Answer, AnswerKind, Ask, Task, Usage
from mailmind.core.folders import FolderName
from mailmind.core.syncplan import BigMail, Flags, FolderState, MailHead, ServerFolder, SyncStep
from mailmind.core.values import (
    CheckedFact,
    DraftClaim,
    GateDecision,
    Message,
    Sentence,
    State,
    Thread,
)
from mailmind.errors import SourceError


class Clock(Protocol):
    """The time of day, asked for once at the edge."""

    def now(self) -> datetime:
        """The moment, with a zone."""
        ...


# ── mail in ────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class RawMail:
    """One mail as its bytes came."""

    raw: bytes
    where: str
    """Where it came from, for people: a path (with the position in an mbox), or folder and UID."""
    received: datetime | None = None
    """INTERNALDATE, or the file's own time; never the Date header."""
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ImportTrouble:
    """One thing that an import could not read as it should be."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class StoredMail:
    """Raw bytes that wait to be parsed."""

    key: int
    raw: bytes
    received: datetime | None


class MailSource(Protocol):
    """Something that mail can be read from, once: files, an mbox, a Maildir."""

    def read(self) -> Iterator[RawMail | ImportTrouble]:
        """Every mail, and every file that could not be read."""
        ...


class LinkLost(SourceError):
    """The connection to a mail server ended or went silent; a new one may work."""


class GarbledReply(LinkLost):
    """The server's reply broke the protocol, and with it the connection."""


class LoginRefused(SourceError):
    """The server does not let this user in; trying again without a change is of no use."""


class ServerBusy(SourceError):
    """The server asks to come back later: too many connections, or throttling."""

    def __init__(self, message: str, delay: float | None = None) -> None:
        super().__init__(message)
        self.delay = delay
        """Seconds that the server itself suggests."""


class FolderRefused(SourceError):
    """One folder cannot be opened or read; the others can."""


class SecretSource(Protocol):
    """Where a password or an access token comes from; asked anew before every login."""

    def secret(self) -> str:
        """The secret as it is valid now. Raises SourceError that names the remedy."""
        ...


@dataclass(frozen=True, slots=True)
class Changes:
    """What happened to known messages since a modification sequence."""

    flags: Mapping[int, Flags]
    vanished: tuple[tuple[int, int], ...] | None
    """Ranges of UIDs that are gone; None where the server cannot say."""


Unread = Mapping[int, str]
"""UIDs whose reply could not be read, each with the reason."""


class Mailbox(Protocol):
    """One open connection to one account. It reads: nothing on the server ever changes.

    Every method may raise LinkLost, after which only ``close`` is of use.
    """

    def folders(self) -> list[FolderName]:
        """All folders of the account, in the server's order."""
        ...

    def examine(self, name: bytes) -> ServerFolder:
        """Open a folder for reading; what follows is about it. Raises FolderRefused."""
        ...

    def uids(self, first: int, last: int | None, *, fresh: bool = False) -> list[int]:
        """The UIDs that exist in a range, ascending; None stands for the newest. ``fresh`` sees what
        other clients have removed since the folder was opened.
        """
        ...

    def heads(self, uids: Sequence[int]) -> tuple[list[MailHead], Unread]:
        """Size, flags and date of messages, ascending. Those that are gone by now are left out."""
        ...

    def flags(self, first: int, last: int) -> dict[int, Flags]:
        """The flags of every message in a range."""
        ...

    def changes(self, since: int, last: int) -> Changes:
        """What changed up to a UID after a modification sequence (only where there is one)."""
        ...

    def fetch(
        self, batches: Iterable[Sequence[MailHead]]
    ) -> Iterator[tuple[Sequence[MailHead], Mapping[int, bytes | BigMail], Unread]]:
        """The content of every batch in turn, asked for ahead of time. A message that is gone or
        not handed out is in neither mapping.
        """
        ...

    @property
    def pushes(self) -> bool:
        """Whether the server tells news by itself, so that ``wait`` is of use."""
        ...

    def wait(self, seconds: float) -> bool:
        """Wait for news about the open folder, that long at most; True where there is some."""
        ...

    def close(self) -> None:
        """End the connection, in good order where it still works."""
        ...


# ── the model ──────────────────────────────────────────────────────────────────────────────────────


class Model(Protocol):
    """A language model, or something that answers in its place."""

    @property
    def name(self) -> str:
        """What facts carry as their source."""
        ...

    @property
    def place(self) -> str:
        """Where mail text goes: ``OFF``, ``LOCAL`` or ``CLOUD``."""
        ...

    def can(self, task: Task) -> bool:
        """Whether it can be asked this. False means the check is ``not_run``."""
        ...

    def ask(self, ask: Ask) -> Answer:
        """Ask. Never raises for what the model or the network did; raises ModelError only where no
        further ask can succeed (no key, spend limit).
        """
        ...


# ── the store ──────────────────────────────────────────────────────────────────────────────────────


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


class Store(Protocol):
    """Everything that outlives a run. Each method is one transaction, whole or not at all."""

    # mail
    def add_mail(self, batch: Sequence[RawMail], *, account: str, folder: str) -> int:
        """Keep raw bytes; answers how many were new (identical bytes in one folder are one mail)."""
        ...

    def unparsed(self, limit: int = 200) -> list[StoredMail]:
        """Raw mails that no parse has seen, oldest first."""
        ...

    def save_parsed(self, parsed: Sequence[tuple[int, Message]]) -> None:
        """Keep parsed messages (named ``msg_<key>``) and index their text for search."""
        ...

    def regroup(self) -> int:
        """Group all messages into threads anew from their headers; answers how many threads changed."""
        ...

    # sync
    def sync_state(self, account: str) -> Mapping[bytes, FolderState]:
        """What is known of each folder of an account: its present generation."""
        ...

    def commit_sync(self, step: SyncStep) -> int:
        """Write rows, flags, losses and the cursor of one step together; answers how many messages
        were new. A step that is written already writes nothing.
        """
        ...

    def synced(self, account: str, folder: bytes, first: int, last: int) -> Mapping[int, Flags]:
        """The live messages of a folder in a range of UIDs, with their flags."""
        ...

    def known_server_ids(self, account: str, ids: Sequence[str]) -> frozenset[str]:
        """Which of these names of the server's have stored content in this account."""
        ...

    def note_sync(self, account: str, folder: bytes | None, reason: str | None) -> None:
        """Keep the trouble of a folder (None: of the account) for the status; None clears it."""
        ...

    # threads
    def thread(self, thread_id: str) -> Thread | None:
        """A thread with its messages, oldest first."""
        ...

    def thread_of(self, message_id: str) -> str | None:
        """The thread that holds a message (``msg_<key>``)."""
        ...

    def places(self, thread_id: str) -> list[str]:
        """Where the thread's mails are, each as ``account/folder``."""
        ...

    def thread_ids(self, *, pending_for: str | None = None) -> list[str]:
        """All threads, newest first; with a configuration hash only those that it has not seen as they
        are now.
        """
        ...

    def thread_rows(
        self, *, offset: int = 0, limit: int = 200, only: str | None = None
    ) -> list[ThreadRow]:
        """A page of the list, newest first; ``only`` is ``waiting`` or ``drafts``."""
        ...

    def thread_count(self, *, only: str | None = None) -> int:
        """How many rows the list has."""
        ...

    # runs and outcomes
    def start_run(self, *, at: datetime, config_hash: str, prompt_hash: str) -> str:
        """Record the start of a run; answers its ID."""
        ...

    def save_outcome(
        self, run_id: str, outcome: ThreadOutcome, *, at: datetime, config_hash: str
    ) -> None:
        """Replace what is known of a thread, keeping what people decided."""
        ...

    def finish_run(self, run_id: str, *, at: datetime, summary: Mapping[str, object]) -> None:
        """Record the end of a run."""
        ...

    def model_calls(self, *, since: datetime | None = None) -> list[CallRow]:
        """Every ask that was recorded (since then), oldest first."""
        ...

    def spent(self, *, since: datetime) -> float:
        """US dollars of the model calls since then, as far as their cost is known."""
        ...

    def facts(self, thread_id: str) -> list[CheckedFact]:
        """The facts of a thread with their verdicts; decisions are already applied to the state."""
        ...

    def draft(self, thread_id: str) -> Draft | None:
        """The thread's draft, if there is one."""
        ...

    def save_draft(self, draft: Draft, *, at: datetime) -> None:
        """Replace the thread's draft and its claims."""
        ...

    # review
    def decided(self, facts: Sequence[CheckedFact]) -> list[CheckedFact]:
        """These facts, as checks left them, with what people decided about them."""
        ...

    def kept_draft(self, thread_id: str) -> str:
        """Why a run may write no draft for this thread now: a person's own words stand there, or a draft
        was discarded and no mail has come since. Empty where it may.
        """
        ...

    def judge(
        self, thread_id: str, judge: Callable[[DraftCase], Draft], *, at: datetime, who: str = ""
    ) -> Draft | None:
        """Store what ``judge`` makes of the thread's draft; nothing it rests on changes meanwhile.

        Answers the draft as it is stored then, None where there is none. ``judge`` must not use the store.
        Where the text is another one, the ledger has an entry that says whose words (``who``) these are.
        """
        ...

    def approve(self, approval: Approval) -> None:
        """Record a person's word (and in the ledger); the same word again writes nothing. StoreError where
        the draft is no longer the one that the person saw, or does not mark this claim.
        """
        ...

    def approvals(self, thread_id: str) -> list[Approval]:
        """What was approved of the thread's present draft, oldest first."""
        ...

    def discard(self, thread_id: str, *, at: datetime, who: str) -> Draft | None:
        """Put the thread's draft aside for good (and in the ledger). It is kept with status
        ``discarded`` and may not leave; runs write no other before the thread gets a new mail.
        """
        ...

    def queue(self) -> list[QueueItem]:
        """What waits for a person: held, unverifiable and rejected facts, and drafts that may not leave."""
        ...

    def find_fact(self, fact_id: str) -> tuple[str, CheckedFact] | None:
        """The thread and the fact of that ID (a unique prefix will do)."""
        ...

    def decide(self, decision: Decision, *, checked: CheckedFact) -> None:
        """Record a decision (and in the ledger) with the fact as it stands after it."""
        ...

    # search, ledger, housekeeping
    def search(self, query: str, limit: int = 50) -> list[SearchHit]:
        """Full-text search."""
        ...

    def append(
        self, kind: str, payload: Mapping[str, object], *, at: datetime, run_id: str = ""
    ) -> int:
        """Add an entry to the ledger; answers its number."""
        ...

    def verify_ledger(self) -> LedgerReport:
        """Recompute the whole chain."""
        ...

    def ledger_has(self, head: str) -> bool:
        """Whether the ledger has an entry with this hash (the empty ledger's head always counts)."""
        ...

    def trouble(self) -> list[ImportTrouble]:
        """Every mail that was kept though something about it could not be read."""
        ...

    def totals(self) -> Mapping[str, int]:
        """Counts for the status: messages, threads, facts by state, drafts, unparsed."""
        ...

    def lock(self, what: str) -> AbstractContextManager[None]:
        """Keep two runs apart; raises StoreLocked naming who holds it."""
        ...

    def close(self) -> None:
        """Release the file."""
        ...


__all__ = [
    "Answer",
    "AnswerKind",
    "Approval",
    "Ask",
    "CallRow",
    "Changes",
    "Clock",
    "Decision",
    "Draft",
    "DraftCase",
    "DraftClaim",
    "FolderName",
    "FolderRefused",
    "GarbledReply",
    "ImportTrouble",
    "LedgerReport",
    "LinkLost",
    "LoginRefused",
    "MailSource",
    "Mailbox",
    "Model",
    "ModelCall",
    "QueueItem",
    "RawMail",
    "SearchHit",
    "SecretSource",
    "ServerBusy",
    "Store",
    "StoredMail",
    "Task",
    "ThreadOutcome",
    "ThreadRow",
    "Unread",
    "Usage",
]  # fmt: skip
