"""queue, search, show, status and ledger, run as a user runs them."""

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from mailmind.adapters.store import SqliteStore
from mailmind.cli import cli
from mailmind.core.parse import parse
from mailmind.core.values import (
    CheckedFact,
    DraftClaim,
    Evidence,
    Fact,
    FactType,
    GateDecision,
    Layer,
    Outcome,
    State,
    Verdict,
)
from mailmind.ports import Decision, Draft, RawMail, ThreadOutcome
from mailmind.testing import DAY, FixedClock

MAIL = b"""Message-ID: <a1@acme.example>\r
From: Acme <billing@acme.example>\r
To: robin@vale.example\r
Date: Mon, 16 Nov 2026 23:30:00 +0000\r
Subject: Your refund\r
\r
We approved your refund of $540.00.\r
"""
HOSTILE = "\x1b]52;c;AAAA\x07[/b]\u202e\x9b\U000e0041evil"
EVIDENCE = Evidence("msg_1", "body", Layer.OWN, 12, 34, "ab" * 32)
FACT = CheckedFact(
    Fact(
        "f_1",
        FactType.AMOUNT,
        "the refund",
        "480 USD",
        "refund of $540.00",
        "msg_1",
        0.9,
        source="fake-1",
    ),
    State.REJECTED,
    (
        Verdict("citation", Outcome.PASS, "quote.exact", "It stands there.", EVIDENCE),
        Verdict("value", Outcome.FAIL, "value.absent", "480 USD stands nowhere"),
    ),
)
CLAIM = DraftClaim(
    "$480", "amount", 8, 12, False, False, "value.absent", "it stands in no source", "f_1"
)
DRAFT = GateDecision(False, False, (CLAIM,), "Remove $480.")


@pytest.fixture
def config(tmp_path):
    path = tmp_path / "config.toml"
    store = tmp_path / "store.sqlite"
    path.write_text(f'[user]\ntimezone = "Europe/Berlin"\n[store]\npath = "{store}"\n')
    return path


@pytest.fixture
def store(config, tmp_path):
    with SqliteStore.open(tmp_path / "store.sqlite", now=FixedClock().now) as opened:
        yield opened


def fill(store, *, raw=MAIL, facts=(FACT,), draft=True):
    store.add_mail([RawMail(raw, "mail/1.eml")], account="local", folder="import")
    store.save_parsed([(m.key, parse(m.raw)) for m in store.unparsed()])
    store.regroup()
    (thread_id,) = store.thread_ids()
    run = store.start_run(at=DAY, config_hash="c", prompt_hash="p")
    kept = Draft(thread_id, "We pay $480.", (), DRAFT, 3, "given_up", "fake-1") if draft else None
    outcome = ThreadOutcome(thread_id, tuple(facts), kept, (), workflow="orders")
    store.save_outcome(run, outcome, at=DAY, config_hash="c")
    return thread_id


@pytest.fixture
def run(config, monkeypatch):
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"):
        monkeypatch.delenv(name, raising=False)

    def invoke(*args):
        result = CliRunner().invoke(cli, ["--config", str(config), *args])
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return invoke


FACT_JSON = {
    "id": "f_1",
    "type": "amount",
    "statement": "the refund",
    "value": "480 USD",
    "quote": "refund of $540.00",
    "message_id": "msg_1",
    "layer": "own",
    "confidence": 0.9,
    "source": "fake-1",
    "state": "rejected",
    "checks": [
        {
            "check": "citation",
            "outcome": "pass",
            "code": "quote.exact",
            "reason": "It stands there.",
            "message_id": "msg_1",
            "part": "body",
            "layer": "own",
            "start": 12,
            "end": 34,
            "sha256": "ab" * 32,
        },
        {
            "check": "value",
            "outcome": "fail",
            "code": "value.absent",
            "reason": "480 USD stands nowhere",
        },
    ],
}
DRAFT_JSON = {
    "id": 1,
    "status": "given_up",
    "author": "fake-1",
    "attempts": 3,
    "text": "We pay $480.",
    "allow": False,
    "needs_person": False,
    "claims": [
        {
            "text": "$480",
            "class": "amount",
            "start": 8,
            "end": 12,
            "resolved": False,
            "marked": False,
            "code": "value.absent",
            "reason": "it stands in no source",
            "fact_id": "f_1",
        }
    ],
    "message": "Remove $480.",
}
GIVEN_UP = "The gate stopped this draft 3 times in a row: “$480”: it stands in no source."


def test_an_empty_queue_is_done(run, store):
    result = run("queue")
    assert (result.exit_code, result.stdout) == (0, "Nothing waits for you.\n")
    assert json.loads(run("queue", "--json").stdout) == {"waiting": 0, "items": []}


def test_the_queue_as_text(run, store):
    thread_id = fill(store)
    result = run("queue")
    assert result.exit_code == 3
    assert result.stdout.splitlines() == [
        f"{thread_id}  Your refund",
        "  ✗ rejected     f_1  amount  the refund: 480 USD",
        "      Proved wrong: 480 USD stands nowhere.",
        f"  ! draft        {GIVEN_UP}",
        "",
        "2 items in 1 thread. Decide with: mailmind resolve FACT --confirm | --dismiss | --value V",
        "and, for a draft: mailmind draft THREAD",
    ]


def test_the_queue_as_data(run, store):
    thread_id = fill(store)
    result = run("queue", "--json")
    assert result.exit_code == 3
    head = {"thread_id": thread_id, "subject": "Your refund"}
    assert json.loads(result.stdout) == {
        "waiting": 2,
        "items": [
            {
                **head,
                "reason": "Proved wrong: 480 USD stands nowhere.",
                "fact": FACT_JSON,
                "draft_id": None,
            },
            {**head, "reason": GIVEN_UP, "fact": None, "draft_id": 1},
        ],
    }


def test_search_as_text_in_the_users_zone(run, store):
    thread_id = fill(store)
    result = run("search", "your", "refu")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        f"2026-11-17 00:30  {thread_id}  Acme <billing@acme.example>: Your refund",
        "    Your refund",
        "1 message",
    ]
    assert run("search", "nobody").stdout == "Nothing found.\n"


def test_search_as_data(run, store):
    thread_id = fill(store)
    assert json.loads(run("search", "--json", '"refund of', "$540").stdout) == {
        "query": '"refund of $540',
        "hits": [
            {
                "thread_id": thread_id,
                "message_id": "msg_1",
                "date": "2026-11-16T23:30:00+00:00",
                "from": "Acme <billing@acme.example>",
                "subject": "Your refund",
                "snippet": "We approved your refund of $540.00.",
            }
        ],
    }


def test_status_as_text(run, store):
    empty = run("status")
    assert empty.exit_code == 0
    assert "Messages  0\n" in empty.stdout
    fill(store, raw=b"\r\n", facts=(FACT, replace(FACT, fact=replace(FACT.fact, id="f_2"))))
    store.add_mail([RawMail(b"x", "x")], account="local", folder="import")
    store.note_sync("work", b"Junk", "NO such mailbox")
    result = run("status")
    assert result.exit_code == 3
    lines = result.stdout.splitlines()
    assert lines[:5] == [
        "Messages  2, 1 of them not parsed yet",
        "Threads   1",
        "Facts     2 (2 rejected)",
        "Drafts    1 (1 given up)",
        "Waiting   3 (`mailmind queue`)",
    ]
    assert "  work/Junk: NO such mailbox" in lines


@pytest.mark.parametrize(
    ("summary", "line"),
    [
        (None, "it is still at work, or was killed; `mailmind run` goes on where it ended"),
        ({"seen": 3, "of": 3, "failed": 0}, "3 of 3 threads looked at"),
        ({"seen": 3, "of": 3, "failed": 2},
         "3 of 3 threads looked at, 2 failed; the next run tries them again"),
        ({"seen": 1, "of": 3, "failed": 0, "stopped": "no money"},
         "1 of 3 threads looked at; stopped: no money"),
    ],
)  # fmt: skip
def test_status_says_how_the_last_run_ended(run, store, summary, line):
    name = store.start_run(at=DAY, config_hash="c", prompt_hash="p")
    if summary is not None:
        store.finish_run(name, at=DAY, summary=summary)
    asked = store.start_run(at=DAY, config_hash="c", prompt_hash="p")
    store.finish_run(asked, at=DAY, summary={"asked_for": "t_1", "calls": 1})
    assert f"Last run  2026-11-30 10:00: {line}" in run("status").stdout.splitlines()
    told = json.loads(run("status", "--json").stdout)["last_run"]
    assert told["summary"] == (summary or {})
    assert told["started"] == DAY.isoformat()
    assert (told["finished"] is None) == (summary is None)


def test_status_names_the_threads_that_could_not_be_looked_at(run, store):
    thread_id = fill(store)
    assert "Failed    0" in run("status").stdout.splitlines()
    name = store.start_run(at=DAY, config_hash="c", prompt_hash="p")
    outcome = ThreadOutcome(thread_id, (), None, (), note="the server is away", failed=True)
    store.save_outcome(name, outcome, at=DAY, config_hash="c")
    lines = run("status").stdout.splitlines()
    assert "Failed    1" in lines
    assert f"  {thread_id}  Your refund: the server is away" in lines
    assert json.loads(run("status", "--json").stdout)["failed"] == [
        {"thread_id": thread_id, "subject": "Your refund", "reason": "the server is away"}
    ]


def test_status_shows_twenty_troubles_and_counts_the_rest(run, store):
    for n in range(23):
        store.note_sync(f"account {n:02d}", None, "login refused")
    lines = run("status").stdout.splitlines()
    assert lines[-1] == "  and 3 more (`mailmind status --json` has them all)"
    assert sum("login refused" in line for line in lines) == 20
    assert len(json.loads(run("status", "--json").stdout)["trouble"]) == 23


def test_status_as_data(run, store):
    fill(store)
    store.note_sync("work", None, "login refused")
    result = run("status", "--json")
    data = json.loads(result.stdout)
    assert result.exit_code == 3
    assert {
        k: data[k] for k in ("messages", "unparsed", "threads", "facts", "waiting", "runs")
    } == {
        "messages": 1,
        "unparsed": 0,
        "threads": 1,
        "facts": 1,
        "waiting": 2,
        "runs": 1,
    }
    assert (data["facts.rejected"], data["facts.held"], data["drafts.given_up"]) == (1, 0, 1)
    assert data["trouble"] == [{"path": "work", "reason": "login refused"}]


def test_show_lists_threads(run, store):
    assert run("show").stdout.startswith("No mail is stored.")
    thread_id = fill(store)
    result = run("show")
    assert result.exit_code == 3
    assert result.stdout.splitlines() == [
        f"{thread_id}  2026-11-17 00:30  Acme <billing@acme.example>: Your refund",
        "    1 message  ✗1  draft given up",
        "1 of 1 thread",
    ]
    assert json.loads(run("show", "--json").stdout) == {
        "threads": [
            {
                "id": thread_id,
                "subject": "Your refund",
                "from": "Acme <billing@acme.example>",
                "date": "2026-11-16T23:30:00+00:00",
                "messages": 1,
                "workflow": "orders",
                "facts": {"rejected": 1},
                "draft": "given_up",
                "note": "",
            }
        ],
        "of": 1,
    }


def test_show_tells_a_thread_with_every_verdict(run, store):
    thread_id = fill(store)
    result = run("show", thread_id, "--text")
    assert result.exit_code == 3
    assert result.stdout.splitlines() == [
        f"{thread_id}  Your refund  [orders]",
        "  in local/import",
        "",
        "  msg_1  2026-11-17 00:30  Acme <billing@acme.example>: Your refund",
        "      We approved your refund of $540.00.",
        "",
        "  ✗ rejected     f_1  amount  the refund: 480 USD",
        "      Proved wrong: 480 USD stands nowhere.",
        "      “refund of $540.00” (msg_1)",
        "      citation: pass, It stands there.",
        "      value: fail, 480 USD stands nowhere",
        "",
        "  draft by fake-1: given up",
        "  │ We pay $480.",
        "  ✗ “$480”: it stands in no source",
        f"  {GIVEN_UP}",
    ]


def test_show_as_data(run, store):
    thread_id = fill(store)
    assert json.loads(run("show", thread_id, "--json").stdout) == {
        "id": thread_id,
        "subject": "Your refund",
        "workflow": "orders",
        "places": ["local/import"],
        "messages": [
            {
                "message_id": "msg_1",
                "from": "Acme <billing@acme.example>",
                "to": ["robin@vale.example"],
                "date": "2026-11-16T23:30:00+00:00",
                "subject": "Your refund",
                "attachments": [],
                "traits": [],
                "trouble": [],
            }
        ],
        "facts": [FACT_JSON],
        "draft": DRAFT_JSON,
    }


@pytest.mark.parametrize("name", ["f_1", "msg_1", "t_", "t_0", ""])
def test_show_finds_a_thread_by_what_is_in_it_and_nothing_by_too_little(run, store, name):
    thread_id = fill(store)
    if name in ("f_1", "msg_1"):
        assert run("show", name).stdout.startswith(thread_id)
        assert run("show", thread_id[:9]).stdout.startswith(thread_id)
        return
    from mailmind.errors import UsageError

    with pytest.raises(UsageError, match="`mailmind show` lists them"):
        run("show", name)


def test_show_prompt_prints_the_mail_as_a_model_would_get_it_and_says_that_none_does(run, store):
    thread_id = fill(store)
    result = run("show", thread_id, "--prompt")
    assert result.exit_code == 0
    assert "We approved your refund of $540.00." in result.stdout
    assert result.stderr == "Nothing of this is sent: no model is configured.\n"
    from mailmind.errors import UsageError

    with pytest.raises(UsageError, match="needs a thread"):
        run("show", "--prompt")


def test_a_decided_thread_is_done(run, store):
    thread_id = fill(store, draft=False)
    confirmed = replace(FACT, state=State.CONFIRMED)
    store.decide(Decision("f_1", "confirm", None, DAY, "robin"), checked=confirmed)
    assert run("queue").exit_code == 0
    result = run("show", thread_id)
    assert result.exit_code == 0
    assert "  ✓ confirmed    f_1  amount  the refund: 480 USD" in result.stdout


def test_ledger_verify_says_whole_and_proves_an_earlier_head(run, store):
    empty = run("ledger", "verify", "--json")
    assert json.loads(empty.stdout) == {
        "whole": True,
        "entries": 0,
        "broken_at": None,
        "reason": "",
        "head": "0" * 64,
    }
    fill(store)
    head = store.verify_ledger().head
    result = run("ledger", "verify")
    assert (result.exit_code, result.stdout) == (
        0,
        f"The ledger is whole: 4 entries, head {head}\n",
    )
    store.append("tool", {}, at=DAY)
    for earlier in (head, "0" * 64):
        assert run("ledger", "verify", "--head", earlier).exit_code == 0
    forged = run("ledger", "verify", "--head", "ab" * 32)
    assert forged.exit_code == 1
    assert f"no entry has the hash {'ab' * 32}" in forged.stderr


def test_ledger_verify_names_the_broken_entry(run, store):
    fill(store)
    with store._db.write() as db:
        db.execute("DROP TRIGGER ledger_no_update")
        db.execute(
            "UPDATE ledger SET payload = replace(payload, '480', '540') WHERE kind = 'facts'"
        )
    result = run("ledger", "verify")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        "The ledger is broken at entry 3: its payload is not what was recorded\n"
    )
    data = json.loads(run("ledger", "verify", "--json").stdout)
    assert (data["whole"], data["broken_at"]) == (False, 3)


@pytest.mark.parametrize(
    "args",
    [
        ("queue",),
        ("show",),
        ("show", "f_1", "--text"),
        ("show", "f_1", "--prompt"),
        ("search", "evil"),
        ("status",),
    ],
)
def test_hostile_text_is_neutralised_in_every_list(run, store, args):
    raw = f"Subject: {HOSTILE}\r\nFrom: {HOSTILE} <e@x.example>\r\n\r\nbody {HOSTILE}\r\n".encode()
    fact = replace(FACT.fact, statement=HOSTILE, value=HOSTILE, quote=HOSTILE)
    verdict = Verdict("value", Outcome.FAIL, "value.absent", HOSTILE)
    fill(store, raw=raw, facts=(CheckedFact(fact, State.REJECTED, (verdict,)),))
    store.note_sync("work", None, HOSTILE)
    for out in (run(*args).stdout, run(*args, "--json").stdout):
        assert "evil" in out
        assert not {"\x1b", "\x07", "\u202e", "\x9b", "\U000e0041"} & set(out)


def test_json_says_in_escapes_what_a_terminal_would_obey_and_loses_nothing():
    from mailmind.core.jsonline import dumps

    hostile = "é \x1b \x9b \u202e \ud83d \U000e0041 \U0001f600"
    text = dumps({"x": hostile})
    assert json.loads(text) == {"x": hostile}
    assert text == r'{"x": "é \u001b \u009b \u202e \ud83d \udb40\udc41 😀"}'
