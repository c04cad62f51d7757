"""Everything that outlives a run: the one store behind both fronts."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Protocol

from mailmind.core.syncplan import Flags, FolderState, SyncStep
from mailmind.core.values import CheckedFact, Message, Thread
from mailmind.ports.mail import ImportTrouble, RawMail, StoredMail
from mailmind.ports.records import (
    Approval,
    CallRow,
    Decision,
    Draft,
    DraftCase,
    FailedThread,
    LedgerReport,
    QueueItem,
    RunRow,
    SearchHit,
    ThreadOutcome,
    ThreadRow,
)


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
        """Where the thread's mails are, each as ``account/folder``; a server's label counts as one."""
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

    def save_reply(self, run_id: str, outcome: ThreadOutcome, *, at: datetime) -> None:
        """Keep a draft that was asked for by itself, and what it cost. The thread's facts stay; a draft of
        None, and one that meets a person's own words, leave the thread's draft as it is.
        """
        ...

    def finish_run(self, run_id: str, *, at: datetime, summary: Mapping[str, object]) -> None:
        """Record the end of a run."""
        ...

    def last_run(self) -> RunRow | None:
        """The newest run over the store's threads; a draft that was asked for by itself is none."""
        ...

    def failed(self) -> list[FailedThread]:
        """The threads that the last run which tried could not look at, by subject."""
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
