"""The text of the tables that keep what people said about drafts.

Owned here: a person's word is a record. It can be neither changed nor deleted, by trigger, and a change
of mind is a new word.
"""

from collections.abc import Iterator

_TABLES = """
CREATE TABLE approvals (
    -- a person's word for one marked claim of one text; another text needs a word of its own
    id INTEGER PRIMARY KEY,
    thread_id TEXT NOT NULL,       -- not tied to the threads table: a word outlives a regrouping
    text_sha256 TEXT NOT NULL,
    claim TEXT NOT NULL,
    at TEXT NOT NULL,
    who TEXT NOT NULL,
    entry INTEGER NOT NULL UNIQUE REFERENCES ledger(n),
    UNIQUE (thread_id, text_sha256, claim)
)

CREATE TABLE discards (
    id INTEGER PRIMARY KEY,
    thread_id TEXT NOT NULL,
    text_sha256 TEXT NOT NULL,
    at TEXT NOT NULL,
    who TEXT NOT NULL,
    entry INTEGER NOT NULL UNIQUE REFERENCES ledger(n)
)

CREATE TABLE discarded_mail (
    -- the messages that the discarded draft answered: without another one none calls for a new draft
    key INTEGER NOT NULL REFERENCES contents(key),
    discard_id INTEGER NOT NULL REFERENCES discards(id),
    PRIMARY KEY (key, discard_id)
) WITHOUT ROWID
"""


def _kept(*tables: str) -> Iterator[str]:
    for table in tables:
        for event in ("update", "delete"):
            yield (
                f"CREATE TRIGGER {table}_keep_{event} BEFORE {event.upper()} ON {table}\n"
                "BEGIN SELECT RAISE(ABORT, 'what people said is kept as it was said'); END"
            )


WORDS = "\n\n".join((_TABLES, *_kept("approvals", "discards", "discarded_mail")))
