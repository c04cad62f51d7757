"""Counts for the status, the last run, and what it could not do.

Owned here: every number that a summary shows is counted from the tables at that moment.
"""

import json
import sqlite3
from collections.abc import Mapping
from datetime import datetime

from mailmind.core.values import State
from mailmind.ports import FailedThread, RunRow


def totals(db: sqlite3.Connection) -> Mapping[str, int]:
    """``messages``, ``unparsed``, ``threads``, ``facts`` and ``facts.<state>`` for each state,
    ``drafts`` and ``drafts.<status>`` for each status in use, ``runs``, ``ledger``.
    """
    counts = {
        name: int(db.execute(query).fetchone()[0])
        for name, query in (
            ("messages", "SELECT count(*) FROM contents"),
            ("unparsed", "SELECT count(*) FROM to_parse"),
            ("threads", "SELECT count(*) FROM threads"),
            ("facts", "SELECT count(*) FROM facts"),
            ("drafts", "SELECT count(*) FROM drafts"),
            ("runs", "SELECT count(*) FROM runs"),
            ("ledger", "SELECT count(*) FROM ledger"),
        )
    }
    counts |= {f"facts.{state.value}": 0 for state in State}
    query = "SELECT state, count(*) FROM facts GROUP BY state"
    counts |= {f"facts.{state}": number for state, number in db.execute(query)}
    query = "SELECT status, count(*) FROM drafts GROUP BY status ORDER BY status"
    counts |= {f"drafts.{status}": number for status, number in db.execute(query)}
    return counts


def last_run(db: sqlite3.Connection) -> RunRow | None:
    """The newest run over the store's threads; a draft that was asked for by itself is none."""
    query = (
        "SELECT * FROM runs WHERE summary IS NULL OR json_extract(summary, '$.asked_for') IS NULL"
        " ORDER BY id DESC LIMIT 1"
    )
    row = db.execute(query).fetchone()
    if row is None:
        return None
    return RunRow(
        id=f"run_{row['id']}",
        started=datetime.fromisoformat(row["started"]),
        finished=datetime.fromisoformat(row["finished"]) if row["finished"] else None,
        summary=json.loads(row["summary"]) if row["summary"] else {},
    )


def failed(db: sqlite3.Connection) -> list[FailedThread]:
    """The threads that the last run which tried could not look at, by subject."""
    query = (
        "SELECT t.id, t.subject, o.note FROM outcomes o JOIN threads t ON t.id = o.thread_id"
        " WHERE o.failed ORDER BY t.subject, t.id"
    )
    return [FailedThread(row["id"], row["subject"], row["note"]) for row in db.execute(query)]
