"""Worker processes end with the process that they work for, and leave interrupts to it."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mailmind.core.parse import parse_received
from mailmind.workers import process_pool

PROGRAM = """
import os, sys
from mailmind.core.parse import parse_received
from mailmind.workers import process_pool
if __name__ == "__main__":
    with process_pool(2, parse_received) as pool:
        print(pool.submit(os.getpid).result(), flush=True)
        sys.stdin.read()
"""


def is_alive(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"  # ended, and nobody asked for its result


def test_a_worker_leaves_interrupts_to_whoever_started_it():
    with process_pool(1, parse_received) as pool:
        assert pool.submit(signal.getsignal, signal.SIGINT).result() == signal.SIG_IGN


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_worker_ends_when_its_starter_is_killed(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    with subprocess.Popen(
        [sys.executable, str(program)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as starter:
        assert starter.stdout is not None
        worker = int(starter.stdout.readline())
        assert is_alive(worker)
        starter.kill()
    for _ in range(200):
        if not is_alive(worker):
            break
        time.sleep(0.05)
    assert not is_alive(worker)


@pytest.mark.skipif(sys.platform != "linux", reason="workers start so on Linux only")
def test_a_worker_has_the_parser_before_it_is_asked():
    with process_pool(1, parse_received) as pool:
        loaded = pool.submit(eval, "'mailmind.core.parse' in __import__('sys').modules").result()
        shell = pool.submit(eval, "'mailmind.pipeline' in __import__('sys').modules").result()
    assert (loaded, shell) == (True, False)
