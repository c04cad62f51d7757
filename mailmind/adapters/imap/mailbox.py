"""The Mailbox port over IMAP.

Owned here: EXAMINE and BODY.PEEK only. No command that this package sends can change a flag, and
answers are matched to questions by tag and UID, never by sequence numbers.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Self

from mailmind.adapters.imap.bodies import Bodies, Fetched
from mailmind.adapters.imap.connection import Connection, connect
from mailmind.adapters.imap.folders import all_flags
from mailmind.adapters.imap.heads import Heads
from mailmind.adapters.imap.login import login
from mailmind.adapters.imap.responses import Item, read_fetch
from mailmind.adapters.imap.session import Said, Session
from mailmind.adapters.imap.trouble import refused, translated
from mailmind.adapters.imap.wire import Answer
from mailmind.core.account import AccountConfig
from mailmind.core.folders import FolderName
from mailmind.core.syncplan import Flags, FolderState, MailHead, ServerFolder, parse_sequence_set
from mailmind.ports import Changes, FolderRefused, SecretSource


class ImapMailbox:
    """One logged-in connection. :class:`mailmind.ports.Mailbox` says what each method promises."""

    def __init__(self, account: AccountConfig, connection: Connection) -> None:
        self._account = account
        self._link = connection
        self._session = Session(account, connection)
        self._wire = self._session.wire
        self._heads = Heads(self._session)
        self._bodies = Bodies(self._session)
        self._flag_items = "(UID FLAGS X-GM-LABELS)" if self._session.labels else "(UID FLAGS)"
        self._told: tuple[int, int, Changes] | None = None
        """Changes since a modification sequence, up to a UID, that came with the open folder."""

    @classmethod
    def connect(cls, account: AccountConfig, source: SecretSource) -> Self:
        """Connect, prove the server, log in, and ask for what every sync starts with."""
        with translated(account, "connecting"):
            connection = connect(account)
        try:
            with translated(account, "logging in"):
                login(connection, account, source)
                mailbox = cls(account, connection)
                mailbox._session.begin()
        except BaseException:
            connection.drop()
            raise
        return mailbox

    # what the server has

    def folders(self) -> list[FolderName]:
        """All folders of the account, in the server's order."""
        return self._session.folders()

    def examine(self, name: bytes, known: FolderState | None = None) -> ServerFolder:
        """Open a folder for reading."""
        self._heads.forget()
        self._told = None
        with self._session.asking("opening a folder"):
            said = self._session.already_open(name) or self._open(name, known)
            if b"UIDVALIDITY" not in said:
                raise FolderRefused("the server gives the folder no UIDVALIDITY")
            return ServerFolder(
                name=name,
                uidvalidity=said[b"UIDVALIDITY"],
                exists=said.get(b"EXISTS", 0),
                uidnext=said.get(b"UIDNEXT"),
                modseq=said.get(b"HIGHESTMODSEQ", 0),
            )

    def _open(self, name: bytes, known: FolderState | None) -> Said:
        """Open a folder; a server with QRESYNC tells what happened to known messages at once."""
        tells = self._session.qresync and not self._session.labels  # of labels it would not tell
        if known is None or not (tells and known.modseq and known.cursor):
            return self._link.receive_examined(self._link.send_examine(name))
        since = f"(QRESYNC ({known.uidvalidity} {known.modseq} 1:{known.cursor}))"
        said = self._link.receive_examined(self._link.send_examine(name, since))
        if said.get(b"UIDVALIDITY") == known.uidvalidity:
            answer = list(read_fetch(self._link.changes()))
            self._told = known.modseq, known.cursor, self._changes(answer, known.cursor)
        return said

    def uids(
        self, first: int, last: int | None, *, fresh: bool = False, heads: bool = False
    ) -> list[int]:
        """The UIDs that exist in a range."""
        with self._session.asking("listing messages"):
            if fresh:
                # Between commands a server keeps showing what another client has removed.
                self._link.noop()
            tag = self._link.send_search(first, last)
            if heads:
                self._heads.ask_first(first, last)
            return self._link.receive_search(tag, first)

    def heads(self, uids: Sequence[int]) -> Iterator[tuple[Sequence[int], list[MailHead]]]:
        """Size, flags and date of messages, part by part."""
        return self._heads.run(uids)

    def flags(self, first: int, last: int) -> dict[int, Flags]:
        """The flags of every message in a range."""
        with self._session.asking("reading flags"):
            return self._flags(self._whole(b"%d:%d" % (first, last), self._flag_items), last)

    def changes(self, since: int, last: int) -> Changes:
        """What changed after a modification sequence."""
        told, self._told = self._told, None
        if told is not None and told[:2] == (since, last):
            return told[2]
        vanished = " VANISHED" if self._session.qresync else ""
        with self._session.asking("reading changes"):
            modifiers = f"(CHANGEDSINCE {since}{vanished})"
            return self._changes(self._whole(b"1:%d" % last, self._flag_items, modifiers), last)

    def _changes(self, answer: Answer, last: int) -> Changes:
        """Changed flags and losses, as the last command brought them."""
        gone = [span for text in self._link.vanished() for span in parse_sequence_set(text)]
        return Changes(self._flags(answer, last), tuple(gone) if self._session.qresync else None)

    def _flags(self, answer: Answer, last: int) -> dict[int, Flags]:
        """What was said of flags; where there are labels, only if it was said of both."""
        return {
            item.uid: all_flags(item)
            for item in answer
            if isinstance(item, Item) and item.flags is not None and item.uid <= last
            if item.labels is not None or not self._session.labels
        }

    def _whole(self, uids: bytes, items: str, modifiers: str | None = None) -> Answer:
        """An answer that is of use only as a whole."""
        answer, refusal = self._wire.ask(uids, items, modifiers)
        if refusal and "EXPUNGEISSUED" not in refusal:
            raise refused(self._account, refusal)
        return answer

    def fetch(self, batches: Iterable[Sequence[MailHead]]) -> Iterator[Fetched]:
        """The content of every batch, some of them asked for ahead."""
        return self._bodies.fetch(batches)

    # staying

    @property
    def pushes(self) -> bool:
        """Whether the server has IDLE."""
        return bool(self._link.has_capability("IDLE"))

    def wait(self, seconds: float) -> bool:
        """Wait for news about the open folder, by IDLE."""
        with self._session.asking("waiting for news"):
            return self._link.await_news(seconds)

    def close(self) -> None:
        """End the connection, in good order where it still works."""
        self._session.close()
        self._bodies.close()
