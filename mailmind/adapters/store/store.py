"""The store: the one class that the rest of mailmind sees.

Owned here: each method is one transaction. What a method does stands in the module it calls; that
it is whole or not at all stands here.
"""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from mailmind.adapters.store import (
    chain,
    lock,
    mail,
    outcomes,
    proof,
    search,
    status,
    sync,
    threads,
)
from mailmind.adapters.store.database import Database, connect
from mailmind.adapters.store.desk import ReviewDesk
from mailmind.core.syncplan import Flags, FolderState, SyncStep
from mailmind.core.values import CheckedFact, Message, Thread
from mailmind.errors import StoreLocked
from mailmind.ports import (
    CallRow,
    FailedThread,
    ImportTrouble,
    LedgerReport,
    RawMail,
    RunRow,
    SearchHit,
    StoredMail,
    ThreadOutcome,
    ThreadRow,
)


def utc_now() -> datetime:
    """The moment, in UTC."""
    return datetime.now(UTC)


class SqliteStore(ReviewDesk):
    """Everything that outlives a run, in one SQLite file: :class:`mailmind.ports.Store`."""

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self._db = database
        self._now = now
        self._memory_lock = threading.Lock()

    @classmethod
    def open(cls, path: Path | str, *, now: Callable[[], datetime] = utc_now) -> Self:
        """Open the store, creating or upgrading it where that is needed.

        Args:
            path: the file, or ``:memory:``.
            now: the clock that dates entries of the ledger whose caller gives no time.
        """
        return cls(connect(path), now)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Release the file."""
        self._db.close()

    @property
    def total_changes(self) -> int:
        """Rows written since this store was opened."""
        return self._db.connection.total_changes

    # ── mail ──────────────────────────────────────────────────────────────────────────────────────

    def add_mail(self, batch: Sequence[RawMail], *, account: str, folder: str) -> int:
        """Keep raw bytes; answers how many were new in this folder."""
        with self._db.write() as db:
            return mail.add(db, batch, account=account, folder=folder, at=self._now())

    def unparsed(self, limit: int = 200) -> list[StoredMail]:
        """Raw mails that no parse has seen, oldest first: as many as memory should hold."""
        with self._db.read() as db:
            return mail.unparsed(db, limit)

    def save_parsed(self, parsed: Sequence[tuple[int, Message]]) -> None:
        """Keep parsed messages (named ``msg_<key>``) and index their text for search."""
        with self._db.write() as db:
            mail.save_parsed(db, parsed)

    def regroup(self) -> int:
        """Bring the threads up to date; answers how many changed."""
        with self._db.write() as db:
            return threads.regroup(db)

    # ── sync ──────────────────────────────────────────────────────────────────────────────────────

    def sync_state(self, account: str) -> Mapping[bytes, FolderState]:
        """What is known of each folder of an account: its present generation."""
        with self._db.read() as db:
            return sync.state(db, account)

    def commit_sync(self, step: SyncStep) -> int:
        """Write one step; answers how many messages were new."""
        with self._db.write() as db:
            return sync.commit(db, step, at=self._now())

    def synced(self, account: str, folder: bytes, first: int, last: int) -> Mapping[int, Flags]:
        """The live messages of a folder in a range of UIDs, with their flags."""
        with self._db.read() as db:
            return sync.synced(db, account, folder, first, last)

    def known_server_ids(self, account: str, ids: Sequence[str]) -> frozenset[str]:
        """Which of these names of the server's have stored content in this account."""
        with self._db.read() as db:
            return sync.known_server_ids(db, account, ids)

    def note_sync(self, account: str, folder: bytes | None, reason: str | None) -> None:
        """Keep the trouble of a folder (None: of the account) for the status; None clears it."""
        with self._db.write() as db:
            sync.note(db, account, folder, reason)

    # ── threads ───────────────────────────────────────────────────────────────────────────────────

    def thread(self, thread_id: str) -> Thread | None:
        """A thread with its messages, oldest first."""
        with self._db.read() as db:
            return threads.thread(db, thread_id)

    def places(self, thread_id: str) -> list[str]:
        """``account/folder`` of every folder that shows a message of the thread, sorted."""
        with self._db.read() as db:
            return threads.places(db, thread_id)

    def thread_of(self, message_id: str) -> str | None:
        """The thread that holds a message (``msg_<key>``)."""
        with self._db.read() as db:
            return threads.of_message(db, message_id)

    def thread_ids(self, *, pending_for: str | None = None) -> list[str]:
        """All threads, newest first, or those that a configuration has not seen as they are now."""
        with self._db.read() as db:
            return threads.ids(db, pending_for)

    def thread_rows(
        self, *, offset: int = 0, limit: int = 200, only: str | None = None
    ) -> list[ThreadRow]:
        """A page of the list, newest first; ``only`` is ``waiting`` or ``drafts``."""
        with self._db.read() as db:
            return threads.page(db, offset=offset, limit=limit, only=only)

    def thread_count(self, *, only: str | None = None) -> int:
        """How many rows the list has."""
        with self._db.read() as db:
            return threads.count(db, only=only)

    # ── runs and outcomes ─────────────────────────────────────────────────────────────────────────

    def start_run(self, *, at: datetime, config_hash: str, prompt_hash: str) -> str:
        """Record the start of a run; answers its ID."""
        with self._db.write() as db:
            return outcomes.start_run(db, at=at, config_hash=config_hash, prompt_hash=prompt_hash)

    def save_outcome(
        self, run_id: str, outcome: ThreadOutcome, *, at: datetime, config_hash: str
    ) -> None:
        """Replace what is known of a thread, keeping what people decided."""
        with self._db.write() as db:
            outcomes.save_outcome(db, run_id, outcome, at=at, config_hash=config_hash)

    def save_reply(self, run_id: str, outcome: ThreadOutcome, *, at: datetime) -> None:
        """Keep a draft that was asked for by itself, and what it cost; the thread's facts stay."""
        with self._db.write() as db:
            outcomes.save_reply(db, run_id, outcome, at=at)

    def finish_run(self, run_id: str, *, at: datetime, summary: Mapping[str, object]) -> None:
        """Record the end of a run."""
        with self._db.write() as db:
            outcomes.finish_run(db, run_id, at=at, summary=summary)

    def last_run(self) -> RunRow | None:
        """The newest run over the store's threads."""
        with self._db.read() as db:
            return status.last_run(db)

    def failed(self) -> list[FailedThread]:
        """The threads that the last run which tried could not look at."""
        with self._db.read() as db:
            return status.failed(db)

    def model_calls(self, *, since: datetime | None = None) -> list[CallRow]:
        """Every ask that was recorded (since then), oldest first."""
        with self._db.read() as db:
            return outcomes.model_calls(db, since)

    def spent(self, *, since: datetime) -> float:
        """US dollars of the model calls since then, as far as their cost is known."""
        with self._db.read() as db:
            return outcomes.spent(db, since)

    def facts(self, thread_id: str) -> list[CheckedFact]:
        """The facts of a thread with their verdicts; decisions are already applied."""
        with self._db.read() as db:
            return outcomes.facts(db, thread_id)

    # ── search, ledger, housekeeping ──────────────────────────────────────────────────────────────

    def search(self, query: str, limit: int = 50) -> list[SearchHit]:
        """Messages that hold all words of the query, newest first."""
        with self._db.read() as db:
            return search.search(db, query, limit)

    def append(
        self, kind: str, payload: Mapping[str, object], *, at: datetime, run_id: str = ""
    ) -> int:
        """Add an entry to the ledger; answers its number."""
        with self._db.write() as db:
            return chain.append(db, kind, payload, at=at, run_id=run_id)

    def verify_ledger(self) -> LedgerReport:
        """Recompute the whole chain and what it vouches for."""
        with self._db.read() as db:
            return proof.verify(db)

    def ledger_has(self, head: str) -> bool:
        """Whether the ledger has an entry with this hash (the empty ledger's head always counts)."""
        with self._db.read() as db:
            return chain.has(db, head)

    def trouble(self) -> list[ImportTrouble]:
        """Everything that could not be read or fetched as it should be."""
        with self._db.read() as db:
            return mail.trouble(db)

    def totals(self) -> Mapping[str, int]:
        """Counts for the status."""
        with self._db.read() as db:
            return status.totals(db)

    @contextmanager
    def lock(self, what: str) -> Iterator[None]:
        """Keep two runs apart; raises StoreLocked naming who holds it."""
        if self._db.place != ":memory:":
            with lock.hold(Path(f"{self._db.place}.lock"), what, at=self._now()):
                yield
            return
        if not self._memory_lock.acquire(blocking=False):
            raise StoreLocked("another run is at work on this store")
        try:
            yield
        finally:
            self._memory_lock.release()


__all__ = ["SqliteStore", "utc_now"]
