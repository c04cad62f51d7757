from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from imapclient.response_parser import parse_fetch_response

from mailmind.adapters.imap.responses import Broken, Item, read_date, read_fetch


def read(*parts):
    return list(read_fetch(parts))


def test_flags_size_and_date():
    line = (
        rb"4 (UID 12 FLAGS (\Seen $Forwarded \Recent) "
        rb'INTERNALDATE " 6-Feb-2026 02:44:25 -0730" RFC822.SIZE 4286)'
    )
    west = timezone(timedelta(hours=-7, minutes=-30))
    assert read(line) == [
        Item(
            12,
            flags=("$Forwarded", "\\Seen"),
            size=4286,
            received=datetime(2026, 2, 6, 2, 44, 25, tzinfo=west),
        )
    ]


def test_order_and_spelling_of_items_do_not_matter():
    parts = [(b"1 (BODY[] {5}", b"a)b\r\n"), rb" FLAGS () UID 9 MODSEQ (77))"]
    assert read(*parts) == [Item(9, flags=(), body=b"a)b\r\n")]


def test_content_that_looks_like_items_is_content():
    raw = b"UID 99 FLAGS (\\Deleted) RFC822.SIZE 1)"
    assert read((b"1 (UID 5 BODY[] {39}", raw), b")") == [Item(5, body=raw)]


def test_inline_and_missing_content():
    assert read(b'1 (UID 5 BODY[] "say \\"hi\\" \\\\")') == [Item(5, body=b'say "hi" \\')]
    assert read(b"1 (UID 5 BODY[] NIL)") == [Item(5, nil=True)]
    assert read((b"1 (UID 5 BODY[] {0}", b""), b")") == [Item(5, body=b"")]
    assert read((b"1 (UID 5 BODY[]<1024> {2}", b"ab"), b")") == [Item(5, body=b"ab")]


def test_an_unsolicited_response_is_no_message():
    assert read(rb"3 (FLAGS (\Seen))", b"4 (UID 8 RFC822.SIZE 3)", None) == [Item(8, size=3)]


def test_a_broken_response_is_told_apart_from_its_neighbours():
    found = read(b"1 (UID 1 RFC822.SIZE 5)", b"2 (UID 2 RFC822.SIZE", b"3 (UID 3 RFC822.SIZE 7)")
    assert found[0] == Item(1, size=5)
    assert isinstance(found[1], Broken)
    assert found[1].uid == 2
    assert found[2] == Item(3, size=7)


def test_names_of_content_across_folders():
    assert read(b"1 (UID 5 X-GM-MSGID 1278455344230334865)")[0].server_id == "1278455344230334865"
    assert read(b"1 (UID 5 EMAILID (M6d99ac3275bb4e))")[0].server_id == "M6d99ac3275bb4e"


@pytest.mark.parametrize(
    "text",
    [b"32-Jan-2026 00:00:00 +0000", b"01-Foo-2026 00:00:00 +0000", b"", b"\xff", b"00-Jan-0000"],
)
def test_a_date_that_is_none(text):
    assert read_date(text) is None


def test_a_date_in_utc():
    assert read_date(b"16-NOV-2026 10:02:03 +0000") == datetime(2026, 11, 16, 10, 2, 3, tzinfo=UTC)


_ATOM = st.from_regex(rb"\A[\\$]?[A-Za-z][A-Za-z0-9_.-]{0,8}\Z")


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(1, 2**32 - 1), st.lists(_ATOM, max_size=4), st.binary(max_size=60)),
        max_size=6,
        unique_by=lambda row: row[0],
    )
)
def test_reads_what_the_library_reads(rows):
    parts = []
    for seq, (uid, flags, raw) in enumerate(rows, start=1):
        head = b"%d (UID %d FLAGS (%s) BODY[] {%d}" % (seq, uid, b" ".join(flags), len(raw))
        parts += [(head, raw), b")"]
    theirs = parse_fetch_response(parts or [None], normalise_times=False)
    ours = {item.uid: item for item in read_fetch(parts)}
    assert set(ours) == set(theirs)
    for uid, item in ours.items():
        assert item.body == theirs[uid][b"BODY[]"]
        flags = {flag.decode() for flag in theirs[uid][b"FLAGS"]}
        assert set(item.flags) == {flag for flag in flags if flag.lower() != "\\recent"}
