"""The signs and plain words for states, outcomes and checks.

Owned here: state never rests on colour alone. Each state has a sign and a word, and every text that
came from outside leaves this package through :func:`line` or :func:`block`.
"""

from collections.abc import Mapping
from datetime import datetime
from zoneinfo import ZoneInfo

from rich.cells import cell_len, set_cell_size

from mailmind.core import naming
from mailmind.core.review import WAITING, WAITING_DRAFTS
from mailmind.core.text import safe
from mailmind.core.values import Address, CheckedFact, Outcome, State, Thread
from mailmind.ports import ThreadRow

STATE_SIGN: Mapping[State, str] = {
    State.VERIFIED: "✓",
    State.REJECTED: "✗",
    State.HELD: "!",
    State.UNVERIFIABLE: "?",
    State.CONFIRMED: "●",
    State.DISMISSED: "–",
}
STATE_WORDS: Mapping[State, str] = {
    State.VERIFIED: "verified: every check of its route passed",
    State.REJECTED: "rejected: code proved it wrong",
    State.HELD: "held: a person must look",
    State.UNVERIFIABLE: "unverifiable: its source is not at hand",
    State.CONFIRMED: "confirmed by a person",
    State.DISMISSED: "dismissed by a person",
}
OUTCOME_SIGN: Mapping[Outcome, str] = {
    Outcome.PASS: "✓",
    Outcome.FAIL: "✗",
    Outcome.UNSURE: "!",
    Outcome.NOT_RUN: "·",
}
CHECK_WORDS: Mapping[str, str] = {
    "citation": "quote",
    "value": "value",
    "latest": "latest word",
    "headers": "names",
    "grounding": "support",
    "consistency": "second run",
    "cross": "second reader",
}
DRAFT_WORDS: Mapping[str, str] = {
    "allowed": "ready",
    "blocked": "blocked",
    "needs_person": "your word",
    "given_up": "given up",
    "edited": "edited",
    "discarded": "discarded",
}
CODE_CHECKS = frozenset({"citation", "value", "latest", "headers"})
"""The checks in which plain code, and no model, gives the answer."""


def line(text: str) -> str:
    """Outside text as one line that is safe to show."""
    return " ".join(safe(text).split())


def block(text: str) -> str:
    """Outside text with its line breaks, safe to show."""
    return safe(text, lines=True).replace("\t", "    ")


def fit(text: str, cells: int, *, right: bool = False) -> str:
    """A line cut or filled to a number of cells; what is cut shows an ellipsis."""
    size = cell_len(text)
    if size > cells:
        return set_cell_size(text, max(cells - 1, 0)) + "…"[:cells]
    return " " * (cells - size) + text if right else text + " " * (cells - size)


def waits(state: State) -> bool:
    """Whether a fact in this state waits for a person."""
    return state in WAITING


def proved_wrong(checked: CheckedFact) -> str | None:
    """What code found against a fact, in words; None where code found nothing."""
    for verdict in checked.verdicts:
        if verdict.outcome is Outcome.FAIL and verdict.check in CODE_CHECKS:
            return line(verdict.reason or verdict.code)
    return None


def counts(facts: Mapping[State, int]) -> str:
    """How many facts are in each state: ``✓3 ✗1``. A person's decisions count with the verified."""
    good = facts.get(State.VERIFIED, 0) + facts.get(State.CONFIRMED, 0)
    parts = [("✓", good), *((STATE_SIGN[s], facts.get(s, 0)) for s in STATE_SIGN if waits(s))]
    return " ".join(f"{sign}{n}" for sign, n in parts if n)


def row_state(row: ThreadRow) -> str:
    """One word for a thread: what becomes of its draft, or whether facts wait."""
    if row.draft_status:
        return DRAFT_WORDS.get(row.draft_status, row.draft_status)
    return "look" if row_waits(row) else ""


def row_waits(row: ThreadRow) -> bool:
    """Whether something in a thread waits for a person: a fact, or the draft."""
    return row.draft_status in WAITING_DRAFTS or any(
        count and waits(state) for state, count in row.facts.items()
    )


def day(when: datetime | None, zone: str, now: datetime) -> str:
    """A date for a list: the time today, the day this year, else the whole date."""
    if when is None:
        return "no date"
    there = ZoneInfo(zone)
    local, today = (w.astimezone(there) if w.tzinfo else w for w in (when, now))
    if local.date() == today.date():
        return f"{local:%H:%M}"
    return f"{local.day} {local:%b}" if local.year == today.year else f"{local:%Y-%m-%d}"


def moment(when: datetime | None, zone: str) -> str:
    """A date in full, in the reader's zone."""
    if when is None:
        return "no date"
    local = when.astimezone(ZoneInfo(zone)) if when.tzinfo else when
    return f"{local:%a} {local.day} {local:%b %Y, %H:%M}"


def who(address: Address) -> str:
    """A mailbox as one safe line. The address always shows: a name alone proves nothing."""
    return line(str(address)) or "unknown sender"


def sender_name(sender: str) -> str:
    """The name of a sender where it has one, for a list; beside the mail the address stands too."""
    name = line(sender.partition("<")[0]).strip(' "')
    return name or line(sender)


def alias(thread: Thread, message_id: str) -> str:
    """The short name of a message, ``m1`` for the oldest; its own where the thread has it not."""
    for number, message in enumerate(thread.messages, 1):
        if message.message_id == message_id:
            return f"m{number}"
    return line(message_id) or "no message"


def with_aliases(thread: Thread, text: str) -> str:
    """A reason with the names of stored messages written as ``m1``, ``m2``, …"""
    return line(naming.with_aliases(thread, text))
