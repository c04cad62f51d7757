"""A writer that is killed leaves everything or nothing, whatever statement it was at."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from mailmind.adapters.store import SqliteStore
from mailmind.ports import RawMail

CHILD = Path(__file__).parent / "crash_child.py"


@pytest.mark.parametrize(
    "method",
    [
        *("add_mail", "commit_sync", "save_parsed", "save_outcome"),
        *("decide", "approve", "discard", "judge", "regroup"),
    ],
)
def test_a_kill_at_any_statement_leaves_the_store_as_it_was(tmp_path, method):
    run = subprocess.run(
        [sys.executable, str(CHILD), method, str(tmp_path)],
        capture_output=True,
        text=True,
        check=True,
    )
    points = [json.loads(line) for line in run.stdout.splitlines()]
    *killed, last = points
    assert len(killed) > 5
    assert all(p["same"] and p["ledger"] for p in killed)
    assert last["lived"]
    assert last["ledger"]
    assert not last["same"]


def test_an_interrupted_call_leaves_nothing_and_the_store_usable(store):
    def batch():
        yield RawMail(b"one", "1")
        raise KeyboardInterrupt

    class Batch(list):
        def __iter__(self):
            return batch()

    with pytest.raises(KeyboardInterrupt):
        store.add_mail(Batch(), account="a", folder="f")
    before = store.total_changes
    assert store.totals()["messages"] == 0
    assert store.total_changes == before
    assert store.add_mail([RawMail(b"one", "1")], account="a", folder="f") == 1


def test_a_failure_in_the_middle_of_a_step_rolls_all_of_it_back(file_store, tmp_path):
    def half_a_step():
        with file_store._db.write() as db:
            db.execute("INSERT INTO accounts (name) VALUES ('half')")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        half_a_step()
    with SqliteStore.open(tmp_path / "store.sqlite") as other, other._db.read() as db:
        assert db.execute("SELECT count(*) FROM accounts").fetchone()[0] == 0
