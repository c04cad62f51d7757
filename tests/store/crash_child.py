"""Kill a writer at every statement of one store method; print what each victim left behind.

Usage: crash_child.py METHOD DIRECTORY. One JSON object a kill point: the dump before and after it.
"""

import hashlib
import json
import os
import shutil
import signal
import sqlite3
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from mailmind.adapters.store import SqliteStore
from mailmind.core.parse import parse
from mailmind.core.review import text_hash
from mailmind.core.syncplan import BigMail, SyncedMail, SyncStep
from mailmind.core.values import (
    CheckedFact,
    DraftClaim,
    Fact,
    FactType,
    GateDecision,
    Outcome,
    State,
    Verdict,
)
from mailmind.ports import Approval, Decision, Draft, ModelCall, RawMail, ThreadOutcome, Usage

DAY = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
BIG = b"Subject: big\r\n\r\n" + b"x" * 100_000
FACT = CheckedFact(
    Fact("f_1", FactType.AMOUNT, "s", "1 USD", "q", "msg_1"),
    State.HELD,
    (Verdict("value", Outcome.UNSURE, "value.ambiguous", "r"),),
)


def mail(n):
    return f"Message-ID: <{n}@x.example>\r\nSubject: s{n}\r\n\r\nbody {n}\r\n".encode()


def draft(thread_id, text):
    claim = DraftClaim(text, "assertion", 0, len(text), False, True, "x", "r")
    return Draft(
        thread_id, text, (), GateDecision(True, False, (claim,), ""), 1, "allowed", "fake-1"
    )


def prepare(store):
    store.add_mail([RawMail(mail(n), str(n)) for n in range(3)], account="a", folder="f")
    store.save_parsed([(m.key, parse(m.raw)) for m in store.unparsed()])
    store.regroup()
    run = store.start_run(at=DAY, config_hash="c", prompt_hash="p")
    thread_id = store.thread_ids()[0]
    outcome = ThreadOutcome(thread_id, (FACT,), draft(thread_id, "old"), ())
    store.save_outcome(run, outcome, at=DAY, config_hash="c")
    store.add_mail([RawMail(mail(n), str(n)) for n in range(3, 5)], account="a", folder="f")


def parts():
    return iter([BIG[:50_000], BIG[50_000:]])


def add_mail(store):
    store.add_mail([RawMail(mail(n), str(n)) for n in range(4, 9)], account="a", folder="g")


def commit_sync(store):
    big = BigMail(len(BIG), hashlib.sha256(BIG).hexdigest(), parts)
    mails = (SyncedMail(1, mail(1), DAY, ("\\Seen",)), SyncedMail(2, big, DAY, (), "id2"))
    store.commit_sync(
        SyncStep("a", b"INBOX", "INBOX", "\\Inbox", 7, 2, 5, mails, unfetchable=((3, "no"),))
    )


def save_parsed(store):
    store.save_parsed([(m.key, parse(m.raw)) for m in store.unparsed()])


def save_outcome(store):
    thread_id = store.thread_ids()[0]
    call = ModelCall("extract", "fake-1", "ok", "00", "{}", Usage(), 1)
    changed = replace(FACT, state=State.VERIFIED)
    outcome = ThreadOutcome(thread_id, (changed,), draft(thread_id, "new"), (call,))
    store.save_outcome("run_1", outcome, at=DAY, config_hash="d")


def decide(store):
    confirmed = replace(FACT, state=State.CONFIRMED)
    store.decide(Decision("f_1", "confirm", None, DAY, "me"), checked=confirmed)


def approve(store):
    store.approve(Approval(store.thread_ids()[0], "old", text_hash("old"), DAY, "me"))


def discard(store):
    store.discard(store.thread_ids()[0], at=DAY, who="me")


def judge(store):
    thread_id = store.thread_ids()[0]
    store.judge(thread_id, lambda case: replace(case.draft, text="mine"), at=DAY, who="me")


def regroup(store):
    store.regroup()


METHODS = {
    m.__name__: m
    for m in (
        *(add_mail, commit_sync, save_parsed, save_outcome),
        *(decide, approve, discard, judge, regroup),
    )
}


def dump(path):
    connection = sqlite3.connect(path)
    lines = "\n".join(connection.iterdump())
    connection.close()
    return hashlib.sha256(lines.encode()).hexdigest()


def victim(path, method, n):
    """In a child: run the method and die at its n-th statement. True where it lived to the end."""
    pid = os.fork()
    if pid == 0:
        left = n

        def count(_statement):
            nonlocal left
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

        store = SqliteStore.open(path, now=lambda: DAY)
        store._db.connection.set_trace_callback(count)
        METHODS[method](store)
        os._exit(0)
    return os.waitpid(pid, 0)[1] == 0


def main(method, directory):
    start = Path(directory) / "start.sqlite"
    with SqliteStore.open(start, now=lambda: DAY) as store:
        prepare(store)
        if method == "regroup":
            save_parsed(store)
    before, n, lived = dump(start), 0, False
    while not lived:
        n += 1
        path = Path(directory) / f"{n}.sqlite"
        shutil.copy(start, path)
        lived = victim(path, method, n)
        with SqliteStore.open(path, now=lambda: DAY) as store:
            whole = store.verify_ledger().broken_at is None
        point = {"n": n, "lived": lived, "ledger": whole, "same": dump(path) == before}
        sys.stdout.write(json.dumps(point) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
