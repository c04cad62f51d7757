"""Killed at any moment, one more run later the store equals that of an uninterrupted run.

By default every second boundary is tried, and ten random kills; MAILMIND_CRASH_FULL=1 tries all
boundaries and a hundred random kills.
"""

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from dovecot_server import DovecotServer
from mail_samples import sample, samples

pytestmark = pytest.mark.dovecot
FULL = bool(os.environ.get("MAILMIND_CRASH_FULL"))
CHILD = Path(__file__).with_name("crash_child.py")


def child(path, box, when="never", number=0):
    return subprocess.Popen(
        [sys.executable, str(CHILD), str(path), str(box.port), box.user, when, str(number)],
        stdout=subprocess.PIPE,
        text=True,
    )


def run(path, box, when="never", number=0):
    """Run a child to its end; answers its exit code and the number of its transactions."""
    process = child(path, box, when, number)
    output, _ = process.communicate(timeout=60)
    commits = output.split("commits ")[1].split()[0] if "commits " in output else "0"
    return process.returncode, int(commits)


def finish(path, box, sync):
    """The one more run, in this process."""
    store = sync.open_store(path)
    events = sync.run_sync(sync.account_of(box, folders=("INBOX", "\\Sent")), store)
    store.close()
    assert events[-1].whole


def dump(path):
    """Everything that the database says, as SQL, save the moment when its tables were made."""
    with sqlite3.connect(path) as connection:
        lines = [line for line in connection.iterdump() if "_sqlite_migrations" not in line]
    connection.close()
    return lines


def copy(source, target):
    """The database with its write-ahead log, as a crash left them."""
    for suffix in ("", "-wal"):
        if Path(str(source) + suffix).exists():
            shutil.copy(str(source) + suffix, str(target) + suffix)


@pytest.fixture(scope="module")
def crash_server(shared_dovecot):
    return shared_dovecot


@pytest.fixture(scope="module")
def first(crash_server: DovecotServer, tmp_path_factory):
    """A mailbox, the store that an uninterrupted first sync makes, and its transactions."""
    box = crash_server.box("crash-first")
    box.deliver(samples(1100))
    box.deliver(samples(3, start=5000), folder="Sent")
    path = tmp_path_factory.mktemp("first") / "store.db"
    code, commits = run(path, box)
    assert code == 0
    return box, path, commits


@pytest.fixture(scope="module")
def delta(crash_server, tmp_path_factory):
    """A mailbox after changes, the store of before, and the store that a clean second sync makes."""
    box = crash_server.box("crash-delta")
    box.deliver(samples(600))
    box.deliver(samples(3, start=5000), folder="Sent")
    folder = tmp_path_factory.mktemp("delta")
    before, after = folder / "before.db", folder / "after.db"
    assert run(before, box)[0] == 0
    with box.client() as client:
        client.select_folder("INBOX")
        client.add_flags(list(range(10, 60)), [b"\\Flagged"])
        client.add_flags([3, 599], [b"\\Deleted"])
        client.expunge()
        client.append("INBOX", sample(9000), [b"\\Seen"])
        client.delete_folder("Sent")
        client.create_folder("Sent")
        client.append("Sent", sample(9001))
    copy(before, after)
    code, commits = run(after, box)
    assert code == 0
    return box, before, after, commits


def boundaries(commits, *, every):
    return [
        (when, number)
        for number in range(1, commits + 1)
        for when in ("before", "after")
        if every or (number + (when == "after")) % 2
    ]


def test_a_first_sync_killed_at_every_boundary(first, tmp_path, sync):
    box, expected, commits = first
    assert commits >= 8  # two generations, four batches, marks, notes
    for when, number in boundaries(commits, every=FULL):
        path = tmp_path / f"{when}-{number}.db"
        assert run(path, box, when, number)[0] == 9
        finish(path, box, sync)
        assert dump(path) == dump(expected), (when, number)


def test_a_later_sync_killed_at_every_boundary(delta, tmp_path, sync):
    box, before, expected, commits = delta
    assert commits >= 6  # new mail, flags and losses, the folder made anew, its mail, notes
    for when, number in boundaries(commits, every=FULL):
        path = tmp_path / f"{when}-{number}.db"
        copy(before, path)
        assert run(path, box, when, number)[0] == 9
        finish(path, box, sync)
        assert dump(path) == dump(expected), (when, number)


def test_killed_at_random_moments(first, tmp_path, sync):
    box, expected, _ = first
    chance = random.Random(20261129)
    started = time.monotonic()
    whole = child(tmp_path / "whole.db", box)
    whole.stdout.readline()
    ready = time.monotonic()
    whole.communicate(timeout=60)
    length = time.monotonic() - ready
    assert ready > started

    landed = 0
    for number in range(100 if FULL else 10):
        path = tmp_path / f"{number}.db"
        process = child(path, box)
        process.stdout.readline()
        time.sleep(chance.uniform(0, length))
        process.kill()
        process.communicate(timeout=60)
        landed += process.returncode != 0
        finish(path, box, sync)
        assert dump(path) == dump(expected), number
    assert landed > 0


def test_a_clean_run_after_a_clean_run_writes_nothing(first, tmp_path):
    box, expected, _ = first
    path = tmp_path / "again.db"
    copy(expected, path)
    with sqlite3.connect(path) as connection:
        version = connection.execute("PRAGMA data_version").fetchone()[0]
        assert run(path, box)[0] == 0
        assert connection.execute("PRAGMA data_version").fetchone()[0] == version
    connection.close()
