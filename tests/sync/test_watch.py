"""Waiting for mail: pushed, polled, over dead links."""

import json
import os
import queue
import signal
import subprocess
import sys
import threading

import pytest
from fault_proxy import Fault
from mail_samples import sample, samples
from scripted_imap import Folder

from mailmind.ports import LoginRefused
from mailmind.sync.watch import Bell

MINUTE = 60.0
"""A poll that no test waits for: what rings before it was pushed."""


@pytest.fixture
def start_bell(store, sync):
    bells = []

    def start(account, secret=None):
        rings = queue.Queue()
        bell = Bell(account, sync.opener(account, secret), store, rings.put)
        thread = threading.Thread(target=bell.run, daemon=True)
        thread.start()
        bells.append((bell, thread))
        return bell, rings

    yield start
    for bell, thread in bells:
        bell.stop()
        thread.join(0.3)
        if thread.is_alive() and bell._mailbox is not None:
            bell._mailbox._link.drop()  # it waits in IDLE
        thread.join(10)
        assert not thread.is_alive()


@pytest.mark.dovecot
def test_new_mail_is_pushed(box, store, sync, start_bell):
    account = sync.account_of(box, poll=MINUTE)
    sync.run_sync(account, store)
    bell, rings = start_bell(account)
    with box.client() as client:
        for number in range(3):
            client.append("INBOX", sample(number))
            assert rings.get(timeout=20).trouble == ""
            sync.run_sync(account, store)
            bell.answered()
    assert len(sync.contents(store)) == 3


@pytest.mark.dovecot
def test_what_came_before_the_wait_rings_at_once(box, store, sync, start_bell):
    account = sync.account_of(box, poll=MINUTE)
    sync.run_sync(account, store)
    box.deliver(samples(1))
    _, rings = start_bell(account)
    assert rings.get(timeout=20).trouble == ""


def test_a_server_that_pushes_nothing_is_polled(start_script, store, sync, start_bell):
    server = start_script(folders={b"INBOX": Folder()})
    account = sync.account_of(server, poll=0.1)
    sync.run_sync(account, store)
    bell, rings = start_bell(account)
    for _ in range(3):
        assert rings.get(timeout=20).trouble == ""
        bell.answered()
    assert not any(b"IDLE" in c for c in server.script.commands)


def test_a_difference_that_stays_does_not_ring_without_end(start_script, store, sync, start_bell):
    """A sync that cannot mend what differs: one look at once, then only with the poll."""
    server = start_script(folders={b"INBOX": Folder(mails={1: sample(1)})})
    bell, rings = start_bell(sync.account_of(server, poll=MINUTE))
    rings.get(timeout=20)
    bell.answered()
    with pytest.raises(queue.Empty):
        rings.get(timeout=0.5)


@pytest.mark.dovecot
def test_a_dead_link_is_noticed_and_replaced(box, store, sync, start_bell, start_proxy):
    proxy = start_proxy(box.port, [Fault(freeze_after=2_000)])
    account = sync.account_of(box, port=proxy.port, poll=0.3, timeout=0.5)
    sync.run_sync(sync.account_of(box), store)
    bell, rings = start_bell(account)
    while not (ring := rings.get(timeout=20)).trouble:
        bell.answered()
    assert "the link to 127.0.0.1 broke" in ring.trouble
    assert not ring.final
    box.deliver(samples(1))
    assert rings.get(timeout=20).trouble == ""


def test_a_refused_login_ends_the_wait(start_script, store, sync, start_bell):
    def hook(session, tag, command):
        if command.startswith(b"LOGIN"):
            session.say(tag + b" NO [AUTHENTICATIONFAILED] no")
            return True
        return False

    account = sync.account_of(start_script(hook=hook))
    _, rings = start_bell(account)
    ring = rings.get(timeout=20)
    assert ring.final
    assert "check user and password" in ring.trouble
    with pytest.raises(LoginRefused):
        sync.run_sync(account, store)


@pytest.fixture
def interruptible():
    """A shell starts what runs in the background with SIGINT ignored, and children inherit that."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.dovecot
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_the_command_prints_a_line_for_each_thread(end, box, tmp_path, interruptible):
    box.deliver(samples(2))
    config = tmp_path / "config.toml"
    config.write_text(
        f"[store]\npath = {json.dumps(str(tmp_path / 'store.db'))}\n"
        f'[model]\nprovider = "offline"\n[accounts.home]\nhost = "127.0.0.1"\nport = {box.port}\n'
        f'tls = "none"\nuser = "{box.user}"\nfolders = ["INBOX"]\n'
    )
    process = subprocess.Popen(
        [sys.executable, "-m", "mailmind", "--config", str(config), "watch", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"MAILMIND_PASSWORD_HOME": "wonder"},
    )
    try:
        first = {json.loads(process.stdout.readline())["subject"] for _ in range(2)}
        assert first == {"message 1", "message 2"}
        with box.client() as client:
            client.append("INBOX", sample(77))
        assert json.loads(process.stdout.readline())["subject"] == "message 77"
    finally:
        process.send_signal(end)
        try:
            _, errors = process.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise
    assert process.returncode == 130
    assert errors.split("\n", 1)[1] == "mailmind: stopped; what was stored so far is kept\n"


DESTRUCTOR = """
import os, signal
from mailmind.cli.watch import Rings, _end_on_signals
class Dying:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGTERM)
        sum(range(1000))
rings = Rings()
_end_on_signals(rings)
Dying()
print("still here", rings.get(timeout=10))
"""


def test_an_end_that_falls_into_a_destructor_is_not_lost():
    """Python drops an exception that leaves a destructor; the loop must hear of the end all the same."""
    done = subprocess.run(
        [sys.executable, "-c", DESTRUCTOR], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "still here None\n"
    assert "KeyboardInterrupt" in done.stderr
