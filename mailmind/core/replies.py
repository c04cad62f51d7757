"""A reply's text to typed results, by task: the one door from a model into the pipeline.

Owned here: whatever a reply refers to must exist. Facts and messages that a prompt named come back
under their own names; a judgement of a fact that was not asked about, or two judgements of one,
voids the reply, since nobody can tell then which is which. What was asked and not answered is
listed.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pydantic_core import from_json

from mailmind.core.dialogue import Ask, Task
from mailmind.core.envelope import (
    Envelope,
    Problem,
    SchemaError,
    cross_reply,
    envelope,
)
from mailmind.core.extract import Rejected, aliases, facts_from
from mailmind.core.gate_claims import MARKER
from mailmind.core.values import Fact, Sentence


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """Something the thread does not answer, and the evidence that is missing."""

    question: str
    missing: str


@dataclass(frozen=True, slots=True)
class Extracted:
    """EXTRACT and CONSISTENCY: the facts, and what was offered as one and is none."""

    facts: tuple[Fact, ...]
    rejected: tuple[Rejected, ...]
    questions: tuple[OpenQuestion, ...] = ()


@dataclass(frozen=True, slots=True)
class Judgement:
    """GROUND: what the model says of one fact, and the sentence that decides it."""

    fact_id: str
    verdict: str
    """supported, contradicted or not_found."""
    quote: str
    message_id: str
    missing: str = ""
    """The evidence that would settle it, where it is not supported."""


@dataclass(frozen=True, slots=True)
class Grounded:
    """GROUND: judgements of facts that were asked about, and the facts left without one."""

    judgements: tuple[Judgement, ...]
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SecondReading:
    """CROSS: what another reader read where a fact stands; a value of None abstains."""

    fact_id: str
    value: str | None
    quote: str
    message_id: str
    shown: bool = False
    """It had abstained, and was asked once more with the proposed value before it."""


@dataclass(frozen=True, slots=True)
class Crossed:
    """CROSS: second readings of facts that were asked about, and the facts left without one."""

    readings: tuple[SecondReading, ...]
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Drafted:
    """DRAFT: the sentences with their kinds and facts, and what the reply must ask."""

    sentences: tuple[Sentence, ...]
    questions: tuple[OpenQuestion, ...] = ()

    @property
    def text(self) -> str:
        """The draft as one text. A courtesy that opens or closes it is a paragraph of its own; a sentence
        with a marker has its line for itself, since a marker speaks for the whole of its line.
        """
        lines = ""
        for sentence, before in zip(self.sentences, (None, *self.sentences), strict=False):
            if before is None or "courtesy" in (sentence.kind, before.kind):
                lines += "\n\n"
            else:
                lines += "\n" if _is_marked(sentence) or _is_marked(before) else " "
            lines += sentence.text.strip()
        return lines.strip()


def _is_marked(sentence: Sentence) -> bool:
    return MARKER in sentence.text.casefold()


_SHOWN = 3

Reply = Extracted | Grounded | Crossed | Drafted


@dataclass(frozen=True, slots=True)
class ReplyError:
    """A reply that does not exist for the pipeline, and everything that is wrong with it."""

    problems: tuple[Problem, ...]

    def __str__(self) -> str:
        """The first problems in one line; a reply that is no reply at all has dozens."""
        shown = "; ".join(str(problem) for problem in self.problems[:_SHOWN])
        more = len(self.problems) - _SHOWN
        return f"{shown}; and {more} more" if more > 0 else shown


def parse_reply(task: Task, text: str, ask: Ask, *, source: str = "") -> Reply | ReplyError:
    """What a reply says, or why it says nothing.

    Args:
        task: what was asked.
        text: the reply, exactly as it came.
        ask: the question it answers; its thread and facts are what the reply may refer to.
        source: what extracted facts carry as their source.
    """
    try:
        if task is Task.CROSS:
            return _crossed(text, ask)
        reply = envelope(text)
        _expect_task(task, reply)
        if task is Task.GROUND:
            return _grounded(reply, ask)
        if task is Task.DRAFT:
            return _drafted(reply)
        facts, rejected, _ = facts_from(reply.facts, ask.thread, source=source)
        return Extracted(facts, rejected, _questions(reply))
    except SchemaError as error:
        return ReplyError(error.problems)


_ENVELOPE_TASK = {
    Task.EXTRACT: "extract",
    Task.CONSISTENCY: "extract",
    Task.GROUND: "ground",
    Task.DRAFT: "draft",
}


def _expect_task(task: Task, reply: Envelope) -> None:
    wanted = _ENVELOPE_TASK[task]
    if reply.task != wanted:
        raise SchemaError([Problem("task", f"answers {reply.task!r}, was asked {wanted!r}")])


def _grounded(reply: Envelope, ask: Ask) -> Grounded:
    names = aliases(ask.thread)
    missing = _unanswered("checks", [c.fact_id for c in reply.checks], ask.facts)
    judgements = tuple(
        Judgement(c.fact_id, c.verdict, c.quote, names.get(c.message_id, c.message_id), c.missing)
        for c in reply.checks
    )
    return Grounded(judgements, missing)


def _crossed(text: str, ask: Ask) -> Crossed:
    reply = cross_reply(text)
    names = aliases(ask.thread)
    missing = _unanswered("readings", [r.fact_id for r in reply.readings], ask.facts)
    readings = tuple(
        SecondReading(
            r.fact_id,
            None if r.abstain or not r.value.strip() else r.value,
            r.quote,
            names.get(r.message_id, r.message_id),
        )
        for r in reply.readings
    )
    return Crossed(readings, missing)


def _unanswered(where: str, answered: Sequence[str], asked: Iterable[Fact]) -> tuple[str, ...]:
    ids = [fact.id for fact in asked]
    counts = Counter(answered)
    problems = [
        Problem(
            f"{where}.{position}.fact_id",
            f"{name!r} {'is answered twice' if name in ids else 'was not asked about'}",
        )
        for position, name in enumerate(answered)
        if name not in ids or counts[name] > 1
    ]
    if problems:
        raise SchemaError(problems)
    return tuple(name for name in ids if name not in counts)


def _drafted(reply: Envelope) -> Drafted:
    """The sentences as labelled. A fact that is not resolved is the gate's to stop, not ours."""
    if not reply.reply:
        raise SchemaError([Problem("reply", "a draft without a sentence")])
    sentences = tuple(Sentence(s.text, s.kind, tuple(s.fact_ids)) for s in reply.reply)
    return Drafted(sentences, _questions(reply))


def written_so_far(text: str) -> str:
    """The words of a draft whose reply is still coming in; empty where none has come yet.

    For eyes only: what counts is the whole reply, once it has passed the schema gate.
    """
    start = text.find("{")
    try:
        data = from_json(text[max(start, 0) :], allow_partial="trailing-strings")
    except ValueError:
        return ""
    rows = data.get("reply") if isinstance(data, dict) else None
    rows = rows if isinstance(rows, list) else []
    said = [row.get("text") for row in rows if isinstance(row, dict)]
    return " ".join(" ".join(words for words in said if isinstance(words, str)).split())


def _questions(reply: Envelope) -> tuple[OpenQuestion, ...]:
    return tuple(OpenQuestion(q.question, q.missing) for q in reply.questions)
