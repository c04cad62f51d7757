"""How fast the normalisation engine is: growth with length, import, and against its peers.

usage: normalize.py [--smoke] [--fuzz N] [DIR]

Reads the mail bodies of DIR (``*.eml`` and ``*.txt``, all levels; the bundled ``fixtures`` where none is
named), lets mailmind, dateparser and recognizers-text find what they find in them, prints times, finds
and how far the finds agree, then the growth curve over hostile texts. The last line is JSON: peer's time
over ours, the worst growth from 100 kB to 1 MB, and the import in milliseconds.

Times are processor time, so that a busy machine does not change them. ``--smoke`` skips the peers, and
says so; ``--fuzz N`` first looks for hostile texts by N random tries.
"""

import argparse
import email
import email.policy
import json
import pathlib
import random
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import datetime

REPO = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(REPO))

from mailmind.core.normalize import find  # noqa: E402 - the tree beside this file, installed or not

REFERENCE = datetime(2026, 11, 16, 10, 2)  # noqa: DTZ001 - the peers take local time
HOSTILE = "1_ 312_ (1 0a Jan_1_ one_ $1 §1_ %A at_5_ 1_hr_2_min_ Friday_ *"
PARTS = """
    1 12 2026 - . , : / ( ) $ € % + # a A Jan May_ mon_ one_ hundred_ million_ EUR_ at_ to_ and_ order_ § @ x
    _ ¶ '
"""
"""Patterns and parts of patterns: ``_`` stands for a space, ``¶`` for a line break."""
DATES = ("date", "time", "datetime", "daterange", "timerange", "datetimerange", "duration")
INSTALL = 'pip install dateparser "recognizers-text-suite==1.0.2a2" "emoji==1.7.0"'

Span = tuple[int, int]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("directory", nargs="?", type=pathlib.Path, default=REPO / "fixtures")
    parser.add_argument("--smoke", action="store_true", help="no peers, short texts")
    parser.add_argument("--fuzz", type=int, default=0, metavar="N")
    options = parser.parse_args()
    bodies = read_bodies(options.directory)
    if not bodies:
        sys.exit(f"no .eml or .txt with a text body under {options.directory}")
    result = {"vs_dateparser": None, "vs_recognizers": None}
    if options.smoke:
        print("peers: skipped (--smoke)")
    else:
        result = against_peers(bodies)
    hostile = [*patterns(HOSTILE), *fuzz(options.fuzz)]
    result |= {"growth_10x": growth(hostile, short=options.smoke), "import_ms": import_ms()}
    print(json.dumps(result))


def patterns(listed: str) -> list[str]:
    """The patterns of a list, with their spaces and line breaks."""
    return [word.replace("_", " ").replace("¶", "\n") for word in listed.split()]


def read_bodies(directory: pathlib.Path, most: int = 60, longest: int = 4000) -> list[str]:
    """The text bodies of the mails, in a fixed order, cut to a common length."""
    found = []
    for path in sorted(directory.rglob("*")):
        if path.suffix == ".txt":
            found.append(path.read_text("utf-8", errors="replace"))
        elif path.suffix == ".eml":
            message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
            part = message.get_body(("plain", "html"))
            try:
                text = part.get_content() if part else ""
            except (LookupError, ValueError):
                continue  # a charset that Python does not know; the benchmark needs no more
            if part is not None and part.get_content_type() == "text/html":
                from inscriptis import get_text

                text = get_text(text)
            found.append(text)
    return [text[:longest] for text in found if text.strip()][:most]


def against_peers(bodies: list[str]) -> dict[str, float | None]:
    """Time and finds of all three over the same bodies."""
    try:
        peers = {
            "dateparser": dateparser_finder(),
            "dateparser, told English": dateparser_finder(["en"]),
            "recognizers": recognizers_finder(),
        }
    except ImportError as error:
        sys.exit(f"peer missing ({error.name}). Install: {INSTALL}\nor run with --smoke")
    size = sum(map(len, bodies))
    ours, our_time = timed(
        lambda text: [(v.start, v.end, v.kind) for v in find(text, reference=REFERENCE)], bodies
    )
    dates = [[(a, b) for a, b, kind in found if kind in DATES] for found in ours]
    every = [[(a, b) for a, b, kind in found if kind != "id"] for found in ours]
    print(f"{len(bodies)} bodies, {size} characters")
    print(f"mailmind                 {our_time * 1e3:9.1f} ms  {sum(map(len, ours)):5} values")
    ratios: dict[str, float | None] = {}
    for name, finder in peers.items():
        theirs, their_time = timed(finder, bodies)
        mine = every if name == "recognizers" else dates
        shared = sum(len(touching(t, m)) for t, m in zip(theirs, mine, strict=True))
        back = sum(len(touching(m, t)) for t, m in zip(theirs, mine, strict=True))
        ratios[f"vs_{name}"] = round(their_time / our_time, 1)
        found = f"{sum(map(len, theirs)):5} values, {shared} of them ours too"
        ours_of = f"{back} of our {sum(map(len, mine))} theirs too"
        print(f"{name:24} {their_time * 1e3:9.1f} ms  {found}; {ours_of}; {ratios[f'vs_{name}']}x")
    return {key: ratios[key] for key in ("vs_dateparser", "vs_recognizers")}


def timed(finder: Callable[[str], list], bodies: list[str]) -> tuple[list[list], float]:
    """The finds of every body, and the time of the second round: the first loads the locale data."""
    for text in bodies:
        finder(text)
    start = time.process_time()
    found = [finder(text) for text in bodies]
    return found, time.process_time() - start


def touching(some: list[Span], others: list[Span]) -> list[Span]:
    """The spans that overlap one of the others."""
    return [(a, b) for a, b in some if any(a < d and c < b for c, d in others)]


def dateparser_finder(languages: list[str] | None = None) -> Callable[[str], list[Span]]:
    """With no language told, as mailmind is called here too: both find it out."""
    from dateparser.search import search_dates

    settings = {"RELATIVE_BASE": REFERENCE, "PREFER_DATES_FROM": "future"}

    def finder(text: str) -> list[Span]:
        spans, at = [], 0
        for piece, _ in search_dates(text, languages=languages, settings=settings) or []:
            at = max(text.find(piece, at), 0)
            spans.append((at, at + len(piece)))
        return spans

    return finder


def recognizers_finder() -> Callable[[str], list[Span]]:
    from recognizers_date_time import recognize_datetime
    from recognizers_number import recognize_number, recognize_percentage
    from recognizers_number_with_unit import recognize_currency
    from recognizers_sequence import recognize_phone_number

    models = (recognize_currency, recognize_percentage, recognize_phone_number, recognize_number)

    def finder(text: str) -> list[Span]:
        found = recognize_datetime(text, "en-us", reference=REFERENCE)
        for model in models:
            found += model(text, "en-us")
        return [(item.start, item.end + 1) for item in found]

    return finder


def growth(hostile: list[str], *, short: bool) -> float:
    """The worst ratio of the times for ten times the length."""
    small, large = (10_000, 100_000) if short else (100_000, 1_000_000)
    if short:
        print("growth: 10 kB to 100 kB (--smoke)")
    worst = 0.0
    for pattern in hostile:
        one = min(seconds(pattern, small) for _ in range(3))
        ten = seconds(pattern, large)
        worst = max(worst, ten / one)
        print(f"growth {pattern!r:22} {one * 1e3:8.1f} ms {ten * 1e3:9.1f} ms  {ten / one:5.1f}x")
    return round(worst, 1)


def seconds(pattern: str, length: int) -> float:
    text = pattern * (length // len(pattern))
    start = time.process_time()
    find(text, reference=REFERENCE)
    return time.process_time() - start


def fuzz(tries: int, keep: int = 4) -> list[str]:
    """The slowest of random patterns, found on short texts."""
    chance = random.Random(20261116)
    parts, scored = patterns(PARTS), []
    for _ in range(tries):
        pattern = "".join(chance.choices(parts, k=chance.randint(1, 5)))
        scored.append((seconds(pattern, 5_000), pattern))
    return [pattern for _, pattern in sorted(scored, reverse=True)[:keep]]


def import_ms() -> float:
    """Import of the engine in a fresh interpreter, the best of five; the first find is printed too."""
    clock = "time.process_time()"
    code = (
        f"import time; a = {clock}; from mailmind.core.normalize import find; b = {clock}; "
        f"find('The refund of $540.00 by 20 November 2026'); print(b - a, {clock} - b)"
    )
    command = [sys.executable, "-c", code]
    runs = [
        subprocess.run(command, cwd=REPO, capture_output=True, text=True, check=True).stdout.split()
        for _ in range(5)
    ]
    first = min(float(run[1]) for run in runs) * 1e3
    print(f"first find: {first:.0f} ms (loads the grammars and English locale data)")
    return round(min(float(run[0]) for run in runs) * 1e3, 1)


if __name__ == "__main__":
    main()
