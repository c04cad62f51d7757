"""``mailmind verify``: the contract, field by field and code by code."""

import hashlib
import json

import pytest
from click.testing import CliRunner

from mailmind.cli import cli

TEXT = (
    "Hello,\nwe approved your refund of $540.00 for order A-4711.\n"
    "It is due on 20 November 2026 at 15:15.\n"
)
MESSAGE = {
    "message_id": "msg_884", "from": "Acme <billing@acme.example>", "to": "robin@vale.example",
    "date": "2026-11-16T10:02:00+01:00", "subject": "Your refund", "text": TEXT,
}  # fmt: skip
FACT = {
    "id": "f1", "type": "amount", "statement": "the refund", "value": "540 USD",
    "quote": "your refund of $540.00", "message_id": "msg_884", "confidence": 0.9, "layer": "own",
}  # fmt: skip


def line(**more):
    return {
        "id": "t1",
        "timezone": "Europe/Berlin",
        "workflow": "general",
        "messages": [MESSAGE],
    } | more


def run(*lines, args=()):
    text = "\n".join(x if isinstance(x, str) else json.dumps(x) for x in lines)
    result = CliRunner().invoke(cli, ["verify", *args], input=text)
    return result.exit_code, [json.loads(x) for x in result.stdout.splitlines()]


def one(fact, *messages, args=(), **more):
    code, (out,) = run(line(facts=[FACT | fact], messages=[MESSAGE, *messages], **more), args=args)
    (answer,) = out["facts"]
    return code, answer["state"], answer["checks"]


def codes(checks):
    return [c["code"] for c in checks]


def test_every_field_of_a_verified_fact():
    code, out = run(line(facts=[FACT]))
    start = TEXT.index("your refund")
    place = {
        "message_id": "msg_884", "part": "body", "layer": "own", "start": start, "end": start + 22,
        "sha256": hashlib.sha256(b"your refund of $540.00").hexdigest(),
    }  # fmt: skip
    assert code == 0
    (answer,) = out
    assert answer["id"] == "t1"
    assert "draft" not in answer
    (fact,) = answer["facts"]
    assert (fact["id"], fact["state"]) == ("f1", "verified")
    citation, value, latest = fact["checks"]
    reasons = [c.pop("reason") for c in (citation, value, latest)]
    assert all(reasons)
    assert citation == {"check": "citation", "outcome": "pass", "code": "quote.exact"} | place
    assert value == {"check": "value", "outcome": "pass", "code": "value.equal"} | place
    assert latest == {"check": "latest", "outcome": "pass", "code": "latest.current"}


def test_every_field_of_a_draft():
    draft = {"text": "Your refund is $540.\nIt was $560.\nOr $580 [not in source].\n"}
    code, (out,) = run(line(draft=draft), args=["--deterministic-only"])
    assert code == 3
    assert out["facts"] == []
    decision = out["draft"]
    assert set(decision) == {"allow", "needs_person", "claims", "message"}
    assert (decision["allow"], decision["needs_person"]) == (False, True)
    reasons = [c.pop("reason") for c in decision["claims"]]
    assert all(reasons)
    assert decision["claims"] == [
        {"text": "$540", "class": "amount", "start": 15, "end": 19, "resolved": True, "marked": False,
         "code": "value.equal", "fact_id": None},
        {"text": "$560", "class": "amount", "start": 28, "end": 32, "resolved": False, "marked": False,
         "code": "value.absent", "fact_id": None},
        {"text": "$580", "class": "amount", "start": 37, "end": 41, "resolved": False, "marked": True,
         "code": "value.absent", "fact_id": None},
    ]  # fmt: skip
    assert "$560" in decision["message"]
    assert "$580" not in decision["message"]


LATER = {"message_id": "m2", "from": "a@b.example", "date": "2026-11-17T10:00:00+01:00"}
SHARED = {"type": "amount", "value": "540 CAD"}
REPLY = "Fine.\n\nOn Mon, 16 Nov 2026 at 10:00, Acme wrote:\n> the fee is 30 EUR in all\n"


@pytest.mark.parametrize(
    ("fact", "later", "state", "code", "extra"),
    [
        ({"quote": "YOUR  refund of $540.00"}, None, "verified", "quote.folded", {}),
        ({"quote": "a bonus was promised"}, None, "rejected", "quote.fabricated", {}),
        ({"quote": "see you at noon"}, "So see you at noon.",
         "rejected", "quote.misattributed", {"found_in": "m2"}),
        ({"quote": "your refund of $480.00"}, None, "rejected", "quote.altered",
         {"diff": "your refund of [-$480.00-]{+$540.00+}"}),
        ({"quote": "the fee is 30 EUR", "value": "30 EUR", "message_id": "m2"}, REPLY, "rejected",
         "quote.wrong_layer", {"layer": "quoted"}),
        ({"quote": " "}, None, "rejected", "quote.empty", {}),
        ({"value": "480 USD"}, None, "rejected", "value.absent", {}),
        ({"type": "date", "value": "2026-11-20"}, None,
         "rejected", "value.not_in_quote", {"found_in": "msg_884"}),
        ({"type": "date", "value": "2026-11-21", "quote": "due on 21 November 2026", "message_id": "m2"},
         "It is not due on 21 November 2026.", "rejected", "value.negated", {}),
        ({"type": "date", "value": "2026-04-03", "quote": "by 03/04/2026", "message_id": "m2"},
         "Pay by 03/04/2026.", "held", "value.ambiguous", {}),
        ({"value": "plenty"}, None, "held", "value.unreadable", {}),
        (SHARED, None, "held", "value.currency_unclear", {}),
        ({"type": "time", "value": "15:15", "quote": "at 15:15", "statement": "when it is due"},
         "The time is moved to 16:00.", "rejected", "latest.superseded", {"by": "m2"}),
        ({"type": "time", "value": "15:15", "quote": "at 15:15", "statement": "when it is due"},
         "Could we make it 14:00?", "held", "latest.open_proposal", {"by": "m2"}),
        ({"type": "person", "value": "Acme", "statement": "sender"}, None, "verified", "headers.match", {}),
        ({"type": "person", "value": "Dana", "statement": "sender"}, None,
         "rejected", "headers.mismatch", {}),
        ({"message_id": "msg_1"}, None, "unverifiable", "message.unknown", {}),
    ],
)  # fmt: skip
def test_every_code_that_code_alone_gives(fact, later, state, code, extra):
    more = [LATER | {"text": later}] if later else []
    exit_code, got, checks = one(fact, *more, args=["--deterministic-only"])
    assert (got, code in codes(checks)) == (state, True), checks
    found = next(c for c in checks if c["code"] == code)
    assert extra.items() <= found.items()
    assert exit_code == (0 if state == "verified" else 3)


@pytest.mark.parametrize(
    ("fact", "workflow", "check"),
    [
        (
            {"type": "claim", "value": "approved", "quote": "we approved your refund"},
            "general",
            "grounding",
        ),
        ({"type": "person", "value": "Dana", "statement": "a guest"}, "general", "grounding"),
        ({}, "orders", "consistency"),
        (
            {"type": "date", "value": "2026-11-20", "quote": "on 20 November 2026"},
            "scheduling",
            "cross",
        ),
        ({"confidence": 0.4}, "general", "cross"),
    ],
)
def test_without_a_model_what_needs_one_is_held(fact, workflow, check):
    code, state, checks = one(fact, workflow=workflow)
    assert (code, state) == (3, "held")
    last = next(c for c in checks if c["check"] == check)
    assert (last["outcome"], last["code"]) == ("not_run", "not_run")


def test_confidence_defaults_to_low():
    fact = {k: v for k, v in FACT.items() if k != "confidence"}
    assert run(line(facts=[fact]))[1][0]["facts"][0]["state"] == "held"
    assert (
        run(line(facts=[fact]), args=["--deterministic-only"])[1][0]["facts"][0]["state"]
        == "verified"
    )


def test_a_held_fact_blocks_the_draft_that_uses_it():
    out = run(line(facts=[FACT | SHARED], draft={"text": "Your refund is 540 CAD."}))[1][0]
    (claim,) = out["draft"]["claims"]
    assert (claim["resolved"], claim["fact_id"], claim["code"]) == (
        False,
        "f1",
        "value.currency_unclear",
    )


def test_sentences_without_a_value_are_listed_as_told():
    draft = {"text": "We cancelled your account."}
    strict = run(line(draft=draft))[1][0]["draft"]
    lenient = run(line(draft=draft), args=["--deterministic-only"])[1][0]["draft"]
    assert (strict["allow"], strict["claims"][0]["resolved"]) == (False, False)
    assert (lenient["allow"], lenient["claims"][0]["resolved"]) == (True, None)
    assert strict["claims"][0]["class"] == "assertion"


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        ("{", "JSON"),
        ("[]", "object"),
        (line(facts=[FACT | {"extra": 1}]), "facts.0.extra"),
        (line(facts=[FACT | {"type": "place"}]), "facts.0.type"),
        (line(facts=[FACT | {"confidence": "high"}]), "facts.0.confidence"),
        (line(facts=[FACT | {"confidence": 1.5}]), "facts.0.confidence"),
        (line(facts=[{k: v for k, v in FACT.items() if k != "quote"}]), "facts.0.quote"),
        (line(unknown=1), "unknown"),
        (line(workflow="magic"), "magic"),
        (line(timezone="Mars/Olympus"), "Mars/Olympus"),
        (line(messages=[MESSAGE, MESSAGE]), "msg_884"),
        (line(messages=[MESSAGE | {"path": "x.eml"}]), "messages.0"),
        (line(messages=[{"path": "/nonexistent/x.eml"}]), "/nonexistent/x.eml"),
        (line(messages=[{"message_id": "m1"}]), "messages.0"),
        ({"id": "t1"}, "messages"),
    ],
)
def test_a_bad_line_is_reported_and_the_rest_go_on(bad, words):
    code, out = run(line(id="a"), bad, line(id="c"))
    assert code == 1
    assert [o.get("id") for o in out] == ["a", None, "c"]
    assert out[1]["line"] == 2
    assert words in out[1]["error"]


def test_lenient_takes_what_extract_prints():
    fact = FACT | {
        "normalized": {},
        "part": "body",
        "start": 1,
        "end": 2,
        "sha256": "x",
        "source": "offline",
    }
    message = MESSAGE | {"layers": []}
    rich = line(facts=[fact], messages=[message], source="x")
    assert run(rich)[0] == 1
    code, (out,) = run(rich, args=["--lenient"])
    assert (code, out["facts"][0]["state"]) == (0, "verified")


def test_what_extract_prints_of_a_subject_and_a_relative_date_is_verified():
    message = MESSAGE | {"subject": "Order 4711-22 arrives tomorrow", "text": "It comes tomorrow."}
    given = json.dumps({"id": "t1", "messages": [message]})
    result = CliRunner().invoke(cli, ["extract", "--model", "offline"], input=given)
    printed = json.loads(result.stdout)
    fields = ("from", "to", "date", "subject", "text")
    assert [printed["messages"][0][k] for k in fields] == [message[k] for k in fields]
    numbers = [f["normalized"]["subkind"] for f in printed["facts"] if f["type"] == "id"]
    assert numbers == ["order"]
    code, (out,) = run(result.stdout, args=["--lenient"])
    assert (code, {f["state"] for f in out["facts"]}) == (0, {"verified"})


def test_a_relative_date_of_an_undated_mail_waits_and_is_not_called_wrong():
    message = {"message_id": "m1", "text": "It arrives tomorrow at 3 PM."}
    fact = FACT | {
        "type": "date", "value": "2026-11-20", "quote": "It arrives tomorrow", "message_id": "m1",
    }  # fmt: skip
    code, (out,) = run(line(messages=[message], facts=[fact]))
    checks = {c["check"]: c["code"] for c in out["facts"][0]["checks"]}
    assert (code, out["facts"][0]["state"], checks["value"]) == (3, "held", "value.ambiguous")


def test_a_mail_file_is_named_by_its_header_or_its_hash(tmp_path):
    raw = b"From: a@b.example\nMessage-ID: <x1@b.example>\nSubject: s\n\nThe fee is 45 EUR.\n"
    path = tmp_path / "a.eml"
    path.write_bytes(raw)
    bare = tmp_path / "b.eml"
    bare.write_bytes(raw.replace(b"Message-ID: <x1@b.example>\n", b""))
    name = "sha256:" + hashlib.sha256(bare.read_bytes()).hexdigest()[:16]
    fact = FACT | {"value": "45 EUR", "quote": "The fee is 45 EUR"}
    for item, message_id in [
        ({"path": str(path)}, "x1@b.example"),
        ({"path": str(path)}, "<x1@b.example>"),
        ({"path": str(bare)}, name),
        ({"path": str(bare), "message_id": "m7"}, "m7"),
    ]:
        _, (out,) = run(line(messages=[item], facts=[fact | {"message_id": message_id}]))
        assert out["facts"][0]["state"] == "verified", out


def test_an_empty_input_is_done():
    assert run("") == (0, [])
