"""Opening: rights, versions, foreign files; the lock; threads."""

import os
import sqlite3
import stat
import subprocess
import sys
import threading

import pytest

from mailmind.adapters.store import SqliteStore
from mailmind.adapters.store.database import SCHEMA
from mailmind.errors import Exit, StoreError, StoreLocked, StoreTooNew
from mailmind.ports import RawMail


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_only_the_owner_may_read_the_files(tmp_path):
    path = tmp_path / "new" / "dir" / "store.sqlite"
    with SqliteStore.open(path) as store:
        store.add_mail([RawMail(b"x", "x")], account="a", folder="f")
        assert {entry.name: mode(entry) for entry in path.parent.iterdir()} == {
            "store.sqlite": 0o600,
            "store.sqlite-wal": 0o600,
            "store.sqlite-shm": 0o600,
        }
    assert mode(path.parent) == 0o700


def test_a_file_that_others_could_read_is_closed_to_them(tmp_path):
    path = tmp_path / "store.sqlite"
    SqliteStore.open(path).close()
    path.chmod(0o644)
    SqliteStore.open(path).close()
    assert mode(path) == 0o600


def test_settings_of_the_connection(file_store):
    def pragma(name):
        return file_store._db.connection.execute(f"PRAGMA {name}").fetchone()[0]

    assert (pragma("journal_mode"), pragma("foreign_keys"), pragma("user_version")) == (
        "wal",
        1,
        SCHEMA,
    )


def test_schema_number_counts_the_migrations():
    from mailmind.adapters.store.schema import migrations

    assert len(migrations._migrations) == SCHEMA


def test_all_tables_that_were_promised_are_there(file_store):
    with file_store._db.read() as db:
        names = {
            row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        }
    promised = {
        *("accounts", "folders", "messages", "threads", "facts", "verdicts", "drafts"),
        *("draft_claims", "decisions", "runs", "model_calls", "ledger", "messages_fts"),
    }
    assert names >= promised


def test_opening_again_writes_nothing(tmp_path):
    path = tmp_path / "store.sqlite"
    SqliteStore.open(path).close()
    with SqliteStore.open(path) as store:
        assert store.total_changes == 0


def test_a_store_of_a_newer_version_is_refused_untouched(tmp_path):
    path = tmp_path / "store.sqlite"
    SqliteStore.open(path).close()
    other = sqlite3.connect(path)
    other.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    other.close()
    before = path.read_bytes()
    with pytest.raises(
        StoreTooNew, match=f"schema {SCHEMA + 1}, this one knows {SCHEMA}.*Upgrade"
    ) as error:
        SqliteStore.open(path)
    assert error.value.exit_code == Exit.USAGE
    assert path.read_bytes() == before


def test_a_database_of_another_program_is_refused_untouched(tmp_path):
    path = tmp_path / "other.sqlite"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE notes (x)")
    other.close()
    path.chmod(0o644)
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"another program.*not touched"):
        SqliteStore.open(path)
    assert path.read_bytes() == before
    assert mode(path) == 0o644


def test_a_file_that_is_no_database_is_refused_untouched(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("my notes\n" * 200)
    path.chmod(0o644)
    with pytest.raises(StoreError, match=r"not a SQLite database.*config.toml"):
        SqliteStore.open(path)
    assert path.read_text() == "my notes\n" * 200
    assert mode(path) == 0o644


def test_a_place_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(
        StoreError, match=r"cannot open the store .*store.sqlite: File exists \(.*/file\)"
    ):
        SqliteStore.open(tmp_path / "file" / "store.sqlite")


def test_a_damaged_file_is_an_error_with_a_remedy(tmp_path):
    path = tmp_path / "store.sqlite"
    with SqliteStore.open(path) as store:
        store.add_mail([RawMail(os.urandom(50_000), "x")], account="a", folder="f")
    data = bytearray(path.read_bytes())
    data[4096:] = os.urandom(len(data) - 4096)
    path.write_bytes(data)
    with pytest.raises(StoreError, match=r"damaged.*Move it away"), SqliteStore.open(path) as store:
        store.unparsed()


def test_a_store_that_another_program_keeps_busy_says_so(file_store, tmp_path):
    file_store._db.connection.execute("PRAGMA busy_timeout = 20")
    other = sqlite3.connect(tmp_path / "store.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="in use by another program"):
        file_store.add_mail([RawMail(b"x", "x")], account="a", folder="f")
    other.execute("ROLLBACK")
    other.close()
    assert file_store.add_mail([RawMail(b"x", "x")], account="a", folder="f") == 1


def test_readers_see_what_was_committed_while_another_writes(file_store, tmp_path):
    with SqliteStore.open(tmp_path / "store.sqlite") as reader, file_store._db.write() as db:
        db.execute("INSERT INTO accounts (name) VALUES ('half')")
        assert reader.totals()["messages"] == 0


def test_the_lock_names_who_holds_it(file_store, tmp_path):
    with SqliteStore.open(tmp_path / "store.sqlite") as other, file_store.lock("run"):
        with pytest.raises(StoreLocked) as error, other.lock("sync"):
            pass
        text = str(error.value)
        assert f"pid {os.getpid()} (run) since 2026-11-30T09:00:00+00:00" in text
        assert str(tmp_path / "store.sqlite.lock") in text
    with file_store.lock("run"):
        assert mode(tmp_path / "store.sqlite.lock") == 0o600


def test_the_lock_of_a_killed_process_is_free(tmp_path):
    path = tmp_path / "store.sqlite"
    code = (
        "import os, sys; from mailmind.adapters.store import SqliteStore\n"
        "store = SqliteStore.open(sys.argv[1])\n"
        "with store.lock('run'):\n    os.kill(os.getpid(), 9)\n"
    )
    run = subprocess.run([sys.executable, "-c", code, str(path)], check=False)
    assert run.returncode == -9
    assert "(run)" in (tmp_path / "store.sqlite.lock").read_text()
    with SqliteStore.open(path) as store, store.lock("run"):
        pass


def test_the_lock_keeps_apart_in_memory_too(store):
    with store.lock("run"), pytest.raises(StoreLocked), store.lock("run"):
        pass
    with store.lock("run"):
        pass


def test_threads_take_turns(store):
    failures = []

    def work(name):
        try:
            for n in range(20):
                store.add_mail([RawMail(f"{name} {n}".encode(), "x")], account="a", folder="f")
                store.thread_rows()
        except StoreError as error:
            failures.append(error)

    workers = [threading.Thread(target=work, args=(name,)) for name in "abcd"]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert failures == []
    assert store.totals()["messages"] == 80


def test_two_processes_that_create_the_store_at_once_make_it_once(tmp_path):
    path = tmp_path / "store.sqlite"
    code = (
        "import sys; from mailmind.adapters.store import SqliteStore\n"
        "SqliteStore.open(sys.argv[1]).close()\n"
    )
    runs = [subprocess.Popen([sys.executable, "-c", code, str(path)]) for _ in range(3)]
    assert [run.wait() for run in runs] == [0, 0, 0]
    with SqliteStore.open(path) as store:
        assert store.totals()["messages"] == 0
