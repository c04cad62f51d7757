"""Real mail, where a collection of it lies beside the repository: counts and shares, never its text."""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from mailmind.adapters.local import LocalMail
from mailmind.core.layers import layers
from mailmind.core.offline import markup_facts, offline_facts
from mailmind.core.parse import parse
from mailmind.core.threads import Headers, group, parents
from mailmind.core.threadtree import Node, tree
from mailmind.core.values import Layer, Message, Thread
from mailmind.ports import RawMail

MAIL = Path(__file__).resolve().parents[3] / "shared" / "yardstick" / "mail"

pytestmark = pytest.mark.skipif(not MAIL.is_dir(), reason=f"no collection of real mail at {MAIL}")


def raw_mails(path: Path) -> list[bytes]:
    return [item.raw for item in LocalMail([path]).read() if isinstance(item, RawMail)]


def heads(messages: list[Message]) -> list[Headers]:
    return [
        Headers(number, m.header_id, m.in_reply_to, m.references, m.subject, m.date)
        for number, m in enumerate(messages, 1)
    ]


def test_every_mail_parses_and_its_spans_lie_inside():
    lines = (MAIL / "MANIFEST.jsonl").read_text().splitlines()
    seen = 0
    for line in lines:
        for raw in raw_mails(MAIL / json.loads(line)["path"]):
            message = parse(raw)
            seen += 1
            for text, spans in (
                (message.body, message.layers),
                (message.alternative or "", message.alternative_layers),
            ):
                ends = [0, *(span.end for span in spans)]
                assert all(a <= span.start < span.end for a, span in zip(ends, spans, strict=False))
                assert ends[-1] <= len(text)
    assert seen >= len(lines) >= 1286


def test_every_gold_quote_stands_in_the_text():
    missing = total = 0
    for line in (MAIL / "gold.jsonl").read_text().splitlines():
        entry = json.loads(line)
        message = parse((MAIL / entry["path"]).read_bytes())
        texts = [
            " ".join(t.split()) for t in (message.body, message.alternative or "", message.subject)
        ]
        for fact in entry["facts"]:
            total += 1
            missing += not any(" ".join(fact["quote"].split()) in text for text in texts)
    assert (missing, total > 300) == (0, True)


# ── layers against human zones ─────────────────────────────────────────────────────────────────────

PREFIX = re.compile(r"\s{0,4}(?:>|\|>)")


def zoned_lines(text: str, zones: list[tuple[int, int, str]]) -> list[tuple[int, str, str | None]]:
    """Start, line and zone of each line (the innermost zone that covers most of it)."""
    marks: list[str | None] = [None] * (len(text) + 1)
    for start, end, zone in sorted(zones, key=lambda z: z[0] - z[1]):
        marks[start : min(end, len(text))] = [zone] * (min(end, len(text)) - start)
    found, position = [], 0
    for line in text.split("\n"):
        most = Counter(z for z in marks[position : position + len(line)] if z).most_common(1)
        found.append((position, line, most[0][0] if most else None))
        position += len(line) + 1
    return found


def own_and_quoted(text: str, zones: list[tuple[int, int, str]]) -> dict[int, str]:
    """By line start: own before the first header; after it quoted, or by sign where signs are used."""
    lines = zoned_lines(text, zones)
    gold: dict[int, str] = {}
    headed = to_the_end = False
    for i, (start, line, zone) in enumerate(lines):
        if not line.strip() or zone is None:
            continue
        if PREFIX.match(line) or zone.startswith("Header") or to_the_end:
            gold[start] = "quoted"
        elif not headed or not overhangs(lines, i):
            gold[start] = "tail" if "Signature" in zone else "own"
        if zone.startswith("Header"):
            headed = True
            after = [
                x for x in lines[i + 1 :] if x[1].strip() and not (x[2] or "").startswith("Header")
            ]
            to_the_end = to_the_end or not any(PREFIX.match(x[1]) for x in after[:3])
    return gold


def overhangs(lines: list[tuple[int, str, str | None]], i: int) -> bool:
    """The broken-off end of a long quoted line, which carries no sign."""
    return (
        0 < i < len(lines) - 1
        and len(lines[i - 1][1]) > 65
        and len(lines[i][1]) < 30
        and all(PREFIX.match(lines[k][1]) for k in (i - 1, i + 1))
    )


@pytest.mark.parametrize("name", ["enron-quagga", "asf-quagga"])
def test_layers_agree_with_people(name):
    pairs: Counter[tuple[str, str]] = Counter()
    for path in (MAIL / name).glob("*.zones.json"):
        found = json.loads(path.read_text())
        spans = layers(found["text"])
        for start, gold in own_and_quoted(found["text"], found["zones"]).items():
            layer = next((s.layer for s in spans if s.start <= start < s.end), None)
            foreign = layer in (Layer.QUOTED, Layer.FORWARDED)
            ours = "own" if layer is None else "quoted" if foreign else "tail"
            pairs[gold, ours] += 1

    def f1(layer: str) -> float:
        right = pairs[layer, layer]
        given = sum(n for (_, ours), n in pairs.items() if ours == layer)
        wanted = sum(n for (gold, _), n in pairs.items() if gold == layer)
        return 2 * right / (given + wanted)

    own = sum(n for (gold, _), n in pairs.items() if gold == "own")
    assert (f1("own") + f1("quoted")) / 2 >= 0.95
    assert pairs["own", "quoted"] / own <= 0.01


# ── threads ────────────────────────────────────────────────────────────────────────────────────────


def written(nodes: tuple[Node, ...]) -> str:
    """Trees as IMAP writes them."""

    def inside(node: Node) -> str:
        own = "" if node.key is None else str(node.key)
        if len(node.children) == 1 and own:
            return f"{own} {inside(node.children[0])}"
        rest = "".join(f"({inside(child)})" for child in node.children)
        return f"{own} {rest}".strip()

    return "".join(f"({inside(node)})" for node in nodes)


def test_threads_by_references_answer_as_imap_servers_do():
    asked = 0
    for script in sorted((MAIL / "imaptest").glob("thread*.imaptest.txt")):
        text = script.read_text()
        if "THREAD=REFERENCES" not in text:
            continue
        waiting = [
            parse(raw)
            for raw in raw_mails(MAIL / "imaptest" / script.name.replace(".imaptest.txt", ".mbox"))
        ]
        box: list[Message] = []
        if "messages: all" in text:
            box, waiting = waiting, []
        doomed: list[int] = []
        for line in text.splitlines():
            if line.startswith("ok append"):
                box.append(waiting.pop(0))
            elif found := re.match(r"ok store ([\d,]+) \+flags \\deleted", line):
                doomed = [int(n) for n in found.group(1).split(",")]
            elif line == "ok expunge":
                box, doomed = [m for n, m in enumerate(box, 1) if n not in doomed], []
            elif found := re.match(r"\* thread (.*)", line, re.IGNORECASE):
                assert written(tree(heads(box))) == found.group(1), script.name
                asked += 1
    assert asked >= 8


def test_threads_of_a_real_archive():
    root = MAIL / "notmuch" / "threading"
    ghost = [parse(path.read_bytes()) for path in sorted((root / "ghost-root").glob("*.eml"))]
    assert len(group(heads(ghost))) == 2  # one about the fake root, one of the ticket system
    top = {m.header_id: group(heads(ghost)) for m in ghost}
    first = [ghost[thread[0] - 1].header_id for thread in next(iter(top.values()))]
    assert "000-real-root@example.org" in first
    order = [
        parse(path.read_bytes()) for path in sorted((root / "parent-priority/cur").glob("*.eml"))
    ]
    names = [m.header_id for m in order]
    up = {names[child - 1]: names[parent - 1] for child, parent in parents(heads(order)).items()}
    assert up == {
        "B01-child@example.org": "B00-root@example.org",
        "B01-grand-child@example.org": "B01-child@example.org",
    }


# ── markup ─────────────────────────────────────────────────────────────────────────────────────────

NUMBERS = {
    "reservationNumber", "ticketNumber", "flightNumber", "trainNumber", "busNumber", "orderNumber",
}  # fmt: skip


def moment(text: str) -> tuple[str, float | None] | None:
    """A date or time as wall clock and, with a zone, as instant."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found.replace(tzinfo=None).isoformat(), found.timestamp() if found.tzinfo else None


def expected(value: object, name: str = "") -> Iterator[tuple[str, str]]:
    """Property and literal of everything in an expected JSON-LD."""
    if isinstance(value, dict):
        if "@value" in value:
            yield name, str(value["@value"])
        else:
            for key, inner in value.items():
                yield from expected(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from expected(inner, name)
    else:
        yield name, str(value)


def test_schema_org_agrees_with_an_independent_reader(capsys):
    agree = asked = 0
    for path in sorted((MAIL / "kitinerary").glob("*.eml")):
        message = parse(path.read_bytes())
        if not any(
            fact.source in ("markup:json-ld", "markup:microdata") for fact in message.markup
        ):
            continue
        literals = {fact.value for fact in message.markup}
        moments = {m for m in map(moment, literals) if m}
        known = {wall for wall, _ in moments} | {instant for _, instant in moments if instant}
        wanted = json.loads(path.with_name(path.name[:-4] + ".expected.jsonld.json").read_text())
        for name, literal in expected(wanted):
            when = moment(literal) if re.search(r"(?:Time|Date|Day)$", name) else None
            if when is not None:
                asked, agree = asked + 1, agree + bool(known & set(when))
            elif name in NUMBERS:
                asked, agree = asked + 1, agree + (literal in literals)
    with capsys.disabled():
        sys.stdout.write(f"\n  schema.org, dates, times and numbers: {agree} of {asked} agree")
    assert asked >= 40
    assert agree / asked >= 0.97


def test_calendars_agree_with_an_independent_reader(capsys):
    """Moments stand in the fields of an event, or as a day and a clock time in its words."""
    asked: Counter[str] = Counter()
    agree: Counter[str] = Counter()
    for path in sorted((MAIL / "kitinerary").glob("*.ics.eml")):
        message = parse(path.read_bytes())
        thread = Thread("t", (message,))
        facts = [*markup_facts(thread), *offline_facts(thread)]
        values = {" ".join(fact.value.split()) for fact in facts}
        instants = {known[1] for known in map(moment, values) if known and known[1]}
        walls = {known[0] for known in map(moment, values) if known}
        days = {wall.partition("T")[0] for wall in walls}
        clocks = {value for value in values if re.fullmatch(r"\d\d:\d\d", value)}
        walls |= {f"{day}T{clock}:00" for day in days for clock in clocks}
        wanted = json.loads(path.with_name(path.name[:-4] + ".expected.jsonld.json").read_text())
        for name, literal in expected(wanted):
            when = moment(literal) if re.search(r"(?:Time|Date|Day)$", name) else None
            if when is not None and name != "modifiedTime":  # the reader's own note
                asked["dates and times"] += 1
                known = (
                    literal in days
                    if len(literal) == 10
                    else when[0] in walls or when[1] in instants
                )
                agree["dates and times"] += known
            elif name in NUMBERS:
                asked["numbers"] += 1
                agree["numbers"] += any(v == literal or v.endswith(f" {literal}") for v in values)
    with capsys.disabled():
        for name, count in asked.items():
            sys.stdout.write(f"\n  calendars, {name}: {agree[name]} of {count} agree")
    assert asked["dates and times"] >= 60
    assert agree["dates and times"] / asked["dates and times"] >= 0.95
    assert agree["numbers"] / asked["numbers"] >= 0.75
