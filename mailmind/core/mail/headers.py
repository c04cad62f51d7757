"""Header fields as values: text, addresses, message IDs.

Owned here: nothing is guessed into an address. What cannot be read as a mailbox keeps its words in
``name`` and has no ``email``, so that no reply is ever sent to a half-read address.
"""

import base64
import binascii
import quopri
import re
from collections.abc import Iterable
from email.message import Message as Part
from email.utils import getaddresses

from mailmind.core.mail.charset import Decoded, decode
from mailmind.core.values import Address

_WORD = re.compile(r"=\?([^?*\s]*)(?:\*[^?]*)?\?([bBqQ])\?([^?]*)\?=")
_FOLD = re.compile(r"\r\n|[\r\n]|\x00")
_MAILBOX = re.compile(r"<\s*([^<>\s@]+@[^<>\s@]+)\s*>")
_PLAIN_ADDRESS = re.compile(r"(?<![\w.+@-])[\w.!#$%&'*+/=?^{|}~-]+@[\w-]+(?:\.[\w-]+)+")
_SIMPLE = re.compile(r"""\s*"?([^"'<>,;:@()\\=]*?)"?\s*<([\w.+-]+@[\w.-]+)>\s*\Z""", re.ASCII)
"""A mailbox as most are written."""
_BARE = re.compile(r"\s*([\w.+-]+@[\w.-]+)\s*\Z", re.ASCII)
_RAW_BYTE = re.compile("[\udc80-\udcff]")
_COMMENT = re.compile(r"\([^()<>]*(?:<[^<>]*>[^()<>]*)*\)")
_QUOTED = re.compile(r'"[^"]*"')
_ODD = re.compile(r"[\s<>,;]")
_SPACE = re.compile(r"\s+")
_ID = re.compile(r"<([^<>]*)>")


def raw_bytes(value: str) -> bytes:
    """The bytes of a header value as the stdlib parser hands it out (8-bit bytes as surrogates)."""
    return value.encode("utf-8", "surrogateescape")


def field_text(part: Part, name: str) -> str:
    """The first field of that name as the parser kept it; empty where there is none."""
    wanted = name.lower()
    return next((str(v) for k, v in part.raw_items() if k.lower() == wanted), "")


def text(value: str, trouble: list[str] | None = None) -> str:
    """A header value as people read it: unfolded, encoded words and raw 8-bit bytes decoded."""
    value = _FOLD.sub(lambda m: "" if m.group() != "\x00" else "\ufffd", value).strip()
    if "=?" not in value and value.isascii():
        return value
    out: list[str] = []
    position = 0
    pending: tuple[str, bytes] | None = None  # adjacent words of one charset are one byte string
    for word in _WORD.finditer(value):
        between = value[position : word.start()]
        data = _word_bytes(word)
        charset = word.group(1).lower()
        if pending is not None and not between.strip():
            if pending[0] == charset:
                pending = (charset, pending[1] + data)
                position = word.end()
                continue
            between = ""
        if pending is not None:
            out.append(_noted(decode(pending[1], pending[0]), trouble))
        out.append(_plain(between, trouble))
        pending = (charset, data)
        position = word.end()
    if pending is not None:
        out.append(_noted(decode(pending[1], pending[0]), trouble))
    out.append(_plain(value[position:], trouble))
    return _FOLD.sub(" ", "".join(out)).strip()


def _word_bytes(word: re.Match[str]) -> bytes:
    """The bytes of one encoded word; its own text where they cannot be had."""
    data = raw_bytes(word.group(3))
    if word.group(2) in "qQ":
        return quopri.decodestring(data.replace(b"_", b"=20"))
    try:
        return base64.b64decode(data + b"=" * (-len(data) % 4))
    except (binascii.Error, ValueError):
        return raw_bytes(word.group())


def _plain(value: str, trouble: list[str] | None) -> str:
    """Header text outside encoded words; raw 8-bit bytes are decoded by what they are."""
    if not _RAW_BYTE.search(value):
        return value
    return _noted(decode(raw_bytes(value), None), trouble)


def _noted(decoded: Decoded, trouble: list[str] | None) -> str:
    if trouble is not None and decoded.trouble:
        trouble.append(f"header: {decoded.trouble}")
    return decoded.text


def addresses(values: Iterable[str], trouble: list[str] | None = None) -> tuple[Address, ...]:
    """The mailboxes of all fields of one name, in order, each once."""
    found: list[Address] = []
    for value in values:
        joined = _plain(_FOLD.sub("", value), trouble)
        found.extend(_mailboxes(joined, trouble))
    return tuple(dict.fromkeys(found))


def _mailboxes(value: str, trouble: list[str] | None) -> list[Address]:
    if "@" not in value:  # a name alone, or an empty group such as undisclosed-recipients:;
        name = text(value, trouble).strip("\"' ")
        return [Address(name)] if name and not name.endswith(";") else []
    if (plain := _plain_mailboxes(value)) is not None:
        return plain
    pairs = [(name, email) for name, email in getaddresses([value]) if name or email]
    bare = _COMMENT.sub("", value)
    outside = _MAILBOX.sub(",", _QUOTED.sub("", bare))
    expected = len(_MAILBOX.findall(bare)) + len(_PLAIN_ADDRESS.findall(outside))
    whole = sum(1 for _, email in pairs if _looks_whole(email))
    if whole < expected or (_MAILBOX.search(bare) and not whole == len(pairs) == expected):
        if trouble is not None:
            trouble.append("addresses not written as the standard says")
        pairs = _by_brackets(bare)
    return [
        Address(text(name, trouble).strip("\"' "), email if _looks_whole(email) else "")
        if _looks_whole(email)
        else Address(text(f"{name} {email}".strip(), trouble))
        for name, email in pairs
    ]


def _plain_mailboxes(value: str) -> list[Address] | None:
    """The mailboxes of a field that holds nothing but names and addresses; None where there is more."""
    found: list[Address] = []
    for part in value.split(","):
        if (simple := _SIMPLE.match(part)) is not None:
            found.append(Address(simple.group(1).strip(), simple.group(2)))
        elif (bare := _BARE.match(part)) is not None:
            found.append(Address("", bare.group(1)))
        else:
            return None
    return found


def _by_brackets(value: str) -> list[tuple[str, str]]:
    """Mailboxes told apart by their angle brackets, and the bare addresses between them."""
    pairs: list[tuple[str, str]] = []
    position = 0
    for match in [*_MAILBOX.finditer(value), None]:
        before = value[position : match.start() if match else len(value)]
        pairs += [("", email) for email in _PLAIN_ADDRESS.findall(before)]
        if match is not None:
            name = _PLAIN_ADDRESS.sub("", before).strip(" ,;\t\"'<>")
            pairs.append((name, match.group(1)))
            position = match.end()
    return pairs


def _looks_whole(email: str) -> bool:
    local, at, domain = email.rpartition("@")
    return bool(local and at and domain) and not _ODD.search(email)


def message_ids(values: Iterable[str]) -> tuple[str, ...]:
    """The message IDs of the fields, without ``<>`` and white space, in order, each once.

    An ID that is not closed is dropped; where no ``<`` stands at all, bare words with ``@`` are IDs.
    """
    found: list[str] = []
    for value in (_plain(raw, None) for raw in values):
        if "<" in value:
            ids = [_SPACE.sub("", match) for match in _ID.findall(value)]
        else:
            ids = [
                word.strip(",;") for word in value.split() if "@" in word or len(value.split()) == 1
            ]
        found.extend(one for one in ids if one)
    return tuple(dict.fromkeys(found))
