"""How fast and how small a sync is, against mbsync and against the loop that everybody writes first.

Owned here: the same mailbox, server and machine for all three, one after the other in turn, each in a
process of its own, its start included. Ends with one JSON line; the first three figures are ours over
theirs, ``parse_vs_stdlib`` is how many times faster ours is.

Run: ``python benchmarks/sync.py`` (some minutes), ``--smoke`` for a small run.
"""

import argparse
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "sync"))

from dovecot_server import INSTALL, PASSWORD, Box, DovecotServer, dovecot_missing  # noqa: E402
from fault_proxy import FaultProxy  # noqa: E402

LATENCY = 0.02
"""Seconds in each direction: 40 ms for a round trip."""
NAIVE_SAMPLE = 200
"""Messages that the naive loop fetches; its time is then scaled up, since all are alike."""

RUNNER = """
import json, os, subprocess, sys, time
started = time.perf_counter()
process = subprocess.Popen(sys.argv[1:], stdout=2)
_, status, usage = os.wait4(process.pid, 0)
wall = time.perf_counter() - started
print(json.dumps([wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, status]))
"""
"""Starts a program from a small process: the memory of the starter counts as the program's."""

WORDS = """
please find the invoice for order attached refund of USD 540.00 by this Friday meeting moved to half
past three thanks and regards the delivery is late again could you check Grüße aus München réunion à
14 h número de pedido contract clause section total amount
"""

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


@dataclass(frozen=True, slots=True)
class Took:
    """What one process cost."""

    wall: float
    cpu: float
    peak_mb: float


def run(command: list[str], env: dict[str, str] | None = None) -> Took:
    """Run a program to its end. Fails with its words where it fails."""
    done = subprocess.run(
        [sys.executable, "-S", "-E", "-c", RUNNER, *command],
        capture_output=True,
        text=True,
        env=env,
        check=True,
    )
    wall, cpu, peak_mb, status = json.loads(done.stdout)
    if status:
        raise SystemExit(f"{command[:4]} failed:\n{done.stderr}")
    return Took(wall, cpu, peak_mb)


def mails(count: int) -> list[bytes]:
    """Invented mail, 7 kB in the mean: plain text, HTML, both, and quoted replies."""
    words, chance = WORDS.split(), random.Random(7)
    made = []
    for number in range(count):
        size = min(23_000, max(1_700, int(chance.lognormvariate(8.62, 0.55))))
        lines = []
        while sum(map(len, lines)) < size * 0.62:
            lines.append(" ".join(chance.choices(words, k=11)))
        mail = EmailMessage()
        mail["From"] = f"Person {number % 90} <p{number % 90}@example.org>"
        mail["To"] = "Alice <alice@example.org>"
        mail["Subject"] = f"{' '.join(chance.choices(words, k=5))} {number}"
        mail["Message-ID"] = f"<{number}@bench.example.org>"
        if number % 3:
            mail["In-Reply-To"] = f"<{number - number % 3}@bench.example.org>"
            lines[6:6] = ["", "On Mon, Nov 16, 2026 Bob <bob@example.org> wrote:"]
            lines[8:] = [f"> {line}" for line in lines[8:]]
        mail["Date"] = f"Mon, 16 Nov 2026 {number % 24:02d}:{number % 60:02d}:00 +0100"
        mail.set_content("\n".join(lines))
        if number % 2:
            rows = "".join(f"<p>{line}</p>\n" for line in lines[: len(lines) // 2])
            mail.add_alternative(f"<html><body>{rows}</body></html>", subtype="html")
        made.append(mail.as_bytes().replace(b"\n", b"\r\n"))
    return made


class Bench:
    """One server with one mailbox, and the programs that sync it."""

    def __init__(self, box: Box, folder: Path) -> None:
        self.box = box
        self.folder = folder
        self.serial = 0

    def fresh(self, name: str) -> Path:
        self.serial += 1
        path = self.folder / f"{name}-{self.serial}"
        path.mkdir()
        return path

    def mailmind(self, port: int, place: Path) -> Took:
        config = place / "config.toml"
        config.write_text(
            f"[store]\npath = {json.dumps(str(place / 'store.db'))}\n[accounts.bench]\n"
            f'host = "127.0.0.1"\nport = {port}\ntls = "none"\nuser = "{self.box.user}"\n'
            'folders = ["INBOX"]\n'
        )
        command = [sys.executable, "-m", "mailmind", "--config", str(config), "sync"]
        # An installed package has its bytecode; a shell that forbids it would add a compilation.
        env = os.environ | {"MAILMIND_PASSWORD_BENCH": PASSWORD, "PYTHONDONTWRITEBYTECODE": ""}
        return run([*command, "--fetch-only"], env)

    def mbsync(self, port: int, place: Path) -> Took:
        config = place / "mbsyncrc"
        config.write_text(
            f"FSync no\nSync Pull\nCreate Near\nSyncState *\nIMAPStore far\nHost 127.0.0.1\n"
            f"Port {port}\nSSLType None\nUser {self.box.user}\nPass {PASSWORD}\nAuthMechs LOGIN\n\n"
            f"MaildirStore near\nPath {place}/mail/\nInbox {place}/mail/INBOX\n\n"
            "Channel c\nFar :far:\nNear :near:\nPatterns INBOX\n"
        )
        (place / "mail").mkdir(exist_ok=True)
        took = run(["mbsync", "-q", "-c", str(config), "c"])
        stored = sum(1 for part in ("cur", "new") for _ in (place / "mail/INBOX" / part).iterdir())
        assert stored > 0, "mbsync stored nothing"
        return took

    def naive(self, port: int, place: Path, count: int) -> Took:
        arguments = [str(port), self.box.user, PASSWORD, str(place / "mail.db"), str(count)]
        return run([sys.executable, "-c", NAIVE, *arguments])


def median(runs: list[Took], of: Callable[[Took], float] = lambda took: took.wall) -> float:
    return statistics.median(map(of, runs))


def show(name: str, runs: list[Took]) -> None:
    walls = [took.wall for took in runs]
    peak = max(took.peak_mb for took in runs)
    print(
        f"{name:32} {median(runs):8.2f} s ({min(walls):.2f} to {max(walls):.2f})"
        f"  CPU {median(runs, lambda took: took.cpu):6.2f} s  peak {peak:5.0f} MB",
        flush=True,
    )


def first_syncs(bench: Bench, port: int, rounds: int) -> tuple[list[Took], list[Took], Path]:
    """mbsync and mailmind in turn, from nothing."""
    theirs, ours = [], []
    for _ in range(rounds):
        theirs.append(bench.mbsync(port, bench.fresh("mbsync")))
        place = bench.fresh("mailmind")
        ours.append(bench.mailmind(port, place))
    return ours, theirs, place


def changes(box: Box, count: int) -> None:
    """A hundred new messages, and fifty flags."""
    with box.client() as client:
        client.select_folder("INBOX")
        for raw in mails(count)[:100]:
            client.append("INBOX", raw + b"one more\r\n")
        client.add_flags(list(range(5, 55)), [b"\\Flagged"])


def parsing(place: Path) -> float:
    """How many times faster our pass over the stored mail is than the standard library's."""
    path = place / "store.db"
    theirs = run([sys.executable, "-c", STDLIB, str(path)])
    script = place / "parse.py"
    script.write_text(PARSE)
    ours = run([sys.executable, str(script), str(path)])
    show("parse: standard library", [theirs])
    show("parse: mailmind, to the store", [ours])
    return theirs.wall / ours.wall


def import_all(folder: Path) -> None:
    """The whole of a folder of mail, where it is there."""
    mail = ROOT.parent / "shared" / "yardstick" / "mail"
    if not mail.exists():
        return
    config = folder / "import.toml"
    config.write_text(f"[store]\npath = {json.dumps(str(folder / 'import.db'))}\n")
    command = [sys.executable, "-m", "mailmind", "--config", str(config), "import", str(mail)]
    with tempfile.TemporaryFile() as output:
        started = time.perf_counter()
        subprocess.run(command, stdout=output, stderr=subprocess.DEVNULL, check=False)
        wall = time.perf_counter() - started
        output.seek(0)
        said = output.read().decode().splitlines()
    print(f"import and parse of {mail.name}: {wall:.1f} s ({said[0] if said else 'no answer'})")


def measure(server: DovecotServer, folder: Path, count: int, rounds: int) -> dict[str, float]:
    """All figures."""
    box = server.box("bench")
    made = mails(count)
    print(
        f"{count:,} messages, {sum(map(len, made)) / count / 1000:.1f} kB in the mean", flush=True
    )
    box.deliver(made)
    bench = Bench(box, folder)
    # The server builds its index on the first look; that is nobody's work here, nor is bytecode.
    bench.mbsync(box.port, bench.fresh("warm"))
    bench.mailmind(box.port, bench.fresh("warm"))

    ours, theirs, place = first_syncs(bench, box.port, rounds)
    show("first sync: mbsync, FSync no", theirs)
    show("first sync: mailmind", ours)

    nochange = [bench.mailmind(box.port, place) for _ in range(rounds)]
    show("no change: mailmind", nochange)

    proxy = FaultProxy(box.port, latency=LATENCY)
    far_ours, far_theirs, _ = first_syncs(bench, proxy.port, max(1, rounds - 1))
    show("first sync, 40 ms: mbsync", far_theirs)
    show("first sync, 40 ms: mailmind", far_ours)
    sample = min(NAIVE_SAMPLE, count)
    part = bench.naive(proxy.port, bench.fresh("naive"), sample)
    far_naive = part.wall * count / sample
    print(
        f"first sync, 40 ms: naive loop    {far_naive:8.1f} s (from {sample} messages)", flush=True
    )
    proxy.close()

    changes(box, count)
    delta = bench.mailmind(box.port, place)
    show("100 new, 50 flags: mailmind", [delta])
    peak = max(took.peak_mb for took in (*ours, *far_ours, *nochange, delta))
    return {
        "first_vs_mbsync": round(median(ours) / median(theirs), 2),
        "first_vs_mbsync_40ms": round(median(far_ours) / median(far_theirs), 2),
        "first_vs_naive_40ms": round(median(far_ours) / far_naive, 4),
        "nochange_s": round(median(nochange), 3),
        "delta_s": round(delta.wall, 3),
        "peak_mb": round(peak, 1),
        "parse_vs_stdlib": round(parsing(place), 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--smoke", action="store_true", help="600 messages, one round")
    parser.add_argument("--messages", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    if dovecot_missing():
        sys.exit(f"benchmarks/sync.py needs a real Dovecot; {INSTALL}")
    if shutil.which("mbsync") is None:
        sys.exit("benchmarks/sync.py compares with mbsync; Debian: apt-get install isync")
    count = 600 if arguments.smoke else arguments.messages
    rounds = 1 if arguments.smoke else arguments.rounds
    server = DovecotServer()
    try:
        server.start()
        with tempfile.TemporaryDirectory(prefix="mailmind-bench-") as folder:
            figures = measure(server, Path(folder), count, rounds)
            if not arguments.smoke:
                import_all(Path(folder))
    finally:
        server.stop()
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
