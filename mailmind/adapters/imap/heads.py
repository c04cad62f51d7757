"""Heads of messages, part by part, some parts ahead of the one that is read.

Owned here: a head is an answer to its own question. Heads of UIDs that nobody asked for are left out,
and so is what cannot be read; whoever asked sees the gap.
"""

from bisect import bisect_left
from collections import deque
from collections.abc import Iterator, Sequence

from mailmind.adapters.imap.folders import all_flags
from mailmind.adapters.imap.responses import Broken, Item
from mailmind.adapters.imap.session import Session
from mailmind.adapters.imap.trouble import refused
from mailmind.adapters.imap.wire import Question
from mailmind.core.syncplan import BIG_MESSAGE, MailHead

PART = 500
"""UIDs in one question: 5.5 KB where they are scattered; servers limit a line to 8 or 64 KB."""
_AHEAD = 6
"""Questions under way: heads are small, and must be there before content can be asked for."""
_FIRST = 4
"""Of these, how many are sent before anybody knows which UIDs there are."""


class Heads:
    """Asks about messages of the folder that is open."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._items = "(UID FLAGS INTERNALDATE RFC822.SIZE)"
        if session.labels:
            self._items = "(UID FLAGS INTERNALDATE RFC822.SIZE X-GM-MSGID X-GM-LABELS)"
        elif session.link.has_capability("OBJECTID"):
            self._items = "(UID FLAGS INTERNALDATE RFC822.SIZE EMAILID)"
        self._first: list[tuple[range, Question]] = []

    def ask_first(self, first: int, last: int | None) -> None:
        """Ask for what is probably needed first: the UIDs that follow, if there are no gaps."""
        end = first + _FIRST * PART if last is None else min(first + _FIRST * PART, last + 1)
        spans = [range(low, min(low + PART, end)) for low in range(first, end, PART)]
        self._first = [(span, self._session.wire.send(span, self._items)) for span in spans]

    def forget(self) -> None:
        """Another folder is opened: what was asked about this one is of no use."""
        self._first = []

    def run(self, uids: Sequence[int]) -> Iterator[tuple[Sequence[int], list[MailHead]]]:
        """Each part of the UIDs, ascending, with the heads that came."""
        parts = self._parts(uids)
        sent: deque[tuple[Sequence[int], Question]] = deque()
        while True:
            with self._session.guarded("reading the list of messages"):
                while len(sent) < _AHEAD and (part := next(parts, None)) is not None:
                    asked, question = part
                    sent.append((asked, question or self._session.wire.send(asked, self._items)))
                if not sent:
                    return
                asked, question = sent.popleft()
                self._session.wire.wait_for(question)
                if question.refusal and not question.answer:
                    raise refused(self._session.account, question.refusal)
            yield asked, _heads(asked, question)

    def _parts(self, uids: Sequence[int]) -> Iterator[tuple[Sequence[int], Question | None]]:
        """The UIDs in parts; the first of them may be under way already."""
        first, self._first = self._first, []
        at = 0
        for span, question in first:
            low, high = bisect_left(uids, span.start), bisect_left(uids, span.stop)
            yield from _cut(uids, at, low)
            if low < high:
                yield uids[low:high], question
            at = high
        yield from _cut(uids, at, len(uids))


def _cut(uids: Sequence[int], start: int, end: int) -> Iterator[tuple[Sequence[int], None]]:
    for at in range(start, end, PART):
        yield uids[at : min(at + PART, end)], None


def _heads(uids: Sequence[int], question: Question) -> list[MailHead]:
    asked = set(uids)
    found: dict[int, MailHead] = {}
    for item in question.answer:
        if isinstance(item, Broken) or item.uid not in asked:
            continue
        if item.size is not None or item.uid not in found:
            found[item.uid] = _head(item)
    return [found[uid] for uid in sorted(found)]


def _head(item: Item) -> MailHead:
    return MailHead(
        uid=item.uid,
        # Without a size the message is taken for a big one, which is safe for any size.
        size=BIG_MESSAGE + 1 if item.size is None else item.size,
        flags=all_flags(item),
        received=item.received,
        server_id=item.server_id,
    )
