"""Waiting for mail: one quiet connection to each account, which rings when there is something to do.

Owned here: a bell never goes silent. It rings on a push, rings anyway when the time between two looks
is over, and after any trouble tries again, later each time.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass

from mailmind.core.account import AccountConfig
from mailmind.core.folders import FolderName, wanted
from mailmind.core.syncplan import ServerFolder, plan
from mailmind.errors import SourceError
from mailmind.ports import FolderRefused, LinkLost, Mailbox, ServerBusy, Store

IDLE_SECONDS = 540.0
"""IDLE is asked for anew before routers forget a silent connection (and servers end it at 30 min)."""
MAX_DELAY = 600.0


@dataclass(frozen=True, slots=True)
class Ring:
    """An account wants a look, or has trouble that a person should know of."""

    account: AccountConfig
    trouble: str = ""
    final: bool = False
    """The account is given up: no waiting helps (a refused login, an untrusted certificate)."""


class Bell:
    """Watches the inbox of one account."""

    def __init__(
        self,
        account: AccountConfig,
        open_mailbox: Callable[[], Mailbox],
        store: Store,
        ring: Callable[[Ring], None],
    ) -> None:
        self._account = account
        self._open = open_mailbox
        self._store = store
        self._ring = ring
        self._mailbox: Mailbox | None = None
        self._folder: FolderName | None = None
        self._stopped = threading.Event()
        self._answered = threading.Event()
        self._failures = 0
        self._rung_at: ServerFolder | None = None
        """The state of the server that rang without a wait: a difference that stays rings once."""

    def answered(self) -> None:
        """The look that the bell asked for has been taken."""
        self._answered.set()

    def stop(self) -> None:
        """End after the present wait."""
        self._stopped.set()
        self._answered.set()

    def run(self) -> None:
        """Ring until stopped, or until the account is given up."""
        while not self._stopped.is_set():
            try:
                self._wait_for_news()
                self._failures = 0
                self._answered.clear()
                if self._stopped.is_set():
                    break
                self._ring(Ring(self._account))
                self._answered.wait()
            except (LinkLost, ServerBusy, FolderRefused) as error:
                self._close()
                self._ring(Ring(self._account, trouble=str(error)))
                self._stopped.wait(self._delay(error))
            except SourceError as error:
                self._ring(Ring(self._account, trouble=str(error), final=True))
                break
        self._close()

    def _wait_for_news(self) -> None:
        """Return when there is something to look at, or when the time is over."""
        mailbox = self._mailbox or self._connect()
        folder = self._folder
        if folder is None:
            self._stopped.wait(self._account.poll)
            return
        # What came between the last sync and this moment is not pushed: compare first.
        server = mailbox.examine(folder.name)
        known = self._store.sync_state(self._account.name).get(folder.name)
        if server != self._rung_at and not plan(known, server).idle:
            self._rung_at = server
        elif mailbox.pushes:
            mailbox.wait(min(self._account.poll, IDLE_SECONDS))
        else:
            self._stopped.wait(self._account.poll)

    def _connect(self) -> Mailbox:
        self._mailbox = mailbox = self._open()
        chosen, _ = wanted(mailbox.folders(), self._account.folders, self._account.exclude)
        self._folder = chosen[0] if chosen else None
        return mailbox

    def _close(self) -> None:
        if self._mailbox is not None:
            self._mailbox.close()
            self._mailbox = None

    def _delay(self, error: SourceError) -> float:
        """Seconds until the next try: the server's own wish, else longer each time."""
        self._failures += 1
        wish = error.delay if isinstance(error, ServerBusy) else None
        return min(MAX_DELAY, 2.0**self._failures) if wish is None else wish
