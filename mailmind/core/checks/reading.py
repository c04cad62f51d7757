"""What a message says, as typed values with their places: the source side of every comparison.

Owned here: time belongs to the message. Each value is read against the date of the one who wrote it:
the message's own Date, or the date that a quoted part gives for itself.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache

from mailmind.core.memo import by_identity
from mailmind.core.normalize import find
from mailmind.core.normalize.language import guess
from mailmind.core.values import Layer, LayerSpan, Message, Value
from mailmind.core.wordlist import words

_COUNTRIES = words(
    """
    uk gb ie au nz in za sg hk de at ch fr be lu es it nl pt br mx ar cl pe dk no se fi pl cz sk hu ro bg gr
    tr ru ua is ee lv lt si hr rs us ca jp kr cn
    """
)
"""Country domains that say where a sender is; those sold to everybody (.co, .io, .me) do not."""
_DAY_FIRST = _COUNTRIES - words("us ca jp kr cn")
_MONTH_FIRST = words("us gov mil edu")
_DOTTED = re.compile(r"(?<![\d.])(?:1[3-9]|2\d|3[01])\.(?:0?[1-9]|1[0-2])\.(?:\d{4}|\d\d)(?!\d)")

OWN_WORDS = frozenset((Layer.OWN, Layer.SIGNATURE, Layer.DISCLAIMER))
OTHERS_WORDS = frozenset((Layer.QUOTED, Layer.FORWARDED))
WHOSE: Mapping[Layer, str] = {
    Layer.OWN: "the sender's own words",
    Layer.QUOTED: "quoted words",
    Layer.FORWARDED: "forwarded words",
    Layer.SIGNATURE: "the signature",
    Layer.DISCLAIMER: "the disclaimer",
}
"""What a person calls the words of a layer."""


@dataclass(frozen=True, slots=True)
class Part:
    """One text of a message in which a quote may stand."""

    name: str
    """``body``, ``alternative``, ``subject`` or ``markup``."""
    text: str
    layers: tuple[LayerSpan, ...]

    def layer_at(self, start: int, end: int) -> Layer:
        """Whose words ``[start, end)`` are; another's as soon as one letter of them is."""
        first = bisect_right(self.layers, start, key=lambda s: s.end)
        last = bisect_left(self.layers, end, key=lambda s: s.start)
        touched = [s.layer for s in self.layers[first:last]]
        others = [layer for layer in touched if layer in OTHERS_WORDS]
        return others[0] if others else (touched[0] if touched else Layer.OWN)

    def inside_own(self, start: int, end: int) -> bool:
        """True where the sender wrote it and it is no signature or disclaimer."""
        return self.layer_at(start, end) is Layer.OWN


@by_identity(128)
def parts(message: Message) -> tuple[Part, ...]:
    """The texts of a message, the one a reader is shown first."""
    found = [Part("body", message.body, message.layers)]
    if message.alternative:
        found.append(Part("alternative", message.alternative, message.alternative_layers))
    if message.subject:
        found.append(Part("subject", message.subject, _subject_layers(message.subject)))
    if message.markup_source:
        found.append(Part("markup", message.markup_source, ()))
    return tuple(found)


_REPLY = ("re:", "aw:", "antw:", "sv:", "vs:", "rif:", "odp:", "ynt:")
_FORWARD = ("fwd:", "fw:", "wg:", "tr:", "rv:", "i:", "vb:", "doorst:")


def _subject_layers(subject: str) -> tuple[LayerSpan, ...]:
    """The subject of a reply is the word of whoever began the thread."""
    start = subject.lstrip().casefold()
    if start.startswith(_REPLY):
        return (LayerSpan(Layer.QUOTED, 0, len(subject)),)
    if start.startswith(_FORWARD):
        return (LayerSpan(Layer.FORWARDED, 0, len(subject)),)
    return ()


@by_identity(128)
def values_of(message: Message, part: Part) -> tuple[Value, ...]:
    """Every typed value of one part, sorted by place."""
    how = habits(message)
    found = _find(part.text, message.date, how)
    dated = [s for s in part.layers if s.layer in OTHERS_WORDS and s.date is not None]
    if not dated:
        return found
    inner = [
        _shifted(v, span.start)
        for span in dated
        for v in _find(part.text[span.start : span.end], span.date, how)
    ]
    outer = [v for v in found if not _reaches_into(v, dated)]
    return tuple(sorted(outer + inner, key=lambda v: (v.start, v.end)))


def _reaches_into(value: Value, spans: Sequence[LayerSpan]) -> bool:
    """True where the value shares a character with one of the spans, which are sorted."""
    first = bisect_right(spans, value.start, key=lambda s: s.end)
    return first < len(spans) and spans[first].start < value.end


def values_between(message: Message, part: Part, start: int, end: int) -> tuple[Value, ...]:
    """The values of a part that begin in a stretch of it and do not reach beyond it."""
    found = values_of(message, part)
    first = bisect_left(found, start, key=lambda v: v.start)
    last = bisect_left(found, end, key=lambda v: v.start)
    return tuple(v for v in found[first:last] if v.end <= end)


def values_touching(message: Message, part: Part, start: int, end: int) -> Sequence[Value]:
    """The values of a part that share a character with a stretch of it."""
    found = values_of(message, part)
    first = bisect_left(found, start, key=lambda v: v.start)
    last = bisect_left(found, end, key=lambda v: v.start)
    while first > 0 and found[first - 1].end > start:
        first -= 1
    return found[first:last]


def values_in_slice(message: Message, part: Part, start: int, end: int) -> tuple[Value, ...]:
    """The values of a slice of a part, read on its own; places are those of the part."""
    inside = [s for s in part.layers if s.start <= start and end <= s.end and s.date is not None]
    reference = inside[0].date if inside else message.date
    return tuple(
        _shifted(v, start) for v in _find(part.text[start:end], reference, habits(message))
    )


def values_said(text: str, message: Message, part: Part, at: int) -> tuple[Value, ...]:
    """The values of words about a place of a part, such as a fact's statement.

    They are read twice, in their own language and in the mail's, since whoever reports on a mail need not
    write as it does: "3 March" is a date though the mail is German. Values of both readings stand here.
    """
    how = habits(message)
    spans = [s for s in part.layers if s.start <= at < s.end and s.date is not None]
    reference = spans[0].date if spans else message.date
    own = _find(text, reference, replace(how, lang=None))
    return (*own, *(v for v in _find(text, reference, how) if v not in own))


@dataclass(frozen=True, slots=True)
class Habits:
    """How the sender of a mail writes: what settles forms that could be read in two ways."""

    lang: str | None
    region: str | None
    day_first: bool | None
    why: str


@by_identity(128)
def habits(message: Message) -> Habits:
    """The habits of a message's sender, from its country domain and its own unambiguous dates."""
    top = message.sender.email.rpartition(".")[2].casefold()
    region = {"uk": "GB", "gov": "US", "mil": "US", "edu": "US"}.get(
        top, top.upper() if top in _COUNTRIES else None
    )
    lang = message.lang
    if lang is None:
        likely, sure = guess(message.body or message.alternative or "")
        lang = likely[0] if sure else None
    if _DOTTED.search(message.body) or _DOTTED.search(message.alternative or ""):
        return Habits(lang, region, True, "the mail's other dates put the day first")
    if top in _DAY_FIRST:
        return Habits(lang, region, True, f"the sender's domain ends in .{top}: day first")
    if top in _MONTH_FIRST:
        return Habits(lang, region, False, f"the sender's domain ends in .{top}: month first")
    return Habits(lang, region, None, "")


@lru_cache(maxsize=128)
def _find(text: str, reference: datetime | None, how: Habits) -> tuple[Value, ...]:
    return find(
        text,
        reference=reference,
        lang=how.lang,
        region=how.region,
        day_first=how.day_first,
        day_first_why=how.why,
    )


def _shifted(value: Value, by: int) -> Value:
    return Value(
        kind=value.kind,
        text=value.text,
        start=value.start + by,
        end=value.end + by,
        reading=value.reading,
        ambiguous=value.ambiguous,
        subkind=value.subkind,
        mark=value.mark,
        why=value.why,
    )
