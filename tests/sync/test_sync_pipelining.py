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
from mailmind.sync import FolderDone, FolderTrouble, Progress, Waiting, sync_account

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


def holding(*held_back, until):
    """A hook that keeps the answers to some commands until another one has come."""
    held = []

    def hook(session, tag, command):
        if command.startswith(held_back):
            held.append((tag, command))
            return True
        if command.startswith(until):
            for each in held:
                session.answer(*each)
            held.clear()
        return False

    return hook


def test_what_every_sync_wants_is_asked_for_in_one_go(start_script, store, sync):
    server = start_script(
        folders={b"INBOX": Folder(mails={4: sample(4)}, modseq=b"HIGHESTMODSEQ 5")},
        capabilities=b"IMAP4rev1 ENABLE CONDSTORE QRESYNC",
        hook=holding(b"ENABLE", b"LIST", until=b"EXAMINE"),
    )
    events = sync.run_sync(sync.account_of(server), store)
    assert events[-1].new == 1
    assert [c for c in server.script.commands if c.startswith((b"ENABLE", b"LIST", b"EXA"))] == [
        b"ENABLE QRESYNC", b'LIST "" "*"', b'EXAMINE "INBOX"',
    ]  # fmt: skip


def test_the_inbox_is_not_opened_where_nobody_wants_it(start_script, store, sync):
    server = start_script(folders={b"INBOX": Folder(), b"Work": Folder(mails={1: sample(1)})})
    sync.run_sync(sync.account_of(server, folders=("Work",)), store)
    assert [c for c in server.script.commands if c.startswith(b"EXAMINE")] == [b'EXAMINE "Work"']


def test_an_inbox_that_cannot_be_opened_stops_no_other_folder(start_script, store, sync):
    def hook(session, tag, command):
        if command == b'EXAMINE "INBOX"':
            session.say(tag + b" NO not today")
            return True
        return False

    server = start_script(
        folders={b"INBOX": Folder(), b"Work": Folder(mails={1: sample(1)})}, hook=hook
    )
    events = sync.run_sync(sync.account_of(server, folders=("INBOX", "Work")), store)
    assert [e.reason for e in events if isinstance(e, FolderTrouble)] == ["not today"]
    assert sync.contents(store, b"Work")[1][0] == sample(1)


def test_the_first_heads_are_asked_for_with_the_list_of_messages(start_script, store, sync):
    mails = {uid: sample(uid, 300) for uid in (2, 3, 499, 700, 2_600)}
    server = start_script(
        folders={b"INBOX": Folder(mails=mails)},
        hook=holding(b"UID SEARCH", until=b"UID FETCH 1:500 "),
    )
    sync.run_sync(sync.account_of(server), store)
    assert {uid: raw for uid, (raw, _) in sync.contents(store).items()} == mails
    heads = [c.split()[2] for c in server.script.commands if b"RFC822.SIZE" in c]
    assert heads == [b"1:500", b"501:1000", b"1001:1500", b"1501:2000", b"2600"]


def test_a_full_batch_is_asked_for_before_the_next_heads_are_there(start_script, store, sync):
    """At the far end of a long way, waiting for what is not needed yet is a round trip lost."""
    mails = {uid: sample(uid, 300) for uid in range(1, 3_001)}
    server = start_script(
        folders={b"INBOX": Folder(mails=mails)},
        hook=holding(b"UID FETCH 501:1000 (UID FLAGS", until=b"UID FETCH 1:500 (UID BODY"),
    )
    sync.run_sync(sync.account_of(server), store)
    assert len(sync.contents(store)) == 3_000


# changes that come with the opening of a folder


@pytest.fixture
def changed(start_script, store, sync):
    """A server with QRESYNC after changes in its second folder, its account, what is stored of it."""
    mails = {uid: sample(uid) for uid in range(1, 7)}
    server = start_script(
        folders={
            b"INBOX": Folder(modseq=b"HIGHESTMODSEQ 1"),
            b"Work": Folder(mails=mails, modseq=b"HIGHESTMODSEQ 5"),
        },
        capabilities=b"IMAP4rev1 ENABLE CONDSTORE QRESYNC",
    )
    account = sync.account_of(server, folders=("INBOX", "Work"))
    sync.run_sync(account, store)
    work = server.script.folders[b"Work"]
    work.flags = {2: b"\\Flagged", 7: b"\\Seen"}
    work.changed = {2: 6, 7: 8}
    del work.mails[3]
    work.gone = b"3"
    work.mails[7] = sample(7)
    work.modseq = b"HIGHESTMODSEQ 8"
    server.script.commands.clear()
    return server, account


def test_changes_come_with_the_opening_of_a_folder(changed, store, sync):
    server, account = changed
    done = [e for e in sync.run_sync(account, store) if isinstance(e, FolderDone)][1]
    assert (done.new, done.flags, done.gone) == (1, 1, 1)
    stored = sync.contents(store, b"Work")
    assert {uid: flags for uid, (_, flags) in stored.items()} == {
        1: "", 2: "\\Flagged", 4: "", 5: "", 6: "", 7: "\\Seen",
    }  # fmt: skip
    assert b'EXAMINE "Work" (QRESYNC (7 5 1:6))' in server.script.commands
    assert not any(b"CHANGEDSINCE" in c for c in server.script.commands)


def test_changes_of_another_generation_are_not_listened_to(changed, store, sync):
    server, account = changed
    server.script.folders[b"Work"].uidvalidity = 8
    done = [e for e in sync.run_sync(account, store) if isinstance(e, FolderDone)][1]
    assert (done.new, done.gone) == (6, 0)
    assert sorted(sync.contents(store, b"Work")) == [1, 2, 4, 5, 6, 7]


def test_without_qresync_changes_are_asked_for(changed, store, sync):
    server, account = changed
    server.script.capabilities = b"IMAP4rev1 ENABLE CONDSTORE"
    done = [e for e in sync.run_sync(account, store) if isinstance(e, FolderDone)][1]
    assert (done.new, done.flags, done.gone) == (1, 1, 1)
    assert b'EXAMINE "Work"' in server.script.commands
    assert any(b"(CHANGEDSINCE 5)" in c for c in server.script.commands)


def test_whoever_leaves_does_not_wait_for_a_silent_server(start_script, store, sync):
    """A read that would last until its time limit ends when the connection is closed."""
    silent = threading.Event()

    def hook(session, tag, command):
        if command.startswith(b"UID FETCH 501:1000 (UID BODY"):
            silent.set()
            return True
        return False

    mails = {uid: sample(uid, 300) for uid in range(1, 1_001)}
    server = start_script(folders={b"INBOX": Folder(mails=mails)}, hook=hook)
    events = sync.stream(sync.account_of(server, timeout=3600.0), store)
    assert any(isinstance(event, Progress) for event in events)
    assert silent.wait(PATIENCE)
    events.close()
    for thread in threading.enumerate():
        if thread.name == "mailmind-read":
            thread.join(PATIENCE)
            assert not thread.is_alive()


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
