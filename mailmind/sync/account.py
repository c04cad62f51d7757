"""One account from folder to folder, over lost links and busy servers.

Owned here: trouble stays where it is. A message that breaks the link is set apart, a folder that is
refused is left out, an account that cannot be reached ends alone; each is said and written down.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from mailmind.core.account import AccountConfig
from mailmind.core.folders import FolderName, wanted
from mailmind.errors import SourceError
from mailmind.ports import FolderRefused, GarbledReply, LinkLost, Mailbox, ServerBusy, Store
from mailmind.sync.events import (
    AccountDone,
    FolderDone,
    FolderTrouble,
    Progress,
    SyncEvent,
    Waiting,
)
from mailmind.sync.folder import FolderSync, Memory

MAX_TRIES = 8
"""Connections in a row that may be lost before the account is given up, with nothing stored."""
MAX_WAIT = 60.0
"""Seconds that a run waits for a busy server; one that wants longer is left for later."""
GONE = "the server no longer has this folder; its mail is kept here"
SHRINK = 4
"""How much smaller a batch gets with each lost link."""


@dataclass(slots=True)
class _Totals:
    folders: int = 0
    troubled: int = 0
    new: int = 0
    flags: int = 0
    gone: int = 0
    unfetchable: int = 0

    def add(self, memory: Memory) -> None:
        self.new += memory.new
        self.flags += memory.flags
        self.gone += memory.gone
        self.unfetchable += len(memory.unfetchable)


@dataclass(slots=True)
class _Run:
    """What outlives a connection."""

    account: AccountConfig
    store: Store
    verify: bool
    todo: list[FolderName] | None = None
    """Folders still to do, the present one first; None before the first listing."""
    memory: Memory = field(default_factory=Memory)
    tries: int = 0
    """Connections lost since something was last stored."""
    connected: bool = False
    totals: _Totals = field(default_factory=_Totals)


def sync_account(
    account: AccountConfig,
    open_mailbox: Callable[[], Mailbox],
    store: Store,
    *,
    verify: bool = False,
    sleep: Callable[[float], None] = time.sleep,
) -> Iterator[SyncEvent]:
    """Bring the stored mail of an account up to date.

    Args:
        account: whose folders, and which of them.
        open_mailbox: a new logged-in connection; called again after a lost link.
        store: what is known, and what becomes known.
        verify: compare every folder's set of UIDs with the stored one, and fetch what is missing.
        sleep: waits some seconds.

    Yields:
        Events, each after the transaction that it tells of; AccountDone last.

    Raises:
        SourceError: the account as a whole cannot be read. What was stored stays.
    """
    run = _Run(account, store, verify)
    while True:
        try:
            yield from _over_one_connection(run, open_mailbox)
            break
        except (LinkLost, ServerBusy) as error:
            delay = _delay(run, error)
            if delay is None:
                store.note_sync(account.name, None, str(error))
                raise
            yield Waiting(account.name, str(error), delay)
            sleep(delay)
        except SourceError as error:
            store.note_sync(account.name, None, str(error))
            raise
    store.note_sync(account.name, None, None)
    totals = run.totals
    yield AccountDone(
        account=account.name,
        folders=totals.folders,
        troubled=totals.troubled,
        new=totals.new,
        flags=totals.flags,
        gone=totals.gone,
        unfetchable=totals.unfetchable,
    )


def _over_one_connection(run: _Run, open_mailbox: Callable[[], Mailbox]) -> Iterator[SyncEvent]:
    mailbox = open_mailbox()
    run.connected = True
    try:
        if run.todo is None:
            yield from _choose(run, mailbox.folders())
        while run.todo:
            yield from _folder(run, mailbox, run.todo[0])
            run.todo.pop(0)
            run.memory = Memory()
    finally:
        mailbox.close()


def _choose(run: _Run, folders: Sequence[FolderName]) -> Iterator[SyncEvent]:
    """Set the folders to do, and say which ones are not there."""
    name = run.account.name
    run.todo, unmatched = wanted(folders, run.account.folders, run.account.exclude)
    for pattern in unmatched:
        run.totals.troubled += 1
        yield FolderTrouble(name, pattern, "no folder of the account is called so")
    present = {folder.name for folder in folders}
    for known in run.store.sync_state(name):
        if known not in present:
            run.store.note_sync(name, known, GONE)


def _folder(run: _Run, mailbox: Mailbox, folder: FolderName) -> Iterator[SyncEvent]:
    """One folder; a refusal is this folder's alone."""
    name = run.account.name
    known = run.store.sync_state(name).get(folder.name)
    work = FolderSync(name, folder, mailbox, run.store, run.memory)
    try:
        for event in work.run(known, verify=run.verify):
            if isinstance(event, Progress):
                run.tries = 0
            if isinstance(event, FolderDone):
                run.totals.folders += 1
                run.totals.add(run.memory)
                run.store.note_sync(name, folder.name, None)
            yield event
    except FolderRefused as error:
        run.totals.troubled += 1
        run.totals.add(run.memory)
        run.store.note_sync(name, folder.name, str(error))
        yield FolderTrouble(name, folder.display, str(error))


def _delay(run: _Run, error: LinkLost | ServerBusy) -> float | None:
    """Seconds until the next connection; None where there shall be none."""
    run.tries += 1
    if isinstance(error, ServerBusy):
        delay = 2.0**run.tries if error.delay is None else error.delay
        return delay if delay <= MAX_WAIT and run.tries < MAX_TRIES else None
    # A server that was never reached is a matter of configuration or of the whole network.
    if not run.connected or run.tries > MAX_TRIES:
        return None
    _learn(run.memory, str(error))
    return 0.0 if isinstance(error, GarbledReply) else min(30.0, 2.0 ** (run.tries - 2))


def _learn(memory: Memory, reason: str) -> None:
    """Close in on a message that ends the link: smaller batches, then leave the single one out."""
    if len(memory.suspect) == 1 and memory.limit == 1:
        uid = memory.suspect[0]
        if uid in memory.blamed:
            memory.skip[uid] = reason
        memory.blamed.add(uid)
    if memory.suspect:
        memory.limit = max(1, memory.limit // SHRINK)
    memory.suspect = ()
