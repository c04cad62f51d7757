"""Counts for the status.

Owned here: every number that a summary shows is counted from the tables at that moment.
"""

import sqlite3
from collections.abc import Mapping

from mailmind.core.values import State


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
