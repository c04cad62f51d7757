"""The ledger's table: sealed entries, appended one after the other.

Owned here: nothing is recorded as done without its entry, since both stand in one transaction.
"""

import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import astuple
from datetime import datetime

from mailmind.adapters.store.columns import utc
from mailmind.core.ledger import GENESIS, Entry, seal


def append(
    db: sqlite3.Connection,
    kind: str,
    payload: Mapping[str, object],
    *,
    at: datetime,
    run_id: str = "",
) -> int:
    """Add an entry to the end of the chain; answers its number."""
    last = db.execute("SELECT n, hash FROM ledger ORDER BY n DESC LIMIT 1").fetchone()
    after = (int(last["n"]), str(last["hash"])) if last else (0, GENESIS)
    entry = seal(payload, at=utc(at), kind=kind, run=run_id, after=after)
    db.execute(
        "INSERT INTO ledger (n, at, kind, run, payload, content, prev, hash)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        astuple(entry),
    )
    return entry.n


def entries(db: sqlite3.Connection) -> Iterator[Entry]:
    """Every entry, from the first on."""
    for row in db.execute("SELECT * FROM ledger ORDER BY n"):
        yield Entry(**{key: row[key] for key in row.keys()})  # noqa: SIM118 (a Row has no plain iterator of keys)


def has(db: sqlite3.Connection, head: str) -> bool:
    """Whether an entry has this hash; the head of the empty ledger is part of every chain."""
    found = db.execute("SELECT 1 FROM ledger WHERE hash = ?", (head,)).fetchone()
    return head == GENESIS or found is not None
