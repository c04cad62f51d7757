"""Is the value in the fact's own quote, as its own kind, and does the sentence around it assert it?

Owned here: the claim side has one strict reading, the source side all of its readings, and they are
compared as units. What is ambiguous, unreadable or only a bare number proves nothing.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from mailmind.core.checks.citation import Place, locate
from mailmind.core.checks.compare import Match, compare
from mailmind.core.checks.context import (
    CheckContext,
    article,
    cited,
    is_parsers_own,
    markup_path,
    noun,
    unknown_message,
    verdict,
)
from mailmind.core.checks.identifiers import identifier_verdict
from mailmind.core.checks.money import plain_currencies
from mailmind.core.checks.reading import parts, values_in_slice, values_of, values_touching
from mailmind.core.checks.statement import further
from mailmind.core.checks.weekday import wrong_weekday
from mailmind.core.negation import UNDENIABLE, denies
from mailmind.core.normalize import read
from mailmind.core.values import VALUE_KINDS, Fact, FactType, Message, Outcome, Value, Verdict
from mailmind.core.words import DAY_KINDS

_ISO_TIME = re.compile(r"(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?")
_ISO_DURATION = re.compile(r"P(?=.)(?:\d+[YMWD])*(?:T(?:\d+[HMS])+)?")
_WEEKDAY = re.compile(
    r"(?:mon|tues?|wed(?:nes)?|thur?s?|fri|sat(?:ur)?|sun)(?:day)?s?|mo|di|mi|do|fr|sa|so|"
    r"(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|sonnabends?|"
    r"lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|"
    r"lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo",
    re.IGNORECASE,
)
_CLOCK = re.compile(
    r"[\s,–—-]*(?:to |bis |à |a )?\d{1,2}(?:[:.h]\d\d)?\s*(?:[ap]\.?m\.?)?\W*", re.IGNORECASE
)
_MOMENTS = frozenset((FactType.DATE, FactType.TIME, FactType.DATETIME, FactType.RANGE))


def value(fact: Fact, ctx: CheckContext) -> Verdict:
    """The value check: the value itself, then the figures that the statement adds to it."""
    proven = quoted_value(fact, ctx)
    message = ctx.message(fact.message_id)
    if proven.outcome is not Outcome.PASS or message is None or is_parsers_own(fact, message):
        return proven
    own = claim_values(fact, message)
    unproven = further(fact, own, locate(fact, ctx)[0], ctx)
    if unproven is None:
        return proven
    reason = f"{proven.reason}, but the statement also says {unproven.reason}"
    return replace(
        proven,
        outcome=unproven.outcome,
        code=unproven.code,
        reason=reason,
        extra=unproven.extra,
    )


def quoted_value(fact: Fact, ctx: CheckContext) -> Verdict:
    """The value check for the value alone, whatever the statement says."""
    message = ctx.message(fact.message_id)
    if message is None:
        return unknown_message("value", fact)
    spots = locate(fact, ctx)
    if spots and (path := markup_path(fact, message)):
        reason = f"the mail says so for machines ({path})"
        return verdict("value", Outcome.PASS, "value.equal", reason, evidence=spots[0].evidence)
    if not spots:
        return verdict(
            "value",
            Outcome.NOT_RUN,
            "not_run",
            "the quote does not stand, so its value is not read",
        )
    if fact.type in (FactType.ID, FactType.PHONE):
        return identifier_verdict(fact, message, spots)
    claims = claim_values(fact, message)
    if not claims:
        reason = f"{fact.value!r} cannot be read as {article(fact.type)}"
        return verdict("value", Outcome.UNSURE, "value.unreadable", reason)
    claim = claims[0]
    if len(claims) > 1 or claim.ambiguous or all(v is None for v in claim.reading.values()):
        reason = f"{fact.value!r} can be read in more than one way"
        return verdict("value", Outcome.UNSURE, "value.ambiguous", reason)
    return _judge(fact, claim, spots, ctx)


def claim_values(fact: Fact, message: Message | None) -> tuple[Value, ...]:
    """The fact's value as typed values: one strict reading, or it proves nothing."""
    text = fact.value.strip()
    if fact.type is FactType.TIME and _ISO_TIME.fullmatch(text):
        # Written as ISO 8601 it is on 24 hours, where a mail's own 11:30 may be either.
        return (Value("time", text, 0, len(text), {"value": text}),)
    if fact.type is FactType.DURATION and _ISO_DURATION.fullmatch(text):
        return (Value("duration", text, 0, len(text), {"value": text}),)
    kinds = VALUE_KINDS.get(fact.type, ())
    reference = message.date if message else None
    if fact.type is FactType.RANGE and (hours := _iso_range(text)):
        return hours
    return read(text, kinds, reference=reference) if kinds else ()


def _iso_range(text: str) -> tuple[Value, ...]:
    """Two clock times of ISO 8601 with a slash between, which are on 24 hours as one alone is."""
    begin, _, end = text.partition("/")
    if not (_ISO_TIME.fullmatch(begin) and _ISO_TIME.fullmatch(end)):
        return ()
    return (Value("timerange", text, 0, len(text), {"from": begin, "to": end}),)


def _judge(fact: Fact, claim: Value, spots: Sequence[Place], ctx: CheckContext) -> Verdict:
    best, where, spot = Match.DIFFERENT, None, spots[0]
    for place in spots:
        for candidate in candidates(place):
            plain = plain_currencies(place.message, candidate)
            match = compare(claim, candidate, plain=plain)
            if match > best:
                best, where, spot = match, candidate, place
    if best is Match.DIFFERENT and _joined(claim, spots[0]):
        return verdict("value", Outcome.PASS, "value.equal", "the quote gives this date and this time",
                       evidence=spots[0].evidence)  # fmt: skip
    if where is None or best is Match.DIFFERENT:
        return _missing(fact, claim, spots, ctx)
    if best is Match.SAME:
        return _asserted(fact, spots, spot, where)
    reasons = {
        Match.ONE_READING: (
            "value.ambiguous",
            f"{cited(where.text)} can be read in more than one way",
        ),
        Match.NUMBER_ONLY: (
            "value.ambiguous",
            f"{cited(where.text)} is a bare number: nothing in the quote makes it {article(fact.type)}",
        ),
        Match.YEAR_UNKNOWN: (
            "value.ambiguous",
            f"{cited(where.text)} names no year, and the mail does not tell which it is",
        ),
        Match.CURRENCY_UNCLEAR: (
            "value.currency_unclear",
            f"the mail says {cited(where.text)}, which does not settle the currency",
        ),
    }
    code, reason = reasons[best]
    return verdict("value", Outcome.UNSURE, code, reason, evidence=spot.evidence)


def candidates(place: Place) -> Iterable[Value]:
    """The values that a quote holds: those of the whole text that lie in it.

    A value that reaches beyond the quote counts only where the quote by itself reads the same, so that
    neither a cut year nor a cut number can prove anything.
    """
    near = values_touching(place.message, place.part, place.start, place.end)
    crossing = False
    for found in near:
        if _inside(found, place):
            yield found
        else:
            crossing = True
            yield from _day_inside(found, place)
            for alone in values_in_slice(place.message, place.part, place.start, place.end):
                if alone.readings and _part_of(alone, found):
                    yield alone
    if not crossing:
        covered = [v for v in near if place.start <= v.start and v.end <= place.end]
        if not covered:
            yield from values_in_slice(place.message, place.part, place.start, place.end)


def _day_inside(found: Value, place: Place) -> Iterable[Value]:
    """The day of a moment or a range of hours, where only its last clock time is cut off."""
    stamp = found.reading.get("value") or found.reading.get("from") or ""
    outside = place.part.text[max(place.end, found.start) : found.end]
    starts_inside = place.start <= found.start < place.end
    if "T" in stamp and starts_inside and not found.ambiguous and _CLOCK.fullmatch(outside):
        day = stamp.partition("T")[0]
        yield Value("date", found.text, found.start, place.end, {"value": day}, why=found.why)


def _inside(found: Value, place: Place) -> bool:
    """True where the quote holds all that makes the value; a weekday beside it may stand outside."""
    if found.end <= place.start or found.start >= place.end:
        return False
    text = place.part.text
    outside = (
        text[found.start : max(found.start, place.start)]
        + " "
        + text[min(found.end, place.end) : found.end]
    )
    words = re.findall(r"\w+", outside)
    return all(_WEEKDAY.fullmatch(word) for word in words)


def _part_of(piece: Value, whole: Value) -> bool:
    single = Value(piece.kind, piece.text, piece.start, piece.end, piece.readings[0])
    return compare(single, whole) is Match.SAME


def _joined(claim: Value, place: Place) -> bool:
    """A date and a time that stand apart in one quote, each the only one of its kind."""
    if claim.kind != "datetime":
        return False
    found = list(candidates(place))
    days = [v for v in found if v.kind == "date"]
    clocks = [v for v in found if v.kind == "time"]
    if len(days) != 1 or len(clocks) != 1 or days[0].ambiguous or clocks[0].ambiguous:
        return False
    if denies(place.part.text, days[0].start, days[0].end, moment=True):
        return False
    stamp = f"{days[0].reading.get('value')}T{clocks[0].reading.get('value')}"
    return compare(claim, Value("datetime", stamp, 0, 0, {"value": stamp})) is Match.SAME


def _asserted(fact: Fact, spots: Sequence[Place], spot: Place, found: Value) -> Verdict:
    """The value stands there: does its sentence assert it, wherever the quote stands?"""
    if fact.type not in UNDENIABLE:
        words = [w for place in spots for w in _denials(fact, place, found)]
        if words and all(words):
            reason = f"the sentence denies {cited(found.text)} ({words[0]!r})"
            return verdict("value", Outcome.FAIL, "value.negated", reason, evidence=spot.evidence)
        if any(words):
            reason = f"the quote stands more than once, and one place denies {cited(found.text)}"
            return verdict("value", Outcome.UNSURE, "value.negated", reason, evidence=spot.evidence)
    if wrong := wrong_weekday(spot.part.text, found):
        return verdict("value", Outcome.UNSURE, "value.ambiguous", wrong, evidence=spot.evidence)
    reason = f"the quote says {cited(found.text)}"
    if (meant := found.reading.get("value")) and fact.type in _MOMENTS and meant not in found.text:
        reason += f", which is {meant}"
    if found.why:
        reason += f" ({found.why})"
    return verdict("value", Outcome.PASS, "value.equal", reason, evidence=spot.evidence)


def _denials(fact: Fact, place: Place, found: Value) -> list[str]:
    text = place.part.text
    same = [v for v in candidates(place) if v.text == found.text and v.kind == found.kind]
    return [denies(text, v.start, v.end, moment=fact.type in _MOMENTS) for v in same]


def _missing(fact: Fact, claim: Value, spots: Sequence[Place], ctx: CheckContext) -> Verdict:
    """The value is not in the quote: say what is there and where the value is."""
    message = spots[0].message
    says = _says(claim, spots)
    if (loose := _undated(claim, spots)) is not None:
        reason = f"the mail has no date from which {cited(loose.text)} could be worked out"
        return verdict(
            "value", Outcome.UNSURE, "value.ambiguous", reason, evidence=spots[0].evidence
        )
    if stands_in(claim, message):
        reason = f"{says}; {fact.value!r} stands elsewhere in {message.message_id}"
        return verdict("value", Outcome.FAIL, "value.not_in_quote", reason,
                       evidence=spots[0].evidence, found_in=message.message_id)  # fmt: skip
    others = [m.message_id for m in ctx.messages if m is not message and stands_in(claim, m)]
    extra = {"found_in": others[0]} if others else {}
    where = f"stands in {others[0]}" if others else "stands in no message"
    reason = f"{says}; {fact.value!r} {where}"
    return verdict(
        "value", Outcome.FAIL, "value.absent", reason, evidence=spots[0].evidence, **extra
    )


def _undated(claim: Value, spots: Sequence[Place]) -> Value | None:
    """A relative moment of the quote that has no reading because nothing says when it was written."""
    if claim.kind not in DAY_KINDS:
        return None
    undated = (p for p in spots if p.message.date is None)
    touched = (v for p in undated for v in values_of(p.message, p.part)
               if v.start < p.end and v.end > p.start)  # fmt: skip
    return next((v for v in touched if v.kind in DAY_KINDS and not v.readings), None)


def _says(claim: Value, spots: Sequence[Place]) -> str:
    same_kind = [v.text for p in spots for v in candidates(p) if v.kind == claim.kind]
    others = [v.text for p in spots for v in candidates(p)]
    if same_kind:
        return f"the quote says {cited(same_kind[0])}"
    only = f", only {cited(others[0])}" if others else ""
    return f"the quote gives no {noun(claim.kind)}{only}"


def stands_in(claim: Value, message: Message) -> bool:
    """True where any part of the message holds the value, in any reading."""
    return any(
        compare(claim, v, plain=plain_currencies(message, v)) > Match.NUMBER_ONLY
        for part in parts(message)
        for v in values_of(message, part)
    )
