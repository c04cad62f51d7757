"""What a check may look at: the thread, the policy, and nothing else.

Owned here: checks see messages in the order in which they were written.
"""

from dataclasses import dataclass, field
from datetime import UTC, datetime

from mailmind.core.policy import Policy, Workflow
from mailmind.core.values import Evidence, Fact, Message, Outcome, Thread, Verdict


@dataclass(frozen=True, slots=True)
class CheckContext:
    """One thread and the rules it is judged by."""

    thread: Thread
    timezone: str = "UTC"
    """The user's zone."""
    policy: Policy = field(default_factory=Policy)
    workflow: Workflow = field(default_factory=lambda: Workflow("general"))

    @property
    def messages(self) -> tuple[Message, ...]:
        """The messages, oldest first; in the order given where a date is missing."""
        dates = [m.date for m in self.thread.messages]
        if any(d is None for d in dates):
            return self.thread.messages
        return tuple(sorted(self.thread.messages, key=lambda m: _moment(m.date)))

    def message(self, message_id: str) -> Message | None:
        """The message of that name; ``<>`` and white space around a Message-ID do not count."""
        wanted = bare_id(message_id)
        for message in self.thread.messages:
            if wanted and wanted in (bare_id(message.message_id), bare_id(message.header_id or "")):
                return message
        return None


def bare_id(message_id: str) -> str:
    """A Message-ID as it is compared: without ``<>`` and white space."""
    return "".join(message_id.split()).removeprefix("<").removesuffix(">")


def _moment(date: datetime | None) -> datetime:
    if date is None:
        return datetime.min.replace(tzinfo=UTC)
    return date if date.tzinfo else date.replace(tzinfo=UTC)


def verdict(
    check: str,
    outcome: Outcome,
    code: str,
    reason: str,
    *,
    evidence: Evidence | None = None,
    **extra: str,
) -> Verdict:
    """A verdict of a code check: it costs no model call."""
    return Verdict(check, outcome, code, reason, evidence=evidence, extra=extra)


def cited(text: str) -> str:
    """Words of a mail as a reason shows them: in quotes and on one line."""
    return repr(" ".join(text.split()))


_NOUNS = {
    "money": "amount", "percent": "percentage", "datetime": "date with a time",
    "moneyrange": "range of amounts", "daterange": "range of dates", "timerange": "range of times",
    "datetimerange": "range of dates with times",
}  # fmt: skip
"""What a person calls a kind of value, where the kind's own name will not do."""


def noun(kind: str) -> str:
    """What a person calls a kind of value."""
    return _NOUNS.get(kind, kind)


def article(kind: str) -> str:
    """A type with its article, for a sentence."""
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


def markup_path(fact: Fact, message: Message) -> str:
    """Where the mail's machine-readable part says exactly this; empty where it does not.

    A parser read such a fact, not a model: its type, value and literal must all be the parser's own.
    """
    if not fact.source.startswith("markup:"):
        return ""
    own = (fact.type, fact.value, fact.quote)
    return next((m.path for m in message.markup if (m.type, m.value, m.quote) == own), "")


def is_parsers_own(fact: Fact, message: Message) -> bool:
    """True where a parser worded the statement too: it says what the machine-readable part says."""
    said = {item.statement for item in message.markup}
    return bool(markup_path(fact, message)) and fact.statement in said


def unknown_message(check: str, fact: Fact) -> Verdict:
    """The verdict where the fact's source is not at hand."""
    reason = (
        f"message {fact.message_id!r} is not in this thread, so nothing can be checked against it"
    )
    return verdict(check, Outcome.UNSURE, "message.unknown", reason)
