"""Facts without a model: what the normalisation engine finds, each with its place and a quote.

Owned here: what is worth calling a fact. Signatures and disclaimers are skipped, quoted text counts
once (in the mail that said it first, where the thread has it), bare small numbers and addresses are
no facts, and a value that stands several times in one message is one fact.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from itertools import islice

from mailmind.core.excerpt import quote_span
from mailmind.core.extract import named
from mailmind.core.modality import modality_of
from mailmind.core.normalize import find
from mailmind.core.sentences import Span
from mailmind.core.spelling import Spelling
from mailmind.core.values import (
    VALUE_KINDS,
    Fact,
    FactType,
    Layer,
    LayerSpan,
    MarkupFact,
    Message,
    Thread,
    Value,
)

_TYPES = {kind: fact_type for fact_type, kinds in VALUE_KINDS.items() for kind in kinds} | {
    "moneyrange": FactType.RANGE
}
_SKIPPED_LAYERS = (Layer.SIGNATURE, Layer.DISCLAIMER)
_SKIPPED_IDS = ("url", "email", "message", "version")
_HEADER_LINE = re.compile(
    r"^[>\s|*]*(?:from|sent|date|to|cc|subject|reply-to|von|gesendet|datum|an|betreff|de|envoyé|"
    r"date d'envoi|à|objet|enviado|fecha|para|asunto|da|inviato|data|oggetto)\s?\*?:",
    re.IGNORECASE,
)
_ATTRIBUTION = re.compile(
    r"(?:wrote|schrieb|a écrit|escribió|ha scritto|schreef|escreveu)[^\n]{0,80}:\s*$"
)
_HANDED_ON = re.compile(
    r"\b(?:forwarded by|original message|weitergeleitet von|transféré par|reenviado por)\b"
    r"|<[^<>\s]+@[^<>\s]+> on \d",
    re.IGNORECASE,
)
_UNIT = re.compile(r"[ \u00a0][a-zà-ÿ]{2,}")
MOST_FACTS = 200
"""Facts that one mail may give. A mail with more is a table or a log: nobody reviews all of it."""
_REPLY_PREFIX = re.compile(r"^(?:\s*(?:re|aw|fwd?|wg|tr|rv|antw)\s*:)+\s*", re.IGNORECASE)

_FORWARD_PREFIX = re.compile(r"\b(?:fwd?|wg|tr|rv)\s*:", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Segment:
    """A stretch of one part of a message that one author wrote at one time."""

    text: str
    start: int
    end: int
    layer: Layer
    reference: datetime | None


@dataclass(frozen=True, slots=True)
class _Found:
    """A value, and where it stands in the text of its segment."""

    segment: _Segment
    value: Value
    start: int
    end: int
    type: FactType


def offline_facts(thread: Thread) -> tuple[Fact, ...]:
    """The facts that code alone can read out of a thread, message by message in its order."""
    facts: dict[str, Fact] = {}
    earlier: list[str] = []
    subjects: set[str] = set()
    for message in thread.messages:
        for fact in islice(_of_message(message, earlier, subjects), MOST_FACTS):
            facts.setdefault(fact.id, fact)
        earlier.append(_collapse(message.body))
        subjects.add(_REPLY_PREFIX.sub("", message.subject))
    return tuple(facts.values())


def overfull(facts: Sequence[Fact]) -> tuple[str, ...]:
    """The messages of which only the first facts were taken."""
    count = Counter(fact.message_id for fact in facts)
    return tuple(name for name, number in count.items() if number >= MOST_FACTS)


def markup_facts(thread: Thread) -> tuple[Fact, ...]:
    """The facts that senders put into their mails for machines, as the parsers read them."""
    facts: dict[str, Fact] = {}
    for message in thread.messages:
        for item in message.markup:
            if item.value.strip() and item.quote.strip():
                fact = named(message, _markup_fact(message, item))
                facts.setdefault(fact.id, fact)
    return tuple(facts.values())


def _markup_fact(message: Message, item: MarkupFact) -> Fact:
    return Fact(
        id="",
        type=item.type,
        statement=item.statement,
        value=item.value,
        quote=item.quote,
        message_id=message.message_id,
        confidence=1.0,
        source=item.source,
        subject=item.statement,
    )


def _of_message(message: Message, earlier: list[str], subjects: set[str]) -> Iterator[Fact]:
    seen: set[tuple[str, ...]] = set()
    spelling = Spelling(message.lang)
    for segment in _segments(message, subjects):
        for found in _values(message, segment):
            value = spelling.of(found.value, segment.reference)
            key = (found.type, value.casefold(), segment.layer)
            if key in seen or _said_before(segment, found, earlier):
                continue
            seen.add(key)
            yield _fact(message, found, value)


def _values(message: Message, segment: _Segment) -> Iterator[_Found]:
    text = segment.text[segment.start : segment.end]
    for value in find(text, reference=segment.reference, lang=message.lang):
        fact_type = _TYPES.get(value.kind)
        if fact_type is not None and not _is_noise(value, text):
            place = (segment.start + value.start, segment.start + value.end)
            yield _Found(segment, value, *place, fact_type)


def _segments(message: Message, subjects: set[str]) -> Iterator[_Segment]:
    body = message.body
    at = 0
    for span in (*message.layers, LayerSpan(Layer.SIGNATURE, len(body), len(body))):
        if at < span.start:
            yield _Segment(body, at, span.start, Layer.OWN, message.date)
        if span.layer not in _SKIPPED_LAYERS:
            reference = message.date if span.layer is Layer.OWN else span.date
            yield _Segment(body, span.start, span.end, span.layer, reference)
        at = max(at, span.end)
    subject = message.subject
    if subject and _REPLY_PREFIX.sub("", subject) not in subjects:
        layer = _subject_layer(subject)
        reference = message.date if layer is Layer.OWN else None
        yield _Segment(subject, 0, len(subject), layer, reference)


def _subject_layer(subject: str) -> Layer:
    """Whose words a subject is: that of a reply or a forward was written by somebody else, earlier."""
    prefix = _REPLY_PREFIX.match(subject)
    if prefix is None:
        return Layer.OWN
    return Layer.FORWARDED if _FORWARD_PREFIX.search(prefix.group()) else Layer.QUOTED


def _is_noise(value: Value, text: str) -> bool:
    """True for what no reader would call a fact.

    Args:
        value: a value of ``text``.
        text: the segment it was found in.
    """
    if not value.readings:
        return True  # a mention that nothing could resolve ("in past years")
    if value.kind == "id":
        return value.subkind in _SKIPPED_IDS
    if value.kind == "daterange":
        return value.text.isdigit()  # a year on its own
    if value.kind == "number":
        return not _is_weighty(value, text)
    return False


def _is_weighty(value: Value, text: str) -> bool:
    """True for a number of four digits or more, or with decimals, that counts something.

    Years do not, and a bare run of digits (a postcode, a box) only does with a unit behind it.
    """
    amount = value.reading.get("amount")
    if amount is None:
        return False
    number = abs(Decimal(amount))
    whole = number == number.to_integral_value()
    if whole and (number < 1000 or 1900 <= number <= 2099):
        return False
    return not value.text.strip("+-").isdigit() or bool(_UNIT.match(text, value.end))


def _said_before(segment: _Segment, found: _Found, earlier: list[str]) -> bool:
    """True for lines of a reply's or forward's header, and for text quoted from an earlier mail."""
    if segment.layer is Layer.OWN:
        return False
    text = segment.text
    left = text.rfind("\n", 0, found.start) + 1
    right = text.find("\n", found.end)
    line = text[left : right if right >= 0 else len(text)]
    if any(r.search(line) for r in (_HEADER_LINE, _ATTRIBUTION, _HANDED_ON)):
        return True
    bare = _collapse(line)
    if found.type is FactType.DATETIME and bare == _collapse(found.value.text):
        return True
    return any(bare in body for body in earlier)


def _collapse(text: str) -> str:
    return " ".join(re.sub(r"(?m)^[>\s|]+", "", text).split())


def _fact(message: Message, found: _Found, written: str) -> Fact:
    text, value = found.segment.text, found.value
    left, right = quote_span(text, found.start, found.end)
    words = _around(text, (left, right), (found.start, found.end))
    what = f"{value.subkind} number" if value.subkind else found.type.value
    fact = Fact(
        id="",
        type=found.type,
        statement=f"{what} in the mail{_origin(message)}: {words}",
        value=written,
        quote=text[left:right],
        message_id=message.message_id,
        confidence=0.5 if value.ambiguous or None in value.reading.values() else 1.0,
        modality=modality_of(text[left:right]),
        layer=found.segment.layer,
        subkind=value.subkind,
        source="offline",
        subject=words,
    )
    return named(message, fact)


def _origin(message: Message) -> str:
    who = message.sender.name or message.sender.email
    when = f" on {message.date.day} {message.date:%b %Y}" if message.date else ""
    return (f" of {who}" if who else "") + when


_AROUND = 60


def _around(text: str, quote: Span, place: Span) -> str:
    """The quote's words on both sides of the value, the value itself left out."""
    before = " ".join(text[quote[0] : place[0]].split())[-_AROUND:]
    after = " ".join(text[place[1] : quote[1]].split())[:_AROUND]
    return f"{before} … {after}".strip()
