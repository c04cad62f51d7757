"""What the pipeline tells while it works: frozen events, the same for the batch and the terminal app."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from mailmind.core.values import State
from mailmind.ports import ModelCall, ThreadOutcome


@dataclass(frozen=True, slots=True)
class MailRead:
    """So many mails were read from a source so far."""

    read: int
    stored: int
    duplicates: int


@dataclass(frozen=True, slots=True)
class MailTrouble:
    """Something could not be read as it should be; it never stops the rest."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class MailParsed:
    """So many of the stored mails were parsed so far."""

    done: int


@dataclass(frozen=True, slots=True)
class ThreadsGrouped:
    """The store holds so many threads, and so many of them wait for this run."""

    threads: int
    pending: int


@dataclass(frozen=True, slots=True)
class ThreadDone:
    """The run is done with its ``number``-th thread ``of`` so many, and what it found is stored."""

    outcome: ThreadOutcome
    subject: str
    number: int
    of: int


@dataclass(frozen=True, slots=True)
class Summary:
    """The end of a run, in counts that come from code."""

    run_id: str
    seen: int
    of: int
    failed: int
    facts: Mapping[State, int]
    allowed: int
    blocked: int
    held: int
    """How many things wait for a person, from this run and from earlier ones."""
    calls: int
    cost: float | None
    """US dollars; None where a call's cost is unknown."""
    blocked_why: tuple[tuple[str, str], ...] = ()
    """For each blocked draft its subject and the first reason."""
    failures: tuple[tuple[str, str], ...] = ()
    stopped: str = ""
    """Why the run ended before its time (budget, no key); empty where it did not."""

    def as_json(self) -> dict[str, object]:
        """The object that ``mailmind run --json`` prints."""
        data: dict[str, object] = {
            "seen": self.seen,
            "of": self.of,
            "failed": self.failed,
            "facts": {str(state): n for state, n in self.facts.items()},
            "drafts": {"allowed": self.allowed, "blocked": self.blocked},
            "held": self.held,
            "calls": self.calls,
            "cost": self.cost,
        }
        if self.stopped:
            data["stopped"] = self.stopped
        return data


@dataclass(frozen=True, slots=True)
class RunDone:
    """The last event of a run."""

    summary: Summary


Event = MailRead | MailTrouble | MailParsed | ThreadsGrouped | ThreadDone | RunDone


@dataclass
class Tally:
    """Adds up thread outcomes as they come; the only mutable thing in the pipeline."""

    seen: int = 0
    failed: int = 0
    facts: dict[State, int] = field(default_factory=lambda: dict.fromkeys(State, 0))
    allowed: int = 0
    blocked: int = 0
    calls: int = 0
    cost: float | None = 0.0
    blocked_why: list[tuple[str, str]] = field(default_factory=list)
    failures: list[tuple[str, str]] = field(default_factory=list)

    def pay(self, calls: Iterable[ModelCall]) -> None:
        """Count what was asked about one thread, whether it came to an end or not."""
        for call in calls:
            self.calls += call.calls
            known = call.usage.cost is not None and self.cost is not None
            if call.calls:
                self.cost = self.cost + call.usage.cost if known else None  # type: ignore[operator]

    def add(self, outcome: ThreadOutcome, subject: str) -> None:
        """Count one thread."""
        self.seen += 1
        if outcome.failed:
            self.failed += 1
            self.failures.append((subject, outcome.note))
        for checked in outcome.facts:
            self.facts[checked.state] += 1
        if outcome.draft is None:
            return
        if outcome.draft.status == "allowed":
            self.allowed += 1
            return
        self.blocked += 1
        open_claims = [c for c in outcome.draft.decision.claims if c.resolved is False]
        first = min(open_claims, key=lambda claim: claim.marked, default=None)
        why = f"“{first.text}” {first.reason}" if first else outcome.draft.status
        self.blocked_why.append((subject, why))
