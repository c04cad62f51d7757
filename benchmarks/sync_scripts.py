"""The small programs that benchmarks/sync.py runs, each in a process of its own."""

NAIVE = """
import sqlite3, sys
from imapclient import IMAPClient
port, user, password, path, count = sys.argv[1:]
db = sqlite3.connect(path)
db.execute("create table mail (uid integer primary key, raw blob)")
client = IMAPClient("127.0.0.1", int(port), ssl=False)
client.login(user, password)
client.select_folder("INBOX", readonly=True)
for uid in client.search()[: int(count)]:
    raw = client.fetch([uid], ["BODY.PEEK[]"])[uid][b"BODY[]"]
    db.execute("insert into mail values (?, ?)", (uid, raw))
    db.commit()
client.logout()
"""

STDLIB = """
import email, email.policy, sqlite3, sys
db = sqlite3.connect(sys.argv[1])
for (raw,) in db.execute("select raw from contents order by key"):
    mail = email.message_from_bytes(raw, policy=email.policy.default)
    mail["from"], mail["to"], mail["subject"], mail["date"]
    body = mail.get_body(("plain", "html"))
    body.get_content() if body else None
"""

PARSE = """
import sys
from datetime import datetime, UTC
from pathlib import Path
from mailmind.adapters.store import SqliteStore
from mailmind.pipeline.ingest import parse_pending
class Clock:
    def now(self):
        return datetime(2026, 11, 29, tzinfo=UTC)
if __name__ == "__main__":
    store = SqliteStore.open(Path(sys.argv[1]))
    for done in parse_pending(store, Clock()):
        pass
    store.close()
"""
