"""The messages of an input line: inline fields or a path to a mail.

Owned here: an input that is not exactly what the contract says is an error, never a guess.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

from mailmind.core.parse import from_text, parse
from mailmind.core.values import Message
from mailmind.errors import UsageError

_STRICT = ConfigDict(extra="forbid", strict=True, frozen=True, populate_by_name=True)


class MessageInput(BaseModel):
    """One message as other programs give it."""

    model_config = _STRICT

    message_id: str | None = None
    path: str | None = None
    sender: str = Field(default="", alias="from")
    to: str = ""
    cc: str = ""
    date: str | None = None
    subject: str = ""
    text: str | None = None

    @model_validator(mode="after")
    def _one_form(self) -> "MessageInput":
        inline = bool(self.sender or self.to or self.cc or self.date or self.subject)
        if self.path is not None and (inline or self.text is not None):
            raise ValueError("give either path or the fields of the message, not both")
        if self.path is None and (self.text is None or not self.message_id):
            raise ValueError("a message without path needs message_id and text")
        return self


def read_messages(items: Sequence[dict[str, Any]]) -> tuple[Message, ...]:
    """The messages of an input line, in its order.

    Raises:
        UsageError: a path cannot be read, or two messages have one name.
        pydantic.ValidationError: a field is unknown, missing or of another type.
    """
    return unique(tuple(message_of(MessageInput.model_validate(item)) for item in items))


def unique(messages: tuple[Message, ...]) -> tuple[Message, ...]:
    """The messages, if every one has a name of its own."""
    names = [m.message_id for m in messages]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(
                f"messages: {name!r} names two messages; every message_id must be its own"
            )
    return messages


def message_of(item: MessageInput) -> Message:
    """One message: parsed from its file, or made of its fields."""
    if item.path is not None:
        try:
            raw = Path(item.path).read_bytes()
        except OSError as error:
            raise UsageError(f"messages: cannot read {item.path}: {error.strerror}") from error
        return parse(raw, message_id=item.message_id)
    return from_text(
        message_id=item.message_id or "",
        sender=item.sender,
        to=item.to,
        cc=item.cc,
        date=item.date,
        subject=item.subject,
        text=item.text or "",
    )
