"""One contract for the Mailbox port, kept by the fake and by the adapter on a real server."""

import pytest
from mail_samples import sample, samples

from mailmind.adapters.memory import FakeFolder, FakeMailbox
from mailmind.core.syncplan import BIG_MESSAGE, BigMail, FolderState, MailHead
from mailmind.ports import FolderRefused, Mailbox


class Fake:
    """The side of the test that changes the mailbox."""

    def __init__(self):
        self.inbox = FakeFolder()
        self.all = {"INBOX": self.inbox, "Sent": FakeFolder(role="\\Sent")}

    def open(self) -> Mailbox:
        return FakeMailbox(self.all)

    def append(self, raw, flags=()):
        self.inbox.append(raw, flags)

    def flag(self, uid, flags):
        self.inbox.set_flags(uid, flags)

    def expunge(self, uid):
        self.inbox.expunge(uid)


class Real:
    """The same on Dovecot."""

    def __init__(self, box, sync):
        self._box, self._sync = box, sync
        self._client = box.client()
        self._client.select_folder("INBOX")

    def open(self) -> Mailbox:
        return self._sync.opener(self._sync.account_of(self._box))()

    def append(self, raw, flags=()):
        self._client.append("INBOX", raw, flags)

    def flag(self, uid, flags):
        self._client.noop()
        self._client.set_flags([uid], flags)

    def expunge(self, uid):
        self._client.noop()
        self._client.add_flags([uid], [b"\\Deleted"])
        self._client.expunge()

    def close(self):
        self._client.logout()


@pytest.fixture(params=["fake", pytest.param("real", marks=pytest.mark.dovecot)])
def side(request, sync):
    if request.param == "fake":
        yield Fake()
        return
    real = Real(request.getfixturevalue("box"), sync)
    yield real
    real.close()


@pytest.fixture
def mailbox(side):
    """An open mailbox whose inbox holds ten messages."""
    for number, raw in enumerate(samples(10), start=1):
        side.append(raw, ("\\Seen",) if number == 3 else ())
    mailbox = side.open()
    yield mailbox
    mailbox.close()


def test_folders_have_roles(mailbox):
    roles = {folder.display: folder.role for folder in mailbox.folders()}
    assert (roles["INBOX"], roles["Sent"]) == ("\\Inbox", "\\Sent")


def test_an_open_folder_says_where_it_stands(mailbox):
    state = mailbox.examine(b"INBOX")
    assert (state.exists, state.uidnext) == (10, 11)
    assert state.modseq > 0
    with pytest.raises(FolderRefused):
        mailbox.examine(b"Nowhere")
    assert mailbox.examine(b"INBOX") == state


def test_uids_and_heads(mailbox):
    mailbox.examine(b"INBOX")
    assert mailbox.uids(4, 6) == [4, 5, 6]
    assert mailbox.uids(9, None) == [9, 10]
    assert mailbox.uids(11, None) == []
    ((asked, heads),) = mailbox.heads([2, 3, 77])
    assert list(asked) == [2, 3, 77]
    assert [(h.uid, h.size, h.flags) for h in heads] == [
        (2, len(sample(2)), ()), (3, len(sample(3)), ("\\Seen",)),
    ]  # fmt: skip
    assert heads[0].received.utcoffset() is not None
    assert mailbox.flags(2, 4) == {2: (), 3: ("\\Seen",), 4: ()}


def test_content_comes_batch_by_batch(mailbox, side):
    mailbox.examine(b"INBOX")
    side.expunge(5)
    batches = [[MailHead(1, 9), MailHead(2, 9)], [], [MailHead(10, 9)], [MailHead(99, 9)]]
    found = list(mailbox.fetch(iter(batches)))
    assert [list(batch) for batch, _, _ in found] == batches
    assert [dict(bodies) for _, bodies, _ in found] == [
        {1: sample(1), 2: sample(2)}, {}, {10: sample(10)}, {},
    ]  # fmt: skip
    assert mailbox.uids(4, 6, fresh=True) == [4, 6]


def test_a_big_message(mailbox, side):
    big = sample(50, 2 * BIG_MESSAGE)
    side.append(big)
    mailbox.examine(b"INBOX")  # may be the inbox as it was when the connection was made
    mailbox.examine(b"INBOX")
    ((_, heads),) = mailbox.heads([11])
    ((_, bodies, _),) = mailbox.fetch([heads])
    content = bodies[11]
    assert (b"".join(content.chunks()) if isinstance(content, BigMail) else content) == big


def test_changes_since_a_moment(mailbox, side):
    before = mailbox.examine(b"INBOX")
    side.flag(4, ("\\Flagged",))
    side.flag(9, ("\\Seen", "$Work"))
    side.expunge(7)
    side.append(sample(60))
    after = mailbox.examine(b"INBOX")
    assert after.modseq > before.modseq
    changes = mailbox.changes(before.modseq, 10)
    assert changes.flags == {4: ("\\Flagged",), 9: ("$Work", "\\Seen")}
    assert changes.vanished == ((7, 7),)
    assert mailbox.changes(after.modseq, 10).flags == {}


def test_changes_since_a_stored_state(mailbox, side):
    """Told with the opening of the folder, or asked for afterwards: they are the same."""
    before = mailbox.examine(b"INBOX")
    known = FolderState(b"INBOX", before.uidvalidity, cursor=10, modseq=before.modseq, count=10)
    side.flag(4, ("\\Flagged",))
    side.expunge(7)
    side.append(sample(60))
    mailbox.examine(b"INBOX", known)
    changes = mailbox.changes(before.modseq, 10)
    assert changes.flags == {4: ("\\Flagged",)}
    assert changes.vanished == ((7, 7),)
