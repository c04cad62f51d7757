"""The parts of a mail: which text is shown, which is the other view of it, what is attached.

Owned here: no part is lost. Each is a piece of text, a calendar, an embedded mail or a named
attachment, and what the structure gets wrong is repaired the same way every time and noted.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from email.message import Message as Part

from mailmind.core.mail import headers
from mailmind.core.mail.body import filename, part_bytes, part_text, plain_text
from mailmind.core.mail.repair import open_mail

_MAX_DEPTH = 40
_MAX_PARTS = 2000
_SHOWN = frozenset({"text/plain", "text/enriched", "text/markdown", "text/x-patch", "text/x-diff"})
_CALENDAR = frozenset({"text/calendar", "application/ics", "text/x-vcalendar"})
_REPORTS = frozenset({"message/delivery-status", "message/disposition-notification"})
_MAILS = frozenset({"message/rfc822", "message/global", "message/news"})


@dataclass(frozen=True, slots=True)
class Piece:
    """One stretch of content in reading order: text, two views of one text, or an embedded mail."""

    plain: str | None = None
    html: str | None = None
    mail: Part | None = None


@dataclass(slots=True)
class Content:
    """All that a mail consists of besides its headers."""

    pieces: list[Piece] = field(default_factory=list)
    calendars: list[str] = field(default_factory=list)
    attachments: list[str] = field(default_factory=list)
    parts: int = 0


def contents(mail: Part, trouble: list[str]) -> Content:
    """Every part of the mail in its place."""
    content = Content()
    _walk(mail, content, trouble, 0)
    if not (content.pieces or content.calendars or content.attachments):
        outside = [text for part in mail.walk() for text in (part.preamble, part.epilogue) if text]
        if "".join(outside).strip():
            trouble.append("text outside of every part")
            content.pieces.append(Piece(plain="\n".join(outside)))
    return content


def _walk(part: Part, content: Content, trouble: list[str], depth: int) -> None:
    content.parts += 1
    if depth > _MAX_DEPTH or content.parts > _MAX_PARTS:
        if content.parts <= _MAX_PARTS + 1:
            trouble.append("parts nested too deep or too many: the rest is not read")
            content.attachments.append("unread part")
        return
    kind = _kind(part)
    if kind in _MAILS:
        _embedded(part, content, trouble)
    elif kind == "multipart/alternative" and part.is_multipart():
        _alternative(part, content, trouble, depth)
    elif part.is_multipart():
        for child in _children(part):
            _walk(child, content, trouble, depth + 1)
        if kind in _REPORTS:
            content.pieces.append(Piece(plain=_report(part)))
    else:
        _leaf(part, kind, content, trouble, alone=depth == 0)


def _children(part: Part) -> Iterator[Part]:
    payload = part.get_payload()
    if isinstance(payload, list):
        yield from (child for child in payload if isinstance(child, Part))


def _kind(part: Part) -> str:
    """The content type as declared; one without a subtype stays what it is instead of text/plain."""
    declared = str(part.get("Content-Type", "")).split(";")[0].strip().lower()
    if declared and declared.count("/") != 1 and not declared.startswith("text/"):
        return f"{declared}/" if "/" not in declared else declared
    return part.get_content_type()


def _alternative(part: Part, content: Content, trouble: list[str], depth: int) -> None:
    """Views of one text: the kind decides which is which, not the order they stand in."""
    inner = Content(parts=content.parts)
    for child in _children(part):
        kind = _kind(child)
        if kind in _SHOWN or kind == "text/html" or child.is_multipart():
            _walk(child, inner, trouble, depth + 1)
        else:
            _other_view(child, inner, trouble)
    content.parts = inner.parts
    plain = [piece.plain for piece in inner.pieces if piece.plain is not None]
    html = [piece.html for piece in inner.pieces if piece.html is not None]
    if plain or html:
        content.pieces.append(
            Piece("\n".join(plain) if plain else None, "\n".join(html) if html else None)
        )
    content.pieces.extend(piece for piece in inner.pieces if piece.mail is not None)
    content.calendars.extend(inner.calendars)
    content.attachments.extend(inner.attachments)


def _other_view(part: Part, content: Content, trouble: list[str]) -> None:
    """A view that no reader of mail shows as text: a calendar, AMP, an unknown type."""
    if _kind(part) in _CALENDAR:
        content.calendars.append(part_text(part, trouble))
    else:
        content.attachments.append(filename(part, trouble) or _kind(part))


def _embedded(part: Part, content: Content, trouble: list[str]) -> None:
    """A mail within the mail; one that was encoded as a whole is decoded first."""
    children = list(_children(part))
    if len(children) == 1 and not children[0].keys():
        data = part_bytes(children[0] if part.get("Content-Transfer-Encoding") is None else part)
        if not data:
            data = _decoded_child(part, children[0])
        children = [open_mail(data, trouble)] if data else children
    for child in children:
        content.pieces.append(Piece(mail=child))
    name = filename(part, trouble)
    if name:
        content.attachments.append(name)


def _decoded_child(part: Part, child: Part) -> bytes:
    """The bytes of an embedded mail that carries a transfer encoding of its own."""
    whole = Part()
    whole["Content-Transfer-Encoding"] = str(part.get("Content-Transfer-Encoding", "7bit"))
    whole.set_payload(child.get_payload())
    return part_bytes(whole)


def _leaf(part: Part, kind: str, content: Content, trouble: list[str], *, alone: bool) -> None:
    """A part without parts. Text that is all there is of a mail is shown, whatever it is declared."""
    if part.get_content_maintype() == "multipart":
        if part_bytes(part).strip():
            trouble.append("multipart without readable parts: its source is shown")
            content.pieces.append(Piece(plain=part_text(part, trouble)))
        return
    name = filename(part, trouble)
    disposition = str(part.get("Content-Disposition", "")).strip().lower()
    attached = disposition.startswith("attachment") and not alone
    readable = kind in _SHOWN or kind in ("text/html", "text/rfc822-headers")
    readable = readable or (alone and kind.startswith("text/"))
    if name:
        content.attachments.append(name)
    if name.lower().endswith(".eml") and (mail := _attached_mail(part, trouble)) is not None:
        content.pieces.append(Piece(mail=mail))
    elif kind in _CALENDAR:
        content.calendars.append(part_text(part, trouble))
    elif attached or not readable:
        if not name:
            content.attachments.append(kind)
    elif kind == "text/html":
        content.pieces.append(Piece(html=part_text(part, trouble)))
    else:
        content.pieces.append(Piece(plain=plain_text(part, kind, trouble)))


def _attached_mail(part: Part, trouble: list[str]) -> Part | None:
    """The mail in a file that is named as one, whatever its type is declared; None where it is none."""
    noted: list[str] = []
    mail = open_mail(part_bytes(part), noted)
    if mail["From"] is None or (mail["Date"] is None and mail["Received"] is None):
        return None
    trouble.extend(noted)
    return mail


def _report(part: Part) -> str:
    """The fields of a delivery report, which readers show as text."""
    blocks = [
        "\n".join(f"{name}: {headers.text(str(value))}" for name, value in child.items())
        for child in _children(part)
    ]
    return "\n\n".join(block for block in blocks if block) + "\n"
