"""Which text of a mail its reader is shown.

Owned here: the choice between two views of one text. Plain text is shown where it is real content;
where it only points to the HTML, the HTML is. The view that is not shown is kept as the alternative
wherever it says anything else.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from email.message import Message as Part
from functools import partial
from itertools import islice

from mailmind.core.layers import layers, with_quotes
from mailmind.core.mail import headers, html, mime
from mailmind.core.mail.head import Head, header_fields, read_head
from mailmind.core.markup import has_markup
from mailmind.core.markup.contentlines import calendar_text
from mailmind.core.values import Layer, LayerSpan

EMBEDDED = "---------- Embedded message ----------"
_MAX_EMBEDDED = 8
_STUB_WORDS = 120
"""A text of so many words stands for itself."""
_STUB = re.compile(
    r"\b(?:browser|html[- ](?:e-?mail|message|version|format|capable|compatible)|navigateur|navegador"
    r"|view (?:it|this|the)|online[- ]?version|online ansehen|enable html|does not support html)\b",
    re.IGNORECASE,
)
_MARKUP = re.compile(r"<(?:html|body|table|div|p|br|td|a)\b[^<>]{0,300}>", re.IGNORECASE)
_PAGE = re.compile(r"\s*<(?:!doctype html|html|head|body|table|div|p)\b", re.IGNORECASE)
_WORD = re.compile(r"\w+")


@dataclass(slots=True)
class Shown:
    """The shown text and the other view of it, as they grow piece by piece."""

    body: str = ""
    layers: list[LayerSpan] = field(default_factory=list)
    alternative: str | None = None
    alternative_layers: list[LayerSpan] = field(default_factory=list)
    documents: list[str] = field(default_factory=list)
    """The sender's own HTML sources, which markup is read from."""

    def show(self, text: str, spans: Sequence[LayerSpan]) -> None:
        """Append to the shown text."""
        if self.body and not self.body.endswith("\n"):
            self.body += "\n"
        self.layers.extend(_shifted(spans, len(self.body)))
        self.body += text

    def keep(self, text: str, spans: Sequence[LayerSpan]) -> None:
        """Append to the other view."""
        before = f"{self.alternative}\n" if self.alternative else ""
        self.alternative_layers.extend(_shifted(spans, len(before)))
        self.alternative = before + text


def shown(
    content: mime.Content, head: Head, now: datetime | None, trouble: list[str], *, depth: int = 0
) -> Shown:
    """The text of all pieces in their order; embedded mails follow under a separator."""
    result = Shown()
    for piece in content.pieces:
        if piece.mail is not None:
            _embed(piece.mail, result, content, now, trouble, depth)
        else:
            _views(piece, result, head)
    if not result.body.strip() and content.calendars:
        result.show("\n".join(calendar_text(one) for one in content.calendars), ())
    return result


def _views(piece: mime.Piece, result: Shown, head: Head) -> None:
    """Put the view that is shown into the body, and the other one beside it if it differs."""
    of = partial(layers, forwarded=head.forwards, written=head.date)
    plain = piece.plain
    rendered = None
    if piece.html is not None:
        result.documents.append(piece.html)
        rendered = html.render(html.tree(piece.html))
    if plain is not None and rendered is None and _is_html(plain):
        result.documents.append(plain)
        rendered, plain = html.render(html.tree(plain)), None
    if rendered is None:
        result.show(plain or "", of(plain or ""))
        return
    spans = with_quotes(rendered.text, of(rendered.text), rendered.quoted)
    if plain is None or not plain.strip():
        result.show(rendered.text, spans)
        return
    plain_spans = of(plain)
    if _is_stub(plain, rendered.text):
        result.show(rendered.text, spans)
        result.keep(plain, plain_spans)
        return
    result.show(plain, plain_spans)
    if rendered.text.split() != plain.split():
        result.keep(rendered.text, spans)


def _is_html(text: str) -> bool:
    """Whether text declared plain is an HTML page, and not a text that speaks of tags."""
    return _PAGE.match(text) is not None and len(_MARKUP.findall(text[:2000])) > 3


def _is_stub(plain: str, other: str) -> bool:
    """Whether plain text only stands in for the HTML: it is far shorter, and short or says so."""
    words = sum(1 for _ in islice(_WORD.finditer(plain), _STUB_WORDS))
    if words == _STUB_WORDS or words * 3 > len(_WORD.findall(other)):
        return False
    return words < 12 or _STUB.search(plain) is not None


def _embed(
    mail: Part,
    result: Shown,
    content: mime.Content,
    now: datetime | None,
    trouble: list[str],
    depth: int,
) -> None:
    """Append a mail that was sent within the mail: the words of its own author, of its own date."""
    if depth >= _MAX_EMBEDDED:
        trouble.append("embedded mails nested too deep: the rest is not read")
        return
    noted: list[str] = []
    head = read_head(header_fields(mail), None, now, noted)
    inner_content = mime.contents(mail, noted)
    inner = shown(inner_content, head, now, noted, depth=depth + 1)
    trouble.extend(f"embedded mail: {one}" for one in noted)
    content.attachments.extend(inner_content.attachments)
    if inner_content.calendars or any(has_markup(one) for one in inner.documents):
        trouble.append("the markup of an embedded mail is not the sender's word: left out")
    author = head.sender if str(head.sender) else None
    text = f"{EMBEDDED}\n{_head_lines(mail)}\n{inner.body}"
    whole = LayerSpan(Layer.FORWARDED, 1, 1 + len(text), author, head.date)
    result.show(f"\n{text}", _foreign(inner, whole, 1 + len(text) - len(inner.body)))
    if inner.alternative:
        result.keep(inner.alternative, (replace(whole, start=0, end=len(inner.alternative)),))


def _head_lines(mail: Part) -> str:
    """The headers that a reader shows above an embedded mail."""
    lines = []
    for name in ("From", "Date", "To", "Cc", "Subject"):
        value = mail.get(name)
        if value is not None:
            lines.append(f"{name}: {headers.text(headers.field_text(mail, name))}\n")
    return "".join(lines)


def _foreign(inner: Shown, whole: LayerSpan, offset: int) -> list[LayerSpan]:
    """The layers of an embedded mail within its text: forwarded, but for what it quotes itself."""
    spans: list[LayerSpan] = []
    position = whole.start
    quoted = [one for one in inner.layers if one.layer in (Layer.QUOTED, Layer.FORWARDED)]
    for one in _shifted(quoted, offset):
        if one.start > position:
            spans.append(replace(whole, start=position, end=one.start))
        spans.append(one)
        position = one.end
    if position < whole.end:
        spans.append(replace(whole, start=position))
    return spans


def _shifted(spans: Sequence[LayerSpan], by: int) -> list[LayerSpan]:
    return [replace(span, start=span.start + by, end=span.end + by) for span in spans]
