"""Full-text search.

Owned here: whatever a user types is a search. Every word becomes a quoted string before FTS5 sees
it, so that no character of the query is an operator.
"""

import re
import sqlite3

from mailmind.adapters.store.columns import clean, when
from mailmind.ports import SearchHit

_PART = re.compile(r'"([^"]*)"|(\S+)')

SNIPPET_WORDS = 16


def match(query: str) -> str:
    """The FTS5 expression of what a user typed: all words must occur, the last may be a beginning.

    Words in double quotes are a phrase. An empty string where nothing can be searched for.
    """
    query = clean(query).replace("\0", " ")
    terms = []
    for found in _PART.finditer(query):
        phrase, word = found.groups()
        text = phrase if phrase is not None else word.replace('"', " ")
        if any(c.isalnum() for c in text):
            terms.append(f'"{text}"')
    if not terms:
        return ""
    ends_in_word = not query.rstrip().endswith('"')
    return " ".join(terms) + ("*" if ends_in_word else "")


def search(db: sqlite3.Connection, query: str, limit: int) -> list[SearchHit]:
    """The messages in threads that hold all words, newest first."""
    expression = match(query)
    if not expression:
        return []
    found = db.execute(
        "SELECT t.thread_id, m.key, m.subject, m.sender, m.date,"
        " snippet(messages_fts, -1, '', '', '…', ?) AS snippet"
        " FROM messages_fts JOIN messages m ON m.key = messages_fts.rowid"
        " JOIN thread_messages t ON t.key = m.key JOIN contents c ON c.key = m.key"
        " WHERE messages_fts MATCH ?"
        " ORDER BY coalesce(julianday(m.date), julianday(c.received), 0) DESC, m.key DESC LIMIT ?",
        (SNIPPET_WORDS, expression, limit),
    )
    return [
        SearchHit(
            thread_id=row["thread_id"],
            message_id=f"msg_{row['key']}",
            subject=row["subject"],
            sender=row["sender"],
            date=when(row["date"]),
            snippet=" ".join(row["snippet"].split()),
        )
        for row in found
    ]
