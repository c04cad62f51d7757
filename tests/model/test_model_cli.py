"""The commands around the model, run as a user runs them, against a local server."""

import io
import json
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from email.message import EmailMessage
from hashlib import sha256

import pytest

from mailmind.cli import main
from mailmind.core.prompts import prompt_hash
from mailmind.testserver import LLAMACPP, Fault, MessagesServer

TEXT = "Hello,\n\nwe approved your refund of $540.00 for order 4711-22 by this Friday.\n\nAnn"


@dataclass
class Done:
    """How a command ended."""

    returncode: int
    stdout: str
    stderr: str


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """Run mailmind in a home of its own, in this process."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    monkeypatch.setenv("MAILMIND_CONFIG", str(tmp_path / "c.toml"))
    monkeypatch.chdir(tmp_path)

    def run(*arguments, stdin="", config="", **environ):
        (tmp_path / "c.toml").write_text(f'[store]\npath = "{tmp_path}/mail.sqlite"\n{config}')
        out, err = io.StringIO(), io.StringIO()
        with monkeypatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
            for name, value in environ.items():
                patch.setenv(name, value)
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
            with pytest.raises(SystemExit) as ended:
                main([str(argument) for argument in arguments])
        return Done(int(ended.value.code or 0), out.getvalue(), err.getvalue())

    return run


def line(**changes):
    message = {
        "message_id": "msg_884",
        "from": "Acme <billing@acme.example>",
        "to": "robin@vale.example",
        "date": "2026-11-16T10:02:00+01:00",
        "subject": "Your refund",
        "text": TEXT,
    }
    return json.dumps({"id": "t1", "messages": [message | changes]}) + "\n"


def test_extract_speaks_its_contract_field_by_field(machine):
    done = machine("extract", stdin=line())
    assert (done.returncode, done.stderr) == (0, "")
    (answer,) = map(json.loads, done.stdout.splitlines())
    assert list(answer) == ["id", "messages", "facts"]
    assert answer["id"] == "t1"
    assert answer["messages"] == [
        {
            "message_id": "msg_884",
            "from": "Acme <billing@acme.example>",
            "to": "robin@vale.example",
            "date": "2026-11-16T10:02:00+01:00",
            "subject": "Your refund",
            "text": TEXT,
            "layers": [{"layer": "own", "start": 0, "end": len(TEXT)}],
        }
    ]
    facts = {fact["type"]: fact for fact in answer["facts"]}
    quote = "we approved your refund of $540.00 for order 4711-22 by this Friday."
    amount = facts["amount"]
    assert amount.pop("id").startswith("f_")
    assert amount.pop("statement").startswith("amount in the mail of Acme on 16 Nov 2026")
    assert amount == {
        "type": "amount",
        "subkind": None,
        "value": "540 USD",
        "normalized": {"kind": "money", "amount": "540", "currency": "USD", "ambiguous": []},
        "quote": quote,
        "message_id": "msg_884",
        "part": "body",
        "layer": "own",
        "start": TEXT.index(quote),
        "end": TEXT.index(quote) + len(quote),
        "sha256": sha256(quote.encode()).hexdigest(),
        "confidence": 1.0,
        "source": "offline",
    }
    assert (facts["id"]["value"], facts["id"]["subkind"]) == ("4711-22", "order")
    assert facts["date"]["value"] == "2026-11-20"


def test_extract_works_as_a_program_of_its_own(machine):
    command = [sys.executable, "-m", "mailmind", "extract", "--model", "offline"]
    done = subprocess.run(command, input=line(), capture_output=True, text=True, check=True)
    assert done.stdout == machine("extract", stdin=line()).stdout


def test_a_bad_line_is_an_error_line_and_the_rest_goes_on(machine):
    unknown = json.dumps({"id": "t2", "messages": [], "verified": True}) + "\n"
    done = machine("extract", stdin=unknown + "{broken\n" + line())
    answers = [json.loads(text) for text in done.stdout.splitlines()]
    assert done.returncode == 1
    assert [answer.get("line") for answer in answers] == [1, 2, None]
    assert "verified" in answers[0]["error"]
    assert answers[2]["id"] == "t1"


def test_extract_reads_a_file_with_its_markup_and_layers(machine, tmp_path):
    mail = EmailMessage()
    mail["From"], mail["Message-ID"] = "Ann <ann@acme.example>", "<a1@acme.example>"
    mail["Date"] = "Mon, 16 Nov 2026 10:02:00 +0100"
    mail.set_content("You pay 30 EUR.\n\n-- \nAnn\nFee 99 EUR\n")
    (tmp_path / "a.eml").write_bytes(mail.as_bytes())
    done = machine("extract", stdin=json.dumps({"id": 7, "messages": [{"path": "a.eml"}]}))
    answer = json.loads(done.stdout)
    assert [layer["layer"] for layer in answer["messages"][0]["layers"]] == ["own", "signature"]
    assert [fact["value"] for fact in answer["facts"]] == ["30 EUR"]
    assert answer["facts"][0]["message_id"] == "a1@acme.example"


def test_what_extract_prints_verifies(machine):
    extracted = json.loads(machine("extract", stdin=line()).stdout)
    job = json.loads(line()) | {"facts": extracted["facts"]}
    done = machine("verify", "--lenient", stdin=json.dumps(job))
    answer = json.loads(done.stdout)
    states = {fact["id"]: fact["state"] for fact in answer["facts"]}
    assert set(states.values()) == {"verified"}
    assert len(states) == 3


INVENTED = {
    "fact_id": "f1", "type": "amount", "statement": "A fee of $99.", "subject": "the fee",
    "property": "amount", "disproof": "", "value": "$99", "quote": "there is a fee of $99",
    "message_id": "m1", "layer": "own", "confidence": 0.9, "modality": "stated",
}  # fmt: skip


def local(server):
    return f'[model]\nprovider = "anthropic"\nbase_url = "{server.url}"\nname = "tiny"\n'


def test_a_models_invention_is_printed_without_a_place(machine):
    def reply(_):
        lists = {"facts": [INVENTED], "checks": [], "reply": [], "questions": []}
        return json.dumps({"task": "extract"} | lists)

    with MessagesServer(reply, profile=LLAMACPP) as server:
        done = machine("extract", stdin=line(), config=local(server))
    assert done.returncode == 0, done.stderr
    (fact,) = json.loads(done.stdout)["facts"]
    assert (fact["source"], fact["part"], fact["start"]) == ("tiny", None, None)


def test_a_model_that_answers_nonsense_is_an_error_line(machine):
    with MessagesServer(lambda _: "I see no facts.", profile=LLAMACPP) as server:
        done = machine("extract", stdin=line(), config=local(server))
    assert done.returncode == 1
    assert "does not pass the schema" in json.loads(done.stdout)["error"]


def test_doctor_says_what_the_server_does(machine):
    with MessagesServer(lambda _: "Hello!", profile=LLAMACPP) as server:
        done = machine("doctor", config=local(server) + 'verifier = ""\n')
        again = machine("doctor", "--json", config=local(server) + 'verifier = ""\n')
    assert done.returncode == 0, done.stderr
    assert "it is asked at level L3" in done.stdout
    assert "(LOCAL)" in done.stdout
    (model,) = json.loads(again.stdout)["models"]
    assert (model["model"], model["level"], model["place"]) == ("tiny", "L3", "LOCAL")


def test_doctor_without_a_server_says_so(machine):
    done = machine("doctor")
    assert (done.returncode, done.stdout) == (
        0,
        "the provider is offline: there is no server to examine\n",
    )


def test_doctor_names_the_remedy_where_nobody_answers(machine):
    config = '[model]\nprovider = "anthropic"\nbase_url = "http://127.0.0.1:9"\n'
    done = machine("doctor", config=config)
    assert done.returncode == 1
    assert "connection" in done.stderr
    assert "Traceback" not in done.stderr


def cloud(server, **keys):
    """The configuration that takes this server for the API."""
    lines = {
        "provider": "anthropic",
        "base_url": server.url,
        "place": "CLOUD",
        "level": "L0",
        "retries": 0,
    } | keys
    return "[model]\n" + "".join(f"{k} = {json.dumps(v)}\n" for k, v in lines.items())


def true_reader(body):
    """Extracts the refund truly, and answers nothing else."""
    task = body["messages"][0]["content"][-1]["text"]
    name = task.partition("\n")[0].removeprefix("TASK=")
    if not task.startswith("TASK="):
        return '{"readings": []}'
    quote = "we approved your refund of $540.00"
    true = INVENTED | {"value": "$540.00", "quote": quote, "statement": "The refund is $540."}
    lists = {"facts": [], "checks": [], "reply": [], "questions": []}
    if name == "extract":
        lists["facts"] = [true, INVENTED | {"fact_id": "f2"}]
    return json.dumps({"task": name} | lists)


@pytest.fixture
def mailbox(tmp_path):
    """Two threads of one sender, to be imported."""
    folder = tmp_path / "mail"
    folder.mkdir()
    for n in (1, 2):
        mail = EmailMessage()
        mail["From"], mail["To"] = "Ann <no-reply@acme.example>", "robin@vale.example"
        mail["Message-ID"], mail["Subject"] = f"<a{n}@acme.example>", f"Letter {n}"
        mail["Date"] = f"Mon, 16 Nov 2026 10:0{n}:00 +0100"
        mail["List-Id"] = "<letters.acme.example>"
        mail.set_content(TEXT.replace("4711-22", f"4711-2{n}"))
        (folder / f"{n}.eml").write_bytes(mail.as_bytes())
    return folder


def test_a_run_its_costs_its_patterns_and_its_recording(machine, mailbox, tmp_path):
    with MessagesServer(true_reader, minimum_cached=1) as server:
        config = cloud(server, rules=str(tmp_path / "rules.txt"))
        key = {"ANTHROPIC_API_KEY": server.key}
        ran = machine("run", "--from", mailbox, "--json", config=config, **key)
        assert ran.returncode == 3, ran.stderr
        first = json.loads(ran.stdout)
        made = len(server.messages)
        again = json.loads(machine("run", "--json", config=config, **key).stdout)
        assert len(server.messages) == made
        costs = json.loads(machine("stats", "cost", "--by", "task", "--json", config=config).stdout)
        record = machine("record", tmp_path / "replies", config=config, **key)
        asked = len(server.messages)
        bare = machine("record", tmp_path / "bare", "--without-grounding", config=config, **key)
        bare_systems = {str(seen.body["system"]) for seen in server.messages[asked:]}
        table = machine("patterns", "--least", 2, config=config)
        accepted = machine("patterns", "--least", 2, "--accept", 1, config=config)
    assert first["facts"]["verified"] == 2
    assert first["facts"]["rejected"] == 2
    assert first["calls"] == made
    assert first["cost"] > 0
    assert (again["seen"], again["calls"]) == (0, 0)
    assert costs["all"]["requests"] == made
    assert costs["all"]["cost"] == pytest.approx(first["cost"])
    assert costs["all"]["unknown"] == 0
    assert record.returncode == 0, record.stderr
    told = record.stdout.splitlines()[-1]
    assert "4 facts proposed, 2 quotes that stand nowhere, " in told
    assert "2 verified, 2 rejected by code, 0 held for a person" in told
    assert told.startswith(f"prompts {prompt_hash()[:8]}: ")
    assert bare.stdout.splitlines()[-1].startswith(f"prompts {prompt_hash(grounding=False)[:8]}: ")
    assert bare_systems
    assert not any("Rules for every task" in system for system in bare_systems)
    assert "quote.fabricated with acme.example: 2 of 4 facts" in table.stdout
    assert accepted.returncode == 0, accepted.stderr
    rule = (tmp_path / "rules.txt").read_text()
    assert rule.startswith("In mail from acme.example: quote only what stands in the mail")
    replayed = machine(
        "run", "--json",
        config=f'[model]\nprovider = "replay"\nreplies = "{tmp_path}/replies"\n',
    )  # fmt: skip
    assert json.loads(replayed.stdout)["facts"] == first["facts"]


def test_a_run_that_may_not_spend_stops_and_says_what_is_left(machine, mailbox):
    with MessagesServer(true_reader) as server:
        config = cloud(server, ceiling_run=0.0001)
        key = {"ANTHROPIC_API_KEY": server.key}
        ran = machine("run", "--from", mailbox, config=config, **key)
        assert server.messages == []
    assert ran.returncode == 1
    assert "model.ceiling_run" in ran.stdout + ran.stderr
    assert "Traceback" not in ran.stderr
    assert "2 threads" in ran.stdout + ran.stderr


def test_a_spend_limit_stops_the_run_in_good_order(machine, mailbox):
    with MessagesServer(true_reader) as server:
        server.script(*[Fault.spend_limit()] * 20)
        key = {"ANTHROPIC_API_KEY": server.key}
        ran = machine("run", "--from", mailbox, config=cloud(server, parallel=1), **key)
        assert len(server.messages) == 1
        again = machine("run", "--json", config=cloud(server, parallel=1), **key)
    assert ran.returncode == 1
    assert "spend limit" in ran.stdout + ran.stderr
    assert "Traceback" not in ran.stderr
    assert json.loads(again.stdout)["seen"] == 0


def test_a_refused_thread_is_held_and_looked_at_again(machine, mailbox):
    with MessagesServer(true_reader) as server:
        server.script(Fault.refusal())
        key = {"ANTHROPIC_API_KEY": server.key}
        config = cloud(server, parallel=1)
        ran = json.loads(machine("run", "--from", mailbox, "--json", config=config, **key).stdout)
        again = json.loads(machine("run", "--json", config=config, **key).stdout)
    assert (ran["seen"], ran["failed"]) == (2, 1)
    assert (again["seen"], again["failed"]) == (1, 0)


def test_no_key_is_no_model_and_no_request(machine, mailbox):
    ran = machine("run", "--from", mailbox, "--json")
    assert json.loads(ran.stdout)["calls"] == 0


def test_what_would_be_sent_is_what_is_sent_and_to_whom(machine, mailbox):
    with MessagesServer(true_reader, minimum_cached=1) as server:
        config = cloud(server, verifier="claude-sonnet-5-5")
        key = {"ANTHROPIC_API_KEY": server.key}
        machine("import", mailbox, config=config)
        listed = json.loads(machine("show", "--json", config=config).stdout)["threads"]
        shown = machine("show", listed[0]["id"], "--prompt", config=config, **key)
        assert server.messages == []
        machine("run", config=config, **key)
        sent = [json.dumps(seen.body, ensure_ascii=False) for seen in server.messages]
    assert shown.returncode == 0, shown.stderr
    first = next(line for line in shown.stdout.splitlines() if line.startswith('{"message_id"'))
    assert any(json.dumps(first, ensure_ascii=False)[1:-1] in body for body in sent)
    assert shown.stderr.splitlines() == [
        "This is the first question. Later ones end with another task.",
        "The second reader (claude-sonnet-5-5) is told less, and gets the mails raw.",
    ]
