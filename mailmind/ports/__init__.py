"""What the pipeline needs of the outside world, as small protocols over core values.

Owned here: the seams. An adapter implements one of these; ``mailmind.testing`` ships a fake of each; one
contract test runs against both. Nothing here does anything.
"""

from datetime import datetime
from typing import Protocol

from mailmind.core.dialogue import Answer, AnswerKind, Ask, Task, Usage
from mailmind.core.folders import FolderName
from mailmind.core.values import DraftClaim
from mailmind.ports.mail import (
    Changes,
    FolderRefused,
    GarbledReply,
    ImportTrouble,
    LinkLost,
    LoginRefused,
    Mailbox,
    MailSource,
    RawMail,
    SecretSource,
    ServerBusy,
    StoredMail,
    Unread,
)
from mailmind.ports.model import Model
from mailmind.ports.records import (
    Approval,
    CallRow,
    Decision,
    Draft,
    DraftCase,
    FailedThread,
    LedgerReport,
    ModelCall,
    QueueItem,
    RunRow,
    SearchHit,
    ThreadOutcome,
    ThreadRow,
)
from mailmind.ports.store import Store


class Clock(Protocol):
    """The time of day, asked for once at the edge."""

    def now(self) -> datetime:
        """The moment, with a zone."""
        ...


__all__ = [
    "Answer",
    "AnswerKind",
    "Approval",
    "Ask",
    "CallRow",
    "Changes",
    "Clock",
    "Decision",
    "Draft",
    "DraftCase",
    "DraftClaim",
    "FailedThread",
    "FolderName",
    "FolderRefused",
    "GarbledReply",
    "ImportTrouble",
    "LedgerReport",
    "LinkLost",
    "LoginRefused",
    "MailSource",
    "Mailbox",
    "Model",
    "ModelCall",
    "QueueItem",
    "RawMail",
    "RunRow",
    "SearchHit",
    "SecretSource",
    "ServerBusy",
    "Store",
    "StoredMail",
    "Task",
    "ThreadOutcome",
    "ThreadRow",
    "Unread",
    "Usage",
]
