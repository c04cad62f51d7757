"""Known state against server state: what a sync has to do, as small steps.

Owned here: the cursor never runs ahead of the data. Every UID up to a folder's cursor is stored,
gone from the server, or written down as unfetchable; a step carries the rows and the cursor that
they justify together, and is committed whole or not at all.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum

MAX_BATCH_MESSAGES = 500
MAX_BATCH_BYTES = 4 * 1024 * 1024
BIG_MESSAGE = 1024 * 1024
"""A message above this travels alone, in parts of this size, and is never whole in memory."""
LIST_WINDOW = 50_000
"""UIDs that one listing may span: a million of them would pass the line limit of a client."""
MAX_ATTEMPTS = 3
"""Runs that try a message the server does not hand out; after that only ``sync --verify`` does."""

Flags = tuple[str, ...]
"""The flags of a message, sorted, without ``\\Recent`` (which is about a session)."""


@dataclass(frozen=True, slots=True)
class FolderState:
    """What the store knows of a folder: its present generation only."""

    name: bytes
    """As the server spells it: modified UTF-7 or whatever it is. The key."""
    uidvalidity: int
    cursor: int
    """Every UID up to here is stored, gone, or noted as unfetchable."""
    modseq: int
    """Flags are known up to this modification sequence; 0 where that is unknown."""
    count: int
    """Live messages."""
    unfetchable: tuple[tuple[int, int], ...] = ()
    """UIDs that the server lists and did not hand out, each with the number of attempts."""

    @property
    def retry(self) -> tuple[int, ...]:
        """The unfetchable ones that deserve another attempt."""
        return tuple(uid for uid, attempts in self.unfetchable if attempts < MAX_ATTEMPTS)


@dataclass(frozen=True, slots=True)
class ServerFolder:
    """What EXAMINE says of a folder."""

    name: bytes
    uidvalidity: int
    exists: int
    uidnext: int | None = None
    modseq: int = 0
    """HIGHESTMODSEQ; 0 where the server has none."""


@dataclass(frozen=True, slots=True)
class MailHead:
    """What is asked of a message before its content."""

    uid: int
    size: int
    """RFC822.SIZE: a hint for batches, never proof of completeness (servers lie)."""
    flags: Flags = ()
    received: datetime | None = None
    server_id: str | None = None
    """The server's own name of the content (X-GM-MSGID, EMAILID), equal in every folder."""


@dataclass(frozen=True, slots=True)
class BigMail:
    """Content too big for memory: its size and hash are known, its bytes come in parts."""

    size: int
    sha256: str
    chunks: Callable[[], Iterator[bytes]] = field(compare=False)
    """The content from its first byte, again at each call."""


@dataclass(frozen=True, slots=True)
class SyncedMail:
    """One message of a step."""

    uid: int
    raw: bytes | BigMail | None
    """None: the content is that of the stored mail with this ``server_id``."""
    received: datetime | None
    flags: Flags
    server_id: str | None = None
    sha256: str = ""
    """Of the bytes in ``raw``, where it has been computed already."""


@dataclass(frozen=True, slots=True)
class SyncStep:
    """What one transaction writes: rows, and the cursor that they justify."""

    account: str
    folder: bytes
    display: str
    role: str
    uidvalidity: int
    """Where it differs from the stored one, the stored generation is retired by this step."""
    cursor: int
    modseq: int
    mails: tuple[SyncedMail, ...] = ()
    flags: Mapping[int, Flags] = field(default_factory=dict)
    """New flags of messages that are stored already."""
    vanished: tuple[int, ...] = ()
    unfetchable: tuple[tuple[int, str], ...] = ()
    """UIDs that the server lists and does not hand out, each with the reason."""


class FlagScan(Enum):
    """How the flags of known messages are brought up to date."""

    NONE = "none"
    CHANGED = "changed since"
    FULL = "all of them"


@dataclass(frozen=True, slots=True)
class Plan:
    """What has to be done in one folder."""

    new_generation: bool
    """The UIDs of before mean nothing any more; everything is new."""
    start: FolderState
    """Where the work starts from: the known state, or an empty one of the new generation."""
    fetch_from: int | None
    """The first UID to look at; None where nothing is new."""
    fetch_to: int | None
    """The last one, where the server says (UIDNEXT)."""
    flags: FlagScan

    @property
    def idle(self) -> bool:
        """Nothing new and no flag changed."""
        return not self.new_generation and self.fetch_from is None and self.flags is FlagScan.NONE


def plan(known: FolderState | None, server: ServerFolder) -> Plan:
    """What to do in a folder.

    Args:
        known: the stored state, or None for a folder never seen.
        server: the state that the server reports now.

    Returns:
        The plan. Vanished messages are found afterwards, by :func:`has_gaps`.
    """
    fresh = known is None or known.uidvalidity != server.uidvalidity
    start = (
        FolderState(server.name, server.uidvalidity, cursor=0, modseq=server.modseq, count=0)
        if known is None or fresh
        else known
    )
    first = start.cursor + 1
    nothing_new = (server.uidnext is not None and server.uidnext <= first) or server.exists == 0
    return Plan(
        new_generation=fresh,
        start=start,
        fetch_from=None if nothing_new else first,
        fetch_to=None if server.uidnext is None else server.uidnext - 1,
        flags=FlagScan.NONE if fresh else _flag_scan(start, server),
    )


def _flag_scan(start: FolderState, server: ServerFolder) -> FlagScan:
    if start.cursor == 0 or start.count == 0:
        return FlagScan.NONE
    if server.modseq == 0 or start.modseq == 0 or server.modseq < start.modseq:
        # No sequence to compare, or one that ran backwards (a restored server).
        return FlagScan.FULL
    return FlagScan.NONE if server.modseq == start.modseq else FlagScan.CHANGED


def has_gaps(state: FolderState, server: ServerFolder) -> bool:
    """True where the stored messages cannot be exactly those that the server has.

    New messages only ever get higher UIDs, so once everything up to UIDNEXT is read, equal numbers
    mean equal sets.
    """
    return state.count + len(state.unfetchable) != server.exists


def windows(first: int, last: int, width: int = LIST_WINDOW) -> Iterator[tuple[int, int]]:
    """The ranges that cover ``first..last``, each at most ``width`` UIDs wide."""
    for low in range(first, last + 1, width):
        yield low, min(low + width - 1, last)


def window_width(exists: int) -> int:
    """How many UIDs a listing may span: a sparse folder needs no small windows."""
    return LIST_WINDOW if exists > LIST_WINDOW else 2**32


def batches(
    heads: Iterable[MailHead],
    max_messages: int = MAX_BATCH_MESSAGES,
    max_bytes: int = MAX_BATCH_BYTES,
) -> Iterator[tuple[MailHead, ...]]:
    """Cut messages into batches in their order; a big message stands alone."""
    batch: list[MailHead] = []
    size = 0
    for head in heads:
        big = head.size > BIG_MESSAGE
        if batch and (big or size + head.size > max_bytes):
            yield tuple(batch)
            batch, size = [], 0
        if big:
            yield (head,)
            continue
        batch.append(head)
        size += head.size
        if len(batch) == max_messages:  # a full batch does not wait for the head that follows it
            yield tuple(batch)
            batch, size = [], 0
    if batch:
        yield tuple(batch)


def changed_flags(known: Mapping[int, Flags], now: Mapping[int, Flags]) -> dict[int, Flags]:
    """The flags that differ, for messages that are known."""
    return {uid: flags for uid, flags in now.items() if uid in known and known[uid] != flags}


@dataclass(frozen=True, slots=True)
class Difference:
    """The server's set of UIDs against the stored one, up to the cursor."""

    missing: tuple[int, ...]
    """On the server and not stored."""
    gone: tuple[int, ...]
    """Stored and no longer on the server."""

    def __bool__(self) -> bool:
        return bool(self.missing or self.gone)


def reconcile(stored: Iterable[int], server: Iterable[int]) -> Difference:
    """Compare two sets of UIDs."""
    ours, theirs = set(stored), set(server)
    return Difference(tuple(sorted(theirs - ours)), tuple(sorted(ours - theirs)))


def sequence_set(uids: Sequence[int]) -> bytes:
    """Ascending UIDs as IMAP writes them: ``1:3,7,9:12``."""
    parts: list[bytes] = []
    start = previous = None
    for uid in uids:
        if previous is not None and uid == previous + 1:
            previous = uid
            continue
        if start is not None:
            parts.append(_span(start, previous))
        start = previous = uid
    if start is not None:
        parts.append(_span(start, previous))
    return b",".join(parts)


def _span(first: int, last: int | None) -> bytes:
    return b"%d" % first if last in (first, None) else b"%d:%d" % (first, last or first)


def parse_sequence_set(text: bytes) -> Iterator[tuple[int, int]]:
    """The ranges of an IMAP sequence set, low end first.

    Raises:
        ValueError: the text is no sequence set of plain numbers.
    """
    for part in text.split(b","):
        low, _, high = part.partition(b":")
        ends = sorted((int(low), int(high or low)))
        yield ends[0], ends[1]
