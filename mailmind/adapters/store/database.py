"""The database file: opened with the right rights and settings, written in whole transactions.

Owned here: nothing is half-written. All writing happens inside :meth:`Database.write`, which keeps
everything or nothing; a file that a newer mailmind or another program wrote is never touched.
"""

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mailmind.errors import StoreError, StoreTooNew

SCHEMA = 2
"""How many migrations this version knows; ``PRAGMA user_version`` of an up-to-date file."""

APPLICATION_ID = 0x6D6D6E64
"""Marks a SQLite file as mailmind's (``mmnd``)."""

BUSY_SECONDS = 10.0


class Database:
    """One connection, shared by the threads of a process, one at a time."""

    def __init__(self, connection: sqlite3.Connection, place: str) -> None:
        self.connection = connection
        self.place = place
        self._turn = threading.RLock()

    @contextmanager
    def read(self) -> Iterator[sqlite3.Connection]:
        """The connection, for statements that all see the same state of the file."""
        with self._turn, self._explained():
            if self.connection.in_transaction:
                yield self.connection
                return
            self.connection.execute("BEGIN")
            try:
                yield self.connection
            finally:
                self.connection.rollback()

    @contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """The connection inside one transaction: all of the block is kept, or none of it."""
        with self._turn, self._explained():
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield self.connection
                self.connection.execute("COMMIT")
            except BaseException:
                self.connection.rollback()
                raise

    def close(self) -> None:
        """Release the file."""
        with self._turn:
            self.connection.close()

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(_explain(error, self.place)) from error


def connect(path: Path | str) -> Database:
    """Open the store, creating or upgrading it where that is needed.

    Args:
        path: the file, or ``:memory:`` for a store that nobody else sees.

    Raises:
        StoreTooNew: the file was written by a newer mailmind.
        StoreError: the file cannot be used; the message says why and what to do.
    """
    place = str(path)
    if place != ":memory:":
        _make(Path(path))
    try:
        # Transactions are begun and ended by Database alone, hence no isolation level.
        connection = sqlite3.connect(
            place, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
    except sqlite3.Error as error:
        raise StoreError(_explain(error, place)) from error
    connection.row_factory = sqlite3.Row
    try:
        version = _check(connection, place)
        if place != ":memory:":
            _close_to_others(Path(path))
        _prepare(connection, version)
    except sqlite3.Error as error:
        connection.close()
        raise StoreError(_explain(error, place)) from error
    except BaseException:
        connection.close()
        raise
    return Database(connection, place)


def _make(path: Path) -> None:
    """Where the file or its directory is missing, it is made so that only its owner may read it."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise StoreError(
            f"cannot open the store {path}: {error.strerror} ({error.filename}). Name another place "
            "with [store] path in config.toml."
        ) from error


def _close_to_others(path: Path) -> None:
    """Before the first write, since SQLite gives its other files the rights of this one."""
    if not path.stat().st_mode & 0o077:
        return
    try:
        path.chmod(0o600)
    except OSError as error:
        raise StoreError(
            f"others may read the store {path}, and that cannot be changed: {error.strerror}. "
            "Name another place with [store] path in config.toml."
        ) from error


def _check(connection: sqlite3.Connection, place: str) -> int:
    """The file's schema version; an error where it is not a file that this mailmind may touch."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    owner = connection.execute("PRAGMA application_id").fetchone()[0]
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if tables and owner != APPLICATION_ID:
        raise StoreError(
            f"{place} is a database of another program; it was not touched. Name another file "
            "with [store] path in config.toml."
        )
    if version > SCHEMA:
        raise StoreTooNew(
            f"{place} was written by a newer mailmind (schema {version}, this one knows {SCHEMA}). "
            "Upgrade mailmind, or name another file with [store] path in config.toml."
        )
    return int(version)


def _prepare(connection: sqlite3.Connection, version: int) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    # A batch of mail fills the usual thousand pages; its pages need not reach the disk one by one.
    connection.execute("PRAGMA wal_autocheckpoint = 4000")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA recursive_triggers = ON")
    if version < SCHEMA:
        # sqlite-utils is imported only where there is something to migrate: it takes 80 ms.
        from mailmind.adapters.store.schema import upgrade

        upgrade(connection)


def _explain(error: sqlite3.Error, place: str) -> str:
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith("SQLITE_NOTADB"):
        return (
            f"{place} is not a SQLite database. Name another file with [store] path in config.toml."
        )
    if name.startswith("SQLITE_CORRUPT"):
        return (
            f"the store {place} is damaged ({error}). Move it away and sync or import again, or "
            "restore a copy of it."
        )
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return f"the store {place} is in use by another program. Try again when that is done."
    if name.startswith("SQLITE_FULL"):
        return f"no space is left for the store {place}. This step was not kept; free some space."
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return (
            f"the store {place} cannot be written ({error}). Check its rights and its directory's."
        )
    return f"the store {place} cannot do this: {error}"
