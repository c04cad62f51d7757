"""Bytes to a MIME tree, with repairs where the standard library would not see it.

Owned here: a repair only moves the border between headers and body or names a lost boundary; it never
changes a byte of text, and it is always noted.
"""

import re
from email import message_from_bytes
from email.message import Message as Part

from mailmind.core.mail import headers
from mailmind.core.mail.regular import read_regular

_UNREADABLE = (RecursionError, ValueError, LookupError, AssertionError, TypeError)
_BOM = b"\xef\xbb\xbf"
_FIELD = re.compile(rb"[!-9;-~]+[ \t]*:")
_HEAD_END = re.compile(rb"\r?\n[ \t]*\r?\n|\r\r")
_ORPHAN = re.compile(rb"(?m)^--([^\r\n]{1,200}?)[ \t]*\r?\n(?i:content-[a-z-]+[ \t]*:)")
_KNOWN_FIELD = re.compile(
    rb"(?i)(?:from|to|cc|bcc|subject|date|message-id|reply-to|sender|received|mime-version|references"
    rb"|in-reply-to|content-[a-z-]+|return-path|delivered-to|x-[a-z-]+|list-[a-z-]+)[ \t]*:"
)


def open_mail(raw: bytes, trouble: list[str]) -> Part:
    """The MIME tree of the bytes; repairs what keeps the standard library from seeing it."""
    raw = raw.removeprefix(_BOM).lstrip(b"\r\n")
    mail = _read_regular(raw)
    if mail is None:
        raw = _repair_head(raw, trouble)
        mail = _read(raw, trouble)
    boundary = _orphan_boundary(mail)
    if boundary is None:
        return mail
    trouble.append("multipart body without the Content-Type that names its boundary")
    head = b'Content-Type: multipart/mixed; boundary="' + boundary.replace(b'"', b"") + b'"\n'
    return _read(head + raw, trouble)


def _read_regular(raw: bytes) -> Part | None:
    """The tree of a mail that needs no repair; None where a closer look is needed."""
    try:
        return read_regular(raw.decode("ascii", "surrogateescape"))
    except _UNREADABLE:
        return None


def _read(raw: bytes, trouble: list[str]) -> Part:
    try:
        return message_from_bytes(raw)
    except _UNREADABLE as problem:
        trouble.append(f"MIME structure unreadable ({type(problem).__name__}): shown as plain text")
        return _flat(raw)


def _flat(raw: bytes) -> Part:
    """The mail with its headers and its body as one undivided text."""
    head, _, body = raw.partition(b"\n\n")
    mail = message_from_bytes(b"\n".join(head.splitlines()) + b"\n\n")
    del mail["Content-Type"]
    mail.set_payload(body.decode("ascii", "surrogateescape"))
    return mail


def _repair_head(raw: bytes, trouble: list[str]) -> bytes:
    """Without lines that are no header field, where more header fields follow them."""
    end = _HEAD_END.search(raw)
    head = raw[: end.start()] if end else raw
    lines = head.split(b"\n")
    bad = [
        i
        for i, line in enumerate(lines)
        if line.strip() and not _FIELD.match(line) and line[:1] not in b" \t"
        if not (i == 0 and line.startswith((b"From ", b">From ")))
    ]
    if not bad or not _FIELD.match(lines[0]):
        return raw
    body = next((i for i in bad if lines[i].startswith(b"--")), len(lines))
    last_known = max(
        (i for i, line in enumerate(lines[:body]) if _KNOWN_FIELD.match(line)), default=-1
    )
    drop = {i for i in bad if i < last_known}
    if not drop:
        return raw
    trouble.append("lines among the headers that are no header")
    kept = b"\n".join(line for i, line in enumerate(lines) if i not in drop)
    return kept + raw[len(head) :]


def _orphan_boundary(mail: Part) -> bytes | None:
    """The boundary of a multipart body whose Content-Type was lost or names another boundary."""
    payload = mail.get_payload()
    if mail.is_multipart() or not isinstance(payload, str) or "--" not in payload:
        return None
    declared = "multipart" in str(mail.get("Content-Type", "")).lower()
    if not declared and not payload.lstrip().startswith("--"):
        return None
    found = _ORPHAN.search(headers.raw_bytes(payload))
    return found.group(1) if found is not None else None
