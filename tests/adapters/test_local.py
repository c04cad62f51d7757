"""Mail that lies in files."""

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from mailmind.adapters.local import LocalMail
from mailmind.core.parse import parse
from mailmind.errors import UsageError
from mailmind.ports import ImportTrouble, RawMail

MAIL = b"From: Ann <ann@x.example>\nSubject: %d\n\nbody %d\n"


def eml(number: int) -> bytes:
    return MAIL % (number, number)


def mbox(*numbers: int, date: str = "Tue Mar  3 10:15:00 2026") -> bytes:
    return b"".join(
        b"From ann@x.example " + date.encode() + b"\n" + eml(n) + b"\n" for n in numbers
    )


def read(*paths):
    items = list(LocalMail(paths).read())
    mails = [item for item in items if isinstance(item, RawMail)]
    troubles = [item for item in items if isinstance(item, ImportTrouble)]
    return mails, troubles


def subjects(mails):
    return [parse(one.raw).subject for one in mails]


def test_one_eml(tmp_path):
    path = tmp_path / "a.eml"
    path.write_bytes(eml(1))
    (one,), troubles = read(path)
    assert (one.raw, one.where, one.received, one.flags) == (eml(1), str(path), None, ())
    assert troubles == []


def test_a_named_file_is_read_whatever_it_is_called(tmp_path):
    path = tmp_path / "message.txt"
    path.write_bytes(b"no headers here\n")
    assert read(path)[0][0].raw == b"no headers here\n"


def test_an_mbox_gives_each_mail_and_its_time_of_delivery(tmp_path):
    path = tmp_path / "inbox"
    path.write_bytes(mbox(1, 2, 3))
    mails, _ = read(path)
    assert subjects(mails) == ["1", "2", "3"]
    assert [one.where for one in mails] == [f"{path}#1", f"{path}#2", f"{path}#3"]
    assert mails[0].received == datetime(2026, 3, 3, 10, 15, tzinfo=UTC)


def test_a_from_line_in_a_body_needs_a_header_after_it(tmp_path):
    path = tmp_path / "box.mbox"
    path.write_bytes(
        b"\xef\xbb\xbf"
        + mbox(1).replace(b"body 1", b"From bo@y.example at 9:00 we heard\nbody")
        + mbox(2)
    )
    mails, _ = read(path)
    assert subjects(mails) == ["1", "2"]
    assert b"From bo@y.example at 9:00 we heard\nbody" in mails[0].raw


def test_bytes_of_an_mbox_stay_as_they_came(tmp_path):
    path = tmp_path / "box.mbox"
    path.write_bytes(mbox(1).replace(b"body", b">From here\r\n\xe4 body") + mbox(2))
    assert read(path)[0][0].raw == eml(1).replace(b"body", b">From here\r\n\xe4 body")


def test_a_maildir_gives_flags_and_time(tmp_path):
    for folder in ("cur", "new", "tmp"):
        (tmp_path / "Mail" / folder).mkdir(parents=True)
    (tmp_path / "Mail/cur/1772530500.M1P2.host:2,RS").write_bytes(eml(1))
    (tmp_path / "Mail/new/1772530600.M3P4.host").write_bytes(eml(2))
    (tmp_path / "Mail/tmp/1772530700.M5P6.host").write_bytes(eml(3))
    (one, two), troubles = read(tmp_path / "Mail")
    assert (one.flags, one.received) == (
        ("\\Answered", "\\Seen"),
        datetime(2026, 3, 3, 9, 35, tzinfo=UTC),
    )
    assert (two.flags, two.raw) == ((), eml(2))
    assert troubles == []


def test_maildir_subfolders_are_read(tmp_path):
    for folder in (".Sent/cur", "cur"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "cur/1772530500.a").write_bytes(eml(1))
    (tmp_path / ".Sent/cur/1772530500.b").write_bytes(eml(2))
    assert sorted(subjects(read(tmp_path)[0])) == ["1", "2"]


def test_folders_are_read_with_all_that_is_in_them(tmp_path):
    (tmp_path / "a/b").mkdir(parents=True)
    (tmp_path / "a/b/deep.eml").write_bytes(eml(1))
    (tmp_path / "a/box.mbox").write_bytes(mbox(2, 3))
    (tmp_path / "noextension").write_bytes(eml(4))
    (tmp_path / "notes.txt").write_bytes(b"Shopping: milk\n")
    (tmp_path / "data.json").write_bytes(b"{}")
    (tmp_path / ".hidden.eml").write_bytes(eml(5))
    mails, troubles = read(tmp_path)
    assert sorted(subjects(mails)) == ["1", "2", "3", "4"]
    assert troubles == []


def test_a_missing_path_stops_everything_before_anything_is_read(tmp_path):
    (tmp_path / "a.eml").write_bytes(eml(1))
    with pytest.raises(UsageError, match=r"no such file or folder: .*gone"):
        LocalMail([tmp_path / "a.eml", tmp_path / "gone"]).read()


def test_no_path_at_all():
    with pytest.raises(UsageError, match="no path given"):
        LocalMail([]).read()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_path_without_permission_is_named(tmp_path):
    path = tmp_path / "a.eml"
    path.write_bytes(eml(1))
    path.chmod(0)
    with pytest.raises(UsageError, match="permission denied"):
        LocalMail([path]).read()


@pytest.mark.parametrize("content", [{}, {"notes.txt": b"milk\n"}])
def test_a_folder_without_mail_says_so(tmp_path, content):
    for name, data in content.items():
        (tmp_path / name).write_bytes(data)
    with pytest.raises(UsageError, match="no mail found in"):
        list(LocalMail([tmp_path]).read())


def test_what_cannot_be_read_is_named_and_the_rest_goes_on(tmp_path):
    (tmp_path / "a.eml").write_bytes(b"")
    (tmp_path / "b.msg").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1rest")
    (tmp_path / "c.eml").write_bytes(eml(3))
    (tmp_path / "d.eml").symlink_to(tmp_path / "nowhere.eml")
    mails, troubles = read(tmp_path)
    assert subjects(mails) == ["3"]
    assert [(Path(t.path).name, t.reason.split(":")[0]) for t in troubles] == [
        ("a.eml", "the file is empty"),
        ("b.msg", "an Outlook .msg file"),
        ("d.eml", "cannot be read"),
    ]
