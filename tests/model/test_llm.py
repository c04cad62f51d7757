"""With a real small model on this machine: the schema holds it to a form, the checks to the mail.

Off unless MAILMIND_GGUF names a model file: ``pip install -e '.[dev,llm]'``, then
``MAILMIND_GGUF=/path/to/model.gguf pytest -m llm tests/model/test_llm.py``. A model of half a billion
parameters takes about a quarter of an hour on one core.
"""

import json
import os
import re
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from mailmind.adapters.claude.client import open_client
from mailmind.adapters.claude.doctor import diagnose
from mailmind.bootstrap import open_store
from mailmind.cli import cli
from mailmind.core.dialogue import AnswerKind, Ask, Task
from mailmind.core.envelope import RawFact, cross_reply
from mailmind.core.extract import facts_from
from mailmind.core.modelconfig import Level, ModelConfig
from mailmind.core.startschema import start_schema
from mailmind.core.values import FactType, State

GGUF = os.environ.get("MAILMIND_GGUF", "")
INBOX = Path(__file__).parents[2] / "fixtures" / "inbox"
MAILS = ("02-flight-1", "12-iban-1", "13-german-1")
NUMERIC = {FactType.AMOUNT, FactType.PERCENT, FactType.NUMBER, FactType.ID, FactType.PHONE}
pytestmark = [
    pytest.mark.llm,
    pytest.mark.timeout(3600),
    pytest.mark.skipif(not GGUF, reason="set MAILMIND_GGUF to a model file"),
]


@contextmanager
def llama(schema=None):
    """A llama.cpp server in this process, started with this schema."""
    xllamacpp = pytest.importorskip("xllamacpp", reason="pip install -e '.[llm]'")
    params = xllamacpp.CommonParams()
    params.model.path = GGUF
    params.n_ctx = 16384
    params.n_parallel = 1
    params.sampling.temp = 0.2
    if schema:
        grammar = xllamacpp.json_schema_to_grammar(json.dumps(schema))
        kind = xllamacpp.common_grammar_type.COMMON_GRAMMAR_TYPE_USER
        params.sampling.grammar = xllamacpp.CommonGrammar(kind, grammar)
    server = xllamacpp.Server(params)
    yield ModelConfig(
        base_url=server.listening_address,
        name="small",
        verifier="small",
        level=Level.PROMPT,
        max_tokens=3000,
        timeout=1200.0,
    )
    del server


@pytest.fixture(scope="module")
def held():
    """A server that was started with the schema of ``mailmind doctor --schema``."""
    with llama(start_schema()) as config:
        yield config


def examined(config):
    client = open_client(config, {})
    with client:
        return diagnose(client, config.name)


def test_a_schema_in_a_request_has_no_effect():
    with llama() as config:
        found = {f.what: f.result for f in examined(config).findings}
    assert found["a JSON schema"] == "ignored"
    assert found["the schema it was started with"] == "no"


def test_a_schema_at_the_start_has(held):
    diagnosis = examined(held)
    found = {f.what: f.result for f in diagnosis.findings}
    assert found["the schema it was started with"] == "enforced"
    assert found["knows the model by name"] == "no"
    assert diagnosis.held


def test_every_reply_then_passes_the_gate_at_once(held, open_claude, thread):
    model = open_claude(replace(held, level=Level.PROMPT), environ={})
    for task in (Task.EXTRACT, Task.CONSISTENCY):
        answer = model.ask(Ask(task, thread))
        assert (answer.kind, answer.calls) == (AnswerKind.OK, 1), answer.reason


def test_one_server_answers_the_second_reader_too_in_its_own_schema(
    held, open_claude, thread, raw_fact
):
    raw = RawFact.model_validate_json(json.dumps(raw_fact()))
    asked, _, _ = facts_from([raw], thread, source="another")
    reader = open_claude(replace(held, level=Level.PROMPT), environ={}, verifier=True)
    answer = reader.ask(Ask(Task.CROSS, thread, facts=asked))
    assert answer.text, answer.reason
    assert {item.fact_id for item in cross_reply(answer.text).readings} <= {f.id for f in asked}


@pytest.fixture
def store(held, tmp_path, monkeypatch):
    """A store after ``mailmind run`` over a few of the demo's mails."""
    monkeypatch.setenv("HOME", str(tmp_path))
    config = tmp_path / "config.toml"
    config.write_text(
        f'[store]\npath = "{tmp_path}/mail.db"\n'
        f'[model]\nprovider = "anthropic"\nbase_url = "{held.base_url}"\nname = "small"\n'
        f'verifier = "small"\nlevel = "L3"\nmax_tokens = 3000\ntimeout = 1200.0\nparallel = 1\n'
        "[drafts]\nmax_attempts = 1\n"
    )
    sources = [option for name in MAILS for option in ("--from", str(INBOX / f"{name}.eml"))]
    done = CliRunner().invoke(cli, ["--config", str(config), "run", "--json", *sources])
    assert done.exit_code in (0, 3), done.output
    assert json.loads(done.stdout)["failed"] == 0
    with open_store(str(config)) as opened:
        yield opened


def words(text):
    return " ".join(re.findall(r"\w+", text))


def figures(text):
    """The runs of digits of a text, thousands joined."""
    return re.findall(r"\d+", re.sub(r"(?<=\d)[.,\s](?=\d{3}\b)", "", text))


def test_nothing_that_it_invented_is_verified_and_no_draft_states_it(store):
    verified = 0
    for name in store.thread_ids():
        thread = store.thread(name)
        said = {m.message_id: f"{m.subject}\n{m.body}" for m in thread.messages}
        for checked in store.facts(name):
            fact = checked.fact
            if checked.state is not State.VERIFIED or fact.source != "small":
                continue
            verified += 1
            assert words(fact.quote) in words(said[fact.message_id]), fact
            if fact.type in NUMERIC:
                assert set(figures(fact.value)) <= set(figures(fact.quote)), fact
        draft = store.draft(name)
        if draft and draft.allow:
            assert set(figures(draft.text)) <= set(figures(" ".join(said.values()))), draft.text
    assert verified, "a model of which nothing at all is verified shows nothing about the checks"
