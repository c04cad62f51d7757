"""What a sync tells while it works.

Owned here: an event is said after the transaction that it tells of, never before.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FolderStarted:
    """A folder has been opened and looked at."""

    account: str
    folder: str
    total: int
    """Messages that will be fetched."""


@dataclass(frozen=True, slots=True)
class Progress:
    """A batch has been stored."""

    account: str
    folder: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class FolderDone:
    """A folder is up to date."""

    account: str
    folder: str
    new: int
    flags: int
    """Messages whose flags changed."""
    gone: int
    """Messages that the server no longer has."""
    missing: tuple[int, ...] = ()
    """UIDs that the server had and the store lacked, found by comparing the sets (now fetched)."""
    unfetchable: tuple[int, ...] = ()
    """UIDs that the server lists and does not hand out."""


@dataclass(frozen=True, slots=True)
class FolderTrouble:
    """A folder was left out; the others go on."""

    account: str
    folder: str
    reason: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """The link broke or the server is busy; a new connection follows."""

    account: str
    reason: str
    seconds: float


@dataclass(frozen=True, slots=True)
class AccountDone:
    """The account has been gone through."""

    account: str
    folders: int
    troubled: int
    """Folders left out."""
    new: int
    flags: int
    gone: int
    unfetchable: int

    @property
    def whole(self) -> bool:
        """Nothing was left out."""
        return not self.troubled and not self.unfetchable


SyncEvent = FolderStarted | Progress | FolderDone | FolderTrouble | Waiting | AccountDone
