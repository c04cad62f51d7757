"""Canaries on every kind of server: what is ignored in silence is found out."""

from dataclasses import replace

import anthropic
import pytest

from mailmind.adapters.claude.doctor import diagnose, recall, remember
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
    """Diagnose a server of this profile whose model only chats."""

    def run(profile, *faults, model="claude-sonnet-5-5"):
        with MessagesServer(lambda _: CHATTY, profile=profile) as server:
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
    assert [finding.result for finding in diagnosis.findings[1:]] == results


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
