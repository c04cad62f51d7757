"""Drafts: at most three attempts, the gate's word is final, and a person's decision gates anew."""

import pytest

from mailmind.errors import UsageError
from mailmind.pipeline.review import regate, resolve

GOOD = ("Thank you for the discount of $540.00.", "assertion", (0,))
BAD = ("Thank you for the discount of $560.00.", "assertion", (0,))
WORSE = ("Thank you for the discount of $580.00.", "assertion", (0,))
WORST = ("Thank you for the discount of $590.00.", "assertion", (0,))
MARKED = ("That makes $45 a month [not in source].", "conjecture", ())


@pytest.fixture
def scripts(lab):
    return {"extract": lab.extract(lab.fact())}


def test_a_draft_that_rests_on_a_verified_fact_is_allowed(lab, scripts):
    summary = lab.run(lab.mail, **scripts, draft=lab.draft(GOOD))
    assert lab.outcome.draft.status == "allowed"
    assert (summary.allowed, summary.blocked) == (1, 0)


def test_the_gate_sends_a_draft_back_with_its_message(lab, scripts):
    lab.run(lab.mail, **scripts, draft=[lab.draft(BAD), lab.draft(GOOD)])
    first, second = [ask for ask in lab.model.asks if ask.task == "draft"]
    assert (first.attempt, first.feedback) == (1, "")
    assert second.attempt == 2
    assert "'$560.00'" in second.feedback
    assert "[not in source]" in second.feedback
    assert lab.outcome.draft.status == "allowed"
    assert [c.text for c in lab.outcome.refused[0].claims if c.resolved is False] == ["$560.00"]


def test_three_rejections_in_a_row_end_the_draft_and_a_person_gets_it(lab, scripts):
    summary = lab.run(
        lab.mail, **scripts,
        draft=[lab.draft(BAD), lab.draft(WORSE), lab.draft(WORST), lab.draft(GOOD)],
    )  # fmt: skip
    assert lab.asked().count("draft") == 3
    assert (lab.outcome.draft.status, lab.outcome.draft.attempts) == ("given_up", 3)
    assert summary.blocked == 1
    assert [item.fact for item in lab.bench.store.queue()] == [None]


def test_the_same_words_again_end_the_attempts(lab, scripts):
    lab.run(lab.mail, **scripts, draft=lab.draft(BAD))
    assert lab.asked().count("draft") == 2
    assert lab.outcome.draft.status == "given_up"


def test_a_marked_claim_needs_a_person(lab, scripts):
    summary = lab.run(lab.mail, **scripts, draft=lab.draft(GOOD, MARKED))
    assert lab.outcome.draft.status == "needs_person"
    assert (summary.allowed, summary.blocked) == (0, 1)


def test_only_resolved_facts_are_given_to_the_writer(lab):
    held = lab.promise()
    lab.run(lab.mail, extract=lab.extract(lab.fact(), held), draft=lab.draft(GOOD))
    (ask,) = [ask for ask in lab.model.asks if ask.task == "draft"]
    assert [fact.value for fact in ask.facts] == ["540 USD"]
    assert len(ask.questions) == 1


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("To: me@home.example", "To: somebody@else.example"),
        ("From: Ada Long <ada@shop.example>", "From: No Reply <no-reply@shop.example>"),
        ("From: Ada Long <ada@shop.example>", "From: me <me@home.example>"),
        ("Subject:", "Precedence: bulk\nSubject:"),
        ("Subject:", "List-Id: <news.shop.example>\nSubject:"),
        ("Subject:", "Auto-Submitted: auto-replied\nSubject:"),
    ],
)
def test_nobody_asks_for_a_draft_that_nobody_waits_for(lab, scripts, old, new):
    lab.run(lab.mail.replace(old, new), **scripts, draft=lab.draft(GOOD))
    assert lab.outcome.draft is None
    assert "draft" not in lab.asked()
    assert lab.outcome.note


def test_a_dismissed_fact_takes_the_draft_that_rests_on_it_down(lab, scripts):
    lab.run(lab.mail, **scripts, draft=lab.draft(GOOD))
    fact_id = lab.outcome.facts[0].fact.id
    done = resolve(fact_id, "dismiss", None, lab.bench, who="me")
    assert (done.before.state, done.after.state) == ("verified", "dismissed")
    assert done.draft.status == "blocked"
    assert lab.bench.store.draft(done.thread_id).status == "blocked"


def test_a_confirmed_fact_lets_the_draft_go(lab):
    doubtful = lab.extract(lab.fact(confidence=0.1))
    rests_on_it = ("You give me $540.00 of discount.", "assertion", ())
    lab.run(lab.mail, extract=doubtful, draft=lab.draft(rests_on_it))
    assert lab.outcome.draft.status == "given_up"
    fact_id = lab.outcome.facts[0].fact.id
    resolve(fact_id, "confirm", None, lab.bench, who="me")
    # The amount is settled now; the bare assertion still has no fact of its own.
    claims = lab.bench.store.draft(lab.outcome.thread_id).decision.claims
    assert {c.text: c.resolved for c in claims}["$540.00"] is True


def test_a_persons_words_are_gated_too(lab, scripts):
    lab.run(lab.mail, **scripts, draft=lab.draft(GOOD))
    thread_id = lab.outcome.thread_id
    wrong = regate(thread_id, lab.bench, text="Thank you for the $999.99.")
    assert (wrong.status, wrong.author) == ("blocked", "person")
    right = regate(thread_id, lab.bench, text="Thank you, that is very kind. I got the $540.00.")
    assert (right.status, right.author) == ("allowed", "person")


def test_a_fact_that_does_not_exist_is_a_usage_error(lab):
    with pytest.raises(UsageError, match="mailmind queue"):
        resolve("f_none", "confirm", None, lab.bench, who="me")
