"""Does a newer message of the thread say otherwise about the same thing?

Owned here: only the sender's own later words about the same thing supersede. Another event's time,
another order's amount, a quoted old value or a signature never do; a question or a proposal leaves the
older value open, for a person to look at.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mailmind.core.checks.citation import Place, locate
from mailmind.core.checks.compare import Match, compare
from mailmind.core.checks.context import CheckContext, unknown_message, verdict
from mailmind.core.checks.reading import Part, parts, values_between, values_of
from mailmind.core.checks.topic import Topic, topic_of
from mailmind.core.checks.value import claim_values
from mailmind.core.modality import is_open, modality_of
from mailmind.core.negation import cancels, replaces
from mailmind.core.sentences import sentence_around, sentences
from mailmind.core.values import Fact, Message, Outcome, Value, Verdict

_MOMENT_KINDS = frozenset(("date", "time", "datetime", "daterange", "timerange", "datetimerange"))
_HAS_CLOCK = frozenset(("time", "datetime", "timerange", "datetimerange"))
_HAS_DAY = frozenset(("date", "datetime", "daterange", "datetimerange"))

_CHANGE = re.compile(
    r"\b(?:moved?|moving|rescheduled?|postponed?|pushed|brought forward|delayed|shifted|chang(?:e|es|ed|ing)|"
    r"instead|correct(?:ed|ion)|actually|updated?|revised?|new (?:time|date|amount|price|total|departure)|"
    r"wrong|mistake|typo|should (?:have )?(?:been|read|be)|meant|confusion|now|make it|rather|"
    r"verschoben|verlegt|geändert|korrigiert|korrektur|stattdessen|neue[rs]? (?:termin|zeit|preis|betrag)|"
    r"irrtum|richtig ist|nun|jetzt|doch|"
    r"déplacée?|reportée?|décalée?|modifiée?|corrigée?|correction|erreur|désormais|plutôt|avancée?|"
    r"movid[oa]|cambiad[oa]|aplazad[oa]|pospuest[oa]|corregid[oa]|corrección|error|ahora|adelantad[oa])\b",
    re.IGNORECASE,
)
_CORRECTION = re.compile(
    r"\b(?:sorry|correction|correct(?:ed|ing)?|i meant|scratch that|should (?:have )?(?:been|read)|oops|typo|"
    r"mistake|confusion|apolog\w+|korrektur|entschuldig\w+|sorry|irrtum|richtig ist|ich meinte|"
    r"pardon|désolée?|erreur|je voulais dire|perdón|disculp\w+|error|quise decir)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Claim:
    """A value with what it is about and where it was said."""

    value: Value
    topic: Topic
    message: Message
    part: str
    end: int


@dataclass(frozen=True, slots=True)
class Finding:
    """What later words do to a value: ``superseded``, ``open`` or nothing."""

    kind: str
    by: Message
    text: str
    why: str


def latest(fact: Fact, ctx: CheckContext) -> Verdict:
    """The latest-word check."""
    message = ctx.message(fact.message_id)
    if message is None:
        return unknown_message("latest", fact)
    spots = locate(fact, ctx)
    claims = claim_values(fact, message)
    if not spots or not claims:
        return verdict(
            "latest",
            Outcome.NOT_RUN,
            "not_run",
            "without quote and value there is nothing to follow up",
        )
    claim = _claim(fact, claims[0], spots[0])
    finding = later_word(claim, ctx.messages)
    if finding is None:
        return verdict("latest", Outcome.PASS, "latest.current", "no later message says otherwise")
    if finding.kind == "superseded":
        reason = (
            f"{finding.by.message_id} says {finding.text!r} about the same thing ({finding.why})"
        )
        return verdict(
            "latest", Outcome.FAIL, "latest.superseded", reason, by=finding.by.message_id
        )
    reason = f"{finding.by.message_id} {finding.why}: {finding.text!r}"
    return verdict(
        "latest", Outcome.UNSURE, "latest.open_proposal", reason, by=finding.by.message_id
    )


def _claim(fact: Fact, value: Value, place: Place) -> Claim:
    start, end = sentence_around(place.part.text, place.start, place.end)
    about = f"{fact.statement}\n{fact.subject}\n{place.part.text[start:end]}"
    return Claim(value, topic_of(about), place.message, place.part.name, place.end)


def later_word(claim: Claim, messages: Sequence[Message]) -> Finding | None:
    """The last thing that later own words say about the claim's matter; None where it stands."""
    position = next((i for i, m in enumerate(messages) if m is claim.message), len(messages))
    finding = _inside(claim)
    background = topic_of(" ".join(m.subject for m in messages[: position + 1]))
    for message in messages[position + 1 :]:
        for part in parts(message)[:1]:
            for start, end in sentences(part.text):
                if part.inside_own(start, end):
                    finding = _follow(finding, claim, message, part, (start, end), background)
    return finding


def _follow(
    finding: Finding | None,
    claim: Claim,
    message: Message,
    part: Part,
    span: tuple[int, int],
    background: Topic,
) -> Finding | None:
    """What one later sentence makes of what was found so far."""
    sentence = part.text[span[0] : span[1]]
    topic = topic_of(sentence)
    if claim.topic.conflicts(topic):
        return finding
    values = [
        v for v in _comparable(claim, message, part, span) if not replaces(part.text, v.start)
    ]
    asked = is_open(modality_of(sentence))
    if any(compare(claim.value, v) >= Match.CURRENCY_UNCLEAR for v in values):
        return finding if asked else None
    related = claim.topic.shares(topic) or (not topic.events and bool(_CHANGE.search(sentence)))
    if not values:
        if (
            _is_moment(claim.value)
            and cancels(sentence)
            and (claim.topic.shares(topic) or not topic.events)
        ):
            return Finding("superseded", message, sentence, "cancelled")
        return finding
    text = values[0].text
    if asked:
        open_matter = related or background.shares(topic) or not topic.events
        return Finding("open", message, text, "asks or proposes") if open_matter else finding
    if finding is not None and finding.kind == "open" and _takes_up(values, finding):
        return Finding("superseded", message, text, "the proposal was taken")
    if _CHANGE.search(sentence) and related:
        return Finding("superseded", message, text, "it says that something changed")
    if claim.topic.events & topic.events or claim.topic.ids & topic.ids:
        return finding or Finding(
            "open", message, text, "gives another value for what may be the same"
        )
    return finding


def _takes_up(values: Sequence[Value], finding: Finding) -> bool:
    """True where one of the values is the one that was proposed."""
    proposed = [v for v in values_of(finding.by, parts(finding.by)[0]) if v.text == finding.text]
    return any(compare(_single(p), v) is Match.SAME for p in proposed for v in values)


def _single(value: Value) -> Value:
    readings = value.readings or (value.reading,)
    return Value(value.kind, value.text, value.start, value.end, readings[0])


def _inside(claim: Claim) -> Finding | None:
    """A correction further down in the same message."""
    part = next((p for p in parts(claim.message) if p.name == claim.part), None)
    if part is None:
        return None
    for start, end in sentences(part.text):
        if start < claim.end or not part.inside_own(start, end):
            continue
        sentence = part.text[start:end]
        values = list(_comparable(claim, claim.message, part, (start, end)))
        differing = [v for v in values if compare(claim.value, v) is Match.DIFFERENT]
        if (
            differing
            and _CORRECTION.search(sentence)
            and not claim.topic.conflicts(topic_of(sentence))
        ):
            return Finding(
                "superseded", claim.message, differing[0].text, "the message corrects itself"
            )
    return None


def _comparable(
    claim: Claim, message: Message, part: Part, span: tuple[int, int]
) -> Iterator[Value]:
    """Values of a sentence that could be another value of the claim's property."""
    for value in values_between(message, part, *span):
        if _same_property(claim.value, value):
            yield value


def _same_property(claim: Value, other: Value) -> bool:
    if claim.kind in _MOMENT_KINDS:
        # A later time alone leaves the date as it was, and a later date alone the time.
        return (claim.kind in _HAS_CLOCK and other.kind in _HAS_CLOCK) or (
            claim.kind in _HAS_DAY and other.kind in _HAS_DAY
        )
    money = ("money", "moneyrange")
    return claim.kind == other.kind or (claim.kind in money and other.kind in money)


def _is_moment(value: Value) -> bool:
    return value.kind in _MOMENT_KINDS
