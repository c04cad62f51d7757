"""Which sentences of a draft state something without a value that code could look up.

Owned here: a sentence counts as an assertion until code sees that it is none. A label of the model can
only make a sentence stricter, never milder.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from mailmind.core.checks.topic import topic_of
from mailmind.core.courtesy import closing_start, is_courtesy
from mailmind.core.gate_claims import MARKER, is_marked
from mailmind.core.modality import is_hedged
from mailmind.core.sentences import sentences
from mailmind.core.values import CheckedFact, DraftClaim, Sentence

_MARKERS = re.compile(re.escape(MARKER), re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Unit:
    """One sentence of a draft, its place and the label that it came with, if any."""

    text: str
    start: int
    end: int
    label: Sentence | None


@dataclass(frozen=True, slots=True)
class Problem:
    """Why nothing carries a sentence."""

    code: str
    reason: str
    fact_id: str | None = None

    @property
    def about_fact(self) -> bool:
        """True where the sentence names a fact that may not be used: that blocks whoever wrote it."""
        return self.code.startswith("fact.")


def assertions(
    text: str,
    labelled: Sequence[Sentence],
    claims: Sequence[DraftClaim],
    facts: Sequence[CheckedFact],
    *,
    names: Collection[str],
    lenient: bool,
) -> list[DraftClaim]:
    """The statements that no checkable value accounts for; with ``lenient`` they do not block."""
    by_id = {checked.fact.id: checked for checked in facts}
    closing = closing_start(text, names)
    found = []
    for unit in units(text, labelled):
        inside = [c for c in claims if c.start < unit.end and c.end > unit.start]
        problem = _problem(unit, inside, by_id, closing)
        if problem is not None:
            claim = DraftClaim(
                text=unit.text,
                cls="assertion",
                start=unit.start,
                end=unit.end,
                resolved=None if lenient and not problem.about_fact else False,
                marked=is_marked(text, unit.start, unit.end),
                code=problem.code,
                reason=problem.reason,
                fact_id=problem.fact_id,
            )
            found.append(claim)
    return found


def units(text: str, labelled: Sequence[Sentence]) -> tuple[Unit, ...]:
    """The sentences of a draft; a label belongs to the sentences that its text covers."""
    spans: list[tuple[int, int, Sentence]] = []
    at = 0
    for sentence in labelled:
        wanted = sentence.text.strip()
        found = text.find(wanted, at) if wanted else -1
        if found >= 0:
            spans.append((found, found + len(wanted), sentence))
            at = found + len(wanted)
    return tuple(
        Unit(text[a:b], a, b, next((s for x, y, s in spans if x <= a and b <= y), None))
        for a, b in sentences(text)
    )


def _problem(
    unit: Unit, inside: Sequence[DraftClaim], facts: Mapping[str, CheckedFact], closing: int
) -> Problem | None:
    label = unit.label
    asked = label is not None and label.kind == "question" and not is_statement(unit, closing)
    if label is not None and label.fact_ids and not (asked and set(label.fact_ids) <= set(facts)):
        return _fact_problem(label.fact_ids, unit, inside, facts)
    if not is_statement(unit, closing) or is_conjecture(unit):
        return None
    carried = any(c.fact_id is not None or not c.resolved for c in inside)
    if carried or (inside and label is None):
        return None  # its values are judged as claims of their own
    return Problem("assertion.unsupported", "no fact is given for it")


def is_statement(unit: Unit, closing: int) -> bool:
    """True unless code sees a question, a courtesy or the names below a closing formula."""
    text = _MARKERS.sub("", unit.text).strip()
    if not any(c.isalnum() for c in text) or unit.start >= closing:
        return False
    return not (text.endswith("?") or is_courtesy(text))


def is_conjecture(unit: Unit) -> bool:
    """Labelled as a conjecture and worded as one."""
    return unit.label is not None and unit.label.kind == "conjecture" and is_hedged(unit.text)


def _fact_problem(
    cited: Sequence[str],
    unit: Unit,
    inside: Sequence[DraftClaim],
    facts: Mapping[str, CheckedFact],
) -> Problem | None:
    """Why the facts that a label names do not carry its sentence."""
    for fact_id in cited:
        checked = facts.get(fact_id)
        if checked is None:
            reason = "it rests on something that is no fact of this thread"
            return Problem("fact.unknown", reason, fact_id)
        if not checked.state.resolved:
            reason = f"it rests on {_named(checked)}, which is {checked.state}"
            return Problem("fact.unresolved", reason, fact_id)
    if any(_related(unit, inside, facts[fact_id]) for fact_id in cited):
        return None
    first = facts[cited[0]]
    reason = f"it has nothing in common with {_named(first)}"
    return Problem("assertion.unrelated", reason, first.fact.id)


def _related(unit: Unit, inside: Sequence[DraftClaim], checked: CheckedFact) -> bool:
    """True where the sentence carries the fact's value, or shares a word with what it says."""
    fact = checked.fact
    if any(c.fact_id == fact.id for c in inside) or fact.value.casefold() in unit.text.casefold():
        return True
    return topic_of(unit.text).shares(topic_of(f"{fact.statement}\n{fact.quote}"))


def _named(checked: CheckedFact) -> str:
    """A fact as a person knows it."""
    fact = checked.fact
    name = fact.statement or str(fact.type)
    return name if fact.value in name else f"{name} ({fact.value!r})"
