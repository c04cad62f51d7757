"""A mailbox in memory: the public fake of the Mailbox port, for tests of what stands above it.

Owned here: it answers as a well-kept server with QRESYNC would; the same contract test runs against
this one and a real server.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from mailmind.core.folders import FolderName
from mailmind.core.syncplan import BigMail, Flags, FolderState, MailHead, ServerFolder
from mailmind.ports import Changes, FolderRefused, Unread

RECEIVED = datetime(2026, 11, 16, 10, 0, tzinfo=UTC)
"""When every message of a fake folder came in."""


@dataclass(slots=True)
class FakeFolder:
    """One folder; a test changes it by these methods, as another mail program would."""

    uidvalidity: int = 1
    role: str = ""
    mails: dict[int, bytes] = field(default_factory=dict)
    _flags: dict[int, Flags] = field(default_factory=dict)
    _changed: dict[int, int] = field(default_factory=dict)
    _gone: dict[int, int] = field(default_factory=dict)
    _uidnext: int = 1
    _modseq: int = 1

    def append(self, raw: bytes, flags: Flags = ()) -> int:
        """A new message; answers its UID."""
        uid = self._uidnext
        self._uidnext += 1
        self.mails[uid] = raw
        self.set_flags(uid, flags)
        return uid

    def set_flags(self, uid: int, flags: Flags) -> None:
        """Replace the flags of a message."""
        self._modseq += 1
        self._flags[uid] = tuple(sorted(flags))
        self._changed[uid] = self._modseq

    def expunge(self, uid: int) -> None:
        """Remove a message for good."""
        self._modseq += 1
        del self.mails[uid]
        self._gone[uid] = self._modseq

    def state(self, name: bytes) -> ServerFolder:
        """What EXAMINE would say."""
        return ServerFolder(name, self.uidvalidity, len(self.mails), self._uidnext, self._modseq)

    def flags(self, uid: int) -> Flags:
        """The flags of a message."""
        return self._flags[uid]

    def changed_since(self, modseq: int, last: int) -> dict[int, Flags]:
        """Messages whose flags changed after a modification sequence."""
        return {
            uid: self._flags[uid]
            for uid in sorted(self.mails)
            if uid <= last and self._changed[uid] > modseq
        }

    def gone_since(self, modseq: int, last: int) -> tuple[tuple[int, int], ...]:
        """Messages that were removed after a modification sequence, as ranges."""
        uids = sorted(uid for uid, at in self._gone.items() if at > modseq and uid <= last)
        return tuple((uid, uid) for uid in uids)


class FakeMailbox:
    """An open connection to some folders. :class:`mailmind.ports.Mailbox` says what each does."""

    def __init__(self, folders: Mapping[str, FakeFolder]) -> None:
        self._folders = folders
        self._open = FakeFolder()
        self.closed = False

    def folders(self) -> list[FolderName]:
        """All folders, in their order."""
        return [
            FolderName(name.encode(), name, "\\Inbox" if name == "INBOX" else folder.role, "/")
            for name, folder in self._folders.items()
        ]

    def examine(self, name: bytes, known: FolderState | None = None) -> ServerFolder:  # noqa: ARG002
        """Open a folder; ``changes`` never come with it."""
        folder = self._folders.get(name.decode())
        if folder is None:
            raise FolderRefused(f"there is no folder {name.decode()!r}")
        self._open = folder
        return folder.state(name)

    def uids(
        self,
        first: int,
        last: int | None,
        *,
        fresh: bool = False,  # noqa: ARG002
        heads: bool = False,  # noqa: ARG002
    ) -> list[int]:
        """The UIDs in a range; always fresh."""
        return [u for u in sorted(self._open.mails) if u >= first and (last is None or u <= last)]

    def heads(self, uids: Sequence[int]) -> Iterator[tuple[Sequence[int], list[MailHead]]]:
        """Size, flags and date, all in one part."""
        yield (
            uids,
            [
                MailHead(uid, len(raw), self._open.flags(uid), RECEIVED)
                for uid, raw in sorted(self._open.mails.items())
                if uid in uids
            ],
        )

    def flags(self, first: int, last: int) -> dict[int, Flags]:
        """The flags of every message in a range."""
        return {uid: self._open.flags(uid) for uid in self.uids(first, last)}

    def changes(self, since: int, last: int) -> Changes:
        """Flags and losses after a modification sequence."""
        return Changes(self._open.changed_since(since, last), self._open.gone_since(since, last))

    def fetch(
        self, batches: Iterable[Sequence[MailHead]]
    ) -> Iterator[tuple[Sequence[MailHead], Mapping[int, bytes | BigMail], Unread]]:
        """The content of every batch."""
        for batch in batches:
            mails = self._open.mails
            yield batch, {head.uid: mails[head.uid] for head in batch if head.uid in mails}, {}

    @property
    def pushes(self) -> bool:
        """It never tells news by itself."""
        return False

    def wait(self, seconds: float) -> bool:  # noqa: ARG002
        """Nothing ever comes while it waits."""
        return False

    def close(self) -> None:
        """End the connection."""
        self.closed = True
