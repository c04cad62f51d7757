"""One folder brought up to date: new mail first, then flags and losses, each in committed steps.

Owned here: the order of commits. Rows and cursor move together; the modification sequence moves
last, when everything that happened before it is stored.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from mailmind.core.folders import FolderName
from mailmind.core.syncplan import (
    MAX_BATCH_MESSAGES,
    Difference,
    Flags,
    FlagScan,
    FolderState,
    Plan,
    ServerFolder,
    SyncedMail,
    SyncStep,
    changed_flags,
    has_gaps,
    plan,
    reconcile,
    window_width,
    windows,
)
from mailmind.ports import Mailbox, Store
from mailmind.sync.ahead import read_ahead
from mailmind.sync.events import FolderDone, FolderStarted, Progress, SyncEvent
from mailmind.sync.fetching import Batch, Fetcher

FLAG_WINDOW = 20_000
"""Stored messages whose flags are read at a time, where the server cannot say what changed."""


@dataclass(slots=True)
class Memory:
    """What is kept of the work on a folder when a connection is lost in the middle of it."""

    new: int = 0
    flags: int = 0
    gone: int = 0
    missing: tuple[int, ...] = ()
    unfetchable: list[int] = field(default_factory=list)
    limit: int = MAX_BATCH_MESSAGES
    """Messages of a batch: smaller after each lost link, until the one at fault stands alone."""
    skip: dict[int, str] = field(default_factory=dict)
    """UIDs that end the connection whenever they are asked for."""
    suspect: tuple[int, ...] = ()
    """The batch that was being read when the link was lost."""
    blamed: set[int] = field(default_factory=set)
    """UIDs that were alone under way when a link was lost, once so far."""


class FolderSync:
    """The work on one folder over one connection."""

    def __init__(
        self, account: str, folder: FolderName, mailbox: Mailbox, store: Store, memory: Memory
    ) -> None:
        self._account = account
        self._folder = folder
        self._mailbox = mailbox
        self._store = store
        self._memory = memory
        self._state = FolderState(folder.name, 0, 0, 0, 0)

    def run(self, known: FolderState | None, *, verify: bool) -> Iterator[SyncEvent]:
        """Do what has to be done.

        Args:
            known: the stored state of the folder.
            verify: compare the sets of UIDs even where the numbers agree.
        """
        server = self._mailbox.examine(self._folder.name, known)
        todo = plan(known, server)
        self._state = todo.start
        if todo.new_generation:
            self._commit()
        uids = self._new_uids(todo, server)
        yield FolderStarted(self._account, self._folder.display, len(uids))
        yield from self._fetch(uids)
        self._bring_up_to_date(todo, server)
        if verify or has_gaps(self._state, server):
            difference = self._compare(todo, server, retry_all=verify)
            self._memory.missing += difference.missing
            yield from self._fetch(difference.missing)
            if difference.gone:
                self._commit(vanished=difference.gone)
        yield self._done()

    def _done(self) -> FolderDone:
        memory = self._memory
        return FolderDone(
            account=self._account,
            folder=self._folder.display,
            new=memory.new,
            flags=memory.flags,
            gone=memory.gone,
            missing=tuple(sorted(set(memory.missing))),
            unfetchable=tuple(memory.unfetchable),
        )

    def _new_uids(self, todo: Plan, server: ServerFolder) -> list[int]:
        found = list(self._state.retry)
        if todo.fetch_from is not None:
            found += self._list(todo.fetch_from, todo.fetch_to, server.exists, heads=True)
        return sorted(set(found))

    def _list(self, first: int, last: int | None, exists: int, *, heads: bool) -> list[int]:
        if last is None:
            return self._mailbox.uids(first, None, heads=heads)
        spans = windows(first, last, window_width(exists))
        return [
            uid
            for low, high in spans
            # The heads of the first ones come with their list; nothing is read before all are listed.
            for uid in self._mailbox.uids(low, high, heads=heads and low == first)
        ]

    def _fetch(self, uids: Sequence[int]) -> Iterator[SyncEvent]:
        if not uids:
            return
        fetcher = Fetcher(
            self._mailbox, self._store, self._account, self._memory.limit, self._memory.skip
        )
        done = 0
        try:
            for batch in read_ahead(fetcher.run(uids), alone=Batch.is_big):
                self._commit(
                    cursor=max(self._state.cursor, batch.cursor),
                    mails=batch.mails,
                    unfetchable=batch.unfetchable,
                )
                self._memory.limit = min(MAX_BATCH_MESSAGES, self._memory.limit * 4)
                self._memory.unfetchable += [uid for uid, _ in batch.unfetchable]
                done = bisect_right(uids, batch.cursor)
                yield Progress(self._account, self._folder.display, done, len(uids))
        finally:
            self._memory.suspect = fetcher.at

    def _changes(self, todo: Plan) -> tuple[dict[int, Flags], list[int]]:
        """New flags and losses among the messages that were known before this run."""
        last = todo.start.cursor
        if todo.flags is FlagScan.CHANGED:
            changes = self._mailbox.changes(todo.start.modseq, last)
            flags = changed_flags(self._stored(changes.flags), changes.flags)
            return flags, self._within(changes.vanished or ())
        if todo.flags is FlagScan.FULL:
            return self._scan(last)
        return {}, []

    def _stored(self, uids: Mapping[int, object]) -> Mapping[int, Flags]:
        return self._known(min(uids), max(uids)) if uids else {}

    def _known(self, first: int, last: int) -> Mapping[int, Flags]:
        return self._store.synced(self._account, self._folder.name, first, last)

    def _within(self, spans: Sequence[tuple[int, int]]) -> list[int]:
        if not spans:
            return []
        ordered = sorted(spans)
        lows = [low for low, _ in ordered]
        stored = self._known(lows[0], max(high for _, high in ordered))
        return [
            uid
            for uid in sorted({*stored, *(uid for uid, _ in self._state.unfetchable)})
            if (at := bisect_right(lows, uid)) and uid <= ordered[at - 1][1]
        ]

    def _scan(self, last: int) -> tuple[dict[int, Flags], list[int]]:
        """All flags, compared here: for servers that cannot say what changed."""
        stored = self._known(1, last)
        flags: dict[int, Flags] = {}
        gone: list[int] = []
        uids = sorted(stored)
        for start in range(0, len(uids), FLAG_WINDOW):
            part = uids[start : start + FLAG_WINDOW]
            now = self._mailbox.flags(part[0], part[-1])
            flags |= changed_flags(stored, now)
            gone += [uid for uid in part if uid not in now]
        # A response that was left out or unreadable is no loss: only the list of UIDs says that.
        still = set(self._mailbox.uids(gone[0], gone[-1], fresh=True)) if gone else set()
        return flags, [uid for uid in gone if uid not in still]

    def _compare(self, todo: Plan, server: ServerFolder, *, retry_all: bool) -> Difference:
        """The server's UIDs against the stored ones, up to the end of this run's range."""
        last = max(self._state.cursor, todo.fetch_to or 0)
        now = self._list(1, last, server.exists, heads=False) if last else []
        noted = [uid for uid, _ in self._state.unfetchable]
        stored = self._known(1, last)
        missing = reconcile(stored if retry_all else (*stored, *noted), now).missing
        return Difference(missing, reconcile((*stored, *noted), now).gone)

    def _bring_up_to_date(self, todo: Plan, server: ServerFolder) -> None:
        """Flags and losses among older messages, and the marks up to which all is known now."""
        flags, gone = self._changes(todo)
        cursor = max(self._state.cursor, todo.fetch_to or 0)
        if flags or gone or cursor != self._state.cursor or server.modseq != self._state.modseq:
            self._commit(cursor=cursor, modseq=server.modseq, flags=flags, vanished=tuple(gone))

    def _commit(
        self,
        *,
        cursor: int | None = None,
        modseq: int | None = None,
        mails: tuple[SyncedMail, ...] = (),
        flags: Mapping[int, Flags] | None = None,
        vanished: tuple[int, ...] = (),
        unfetchable: tuple[tuple[int, str], ...] = (),
    ) -> None:
        """Write one step; the local state follows what the store then knows."""
        state = self._state
        step = SyncStep(
            account=self._account,
            folder=self._folder.name,
            display=self._folder.display,
            role=self._folder.role,
            uidvalidity=state.uidvalidity,
            cursor=state.cursor if cursor is None else cursor,
            modseq=state.modseq if modseq is None else modseq,
            mails=mails,
            flags=flags or {},
            vanished=vanished,
            unfetchable=unfetchable,
        )
        new = self._store.commit_sync(step)
        self._memory.new += new
        self._memory.flags += len(step.flags)
        lost = len(set(vanished) - {uid for uid, _ in state.unfetchable})
        self._memory.gone += lost
        self._state = replace(
            state,
            cursor=step.cursor,
            modseq=step.modseq,
            count=state.count + new - lost,
            unfetchable=_noted(state.unfetchable, step),
        )


def _noted(before: Sequence[tuple[int, int]], step: SyncStep) -> tuple[tuple[int, int], ...]:
    noted = dict(before)
    for uid, _ in step.unfetchable:
        noted[uid] = noted.get(uid, 0) + 1
    for uid in (*(mail.uid for mail in step.mails), *step.vanished):
        noted.pop(uid, None)
    return tuple(sorted(noted.items()))
