"""The content of messages: batches asked for ahead of time, big ones in parts.

Owned here: memory. What is under way is bounded, and of a big message no more than one part is held.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence

from mailmind.adapters.imap.login import as_busy
from mailmind.adapters.imap.responses import Broken
from mailmind.adapters.imap.session import Session
from mailmind.adapters.imap.spool import Spool
from mailmind.adapters.imap.wire import Question
from mailmind.core.syncplan import BIG_MESSAGE, BigMail, MailHead
from mailmind.ports import Unread

_AHEAD = 4
"""Batches under way: while one is read and stored, the server prepares the next, and on a long way
one more is on the line in each direction."""
NO_CONTENT = "the server gives NIL for the content"

Fetched = tuple[Sequence[MailHead], Mapping[int, bytes | BigMail], Unread]


class _NotHandedOutError(Exception):
    """A message ended before its last part, with what the server said, if it said anything."""


class Bodies:
    """Fetches from the folder that is open."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._wire = session.wire
        self._spool = Spool()

    def fetch(self, batches: Iterable[Sequence[MailHead]]) -> Iterator[Fetched]:
        """The content of every batch; the next is asked for before the present one is handed out.

        A big message can be read only until the next batch is asked for.
        """
        waiting: deque[tuple[Sequence[MailHead], Question | None]] = deque()
        source = iter(batches)
        while True:
            while len(waiting) < _AHEAD and (batch := next(source, None)) is not None:
                waiting.append((batch, self._send(batch)))
            if not waiting:
                return
            batch, question = waiting.popleft()
            if question is not None:
                yield self._receive(batch, question)
            else:
                yield self._big(batch) if batch else (batch, {}, {})

    def close(self) -> None:
        """Forget the big message that is kept."""
        self._spool.close()

    def _send(self, batch: Sequence[MailHead]) -> Question | None:
        if not batch or (len(batch) == 1 and batch[0].size > BIG_MESSAGE):
            return None  # nothing to ask, or asked for in parts when its turn comes
        with self._session.guarded("fetching messages"):
            return self._wire.send([head.uid for head in batch], "(UID BODY.PEEK[])")

    def _receive(self, batch: Sequence[MailHead], question: Question) -> Fetched:
        asked = {head.uid for head in batch}
        bodies: dict[int, bytes | BigMail] = {}
        unread: dict[int, str] = {}
        with self._session.guarded("fetching messages"):
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
        with self._session.asking("fetching a big message"):
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
