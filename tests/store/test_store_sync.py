import hashlib
from dataclasses import replace

import pytest

from mailmind.core.parse import parse
from mailmind.core.syncplan import BigMail, FolderState, SyncedMail, SyncStep
from mailmind.errors import StoreError
from mailmind.ports import RawMail
from mailmind.testing import DAY

SEEN = ("\\Seen",)


def step(*mails, cursor=None, **changes):
    last = max((m.uid for m in mails), default=0)
    base = SyncStep("work", b"INBOX", "INBOX", "\\Inbox", 7, last, 0, mails)
    return replace(base, **({"cursor": cursor} if cursor is not None else {}), **changes)


def mail(uid, raw=None, flags=(), server_id=None):
    return SyncedMail(uid, f"mail {uid}".encode() if raw is None else raw, DAY, flags, server_id)


def big(content, *, size=None, sha256=None):
    digest = sha256 or hashlib.sha256(content).hexdigest()
    return BigMail(size or len(content), digest, lambda: iter([content[:7], content[7:]]))


def parse_all(store):
    store.save_parsed([(m.key, parse(m.raw)) for m in store.unparsed()])
    store.regroup()
    return sorted(m.message_id for i in store.thread_ids() for m in store.thread(i).messages)


def test_an_account_that_never_synced_has_no_folders(store):
    assert store.sync_state("work") == {}
    assert store.synced("work", b"INBOX", 1, 99) == {}


def test_rows_flags_and_cursor_are_written_together(store):
    assert store.commit_sync(step(mail(4, flags=("b", "a")), mail(9), modseq=12)) == 2
    assert store.sync_state("work") == {b"INBOX": FolderState(b"INBOX", 7, 9, 12, 2)}
    assert store.synced("work", b"INBOX", 1, 99) == {4: ("a", "b"), 9: ()}
    assert store.synced("work", b"INBOX", 5, 9) == {9: ()}
    assert [m.raw for m in store.unparsed()] == [b"mail 4", b"mail 9"]
    assert store.unparsed()[0].received == DAY


def test_the_same_step_twice_writes_nothing_the_second_time(store):
    once = step(mail(4, flags=SEEN, server_id="g4"), mail(9), flags={4: SEEN}, vanished=(3,))
    store.commit_sync(once)
    before = store.total_changes
    assert store.commit_sync(once) == 0
    assert store.total_changes == before


def test_the_cursor_never_goes_back(store):
    store.commit_sync(step(mail(9)))
    store.commit_sync(step(cursor=5, modseq=3))
    found = store.sync_state("work")[b"INBOX"]
    assert (found.cursor, found.modseq) == (9, 3)


def test_flags_follow_the_server_and_only_changes_are_written(store):
    store.commit_sync(step(mail(1), mail(2, flags=SEEN)))
    before = store.total_changes
    store.commit_sync(step(cursor=2, flags={1: ("\\Flagged", "\\Answered"), 2: SEEN, 77: SEEN}))
    assert store.total_changes - before == 1
    assert store.synced("work", b"INBOX", 1, 99) == {1: ("\\Answered", "\\Flagged"), 2: SEEN}


def test_a_refetched_mail_brings_its_flags(store):
    store.commit_sync(step(mail(1)))
    assert store.commit_sync(step(mail(1, flags=SEEN))) == 0
    assert store.synced("work", b"INBOX", 1, 1) == {1: SEEN}


def test_vanished_mail_leaves_the_threads_but_its_bytes_stay(store):
    store.commit_sync(step(mail(1), mail(2)))
    assert parse_all(store) == ["msg_1", "msg_2"]
    store.commit_sync(step(cursor=2, vanished=(1, 50)))
    assert parse_all(store) == ["msg_2"]
    assert store.sync_state("work")[b"INBOX"].count == 1
    assert store.search("mail 1") == []
    assert store.totals()["messages"] == 2
    assert store.verify_ledger().broken_at is None


def test_vanished_from_one_folder_stays_while_another_shows_it(store):
    store.commit_sync(step(mail(1, b"same")))
    store.commit_sync(step(mail(5, b"same"), folder=b"All", display="All"))
    parse_all(store)
    store.commit_sync(step(cursor=1, vanished=(1,)))
    assert parse_all(store) == ["msg_1"]
    store.commit_sync(step(cursor=5, vanished=(5,), folder=b"All", display="All"))
    assert parse_all(store) == []


def test_a_mail_that_comes_back_is_in_the_threads_again(store):
    store.commit_sync(step(mail(1, b"same")))
    parse_all(store)
    store.commit_sync(step(cursor=1, vanished=(1,)))
    parse_all(store)
    store.commit_sync(step(mail(2, b"same")))
    assert parse_all(store) == ["msg_1"]


def test_one_content_in_three_folders_is_stored_once(store):
    for name in (b"INBOX", b"Work", b"All"):
        assert store.commit_sync(step(mail(3, b"same"), folder=name, display=name.decode())) == 1
    assert store.totals()["messages"] == 1
    assert set(store.sync_state("work")) == {b"INBOX", b"Work", b"All"}


def test_the_servers_own_name_of_a_content_saves_its_bytes(store):
    store.commit_sync(step(mail(1, b"same", server_id="g1")))
    known = store.known_server_ids("work", ["g1", "g2"])
    assert known == {"g1"}
    assert store.known_server_ids("home", ["g1"]) == frozenset()
    again = SyncedMail(8, None, DAY, SEEN, "g1")
    assert store.commit_sync(step(again, folder=b"All", display="All")) == 1
    assert store.synced("work", b"All", 1, 99) == {8: SEEN}
    assert store.totals()["messages"] == 1


def test_many_names_of_the_servers_at_once(store):
    store.commit_sync(step(*(mail(uid, server_id=f"g{uid}") for uid in (1, 499, 501, 1200))))
    asked = [f"g{uid}" for uid in range(1, 1300)]
    assert store.known_server_ids("work", asked) == {"g1", "g499", "g501", "g1200"}
    assert store.known_server_ids("work", []) == frozenset()


def test_a_server_id_may_be_used_within_the_step_that_brings_it(store):
    both = step(SyncedMail(1, None, DAY, (), "g"), mail(2, b"x", server_id="g"))
    assert store.commit_sync(both) == 2


def test_an_unknown_server_id_stops_the_whole_step(store):
    with pytest.raises(StoreError, match="'g9'"):
        store.commit_sync(step(mail(1), SyncedMail(2, None, DAY, (), "g9")))
    assert store.sync_state("work") == {}
    assert store.unparsed() == []


def test_a_big_mail_is_written_in_parts(store):
    content = bytes(range(256)) * 4000
    assert store.commit_sync(step(mail(1, big(content)))) == 1
    assert store.unparsed()[0].raw == content
    assert store.verify_ledger().broken_at is None
    before = store.total_changes
    assert store.commit_sync(step(mail(1, big(content)))) == 0
    assert store.total_changes == before


@pytest.mark.parametrize("wrong", [{"size": 101}, {"size": 99}, {"sha256": "ab" * 32}])
def test_a_big_mail_that_is_not_what_was_said_stops_the_step(store, wrong):
    with pytest.raises(StoreError, match="changed while it was stored"):
        store.commit_sync(step(mail(1), mail(2, big(b"y" * 100, **wrong))))
    assert store.unparsed() == []


def test_another_uidvalidity_retires_the_old_generation(store):
    store.commit_sync(step(mail(1, b"a"), mail(2, b"b")))
    parse_all(store)
    store.commit_sync(step(mail(1, b"b"), uidvalidity=8))
    assert store.sync_state("work") == {b"INBOX": FolderState(b"INBOX", 8, 1, 0, 1)}
    assert store.synced("work", b"INBOX", 1, 99) == {1: ()}
    assert parse_all(store) == ["msg_2"]
    assert store.totals()["messages"] == 2


def test_a_generation_that_comes_back_is_known_again(store):
    store.commit_sync(step(mail(1), mail(2)))
    store.commit_sync(step(mail(1), uidvalidity=8))
    store.commit_sync(step(cursor=0))
    assert store.sync_state("work")[b"INBOX"] == FolderState(b"INBOX", 7, 2, 0, 2)
    parse_all(store)
    assert store.thread_count() == 2


def test_where_a_thread_stands(store):
    store.commit_sync(step(mail(1, b"same")))
    store.commit_sync(step(mail(5, b"same"), folder=b"All", display="All"))
    parse_all(store)
    (thread_id,) = store.thread_ids()
    assert store.places(thread_id) == ["work/All", "work/INBOX"]
    assert store.thread_of("msg_1") == thread_id
    for nobody in ("msg_2", "msg_", "msg_x", "msg_" + "9" * 30, "msg_²"):
        assert store.thread_of(nobody) is None
    store.commit_sync(step(cursor=0, uidvalidity=8))
    assert store.places(thread_id) == ["work/All"]


def test_what_could_not_be_fetched_is_counted_and_cleared(store):
    store.commit_sync(step(cursor=5, unfetchable=((3, "NO corrupt"), (4, "NO"))))
    store.commit_sync(step(cursor=5, unfetchable=((3, "NO still"),)))
    assert store.sync_state("work")[b"INBOX"].unfetchable == ((3, 2), (4, 1))
    assert [(t.path, t.reason) for t in store.trouble()] == [
        ("work/INBOX 3", "NO still"),
        ("work/INBOX 4", "NO"),
    ]
    store.commit_sync(step(mail(3), cursor=5, vanished=(4,)))
    assert store.sync_state("work")[b"INBOX"].unfetchable == ()
    assert store.trouble() == []


def test_notes_stand_until_they_are_cleared_and_write_only_changes(store):
    store.note_sync("work", b"Junk", "NO such mailbox")
    store.note_sync("work", None, "login refused")
    before = store.total_changes
    store.note_sync("work", b"Junk", "NO such mailbox")
    assert store.total_changes == before
    assert [(t.path, t.reason) for t in store.trouble()] == [
        ("work", "login refused"),
        ("work/Junk", "NO such mailbox"),
    ]
    store.note_sync("work", None, None)
    store.note_sync("work", b"Junk", None)
    assert store.trouble() == []
    store.note_sync("nobody", None, None)


def test_oddities_of_synced_mail_name_folder_and_uid(store):
    from mailmind.core.values import Message

    store.commit_sync(step(mail(41)))
    store.save_parsed([(1, Message("x", trouble=("odd",)))])
    assert store.trouble()[0].path == "INBOX 41"


def test_places_two_accounts_and_odd_names_do_not_meet(store):
    name = b"Entw&APw-rfe \xff"
    store.commit_sync(step(mail(1), folder=name, display="Entwürfe \udcff"))
    store.commit_sync(step(mail(1), account="home", folder=name, display="x"))
    assert set(store.sync_state("work")) == {name}
    assert store.synced("home", name, 1, 9) == {1: ()}


def test_imported_mail_is_no_folder_of_a_server(store):
    store.add_mail([RawMail(b"x", "x")], account="work", folder="INBOX")
    assert store.sync_state("work") == {}
    store.commit_sync(step(mail(1, b"x")))
    assert store.sync_state("work")[b"INBOX"].count == 1
    assert store.totals()["messages"] == 1


def test_uids_up_to_the_limit_of_the_protocol(store):
    store.commit_sync(step(mail(2**32 - 1), modseq=2**63 - 1))
    found = store.sync_state("work")[b"INBOX"]
    assert (found.cursor, found.modseq) == (2**32 - 1, 2**63 - 1)
