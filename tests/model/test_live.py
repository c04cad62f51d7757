"""Against the real API, on request: what the documentation promises and no local server can prove.

Run with MAILMIND_LIVE=1 and a key; costs a fraction of a cent. No mail but ours is sent.
"""

import os
from dataclasses import replace

import pytest

from mailmind.adapters.claude import open_model
from mailmind.adapters.claude.client import open_client
from mailmind.adapters.claude.doctor import diagnose
from mailmind.core.dialogue import AnswerKind, Ask, Task
from mailmind.core.modelconfig import Level, ModelConfig
from mailmind.core.replies import Extracted, parse_reply

pytestmark = [
    pytest.mark.live,
    pytest.mark.skipif(
        os.environ.get("MAILMIND_LIVE") != "1" or not os.environ.get("ANTHROPIC_API_KEY"),
        reason="set MAILMIND_LIVE=1 and ANTHROPIC_API_KEY to ask the real API",
    ),
]


@pytest.fixture
def live():
    model = open_model(ModelConfig())
    yield model
    model.close()


def test_the_api_enforces_the_schema_and_reports_its_cache():
    client = open_client(ModelConfig())
    with client:
        diagnosis = diagnose(client, ModelConfig().name)
    assert diagnosis.level is Level.SCHEMA
    results = {finding.what: finding.result for finding in diagnosis.findings}
    assert results["reporting the prompt cache"] == "yes"


def test_the_second_call_of_a_thread_reads_what_the_first_wrote(live, thread):
    # Long enough for any model's least cacheable prefix.
    long = replace(thread.messages[0], body=thread.messages[0].body * 60)
    grown = replace(thread, messages=(long, *thread.messages[1:]))
    first = live.ask(Ask(Task.EXTRACT, grown))
    second = live.ask(Ask(Task.CONSISTENCY, grown))
    assert first.kind is second.kind is AnswerKind.OK
    assert second.usage.cache_read
    assert not second.usage.cache_write
    assert second.usage.cost is not None


def test_a_real_extraction_passes_the_gate(live, thread):
    ask = Ask(Task.EXTRACT, thread)
    answer = live.ask(ask)
    reply = parse_reply(Task.EXTRACT, answer.text, ask, source=answer.model)
    assert isinstance(reply, Extracted)
    assert any("540" in fact.value for fact in reply.facts)
