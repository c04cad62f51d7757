"""The real pipeline over the real store in memory, with a scripted model in the model's place."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from mailmind import config
from mailmind.pipeline import Workbench, run
from mailmind.pipeline.events import RunDone, ThreadDone
from mailmind.pipeline.ingest import import_mail
from mailmind.ports import Task
from mailmind.testing import FakeMailSource, FakeModel, FixedClock, memory_store

REFUND = """\
From: Ada Long <ada@shop.example>
To: me@home.example
Date: Mon, 16 Nov 2026 10:02:00 +0100
Subject: A question of colour
Message-ID: <a@shop.example>

Hello, we approved your discount of $540.00 this morning. We will send the blue one.
"""
QUOTE = "we approved your discount of $540.00 this morning"
PROMISE = "We will send the blue one."


def fact(**changes: Any) -> dict[str, Any]:
    base = {
        "fact_id": "f1", "type": "amount", "statement": "The discount is $540.", "subject": "the discount",
        "property": "amount", "disproof": "another amount", "value": "540 USD", "quote": QUOTE,
        "message_id": "m1", "layer": "own", "confidence": 0.9, "modality": "stated",
    }  # fmt: skip
    return base | changes


def promise(**changes: Any) -> dict[str, Any]:
    return fact(
        fact_id="f2", type="commitment", statement="Ada will send the blue one.",
        value="Ada will send the blue one", quote=PROMISE, **changes,
    )  # fmt: skip


def envelope(task: str, **parts: Any) -> str:
    return json.dumps(
        {"task": task, "facts": [], "checks": [], "reply": [], "questions": []} | parts
    )


def extract(*facts: dict[str, Any]) -> str:
    return envelope("extract", facts=list(facts))


def ground(verdict: str, quote: str = PROMISE):
    """A reply that judges every fact alike, under the IDs that were asked."""

    def reply(ask):
        return envelope(
            "ground",
            checks=[
                {"fact_id": f.id, "verdict": verdict, "quote": quote, "message_id": "m1", "missing": ""}
                for f in ask.facts
            ],
        )  # fmt: skip

    return reply


def cross(value: str | None, quote: str = QUOTE):
    def reply(ask):
        readings = [
            {
                "fact_id": f.id,
                "abstain": value is None,
                "value": value or "",
                "quote": quote if value else "",
                "message_id": "m1" if value else "",
            }
            for f in ask.facts
        ]
        return json.dumps({"readings": readings})

    return reply


def draft(*sentences: tuple[str, str, tuple[int, ...]]):
    """Sentences as (text, kind, positions of resolved facts)."""

    def reply(ask):
        rows = [
            {"text": text, "kind": kind, "fact_ids": [ask.facts[n].id for n in facts]}
            for text, kind, facts in sentences
        ]
        return envelope("draft", reply=rows)

    return reply


@dataclass
class Lab:
    bench: Workbench
    model: FakeModel
    done: list[ThreadDone] = field(default_factory=list)

    mail = REFUND
    quote = QUOTE
    fact = staticmethod(fact)
    promise = staticmethod(promise)
    extract = staticmethod(extract)
    ground = staticmethod(ground)
    cross = staticmethod(cross)
    draft = staticmethod(draft)

    def run(self, *mails: str, **scripts: Any):
        """Import mails, script the model, run; answers the run's summary."""
        for _ in import_mail(FakeMailSource(mails), self.bench.store):
            pass
        self.model.scripts = {
            Task(task): script if isinstance(script, (list, tuple)) else [script]
            for task, script in scripts.items()
        }
        self.model.asks.clear()
        summary = None
        for event in run(self.bench):
            if isinstance(event, ThreadDone):
                self.done.append(event)
            if isinstance(event, RunDone):
                summary = event.summary
        assert summary is not None
        return summary

    @property
    def outcome(self):
        return self.done[-1].outcome

    def states(self):
        return {c.fact.value: str(c.state) for c in self.outcome.facts}

    def asked(self):
        return [str(ask.task) for ask in self.model.asks]


@contextmanager
def new_lab() -> Iterator[Lab]:
    """A lab with an empty store."""
    settings = config.load(environ={"MAILMIND_CONFIG": "/nowhere"}).settings
    settings = replace(settings, user=replace(settings.user, addresses=("me@home.example",)))
    clock, model = FixedClock(), FakeModel()
    with memory_store(clock) as store:
        bench = Workbench(
            store=store, model=model, verifier=model, clock=clock, settings=settings,
            zone="Europe/Berlin", config_hash="c1", prompt_hash="p1",
        )  # fmt: skip
        yield Lab(bench, model)


@pytest.fixture
def lab():
    with new_lab() as one:
        yield one


@pytest.fixture
def labs():
    """Makes labs, for tests that need more than one."""
    return new_lab
