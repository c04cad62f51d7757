"""The Mailbox port over IMAP.

Owned here: EXAMINE and BODY.PEEK only. No command that this module sends can change a flag, and
answers are matched to questions by tag and UID, never by sequence numbers.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Self

from mailmind.adapters.imap.connection import Connection, connect
from mailmind.adapters.imap.login import as_busy, login
from mailmind.adapters.imap.responses import Broken, Item
from mailmind.adapters.imap.spool import Spool
from mailmind.adapters.imap.trouble import refused, translated
from mailmind.adapters.imap.wire import Answer, Question, Wire
from mailmind.core.account import AccountConfig
from mailmind.core.folders import FolderName
from mailmind.core.syncplan import (
    BIG_MESSAGE,
    BigMail,
    Flags,
    MailHead,
    ServerFolder,
    parse_sequence_set,
)
from mailmind.errors import SourceError
from mailmind.ports import Changes, FolderRefused, LinkLost, SecretSource, Unread

_AHEAD = 4
"""Batches under way: while one is read and stored, the server prepares the next, and on a long way
one more is on the line in each direction."""
NO_CONTENT = "the server gives NIL for the content"

Fetched = tuple[Sequence[MailHead], Mapping[int, bytes | BigMail], Unread]


class _NotHandedOutError(Exception):
    """A message ended before its last part, with what the server said, if it said anything."""


class ImapMailbox:
    """One logged-in connection. :class:`mailmind.ports.Mailbox` says what each method promises."""

    def __init__(self, account: AccountConfig, connection: Connection) -> None:
        self._account = account
        self._link = connection
        self._wire = Wire(connection)
        self._qresync = False
        self._enabling: bytes | None = None
        """The tag of an ENABLE under way."""
        self._head_items = "(UID FLAGS INTERNALDATE RFC822.SIZE)"
        self._spool = Spool()
        self._dead = False

    @classmethod
    def connect(cls, account: AccountConfig, source: SecretSource) -> Self:
        """Connect, prove the server, log in, and agree on extensions."""
        with translated(account, "connecting"):
            connection = connect(account)
        mailbox = cls(account, connection)
        try:
            with translated(account, "logging in"):
                login(connection, account, source)
                mailbox._agree()
        except BaseException:
            connection.drop()
            raise
        return mailbox

    def _agree(self) -> None:
        """Enable what helps. The list of capabilities before the login is a shorter one."""
        has = self._link.has_capability
        if has("ENABLE") and (has("QRESYNC") or has("CONDSTORE")):
            self._enabling = self._link.send_enable("QRESYNC" if has("QRESYNC") else "CONDSTORE")
        if has("X-GM-EXT-1"):
            self._head_items = "(UID FLAGS INTERNALDATE RFC822.SIZE X-GM-MSGID)"
        elif has("OBJECTID"):
            self._head_items = "(UID FLAGS INTERNALDATE RFC822.SIZE EMAILID)"

    def _agreed(self) -> None:
        """Read what was enabled, where that is still on its way."""
        if self._enabling is not None:
            tag, self._enabling = self._enabling, None
            self._qresync = b"QRESYNC" in self._link.receive_enabled(tag)

    @contextmanager
    def _guarded(self, doing: str) -> Iterator[None]:
        try:
            with translated(self._account, doing):
                yield
        except LinkLost:
            self._dead = True
            raise

    @contextmanager
    def _asking(self, doing: str) -> Iterator[None]:
        with self._guarded(doing):
            self._agreed()
            self._wire.settle()
            yield

    # what the server has

    def folders(self) -> list[FolderName]:
        """All folders of the account, in the server's order."""
        with self._guarded("listing folders"):
            self._wire.settle()
            tag = self._link.send_list()
            self._agreed()
            return self._link.receive_list(tag)

    def examine(self, name: bytes) -> ServerFolder:
        """Open a folder for reading."""
        with self._asking("opening a folder"):
            said = self._link.examine(name)
            if b"UIDVALIDITY" not in said:
                raise FolderRefused("the server gives the folder no UIDVALIDITY")
            return ServerFolder(
                name=name,
                uidvalidity=said[b"UIDVALIDITY"],
                exists=said.get(b"EXISTS", 0),
                uidnext=said.get(b"UIDNEXT"),
                modseq=said.get(b"HIGHESTMODSEQ", 0),
            )

    def uids(self, first: int, last: int | None, *, fresh: bool = False) -> list[int]:
        """The UIDs that exist in a range."""
        with self._asking("listing messages"):
            if fresh:
                # Between commands a server keeps showing what another client has removed.
                self._link.noop()
            return self._link.search_range(first, last)

    def heads(self, uids: Sequence[int]) -> tuple[list[MailHead], Unread]:
        """Size, flags and date of messages."""
        found: dict[int, MailHead] = {}
        unread: dict[int, str] = {}
        asked = set(uids)
        with self._asking("reading the list of messages"):
            for question in self._wire.ask_in_parts(uids, self._head_items):
                if question.refusal and not question.answer:
                    raise refused(self._account, question.refusal)
                for item in question.answer:
                    if item.uid not in asked:
                        continue
                    if isinstance(item, Broken):
                        unread[item.uid or 0] = item.reason
                    elif item.size is not None or item.uid not in found:
                        found[item.uid] = _head(item)
        return [found[uid] for uid in sorted(found)], unread

    def flags(self, first: int, last: int) -> dict[int, Flags]:
        """The flags of every message in a range."""
        with self._asking("reading flags"):
            return _flags(self._whole(b"%d:%d" % (first, last), "(UID FLAGS)"), last)

    def changes(self, since: int, last: int) -> Changes:
        """What changed after a modification sequence."""
        vanished = " VANISHED" if self._qresync else ""
        with self._asking("reading changes"):
            answer = self._whole(b"1:%d" % last, "(UID FLAGS)", f"(CHANGEDSINCE {since}{vanished})")
            gone = [span for text in self._link.vanished() for span in parse_sequence_set(text)]
            return Changes(_flags(answer, last), tuple(gone) if self._qresync else None)

    def _whole(self, uids: bytes, items: str, modifiers: str | None = None) -> Answer:
        """An answer that is of use only as a whole."""
        answer, refusal = self._wire.ask(uids, items, modifiers)
        if refusal and "EXPUNGEISSUED" not in refusal:
            raise refused(self._account, refusal)
        return answer

    # content

    def fetch(self, batches: Iterable[Sequence[MailHead]]) -> Iterator[Fetched]:
        """The content of every batch; the next is asked for before the present one is handed out.

        A big message can be read only until the next batch is asked for.
        """
        waiting: deque[tuple[Sequence[MailHead], Question | None]] = deque()
        source = iter(batches)
        while True:
            while len(waiting) < _AHEAD and (batch := next(source, None)) is not None:
                waiting.append((batch, self._send_bodies(batch)))
            if not waiting:
                return
            batch, question = waiting.popleft()
            if question is not None:
                yield self._bodies(batch, question)
            else:
                yield self._big(batch) if batch else (batch, {}, {})

    def _send_bodies(self, batch: Sequence[MailHead]) -> Question | None:
        if not batch or (len(batch) == 1 and batch[0].size > BIG_MESSAGE):
            return None  # nothing to ask, or asked for in parts when its turn comes
        with self._guarded("fetching messages"):
            return self._wire.send([head.uid for head in batch], "(UID BODY.PEEK[])")

    def _bodies(self, batch: Sequence[MailHead], question: Question) -> Fetched:
        asked = {head.uid for head in batch}
        bodies: dict[int, bytes | BigMail] = {}
        unread: dict[int, str] = {}
        with self._guarded("fetching messages"):
            self._wire.wait_for(question)
            if busy := as_busy(question.refusal):
                raise busy
            if question.refusal and len(batch) == 1:
                unread[batch[0].uid] = question.refusal
            for item in question.answer:
                if item.uid not in asked:
                    continue
                if isinstance(item, Broken):
                    unread[item.uid or 0] = item.reason
                elif item.body is not None:
                    bodies[item.uid] = item.body
                elif item.nil:
                    unread[item.uid] = NO_CONTENT
        return batch, bodies, unread

    def _big(self, batch: Sequence[MailHead]) -> Fetched:
        """One message in parts, through a file: 50 MB of mail never stand in memory."""
        uid = batch[0].uid
        with self._asking("fetching a big message"):
            try:
                return batch, {uid: self._spool.fill(self._parts(uid))}, {}
            except _NotHandedOutError as error:
                return batch, {}, {uid: str(error)} if str(error) else {}

    def _parts(self, uid: int) -> Iterator[bytes]:
        offset = 0
        while True:
            part, refusal = self._part(uid, offset)
            if part is None:
                raise _NotHandedOutError(refusal)
            yield part
            offset += len(part)
            # A short part is the last one; a longer one comes from a server without parts.
            if len(part) != BIG_MESSAGE:
                return

    def _part(self, uid: int, offset: int) -> tuple[bytes | None, str]:
        """The bytes from an offset; none, and the server's reason, where it gives none."""
        items = f"(UID BODY.PEEK[]<{offset}.{BIG_MESSAGE}>)"
        answer, refusal = self._wire.ask(b"%d" % uid, items)
        if busy := as_busy(refusal):
            raise busy
        for item in answer:
            if item.uid != uid or isinstance(item, Broken):
                continue
            if item.body is not None:
                return item.body, ""
            if item.nil:  # past the end, some servers say NIL; at the start it is no content
                return (b"", "") if offset else (None, NO_CONTENT)
        return None, refusal

    # staying

    @property
    def pushes(self) -> bool:
        """Whether the server has IDLE."""
        return bool(self._link.has_capability("IDLE"))

    def wait(self, seconds: float) -> bool:
        """Wait for news about the open folder, by IDLE."""
        with self._asking("waiting for news"):
            return self._link.await_news(seconds)

    def close(self) -> None:
        """End the connection, in good order where it still works."""
        self._spool.close()
        try:
            if not self._dead and not self._wire.busy:
                with self._guarded("logging out"):
                    self._link.leave()
                return
        except SourceError:
            self._dead = True
        self._link.drop()


def _head(item: Item) -> MailHead:
    return MailHead(
        uid=item.uid,
        # Without a size the message is taken for a big one, which is safe for any size.
        size=BIG_MESSAGE + 1 if item.size is None else item.size,
        flags=item.flags or (),
        received=item.received,
        server_id=item.server_id,
    )


def _flags(answer: Answer, last: int) -> dict[int, Flags]:
    return {
        item.uid: item.flags
        for item in answer
        if isinstance(item, Item) and item.flags is not None and item.uid <= last
    }
