"""The header block of a mail as values.

Owned here: a header that is missing, doubled or unreadable is trouble, never a failure, and where one
is doubled the first counts (addresses and references of all of them are kept).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from email.message import Message as Part

from mailmind.core.mail import headers
from mailmind.core.mail.date import believable
from mailmind.core.values import Address

_FORWARD_PREFIXES = (
    "fw:",
    "fwd:",
    "wg:",
    "tr:",
    "rv:",
    "i:",
    "enc:",
    "vs:",
    "vb:",
    "doorst:",
    "pd:",
)


@dataclass(frozen=True, slots=True)
class Head:
    """What the headers say."""

    sender: Address
    to: tuple[Address, ...]
    cc: tuple[Address, ...]
    reply_to: tuple[Address, ...]
    date: datetime | None
    subject: str
    header_id: str | None
    in_reply_to: tuple[str, ...]
    references: tuple[str, ...]

    @property
    def forwards(self) -> bool:
        """Whether the subject says that the mail passes another one on."""
        return forwards(self.subject)


def forwards(subject: str) -> bool:
    """Whether a subject says that its mail passes another one on."""
    return subject.strip().lower().startswith(_FORWARD_PREFIXES)


def read_head(
    fields: Mapping[str, Sequence[str]],
    received: datetime | None,
    now: datetime | None,
    trouble: list[str],
) -> Head:
    """What the fields say; ``received`` and ``now`` bound what dates can be believed."""
    senders = headers.addresses(fields.get("from", ()), trouble)
    if len(fields.get("from", ())) > 1:
        trouble.append("several From headers: the first one counts")
    if not senders:
        trouble.append("no From header")
        senders = headers.addresses(fields.get("sender", ()), trouble)
    date = fields.get("date")
    ids = headers.message_ids(fields.get("message-id", ())[:1])
    return Head(
        sender=senders[0] if senders else Address(),
        to=headers.addresses(fields.get("to", ()), trouble),
        cc=headers.addresses(fields.get("cc", ()), trouble),
        reply_to=headers.addresses(fields.get("reply-to", ()), trouble),
        date=believable(
            headers.text(date[0], trouble) if date else None,
            fields.get("received", ()),
            received,
            now,
            trouble,
        ),
        subject=headers.text(fields.get("subject", ("",))[0], trouble),
        header_id=ids[0] if ids else None,
        in_reply_to=headers.message_ids(fields.get("in-reply-to", ())),
        references=headers.message_ids(fields.get("references", ())),
    )


def header_fields(mail: Part) -> dict[str, tuple[str, ...]]:
    """All fields by lower-case name, their 8-bit bytes as surrogates."""
    found: dict[str, list[str]] = {}
    for name, value in mail.raw_items():
        found.setdefault(name.lower().strip(), []).append(str(value))
    return {name: tuple(values) for name, values in found.items()}
