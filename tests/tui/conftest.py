"""A small store, filled by hand, with one thread of each kind that the screens show."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from urllib.parse import quote

import pytest

from mailmind.adapters.store import SqliteStore
from mailmind.core import review
from mailmind.core.parse import parse
from mailmind.core.values import (
    CheckedFact,
    DraftClaim,
    Evidence,
    Fact,
    FactType,
    GateDecision,
    Layer,
    Outcome,
    State,
    Thread,
    Verdict,
)
from mailmind.ports import Approval, Decision, Draft, RawMail, ThreadOutcome
from mailmind.testing import FixedClock, memory_store
from mailmind.tui.app import MailmindApp
from mailmind.tui.services import AiStatus, Services
from mailmind.tui.thread import ThreadScreen

HOSTILE_SUBJECT = "[@click=app.quit]Pay now[/] [/oops] \x1b]52;c;aGk=\x07 \u202efdp"
HOSTILE_SENDER = '"[bold]Root[/] \x9b31m" <root@hostile.example>'
HOSTILE_FILE = "plan\u202efdp.exe"


def raw(sender: str, subject: str, text: str, number: int, *, name: str = "") -> bytes:
    kind, body = "text/plain; charset=utf-8", text
    if name:
        kind = 'multipart/mixed; boundary="b"'
        disposition = f"Content-Disposition: attachment; filename*=utf-8''{quote(name)}"
        body = (
            f"--b\nContent-Type: text/plain; charset=utf-8\n\n{text}\n"
            f"--b\nContent-Type: application/pdf\n{disposition}\n\nx\n--b--\n"
        )
    return (
        f"From: {sender}\nTo: Robin <robin@vale.example>\nSubject: {subject}\n"
        f"Date: Mon, {number:02d} Nov 2026 10:00:00 +0000\nMessage-ID: <m{number}@t.example>\n"
        f"MIME-Version: 1.0\nContent-Type: {kind}\n\n{body}"
    ).encode()


def verdict(check: str, outcome: Outcome, code: str, reason: str, **more) -> Verdict:
    return Verdict(check, outcome, code, reason, **more)


def evidence(message_id: str, body: str, words: str) -> Evidence:
    at = body.index(words)
    sha = hashlib.sha256(words.encode()).hexdigest()
    return Evidence(message_id, "body", Layer.OWN, at, at + len(words), sha)


@dataclass
class Bench:
    """A store with services over it, and what was asked of them."""

    store: SqliteStore
    clock: FixedClock
    threads: dict[str, str] = field(default_factory=dict)
    asked: list[tuple[str, str, str | None]] = field(default_factory=list)

    def mail(self, data: bytes) -> Thread:
        """Store one mail; answers its thread."""
        self.store.add_mail([RawMail(data, "test")], account="a", folder="INBOX")
        for stored in self.store.unparsed():
            message = parse(stored.raw, now=self.clock.now())
            self.store.save_parsed([(stored.key, message)])
        self.store.regroup()
        thread = self.store.thread(self.store.thread_ids()[0])
        assert thread is not None
        return thread

    def mail_from(self, sender: str, subject: str, text: str, number: int) -> Thread:
        """Store a mail of these words, of that day of the month."""
        return self.mail(raw(sender, subject, text, number))

    def outcome(
        self, thread: Thread, *facts: CheckedFact, draft: Draft | None = None, note=""
    ) -> None:
        """Store what a run would have found."""
        now = self.clock.now()
        run = self.store.start_run(at=now, config_hash="c", prompt_hash="p")
        done = ThreadOutcome(thread.id, facts, draft, (), note=note)
        self.store.save_outcome(run, done, at=now, config_hash="c")

    def resolve(self, fact_id: str, kind: str, value: str | None) -> None:
        """What the pipeline does, less the gate."""
        self.asked.append((fact_id, kind, value))
        found = self.store.find_fact(fact_id)
        assert found is not None
        after = review.decided(found[1], kind, value)
        self.store.decide(Decision(fact_id, kind, value, self.clock.now(), "robin"), checked=after)

    def approve(self, thread_id: str, claim: str) -> None:
        """What the pipeline does, less the gate: the word is recorded, the draft allowed."""
        draft = self.store.draft(thread_id)
        assert draft is not None
        now, text = self.clock.now(), review.text_hash(draft.text)
        self.store.approve(Approval(thread_id, claim, text, now, "robin"))
        decision = replace(draft.decision, needs_person=False)
        self.store.save_draft(replace(draft, decision=decision, status="allowed"), at=now)

    def edit_draft(self, thread_id: str, text: str) -> None:
        """A gate that stops whatever a person writes."""
        draft = self.store.draft(thread_id)
        assert draft is not None
        decision = GateDecision(allow=False, needs_person=False, claims=(), message="no")
        edited = replace(draft, text=text, decision=decision, status="blocked", author="person")
        self.store.save_draft(edited, at=self.clock.now())

    def discard(self, thread_id: str) -> None:
        """Put the draft aside."""
        self.store.discard(thread_id, at=self.clock.now(), who="robin")

    def marked(self) -> Thread:
        """A thread whose draft holds a figure that it marks as not in the source."""
        thread = self.mail_from("Priya <priya@t.example>", "Figures", "Revenue was 10 EUR.\n", 20)
        text = "Profit is 3 EUR [not in source]."
        claim = DraftClaim("3 EUR", "amount", 10, 15, resolved=False, marked=True,
                           code="value.absent", reason="stands in no source")  # fmt: skip
        decision = GateDecision(allow=True, needs_person=True, claims=(claim,), message="")
        draft = Draft(thread.id, text, (), decision, 2, "needs_person", "recorded-1")
        self.outcome(thread, draft=draft)
        return thread

    def services(self, **more) -> Services:
        """Services over this store."""
        settings = {
            "store": self.store,
            "clock": self.clock,
            "resolve": self.resolve,
            "approve": self.approve,
            "edit_draft": self.edit_draft,
            "discard": self.discard,
            "ai": AiStatus("CLOUD", "recorded-1"),
            "zone": "Europe/Berlin",
            "spent": lambda: 0.0123,
        }
        return Services(**(settings | more))


@pytest.fixture
def empty() -> Iterator[Bench]:
    clock = FixedClock()
    store = memory_store(clock)
    yield Bench(store, clock)
    store.close()


@pytest.fixture
def bench(empty: Bench) -> Bench:
    """Three threads: all is well; hostile; and, newest, a refund that the model got wrong."""
    _well(empty)
    _hostile(empty)
    _refund(empty)
    return empty


def _well(bench: Bench) -> None:
    text = "Rehearsal is at 19:30.\n"
    thread = bench.mail(raw("Sanne <sanne@choir.example>", "Rehearsal", text, 2))
    message = thread.messages[0]
    proof = evidence(message.message_id, message.body, "Rehearsal is at 19:30.")
    fact = Fact("f_well", FactType.TIME, "Rehearsal starts at 19:30", "19:30", "Rehearsal is at 19:30.",
                message.message_id, 0.9, source="recorded-1")  # fmt: skip
    passed = (
        verdict("citation", Outcome.PASS, "quote.exact", "stands word for word", evidence=proof),
        verdict("value", Outcome.PASS, "value.equal", "is in the quote", evidence=proof),
    )
    claim = DraftClaim("19:30", "time", 0, 5, resolved=True, marked=False, code="claim.fact",
                       reason="rests on a fact", fact_id="f_well")  # fmt: skip
    decision = GateDecision(allow=True, needs_person=False, claims=(claim,), message="")
    draft = Draft(thread.id, "19:30 suits me.", (), decision, 1, "allowed", "recorded-1")
    bench.outcome(thread, CheckedFact(fact, State.VERIFIED, passed), draft=draft)
    bench.threads["well"] = thread.id


def _hostile(bench: Bench) -> None:
    text = "Click [@click=app.quit]here[/] now \x1b[31mred\x1b[0m \x9b2J \u202eevil [/nope]\n"
    data = raw(HOSTILE_SENDER, HOSTILE_SUBJECT, text, 9, name=HOSTILE_FILE)
    thread = bench.mail(data)
    message = thread.messages[0]
    fact = Fact("f_evil", FactType.CLAIM, "[/x] \x1b[2J said", "[@click=app.quit]v[/]", "\x1b[31mred [/q]",
                message.message_id, 0.9, source="[b]\x1b")  # fmt: skip
    held = verdict("grounding", Outcome.UNSURE, "grounding.not_found", "[/r] \x1b[2J not found")
    claim = DraftClaim("[/c]\x1b", "assertion", 0, 5, resolved=False, marked=False, code="x",
                       reason="[/why] \x1b]0;t\x07", fact_id=None)  # fmt: skip
    decision = GateDecision(allow=False, needs_person=False, claims=(claim,), message="[/m]")
    text = "[/c]\x1b [@click=app.quit]draft[/] \u202e"
    draft = Draft(thread.id, text, (), decision, 3, "given_up", "[/a]")
    bench.outcome(thread, CheckedFact(fact, State.HELD, (held,)), draft=draft, note="[/n]\x1b")
    bench.threads["hostile"] = thread.id


def _refund(bench: Bench) -> None:
    lines = [f"Line {n} of a long mail." for n in range(60)]
    lines[40] = "We have approved your refund of $540.00."
    lines[50] = "It is back within 5 days."
    thread = bench.mail(raw("Wilma Hart <care@lumen.example>", "Your return", "\n".join(lines), 18))
    message = thread.messages[0]
    ident = message.message_id
    wrong_quote, right_quote = "approved your refund of $540.00", "It is back within 5 days."
    wrong = Fact("f_wrong", FactType.AMOUNT, "The refund is $480", "480 USD", wrong_quote, ident, 0.93,
                 source="recorded-1")  # fmt: skip
    absent = verdict("value", Outcome.FAIL, "value.absent", f"480 USD stands nowhere in {ident}.")
    held = Fact("f_held", FactType.DURATION, "It takes 5 days", "5 days", right_quote, ident, 0.4,
                source="recorded-1")  # fmt: skip
    facts = (
        CheckedFact(wrong, State.REJECTED, (_cited(message, wrong_quote), absent)),
        CheckedFact(held, State.HELD, (_cited(message, right_quote),)),
    )
    claims = (
        DraftClaim("$480", "amount", 17, 21, resolved=False, marked=False, code="value.absent",
                   reason="$480 stands in no source", fact_id="f_wrong"),
    )  # fmt: skip
    decision = GateDecision(allow=False, needs_person=False, claims=claims, message="fix it")
    draft = Draft(thread.id, "Thank you for the $480.", (), decision, 3, "given_up", "recorded-1")
    bench.outcome(thread, *facts, draft=draft)
    bench.threads["refund"] = thread.id


def _cited(message, words: str) -> Verdict:
    proof = evidence(message.message_id, message.body, words)
    return verdict("citation", Outcome.PASS, "quote.exact", "stands word for word", evidence=proof)


def screen_text(app) -> str:
    """Everything that is on the screen, line by line."""
    width, height = app.size
    strips = app.screen._compositor.render_strips()[:height]
    return "\n".join("".join(segment.text for segment in strip)[:width] for strip in strips)


def run(bench, size=(120, 40), **more):
    app = MailmindApp(bench.services(**more))
    return app, app.run_test(size=size, notifications=True)


def toasts(app) -> list[str]:
    return [n.message for n in app._notifications]


async def opened(pilot, *keys):
    await pilot.press(*keys, "enter")
    await pilot.pause()
    assert isinstance(pilot.app.screen, ThreadScreen)
    return pilot.app.screen


@pytest.fixture(scope="session")
def ui() -> SimpleNamespace:
    """What the tests of the screens do again and again."""
    return SimpleNamespace(screen_text=screen_text, run=run, toasts=toasts, opened=opened)
