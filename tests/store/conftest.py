"""A store in memory and one in a file, and values to put into them."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from mailmind.adapters.store import SqliteStore
from mailmind.core.parse import parse
from mailmind.core.values import (
    CheckedFact,
    DraftClaim,
    Evidence,
    Fact,
    FactType,
    GateDecision,
    Layer,
    Modality,
    Outcome,
    Sentence,
    State,
    Verdict,
)
from mailmind.ports import Draft, ModelCall, RawMail, ThreadOutcome, Usage
from mailmind.testing import DAY, FixedClock


def make_eml(number, *, to=None, subject="Refund", body="We approved $540.00.", day=16, mid=None):
    lines = [
        f"Message-ID: <{mid or f'm{number}@acme.example'}>",
        "From: Acme Billing <billing@acme.example>",
        "To: Robin <robin@vale.example>",
        f"Date: {day} Nov 2026 10:00:{number:02d} +0100",
        f"Subject: {subject}",
    ]
    if to is not None:
        lines.append(f"In-Reply-To: <m{to}@acme.example>")
    return "\r\n".join([*lines, "", body, ""]).encode()


def make_fact(fact_id="f_1", state=State.HELD, *, fail=None, **changes):
    fact = Fact(
        id=fact_id,
        type=FactType.AMOUNT,
        statement="the refund",
        value="540 USD",
        quote="approved $540.00",
        message_id="msg_1",
        confidence=0.9,
        modality=Modality.HEDGED,
        layer=Layer.QUOTED,
        subkind="refund",
        source="fake-1",
        subject="order 4711",
    )
    evidence = Evidence("msg_1", "body", Layer.QUOTED, 3, 19, "ab" * 32)
    verdicts = (
        Verdict("citation", Outcome.PASS, "quote.exact", "It stands there.", evidence, calls=0),
        Verdict("latest", Outcome.FAIL, fail, "A later mail.", extra={"by": "msg_2"}, calls=1)
        if fail
        else Verdict("value", Outcome.UNSURE, "value.ambiguous", "two readings"),
    )
    return CheckedFact(replace(fact, **changes), state, verdicts)


def make_draft(thread_id, *, status="allowed", author="fake-1", text="We refund $540."):
    claim = DraftClaim(
        "$540", "amount", 10, 14, True, False, "value.equal", "as in the mail", "f_1"
    )
    open_claim = DraftClaim("soon", "assertion", 0, 4, None, True, "assertion.none", "not judged")
    return Draft(
        thread_id=thread_id,
        text=text,
        sentences=(Sentence("We refund $540.", "assertion", ("f_1",)), Sentence("Hi.", "courtesy")),
        decision=GateDecision(
            status == "allowed", status == "needs_person", (claim, open_claim), "why"
        ),
        attempts=2,
        status=status,
        author=author,
    )


@pytest.fixture
def eml():
    return make_eml


@pytest.fixture
def fact():
    return make_fact


@pytest.fixture
def draft():
    return make_draft


@pytest.fixture
def clock():
    return FixedClock()


@pytest.fixture(params=["memory", "file"])
def store(request, tmp_path, clock):
    place = ":memory:" if request.param == "memory" else tmp_path / "mail" / "store.sqlite"
    with SqliteStore.open(place, now=clock.now) as opened:
        yield opened


@pytest.fixture
def file_store(tmp_path, clock):
    with SqliteStore.open(tmp_path / "store.sqlite", now=clock.now) as opened:
        yield opened


@pytest.fixture
def take_in():
    """Import mails, parse them and group them; answers the thread IDs, newest first."""

    def take(store, *mails, folder="import"):
        batch = [RawMail(raw, f"mail/{n}.eml") for n, raw in enumerate(mails, start=1)]
        store.add_mail(batch, account="local", folder=folder)
        waiting = store.unparsed()
        store.save_parsed([(mail.key, parse(mail.raw)) for mail in waiting])
        store.regroup()
        return store.thread_ids()

    return take


@pytest.fixture
def save():
    """Store an outcome of a run of its own; answers the run's ID."""

    def write(store, thread_id, *facts, draft=None, config="c1", **more):
        run = store.start_run(at=DAY, config_hash=config, prompt_hash="p1")
        outcome = ThreadOutcome(thread_id, tuple(facts), draft, more.pop("calls", ()), **more)
        store.save_outcome(run, outcome, at=DAY, config_hash=config)
        return run

    return write


@pytest.fixture
def call():
    def make(reply="{}", cost=0.25):
        usage = Usage(input_tokens=900, output_tokens=40, cache_read=None, cache_write=0, cost=cost)
        return ModelCall("extract", "fake-1", "ok", "cd" * 32, reply, usage, 1)

    return make


@pytest.fixture
def received():
    return datetime(2026, 11, 16, 9, 30, tzinfo=UTC)
