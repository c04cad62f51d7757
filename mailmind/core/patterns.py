"""Mistakes that a model makes again and again, by kind and by the sender's domain.

Owned here: a pattern is counted, never guessed, and a rule is only a proposal. Nothing changes a prompt
until a person has accepted the rule into the file that ``model.rules`` names.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from mailmind.core.values import CheckedFact, Outcome, Thread

_RULES = {
    "value.absent": "copy values exactly as the mail writes them; values were given that stand nowhere",
    "value.not_in_quote": "choose as quote the sentence that holds the value itself",
    "value.negated": "a negated sentence is no source for what it denies",
    "value.unreadable": "write the value as the mail writes it, and nothing else into the field",
    "value.ambiguous": "quote the words that settle day and month, or morning and afternoon, if any",
    "value.currency_unclear": "copy the currency as written; add none that the mail does not name",
    "quote.fabricated": "quote only what stands in the mail, character by character; never paraphrase",
    "quote.misattributed": "name the mail in which the quote itself stands, not one that answers it",
    "quote.altered": "change nothing inside a quote: no digit, no word, no spelling",
    "quote.wrong_layer": "what stands in a quoted part is the word of the author quoted there",
    "quote.empty": "leave out what has no quote",
    "latest.superseded": "where a later mail changes a value, give the later one",
    "headers.mismatch": "take names and addresses from the headers",
    "grounding.contradicted": "state only what the sentence itself says",
    "grounding.not_found": "leave out what no sentence says",
    "consistency.disagree": "read each figure where it stands; do not add, round or infer",
    "cross.disagree": "check dates, times and amounts against the newest mail before giving them",
}
"""What to tell a model that makes a mistake of this code."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """One kind of mistake with one kind of sender."""

    code: str
    domain: str
    count: int
    of: int
    """Facts of that domain."""
    example: str
    """A statement that went wrong."""
    rule: str
    """What a prompt could say against it; empty where nothing is proposed."""


def patterns(
    known: Iterable[tuple[Thread, Iterable[CheckedFact]]], *, least: int = 3
) -> tuple[Pattern, ...]:
    """Mistakes that recur, the most frequent first.

    Args:
        known: threads with their facts; what code read itself does not count.
        least: how often a mistake must be seen.
    """
    counts: Counter[tuple[str, str]] = Counter()
    totals: Counter[str] = Counter()
    examples: dict[tuple[str, str], str] = {}
    for thread, facts in known:
        for checked in facts:
            if checked.fact.source == "offline" or checked.fact.source.startswith("markup:"):
                continue
            domain = _domain(thread, checked)
            totals[domain] += 1
            for code in {v.code for v in checked.verdicts if v.outcome is Outcome.FAIL}:
                counts[code, domain] += 1
                examples.setdefault((code, domain), checked.fact.statement)
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return tuple(
        Pattern(code, domain, n, totals[domain], examples[code, domain], _rule(code, domain))
        for (code, domain), n in ranked
        if n >= least
    )


def _domain(thread: Thread, checked: CheckedFact) -> str:
    message = thread.message(checked.fact.message_id)
    return message.sender.email.rpartition("@")[2].casefold() if message else ""


def _rule(code: str, domain: str) -> str:
    words = _RULES.get(code)
    if not words:
        return ""
    return f"In mail from {domain}: {words}." if domain else f"{words[0].upper()}{words[1:]}."
