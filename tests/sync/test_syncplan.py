from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailmind.core.syncplan import (
    BIG_MESSAGE,
    FlagScan,
    FolderState,
    MailHead,
    ServerFolder,
    batches,
    changed_flags,
    has_gaps,
    parse_sequence_set,
    plan,
    reconcile,
    sequence_set,
    window_width,
    windows,
)

KNOWN = FolderState(b"INBOX", uidvalidity=7, cursor=100, modseq=50, count=90)
SERVER = ServerFolder(b"INBOX", uidvalidity=7, exists=90, uidnext=101, modseq=50)


def test_nothing_to_do_where_nothing_changed():
    assert plan(KNOWN, SERVER).idle


def test_new_mail_is_looked_for_above_the_cursor():
    todo = plan(KNOWN, replace(SERVER, uidnext=130, exists=95))
    assert (todo.fetch_from, todo.fetch_to, todo.new_generation) == (101, 129, False)


def test_unknown_uidnext_always_looks():
    todo = plan(KNOWN, replace(SERVER, uidnext=None))
    assert (todo.fetch_from, todo.fetch_to) == (101, None)


def test_another_uidvalidity_starts_over():
    todo = plan(KNOWN, replace(SERVER, uidvalidity=8))
    assert todo.new_generation
    assert (todo.start.cursor, todo.start.count, todo.start.uidvalidity) == (0, 0, 8)
    assert todo.fetch_from == 1
    assert todo.flags is FlagScan.NONE


@pytest.mark.parametrize(
    ("known", "server", "scan"),
    [
        (50, 60, FlagScan.CHANGED),
        (50, 50, FlagScan.NONE),
        (0, 60, FlagScan.FULL),  # never CHANGEDSINCE 0
        (50, 0, FlagScan.FULL),  # NOMODSEQ, or HIGHESTMODSEQ 0
        (0, 0, FlagScan.FULL),
        (50, 40, FlagScan.FULL),  # a restored server counts from lower
    ],
)
def test_how_flags_are_brought_up_to_date(known, server, scan):
    assert plan(replace(KNOWN, modseq=known), replace(SERVER, modseq=server)).flags is scan


def test_a_folder_without_stored_mail_needs_no_flags():
    assert plan(replace(KNOWN, count=0, modseq=0), SERVER).flags is FlagScan.NONE


def test_gaps_show_in_the_numbers():
    assert not has_gaps(KNOWN, SERVER)
    assert has_gaps(KNOWN, replace(SERVER, exists=89))
    assert not has_gaps(replace(KNOWN, unfetchable=((3, 1), (9, 3))), replace(SERVER, exists=92))


def test_unfetchable_messages_are_tried_three_times():
    assert replace(KNOWN, unfetchable=((3, 1), (5, 2), (9, 3))).retry == (3, 5)


def test_a_million_uids_are_listed_in_windows():
    spans = list(windows(1, 1_000_000, window_width(1_000_000)))
    assert len(spans) == 20
    assert spans[0] == (1, 50_000)
    assert spans[-1] == (950_001, 1_000_000)
    # Three messages below UID five million need one listing.
    assert list(windows(1, 5_000_000, window_width(3))) == [(1, 5_000_000)]


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.integers(0, 6_000_000), max_size=60),
    st.integers(1, 20),
    st.integers(1_000, 5_000_000),
)
def test_batches_lose_nothing_and_keep_their_limits(sizes, max_messages, max_bytes):
    heads = [MailHead(uid, size) for uid, size in enumerate(sizes, start=1)]
    cut = list(batches(heads, max_messages, max_bytes))
    assert [head for batch in cut for head in batch] == heads
    for batch in cut:
        assert 1 <= len(batch) <= max_messages
        assert len(batch) == 1 or sum(head.size for head in batch) <= max_bytes
        assert len(batch) == 1 or all(head.size <= BIG_MESSAGE for head in batch)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(1, 300), max_size=40), st.integers(1, 39))
def test_batches_are_the_same_after_a_stop_between_two(sizes, at):
    heads = [MailHead(uid, size) for uid, size in enumerate(sizes, start=1)]
    whole = list(batches(heads, 7, 900))
    done = whole[: at % (len(whole) + 1)]
    rest = heads[sum(map(len, done)) :]
    assert done + list(batches(rest, 7, 900)) == whole


@settings(max_examples=100, deadline=None)
@given(st.sets(st.integers(1, 400)))
def test_a_sequence_set_says_the_same_uids(uids):
    text = sequence_set(sorted(uids))
    if not uids:
        assert text == b""
        return
    spans = list(parse_sequence_set(text))
    assert {uid for low, high in spans for uid in range(low, high + 1)} == uids
    assert len(text) <= 4 * len(uids)


def test_a_sequence_set_as_it_is_written():
    assert sequence_set([1, 2, 3, 7, 9, 10]) == b"1:3,7,9:10"
    assert list(parse_sequence_set(b"12:9,4")) == [(9, 12), (4, 4)]
    with pytest.raises(ValueError, match="invalid literal"):
        list(parse_sequence_set(b"1:*"))


def test_differences():
    found = reconcile([1, 2, 5], [2, 3, 5, 8])
    assert (found.missing, found.gone) == ((3, 8), (1,))
    assert not reconcile([1], [1])
    assert changed_flags({1: ("a",), 2: ()}, {1: ("a",), 2: ("b",), 3: ("c",)}) == {2: ("b",)}
