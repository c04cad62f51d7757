import itertools
import os
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from dovecot_server import INSTALL, PASSWORD, DovecotServer, dovecot_missing
from fault_proxy import FaultProxy
from scripted_imap import Script, ScriptedServer

from mailmind.adapters.imap import ImapMailbox
from mailmind.adapters.store import SqliteStore
from mailmind.core.account import AccountConfig, Tls
from mailmind.sync import sync_account


class Secret:
    """A secret source that a test can change in mid-run."""

    def __init__(self, value=PASSWORD):
        self.value = value
        self.asked = 0

    def secret(self):
        self.asked += 1
        return self.value


def account_of(box, **changes):
    """The account of a mailbox; anything with a port will do."""
    fields = {
        "name": "test", "host": "127.0.0.1", "port": box.port, "tls": Tls.NONE,
        "user": getattr(box, "user", "alice"), "folders": ("INBOX",), "timeout": 10.0,
    }  # fmt: skip
    return AccountConfig(**(fields | changes))


def opener(account, secret=None):
    source = secret or Secret()
    return lambda: ImapMailbox.connect(account, source)


def run_sync(account, store, *, secret=None, verify=False, sleep=lambda _: None):
    return list(sync_account(account, opener(account, secret), store, verify=verify, sleep=sleep))


def open_store(path=":memory:"):
    return SqliteStore.open(path, now=lambda: datetime(2026, 11, 29, tzinfo=UTC))


def need_dovecot():
    if dovecot_missing() and not os.environ.get("CI"):
        pytest.skip(f"dovecot is missing ({INSTALL})")


@pytest.fixture
def start_dovecot():
    """Start servers that end with the test."""
    need_dovecot()
    servers = []

    def start(**options):
        server = DovecotServer(**options)
        servers.append(server)
        server.start()
        return server

    yield start
    for server in servers:
        server.stop()


@pytest.fixture(scope="session")
def shared_dovecot():
    need_dovecot()
    server = DovecotServer()
    server.start()
    yield server
    server.stop()


@pytest.fixture
def box(shared_dovecot, request):
    """A mailbox of this test's own on the server that all tests share."""
    number = next(_numbers)
    return shared_dovecot.box(f"user{number}")


_numbers = itertools.count()


@pytest.fixture
def store():
    store = open_store()
    yield store
    store.close()


@pytest.fixture
def start_proxy():
    """Start proxies that end with the test."""
    proxies = []

    def start(port, faults=None, latency=0.0):
        proxies.append(FaultProxy(port, faults, latency))
        return proxies[-1]

    yield start
    for proxy in proxies:
        proxy.close()


@pytest.fixture
def start_script():
    """Start scripted servers that end with the test."""
    servers = []

    def start(**options):
        servers.append(ScriptedServer(Script(**options)))
        return servers[-1]

    yield start
    for server in servers:
        server.close()


class Helpers:
    """What the tests of this folder share."""

    Secret = Secret
    account_of = staticmethod(account_of)
    opener = staticmethod(opener)

    @staticmethod
    def stream(account, store, *, sleep=lambda _: None):
        return sync_account(account, opener(account), store, sleep=sleep)

    run_sync = staticmethod(run_sync)
    open_store = staticmethod(open_store)

    @staticmethod
    def contents(store, folder=b"INBOX", account="test"):
        """Every live message of a folder as the database has it: UID to (bytes, flags)."""
        rows = store._db.connection.execute(
            "SELECT m.uid, c.raw, m.flags FROM members m JOIN contents c ON c.key = m.key"
            " JOIN folders f ON f.id = m.folder_id JOIN accounts a ON a.id = f.account_id"
            " WHERE f.name = ? AND a.name = ? AND NOT f.retired ORDER BY m.uid",
            (folder, account),
        )
        return {uid: (raw, flags) for uid, raw, flags in rows}


@pytest.fixture
def sync():
    return Helpers
