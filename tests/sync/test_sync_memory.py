"""A big message costs disk, not memory."""

import subprocess
import sys
from pathlib import Path

import pytest
from mail_samples import sample

pytestmark = [
    pytest.mark.dovecot,
    pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux's /proc"),
]
CHILD = Path(__file__).with_name("crash_child.py")


def peak_mb(path, box):
    """The peak memory of a process that syncs once."""
    done = subprocess.run(
        [sys.executable, str(CHILD), str(path), str(box.port), box.user, "never", "0"],
        capture_output=True,
        text=True,
        check=True,
    )
    return int(done.stdout.split("peak ")[1]) / 1024


def test_fifty_megabytes_take_less_than_forty_more(shared_dovecot, tmp_path, sync):
    small, big = shared_dovecot.box("small"), shared_dovecot.box("big")
    small.deliver([sample(1)])
    raw = sample(2, 50_000_000)
    big.deliver([sample(1), raw])
    base = peak_mb(tmp_path / "small.db", small)
    assert peak_mb(tmp_path / "big.db", big) - base < 40
    store = sync.open_store(tmp_path / "big.db")
    assert sync.contents(store)[2][0] == raw
    store.close()
