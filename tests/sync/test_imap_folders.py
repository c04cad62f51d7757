import pytest

from mailmind.adapters.imap.folders import quote, read_list, show
from mailmind.core.folders import wanted


def named(*lines):
    return read_list(lines)


def test_names_are_kept_as_they_came_and_shown_decoded():
    folders = named(
        rb'(\HasNoChildren) "/" "Entw&APw-rfe &- Test/&ZeVnLA-"',
        rb'(\HasNoChildren) "/" INBOX',
        rb'(\HasNoChildren) "/" "2026"',
        rb'(\HasNoChildren) "/" "say \"hi\""',
    )
    assert [f.name for f in folders] == [
        b"Entw&APw-rfe &- Test/&ZeVnLA-", b"INBOX", b"2026", b'say "hi"',
    ]  # fmt: skip
    assert [f.display for f in folders] == ["Entwürfe & Test/日本", "INBOX", "2026", 'say "hi"']
    assert quote(folders[3].name) == rb'"say \"hi\""'


def test_a_name_as_a_literal():
    folder = read_list([(rb'(\HasNoChildren) "/" {4}', b'a"b\\'), b""])[0]
    assert folder.name == b'a"b\\'


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("Gelöscht".encode(), "Gelöscht"),  # servers that send UTF-8 as it is
        (b"R&D", "R&D"),  # a shift that never ends
        (b"\xff\xfe", "\\xff\\xfe"),
    ],
)
def test_names_against_the_rules_are_shown_somehow(raw, shown):
    assert show(raw) == shown


def test_no_hierarchy_no_select_and_lines_that_are_no_folder():
    folders = named(
        rb'(\Noselect \HasChildren) "/" "[Gmail]"',
        rb"() NIL INBOX",
        rb'(\NonExistent) "." Old',
        b"garbage",
        None,
        b"",
    )
    assert [(f.display, f.selectable, f.delimiter) for f in folders] == [
        ("[Gmail]", False, "/"),
        ("INBOX", True, None),
        ("Old", False, "."),
    ]


def test_roles_by_special_use_and_by_name():
    folders = named(
        rb'(\HasNoChildren) "/" inbox',
        rb'(\HasNoChildren \Sent) "/" Outgoing',
        rb'(\HasNoChildren) "/" Sent',
        rb'(\HasNoChildren) "/" "[Gmail]/Drafts"',
        rb'(\All \HasNoChildren) "/" "[Gmail]/All Mail"',
        rb'(\HasNoChildren) "/" Papierkorb',
        rb'(\HasNoChildren) "/" "Projects/Sent"',
    )
    roles = {f.display: f.role for f in folders}
    assert roles == {
        "inbox": "\\Inbox",
        "Outgoing": "\\Sent",
        "Sent": "",  # the server has named another folder
        "[Gmail]/Drafts": "\\Drafts",
        "[Gmail]/All Mail": "\\All",
        "Papierkorb": "\\Trash",
        "Projects/Sent": "",
    }


FOLDERS = named(
    rb'(\Trash) "/" Bin',
    rb'(\Sent) "/" Gesendet',
    rb'() "/" Projects/One',
    rb'() "/" Projects/Two',
    rb'(\Noselect) "/" Projects',
    rb'() "/" INBOX',
    rb'() "/" "[Odd]"',
)


@pytest.mark.parametrize(
    ("include", "exclude", "chosen", "unmatched"),
    [
        (["INBOX", "\\Sent"], [], ["INBOX", "Gesendet"], []),
        (["inbox"], [], ["INBOX"], []),
        (["\\Inbox"], [], ["INBOX"], []),
        (["*"], ["\\Trash", "Projects/T*"], ["INBOX", "Gesendet", "Projects/One", "[Odd]"], []),
        (["Projects/*"], [], ["Projects/One", "Projects/Two"], []),
        (["[Odd]"], [], ["[Odd]"], []),  # a name first, a glob second
        (["projects/one"], [], [], ["projects/one"]),
        (["\\Archive", "Nowhere"], [], [], ["Nowhere"]),
    ],
)
def test_which_folders_are_wanted(include, exclude, chosen, unmatched):
    found, missing = wanted(FOLDERS, include, exclude)
    assert [f.display for f in found] == chosen
    assert missing == unmatched
