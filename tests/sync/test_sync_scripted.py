"""Servers that lie, choke, or break the protocol: what a well-kept one will not do for a test."""

import pytest
from mail_samples import sample
from scripted_imap import Folder

from mailmind.core.syncplan import BIG_MESSAGE
from mailmind.ports import ServerBusy
from mailmind.sync import FolderDone, FolderTrouble, Waiting

MAILS = {uid: sample(uid, 500) for uid in range(1, 31)}


def stored(store, sync, folder=b"INBOX"):
    return {uid: raw for uid, (raw, _) in sync.contents(store, folder).items()}


def inbox(**options):
    return {b"INBOX": Folder(mails=dict(MAILS), **options)}


def bodies_asked(server):
    return [c for c in server.script.commands if b"BODY.PEEK" in c]


def test_nothing_is_ever_sent_that_could_change_the_server(start_script, store, sync):
    server = start_script(folders=inbox(), capabilities=b"IMAP4rev1 ENABLE CONDSTORE")
    sync.run_sync(sync.account_of(server), store, verify=True)
    allowed = (
        b"CAPABILITY", b"LOGIN", b"ENABLE", b"LIST", b"EXAMINE", b"UID SEARCH", b"UID FETCH",
        b"NOOP", b"LOGOUT",
    )  # fmt: skip
    assert server.script.commands
    for command in server.script.commands:
        assert command.startswith(allowed), command
        assert b"BODY[" not in command
        assert b"RFC822 " not in command
    assert stored(store, sync) == MAILS


def test_answers_of_two_commands_come_mixed(start_script, store, sync):
    """A server may work on pipelined commands at once and answer them in any order."""
    mails = {uid: sample(uid, 400) for uid in range(1, 1201)}
    held = []

    def hook(session, tag, command):
        if b"BODY.PEEK[]" not in command:
            return False
        held.append((tag, command))
        if len(held) == 1 and held[0][1].startswith(b"UID FETCH 1:500"):
            return True  # keep it until the next one is there
        jobs, held[:] = list(held), []
        uids = [(uid, items) for _, c in reversed(jobs)
                for uid_set, _, items in [c.removeprefix(b"UID FETCH ").partition(b" ")]
                for uid in session.select(uid_set)]  # fmt: skip
        for uid, items in uids[::2] + uids[1::2]:
            session.fetch(uid, items)
        for done, _ in reversed(jobs):
            session.say(done + b" OK done")
        return True

    server = start_script(folders={b"INBOX": Folder(mails=mails)}, hook=hook)
    events = sync.run_sync(sync.account_of(server), store)
    assert stored(store, sync) == mails
    assert events[-1].whole
    # Nothing was taken for missing and asked for again.
    assert [c.split()[2] for c in bodies_asked(server)] == [b"1:500", b"501:1000", b"1001:1200"]


def test_unsolicited_responses_in_between(start_script, store, sync):
    def hook(session, tag, command):
        if command.startswith(b"UID FETCH"):
            session.say(b"* 3 FETCH (FLAGS (\\Seen))")
            session.say(b"* 4 FETCH (UID 4 FLAGS (\\Seen))")
            session.say(b"* 31 EXISTS")
            session.say(b"* 77 FETCH (UID 977 FLAGS () BODY[] {3}\r\nabc)")
        return False

    server = start_script(folders=inbox(), hook=hook)
    sync.run_sync(sync.account_of(server), store)
    assert stored(store, sync) == MAILS


def test_an_empty_line_costs_the_connection_and_no_message(start_script, store, sync):
    """No response is empty; what follows such a line cannot be trusted to be one."""
    said = []

    def hook(session, tag, command):
        if b"BODY.PEEK" in command and not said:
            said.append(command)
            session.raw(b"\r\n")
        return False

    events = sync.run_sync(sync.account_of(start_script(folders=inbox(), hook=hook)), store)
    reasons = [e.reason for e in events if isinstance(e, Waiting)]
    assert [("broke the protocol" in reason) for reason in reasons] == [True]
    assert stored(store, sync) == MAILS


def test_a_message_without_a_readable_head_is_fetched_all_the_same(start_script, store, sync):
    def hook(session, tag, command):
        if not command.startswith(b"UID FETCH") or b"RFC822.SIZE" not in command:
            return False
        for uid in MAILS:
            if uid == 7:
                session.say(b"* 7 FETCH (UID 7 FLAGS (\\Seen RFC822.SIZE")
            elif uid != 9:
                session.fetch(uid, command)
        session.say(tag + b" OK done")
        return True

    server = start_script(folders=inbox(), hook=hook)
    events = sync.run_sync(sync.account_of(server), store)
    assert stored(store, sync) == MAILS
    assert events[-1].whole


def refuses(uid, answer):
    """A server that chokes on one message, alone or among others."""

    def hook(session, tag, command):
        if b"BODY.PEEK" not in command:
            return False
        uid_set, _, items = command.removeprefix(b"UID FETCH ").partition(b" ")
        for each in session.select(uid_set):
            if each != uid:
                session.fetch(each, items)
        session.say(tag + answer if uid in session.select(uid_set) else tag + b" OK done")
        return True

    return hook


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (b" OK done", "hands nothing out"),
        (b" NO [SERVERBUG] cannot open message", "cannot open message"),
        (b" NO [EXPUNGEISSUED] some are gone", "some are gone"),
    ],
)
def test_a_message_that_the_server_does_not_hand_out(answer, reason, start_script, store, sync):
    server = start_script(folders=inbox(), hook=refuses(13, answer))
    account = sync.account_of(server)
    events = sync.run_sync(account, store)
    assert stored(store, sync) == {uid: raw for uid, raw in MAILS.items() if uid != 13}
    assert (events[-1].new, events[-1].unfetchable) == (29, 1)
    assert any(reason in t.reason for t in store.trouble())

    sync.run_sync(account, store)
    sync.run_sync(account, store)
    asked = len(bodies_asked(server))
    written = store.total_changes
    sync.run_sync(account, store)
    assert len(bodies_asked(server)) == asked  # three tries are enough
    assert store.total_changes == written

    server.script.hook = None
    found = sync.run_sync(account, store, verify=True)
    assert [e.missing for e in found if isinstance(e, FolderDone)] == [(13,)]
    assert stored(store, sync) == MAILS
    assert not store.trouble()


@pytest.mark.parametrize("claimed", [3, 9_999])
def test_a_literal_with_the_wrong_size_costs_only_its_own_message(
    claimed, start_script, store, sync
):
    def hook(session, tag, command):
        if b"BODY.PEEK" not in command:
            return False
        uid_set, _, items = command.removeprefix(b"UID FETCH ").partition(b" ")
        for uid in session.select(uid_set):
            if uid == 13:
                raw = MAILS[13]
                session.raw(b"* 13 FETCH (UID 13 BODY[] {%d}\r\n" % claimed + raw + b")\r\n")
            else:
                session.fetch(uid, items)
        session.say(tag + b" OK done")
        return True

    server = start_script(folders=inbox(), hook=hook)
    account = sync.account_of(server, timeout=0.3)
    events = sync.run_sync(account, store)
    got = stored(store, sync)
    assert {uid: raw for uid, raw in got.items() if uid in MAILS} == {
        uid: raw for uid, raw in MAILS.items() if uid != 13
    }
    assert [e.unfetchable for e in events if isinstance(e, FolderDone)] == [(13,)]


def test_a_mailbox_without_uidnext_does_not_fetch_its_last_mail_for_ever(start_script, store, sync):
    server = start_script(folders=inbox(uidnext=None))
    sync.run_sync(sync.account_of(server), store)
    asked, written = len(bodies_asked(server)), store.total_changes
    sync.run_sync(sync.account_of(server), store)
    assert (len(bodies_asked(server)), store.total_changes) == (asked, written)
    server.script.folders[b"INBOX"].mails[31] = sample(31)
    sync.run_sync(sync.account_of(server), store)
    assert stored(store, sync)[31] == sample(31)


@pytest.mark.parametrize("modseq", [b"HIGHESTMODSEQ 0", b"NOMODSEQ", None])
def test_without_a_sequence_all_flags_are_compared(modseq, start_script, store, sync):
    server = start_script(
        folders=inbox(modseq=modseq), capabilities=b"IMAP4rev1 ENABLE CONDSTORE QRESYNC"
    )
    account = sync.account_of(server)
    sync.run_sync(account, store)
    folder = server.script.folders[b"INBOX"]
    folder.flags[5] = b"\\Flagged"
    del folder.mails[8]
    done = next(e for e in sync.run_sync(account, store) if isinstance(e, FolderDone))
    assert (done.flags, done.gone) == (1, 1)
    assert sync.contents(store)[5][1] == "\\Flagged"
    assert not any(b"CHANGEDSINCE" in c for c in server.script.commands)


def test_uids_far_apart(start_script, store, sync):
    mails = {uid: sample(uid, 400) for uid in (1, 2, 70_000, 3_000_000_000, 4_294_967_290)}
    server = start_script(folders={b"INBOX": Folder(mails=mails)})
    sync.run_sync(sync.account_of(server), store)
    assert stored(store, sync) == mails
    assert len([c for c in server.script.commands if b"SEARCH" in c]) == 1


@pytest.mark.parametrize("capability", [b"X-GM-EXT-1", b"OBJECTID"])
def test_all_mail_is_not_downloaded_twice(capability, start_script, store, sync):
    names = {uid: b"%d" % (10**18 + uid) for uid in MAILS}
    shifted = {uid + 100: raw for uid, raw in MAILS.items()}
    extra = {500: sample(500)}
    server = start_script(
        folders={
            b"[Gmail]/All Mail": Folder(
                mails=shifted | extra,
                server_ids={u + 100: n for u, n in names.items()} | {500: b"77"},
            ),
            b"INBOX": Folder(mails=dict(MAILS), server_ids=names),
        },
        capabilities=b"IMAP4rev1 " + capability,
    )
    account = sync.account_of(server, folders=("*",))
    sync.run_sync(account, store)
    assert stored(store, sync) == MAILS
    assert stored(store, sync, b"[Gmail]/All Mail") == shifted | extra
    asked = bodies_asked(server)
    assert [c.split()[2] for c in asked] == [b"1:30", b"500"]
    count = store._db.connection.execute("SELECT count(*) FROM contents").fetchone()[0]
    assert count == 31


@pytest.mark.parametrize("size", [0, 10**9])
def test_sizes_that_lie(size, start_script, store, sync):
    def hook(session, tag, command):
        if b"RFC822.SIZE" not in command:
            return False
        for uid in MAILS:
            session.say(b"* %d FETCH (UID %d FLAGS () RFC822.SIZE %d)" % (uid, uid, size))
        session.say(tag + b" OK done")
        return True

    server = start_script(folders=inbox(), hook=hook)
    sync.run_sync(sync.account_of(server), store)
    assert stored(store, sync) == MAILS


def test_a_server_that_ignores_parts_gives_the_whole(start_script, store, sync):
    big = sample(1, 2 * BIG_MESSAGE + 5000)

    def hook(session, tag, command):
        if b"BODY.PEEK[]<" not in command:
            return False
        session.raw(b"* 1 FETCH (UID 1 BODY[] {%d}\r\n" % len(big) + big + b")\r\n")
        session.say(tag + b" OK done")
        return True

    server = start_script(folders={b"INBOX": Folder(mails={1: big})}, hook=hook)
    sync.run_sync(sync.account_of(server), store)
    assert stored(store, sync) == {1: big}


def test_too_many_connections_is_no_wrong_password(start_script, store, sync):
    def hook(session, tag, command):
        if command.startswith(b"LOGIN") and len(refused) < 2:
            refused.append(command)
            session.say(tag + b" NO [LIMIT] Maximum number of connections exceeded")
            return True
        return False

    refused = []
    server = start_script(folders=inbox(), hook=hook)
    waits = []
    events = sync.run_sync(sync.account_of(server), store, sleep=waits.append)
    assert waits == [2, 4]
    assert all("Maximum number" in e.reason for e in events if isinstance(e, Waiting))
    assert stored(store, sync) == MAILS


def test_the_servers_own_back_off_is_kept(start_script, store, sync):
    throttled = []

    def hook(session, tag, command):
        if b"BODY.PEEK" in command and not throttled:
            throttled.append(command)
            session.say(
                tag + b" NO Request is throttled. Suggested Backoff Time: 20500 milliseconds"
            )
            return True
        return False

    server = start_script(folders=inbox(), hook=hook)
    waits = []
    sync.run_sync(sync.account_of(server), store, sleep=waits.append)
    assert waits == [20.5]
    assert stored(store, sync) == MAILS


def test_a_long_back_off_ends_the_run_and_says_how_long(start_script, store, sync):
    server = start_script(
        greeting=b"* BYE Request is throttled. Suggested Backoff Time: 299961 milliseconds"
    )
    with pytest.raises(ServerBusy) as caught:
        sync.run_sync(sync.account_of(server), store)
    assert caught.value.delay == pytest.approx(299.961)
    assert "throttled" in store.trouble()[0].reason


def test_a_folder_without_uidvalidity_is_left_out(start_script, store, sync):
    def hook(session, tag, command):
        if command == b'EXAMINE "Odd"':
            session.say(b"* 1 EXISTS")
            session.say(tag + b" OK [READ-ONLY] done")
            return True
        return False

    server = start_script(folders=inbox() | {b"Odd": Folder()}, hook=hook)
    events = sync.run_sync(sync.account_of(server, folders=("Odd", "INBOX")), store)
    assert ["UIDVALIDITY" in e.reason for e in events if isinstance(e, FolderTrouble)] == [True]
    assert stored(store, sync) == MAILS


def test_a_folder_named_outside_the_rules(start_script, store, sync):
    """Raw UTF-8, a quote and a backslash: the name goes back as it came."""
    name = 'Gelöscht "alt"\\x'.encode()
    listing = [
        b'(\\HasNoChildren) "/" "' + name.replace(b"\\", b"\\\\").replace(b'"', b'\\"') + b'"'
    ]
    folder = Folder(mails=dict(MAILS))

    def hook(session, tag, command):
        if not command.startswith(b"EXAMINE"):
            return False
        if command == b'EXAMINE "INBOX"':
            session.say(tag + b" NO there is none")
            return True
        assert command == b'EXAMINE "' + name.replace(b"\\", b"\\\\").replace(b'"', b'\\"') + b'"'
        session.script.folders = {b"x": folder}
        session.answer(tag, b'EXAMINE "x"')
        return True

    server = start_script(listing=listing, hook=hook)
    sync.run_sync(sync.account_of(server, folders=("*",)), store)
    assert stored(store, sync, name) == MAILS


def test_a_missing_starttls_is_never_done_without(start_script, store, sync):
    from mailmind.core.account import Tls
    from mailmind.errors import SourceError

    server = start_script(folders=inbox())
    with pytest.raises(SourceError, match='does not offer STARTTLS; set tls = "implicit"'):
        sync.run_sync(sync.account_of(server, tls=Tls.STARTTLS), store)
    assert not any(c.startswith((b"LOGIN", b"AUTH")) for c in server.script.commands)
