"""The order of what is read, stored and said, and questions that travel together."""

import json
import threading

import pytest
from click.testing import CliRunner
from mail_samples import sample
from scripted_imap import Folder

from mailmind import bootstrap
from mailmind.adapters.memory import FakeFolder, FakeMailbox
from mailmind.cli import cli
from mailmind.core.syncplan import MAX_BATCH_MESSAGES
from mailmind.errors import StoreError, StoreLocked
from mailmind.ports import LinkLost
from mailmind.sync import Progress, Waiting, sync_account

PATIENCE = 10.0
"""Seconds until a test gives up waiting for what must come."""
COUNT = 2 * MAX_BATCH_MESSAGES + 7


class Full:
    """A store with room for one batch."""

    def __init__(self, store):
        self._store = store
        self.refused = []

    def __getattr__(self, name):
        return getattr(self._store, name)

    def commit_sync(self, step):
        if step.cursor > MAX_BATCH_MESSAGES:
            self.refused.append(step.cursor)
            raise StoreError("no space is left")
        return self._store.commit_sync(step)


class Watched(FakeMailbox):
    """A mailbox that does something when it is asked for its second batch."""

    def __init__(self, folders, at_second):
        super().__init__(folders)
        self._at_second = at_second

    def fetch(self, batches):
        for number, answer in enumerate(super().fetch(batches), start=1):
            if number == 2:
                self._at_second()
            yield answer


@pytest.fixture
def folders():
    inbox = FakeFolder()
    for number in range(COUNT):
        inbox.append(b"Subject: %d\r\n\r\n" % number)
    return {"INBOX": inbox}


@pytest.fixture
def account(sync):
    class Nowhere:
        port = 1

    return sync.account_of(Nowhere)


def cursor(store):
    return store.sync_state("test")[b"INBOX"].cursor


def test_each_event_follows_its_own_transaction(folders, account, store):
    for event in sync_account(account, lambda: FakeMailbox(folders), store):
        if isinstance(event, Progress):
            assert cursor(store) >= event.done
            with store.lock("looking"):
                assert store.sync_state("test")[b"INBOX"].count >= event.done


def test_what_was_read_before_the_link_broke_is_stored_and_said(folders, account, store):
    def break_link():
        if not broken:
            broken.append(True)
            raise LinkLost("gone")

    broken = []
    told = []
    for event in sync_account(
        account, lambda: Watched(folders, break_link), store, sleep=lambda _: None
    ):
        told.append(event)
        if isinstance(event, Waiting):
            assert cursor(store) == MAX_BATCH_MESSAGES
    kinds = [type(event) for event in told if isinstance(event, Progress | Waiting)]
    assert kinds[:2] == [Progress, Waiting]
    assert told[-1].new == COUNT


def test_a_batch_that_cannot_be_stored_ends_the_run_before_the_next(folders, account, store):
    full = Full(store)
    with pytest.raises(StoreError, match="no space"):
        list(sync_account(account, lambda: FakeMailbox(folders), full))
    assert full.refused == [2 * MAX_BATCH_MESSAGES]
    assert (cursor(store), store.sync_state("test")[b"INBOX"].count) == (500, 500)


def test_who_leaves_early_has_what_was_said_and_no_more(folders, account, store):
    events = sync_account(account, lambda: FakeMailbox(folders), store)
    assert any(isinstance(event, Progress) for event in events)  # stops at the first one
    events.close()
    state = store.sync_state("test")[b"INBOX"]
    assert state.cursor == state.count == MAX_BATCH_MESSAGES


def test_a_greeting_that_tells_the_capabilities_saves_the_question(start_script, store, sync):
    server = start_script(greeting=b"* OK [CAPABILITY IMAP4rev1 LITERAL+] ready")
    sync.run_sync(sync.account_of(server), store)
    before = server.script.commands[: [c[:5] for c in server.script.commands].index(b"LOGIN")]
    assert before == []
    asked = start_script()
    sync.run_sync(sync.account_of(asked), store)
    assert asked.script.commands[0] == b"CAPABILITY"


def test_folders_are_asked_for_before_extensions_are_confirmed(start_script, store, sync):
    held = []

    def hook(session, tag, command):
        if command.startswith(b"ENABLE"):
            held.append(tag)
            return True
        if command.startswith(b"LIST"):
            session.say(b"* ENABLED QRESYNC")
            session.say(held.pop() + b" OK enabled")
        return False

    server = start_script(
        folders={b"INBOX": Folder(mails={4: sample(4)})},
        capabilities=b"IMAP4rev1 ENABLE CONDSTORE QRESYNC",
        hook=hook,
    )
    mailbox = sync.opener(sync.account_of(server))()
    try:
        assert [folder.name for folder in mailbox.folders()] == [b"INBOX"]
        mailbox.examine(b"INBOX")
        mailbox.changes(3, 4)
    finally:
        mailbox.close()
    assert any(b"CHANGEDSINCE 3 VANISHED" in c for c in server.script.commands)


def test_heads_of_many_messages_come_in_parts(start_script, store, sync):
    mails = {uid: sample(uid, 300) for uid in range(3, 3 * 700, 3)}
    server = start_script(folders={b"INBOX": Folder(mails=mails)})
    mailbox = sync.opener(sync.account_of(server))()
    try:
        mailbox.examine(b"INBOX")
        parts = list(mailbox.heads(sorted(mails)))
    finally:
        mailbox.close()
    assert [len(asked) for asked, _ in parts] == [500, 199]
    heads = [head for _, part in parts for head in part]
    assert {head.uid: head.size for head in heads} == {u: len(raw) for u, raw in mails.items()}
    asked = [c for c in server.script.commands if b"RFC822.SIZE" in c]
    assert len(asked) == 2
    assert max(map(len, asked)) < 6000


def test_a_store_that_is_in_use_lets_the_server_go(folders, tmp_path, monkeypatch, sync):
    path = tmp_path / "store.db"
    config = tmp_path / "config.toml"
    config.write_text(
        f"[store]\npath = {json.dumps(str(path))}\n[accounts.home]\n"
        'host = "127.0.0.1"\nport = 1\nuser = "alice"\n'
    )
    opened = []
    monkeypatch.setattr(
        bootstrap, "open_mailbox", lambda _: opened.append(FakeMailbox(folders)) or opened[-1]
    )
    other = sync.open_store(path)
    with other.lock("sync"):
        done = CliRunner().invoke(cli, ["--config", str(config), "sync"])
    other.close()
    assert isinstance(done.exception, StoreLocked)
    for thread in threading.enumerate():
        if thread.name == "mailmind-call":
            thread.join(PATIENCE)
    assert [mailbox.closed for mailbox in opened] == [True]
