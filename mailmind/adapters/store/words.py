"""What people said about drafts: words for marked claims, and drafts put aside.

Owned here: a word is tied to what its maker saw. An approval counts for one text, a discard for the
messages that the draft answered; each stands in the ledger.
"""

import sqlite3
from datetime import datetime

from mailmind.adapters.store import chain, drafts
from mailmind.adapters.store.columns import clean, utc
from mailmind.core import review
from mailmind.errors import StoreError
from mailmind.ports import Approval, Draft


def approve(db: sqlite3.Connection, approval: Approval) -> None:
    """Record a person's word; the same word again writes nothing."""
    shown = drafts.draft(db, approval.thread_id)
    if shown is None or shown.status == review.DISCARDED:
        raise StoreError(f"thread {approval.thread_id} has no draft that waits for a word")
    if review.text_hash(shown.text) != approval.text_sha256:
        raise StoreError("the draft changed since it was shown. Look at it again, then decide.")
    if approval.claim not in review.marked(shown.decision):
        raise StoreError(f"the draft does not mark {approval.claim!r}; nothing was approved")
    record = {
        "thread_id": approval.thread_id,
        "text_sha256": approval.text_sha256,
        "claim": clean(approval.claim),
        "who": clean(approval.who),
    }
    known = "SELECT 1 FROM approvals WHERE thread_id = ? AND text_sha256 = ? AND claim = ?"
    if db.execute(known, tuple(record.values())[:3]).fetchone():
        return
    entry = chain.append(db, "approval", record, at=approval.at)
    db.execute(
        "INSERT INTO approvals (thread_id, text_sha256, claim, who, at, entry)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (*record.values(), utc(approval.at), entry),
    )


def approvals(db: sqlite3.Connection, thread_id: str) -> list[Approval]:
    """Every word about a draft of the thread, for its present text and for others, oldest first."""
    query = "SELECT * FROM approvals WHERE thread_id = ? ORDER BY id"
    return [
        Approval(
            thread_id=row["thread_id"],
            claim=row["claim"],
            text_sha256=row["text_sha256"],
            at=datetime.fromisoformat(row["at"]),
            who=row["who"],
        )
        for row in db.execute(query, (thread_id,))
    ]


def approved(db: sqlite3.Connection, shown: Draft) -> list[Approval]:
    """The words that count for this very text."""
    text = review.text_hash(shown.text)
    return [said for said in approvals(db, shown.thread_id) if said.text_sha256 == text]


def discard(db: sqlite3.Connection, thread_id: str, *, at: datetime, who: str) -> bool:
    """Put the thread's draft aside; False where there is none, or it is aside already."""
    shown = drafts.draft(db, thread_id)
    if shown is None or shown.status == review.DISCARDED:
        return False
    query = "SELECT key FROM thread_messages WHERE thread_id = ? ORDER BY key"
    messages = [row["key"] for row in db.execute(query, (thread_id,))]
    said = {
        "thread_id": thread_id,
        "text_sha256": review.text_hash(shown.text),
        "who": clean(who),
    }
    entry = chain.append(db, "discard", {**said, "messages": messages}, at=at)
    number = db.execute(
        "INSERT INTO discards (thread_id, text_sha256, who, at, entry) VALUES (?, ?, ?, ?, ?)",
        (*said.values(), utc(at), entry),
    ).lastrowid
    db.executemany(
        "INSERT INTO discarded_mail (key, discard_id) VALUES (?, ?)",
        [(key, number) for key in messages],
    )
    drafts.put_aside(db, thread_id)
    return True
