"""Messages grouped into threads, and the pages that lists are made of.

Owned here: a thread keeps its name as mail joins it, since the name comes from the message that was
stored first; and regrouping rewrites only the threads that changed. A draft of a changed thread no
longer may leave: it was checked against another thread than this.
"""

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from mailmind.adapters.store import drafts, message_rows
from mailmind.adapters.store.columns import moment, when
from mailmind.core import threads
from mailmind.core.review import WAITING, WAITING_DRAFTS
from mailmind.core.serverlabels import label_of
from mailmind.core.values import State, Thread
from mailmind.ports import ThreadRow

# Both sets are constants of the core, so their words may stand in a statement.
_WAITING = ", ".join(f"'{state.value}'" for state in sorted(WAITING))
_WAITING_DRAFTS = ", ".join(f"'{status}'" for status in sorted(WAITING_DRAFTS))

_ONLY: Mapping[str | None, str] = {
    None: "true",
    "waiting": (
        f"(EXISTS (SELECT 1 FROM facts WHERE thread_id = t.id AND state IN ({_WAITING}))"  # noqa: S608
        " OR EXISTS (SELECT 1 FROM drafts WHERE thread_id = t.id"
        f" AND status IN ({_WAITING_DRAFTS})))"
    ),
    "drafts": "EXISTS (SELECT 1 FROM drafts WHERE thread_id = t.id)",
}


@dataclass(frozen=True, slots=True)
class _Head:
    """What a thread's row needs of a message."""

    subject: str
    sender: str
    date: str | None
    moment: float
    sha256: str


def regroup(db: sqlite3.Connection) -> int:
    """Bring the threads up to date; answers how many changed, came or went."""
    touched = _touched(db)
    if touched == "[]":
        return 0
    heads, headers = _live(db, touched)
    wanted = {_thread_id(keys, heads): keys for keys in threads.group(headers)}
    known = dict(
        db.execute(
            "SELECT id, fingerprint FROM threads WHERE id IN (SELECT thread_id FROM thread_messages"
            " WHERE key IN (SELECT value FROM json_each(?)))",
            (touched,),
        ).fetchall()
    )
    changed = {
        thread_id: keys
        for thread_id, keys in wanted.items()
        if known.get(thread_id) != _fingerprint(keys, heads)
    }
    gone = [thread_id for thread_id in known if thread_id not in wanted]
    _write(db, changed, gone, heads)
    db.execute("DELETE FROM to_group")
    return len(changed) + len(gone)


def _touched(db: sqlite3.Connection) -> str:
    """The keys that new, changed or vanished messages can share a thread with, as JSON.

    From each message to the IDs that it mentions, from each ID to the messages that mention it, until
    nothing is added: whole threads, old and new, and never a message that is not connected to them.
    """
    query = """
        WITH RECURSIVE touched(key, id) AS (
            SELECT key, NULL FROM to_group
            UNION SELECT NULL, m.id FROM touched t JOIN mentions m ON m.key = t.key
            UNION SELECT m.key, NULL FROM touched t JOIN mentions m ON m.id = t.id
        )
        SELECT json_group_array(key) FROM touched WHERE key IS NOT NULL"""
    return str(db.execute(query).fetchone()[0])


def _live(db: sqlite3.Connection, keys: str) -> tuple[dict[int, _Head], list[threads.Headers]]:
    """The parsed messages of these keys that stand in a folder."""
    heads, headers = {}, []
    query = (
        "SELECT m.key, m.header_id, m.in_reply_to, m.refs, m.subject, m.sender, m.date, c.sha256,"
        " c.received FROM messages m JOIN contents c ON c.key = m.key"
        " WHERE m.key IN (SELECT value FROM json_each(?)) AND EXISTS (SELECT 1"
        " FROM members JOIN folders f ON f.id = folder_id"
        " WHERE members.key = m.key AND NOT f.retired) ORDER BY m.key"
    )
    for row in db.execute(query, (keys,)):
        date, received = when(row["date"]), when(row["received"])
        key, at = row["key"], moment(date, received)
        heads[key] = _Head(row["subject"], row["sender"], row["date"], at, row["sha256"])
        headers.append(
            threads.Headers(
                key=key,
                header_id=row["header_id"],
                in_reply_to=tuple(json.loads(row["in_reply_to"])),
                references=tuple(json.loads(row["refs"])),
                subject=row["subject"],
                date=date or received,
            )
        )
    return heads, headers


def _thread_id(keys: Sequence[int], heads: Mapping[int, _Head]) -> str:
    return f"t_{heads[min(keys)].sha256[:16]}"


def _fingerprint(keys: Sequence[int], heads: Mapping[int, _Head]) -> str:
    parts = [[key, heads[key].subject, heads[key].sender, heads[key].date] for key in keys]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]


def _write(
    db: sqlite3.Connection,
    changed: Mapping[str, Sequence[int]],
    gone: Iterable[str],
    heads: Mapping[int, _Head],
) -> None:
    """First every message leaves its old place, then each thread is written as it is now."""
    db.executemany("DELETE FROM threads WHERE id = ?", [(i,) for i in gone])
    db.executemany("DELETE FROM thread_messages WHERE thread_id = ?", [(i,) for i in changed])
    db.executemany(
        "INSERT INTO threads (id, fingerprint, subject, sender, date, moment, messages)"
        " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET"
        " fingerprint = excluded.fingerprint, subject = excluded.subject, sender = excluded.sender,"
        " date = excluded.date, moment = excluded.moment, messages = excluded.messages",
        [_row(thread_id, keys, heads) for thread_id, keys in changed.items()],
    )
    db.executemany(
        "INSERT INTO thread_messages (key, thread_id, position) VALUES (?, ?, ?)",
        [
            (key, thread_id, position)
            for thread_id, keys in changed.items()
            for position, key in enumerate(keys)
        ],
    )
    for thread_id in changed:
        drafts.hold(db, thread_id, "New mail came into this thread after the draft was checked.")


def _row(thread_id: str, keys: Sequence[int], heads: Mapping[int, _Head]) -> tuple[object, ...]:
    """The subject is that of the first message, sender and date those of the newest."""
    newest = heads[max(keys, key=lambda key: (heads[key].moment, key))]
    return (
        thread_id,
        _fingerprint(keys, heads),
        heads[keys[0]].subject,
        newest.sender,
        newest.date,
        newest.moment,
        len(keys),
    )


def thread(db: sqlite3.Connection, thread_id: str) -> Thread | None:
    """A thread with its messages, oldest first."""
    head = db.execute("SELECT subject, workflow FROM threads WHERE id = ?", (thread_id,)).fetchone()
    if head is None:
        return None
    found = db.execute(
        "SELECT m.* FROM thread_messages t JOIN messages m ON m.key = t.key WHERE t.thread_id = ?"
        " ORDER BY t.position",
        (thread_id,),
    )
    messages = tuple(message_rows.message(row) for row in found)
    return Thread(thread_id, messages, head["subject"], head["workflow"])


def places(db: sqlite3.Connection, thread_id: str) -> list[str]:
    """``account/folder`` of every folder that shows a message of the thread, sorted. A label that the
    server puts on a message counts as a folder.
    """
    found = db.execute(
        "SELECT DISTINCT a.name, f.display, m.flags FROM thread_messages t"
        " JOIN members m ON m.key = t.key JOIN folders f ON f.id = m.folder_id"
        " JOIN accounts a ON a.id = f.account_id WHERE t.thread_id = ? AND NOT f.retired",
        (thread_id,),
    )
    places: set[str] = set()
    for row in found:
        labels = (label_of(flag) for flag in row["flags"].split())
        names = (row["display"], *(label for label in labels if label is not None))
        places.update(f"{row['name']}/{name}" for name in names)
    return sorted(places)


def of_message(db: sqlite3.Connection, message_id: str) -> str | None:
    """The thread that holds a message."""
    key = message_id.removeprefix("msg_")
    if not (key.isascii() and key.isdigit() and len(key) < 19):
        return None
    query = "SELECT thread_id FROM thread_messages WHERE key = ?"
    row = db.execute(query, (int(key),)).fetchone()
    return None if row is None else str(row["thread_id"])


def ids(db: sqlite3.Connection, pending_for: str | None) -> list[str]:
    """All threads, newest first, or those that a configuration has not seen as they are now."""
    if pending_for is None:
        found = db.execute("SELECT id FROM threads ORDER BY moment DESC, id")
    else:
        # A thread whose last run failed has not been seen.
        found = db.execute(
            "SELECT t.id FROM threads t LEFT JOIN outcomes o ON o.thread_id = t.id"
            " WHERE o.thread_id IS NULL OR o.failed OR o.config_hash <> ?"
            " OR o.fingerprint <> t.fingerprint ORDER BY t.moment DESC, t.id",
            (pending_for,),
        )
    return [row["id"] for row in found]


def page(db: sqlite3.Connection, *, offset: int, limit: int, only: str | None) -> list[ThreadRow]:
    """A page of the list, newest first."""
    found = db.execute(
        "SELECT t.*, d.status, coalesce(o.note, '') AS note FROM threads t"  # noqa: S608 (constants)
        " LEFT JOIN drafts d ON d.thread_id = t.id LEFT JOIN outcomes o ON o.thread_id = t.id"
        f" WHERE {_only(only)} ORDER BY t.moment DESC, t.id LIMIT ? OFFSET ?",
        (limit, offset),
    ).fetchall()
    return [
        ThreadRow(
            id=row["id"],
            subject=row["subject"],
            sender=row["sender"],
            date=when(row["date"]),
            messages=row["messages"],
            facts=_states(db, row["id"]),
            draft_status=row["status"],
            workflow=row["workflow"],
            note=row["note"],
        )
        for row in found
    ]


def count(db: sqlite3.Connection, *, only: str | None) -> int:
    """How many rows the list has."""
    query = f"SELECT count(*) FROM threads t WHERE {_only(only)}"  # noqa: S608 (constants)
    return int(db.execute(query).fetchone()[0])


def _only(only: str | None) -> str:
    if only not in _ONLY:
        raise ValueError(f"unknown list {only!r}: waiting or drafts")
    return _ONLY[only]


def _states(db: sqlite3.Connection, thread_id: str) -> Mapping[State, int]:
    query = "SELECT state, count(*) FROM facts WHERE thread_id = ? GROUP BY state"
    return {State(state): number for state, number in db.execute(query, (thread_id,))}
