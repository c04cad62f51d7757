"""A sync in a process of its own that can be made to die at a chosen moment.

Arguments: database, port, user, "before" or "after" or "never", and the number of the transaction.
Prints "ready" when the imports are done, and "commits N peak KB" at the end.
"""

import os
import sys
from datetime import UTC, datetime
from pathlib import Path

from mailmind.adapters.imap import ImapMailbox
from mailmind.adapters.store import SqliteStore
from mailmind.core.account import AccountConfig, Tls
from mailmind.sync import sync_account


class DyingStore:
    """The real store, save that the process ends around one of its transactions."""

    def __init__(self, store, when, number):
        self._store = store
        self._when = when
        self._number = number
        self.commits = 0

    def __getattr__(self, name):
        return getattr(self._store, name)

    def _around(self, write, *arguments):
        self.commits += 1
        if self._when == "before" and self.commits == self._number:
            os._exit(9)
        answer = write(*arguments)
        if self._when == "after" and self.commits == self._number:
            os._exit(9)
        return answer

    def commit_sync(self, step):
        return self._around(self._store.commit_sync, step)

    def note_sync(self, *arguments):
        return self._around(self._store.note_sync, *arguments)


class Secret:
    def secret(self):
        return "wonder"


def peak_kb():
    """The most memory that this process has held. (The parent's share in ru_maxrss is not ours.)"""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else ["VmHWM: 0 kB"]
    return next(line.split()[1] for line in lines if line.startswith("VmHWM"))


def main():
    path, port, user, when, number = sys.argv[1:]
    account = AccountConfig(
        name="test", host="127.0.0.1", port=int(port), tls=Tls.NONE, user=user,
        folders=("INBOX", "\\Sent"), timeout=20,
    )  # fmt: skip
    real = SqliteStore.open(path, now=lambda: datetime(2026, 11, 29, tzinfo=UTC))
    store = DyingStore(real, when, int(number))
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    for _ in sync_account(account, lambda: ImapMailbox.connect(account, Secret()), store):
        pass
    sys.stdout.write(f"commits {store.commits} peak {peak_kb()}\n")
    real.close()


main()
