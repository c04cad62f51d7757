"""The real app in a real terminal of 80 by 24, on the bundled demo."""

import shutil
import subprocess
import sys
import time
import uuid

import pytest

pytestmark = [
    pytest.mark.tmux,
    pytest.mark.skipif(shutil.which("tmux") is None, reason="needs tmux: apt-get install tmux"),
]


class Terminal:
    """A tmux session of its own, on a server of its own."""

    def __init__(self, command: str) -> None:
        self._tmux = ["tmux", "-L", f"mailmind-{uuid.uuid4().hex[:8]}", "-f", "/dev/null"]
        self._call("new-session", "-d", "-x", "80", "-y", "24", command)

    def _call(self, *args: str) -> str:
        done = subprocess.run(
            [*self._tmux, *args], capture_output=True, text=True, check=True, timeout=10
        )
        return done.stdout

    def screen(self) -> str:
        return self._call("capture-pane", "-p")

    def press(self, *keys: str) -> None:
        self._call("send-keys", *keys)

    def wait_for(self, *words: str, seconds: float = 30) -> str:
        """The screen as soon as it shows all the words."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            shown = self.screen()
            if all(w in shown for w in words):
                return shown
            time.sleep(0.05)
        raise AssertionError(f"{words!r} did not appear on:\n{self.screen()}")

    def close(self) -> None:
        subprocess.run([*self._tmux, "kill-server"], capture_output=True, check=False, timeout=10)


@pytest.fixture
def terminal():
    opened = Terminal(f"{sys.executable} -m mailmind demo --tui")
    yield opened
    opened.close()


def test_the_demo_opens_reads_and_leaves(terminal):
    shown = terminal.wait_for("All threads", "Your return LL-48213", "19 threads", "? Help")
    lines = shown.splitlines()
    assert "All threads" in lines[0]
    assert lines[0].rstrip().endswith("1/19")
    assert "? Help" in lines[23]
    terminal.press("/")
    terminal.wait_for("Type to search")
    terminal.press("-l", "armchair")
    terminal.wait_for("found.")
    terminal.press("Enter")
    shown = terminal.wait_for("480 USD", "rejected", "? Help")
    assert "✗ rejected: code proved it wrong" in shown
    assert len(shown.splitlines()) == 24
    terminal.press("?")
    terminal.wait_for("Confirm the fact")
    terminal.press("q")
    terminal.wait_for("480 USD", "19 threads")
    terminal.press("q")
    terminal.wait_for("All threads")
