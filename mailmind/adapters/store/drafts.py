"""Reply drafts and the gate's answers to them.

Owned here: a stored ``allow`` never outlives what it was given for. Whatever changes the thread, its
facts or a decision takes it back in the same transaction, until the gate is asked again.
"""

import sqlite3
from dataclasses import asdict, replace
from datetime import datetime

from mailmind.adapters.store import chain, fact_rows
from mailmind.adapters.store.columns import upsert
from mailmind.core.review import DISCARDED
from mailmind.errors import StoreError
from mailmind.ports import Draft


def draft(db: sqlite3.Connection, thread_id: str) -> Draft | None:
    """The thread's draft, if there is one."""
    row = db.execute("SELECT * FROM drafts WHERE thread_id = ?", (thread_id,)).fetchone()
    if row is None:
        return None
    claims = db.execute(
        "SELECT * FROM draft_claims WHERE draft_id = ? ORDER BY position", (row["id"],)
    ).fetchall()
    return fact_rows.draft(row, claims)


def hold(db: sqlite3.Connection, thread_id: str, why: str) -> None:
    """Take back what the gate allowed: the draft rests on something that changed."""
    db.execute(
        "UPDATE drafts SET allow = 0, message = ?,"
        " status = CASE author WHEN 'person' THEN 'edited' ELSE 'blocked' END"
        " WHERE thread_id = ? AND (allow OR status IN ('allowed', 'needs_person'))",
        (f"{why} Check it again.", thread_id),
    )


def put_aside(db: sqlite3.Connection, thread_id: str) -> None:
    """The draft may not leave, and waits for nobody."""
    db.execute(
        "UPDATE drafts SET allow = 0, status = ?, message = ? WHERE thread_id = ?",
        (DISCARDED, "A person discarded this draft.", thread_id),
    )


def kept(db: sqlite3.Connection, thread_id: str) -> str:
    """Why a run may write no draft for this thread now; empty where it may."""
    old = draft(db, thread_id)
    if old is not None and old.status != DISCARDED:
        return "your own draft stands" if old.author == "person" else ""
    news = (
        "SELECT 1 FROM thread_messages t WHERE thread_id = ?"
        " AND NOT EXISTS (SELECT 1 FROM discarded_mail d WHERE d.key = t.key)"
    )
    if db.execute(news, (thread_id,)).fetchone():
        return ""
    return "its draft was discarded, and no mail has come since"


def replace_with(
    db: sqlite3.Connection, thread_id: str, new: Draft | None, *, at: datetime, run_id: str
) -> None:
    """The draft of a run takes the place of an earlier run's, never of what a person wrote or discarded."""
    if kept(db, thread_id):
        return
    old = draft(db, thread_id)
    if new is not None:
        save(db, new, at=at, run_id=run_id)
    elif old is not None and old.status != DISCARDED:
        db.execute("DELETE FROM drafts WHERE thread_id = ?", (thread_id,))


def save(db: sqlite3.Connection, new: Draft, *, at: datetime, run_id: str = "") -> None:
    """Replace the thread's draft and its claims; the same draft again writes nothing."""
    old = draft(db, new.thread_id)
    if old is not None and replace(old, id=new.id) == new:
        return
    fingerprint(db, new.thread_id)
    values = {"thread_id": new.thread_id, **fact_rows.draft_values(new)}
    upsert(db, "drafts", values, key="thread_id")
    query = "SELECT id FROM drafts WHERE thread_id = ?"
    number = db.execute(query, (new.thread_id,)).fetchone()["id"]
    db.execute("DELETE FROM draft_claims WHERE draft_id = ?", (number,))
    db.executemany(
        "INSERT INTO draft_claims VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [fact_rows.claim_row(number, n, claim) for n, claim in enumerate(new.decision.claims)],
    )
    kept = draft(db, new.thread_id)
    if kept is None:
        raise StoreError(f"the draft of thread {new.thread_id} cannot be read back")
    chain.append(db, "draft", payload(kept), at=at, run_id=run_id)


def payload(kept: Draft) -> dict[str, object]:
    """What the ledger keeps of a draft: its words, and all that the gate said of them."""
    return asdict(replace(kept, id=None))


def fingerprint(db: sqlite3.Connection, thread_id: str) -> str:
    """What the thread looks like now; StoreError where there is no such thread."""
    row = db.execute("SELECT fingerprint FROM threads WHERE id = ?", (thread_id,)).fetchone()
    if row is None:
        raise StoreError(f"thread {thread_id} is not in the store (any more); run mailmind again")
    return str(row["fingerprint"])
