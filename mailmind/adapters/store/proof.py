"""The proof that the store still says what the ledger recorded.

Owned here: the proof goes past the chain itself to everything that its entries vouch for: the bytes of
every mail, every decision and word about a draft, the facts of every thread and every draft that may
leave. It stops at the first fault.
"""

import hashlib
import json
import sqlite3
from collections import Counter
from typing import Any

from mailmind.adapters.store import chain, drafts, outcomes
from mailmind.core.ledger import GENESIS, Entry, canonical, walk
from mailmind.errors import StoreError
from mailmind.ports import LedgerReport

_CHUNK = 1024 * 1024


def verify(db: sqlite3.Connection) -> LedgerReport:
    """Recompute the chain, then compare the tables with it."""
    count, head, witness = 0, GENESIS, _Witness(db)
    for entry, broken in walk(chain.entries(db)):
        count += 1
        if wrong := broken or witness.hear(entry):
            return LedgerReport(count, entry.n, wrong, head)
        head = entry.hash
    wrong = _cut_off(db, count) or witness.rest()
    return LedgerReport(count, count + 1 if wrong else None, wrong, head)


def _cut_off(db: sqlite3.Connection, count: int) -> str:
    row = db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'ledger'").fetchone()
    last = row["seq"] if row else 0
    return "" if last == count else f"it once held {last} entries: the end was cut off"


class _Witness:
    """Hears every entry in turn and says what in the tables does not agree (empty: all does)."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._mails = 0
        self._said = Counter[str]()
        """How many entries of each kind that a person's word makes."""
        self._latest: dict[tuple[str, str], str] = {}
        """The content hash of the last entry of a kind about a thread."""

    def hear(self, entry: Entry) -> str:
        """Compare what this entry alone vouches for."""
        payload = json.loads(entry.payload)
        match entry.kind:
            case "mail":
                self._mails += len(payload["new"])
                faults = (_content_fault(self._db, key, sha256) for key, sha256 in payload["new"])
                return next((fault for fault in faults if fault), "")
            case "decision":
                self._said[entry.kind] += 1
                return _decision_fault(self._db, entry.n, payload)
            case "approval" | "discard":
                self._said[entry.kind] += 1
                return _word_fault(self._db, entry.n, entry.kind, payload)
            case "facts" | "draft":
                self._latest[entry.kind, payload["thread_id"]] = entry.content
        return ""

    def rest(self) -> str:
        """Compare what only all entries together vouch for."""
        for table, heard, noun in (
            ("contents", self._mails, "mails"),
            ("decisions", self._said["decision"], "decisions"),
            ("approvals", self._said["approval"], "approvals"),
            ("discards", self._said["discard"], "discards"),
        ):
            stored = self._db.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608 (own names)
            if stored != heard:
                return f"{stored} {noun} are stored, {heard} of them are in the ledger"
        return self._facts_fault() or self._draft_fault()

    def _facts_fault(self) -> str:
        query = "SELECT thread_id FROM outcomes UNION SELECT thread_id FROM facts ORDER BY 1"
        for row in self._db.execute(query).fetchall():
            thread_id = row["thread_id"]
            try:
                stored = _hash(outcomes.payload(self._db, thread_id))
            except StoreError as error:
                return str(error)
            if self._latest.get(("facts", thread_id)) != stored:
                return f"the facts of thread {thread_id} are not those that were recorded"
            if fault := self._state_fault(thread_id):
                return fault
        return ""

    def _state_fault(self, thread_id: str) -> str:
        """Lists count a column that holds each fact's state after decisions; it must be just that."""
        query = "SELECT id, state FROM facts WHERE thread_id = ?"
        shown = dict(self._db.execute(query, (thread_id,)).fetchall())
        for fact in outcomes.facts(self._db, thread_id):
            if shown[fact.fact.id] != fact.state.value:
                return f"the state of fact {fact.fact.id} is not what checks and decisions made it"
        return ""

    def _draft_fault(self) -> str:
        # A draft that may not leave is not compared: what holds it back needs no entry.
        for row in self._db.execute("SELECT thread_id FROM drafts WHERE allow").fetchall():
            thread_id = row["thread_id"]
            draft = drafts.draft(self._db, thread_id)
            if draft is None or self._latest.get(("draft", thread_id)) != _hash(
                drafts.payload(draft)
            ):
                return f"the draft of thread {thread_id} is not the one that the gate allowed"
        return ""


def _hash(payload: dict[str, Any]) -> str:
    return hashlib.sha256(canonical(payload).encode()).hexdigest()


def _content_fault(db: sqlite3.Connection, key: int, sha256: str) -> str:
    row = db.execute("SELECT sha256 FROM contents WHERE key = ?", (key,)).fetchone()
    if row is None:
        return f"the bytes of mail {key} are gone"
    # Read in parts: a mail may be bigger than what memory should hold.
    digest = hashlib.sha256()
    with db.blobopen("contents", "raw", key, readonly=True) as blob:
        while chunk := blob.read(_CHUNK):
            digest.update(chunk)
    if digest.hexdigest() != sha256 or row["sha256"] != sha256:
        return f"the bytes of mail {key} are not those that came"
    return ""


def _decision_fault(db: sqlite3.Connection, n: int, payload: dict[str, Any]) -> str:
    row = db.execute("SELECT * FROM decisions WHERE entry = ?", (n,)).fetchone()
    fact_id = payload["fact_id"]
    if row is None:
        return f"the decision about fact {fact_id} is gone"
    stored = {key: row[key] for key in ("fact_id", "kind", "value", "who")}
    stored["seen"] = json.loads(row["seen"])
    if any(payload[key] != value for key, value in stored.items()):
        return f"the decision about fact {fact_id} is not the one that was made"
    return ""


def _word_fault(db: sqlite3.Connection, n: int, kind: str, payload: dict[str, Any]) -> str:
    row = db.execute(f"SELECT * FROM {kind}s WHERE entry = ?", (n,)).fetchone()  # noqa: S608 (own names)
    thread_id = payload["thread_id"]
    if row is None:
        return f"the {kind} of the draft of thread {thread_id} is gone"
    stored = {key: row[key] for key in payload if key != "messages"}
    if kind == "discard":
        query = "SELECT key FROM discarded_mail WHERE discard_id = ? ORDER BY key"
        stored["messages"] = [found["key"] for found in db.execute(query, (row["id"],))]
    if stored != payload:
        return f"the {kind} of the draft of thread {thread_id} is not the one that was given"
    return ""
