"""Many rows by few statements.

Owned here: Python's lock is free while rows are written. A statement for one row takes that lock back
for each of them, and waits for it whenever another thread reads mail meanwhile; a statement for some
hundred rows takes it once.
"""

import sqlite3
from collections.abc import Sequence
from itertools import chain

_VARIABLES = 900
"""How many values one statement binds; every build of SQLite takes 999."""


def insert(
    db: sqlite3.Connection, into: str, rows: Sequence[Sequence[object]], *, otherwise: str = ""
) -> None:
    """Insert rows, inside a transaction that ends with any error.

    Args:
        db: the connection, in a transaction.
        into: table and columns, ``members (folder_id, uid)``.
        rows: a value for each column.
        otherwise: an ``ON CONFLICT`` clause.
    """
    if not rows:
        return
    marks = f"({','.join('?' * len(rows[0]))})"
    at_once = _VARIABLES // len(rows[0])
    # OR FAIL: what a failed statement has written is undone by the end of the transaction, so that
    # SQLite need not keep a journal of each statement for the case.
    one = f"INSERT OR FAIL INTO {into} VALUES {marks} {otherwise}"  # noqa: S608  (our own words)
    full = len(rows) - len(rows) % at_once
    if full:
        many = one.replace(marks, ",".join([marks] * at_once))
        for at in range(0, full, at_once):
            db.execute(many, list(chain.from_iterable(rows[at : at + at_once])))
    db.executemany(one, rows[full:])
