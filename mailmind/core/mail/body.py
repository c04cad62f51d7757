"""What a MIME part holds: its bytes, its text, its name.

Owned here: no broken transfer encoding, charset or parameter ever keeps a part from being read.
"""

import re
from email.message import Message as Part
from email.utils import collapse_rfc2231_value

from mailmind.core.mail import headers
from mailmind.core.mail.charset import decode

_META_CHARSET = re.compile(rb"""(?i)<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]+)""")
_ENRICHED_TAG = re.compile(r"<(?!<)[^<>]*>")
_NO_SPACE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]\Z|://\S*\Z")

_NAMING = ("Content-Disposition", "Content-Type")


def filename(part: Part, trouble: list[str]) -> str:
    """The name that the part is to be saved under; empty where it has none."""
    fields = {name: headers.field_text(part, name) for name in _NAMING}
    if not any("name" in raw.lower() for raw in fields.values()):
        return ""
    for field, raw in fields.items():
        if not raw.isascii():  # the standard library would replace each 8-bit byte
            part.replace_header(field, headers.text(raw, trouble))
    try:
        name = part.get_filename()
    except (ValueError, LookupError, TypeError, IndexError):
        trouble.append("attachment name unreadable")
        return "unnamed"
    return headers.text(collapse_rfc2231_value(name), trouble) if name else ""


def part_bytes(part: Part) -> bytes:
    """The bytes of a part after its transfer encoding."""
    try:
        data = part.get_payload(decode=True)
    except (ValueError, LookupError, AssertionError, TypeError):
        data = None
    if isinstance(data, bytes):
        return data
    payload = part.get_payload()
    return headers.raw_bytes(payload) if isinstance(payload, str) else b""


def part_text(part: Part, trouble: list[str]) -> str:
    """The text of a part; its lines end in a line feed."""
    data = part_bytes(part)
    declared = _charset(part)
    if declared is None and part.get_content_type() == "text/html":
        meta = _META_CHARSET.search(data[:4096])
        declared = meta.group(1).decode("ascii") if meta else None
    decoded = decode(data, declared)
    if decoded.trouble and data:
        trouble.append(decoded.trouble)
    return decoded.text.replace("\r\n", "\n").replace("\r", "\n")


def _charset(part: Part) -> str | None:
    try:
        value = part.get_param("charset")
    except (ValueError, LookupError, TypeError):
        return None
    return collapse_rfc2231_value(value) if value else None


def plain_text(part: Part, kind: str, trouble: list[str]) -> str:
    """The text of a part that is not HTML, as a reader shows it."""
    text = part_text(part, trouble)
    if kind == "text/enriched":
        return _ENRICHED_TAG.sub("", text).replace("<<", "<")
    flowed = "delsp" in str(part.get("Content-Type", "")).lower()
    if flowed and str(part.get_param("delsp") or "").lower() == "yes":
        return _unflow(text)
    return text


def _unflow(text: str) -> str:
    """Format=flowed with DelSp: a line that ends in a space goes on in the next.

    The space goes where the standard's purpose asks for it (a URL, a script without spaces, a space
    written twice); senders that write one between words mean it.
    """
    out: list[str] = []
    flows = False
    for line in text.split("\n"):
        content = line.removeprefix(" ")
        if flows:
            before = out.pop()[:-1]
            glue = "" if before.endswith(" ") or _NO_SPACE.search(before) else " "
            content = f"{before}{glue}{content}"
        out.append(content)
        flows = content.endswith(" ") and content != "-- "
    return "\n".join(out)
