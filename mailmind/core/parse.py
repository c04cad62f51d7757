"""Bytes to a Message: headers, the text a reader is shown, the layers of that text.

Owned here: parsing never fails. Whatever the bytes are, there is a Message with all that could be
read of it, and every oddity stands in its ``trouble``.
"""

import hashlib
from datetime import datetime

from mailmind.core import markup
from mailmind.core.layers import layers
from mailmind.core.mail import headers, mime
from mailmind.core.mail.date import believable
from mailmind.core.mail.head import forwards, header_fields, read_head
from mailmind.core.mail.repair import open_mail
from mailmind.core.mail.shown import shown
from mailmind.core.mail.traits import traits
from mailmind.core.markup.conflicts import conflicts
from mailmind.core.normalize.language import guess
from mailmind.core.values import Address, Message

_TELLING = 2000
"""Characters of a body that tell its language."""


def parse(
    raw: bytes,
    *,
    message_id: str | None = None,
    received: datetime | None = None,
    now: datetime | None = None,
) -> Message:
    """The mail in these bytes. Never raises; ``Message.trouble`` says what was odd.

    Without ``message_id`` the message is named by its header, or by its hash where it has none.
    ``received`` (when it was delivered) and ``now`` bound which dates can be believed.
    """
    digest = hashlib.sha256(raw).hexdigest()
    trouble: list[str] = []
    mail = open_mail(raw, trouble)
    fields = header_fields(mail)
    head = read_head(fields, received, now, trouble)
    content = mime.contents(mail, trouble)
    text = shown(content, head, now, trouble)
    lang = _language(text.body, headers.field_text(mail, "Content-Language"))
    seen = f"{head.subject}\n{text.body}\n{text.alternative or ''}"
    facts, source = markup.read(
        text.documents, content.calendars, trouble, shown=seen, reference=head.date, lang=lang
    )
    trouble.extend(conflicts(facts, seen, reference=head.date, lang=lang))
    found = traits(
        fields,
        sender=head.sender,
        subject=head.subject,
        text=text.body,
        calendar=bool(content.calendars),
    )
    return Message(
        message_id=message_id or head.header_id or f"sha256:{digest[:16]}",
        sender=head.sender,
        to=head.to,
        cc=head.cc,
        reply_to=head.reply_to,
        date=head.date,
        subject=head.subject,
        body=text.body,
        layers=tuple(text.layers),
        alternative=text.alternative,
        alternative_layers=tuple(text.alternative_layers),
        header_id=head.header_id,
        in_reply_to=head.in_reply_to,
        references=head.references,
        sha256=digest,
        lang=lang,
        traits=found,
        markup=facts,
        markup_source=source,
        attachments=tuple(content.attachments),
        trouble=tuple(dict.fromkeys(trouble)),
    )


def parse_received(raw: bytes, received: datetime | None, now: datetime) -> Message:
    """:func:`parse` as worker processes call it: they import this module and nothing of the shell."""
    return parse(raw, received=received, now=now)


def from_text(
    *,
    message_id: str,
    sender: str,
    to: str,
    date: str | None,
    subject: str,
    text: str,
    cc: str = "",
) -> Message:
    """A message given as plain fields; layers are found as in any mail."""
    trouble: list[str] = []
    senders = headers.addresses([sender], trouble)
    when = _given_date(date, trouble)
    return Message(
        message_id=message_id,
        sender=senders[0] if senders else Address(sender.strip()),
        to=headers.addresses([to], trouble),
        cc=headers.addresses([cc], trouble),
        date=when,
        subject=subject,
        body=text,
        layers=layers(text, forwarded=forwards(subject), written=when),
        lang=_language(text, ""),
        sha256=hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest(),
        trouble=tuple(trouble),
    )


def _given_date(date: str | None, trouble: list[str]) -> datetime | None:
    """An ISO date, or one as headers write it."""
    if not date:
        return None
    try:
        return datetime.fromisoformat(date)
    except ValueError:
        return believable(date, (), None, None, trouble)


def _language(text: str, declared: str) -> str | None:
    """What the words tell, else what Content-Language says (programs put their own language there)."""
    likely, sure = guess(text[:_TELLING])
    if sure:
        return likely[0]
    value = declared.split(",", maxsplit=1)[0].split("-", maxsplit=1)[0].strip().lower()
    return value if len(value) == 2 and value.isalpha() else None
