"""With a real small model on this machine: whatever it invents, the checks stop.

Run with ``-m llm``, ``pip install xllamacpp`` and MAILMIND_GGUF naming a model file.
"""

import os
from dataclasses import replace

import pytest

from mailmind.adapters.claude.client import open_client
from mailmind.adapters.claude.doctor import diagnose
from mailmind.asking import ask
from mailmind.core.checks.citation import citation
from mailmind.core.checks.context import CheckContext
from mailmind.core.dialogue import Ask, Task
from mailmind.core.modelconfig import Level, ModelConfig
from mailmind.core.values import Outcome

GGUF = os.environ.get("MAILMIND_GGUF", "")
pytestmark = [
    pytest.mark.llm,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(not GGUF, reason="set MAILMIND_GGUF to a model file; pip install xllamacpp"),
]


@pytest.fixture(scope="module")
def llama():
    """A llama.cpp server in this process."""
    xllamacpp = pytest.importorskip("xllamacpp", reason="pip install xllamacpp")
    params = xllamacpp.CommonParams()
    params.model.path = GGUF
    params.n_ctx = 16384
    params.n_parallel = 1
    server = xllamacpp.Server(params)
    return ModelConfig(
        base_url=server.listening_address, name="small", max_tokens=700, timeout=600.0
    )


def test_a_schema_is_taken_and_ignored(llama):
    client = open_client(llama, {})
    with client:
        diagnosis = diagnose(client, "small")
    assert diagnosis.level in (Level.PROMPT, Level.TOOL, Level.FORCED_TOOL)


def test_nothing_that_it_invents_passes_the_citation_check(llama, open_claude, thread):
    model = open_claude(replace(llama, level=Level.PROMPT), environ={})
    asked = ask(model, Ask(Task.EXTRACT, thread))
    facts = getattr(asked.reply, "facts", ())
    assert asked.problem or asked.reply is not None
    for fact in facts:
        message = thread.message(fact.message_id)
        stands = message is not None and fact.quote in message.body
        passed = citation(fact, CheckContext(thread)).outcome is Outcome.PASS
        assert (
            stands or not passed or " ".join(fact.quote.split()) in " ".join(message.body.split())
        )
