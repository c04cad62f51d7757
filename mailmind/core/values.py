"""What crosses every boundary: frozen values, in the words of ``core.words``.

Owned here: nothing that was read, found or decided can be changed afterwards; a change is a new value.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from mailmind.core.words import (
    DAY_KINDS,
    SEMANTIC,
    VALUE_KINDS,
    FactType,
    Layer,
    Modality,
    Outcome,
    State,
)

Reading = Mapping[str, str | None]
"""One reading of a value: the kind's own fields (see :class:`Value`), decimals as plain strings."""


@dataclass(frozen=True, slots=True)
class Value:
    """A typed value found in a text, with its place and every reading that the text allows.

    Fields of ``reading`` by kind: money ``amount, currency`` · moneyrange ``min, max, currency`` ·
    percent, number ``amount`` · duration, date, time, datetime, phone (also ``extension``), id,
    section ``value`` · daterange, timerange, datetimerange ``from, to`` (both inclusive).
    """

    kind: str
    text: str
    """``source[start:end]``, exactly."""
    start: int
    """Code points from the start of the text."""
    end: int
    reading: Reading
    """The likeliest reading; all fields None where no reading is likelier than the others."""
    ambiguous: tuple[Reading, ...] = ()
    """The other readings (all readings, where none is likelier). Not empty = verifies nothing alone."""
    subkind: str | None = None
    """For ids: order, invoice, booking, tracking, flight, iban, guid, url, email, …"""
    mark: str | None = None
    """For money: the sign, code or word that makes it money, as written; shared signs prove no currency."""
    why: str = ""
    """Why one reading was chosen ("the mail's other dates are day first"); empty where none was needed."""

    @property
    def readings(self) -> tuple[Reading, ...]:
        """Every reading, the likeliest first."""
        own = () if all(v is None for v in self.reading.values()) else (self.reading,)
        return own + tuple(r for r in self.ambiguous if r not in own)


@dataclass(frozen=True, slots=True)
class Address:
    """One mailbox of a header: the display name (may be empty) and the address (may be empty)."""

    name: str = ""
    email: str = ""

    def __str__(self) -> str:
        return (
            f"{self.name} <{self.email}>" if self.name and self.email else self.name or self.email
        )


@dataclass(frozen=True, slots=True)
class LayerSpan:
    """A part of a message's text and whose words it is. Spans of a text are sorted and do not overlap."""

    layer: Layer
    start: int
    end: int
    author: Address | None = None
    """For quoted and forwarded text, where the text names its author."""
    date: datetime | None = None
    """For quoted and forwarded text, where the text says when it was written."""


@dataclass(frozen=True, slots=True)
class Trait:
    """Something that header rules say of a message, before any model: bulk, list, no-reply, …"""

    kind: str
    """bulk, list, auto-reply, no-reply, calendar, bounce, one-time-code."""
    reason: str
    """The header that says so, in words."""


@dataclass(frozen=True, slots=True)
class MarkupFact:
    """A fact that the sender put into the mail for machines: JSON-LD, microdata or iCalendar."""

    type: FactType
    statement: str
    value: str
    path: str
    """Where in the markup it stands, such as ``json-ld:0.reservationFor.departureTime``."""
    source: str
    """``markup:json-ld``, ``markup:microdata`` or ``markup:icalendar``; ``offline`` for what an
    event says in words, which is checked as prose is."""
    quote: str
    """The literal as it stands in the markup's source text."""


@dataclass(frozen=True, slots=True)
class Message:
    """One mail, parsed: headers, decoded text, and the layers of that text."""

    message_id: str
    """The name of the message within its thread or input line."""
    sender: Address = Address()
    to: tuple[Address, ...] = ()
    cc: tuple[Address, ...] = ()
    reply_to: tuple[Address, ...] = ()
    date: datetime | None = None
    """The Date header where it can be believed; aware where the header gives a zone."""
    subject: str = ""
    body: str = ""
    """The text that a reader is shown."""
    layers: tuple[LayerSpan, ...] = ()
    """Layers of ``body``. Text outside every span is own."""
    alternative: str | None = None
    """The other text, where the mail has plain text and HTML that differ."""
    alternative_layers: tuple[LayerSpan, ...] = ()
    header_id: str | None = None
    """The Message-ID header without ``<>`` and white space, where there is one."""
    in_reply_to: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    sha256: str = ""
    """Of the raw bytes (of the text, where there are no raw bytes)."""
    lang: str | None = None
    """ISO 639-1 of the body, where headers or words tell."""
    traits: tuple[Trait, ...] = ()
    markup: tuple[MarkupFact, ...] = ()
    markup_source: str = ""
    """The text of all machine-readable parts, which markup quotes are found in (part ``markup``)."""
    attachments: tuple[str, ...] = ()
    trouble: tuple[str, ...] = ()
    """Every oddity that parsing met, in words: ``charset declared X, used Y``, ``Date implausible``."""


@dataclass(frozen=True, slots=True)
class Thread:
    """Messages that answer each other, oldest first."""

    id: str
    messages: tuple[Message, ...]
    subject: str = ""
    workflow: str = "general"

    def message(self, message_id: str) -> Message | None:
        """The message of that name, or None."""
        return next((m for m in self.messages if m.message_id == message_id), None)


@dataclass(frozen=True, slots=True)
class Evidence:
    """The exact place a verdict rests on."""

    message_id: str
    part: str
    """``body``, ``alternative``, ``subject`` or ``markup``."""
    layer: Layer
    start: int
    """Code points of that part."""
    end: int
    sha256: str
    """Of the UTF-8 bytes of ``part[start:end]``."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One typed claim that a model or a parser read out of one message."""

    id: str
    type: FactType
    statement: str
    value: str
    """As written by whoever extracted it."""
    quote: str
    message_id: str
    confidence: float | None = None
    """0 to 1; None counts as low."""
    modality: Modality = Modality.STATED
    layer: Layer = Layer.OWN
    """Whose word the fact claims to be."""
    subkind: str | None = None
    source: str = ""
    """``offline``, ``markup:…`` or the model's name."""
    subject: str = ""
    """What the fact is about ("the refund of order 4711"), where the extractor says it apart."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one check says of one fact. A check only reports; the gate alone allows."""

    check: str
    """citation, value, latest, headers, grounding, consistency or cross."""
    outcome: Outcome
    code: str
    """``quote.exact``, ``value.absent``, … : the stable name of the finding."""
    reason: str
    """For a person to read."""
    evidence: Evidence | None = None
    extra: Mapping[str, str] = field(default_factory=dict)
    """``found_in``, ``diff``, ``by``: fields that belong to the code."""
    calls: int = 0
    """Model calls that this verdict cost."""


@dataclass(frozen=True, slots=True)
class CheckedFact:
    """A fact with all its verdicts and the state that follows from them."""

    fact: Fact
    state: State
    verdicts: tuple[Verdict, ...]


@dataclass(frozen=True, slots=True)
class DraftClaim:
    """Something checkable that the text of a draft says, and whether it may."""

    text: str
    cls: str
    """A fact type, ``quotation`` or ``assertion``."""
    start: int
    end: int
    resolved: bool | None
    """True: rests on a resolved fact or stands in an allowed source. None: not judged, does not block."""
    marked: bool
    """True where its line carries the literal marker ``[not in source]``."""
    code: str
    reason: str
    fact_id: str | None = None


@dataclass(frozen=True, slots=True)
class GateDecision:
    """The answer to "may this draft leave?"."""

    allow: bool
    needs_person: bool
    claims: tuple[DraftClaim, ...]
    message: str
    """For whoever wrote the draft: what is rejected and both ways out. Empty where nothing is."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a draft as the model labelled it."""

    text: str
    kind: str
    """assertion, question, courtesy, commitment or conjecture."""
    fact_ids: tuple[str, ...] = ()


__all__ = [
    "DAY_KINDS",
    "SEMANTIC",
    "VALUE_KINDS",
    "Address",
    "CheckedFact",
    "DraftClaim",
    "Evidence",
    "Fact",
    "FactType",
    "GateDecision",
    "Layer",
    "LayerSpan",
    "MarkupFact",
    "Message",
    "Modality",
    "Outcome",
    "Reading",
    "Sentence",
    "State",
    "Thread",
    "Trait",
    "Value",
    "Verdict",
]
