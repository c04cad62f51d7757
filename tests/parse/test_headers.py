"""Header fields as values."""

import pytest

from mailmind.core.mail.headers import addresses, message_ids, text
from mailmind.core.values import Address


def raw(data: bytes) -> str:
    """8-bit bytes as the standard library's parser keeps them."""
    return data.decode("ascii", "surrogateescape")


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("Rechnung M=E4rz", "Rechnung M=E4rz"),
        ("=?iso-8859-1?Q?Rechnung_M=E4rz?=", "Rechnung März"),
        ("=?utf-8?B?w5xiZXJ3ZWlzdW5n?= heute", "Überweisung heute"),
        ("a =?utf-8?q?=C3=A4?= =?utf-8?q?=C3=B6?= b", "a äö b"),
        ("=?utf-8?q?=C3?= =?utf-8?q?=A4?=", "ä"),  # one character in two words
        ("=?utf-8*de?q?=C3=BCber?=", "über"),  # RFC 2231 language
        ("=?UTF-8?Q?no_end", "=?UTF-8?Q?no_end"),
        ("=?bogus?Q?caf=C3=A9?=", "café"),
        ("=?utf-8?b?!!!?=", ""),
        ("=?unicodebig?B?AGEAYg==?=", "ab"),
        ("line one\r\n line two", "line one line two"),
        (raw("Straße".encode()), "Straße"),
        ("𝐁𝐢𝐭𝐜𝐨𝐢𝐧 offer".encode().decode("ascii", "surrogateescape"), "𝐁𝐢𝐭𝐜𝐨𝐢𝐧 offer"),
    ],
)
def test_text(value, shown):
    assert text(value) == shown


def test_an_odd_charset_in_a_header_is_noted():
    trouble: list[str] = []
    text("=?bogus?Q?caf=C3=A9?=", trouble)
    assert trouble == ["header: charset declared bogus, used utf-8"]


@pytest.mark.parametrize(
    ("values", "found"),
    [
        (["Ann Li <ann@x.example>"], [("Ann Li", "ann@x.example")]),
        (["ann@x.example (Ann Li)"], [("Ann Li", "ann@x.example")]),
        (
            ['"Li, Ann" <ann@x.example>, bo@y.example'],
            [("Li, Ann", "ann@x.example"), ("", "bo@y.example")],
        ),
        (["=?utf-8?q?J=C3=BCrgen?= <j@x.example>"], [("Jürgen", "j@x.example")]),
        (['"=?utf-8?q?J=C3=BCrgen?=" <j@x.example>'], [("Jürgen", "j@x.example")]),
        (["undisclosed-recipients:;"], []),
        (["Team: a@x.example, b@x.example;"], [("", "a@x.example"), ("", "b@x.example")]),
        # no commas between them
        (
            ["Ann <ann@x.example> Bo <bo@y.example>"],
            [("Ann", "ann@x.example"), ("Bo", "bo@y.example")],
        ),
        (["ann@x.example bo@y.example"], [("", "ann@x.example"), ("", "bo@y.example")]),
        # a comma or a bracket in a name without quotes
        (["Li, Ann <ann@x.example>"], [("Li, Ann", "ann@x.example")]),
        (
            ["Li, Ann <ann@x.example>, Bo <bo@y.example>"],
            [("Li, Ann", "ann@x.example"), ("Bo", "bo@y.example")],
        ),
        (
            ["cy@z.example, Li, Ann <ann@x.example>"],
            [("", "cy@z.example"), ("Li, Ann", "ann@x.example")],
        ),
        (["Ann [Shop] <ann@x.example>"], [("Ann [Shop]", "ann@x.example")]),
        (["Ann @ Shop <ann@x.example>"], [("Ann @ Shop", "ann@x.example")]),
        (
            ['"Ann <ann@x.example>, Bo <bo@y.example>'],
            [("Ann", "ann@x.example"), ("Bo", "bo@y.example")],
        ),
        (["Ann <<ann@x.example>>"], [("Ann", "ann@x.example")]),
        (["root@localhost"], [("", "root@localhost")]),
        # two fields of one name
        (["a@x.example", "b@x.example"], [("", "a@x.example"), ("", "b@x.example")]),
        (["a@x.example, a@x.example"], [("", "a@x.example")]),
    ],
)
def test_addresses(values, found):
    assert addresses(values) == tuple(Address(*one) for one in found)


@pytest.mark.parametrize("charset", ["utf-8", "windows-1252"])
def test_raw_bytes_in_an_address_are_read(charset):
    found = addresses([raw("Jürgen Größ <j@x.example>, Zoë <z@x.example>".encode(charset))])
    assert [one.name for one in found] == ["Jürgen Größ", "Zoë"]
    (only,) = addresses([raw("Jürgen Größ <j@x.example>".encode(charset))])
    assert only.name == "Jürgen Größ"


@pytest.mark.parametrize("value", ["Ann Li", "ann@", "@x.example", "Ann <ann at x.example>", "<>"])
def test_a_half_read_address_is_never_an_address(value):
    assert [one.email for one in addresses([value]) if one.email] == []


@pytest.mark.parametrize(
    ("values", "found"),
    [
        (["<a@x>"], ["a@x"]),
        (["<a@x> <b@x>"], ["a@x", "b@x"]),
        (["<a@\r\n x>"], ["a@x"]),
        (["<a@x>, <b@x", "<c@x>"], ["a@x", "c@x"]),  # an ID that is not closed is dropped
        (["a@x"], ["a@x"]),  # no brackets at all
        (["<a@x> <a@x>"], ["a@x"]),
        (["Ann's message of Tuesday <a@x>"], ["a@x"]),
        ([""], []),
    ],
)
def test_message_ids(values, found):
    assert message_ids(values) == tuple(found)


@pytest.mark.parametrize(
    ("field", "boxes"),
    [
        (
            'Ann Li <a@x.example>, b@y.example,"Cy Om" <c@z.example>',
            [("Ann Li", "a@x.example"), ("", "b@y.example"), ("Cy Om", "c@z.example")],
        ),
        ('"Li, Ann" <a@x.example>, b@y.example', [("Li, Ann", "a@x.example"), ("", "b@y.example")]),
        (
            'b@y.example, "d@z.example, Ann" <a@x.example>',
            [("", "b@y.example"), ("d@z.example, Ann", "a@x.example")],
        ),
    ],
)
def test_a_list_of_mailboxes(field, boxes):
    assert [(box.name, box.email) for box in addresses([field])] == boxes
