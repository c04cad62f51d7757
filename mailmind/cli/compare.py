"""``mailmind demo --compare-prompts``: what the grounding section of the prompts changes.

Owned here: the same mails, the same checks, the same counting on both sides; only the prompts differ.
"""

import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mailmind import bootstrap
from mailmind.core.prompts import prompt_hash
from mailmind.core.values import CheckedFact, State
from mailmind.pipeline import run
from mailmind.pipeline.events import ThreadDone
from mailmind.ports import ThreadOutcome

_NOWHERE = frozenset({"quote.fabricated", "quote.altered", "quote.empty"})
_ELSEWHERE = frozenset({"value.absent", "value.not_in_quote", "value.negated"})


@dataclass(frozen=True, slots=True)
class Side:
    """What a model proposed under one kind of prompt, and what became of it."""

    prompts: str
    """The hash of everything that the model was told beside the mail."""
    counts: Mapping[str, int]


ROWS: Mapping[str, str] = {
    "proposed": "facts proposed",
    "quote_nowhere": "quotes that stand nowhere",
    "value_not_quoted": "values that the quote does not say",
    "verified": "verified",
    "rejected": "rejected by code",
    "held": "held for a person",
}
"""What is counted, in the order in which it is told."""


def compare() -> tuple[int, Side, Side]:
    """Play both recordings of the bundled inbox; answers how many threads both have, and both sides."""
    with_it = {o.thread_id: o for o in _played("replies")}
    without = {o.thread_id: o for o in _played("replies-ungrounded")}
    both = sorted(with_it.keys() & without.keys())
    return (
        len(both),
        side((with_it[name] for name in both), prompts=prompt_hash()),
        side((without[name] for name in both), prompts=prompt_hash(grounding=False)),
    )


def _played(replies: str) -> Iterator[ThreadOutcome]:
    """What the pipeline makes of the threads that were recorded there."""
    with (
        tempfile.TemporaryDirectory(prefix="mailmind-demo-") as folder,
        bootstrap.demo(Path(folder), replies=replies) as bench,
    ):
        for event in run(bench):
            if isinstance(event, ThreadDone) and not event.outcome.failed:
                yield event.outcome


def side(outcomes: Iterable[ThreadOutcome], *, prompts: str) -> Side:
    """Count what a model proposed under these prompts; what parsers read is not its."""
    counts = Counter(dict.fromkeys(ROWS, 0))
    for outcome in outcomes:
        for checked in outcome.facts:
            if not checked.fact.source.startswith("markup:"):
                counts.update(_counted(checked))
    return Side(prompts, counts)


def sentence(told: Side) -> str:
    """All that was counted, in one line."""
    return ", ".join(f"{told.counts[name]} {words}" for name, words in ROWS.items())


def _counted(checked: CheckedFact) -> Iterator[str]:
    codes = {verdict.code for verdict in checked.verdicts}
    yield "proposed"
    if codes & _NOWHERE:
        yield "quote_nowhere"
    if codes & _ELSEWHERE:
        yield "value_not_quoted"
    if checked.state in (State.VERIFIED, State.REJECTED):
        yield str(checked.state)
    else:
        yield "held"


def as_data(threads: int, sides: Sequence[Side]) -> dict[str, object]:
    """The object that ``demo --compare-prompts --json`` prints; the side with grounding comes first."""
    return {
        "threads": threads,
        "runs": [
            {"grounding": grounding, "prompts": told.prompts, **told.counts}
            for grounding, told in zip((True, False), sides, strict=True)
        ],
    }


def lines(threads: int, with_it: Side, without: Side) -> Iterator[str]:
    """The comparison as a table for people."""
    yield f"What the prompts' grounding section changes, on {threads} threads of the demo"
    yield ""
    yield f"{'':<36}{'with it':>10}{'without':>10}"
    yield f"{'prompts':<36}{with_it.prompts[:8]:>10}{without.prompts[:8]:>10}"
    for name, words in ROWS.items():
        yield f"{words:<36}{with_it.counts[name]:>10}{without.counts[name]:>10}"
    yield ""
    yield "Both sides were written by hand after mistakes that models make: see"
    yield "fixtures/README.md. `mailmind record FOLDER`, once as it is and once with"
    yield "--without-grounding, records what a model of yours does with your mail."
