"""The store's half that a person's review goes through: the queue, decisions, and words about drafts.

Owned here: as in the whole store, each method is one transaction.
"""

from collections.abc import Callable, Sequence
from datetime import datetime

from mailmind.adapters.store import decisions, drafts, judging, words
from mailmind.adapters.store.database import Database
from mailmind.core.values import CheckedFact
from mailmind.ports import Approval, Decision, Draft, DraftCase, QueueItem


class ReviewDesk:
    """What waits for a person, and what the person said."""

    _db: Database

    # ── facts ─────────────────────────────────────────────────────────────────────────────────────

    def queue(self) -> list[QueueItem]:
        """What waits for a person, newest thread first."""
        with self._db.read() as db:
            return decisions.queue(db)

    def find_fact(self, fact_id: str) -> tuple[str, CheckedFact] | None:
        """The thread and the fact of that ID (a unique prefix will do)."""
        with self._db.read() as db:
            return decisions.find_fact(db, fact_id)

    def decide(self, decision: Decision, *, checked: CheckedFact) -> None:
        """Record a decision (and in the ledger) with the fact as it stands after it."""
        with self._db.write() as db:
            decisions.decide(db, decision, checked=checked)

    def decided(self, facts: Sequence[CheckedFact]) -> list[CheckedFact]:
        """These facts, as checks left them, with what people decided about them."""
        with self._db.read() as db:
            return decisions.applied_to(db, facts)

    # ── drafts ────────────────────────────────────────────────────────────────────────────────────

    def draft(self, thread_id: str) -> Draft | None:
        """The thread's draft, if there is one."""
        with self._db.read() as db:
            return drafts.draft(db, thread_id)

    def save_draft(self, draft: Draft, *, at: datetime) -> None:
        """Replace the thread's draft and its claims."""
        with self._db.write() as db:
            drafts.save(db, draft, at=at)

    def kept_draft(self, thread_id: str) -> str:
        """Why a run may write no draft for this thread now; empty where it may."""
        with self._db.read() as db:
            return drafts.kept(db, thread_id)

    def judge(
        self, thread_id: str, judge: Callable[[DraftCase], Draft], *, at: datetime, who: str = ""
    ) -> Draft | None:
        """Store what ``judge`` makes of the thread's draft; nothing it rests on changes meanwhile."""
        with self._db.write() as db:
            return judging.judge(db, thread_id, judge, at=at, who=who)

    def approve(self, approval: Approval) -> None:
        """Record a person's word (and in the ledger); the same word again writes nothing."""
        with self._db.write() as db:
            words.approve(db, approval)

    def approvals(self, thread_id: str) -> list[Approval]:
        """What was approved of the thread's present draft, oldest first."""
        with self._db.read() as db:
            shown = drafts.draft(db, thread_id)
            return words.approved(db, shown) if shown else []

    def discard(self, thread_id: str, *, at: datetime, who: str) -> Draft | None:
        """Put the thread's draft aside for good (and in the ledger)."""
        with self._db.write() as db:
            words.discard(db, thread_id, at=at, who=who)
            return drafts.draft(db, thread_id)
