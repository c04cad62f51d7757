"""The migrations that bring a file to the present schema.

Owned here: a file is upgraded whole or not at all. A migration that has shipped is never edited; a
change of the tables is a new one at the end, and :data:`~mailmind.adapters.store.database.SCHEMA`
counts them.
"""

import sqlite3

from sqlite_utils import Database, Migrations

from mailmind.adapters.store.database import APPLICATION_ID, SCHEMA
from mailmind.adapters.store.tables import DRAFTS, FACTS, LEDGER, MAIL, RUNS, SYNC, THREADS
from mailmind.adapters.store.word_tables import WORDS

migrations = Migrations("mailmind")


def upgrade(connection: sqlite3.Connection) -> None:
    """Apply what is pending, in one transaction; two processes at once do it once."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        migrations.apply(Database(connection))
        connection.execute(f"PRAGMA user_version = {SCHEMA}")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("COMMIT")
    except BaseException:
        connection.rollback()
        raise


def _run(db: Database, script: str) -> None:
    # Not executescript, which would commit the migration's transaction.
    for statement in script.split("\n\n"):
        if statement.strip():
            db.execute(statement)


@migrations(name="0001_tables")
def tables(db: Database) -> None:
    """The first version."""
    for script in (MAIL, SYNC, THREADS, RUNS, FACTS, DRAFTS, LEDGER):
        _run(db, script)
    db["messages"].enable_fts(  # type: ignore[union-attr]
        ["subject", "sender", "body"],
        fts_version="FTS5",
        tokenize="unicode61 remove_diacritics 2",
        create_triggers=True,
    )


@migrations(name="0002_words_about_drafts")
def words_about_drafts(db: Database) -> None:
    """Approvals of claims that a draft marks, and drafts that were discarded."""
    _run(db, WORDS)
