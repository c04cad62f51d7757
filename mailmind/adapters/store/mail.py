"""Raw mail in, parsed messages beside it.

Owned here: bytes are stored once, by their hash, and a mail that stands in several folders is one
content with several memberships. What waits to be parsed is written down in the transaction that
stores the bytes.
"""

import hashlib
import json
import sqlite3
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from mailmind.adapters.store import bulk, chain, message_rows
from mailmind.adapters.store.columns import clean, when
from mailmind.core.values import Message
from mailmind.ports import ImportTrouble, RawMail, StoredMail

_UNPARSED_BYTES = 32 * 1024 * 1024
"""How much raw mail one call of :func:`unparsed` may hold in memory, one bigger mail aside."""

VARIABLES = 500
"""How many values one statement binds; every build of SQLite takes 999."""


class Content(NamedTuple):
    """Bytes to keep: all of them, or their size and hash where they are written in parts later."""

    sha256: str
    size: int
    received: datetime | None
    raw: bytes | None


def content(raw: bytes, received: datetime | None) -> Content:
    """The content of bytes at hand."""
    return Content(hashlib.sha256(raw).hexdigest(), len(raw), received, raw)


def keep(db: sqlite3.Connection, contents: Sequence[Content]) -> tuple[list[int], range]:
    """Store what is not stored yet.

    Returns:
        The key of each content, in order; and the keys that are new.
    """
    known = _known(db, [c.sha256 for c in contents])
    following = 1 + (db.execute("SELECT max(key) FROM contents").fetchone()[0] or 0)
    first = following
    fresh: list[tuple[object, ...]] = []
    for item in contents:
        if item.sha256 in known:
            continue
        known[item.sha256] = following
        received = item.received.isoformat() if item.received else None
        fresh.append((following, item.sha256, item.size, received, item.raw))
        following += 1
    bulk.insert(
        db,
        "contents (key, sha256, size, received, raw)",
        [row for row in fresh if row[-1] is not None],
    )
    # Without bytes at hand the room is made, and written in parts before the transaction ends.
    db.executemany(
        "INSERT INTO contents (key, sha256, size, received, raw) VALUES (?, ?, ?, ?, zeroblob(?))",
        [(*row[:-1], row[2]) for row in fresh if row[-1] is None],
    )
    new = range(first, following)
    bulk.insert(db, "to_parse (key)", [(key,) for key in new])
    return [known[c.sha256] for c in contents], new


def _known(db: sqlite3.Connection, hashes: Sequence[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for i in range(0, len(hashes), VARIABLES):
        part = hashes[i : i + VARIABLES]
        marks = ",".join("?" * len(part))
        query = f"SELECT sha256, key FROM contents WHERE sha256 IN ({marks})"  # noqa: S608 (marks only)
        found.update(db.execute(query, part).fetchall())
    return found


def record(
    db: sqlite3.Connection,
    new: Sequence[int],
    *,
    account: str,
    folder: str,
    at: datetime,
) -> None:
    """The ledger entry of new contents; none where nothing is new."""
    if not new:
        return
    hashes = db.execute(
        "SELECT key, sha256 FROM contents WHERE key BETWEEN ? AND ? ORDER BY key", (new[0], new[-1])
    )
    payload = {"account": account, "folder": folder, "new": [list(row) for row in hashes]}
    chain.append(db, "mail", payload, at=at)


def account_id(db: sqlite3.Connection, account: str) -> int:
    """The row of an account, made where there is none."""
    row = db.execute("SELECT id FROM accounts WHERE name = ?", (account,)).fetchone()
    if row is None:
        db.execute("INSERT INTO accounts (name) VALUES (?)", (account,))
        return account_id(db, account)
    return int(row["id"])


def add(
    db: sqlite3.Connection, batch: Sequence[RawMail], *, account: str, folder: str, at: datetime
) -> int:
    """Keep imported mail; answers how many were new in this folder."""
    keys, new = keep(db, [content(mail.raw, mail.received) for mail in batch])
    owner = _import_folder(db, account, folder)
    before = db.total_changes
    db.executemany(
        "INSERT INTO members (folder_id, uid, key, flags, place) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT DO NOTHING",
        [
            (owner, key, key, " ".join(sorted(mail.flags)), clean(mail.where))
            for key, mail in zip(keys, batch, strict=True)
        ],
    )
    added = db.total_changes - before
    if added:
        # A parsed mail that a second folder shows may have been out of the threads until now.
        db.executemany(
            "INSERT INTO to_group (key) VALUES (?) ON CONFLICT DO NOTHING", [(k,) for k in keys]
        )
    record(db, new, account=account, folder=folder, at=at)
    return added


def _import_folder(db: sqlite3.Connection, account: str, folder: str) -> int:
    owner, name = account_id(db, account), folder.encode("utf-8", "surrogateescape")
    where = (owner, name)
    query = "SELECT id FROM folders WHERE account_id = ? AND name = ? AND uidvalidity = 0"
    row = db.execute(query, where).fetchone()
    if row is None:
        db.execute(
            "INSERT INTO folders (account_id, name, display, role, uidvalidity)"
            " VALUES (?, ?, ?, '', 0)",
            (*where, clean(folder)),
        )
        row = db.execute(query, where).fetchone()
    return int(row["id"])


def unparsed(db: sqlite3.Connection, limit: int) -> list[StoredMail]:
    """Raw mails that no parse has seen, oldest first: as many as memory should hold."""
    query = (
        "SELECT c.key, c.size, c.received, c.raw FROM to_parse p JOIN contents c ON c.key = p.key"
        " ORDER BY p.key LIMIT ?"
    )
    sizes = db.execute(query.replace(", c.raw", ""), (limit,)).fetchall()
    fit = total = 0
    for row in sizes:
        total += row["size"]
        if fit and total > _UNPARSED_BYTES:
            break
        fit += 1
    return [
        StoredMail(row["key"], row["raw"], when(row["received"]))
        for row in db.execute(query, (fit,))
    ]


def save_parsed(db: sqlite3.Connection, parsed: Sequence[tuple[int, Message]]) -> None:
    """Keep parsed messages; a message that was parsed before is replaced."""
    keys = [(key,) for key, _ in parsed]
    db.executemany(
        "INSERT INTO messages (key, header_id, in_reply_to, refs, date, subject, sender, body,"
        " alternative, trouble, details) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (key) DO UPDATE SET header_id = excluded.header_id,"
        " in_reply_to = excluded.in_reply_to, refs = excluded.refs, date = excluded.date,"
        " subject = excluded.subject, sender = excluded.sender, body = excluded.body,"
        " alternative = excluded.alternative, trouble = excluded.trouble,"
        " details = excluded.details",
        [message_rows.message_row(key, message) for key, message in parsed],
    )
    db.executemany(
        "INSERT INTO mentions (id, key) VALUES (?, ?) ON CONFLICT DO NOTHING",
        [(clean(name), key) for key, message in parsed for name in _mentions(message)],
    )
    db.executemany("DELETE FROM to_parse WHERE key = ?", keys)
    db.executemany("INSERT INTO to_group (key) VALUES (?) ON CONFLICT DO NOTHING", keys)


def _mentions(message: Message) -> set[str]:
    own = {message.header_id} if message.header_id else set()
    return {*own, *message.in_reply_to, *message.references}


def trouble(db: sqlite3.Connection) -> list[ImportTrouble]:
    """Every mail with an oddity, what sync could not fetch, folders and accounts in trouble."""
    found = []
    query = (
        "SELECT m.key, m.trouble, (SELECT coalesce(place, f.display || ' ' || uid) FROM members"
        " JOIN folders f ON f.id = folder_id WHERE members.key = m.key LIMIT 1) AS place"
        " FROM messages m WHERE m.trouble IS NOT NULL ORDER BY m.key"
    )
    for row in db.execute(query):
        place = row["place"] or f"msg_{row['key']}"
        found.append(ImportTrouble(place, "; ".join(json.loads(row["trouble"]))))
    query = (
        "SELECT a.name || '/' || f.display || ' ' || u.uid AS place, u.reason FROM unfetchable u"
        " JOIN folders f ON f.id = u.folder_id JOIN accounts a ON a.id = f.account_id"
        " WHERE f.retired = 0 ORDER BY f.id, u.uid"
    )
    found += [ImportTrouble(row["place"], row["reason"]) for row in db.execute(query)]
    query = (
        "SELECT a.name, n.folder, n.reason FROM sync_notes n JOIN accounts a ON a.id = n.account_id"
        " ORDER BY a.id, n.folder"
    )
    for row in db.execute(query):
        folder = row["folder"].decode("utf-8", "replace")
        found.append(
            ImportTrouble(f"{row['name']}/{folder}" if folder else row["name"], row["reason"])
        )
    return found
