"""Many rows by few statements: all of them, in order, or an error that undoes everything."""

import sqlite3

import pytest

from mailmind.adapters.store import bulk
from mailmind.adapters.store.database import connect
from mailmind.errors import StoreError


@pytest.fixture
def table():
    db = sqlite3.connect(":memory:", isolation_level=None)
    db.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT NOT NULL)")
    yield db
    db.close()


@pytest.mark.parametrize("count", [0, 1, 449, 450, 451, 900, 1350, 2000])
def test_every_row_once_and_in_its_order(count, table):
    rows = [(number, f"row {number}") for number in range(count, 0, -1)]
    bulk.insert(table, "t (a, b)", rows)
    assert table.execute("SELECT a, b FROM t ORDER BY a DESC").fetchall() == rows


def test_few_statements(table):
    told = []
    table.set_trace_callback(told.append)
    bulk.insert(table, "t (a, b)", [(number, "") for number in range(1000)])
    assert len([text for text in told if text.startswith("INSERT")]) == 2 + 100


def test_what_is_there_stays_where_that_is_wanted(table):
    bulk.insert(table, "t (a, b)", [(3, "old"), (700, "old")])
    bulk.insert(
        table, "t (a, b)", [(n, "new") for n in range(1000)], otherwise="ON CONFLICT DO NOTHING"
    )
    assert table.execute("SELECT count(*) FROM t").fetchone() == (1000,)
    assert table.execute("SELECT a FROM t WHERE b = 'old'").fetchall() == [(3,), (700,)]


@pytest.mark.parametrize("at", [2, 460, 999])
def test_an_error_undoes_the_whole_transaction(at):
    database = connect(":memory:")
    rows = [(number,) for number in range(1000)]
    rows[at] = (0,)
    with database.write() as db:
        db.execute("INSERT INTO accounts (id, name) VALUES (1, 'a')")

    def write():
        with database.write() as db:
            db.execute("INSERT INTO accounts (id, name) VALUES (2, 'b')")
            db.execute("PRAGMA defer_foreign_keys = ON")
            bulk.insert(db, "to_parse (key)", rows)

    with pytest.raises(StoreError, match="UNIQUE"):
        write()
    with database.read() as db:
        assert db.execute("SELECT count(*) FROM to_parse").fetchone()[0] == 0
        assert db.execute("SELECT count(*) FROM accounts").fetchone()[0] == 1
    database.close()
