"""What IMAP sync keeps: folders by generation, memberships, flags and the cursor.

Owned here: one step is one transaction, rows and cursor together. A step that is written already
writes nothing again, save that each failure to fetch counts as one more attempt.
"""

import hashlib
import sqlite3
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import datetime

from mailmind.adapters.store import bulk, mail
from mailmind.adapters.store.columns import clean
from mailmind.core.syncplan import BigMail, Flags, FolderState, SyncedMail, SyncStep
from mailmind.errors import StoreError


def state(db: sqlite3.Connection, account: str) -> Mapping[bytes, FolderState]:
    """What is known of each folder of an account, its present generation only."""
    found = {}
    query = (
        "SELECT f.*, (SELECT count(*) FROM members WHERE folder_id = f.id) AS count FROM folders f"
        " JOIN accounts a ON a.id = f.account_id WHERE a.name = ? AND NOT f.retired"
        " AND f.uidvalidity > 0 ORDER BY f.id"
    )
    for row in db.execute(query, (account,)).fetchall():
        failed = db.execute(
            "SELECT uid, attempts FROM unfetchable WHERE folder_id = ? ORDER BY uid", (row["id"],)
        )
        unfetchable = tuple((uid, attempts) for uid, attempts in failed)
        found[row["name"]] = FolderState(
            name=row["name"],
            uidvalidity=row["uidvalidity"],
            cursor=row["cursor"],
            modseq=row["modseq"],
            count=row["count"],
            unfetchable=unfetchable,
        )
    return found


def synced(
    db: sqlite3.Connection, account: str, folder: bytes, first: int, last: int
) -> Mapping[int, Flags]:
    """The live UIDs of a range with their flags."""
    found = db.execute(
        "SELECT m.uid, m.flags FROM members m JOIN folders f ON f.id = m.folder_id"
        " JOIN accounts a ON a.id = f.account_id WHERE a.name = ? AND f.name = ? AND NOT f.retired"
        " AND m.uid BETWEEN ? AND ? ORDER BY m.uid",
        (account, folder, first, last),
    )
    return {uid: tuple(flags.split()) for uid, flags in found}


def known_server_ids(db: sqlite3.Connection, account: str, ids: Sequence[str]) -> frozenset[str]:
    """Which of these have content stored in this account."""
    found: set[str] = set()
    for at in range(0, len(ids), mail.VARIABLES):
        part = ids[at : at + mail.VARIABLES]
        query = (
            "SELECT s.server_id FROM server_ids s JOIN accounts a ON a.id = s.account_id"  # noqa: S608
            f" WHERE a.name = ? AND s.server_id IN ({','.join('?' * len(part))})"
        )
        found.update(server_id for (server_id,) in db.execute(query, (account, *part)))
    return frozenset(found)


def note(db: sqlite3.Connection, account: str, folder: bytes | None, reason: str | None) -> None:
    """What is wrong with a folder or an account now; None: nothing any more."""
    if reason is None:
        db.execute(
            "DELETE FROM sync_notes WHERE folder = ?"
            " AND account_id = (SELECT id FROM accounts WHERE name = ?)",
            (folder or b"", account),
        )
        return
    db.execute(
        "INSERT INTO sync_notes (account_id, folder, reason) VALUES (?, ?, ?)"
        " ON CONFLICT (account_id, folder) DO UPDATE SET reason = excluded.reason"
        " WHERE reason IS NOT excluded.reason",
        (mail.account_id(db, account), folder or b"", clean(reason)),
    )


def commit(db: sqlite3.Connection, step: SyncStep, *, at: datetime) -> int:
    """Write one step; answers how many memberships were new."""
    owner = mail.account_id(db, step.account)
    folder = _folder(db, owner, step)
    keys, new = _keep(db, owner, step.mails)
    added = _add_members(db, folder, step.mails, keys, frozenset(new))
    _forget_unfetchable(db, folder, {m.uid for m in step.mails})
    _apply_flags(db, folder, step.flags)
    _take_out(db, folder, step.vanished)
    _note_unfetchable(db, folder, step)
    db.execute(
        "UPDATE folders SET cursor = max(cursor, :cursor), modseq = :modseq, display = :display,"
        " role = :role WHERE id = :id AND (cursor < :cursor OR modseq <> :modseq"
        " OR display <> :display OR role <> :role)",
        {
            "id": folder,
            "cursor": step.cursor,
            "modseq": step.modseq,
            "display": clean(step.display),
            "role": step.role,
        },
    )
    mail.record(db, new, account=step.account, folder=clean(step.display), at=at)
    return added


def _folder(db: sqlite3.Connection, owner: int, step: SyncStep) -> int:
    """The row of the step's generation; any other generation of that name is retired."""
    where = (owner, step.folder)
    row = db.execute(
        "SELECT id, uidvalidity FROM folders WHERE account_id = ? AND name = ? AND NOT retired"
        " AND uidvalidity > 0",
        where,
    ).fetchone()
    if row is not None and row["uidvalidity"] == step.uidvalidity:
        return int(row["id"])
    if row is not None:
        # Its mail leaves the threads, unless another folder or the new generation shows it.
        db.execute(
            "INSERT INTO to_group (key) SELECT key FROM members WHERE folder_id = ? AND true"
            " ON CONFLICT DO NOTHING",
            (row["id"],),
        )
        db.execute("UPDATE folders SET retired = 1 WHERE id = ?", (row["id"],))
    db.execute(
        "INSERT INTO folders (account_id, name, display, role, uidvalidity) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (account_id, name, uidvalidity) DO UPDATE SET retired = 0",
        (*where, clean(step.display), step.role, step.uidvalidity),
    )
    return _folder(db, owner, step)


def _keep(
    db: sqlite3.Connection, owner: int, mails: Sequence[SyncedMail]
) -> tuple[list[int], range]:
    """The content key of each mail, and the keys that are new."""
    with_bytes = [m for m in mails if m.raw is not None]
    keys, new = mail.keep(db, [_content(m) for m in with_bytes])
    fresh = set(new)
    by_uid = dict(zip((m.uid for m in with_bytes), keys, strict=True))
    for m in with_bytes:
        if isinstance(m.raw, BigMail) and by_uid[m.uid] in fresh:
            _write_parts(db, by_uid[m.uid], m.raw)
            fresh.discard(by_uid[m.uid])
    db.executemany(
        "INSERT INTO server_ids (account_id, server_id, key) VALUES (?, ?, ?)"
        " ON CONFLICT DO NOTHING",
        [(owner, m.server_id, by_uid[m.uid]) for m in with_bytes if m.server_id],
    )
    for m in mails:
        if m.raw is None:
            by_uid[m.uid] = _key_of_server_id(db, owner, m)
    return [by_uid[m.uid] for m in mails], new


def _content(m: SyncedMail) -> mail.Content:
    if isinstance(m.raw, BigMail):
        return mail.Content(m.raw.sha256, m.raw.size, m.received, None)
    raw = m.raw or b""
    return (
        mail.Content(m.sha256, len(raw), m.received, raw)
        if m.sha256
        else mail.content(raw, m.received)
    )


def _write_parts(db: sqlite3.Connection, key: int, big: BigMail) -> None:
    digest = hashlib.sha256()
    with db.blobopen("contents", "raw", key) as blob:
        for chunk in big.chunks():
            if blob.tell() + len(chunk) > len(blob):
                break
            blob.write(chunk)
            digest.update(chunk)
        whole = blob.tell() == len(blob)
    if not whole or digest.hexdigest() != big.sha256:
        raise StoreError(f"a mail of {big.size} bytes changed while it was stored; sync again")


def _key_of_server_id(db: sqlite3.Connection, owner: int, m: SyncedMail) -> int:
    row = db.execute(
        "SELECT key FROM server_ids WHERE account_id = ? AND server_id = ?", (owner, m.server_id)
    ).fetchone()
    if row is None:
        raise StoreError(f"no mail with the server's ID {m.server_id!r} is stored; sync again")
    return int(row["key"])


def _add_members(
    db: sqlite3.Connection,
    folder: int,
    mails: Sequence[SyncedMail],
    keys: Sequence[int],
    new: frozenset[int],
) -> int:
    before = db.total_changes
    bulk.insert(
        db,
        "members (folder_id, uid, key, flags)",
        [
            (folder, m.uid, key, " ".join(sorted(m.flags)))
            for m, key in zip(mails, keys, strict=True)
        ],
        otherwise="ON CONFLICT DO NOTHING",
    )
    added = db.total_changes - before
    if added < len(mails):
        _apply_flags(db, folder, {m.uid: m.flags for m in mails})
    if added:
        # Only mail that is parsed can be back in the threads; the rest comes with its parse.
        db.executemany(
            "INSERT INTO to_group (key) SELECT key FROM messages WHERE key = ?"
            " ON CONFLICT DO NOTHING",
            [(key,) for key in keys if key not in new],
        )
    return added


def _forget_unfetchable(db: sqlite3.Connection, folder: int, uids: AbstractSet[int]) -> None:
    noted = db.execute("SELECT uid FROM unfetchable WHERE folder_id = ?", (folder,)).fetchall()
    db.executemany(
        "DELETE FROM unfetchable WHERE folder_id = ? AND uid = ?",
        [(folder, uid) for (uid,) in noted if uid in uids],
    )


def _apply_flags(db: sqlite3.Connection, folder: int, flags: Mapping[int, Flags]) -> None:
    rows = [(" ".join(sorted(value)), folder, uid) for uid, value in flags.items()]
    db.executemany(
        "UPDATE members SET flags = ?1 WHERE folder_id = ?2 AND uid = ?3 AND flags <> ?1", rows
    )


def _take_out(db: sqlite3.Connection, folder: int, uids: Sequence[int]) -> None:
    gone = [(folder, uid) for uid in uids]
    db.executemany(
        "INSERT INTO to_group (key) SELECT key FROM members WHERE folder_id = ? AND uid = ?"
        " ON CONFLICT DO NOTHING",
        gone,
    )
    db.executemany("DELETE FROM members WHERE folder_id = ? AND uid = ?", gone)
    _forget_unfetchable(db, folder, set(uids))


def _note_unfetchable(db: sqlite3.Connection, folder: int, step: SyncStep) -> None:
    db.executemany(
        "INSERT INTO unfetchable (folder_id, uid, reason, attempts) VALUES (?, ?, ?, 1)"
        " ON CONFLICT (folder_id, uid) DO UPDATE SET reason = excluded.reason,"
        " attempts = attempts + 1",
        [(folder, uid, clean(reason)) for uid, reason in step.unfetchable],
    )
