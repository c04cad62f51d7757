"""The ledger's hash chain: what an entry is, how it is sealed, how a sequence is proved whole.

Owned here: an entry's hash covers its number, time, kind, run, content and the entry before it.
Change one byte anywhere, leave one entry out or put one in, and :func:`verify` names the first that
is wrong.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

GENESIS = "0" * 64
"""What stands in for the hash before the first entry."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One sealed line of the ledger."""

    n: int
    """1, 2, 3 … without gaps."""
    at: str
    """ISO 8601, UTC."""
    kind: str
    """``mail``, ``reply``, ``facts``, ``draft``, ``decision``, ``run.start``, …"""
    run: str
    """The run it belongs to; empty outside of runs."""
    payload: str
    """Canonical JSON."""
    content: str
    """SHA-256 of the payload."""
    prev: str
    """Hash of the entry before, or :data:`GENESIS`."""
    hash: str


@dataclass(frozen=True, slots=True)
class Chain:
    """What a walk along the ledger found."""

    entries: int
    """How many entries were read, the broken one included."""
    head: str
    """Hash of the last good entry."""
    broken_at: int | None = None
    reason: str = ""


def canonical(payload: Mapping[str, object]) -> str:
    """The one spelling of a payload: sorted keys, no spaces, ASCII only, no NaN.

    Raises:
        TypeError: where the payload holds something that JSON cannot say.
        ValueError: for NaN and infinity.
    """
    return json.dumps(payload, sort_keys=True, separators=(",", ":"), allow_nan=False)


def seal(
    payload: Mapping[str, object],
    *,
    at: str,
    kind: str,
    run: str = "",
    after: tuple[int, str] = (0, GENESIS),
) -> Entry:
    """The entry that holds this payload and follows the one with that number and hash."""
    n, prev = after[0] + 1, after[1]
    text = canonical(payload)
    content = _sha256(text)
    own = _entry_hash((n, at, kind, run, content, prev))
    return Entry(n, at, kind, run, text, content, prev, own)


def walk(entries: Iterable[Entry]) -> Iterator[tuple[Entry, str]]:
    """Each entry with what is wrong with it (empty: nothing); stops after the first fault."""
    n, prev = 1, GENESIS
    for entry in entries:
        fault = _fault(entry, n, prev)
        yield entry, fault
        if fault:
            return
        n, prev = n + 1, entry.hash


def verify(entries: Iterable[Entry]) -> Chain:
    """Recompute every hash from the first entry on."""
    count, head = 0, GENESIS
    for entry, fault in walk(entries):
        count += 1
        if fault:
            return Chain(count, head, entry.n, fault)
        head = entry.hash
    return Chain(count, head)


def _fault(entry: Entry, n: int, prev: str) -> str:
    if entry.n != n:
        return f"entry {n} is missing: entry {entry.n} stands in its place"
    if entry.prev != prev:
        return "it does not follow from the entry before it"
    if _sha256(entry.payload) != entry.content:
        return "its payload is not what was recorded"
    own = _entry_hash((entry.n, entry.at, entry.kind, entry.run, entry.content, entry.prev))
    if own != entry.hash:
        return "its time, kind, run or hash is not what was recorded"
    return ""


def _entry_hash(fields: tuple[int, str, str, str, str, str]) -> str:
    # A JSON array, since joined strings could move a character from one field to the next unseen.
    return _sha256(json.dumps(fields, separators=(",", ":")))


def _sha256(text: str) -> str:
    # Somebody who rewrote the file may have left lone surrogates; they too must only yield a hash.
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
