"""Canaries on every kind of server: what is ignored in silence is found out."""

import json
import socket
import threading
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer

import anthropic
import pytest
from click.testing import CliRunner, Result

from mailmind.adapters.claude.doctor import diagnose, knows, recall, remember
from mailmind.cli import cli
from mailmind.core.dialogue import AnswerKind, Ask, Task
from mailmind.core.modelconfig import Level
from mailmind.errors import ModelError
from mailmind.testserver import (
    CLAUDE,
    LLAMACPP,
    OLLAMA,
    PROXY,
    VLLM,
    Fault,
    MessagesServer,
)

CHATTY = "Hello! How can I help you today?"


@pytest.fixture
def diagnosed():
    """Diagnose a server of this profile whose model says one thing, whatever it is asked."""

    def run(profile, *faults, model="claude-sonnet-5-5", says=CHATTY):
        with MessagesServer(lambda _: says, profile=profile) as server:
            server.script(*faults)
            client = anthropic.Anthropic(
                base_url=server.url, api_key=server.key, max_retries=0, open_telemetry=False
            )
            with client:
                return diagnose(client, model)

    return run


LADDER = {
    "claude": (CLAUDE, Level.SCHEMA, ["enforced", "refused", "enforced", "yes", "yes"]),
    "vllm": (VLLM, Level.SCHEMA, ["enforced", "enforced", "enforced", "yes", "no"]),
    "llamacpp": (LLAMACPP, Level.PROMPT, ["ignored", "ignored", "ignored", "yes", "no"]),
    "ollama": (OLLAMA, Level.PROMPT, ["ignored", "ignored", "ignored", "no", "no"]),
    "proxy": (PROXY, Level.FORCED_TOOL, ["refused", "enforced", "enforced", "no", "no"]),
    "tools only": (
        replace(PROXY, forced_tool="ignored"),
        Level.TOOL,
        ["refused", "ignored", "enforced", "no", "no"],
    ),
}


@pytest.mark.parametrize("name", LADDER)
def test_the_level_is_what_the_server_proves(diagnosed, name):
    profile, level, results = LADDER[name]
    diagnosis = diagnosed(profile)
    assert diagnosis.level is level
    assert [finding.result for finding in diagnosis.findings[3:]] == results
    assert diagnosis.held is (level is not Level.PROMPT)


class _Catalogue(BaseHTTPRequestHandler):
    """A server that has a list of models and no page for each."""

    def log_message(self, *_):
        """Silence."""

    def do_GET(self):
        listed = self.path.startswith("/v1/models") and not self.path.startswith("/v1/models/")
        body = {"data": [{"id": "/models/tiny.gguf", "object": "model"}]} if listed else {}
        data = json.dumps(body).encode()
        self.send_response(200 if listed else 404)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@pytest.mark.parametrize(
    ("name", "result", "reason"),
    [
        ("claude-sonnet-5-5", "no", "it answers as /models/tiny.gguf"),
        ("/models/tiny.gguf", "yes", ""),
    ],
)
def test_one_model_that_answers_to_every_name_is_found_out(name, result, reason):
    with HTTPServer(("127.0.0.1", 0), _Catalogue) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        client = anthropic.Anthropic(
            base_url=f"http://127.0.0.1:{server.server_port}", api_key="none", max_retries=0
        )
        with client:
            found = knows(client, name)
        server.shutdown()
    assert (found.result, found.reason) == (result, reason)


BARE = replace(LLAMACPP, fenced=False)
"""A server whose replies come as the model writes them."""


@pytest.mark.parametrize(
    ("says", "result"),
    [
        (
            '{"task":"ground","facts":[],"checks":[],"reply":[],"questions":[]}',
            "enforced",
        ),
        ('{ "task": "draft",\n "facts" : [ ] , "checks": []', "enforced"),
        ('{"readings": [{"fact_id": "a"', "enforced"),
        (CHATTY, "no"),
        ('Here you are: {"task":"draft","facts":[]}', "no"),
        ('{"greeting": "Hello!"}', "no"),
        ('{"task": "greet", "facts": []}', "no"),
    ],
)
def test_a_server_started_with_the_schema_greets_in_it(diagnosed, says, result):
    diagnosis = diagnosed(BARE, says=says)
    started = diagnosis.findings[2]
    assert (started.what, started.result) == ("the schema it was started with", result)
    assert diagnosis.level is Level.PROMPT, "a request to it carries no schema"
    assert diagnosis.held is (result == "enforced")


def test_a_greeting_that_never_ends_shows_the_schema_all_the_same(diagnosed):
    begun = '{"task": "extract", "facts": [{"fact_id": "f1", "type": "amount"'
    diagnosis = diagnosed(BARE, Fault.truncated(cut=60), says=begun)
    assert diagnosis.findings[2].result == "enforced"
    with pytest.raises(ModelError, match="cut off"):
        diagnosed(BARE, Fault.truncated(cut=60))


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (Fault.html(), "web page"),
        (Fault.http(401, "authentication_error"), "model.key_env"),
        (Fault.http(404, "not_found_error"), "does not know the model"),
    ],
)
def test_a_server_that_is_none_is_said(diagnosed, fault, words):
    with pytest.raises(ModelError, match=words):
        diagnosed(CLAUDE, fault)


def test_a_server_that_nobody_started_is_named_with_the_remedy():
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))  # bound and not listening: every connection is refused
        url = f"http://127.0.0.1:{unused.getsockname()[1]}"
        with (
            anthropic.Anthropic(base_url=url, api_key="none", max_retries=0) as client,
            pytest.raises(ModelError, match=f"no connection to {url}: is the server running"),
        ):
            diagnose(client, "tiny")


def test_what_was_found_is_remembered_by_server_and_model(diagnosed, tmp_path):
    file = tmp_path / "new" / "doctor.json"
    assert recall("http://a", "m", file) is None
    remember(replace(diagnosed(PROXY), model="m"), "http://a", file)
    remember(replace(diagnosed(CLAUDE), model="n"), "http://a", file)
    assert recall("http://a", "m", file) is Level.FORCED_TOOL
    assert recall("http://a", "n", file) is Level.SCHEMA
    assert recall("http://b", "m", file) is None
    file.write_text("{broken")
    assert recall("http://a", "m", file) is None


@pytest.fixture
def doctor(tmp_path, monkeypatch):
    """Run ``mailmind doctor`` in a home of its own, for the server at this address."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)

    def run(*options: str, base_url: str = "") -> Result:
        config = tmp_path / "config.toml"
        config.write_text(f'[model]\nbase_url = "{base_url}"\nverifier = ""\n')
        return CliRunner().invoke(cli, ["--config", str(config), "doctor", *options])

    return run


def test_the_schema_for_a_server_is_printed_without_asking_anybody(doctor):
    printed = doctor("--schema")
    assert printed.exit_code == 0, printed.output
    branches = json.loads(printed.stdout)["anyOf"]
    assert [next(iter(branch["properties"])) for branch in branches] == ["task"] * 3 + ["readings"]


@pytest.mark.parametrize(
    ("says", "held"),
    [(CHATTY, False), ('{"task":"draft","facts":[],"checks":[],"reply":[],"questions":[]}', True)],
)
def test_a_local_server_that_nothing_holds_gets_the_remedy(doctor, says, held):
    with MessagesServer(lambda _: says, profile=BARE) as server:
        shown = doctor(base_url=server.url)
        told = doctor("--json", base_url=server.url)
    assert ("nothing holds it to the schema" in shown.output) is not held
    assert json.loads(told.stdout)["models"][0]["held"] is held


def envelope(_):
    return '{"task": "extract", "facts": [], "checks": [], "reply": [], "questions": []}'


@pytest.mark.parametrize(
    ("profile", "level"),
    [
        (VLLM, Level.SCHEMA),
        (PROXY, Level.FORCED_TOOL),
        (PROXY, Level.TOOL),
        (LLAMACPP, Level.PROMPT),
        (OLLAMA, Level.PROMPT),
    ],
)
def test_every_kind_of_server_is_usable_at_its_level(config, open_claude, thread, profile, level):
    with MessagesServer(envelope, profile=profile) as server:
        model = open_claude(replace(config, base_url=server.url, level=level, place=""))
        answer = model.ask(Ask(Task.EXTRACT, thread))
        assert (answer.kind, answer.calls) == (AnswerKind.OK, 1), answer
        assert answer.text == envelope(None)


def test_a_tools_lists_that_came_as_strings_are_decoded_once(config, open_claude, thread):
    strung = '{"task": "extract", "facts": "[]", "checks": [], "reply": [], "questions": "[broken"}'
    with MessagesServer(lambda _: strung, profile=PROXY) as server:
        model = open_claude(replace(config, base_url=server.url, level=Level.FORCED_TOOL))
        answer = model.ask(Ask(Task.EXTRACT, thread))
        assert answer.kind is AnswerKind.MALFORMED
        assert "questions" in answer.reason
        assert "facts" not in answer.reason


def test_an_unexamined_server_is_not_trusted_with_a_schema(config, open_claude, thread):
    with MessagesServer(envelope, profile=LLAMACPP) as server:
        auto = replace(config, base_url=server.url, level=Level.AUTO, place="")
        open_claude(auto).ask(Ask(Task.EXTRACT, thread))
        assert "output_config" not in server.messages[0].body
        open_claude(auto, level=Level.SCHEMA).ask(Ask(Task.EXTRACT, thread))
        assert "output_config" in server.messages[1].body
