"""How fast and how small a sync is, against mbsync and against the loop that everybody writes first.

Owned here: the same mailbox, server and machine for all three, each in a process of its own, its start
included, and all of them in turn in every round, so that whatever else the machine does meets all alike.
Ends with one JSON line of medians; the first three figures are ours over theirs, ``parse_vs_stdlib`` is
how many times faster ours is.

Run: ``python benchmarks/sync.py`` (some minutes), ``--smoke`` for a small run.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "sync"))

from dovecot_server import INSTALL, PASSWORD, Box, DovecotServer, dovecot_missing  # noqa: E402
from fault_proxy import FaultProxy  # noqa: E402
from sync_mail import mails  # noqa: E402
from sync_scripts import NAIVE, PARSE, STDLIB  # noqa: E402

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

    def tidy(self, keep: Path) -> None:
        """Throw away what was stored, save one; a full disk would measure something else."""
        for path in self.folder.iterdir():
            if path.is_dir() and path != keep:
                shutil.rmtree(path)

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
    """One line of the table."""
    walls = [took.wall for took in runs]
    print(
        f"{name:32} {min(walls):8.2f} {median(runs):8.2f} {max(walls):8.2f}"
        f" {median(runs, lambda took: took.cpu):8.2f} {max(took.peak_mb for took in runs):8.0f}",
        flush=True,
    )


@dataclass(frozen=True, slots=True)
class Rounds:
    """What every round has measured: mbsync and mailmind from nothing, near and far."""

    theirs: list[Took]
    ours: list[Took]
    far_theirs: list[Took]
    far_ours: list[Took]
    nochange: list[Took]


def all_rounds(bench: Bench, near: int, far: int, count: int) -> tuple[Rounds, Path]:
    """Everything once in each round; answers also where the last of our stores lies."""
    found = Rounds([], [], [], [], [])
    for _ in range(count):
        found.theirs.append(bench.mbsync(near, bench.fresh("mbsync")))
        place = bench.fresh("mailmind")
        found.ours.append(bench.mailmind(near, place))
        found.nochange.append(bench.mailmind(near, place))
        found.far_theirs.append(bench.mbsync(far, bench.fresh("mbsync")))
        found.far_ours.append(bench.mailmind(far, bench.fresh("mailmind")))
        bench.tidy(place)
    return found, place


def changes(box: Box, made: list[bytes], number: int) -> None:
    """A hundred new messages, and fifty flags; others each time."""
    with box.client() as client:
        client.select_folder("INBOX")
        for raw in made[:100]:
            client.append("INBOX", raw + b"one more, %d\r\n" % number)
        first = 5 + 50 * number
        client.add_flags(list(range(first, first + 50)), [b"\\Flagged"])


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

    proxy = FaultProxy(box.port, latency=LATENCY)
    found, place = all_rounds(bench, box.port, proxy.port, rounds)
    sample = min(NAIVE_SAMPLE, count)
    part = bench.naive(proxy.port, bench.fresh("naive"), sample)
    far_naive = part.wall * count / sample
    proxy.close()
    delta = []
    for number in range(rounds):
        changes(box, made, number)
        delta.append(bench.mailmind(box.port, place))

    print(f"{'seconds':32} {'min':>8} {'median':>8} {'max':>8} {'CPU':>8} {'peak MB':>8}")
    show("first sync: mbsync, FSync no", found.theirs)
    show("first sync: mailmind", found.ours)
    show("first sync, 40 ms: mbsync", found.far_theirs)
    show("first sync, 40 ms: mailmind", found.far_ours)
    print(f"{'first sync, 40 ms: naive loop':32} {'':8} {far_naive:8.1f}  (from {sample} messages)")
    show("no change: mailmind", found.nochange)
    show("100 new, 50 flags: mailmind", delta)
    for name, runs in (("0 ms", found.theirs), ("40 ms", found.far_theirs)):
        walls = sorted(took.wall for took in runs)
        print(f"mbsync at {name}: slowest run {walls[-1] / walls[0]:.1f} times its fastest")
    peak = max(took.peak_mb for took in (*found.ours, *found.far_ours, *found.nochange, *delta))
    return {
        "first_vs_mbsync": round(median(found.ours) / median(found.theirs), 2),
        "first_vs_mbsync_40ms": round(median(found.far_ours) / median(found.far_theirs), 2),
        "first_vs_naive_40ms": round(median(found.far_ours) / far_naive, 4),
        "nochange_s": round(median(found.nochange), 3),
        "delta_s": round(median(delta), 3),
        "peak_mb": round(peak, 1),
        "parse_vs_stdlib": round(parsing(place), 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--smoke", action="store_true", help="600 messages, one round")
    parser.add_argument("--messages", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=7)
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
