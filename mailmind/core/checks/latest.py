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
from mailmind.core.checks.context import CheckContext, cited, unknown_message, verdict
from mailmind.core.checks.reading import Part, parts, values_between, values_of
from mailmind.core.checks.topic import Topic, topic_of
from mailmind.core.checks.value import candidates, claim_values
from mailmind.core.memo import by_identity
from mailmind.core.modality import is_open, modality_of
from mailmind.core.negation import cancels, replaces
from mailmind.core.sentences import sentence_around, sentences
from mailmind.core.text import running
from mailmind.core.values import DAY_KINDS, Fact, Message, Outcome, Value, Verdict

_MOMENT_KINDS = frozenset(("date", "time", "datetime", "daterange", "timerange", "datetimerange"))
_HAS_CLOCK = frozenset(("time", "datetime", "timerange", "datetimerange"))

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
    r"\b(?:sorry|correction|i meant|scratch that|should (?:have )?(?:been|read)|oops|typo|my mistake|"
    r"(?:for|about) the (?:confusion|mistake|error)|korrektur|entschuldig\w+|irrtum|richtig ist|ich meinte|"
    r"pardon|désolée?|je voulais dire|perdón|quise decir)\b",
    re.IGNORECASE,
)
_SHORT = 12
"""Words; a sentence that only corrects needs not repeat what it corrects."""


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
        newer = "" if finding.by is message else ", which is newer,"
        reason = (
            f"{finding.by.message_id}{newer} says {cited(finding.text)} about the same thing "
            f"({finding.why})"
        )
        return verdict(
            "latest", Outcome.FAIL, "latest.superseded", reason, by=finding.by.message_id
        )
    reason = f"{finding.by.message_id} {finding.why}: {cited(finding.text)}"
    return verdict(
        "latest", Outcome.UNSURE, "latest.open_proposal", reason, by=finding.by.message_id
    )


def _claim(fact: Fact, value: Value, place: Place) -> Claim:
    start, end = sentence_around(place.part.text, place.start, place.end)
    # Each text on its own: a list without full stops is one long sentence, read once for all its facts.
    said = topic_of(place.part.text[start:end])
    topic = said | topic_of(fact.statement) | topic_of(fact.subject)
    mine = [v.end for v in candidates(place) if compare(value, v) >= Match.CURRENCY_UNCLEAR]
    end = max(mine, default=place.end)
    return Claim(value, topic, place.message, place.part.name, end)


def later_word(claim: Claim, messages: Sequence[Message]) -> Finding | None:
    """The last thing that later own words say about the claim's matter; None where it stands."""
    position = next((i for i, m in enumerate(messages) if m is claim.message), len(messages))
    finding = _inside(claim)
    background = topic_of(" ".join(m.subject for m in messages[: position + 1]))
    for message in messages[position + 1 :]:
        part = parts(message)[0]
        for start, end in sentences(part.text):
            if part.inside_own(start, end):
                finding = _follow(finding, claim, _Said(message, part, start, end), background)
    return finding


@dataclass(frozen=True, slots=True)
class _Said:
    """One later sentence."""

    message: Message
    part: Part
    start: int
    end: int

    @property
    def text(self) -> str:
        return running(self.part.text[self.start : self.end])

    def rivals(self, claim: Claim) -> list[Value]:
        """Values of the claim's property that the sentence puts forward, not those that it replaces."""
        found = _comparable(claim, self.message, self.part, (self.start, self.end))
        return [v for v in found if not replaces(self.part.text, v.start)]


def _follow(
    finding: Finding | None, claim: Claim, said: _Said, background: Topic
) -> Finding | None:
    """What one later sentence makes of what was found so far."""
    topic = topic_of(said.text)
    if claim.topic.conflicts(topic):
        return finding
    values = said.rivals(claim)
    asked = is_open(modality_of(said.text))
    if any(compare(claim.value, v) >= Match.CURRENCY_UNCLEAR for v in values):
        return finding if asked else None
    unnamed = not topic.events
    if not values:
        off = _is_moment(claim.value) and cancels(said.text)
        if off and (unnamed or claim.topic.shares(topic)):
            return Finding("superseded", said.message, said.text, "it is called off")
        return finding
    related = claim.topic.shares(topic) or (unnamed and bool(_CHANGE.search(said.text)))
    if asked:
        matters = related or unnamed or background.shares(topic)
        opened = Finding("open", said.message, values[0].text, "asks or proposes")
        return opened if matters else finding
    return _changed(finding, claim, said, values, related=related) or finding


def _changed(
    finding: Finding | None, claim: Claim, said: _Said, values: Sequence[Value], *, related: bool
) -> Finding | None:
    """What a later sentence that states another value does to the claim."""
    text = values[0].text
    if finding is not None and finding.kind == "open" and _takes_up(values, finding):
        return Finding("superseded", said.message, text, "the proposal was taken")
    if related and _CHANGE.search(said.text):
        return Finding("superseded", said.message, text, "it speaks of a change")
    topic = topic_of(said.text)
    same = claim.topic.events & topic.events or claim.topic.ids & topic.ids
    if same and finding is None:
        return Finding("open", said.message, text, "gives another value for what may be the same")
    return None


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
    for start, end in _corrections(part):
        if end <= claim.end:
            continue
        start = max(start, claim.end)  # noqa: PLW2901
        sentence = running(part.text[start:end])
        values = list(_comparable(claim, claim.message, part, (start, end)))
        differing = [v for v in values if compare(claim.value, v) is Match.DIFFERENT]
        topic = topic_of(sentence)
        about = claim.topic.shares(topic) or len(sentence.split()) <= _SHORT
        corrects = about and _CORRECTION.search(sentence) and not claim.topic.conflicts(topic)
        if differing and corrects:
            return Finding(
                "superseded", claim.message, differing[0].text, "the message corrects itself"
            )
    return None


@by_identity(64)
def _corrections(part: Part) -> tuple[tuple[int, int], ...]:
    """The sender's own sentences that correct something: found once, not for every fact again."""
    return tuple(
        (start, end)
        for start, end in sentences(part.text)
        if part.inside_own(start, end) and _CORRECTION.search(running(part.text[start:end]))
    )


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
            claim.kind in DAY_KINDS and other.kind in DAY_KINDS
        )
    money = ("money", "moneyrange")
    return claim.kind == other.kind or (claim.kind in money and other.kind in money)


def _is_moment(value: Value) -> bool:
    return value.kind in _MOMENT_KINDS
