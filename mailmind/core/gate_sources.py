"""What a claim of a draft may rest on: resolved facts, and what stands in the mails of the thread.

Owned here: a value that a later message superseded is no source, a value that its sentence denies is
none either, and the date of one event never combines with the time of another.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mailmind.core.checks.citation import places
from mailmind.core.checks.compare import Match, compare, components
from mailmind.core.checks.context import CheckContext
from mailmind.core.checks.latest import Claim, Finding, later_word
from mailmind.core.checks.money import plain_currencies
from mailmind.core.checks.reading import OTHERS_WORDS, Part, parts, values_between, values_of
from mailmind.core.checks.topic import Topic, topic_of
from mailmind.core.modality import modality_at, weaker
from mailmind.core.negation import UNDENIABLE, denies
from mailmind.core.sentences import sentence_around
from mailmind.core.text import fold
from mailmind.core.values import Layer, Message, Modality, Value

_YEAR = re.compile(r"(?:19|20)\d\d|['’]\d\d\b")
_NAMED_PERIOD = re.compile(
    r"first|second|third|fourth|erste|zweite|dritte|vierte|premier|deuxième|troisième|quatrième|"
    r"primer|segundo|tercer|cuarto",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Standing:
    """One place of the thread where a claimed value stands."""

    message: Message
    part: Part
    value: Value
    match: Match

    @property
    def sentence(self) -> str:
        """The sentence around it."""
        start, end = sentence_around(self.part.text, self.value.start, self.value.end)
        return self.part.text[start:end]

    @property
    def topic(self) -> Topic:
        """What that sentence is about."""
        return topic_of(self.sentence)

    def modality(self, ctx: CheckContext) -> Modality:
        """How firmly it is said there."""
        return modality_at(
            self.part.text,
            self.value.start,
            self.value.end,
            forecasts=ctx.workflow.forecasts,
        )

    @property
    def layer(self) -> Layer:
        """Whose words it is in."""
        return self.part.layer_at(self.value.start, self.value.end)


@dataclass(frozen=True, slots=True)
class Support:
    """What the thread has for one claim."""

    code: str
    reason: str
    resolved: bool
    modality: Modality = Modality.STATED
    """The firmest way in which a source says it."""
    message_id: str = ""


def occurrences(claim: Value, ctx: CheckContext) -> Iterator[Standing]:
    """Every place of the thread that holds the claimed value, in any of its readings."""
    for message in ctx.messages:
        for part in parts(message):
            for value in values_of(message, part):
                match = agreement(claim, value, message)
                if match > Match.NUMBER_ONLY:
                    yield Standing(message, part, value, match)


def agreement(claim: Value, value: Value, message: Message) -> Match:
    """How well a draft's value agrees with one of a mail; copied text agrees with itself."""
    if claim.ambiguous or not claim.readings:
        copied = claim.kind == value.kind and fold(claim.text).text == fold(value.text).text
        absolute = any(c.isdigit() for c in claim.text)
        return Match.SAME if copied and absolute else _any_reading(claim, value, message)
    if not _YEAR.search(claim.text) and same_period(claim, value):
        return Match.SAME
    return compare(claim, value, plain=plain_currencies(message, value))


def same_period(claim: Value, value: Value) -> bool:
    """True where both name the same quarter or month; a year counts only where both give one."""
    if claim.kind != "daterange" or value.kind != "daterange":
        return False
    if compare(claim, value) is Match.SAME:
        return True
    both_dated = bool(_YEAR.search(claim.text) and _YEAR.search(value.text))
    named = any(c.isdigit() for c in claim.text) or bool(_NAMED_PERIOD.search(claim.text))
    return (
        named
        and not both_dated
        and all(
            (claim.reading.get(end) or "")[4:] == (value.reading.get(end) or "-")[4:]
            for end in ("from", "to")
        )
    )


def _any_reading(claim: Value, value: Value, message: Message) -> Match:
    """An ambiguous claim agrees where every reading of it does."""
    plain = plain_currencies(message, value)
    matches = [
        compare(Value(claim.kind, claim.text, 0, 0, r, mark=claim.mark), value, plain=plain)
        for r in claim.readings
    ]
    if not matches:
        return Match.DIFFERENT
    return min(matches) if min(matches) is Match.SAME else min(Match.ONE_READING, max(matches))


def support(claim: Value, ctx: CheckContext) -> Support:
    """What the messages of the thread say about a value of a draft."""
    found = list(occurrences(claim, ctx))
    sure = [s for s in found if s.match is Match.SAME]
    if not sure:
        return _joined(claim, ctx) or _both_ends(claim, ctx) or _unsure(found)
    standing = [s for s in _originals(sure) if not _denied(s)]
    if not standing:
        word = denies(sure[0].part.text, sure[0].value.start, sure[0].value.end, moment=True)
        return Support(
            "value.negated", f"{sure[0].message.message_id} denies it ({word!r})", resolved=False
        )
    findings = [(s, _later(s, claim, ctx)) for s in standing]
    current = [s for s, finding in findings if finding is None]
    if current:
        firmest = min((s.modality(ctx) for s in current), key=list(Modality).index)
        where = current[0].message.message_id
        return Support("value.equal", f"stands in {where}", True, firmest, where)
    first = next(f for _, f in findings if f is not None)
    code = "latest.superseded" if first.kind == "superseded" else "latest.open_proposal"
    reason = f"{first.by.message_id} says {first.text!r} ({first.why})"
    return Support(code, reason, resolved=False)


def _unsure(found: Sequence[Standing]) -> Support:
    if not found:
        return Support("value.absent", "stands in no source", resolved=False)
    best = max(found, key=lambda s: s.match)
    where = best.message.message_id
    if best.match is Match.CURRENCY_UNCLEAR:
        reason = f"{where} says {best.value.text!r}, which does not settle the currency"
        return Support("value.currency_unclear", reason, resolved=False)
    reason = f"{best.value.text!r} in {where} can be read in more than one way"
    return Support("value.ambiguous", reason, resolved=False)


def _originals(found: Sequence[Standing]) -> list[Standing]:
    """Own words where there are any: a quoted copy never outlives what it copies."""
    own = [s for s in found if s.layer not in OTHERS_WORDS]
    return own or list(found)


def _denied(standing: Standing) -> bool:
    if standing.value.kind in UNDENIABLE:
        return False
    value = standing.value
    return bool(denies(standing.part.text, value.start, value.end, moment=_is_moment(value)))


def _is_moment(value: Value) -> bool:
    return value.kind.startswith(("date", "time"))


def _later(standing: Standing, claimed: Value, ctx: CheckContext) -> Finding | None:
    """What later words do to a standing value; the own words around a quote are later than it."""
    # The date of a meeting outlives a new time: what is followed up is the claimed part alone.
    value = standing.value if claimed.ambiguous or not claimed.readings else claimed
    claim = Claim(value, standing.topic, standing.message, standing.part.name, standing.value.end)
    messages = ctx.messages
    if standing.layer in OTHERS_WORDS:
        place = messages.index(standing.message)
        older = Message(message_id=standing.message.message_id)
        claim = Claim(value, standing.topic, older, standing.part.name, standing.value.end)
        messages = (older, *messages[place:])
    return later_word(claim, messages)


def _joined(claim: Value, ctx: CheckContext) -> Support | None:
    """A date and a time of the draft that one event of the thread has, though not in one phrase."""
    if claim.kind != "datetime":
        return None
    stamp = claim.reading.get("value") or ""
    day, _, clock = stamp.partition("T")
    date_value = Value("date", day, 0, 0, {"value": day})
    time_value = Value("time", clock, 0, 0, {"value": clock})
    return joined_support(date_value, time_value, ctx)


def _both_ends(claim: Value, ctx: CheckContext) -> Support | None:
    """A range of the draft whose ends stand in one sentence of the thread, though not as a range."""
    ends = [
        Value(kind, claim.text, 0, 0, reading, mark=claim.mark)
        for kind, reading in components(claim.kind, claim.reading)
        if kind in _END_KINDS.get(claim.kind, ())
    ]
    if len(ends) != 2:
        return None
    low, high = ([s for s in occurrences(e, ctx) if s.match is Match.SAME] for e in ends)
    for one in low:
        if any(one.message is s.message and one.sentence == s.sentence for s in high):
            if _denied(one) or _later(one, ends[0], ctx) is not None:
                continue
            where = one.message.message_id
            return Support(
                "value.equal", f"both ends stand in {where}", True, one.modality(ctx), where
            )
    return None


_END_KINDS = {
    "moneyrange": ("money",),
    "daterange": ("date",),
    "timerange": ("time",),
    "datetimerange": ("datetime",),
}


def joined_support(day: Value, clock: Value, ctx: CheckContext) -> Support | None:
    """Where a date and a time belong to one event: said together, or the time was moved later."""
    days = [s for s in occurrences(day, ctx) if s.match is Match.SAME and not _denied(s)]
    clocks = [s for s in occurrences(clock, ctx) if s.match is Match.SAME and not _denied(s)]
    for on in days:
        for at in clocks:
            if (
                _one_event(on, at, ctx)
                and _later(at, clock, ctx) is None
                and _later(on, day, ctx) is None
            ):
                where = at.message.message_id
                modality = weaker(on.modality(ctx), at.modality(ctx))
                return Support("value.equal", f"stands in {where}", True, modality, where)
    return None


def _one_event(on: Standing, at: Standing, ctx: CheckContext) -> bool:
    if on.topic.conflicts(at.topic):
        return False
    if on.message is at.message and on.part.name == at.part.name:
        if on.sentence == at.sentence:
            return True
        days = {
            str(v.reading) for v in values_of(on.message, on.part) if v.kind in ("date", "datetime")
        }
        return len(days) == 1 or on.topic.shares(at.topic)
    order = list(ctx.messages)
    moved = order.index(at.message) > order.index(on.message)
    span = sentence_around(at.part.text, at.value.start, at.value.end)
    alone = not any(
        v.kind in ("date", "datetime", "daterange", "datetimerange")
        for v in values_between(at.message, at.part, *span)
    )
    # A later message that gives only a time speaks of the day that was agreed before.
    return moved and alone


def quotation_stands(quote: str, ctx: CheckContext) -> str:
    """The message in which a quoted passage stands, or an empty string."""
    for message in ctx.messages:
        if next(places(quote.strip(" .,;:!?…"), message), None) is not None:
            return message.message_id
    return ""
