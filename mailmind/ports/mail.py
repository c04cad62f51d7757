"""Mail in: what a mailbox and a folder of files must offer, and the ways in which they fail."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from mailmind.core.folders import FolderName
from mailmind.core.syncplan import BigMail, Flags, FolderState, MailHead, ServerFolder
from mailmind.errors import SourceError


@dataclass(frozen=True, slots=True)
class RawMail:
    """One mail as its bytes came."""

    raw: bytes
    where: str
    """Where it came from, for people: a path (with the position in an mbox), or folder and UID."""
    received: datetime | None = None
    """INTERNALDATE, or the file's own time; never the Date header."""
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ImportTrouble:
    """One thing that an import could not read as it should be."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class StoredMail:
    """Raw bytes that wait to be parsed."""

    key: int
    raw: bytes
    received: datetime | None


class MailSource(Protocol):
    """Something that mail can be read from, once: files, an mbox, a Maildir."""

    def read(self) -> Iterator[RawMail | ImportTrouble]:
        """Every mail, and every file that could not be read."""
        ...


class LinkLost(SourceError):
    """The connection to a mail server ended or went silent; a new one may work."""


class GarbledReply(LinkLost):
    """The server's reply broke the protocol, and with it the connection."""


class LoginRefused(SourceError):
    """The server does not let this user in; trying again without a change is of no use."""


class ServerBusy(SourceError):
    """The server asks to come back later: too many connections, or throttling."""

    def __init__(self, message: str, delay: float | None = None) -> None:
        super().__init__(message)
        self.delay = delay
        """Seconds that the server itself suggests."""


class FolderRefused(SourceError):
    """One folder cannot be opened or read; the others can."""


class SecretSource(Protocol):
    """Where a password or an access token comes from; asked anew before every login."""

    def secret(self) -> str:
        """The secret as it is valid now. Raises SourceError that names the remedy."""
        ...


@dataclass(frozen=True, slots=True)
class Changes:
    """What happened to known messages since a modification sequence."""

    flags: Mapping[int, Flags]
    vanished: tuple[tuple[int, int], ...] | None
    """Ranges of UIDs that are gone; None where the server cannot say."""


Unread = Mapping[int, str]
"""UIDs whose reply could not be read, each with the reason."""


class Mailbox(Protocol):
    """One open connection to one account. It reads: nothing on the server ever changes.

    Every method may raise LinkLost, after which only ``close`` is of use.
    """

    def folders(self) -> list[FolderName]:
        """All folders of the account, in the server's order."""
        ...

    def examine(self, name: bytes, known: FolderState | None = None) -> ServerFolder:
        """Open a folder for reading; what follows is about it. The first folder to be opened may be as
        it was when the connection was made. Where the stored state is given, ``changes`` since then may
        come with the answer. Raises FolderRefused.
        """
        ...

    def uids(
        self, first: int, last: int | None, *, fresh: bool = False, heads: bool = False
    ) -> list[int]:
        """The UIDs that exist in a range, ascending; None stands for the newest. ``fresh`` sees what
        other clients have removed since the folder was opened; ``heads`` says that the heads of these
        messages will be asked for next.
        """
        ...

    def heads(self, uids: Sequence[int]) -> Iterator[tuple[Sequence[int], list[MailHead]]]:
        """Size, flags and date of messages, ascending: each part of the UIDs with the heads that came.
        Those that are gone by now, or whose head cannot be read, are left out.
        """
        ...

    def flags(self, first: int, last: int) -> dict[int, Flags]:
        """The flags of every message in a range."""
        ...

    def changes(self, since: int, last: int) -> Changes:
        """What changed up to a UID after a modification sequence (only where there is one)."""
        ...

    def fetch(
        self, batches: Iterable[Sequence[MailHead]]
    ) -> Iterator[tuple[Sequence[MailHead], Mapping[int, bytes | BigMail], Unread]]:
        """The content of every batch in turn, asked for ahead of time. A message that is gone or
        not handed out is in neither mapping.
        """
        ...

    @property
    def pushes(self) -> bool:
        """Whether the server tells news by itself, so that ``wait`` is of use."""
        ...

    def wait(self, seconds: float) -> bool:
        """Wait for news about the open folder, that long at most; True where there is some."""
        ...

    def close(self) -> None:
        """End the connection, in good order where it still works."""
        ...
