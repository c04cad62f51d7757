"""Content for a list of UIDs: in batches, ahead of time, whatever the server leaves out.

Owned here: of every UID asked for, exactly one thing comes out: its content, the word that it is
gone, or the reason why it cannot be had.
"""

import hashlib
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from mailmind.core.syncplan import BIG_MESSAGE, BigMail, MailHead, SyncedMail, batches
from mailmind.ports import Mailbox, Store

NOT_HANDED_OUT = "the server lists the message and hands nothing out"


@dataclass(frozen=True, slots=True)
class Batch:
    """What a range of UIDs turned out to be."""

    cursor: int
    """The last UID that this batch answers for."""
    mails: tuple[SyncedMail, ...]
    unfetchable: tuple[tuple[int, str], ...]

    def is_big(self) -> bool:
        """Whether the content is still in the mailbox's hands, and lost with the next batch."""
        return any(isinstance(mail.raw, BigMail) for mail in self.mails)


class Fetcher:
    """Fetches from the folder that is open in the mailbox."""

    def __init__(
        self, mailbox: Mailbox, store: Store, account: str, limit: int, skip: Mapping[int, str]
    ) -> None:
        self._mailbox = mailbox
        self._store = store
        self._account = account
        self._limit = limit
        self._skip = skip
        """UIDs that broke the connection before, with the reason: not asked for again."""
        self._copies: set[int] = set()
        self._under_way: deque[tuple[MailHead, ...]] = deque()

    @property
    def at(self) -> tuple[int, ...]:
        """The UIDs of the batch that is being read."""
        return tuple(head.uid for head in self._under_way[0]) if self._under_way else ()

    def run(self, uids: Sequence[int]) -> Iterator[Batch]:
        """Everything about these UIDs, ascending."""
        for _, bodies, unread in self._mailbox.fetch(self._batches(uids)):
            batch = self._under_way[0]
            yield self._batch(batch, dict(bodies), dict(unread))
            self._under_way.popleft()

    def _batches(self, uids: Sequence[int]) -> Iterator[tuple[MailHead, ...]]:
        for batch in batches(self._heads(uids), max_messages=self._limit):
            self._under_way.append(batch)
            yield tuple(head for head in batch if self._needed(head))

    def _needed(self, head: MailHead) -> bool:
        return head.uid not in self._copies and head.uid not in self._skip

    def _heads(self, uids: Sequence[int]) -> Iterator[MailHead]:
        for asked, heads in self._mailbox.heads(uids):
            left_out = sorted(set(asked) - {head.uid for head in heads})
            # Unreadable or left out is not gone: what the server still lists is tried all the same.
            bare = [MailHead(uid, BIG_MESSAGE + 1) for uid in self._existing(left_out)]
            self._find_copies(heads)
            for head in sorted((*heads, *bare), key=lambda head: head.uid):
                yield head if self._needed(head) else replace(head, size=0)

    def _find_copies(self, heads: Sequence[MailHead]) -> None:
        """A message that is in another folder already is stored as a second place of that one."""
        named = {head.server_id: head.uid for head in heads if head.server_id is not None}
        if named:
            known = self._store.known_server_ids(self._account, sorted(named))
            self._copies.update(named[server_id] for server_id in known)

    def _existing(self, uids: Sequence[int]) -> list[int]:
        if not uids:
            return []
        present = set(self._mailbox.uids(uids[0], uids[-1], fresh=True))
        return [uid for uid in uids if uid in present]

    def _batch(
        self,
        batch: Sequence[MailHead],
        bodies: dict[int, bytes | BigMail],
        unread: dict[int, str],
    ) -> Batch:
        absent = [h.uid for h in batch if self._needed(h) and h.uid not in bodies]
        # What another client has removed meanwhile is left out, refused, or comes as NIL.
        present = set(self._existing(absent))
        again = [h for h in batch if h.uid in present and h.uid not in unread]
        self._ask_again(again, bodies, unread)
        trouble = {
            uid: unread.get(uid, NOT_HANDED_OUT)
            for uid in absent
            if uid in present and uid not in bodies
        }
        trouble |= {head.uid: self._skip[head.uid] for head in batch if head.uid in self._skip}
        return Batch(
            cursor=batch[-1].uid,
            mails=tuple(
                _synced(h, bodies.get(h.uid))
                for h in batch
                if h.uid in bodies or h.uid in self._copies
            ),
            unfetchable=tuple(sorted(trouble.items())),
        )

    def _ask_again(
        self,
        heads: Sequence[MailHead],
        bodies: dict[int, bytes | BigMail],
        unread: dict[int, str],
    ) -> None:
        """Once more, one by one: a server that chokes on one message answers for the others."""
        for _, found, broken in self._mailbox.fetch((head,) for head in heads):
            bodies.update(found)
            unread.update(broken)


def _synced(head: MailHead, raw: bytes | BigMail | None) -> SyncedMail:
    """A message as it is stored; hashed here, in the thread that reads."""
    digest = hashlib.sha256(raw).hexdigest() if isinstance(raw, bytes) else ""
    return SyncedMail(head.uid, raw, head.received, head.flags, head.server_id, digest)
