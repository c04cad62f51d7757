"""How threads, facts and drafts look in the headless lists, as lines and as JSON.

Owned here: a state is always a sign and a word, never a colour alone; a date is shown in the user's
zone.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from mailmind.cli import shapes
from mailmind.core.review import draft_reason, reason, waits
from mailmind.core.values import CheckedFact, State
from mailmind.ports import Draft, QueueItem

SIGNS = {
    State.VERIFIED: "✓",
    State.CONFIRMED: "✓",
    State.REJECTED: "✗",
    State.HELD: "!",
    State.UNVERIFIABLE: "?",
    State.DISMISSED: "-",
}


def day(date: datetime | None, zone: str) -> str:
    """Date and time as a list shows them, always of one width."""
    if date is None:
        return "no date         "
    local = date.astimezone(ZoneInfo(zone)) if date.tzinfo else date
    return f"{local:%Y-%m-%d %H:%M}"


def number(count: int, noun: str) -> str:
    """``1 thread``, ``2 threads``."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def fact_lines(item: CheckedFact) -> Iterator[str]:
    """One fact: its state, what it says, and why it waits."""
    fact = item.fact
    what = f"{fact.statement}: {fact.value}" if fact.statement else fact.value
    yield f"  {SIGNS[item.state]} {item.state:<12} {fact.id}  {fact.type}  {what}"
    if waits(item):
        yield f"      {reason(item)}"


def draft_lines(draft: Draft) -> Iterator[str]:
    """A draft: its status, its text, and every claim that stops it."""
    decision = draft.decision
    status = draft.status.replace("_", " ")
    yield f"  draft by {draft.author}: {status}"
    for line in draft.text.splitlines():
        yield f"  │ {line}"
    for claim in decision.claims:
        if claim.resolved is False:
            sign = "!" if claim.marked else "✗"
            yield f"  {sign} “{claim.text}”: {claim.reason}"
    if not decision.allow:
        yield f"  {draft_reason(draft.status, decision, draft.attempts)}"


def fact_data(item: CheckedFact) -> dict[str, Any]:
    """A fact with its checks."""
    fact = item.fact
    return {
        "id": fact.id,
        "type": str(fact.type),
        "statement": fact.statement,
        "value": fact.value,
        "quote": fact.quote,
        "message_id": fact.message_id,
        "layer": str(fact.layer),
        "confidence": fact.confidence,
        "source": fact.source,
        "state": str(item.state),
        "checks": [shapes.verdict(v) for v in item.verdicts],
    }


def draft_data(draft: Draft) -> dict[str, Any]:
    """A draft with the gate's answer."""
    return {
        "id": draft.id,
        "status": draft.status,
        "author": draft.author,
        "attempts": draft.attempts,
        "text": draft.text,
        **shapes.decision(draft.decision),
    }


def queue_data(item: QueueItem) -> dict[str, Any]:
    """One entry of the queue: a fact or a draft, and why it waits."""
    return {
        "thread_id": item.thread_id,
        "subject": item.subject,
        "reason": item.reason,
        "fact": fact_data(item.fact) if item.fact else None,
        "draft_id": item.draft_id,
    }
