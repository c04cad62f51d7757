"""Each fault of a server, through a whole run: what the store holds then, and what the user is told."""

import json
from dataclasses import replace

import pytest

from mailmind import batch
from mailmind import config as configuration
from mailmind.core.prompts import prompt_hash
from mailmind.errors import Exit
from mailmind.pipeline import Workbench, run
from mailmind.pipeline.events import RunDone
from mailmind.pipeline.ingest import import_mail
from mailmind.testing import FakeMailSource, FixedClock, memory_store
from mailmind.testserver import Fault

MAIL = """\
From: Ada Long <ada@shop.example>
To: me@home.example
Date: {day} Nov 2026 10:02:00 +0100
Subject: {subject}
Message-ID: <{subject}@shop.example>

Hello, we approved your discount of $540.00 this morning.
"""
QUOTE = "we approved your discount of $540.00"


@pytest.fixture
def lab(server, config, open_claude, raw_fact, envelope_text):
    """Two threads in a store, the first of which meets the faults; runs as often as it is called."""
    item = raw_fact(quote=QUOTE, statement="The discount is $540.", subject="the discount")
    server.reply = lambda _body: envelope_text(facts=[item])
    settings = configuration.load(environ={"MAILMIND_CONFIG": "/nowhere"}).settings
    settings = replace(settings, drafts=replace(settings.drafts, enabled=False))
    clock = FixedClock()
    with memory_store(clock) as store:
        mails = [MAIL.format(subject=s, day=day) for s, day in (("First", 17), ("Second", 16))]
        list(import_mail(FakeMailSource(mails), store))
        bench = Workbench(
            store=store, model=open_claude(replace(config, retries=1)), verifier=None, clock=clock,
            settings=settings, zone="UTC", config_hash="c1", prompt_hash=prompt_hash(),
        )  # fmt: skip

        def look(*faults):
            server.script(*faults)
            (done,) = [event for event in run(bench) if isinstance(event, RunDone)]
            return done.summary

        yield look, store


def states(store):
    """The states of the facts of each thread, by subject."""
    threads = [store.thread(name) for name in store.thread_ids()]
    return {t.subject: [str(c.state) for c in store.facts(t.id)] for t in threads}


def told(summary):
    return "\n".join(batch.text(summary))


GOOD = {"First": ["verified"], "Second": ["verified"]}

CURED = {
    "429 with a word on when": Fault.rate_limit(0.01),
    "429 without one": Fault.rate_limit(),
    "529": Fault.overloaded(),
    "500": Fault.broken(),
    "error inside the stream": Fault.sse_error(),
    "dropped": Fault.drop(),
    "ends early": Fault.end_early(),
    "garbled": Fault.garbled(),
    "half the JSON": Fault.half_json(),
    "slow": Fault.slow(0.1),
    "truncated": Fault.truncated(),
    "empty": Fault.empty(),
    "two texts": Fault.text("{}", "{}"),
    "not the envelope": Fault.text("{}"),
    "no usage": Fault.no_usage(),
}


@pytest.mark.parametrize("name", CURED)
def test_a_fault_that_passes_leaves_no_trace_but_its_cost(lab, server, name):
    look, store = lab
    summary = look(CURED[name])
    assert states(store) == GOOD
    assert (summary.failed, summary.stopped, batch.exit_code(summary)) == (0, "", Exit.DONE)
    assert sum(call.calls for call in store.model_calls()) == len(server.messages)
    if name == "no usage":
        assert "unknown" in told(summary)


LASTING = {
    "429": (Fault.rate_limit(0), "busy or broken (HTTP 429)"),
    "429 for an hour": (Fault.rate_limit(3600), "busy or broken (HTTP 429)"),
    "529": (Fault.overloaded(), "busy or broken (HTTP 529)"),
    "500": (Fault.broken(), "busy or broken (HTTP 500)"),
    "error inside the stream": (Fault.sse_error(), "broke the reply off"),
    "dropped": (Fault.drop(), "connection to the server failed or broke off"),
    "ends early": (Fault.end_early(), "the stream ended before the reply did"),
    "garbled": (Fault.garbled(), "not what the Messages API sends"),
    "half the JSON": (Fault.half_json(), "does not pass the schema"),
    "truncated": (Fault.truncated(), "did not fit into max_tokens"),
    "context": (Fault.context_full(), "context window"),
    "refusal": (Fault.refusal(), "refused to answer"),
    "empty": (Fault.empty(), "the reply is empty"),
    "two texts": (Fault.text("{}", "{}"), "two texts"),
    "web page": (Fault.html(), "web page"),
    "413": (Fault.http(413, "request_too_large"), "too large"),
}


@pytest.mark.parametrize("name", LASTING)
def test_a_fault_that_lasts_costs_one_thread_and_is_named(lab, name):
    look, store = lab
    fault, words = LASTING[name]
    once = name in ("429 for an hour", "context", "refusal", "web page", "413")
    summary = look(*[fault] * (1 if once else 2))
    assert states(store) == {"First": [], "Second": ["verified"]}
    assert (summary.seen, summary.failed, batch.exit_code(summary)) == (2, 1, Exit.FAILED)
    assert words in told(summary)
    assert "failed: First: " in told(summary)
    again = look()
    assert (again.of, again.failed) == (1, 0)
    assert states(store) == GOOD


FATAL = {
    "spend limit": (Fault.spend_limit(), "spend limit"),
    "401": (Fault.http(401, "authentication_error"), "the key is not accepted"),
    "402": (Fault.http(402, "billing_error"), "no credit left"),
    "403": (Fault.http(403, "permission_error"), "may not use this model"),
}


@pytest.mark.parametrize("name", FATAL)
def test_a_fault_that_ends_the_run_says_what_is_left(lab, server, name):
    look, store = lab
    fault, words = FATAL[name]
    summary = look(fault)
    assert len(server.messages) == 1
    assert states(store) == {"First": [], "Second": []}
    assert words in told(summary)
    assert "2 of 2 threads are left" in told(summary)
    assert json.loads(json.dumps(summary.as_json()))["seen"] == 0
    assert batch.exit_code(summary) is Exit.FAILED
    assert look().of == 2
    assert states(store) == GOOD
