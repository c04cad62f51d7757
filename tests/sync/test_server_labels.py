"""Gmail's labels: mirrored when they change elsewhere, spelled as people see them, no flag ever."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mail_samples import sample
from scripted_imap import Folder

from mailmind.adapters.imap.responses import read_fetch
from mailmind.core.serverlabels import as_flag, label_of
from mailmind.pipeline.ingest import parse_pending
from mailmind.sync import FolderDone

GMAIL = b"IMAP4rev1 ENABLE CONDSTORE X-GM-EXT-1"


@settings(max_examples=100, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_a_label_comes_back_as_it_was_and_is_one_word(label):
    flag = as_flag(label)
    assert label_of(flag) == label
    assert len(f"x{flag}x".split()) == 1
    assert flag.isascii()


@pytest.mark.parametrize("flag", ["\\Seen", "$Forwarded", "NonJunk", "Work"])
def test_a_flag_is_no_label(flag):
    assert label_of(flag) is None


@pytest.mark.parametrize(
    ("response", "labels"),
    [
        ([b'1 (UID 5 X-GM-LABELS (Work "Two words" "\\\\Inbox") FLAGS (\\Seen))'],
         (b"Work", b"Two words", b"\\Inbox")),
        ([b"1 (X-GM-LABELS (\\Important) UID 5 FLAGS ())"], (b"\\Important",)),
        ([b"1 (X-GM-LABELS () UID 5 FLAGS ())"], ()),
        ([b'1 (X-GM-LABELS ("a) UID 99 (b" "q\\"q") UID 5 FLAGS ())'], (b"a) UID 99 (b", b'q"q')),
        ([(b"1 (X-GM-LABELS (a {6}", b'l"t er'), b" b) UID 5 FLAGS ())"], (b"a", b'l"t er', b"b")),
        ([b"1 (UID 5 FLAGS ())"], None),
    ],
)  # fmt: skip
def test_labels_in_a_response(response, labels):
    (item,) = read_fetch(response)
    assert (item.uid, item.labels) == (5, labels)


@pytest.fixture
def server(start_script):
    mails = {uid: sample(uid) for uid in range(1, 6)}
    return start_script(
        folders={
            b"INBOX": Folder(
                mails=mails,
                modseq=b"HIGHESTMODSEQ 5",
                server_ids={uid: b"%d" % (700 + uid) for uid in mails},
                labels={2: b'Work "&AMQ-rger"', 3: b"Work"},
                flags={3: b"\\Seen"},
            )
        },
        capabilities=GMAIL,
    )


def flags(store, sync):
    return {uid: set(text.split()) for uid, (_, text) in sync.contents(store).items()}


def test_labels_are_mirrored_and_follow_changes(server, store, sync):
    account = sync.account_of(server)
    sync.run_sync(account, store)
    assert flags(store, sync) == {
        1: set(), 2: {"%Work", "%%C3%84rger"}, 3: {"%Work", "\\Seen"}, 4: set(), 5: set(),
    }  # fmt: skip

    inbox = server.script.folders[b"INBOX"]
    inbox.labels |= {2: b'"&AMQ-rger"', 4: b'"Paid bills"'}
    inbox.changed = {2: 8, 4: 9}
    inbox.modseq = b"HIGHESTMODSEQ 9"
    done = next(e for e in sync.run_sync(account, store) if isinstance(e, FolderDone))
    assert done.flags == 2
    assert flags(store, sync) == {
        1: set(), 2: {"%%C3%84rger"}, 3: {"%Work", "\\Seen"}, 4: {"%Paid%20bills"}, 5: set(),
    }  # fmt: skip
    written = store.total_changes
    sync.run_sync(account, store)
    assert store.total_changes == written


def test_flags_that_come_without_labels_take_none_away(server, store, sync):
    """Another client's change of flags is told in passing, and tells nothing of labels."""

    def hook(session, tag, command):
        if b"CHANGEDSINCE" in command:
            session.say(b"* 3 FETCH (UID 3 FLAGS ())")
        return False

    account = sync.account_of(server)
    sync.run_sync(account, store)
    server.script.folders[b"INBOX"].modseq = b"HIGHESTMODSEQ 6"
    server.script.hook = hook
    sync.run_sync(account, store)
    assert flags(store, sync)[3] == {"%Work", "\\Seen"}


def test_a_label_is_a_place_where_the_mail_is(server, store, sync):
    class Clock:
        def now(self):
            return store._now()

    sync.run_sync(sync.account_of(server), store)
    for _ in parse_pending(store, Clock()):
        pass
    places = [place for thread in store.thread_ids() for place in store.places(thread)]
    assert sorted(set(places)) == ["test/INBOX", "test/Work", "test/Ärger"]
