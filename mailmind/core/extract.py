"""From what a model or a parser claims to core facts: names, identity, and what is no fact.

Owned here: the identity of a fact. It is a hash of its message, type, statement, value and quote,
so a decision that a person took survives every later run that reads the same thing again. What a
model wrote is never mended here: a raw fact becomes a fact as it stands or is rejected with a
reason.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from mailmind.core.envelope import Problem, RawFact
from mailmind.core.values import SEMANTIC, Fact, Layer, Message, Thread


@dataclass(frozen=True, slots=True)
class Rejected:
    """Something that a reply offered as a fact and that is none."""

    problem: Problem
    statement: str
    """What was claimed, for the person who reads the report."""

    def __str__(self) -> str:
        """One line for that report."""
        claimed = f" {self.statement!r}" if self.statement else ""
        return f"no fact:{claimed} ({self.problem})"


def aliases(thread: Thread) -> dict[str, str]:
    """The names that a prompt gives to the messages: ``m1`` is the oldest."""
    return {f"m{n}": message.message_id for n, message in enumerate(thread.messages, start=1)}


def fact_id(message: Message | None, fact: Fact) -> str:
    """The stable name of a fact, whoever extracted it and whenever.

    Args:
        message: the message that the fact names, or None where the thread has no such message.
        fact: its own ``id`` is not looked at.
    """
    origin = (message.sha256 if message else "") or fact.message_id
    parts = (origin, fact.type.value, fact.statement, fact.value, fact.quote)
    joined = "".join(f"{len(part)}:{part}" for part in parts)
    return "f_" + hashlib.sha256(joined.encode("utf-8", "surrogatepass")).hexdigest()[:10]


def named(message: Message | None, fact: Fact) -> Fact:
    """The fact under its stable name."""
    return replace(fact, id=fact_id(message, fact))


def facts_from(
    raw: Iterable[RawFact], thread: Thread, *, source: str
) -> tuple[tuple[Fact, ...], tuple[Rejected, ...], Mapping[str, str]]:
    """Core facts out of a reply that passed the schema gate.

    A message ID that the thread does not have is kept as written: the citation check then says
    ``message.unknown``, and a person sees what the model referred to.

    Returns:
        The facts, what is none and why, and the reply's own fact IDs mapped to the stable ones.
    """
    names = aliases(thread)
    facts: dict[str, Fact] = {}
    rejected: list[Rejected] = []
    ids: dict[str, str] = {}
    for position, item in enumerate(raw):
        what = _why_no_fact(item)
        where = names.get(item.message_id, item.message_id)
        fact = named(thread.message(where), _fact(item, where, source))
        if not what and fact.id in facts:
            what = Problem("fact_id", "the same fact is given twice")
        if what:
            path = f"facts.{position}.{what.path}"
            rejected.append(Rejected(Problem(path, what.what), item.statement or item.value))
        else:
            facts[fact.id] = fact
        if fact.id in facts:
            ids[item.fact_id] = fact.id
    return tuple(facts.values()), tuple(rejected), ids


def _why_no_fact(item: RawFact) -> Problem | None:
    if not item.quote.strip():
        return Problem("quote", "a fact without a quote is no fact")
    if not item.message_id.strip():
        return Problem("message_id", "a fact without a message is no fact")
    if item.type in SEMANTIC:
        for name in ("subject", "property", "disproof"):
            if not getattr(item, name).strip():
                return Problem(name, "without it this is a conjecture: nothing could disprove it")
    elif not item.value.strip():
        return Problem("value", f"a fact of type {item.type} needs its value")
    return None


def _fact(item: RawFact, message_id: str, source: str) -> Fact:
    return Fact(
        id="",
        type=item.type,
        statement=item.statement,
        value=item.value,
        quote=item.quote,
        message_id=message_id,
        confidence=item.confidence,
        modality=item.modality,
        layer=Layer(item.layer),
        source=source,
        subject=item.subject,
    )
