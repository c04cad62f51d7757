"""One connection, and all that has been asked over it and not been read yet.

Owned here: an answer is read before anything that depends on it is sent. What may travel together
does: extensions, folders and the inbox are asked for in one go, since every sync wants them.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock
from typing import Any

from mailmind.adapters.imap.connection import Connection
from mailmind.adapters.imap.trouble import translated
from mailmind.adapters.imap.wire import Wire
from mailmind.core.account import AccountConfig
from mailmind.core.folders import FolderName, wanted
from mailmind.errors import SourceError
from mailmind.ports import FolderRefused, LinkLost

INBOX = b"INBOX"

Said = dict[bytes, Any]
"""What a server says of a folder that it opens."""


class Session:
    """A connection that is logged in."""

    def __init__(self, account: AccountConfig, link: Connection) -> None:
        self.account = account
        self.link = link
        self.wire = Wire(link)
        self.qresync = False
        """Whether the server says what vanished, and what changed when a folder is opened."""
        self.labels = bool(link.has_capability("X-GM-EXT-1"))
        """Whether messages have labels (and names that are the same in every folder)."""
        self._folders: list[FolderName] | None = None
        self._inbox: Said | FolderRefused | None = None
        """What was read of the answers to the first questions and not been asked for yet."""
        self._begun: tuple[bytes | None, bytes, bytes | None] | None = None
        """Tags of the first questions under way: extensions, folders, inbox."""
        self._turn = RLock()
        """Held while an answer is awaited, so that whoever closes the link knows of it."""
        self._dead = False

    def begin(self) -> None:
        """Ask for what every sync starts with. (Before the login servers list fewer extensions.)"""
        has, link = self.link.has_capability, self.link
        offered = next((e for e in ("QRESYNC", "CONDSTORE") if has("ENABLE") and has(e)), None)
        inbox, _ = wanted(
            [FolderName(INBOX, "INBOX", "\\Inbox")], self.account.folders, self.account.exclude
        )
        self._begun = (
            link.send_enable(offered) if offered else None,
            link.send_list(),
            link.send_examine(INBOX) if inbox else None,
        )

    def _read_beginning(self) -> None:
        if self._begun is None:
            return
        (enable, listing, inbox), self._begun = self._begun, None
        if enable is not None:
            self.qresync = b"QRESYNC" in self.link.receive_enabled(enable)
        self._folders = self.link.receive_list(listing)
        if inbox is not None:
            try:
                with translated(self.account, "opening a folder"):
                    self._inbox = self.link.receive_examined(inbox)
            except FolderRefused as refusal:  # that folder's trouble, told when it is asked for
                self._inbox = refusal

    def folders(self) -> list[FolderName]:
        """All folders; the first time they are under way already."""
        with self.asking("listing folders"):
            found, self._folders = self._folders, None
            return self.link.receive_list(self.link.send_list()) if found is None else found

    def already_open(self, name: bytes) -> Said | None:
        """What was said of the inbox, where that is the first folder to be opened; asked for once."""
        said, self._inbox = self._inbox, None
        if said is None or name.upper() != INBOX:
            return None
        if isinstance(said, FolderRefused):
            raise said
        return said

    @contextmanager
    def guarded(self, doing: str) -> Iterator[None]:
        """Errors of the libraries become those of the port; a lost link is remembered."""
        with self._turn:
            try:
                with translated(self.account, doing):
                    yield
            except LinkLost:
                self._dead = True
                raise

    @contextmanager
    def asking(self, doing: str) -> Iterator[None]:
        """The same, with all that is under way read: any command may follow."""
        with self.guarded(doing):
            self._read_beginning()
            self.wire.settle()
            yield

    def close(self) -> None:
        """End the connection, in good order where nobody waits for an answer."""
        if self._turn.acquire(blocking=False):
            try:
                if not self._dead and self._begun is None and not self.wire.busy:
                    with self.guarded("logging out"):
                        self.link.leave()
                    return
            except SourceError:
                self._dead = True
            finally:
                self._turn.release()
        self.link.drop()
