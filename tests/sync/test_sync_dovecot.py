"""Against a real Dovecot: what is stored, what is not written again, and what stays untouched."""

import pytest
from mail_samples import sample, samples

from mailmind.core.syncplan import BIG_MESSAGE
from mailmind.sync import AccountDone, FolderDone, FolderStarted, FolderTrouble, Progress

pytestmark = pytest.mark.dovecot


def done(events, folder="INBOX"):
    return next(e for e in events if isinstance(e, FolderDone) and e.folder == folder)


def flags_on_server(client, folder="INBOX"):
    client.select_folder(folder, readonly=True)
    return client.get_flags(client.search())


def test_two_thousand_messages_twice(box, store, sync):
    mails = samples(2000)
    box.deliver(mails[:1500])
    box.deliver(mails[1500:], flags="S")
    with box.client() as client:
        before = flags_on_server(client)
    account = sync.account_of(box)

    first = sync.run_sync(account, store)
    assert {uid: raw for uid, (raw, _) in sync.contents(store).items()} == dict(
        enumerate(mails, start=1)
    )
    assert [e.done for e in first if isinstance(e, Progress)] == [500, 1000, 1500, 2000]
    assert first[-1] == AccountDone("test", 1, 0, new=2000, flags=0, gone=0, unfetchable=0)

    written = store.total_changes
    second = sync.run_sync(account, store)
    assert store.total_changes == written
    assert second[-1] == AccountDone("test", 1, 0, new=0, flags=0, gone=0, unfetchable=0)

    with box.client() as client:
        after = flags_on_server(client)
    unseen = [uid for uid, flags in after.items() if b"\\Seen" not in flags]
    assert len(unseen) == 1500
    # \Recent belongs to whoever looked first, and that was the test's own client.
    assert {u: set(f) - {b"\\Recent"} for u, f in after.items()} == {
        u: set(f) - {b"\\Recent"} for u, f in before.items()
    }


@pytest.fixture
def plain_dovecot(start_dovecot):
    """A server that offers the bare protocol: no CONDSTORE, UIDPLUS, MOVE, SPECIAL-USE."""
    server = start_dovecot(extra="protocol imap {\n  imap_capability = IMAP4rev1\n}\n")
    return server.box()


@pytest.fixture
def condstore_dovecot(start_dovecot):
    """A server with CONDSTORE and without QRESYNC."""
    extra = "protocol imap {\n  imap_capability = IMAP4rev1 ENABLE CONDSTORE\n}\n"
    return start_dovecot(extra=extra).box()


@pytest.mark.parametrize("kind", ["box", "plain_dovecot", "condstore_dovecot"])
def test_new_flags_and_losses(kind, store, sync, request):
    server = request.getfixturevalue(kind)
    server.deliver(samples(30))
    account = sync.account_of(server)
    sync.run_sync(account, store)

    with server.client() as client:
        client.select_folder("INBOX")
        client.add_flags([3, 4], [b"\\Seen"])
        client.add_flags([5], [b"\\Flagged", b"$Work"])
        client.add_flags([10, 11, 29], [b"\\Deleted"])
        client.expunge()
        client.append("INBOX", sample(900), [b"\\Answered"])

    events = sync.run_sync(account, store)
    assert done(events) == FolderDone("test", "INBOX", new=1, flags=3, gone=3)
    stored = sync.contents(store)
    assert sorted(stored) == [u for u in range(1, 32) if u not in (10, 11, 29)]
    assert [stored[u][1] for u in (3, 4, 5, 31)] == [
        "\\Seen", "\\Seen", "$Work \\Flagged", "\\Answered",
    ]  # fmt: skip
    assert stored[31][0] == sample(900)

    written = store.total_changes
    assert done(sync.run_sync(account, store)) == FolderDone("test", "INBOX", 0, 0, 0)
    assert store.total_changes == written


def test_a_folder_made_anew_under_the_same_name(box, store, sync):
    account = sync.account_of(box, folders=("Work",))
    with box.client() as client:
        client.create_folder("Work")
        for number in (1, 2, 3):
            client.append("Work", sample(number))
    sync.run_sync(account, store)
    old = store.sync_state("test")[b"Work"]

    with box.client() as client:
        client.delete_folder("Work")
        client.create_folder("Work")
        client.append("Work", sample(77))
    events = sync.run_sync(account, store)

    new = store.sync_state("test")[b"Work"]
    assert new.uidvalidity != old.uidvalidity
    assert (new.count, new.cursor) == (1, 1)
    assert {u: raw for u, (raw, _) in sync.contents(store, b"Work").items()} == {1: sample(77)}
    assert done(events, "Work").new == 1


def test_folders_by_role_by_glob_and_with_odd_names(box, store, sync):
    with box.client() as client:
        for name in ("Entwürfe & Test", "Entwürfe & Test/日本", "Projects/2026", "2026"):
            client.create_folder(name)
            client.append(name, name.encode() + b"\r\n\r\nhello\r\n")
        client.append("Sent", sample(5))
        client.append("Junk", sample(6))
    account = sync.account_of(box, folders=("*",), exclude=("\\Junk", "\\Drafts"))
    events = sync.run_sync(account, store)
    names = [e.folder for e in events if isinstance(e, FolderDone)]
    assert names[0] == "INBOX"
    assert set(names) == {
        "INBOX", "Sent", "Entwürfe & Test", "Entwürfe & Test/日本", "Projects/2026", "2026",
    }  # fmt: skip
    assert b"Entw&APw-rfe &- Test/&ZeVnLA-" in store.sync_state("test")
    assert events[-1].new == 5
    role = sync.run_sync(sync.account_of(box, folders=("\\Sent",), name="other"), store)
    assert [e.folder for e in role if isinstance(e, FolderDone)] == ["Sent"]


def test_a_folder_that_cannot_be_opened_stops_no_other(box, store, sync):
    box.deliver(samples(3))
    with box.client() as client:
        for name in ("Broken", "Later"):
            client.create_folder(name)
        client.append("Later", sample(9))
    broken = box.maildir("Broken") / "dovecot-uidlist"
    broken.unlink(missing_ok=True)
    broken.mkdir()  # a directory where the server keeps its list of UIDs

    events = sync.run_sync(sync.account_of(box, folders=("Broken", "INBOX", "Later")), store)
    trouble = [e for e in events if isinstance(e, FolderTrouble)]
    assert [t.folder for t in trouble] == ["Broken"]
    assert "internal error" in trouble[0].reason.lower()
    assert (events[-1].new, events[-1].troubled, events[-1].whole) == (4, 1, False)
    assert any("Broken" in t.path for t in store.trouble())

    broken.rmdir()
    again = sync.run_sync(sync.account_of(box, folders=("Broken", "INBOX", "Later")), store)
    assert again[-1].whole
    assert not any("Broken" in t.path for t in store.trouble())


def test_a_folder_that_the_configuration_names_and_nobody_has(box, store, sync):
    events = sync.run_sync(sync.account_of(box, folders=("INBOX", "Nowhere")), store)
    assert [e.folder for e in events if isinstance(e, FolderTrouble)] == ["Nowhere"]
    assert events[-1].folders == 1


def test_a_big_message_comes_whole(box, store, sync):
    big = sample(1, 3 * BIG_MESSAGE + 12_345)
    exact = sample(2, BIG_MESSAGE + 200)
    exact = exact[: 2 * BIG_MESSAGE - 2] + b"\r\n"
    mails = [sample(3), big, sample(4), exact, sample(5)]
    box.deliver(mails)
    sync.run_sync(sync.account_of(box), store)
    assert [raw for raw, _ in sync.contents(store).values()] == mails


def test_bytes_outside_every_charset_are_kept(box, store, sync):
    mails = [
        b"Subject: \xff\xfe\xe4 caf\xe9\r\nFrom: \x80@\r\n\r\n\x00\x01\xff\r\n",
        b"no header at all\r\n",
        b"Message-ID: <same@example.org>\r\n\r\nfirst\r\n",
        b"Message-ID: <same@example.org>\r\n\r\nsecond\r\n",
        b"X: y\r\n\r\n",
    ]
    box.deliver(mails)
    sync.run_sync(sync.account_of(box), store)
    # Dovecot itself replaces NUL by 0x80: IMAP cannot carry it in a literal.
    expected = [mails[0].replace(b"\x00", b"\x80"), *mails[1:]]
    assert [raw for raw, _ in sync.contents(store).values()] == expected


def test_another_client_at_work_during_the_sync(box, store, sync):
    box.deliver(samples(1200))
    account = sync.account_of(box)
    events = []
    with box.client() as client:
        client.select_folder("INBOX")
        for event in sync.stream(account, store):
            events.append(event)
            if isinstance(event, Progress) and event.done == 500:
                client.add_flags([2, 700], [b"\\Flagged"])
                client.add_flags([1100, 3], [b"\\Deleted"])
                client.expunge()
                client.append("INBOX", sample(5000))
    assert events[-1].unfetchable == 0
    sync.run_sync(account, store)
    stored = sync.contents(store)
    assert sorted(stored) == [u for u in range(1, 1202) if u not in (3, 1100)]
    assert stored[1201][0] == sample(5000)
    assert [stored[u][1] for u in (2, 700)] == ["\\Flagged", "\\Flagged"]


def test_verify_finds_what_is_missing_and_what_is_too_much(box, store, sync):
    box.deliver(samples(20))
    account = sync.account_of(box)
    sync.run_sync(account, store)
    connection = store._db.connection
    connection.execute("DELETE FROM members WHERE uid IN (4, 9)")
    connection.execute("UPDATE members SET uid = 5000 WHERE uid = 12")
    connection.execute("UPDATE folders SET cursor = 5000 WHERE name = ?", (b"INBOX",))

    found = done(sync.run_sync(account, store, verify=True))
    assert (found.missing, found.gone) == ((4, 9, 12), 1)
    assert [raw for raw, _ in sync.contents(store).values()] == samples(20)
    assert done(sync.run_sync(account, store, verify=True)).missing == ()


def test_a_gap_is_noticed_without_being_asked(box, store, sync):
    box.deliver(samples(20))
    account = sync.account_of(box)
    sync.run_sync(account, store)
    store._db.connection.execute("DELETE FROM members WHERE uid = 7")
    assert done(sync.run_sync(account, store)).missing == (7,)
    assert sorted(sync.contents(store)) == list(range(1, 21))


def test_an_empty_folder_and_trailing_losses_write_once(box, store, sync):
    account = sync.account_of(box)
    sync.run_sync(account, store)
    box.deliver(samples(3))
    with box.client() as client:
        client.select_folder("INBOX")
        client.add_flags([2, 3], [b"\\Deleted"])
        client.expunge()
    sync.run_sync(account, store)
    assert store.sync_state("test")[b"INBOX"].cursor == 3
    written = store.total_changes
    events = sync.run_sync(account, store)
    assert [e.total for e in events if isinstance(e, FolderStarted)] == [0]
    assert store.total_changes == written


def test_the_same_mail_in_two_folders_is_one_content(box, store, sync):
    with box.client() as client:
        client.append("INBOX", sample(1))
        client.append("Sent", sample(1))
    sync.run_sync(sync.account_of(box, folders=("INBOX", "Sent")), store)
    count = store._db.connection.execute("SELECT count(*) FROM contents").fetchone()[0]
    assert count == 1
    assert len(sync.contents(store)) == len(sync.contents(store, b"Sent")) == 1


def test_a_folder_that_is_gone_from_the_server_keeps_its_mail(box, store, sync):
    with box.client() as client:
        client.create_folder("Work")
        client.append("Work", sample(1))
    account = sync.account_of(box, folders=("*",))
    sync.run_sync(account, store)
    with box.client() as client:
        client.delete_folder("Work")
    assert sync.run_sync(account, store)[-1].whole
    assert [t.reason for t in store.trouble()] == [
        "the server no longer has this folder; its mail is kept here"
    ]
    assert len(sync.contents(store, b"Work")) == 1
    written = store.total_changes
    sync.run_sync(account, store)
    assert store.total_changes == written
    with box.client() as client:
        client.create_folder("Work")
    sync.run_sync(account, store)
    assert not store.trouble()
