"""Threads and replies that the model tests share."""

import json
from datetime import UTC, datetime

import pytest

from mailmind.adapters.claude import open_model
from mailmind.core.modelconfig import Level, ModelConfig
from mailmind.core.values import Address, Message, Thread
from mailmind.testserver import MessagesServer

REFUND = """Hello Robin,

we have approved your refund of $540.00 for order 4711-22. It will reach
you by 20 November 2026.

Regards, Ann
"""
LATER = "Dear Robin, the courier comes on 24 November 2026 at 15:15, not earlier."


@pytest.fixture
def thread() -> Thread:
    """Two mails of one sender."""
    ann = Address("Ann Frey", "ann@acme.example")
    first = Message(
        message_id="msg_884",
        sender=ann,
        to=(Address("Robin", "robin@vale.example"),),
        date=datetime(2026, 11, 16, 10, 2, tzinfo=UTC),
        subject="Your refund",
        body=REFUND,
        header_id="a1@acme.example",
        sha256="11" * 32,
        lang="en",
    )
    second = Message(
        message_id="msg_885",
        sender=ann,
        date=datetime(2026, 11, 18, 9, 0, tzinfo=UTC),
        subject="Re: Your refund",
        body=LATER,
        header_id="a2@acme.example",
        sha256="22" * 32,
        lang="en",
    )
    return Thread("t_1", (first, second), subject="Your refund")


@pytest.fixture
def raw_fact():
    """A fact as a model writes it, with any field replaced."""

    def make(**changes):
        fact = {
            "fact_id": "f1",
            "type": "amount",
            "statement": "The refund is $540.",
            "subject": "the refund",
            "property": "amount",
            "disproof": "",
            "value": "$540.00",
            "quote": "approved your refund of $540.00",
            "message_id": "m1",
            "layer": "own",
            "confidence": 0.9,
            "modality": "stated",
        }
        return fact | changes

    return make


@pytest.fixture
def envelope_text():
    """An envelope as JSON, with any list filled."""

    def make(task="extract", **lists):
        body = {"task": task, "facts": [], "checks": [], "reply": [], "questions": []}
        return json.dumps(body | lists)

    return make


@pytest.fixture
def server():
    """A local server of the Messages API that answers with an empty envelope."""
    with MessagesServer(minimum_cached=1) as running:
        yield running


@pytest.fixture
def config(server):
    """The configuration that asks this server, as if it were the API."""
    return ModelConfig(
        base_url=server.url,
        place="CLOUD",
        level=Level.SCHEMA,
        timeout=5.0,
        retries=3,
        longest_wait=2.0,
    )


@pytest.fixture
def environ(server):
    """The environment in which the key stands."""
    return {"ANTHROPIC_API_KEY": server.key}


@pytest.fixture
def open_claude(environ):
    """Open models as the program does, and close them after the test."""
    opened = []

    def make(config, **options):
        opened.append(open_model(config, **{"environ": environ} | options))
        return opened[-1]

    yield make
    for model in opened:
        model.close()
