"""What a person may do with a draft, and every way in which that could let one leave too early."""

import json
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mailmind.core.values import State
from mailmind.errors import UsageError
from mailmind.pipeline.ingest import import_mail, parse_pending
from mailmind.pipeline.review import approve, discard, edit, regate, resolve
from mailmind.testing import FakeMailSource

GOOD = ("Thank you for the discount of $540.00.", "assertion", (0,))
BAD = ("Thank you for the discount of $560.00.", "assertion", (0,))
THANKS = ("Thank you.", "courtesy", ())
MONTH = ("That makes $45 a month [not in source].", "conjecture", ())
WEEK = ("Or $11 a week [not in source].", "conjecture", ())
ALLOWED = "I got the $540.00, thank you."


@pytest.fixture
def scripts(lab):
    return {"extract": lab.extract(lab.fact())}


@pytest.fixture
def thread_id(lab, scripts):
    """A thread whose draft carries two amounts that it marks as not in the source."""
    lab.run(lab.mail, **scripts, draft=lab.draft(THANKS, MONTH, WEEK))
    return lab.outcome.thread_id


def follow_up(lab, text, name="b"):
    mail = lab.mail.replace(
        "Message-ID: <a@", f"In-Reply-To: <a@shop.example>\nMessage-ID: <{name}@"
    )
    mail = mail.replace("Mon, 16 Nov", "Tue, 17 Nov")
    return mail[: mail.index("\n\n")] + f"\n\n{text}\n"


def add_without_a_run(lab, mail):
    """New mail is stored, parsed and grouped; no run has looked at it."""
    for _ in import_mail(FakeMailSource([mail]), lab.bench.store):
        pass
    for _ in parse_pending(lab.bench.store, lab.bench.clock):
        pass


def kinds(lab):
    with lab.bench.store._db.read() as db:
        return [row["kind"] for row in db.execute("SELECT kind FROM ledger ORDER BY n")]


def waiting(lab):
    return [item.reason for item in lab.bench.store.queue() if item.fact is None]


def ask_again(lab, **scripts):
    """A run that looks at everything again, as after a change of the configuration."""
    lab.bench = replace(lab.bench, config_hash=lab.bench.config_hash + "'")
    return lab.run(**scripts)


# ── approvals ─────────────────────────────────────────────────────────────────────────────────────


def test_with_a_word_for_each_marked_claim_the_draft_may_leave(lab, thread_id):
    assert waiting(lab) == ["Marked as not in the source, so your word is needed for “$45”, “$11”."]
    assert approve(thread_id, "$45", lab.bench, who="me").status == "needs_person"
    done = approve(thread_id, "$11", lab.bench, who="me")
    assert (done.status, done.decision.allow, done.decision.needs_person) == (
        "allowed",
        True,
        False,
    )
    assert lab.bench.store.draft(thread_id) == done
    assert waiting(lab) == []


def test_one_word_of_two_is_not_enough_and_the_queue_names_the_other(lab, thread_id):
    draft = approve(thread_id, "$45", lab.bench, who="me")
    assert (draft.decision.needs_person, draft.status) == (True, "needs_person")
    assert waiting(lab) == ["Marked as not in the source, so your word is needed for “$11”."]


@pytest.mark.parametrize("name", ["$540.00", "$46", "45", "", " ", "."])
def test_a_word_for_a_claim_that_is_not_marked_changes_nothing(lab, thread_id, name):
    before, entries = lab.bench.store.draft(thread_id), kinds(lab)
    with pytest.raises(UsageError, match="it marks “\\$45”, “\\$11”"):
        approve(thread_id, name, lab.bench, who="me")
    assert lab.bench.store.draft(thread_id) == before
    assert lab.bench.store.approvals(thread_id) == []
    assert kinds(lab) == entries


def test_a_rejected_claim_can_not_be_approved_away(lab, scripts):
    lab.run(lab.mail, **scripts, draft=lab.draft(BAD))
    thread_id = lab.outcome.thread_id
    with pytest.raises(UsageError, match="it marks none"):
        approve(thread_id, "$560.00", lab.bench, who="me")
    assert lab.bench.store.draft(thread_id).status == "given_up"


def test_a_word_for_a_mark_does_not_cover_the_same_value_without_one(lab, scripts):
    lab.run(lab.mail, **scripts, draft=lab.draft(GOOD))
    thread_id = lab.outcome.thread_id
    edit(thread_id, "It is $77 [not in source].\nYes, $77.", lab.bench, who="me")
    draft = approve(thread_id, "$77", lab.bench, who="me")
    assert (draft.status, draft.decision.allow) == ("blocked", False)
    assert [c.text for c in draft.decision.claims if c.resolved is False and not c.marked] == [
        "$77"
    ]


def test_no_word_survives_an_edit(lab, thread_id):
    for name in ("$45", "$11"):
        approve(thread_id, name, lab.bench, who="me")
    text = lab.bench.store.draft(thread_id).text
    changed = edit(thread_id, text.replace("Thank you.", "Many thanks."), lab.bench, who="me")
    assert (changed.status, changed.decision.needs_person) == ("needs_person", True)
    assert lab.bench.store.approvals(thread_id) == []
    # The words were given for the first text, and count when it comes back.
    assert edit(thread_id, text, lab.bench, who="me").status == "allowed"


def test_no_word_passes_to_another_draft_of_a_run(lab, thread_id, scripts):
    for name in ("$45", "$11"):
        approve(thread_id, name, lab.bench, who="me")
    ask_again(lab, **scripts, draft=lab.draft(THANKS, MONTH))
    assert lab.outcome.draft.status == "needs_person"


def test_a_run_that_writes_the_same_words_keeps_what_was_said_of_them(lab, thread_id, scripts):
    for name in ("$45", "$11"):
        approve(thread_id, name, lab.bench, who="me")
    summary = ask_again(lab, **scripts, draft=lab.draft(THANKS, MONTH, WEEK))
    assert (lab.outcome.draft.status, summary.allowed) == ("allowed", 1)
    assert lab.bench.store.draft(thread_id).status == "allowed"


def test_a_word_counts_in_its_own_thread_alone(lab, scripts, thread_id):
    second = lab.mail.replace("<a@shop", "<z@shop").replace("colour", "size")
    lab.run(second, **scripts, draft=lab.draft(THANKS, MONTH, WEEK))
    other = lab.outcome.thread_id
    assert other != thread_id
    for name in ("$45", "$11"):
        approve(other, name, lab.bench, who="me")
    assert regate(thread_id, lab.bench).status == "needs_person"


def test_the_same_word_twice_is_one_entry_of_the_ledger(lab, thread_id):
    for _ in range(2):
        approve(thread_id, "$45", lab.bench, who="me")
    assert kinds(lab).count("approval") == 1
    (said,) = lab.bench.store.approvals(thread_id)
    assert (said.claim, said.who, said.at) == ("$45", "me", lab.bench.clock.now())


def test_a_sentence_is_approved_by_its_words_without_marker_and_line_breaks(lab, scripts):
    lab.run(lab.mail, **scripts, draft=lab.draft(GOOD))
    thread_id = lab.outcome.thread_id
    words = ("We always deliver on\nthe same day [not in source].", "assertion", ())
    ask_again(lab, **scripts, draft=lab.draft(GOOD, words))
    draft = lab.bench.store.draft(thread_id)
    assert draft.status == "needs_person"
    assert approve(thread_id, "We always deliver on the same day", lab.bench, who="me").status == (
        "allowed"
    )


# ── edits ─────────────────────────────────────────────────────────────────────────────────────────


def test_a_persons_words_are_gated_like_any_other(lab, thread_id):
    wrong = edit(thread_id, "Thank you for the $999.99.", lab.bench, who="me")
    assert (wrong.status, wrong.author, wrong.decision.allow) == ("blocked", "person", False)
    assert waiting(lab) == ["Draft blocked: “$999.99”: stands in no source."]
    right = edit(thread_id, ALLOWED, lab.bench, who="me")
    assert (right.status, right.author, right.sentences) == ("allowed", "person", ())
    assert kinds(lab)[-4:] == ["edit", "draft", "edit", "draft"]


def test_the_same_text_is_no_edit(lab, thread_id):
    before, entries = lab.bench.store.draft(thread_id), kinds(lab)
    assert edit(thread_id, before.text + "\n", lab.bench, who="me") == before
    assert kinds(lab) == entries


@pytest.mark.parametrize("text", ["", " \n"])
def test_an_empty_text_is_refused(lab, thread_id, text):
    before = lab.bench.store.draft(thread_id)
    with pytest.raises(UsageError, match="--discard"):
        edit(thread_id, text, lab.bench, who="me")
    assert lab.bench.store.draft(thread_id) == before


def test_a_run_asks_for_no_draft_where_a_person_wrote_one_and_gates_it_anew(
    lab, thread_id, scripts
):
    edit(thread_id, ALLOWED, lab.bench, who="me")
    summary = ask_again(lab, **scripts, draft=lab.draft(GOOD))
    assert "draft" not in lab.asked()
    assert (lab.outcome.draft.text, lab.outcome.draft.status) == (ALLOWED, "allowed")
    assert summary.allowed == 1
    assert "your own draft stands" in lab.outcome.note


def test_a_later_mail_stops_what_a_person_wrote(lab, thread_id):
    edit(thread_id, "You give me a discount of $540.00.", lab.bench, who="me")
    changed = follow_up(lab, "Sorry, the discount is $320.00, not $540.00.")
    fresh = lab.fact(value="320 USD", quote="the discount is $320.00", message_id="m2")
    lab.run(changed, extract=lab.extract(lab.fact(), fresh), draft=lab.draft(GOOD))
    assert (lab.outcome.draft.author, lab.outcome.draft.decision.allow) == ("person", False)
    assert len(waiting(lab)) == 1


def test_after_new_mail_nothing_is_allowed_before_a_run_has_looked_at_it(lab, scripts):
    lab.run(lab.mail, **scripts, draft=lab.draft(GOOD))
    thread_id = lab.outcome.thread_id
    assert lab.outcome.draft.status == "allowed"
    add_without_a_run(lab, follow_up(lab, "Sorry, the discount is $320.00, not $540.00."))
    again = regate(thread_id, lab.bench)
    assert (again.status, again.decision.allow) == ("blocked", False)
    assert "No run has looked at this thread as it is now" in waiting(lab)[0]
    mine = edit(thread_id, ALLOWED, lab.bench, who="me")
    assert (mine.status, mine.decision.allow) == ("blocked", False)


def test_a_run_that_fails_keeps_the_draft_and_allows_nothing(lab, scripts):
    lab.run(lab.mail, **scripts, draft=lab.draft(GOOD))
    facts = lab.bench.store.facts(lab.outcome.thread_id)
    ask_again(lab, extract="not json")
    kept = lab.bench.store.draft(lab.outcome.thread_id)
    assert (kept.text, kept.status, kept.decision.allow) == (GOOD[0], "blocked", False)
    assert lab.bench.store.facts(lab.outcome.thread_id) == facts
    ask_again(lab, **scripts, draft=lab.draft(GOOD))
    assert lab.bench.store.draft(lab.outcome.thread_id).status == "allowed"


def test_no_reply_is_written_to_a_mail_that_could_not_be_read(lab):
    lab.run(lab.mail, extract="not json", draft=lab.draft(THANKS))
    assert "draft" not in lab.asked()
    assert lab.bench.store.draft(lab.outcome.thread_id) is None


# ── what was decided about facts ──────────────────────────────────────────────────────────────────


def test_a_dismissed_fact_is_given_to_no_later_draft(lab, scripts):
    lab.run(lab.mail, **scripts, draft=lab.draft(GOOD))
    resolve(lab.outcome.facts[0].fact.id, "dismiss", None, lab.bench, who="me")
    summary = ask_again(lab, **scripts, draft=lab.draft((GOOD[0], "assertion", ())))
    (ask, *_) = [ask for ask in lab.model.asks if ask.task == "draft"]
    assert ask.facts == ()
    assert (lab.outcome.draft.decision.allow, summary.allowed) == (False, 0)


def test_a_confirmed_fact_is_given_to_the_next_draft(lab):
    doubtful = lab.extract(lab.fact(confidence=0.1))
    lab.run(lab.mail, extract=doubtful, draft=lab.draft((GOOD[0], "assertion", ())))
    resolve(lab.outcome.facts[0].fact.id, "confirm", None, lab.bench, who="me")
    summary = ask_again(lab, extract=doubtful, draft=lab.draft(GOOD))
    assert lab.outcome.draft.status == "allowed"
    assert (summary.facts, summary.held) == ({"confirmed": 1}, 0)


def test_a_decision_made_while_the_model_writes_counts(lab, scripts):
    lab.run(lab.mail, **scripts, draft=lab.draft(GOOD))
    fact_id = lab.outcome.facts[0].fact.id

    def dismissed_meanwhile(ask):
        resolve(fact_id, "dismiss", None, lab.bench, who="me")
        return lab.draft(GOOD)(ask)

    summary = ask_again(lab, **scripts, draft=dismissed_meanwhile)
    assert lab.bench.store.facts(lab.outcome.thread_id)[0].state is State.DISMISSED
    assert (lab.outcome.draft.decision.allow, summary.allowed) == (False, 0)
    assert lab.bench.store.draft(lab.outcome.thread_id).decision.allow is False


def test_a_workflow_that_the_configuration_lost_gives_way_to_the_strict_one(lab, thread_id):
    policy = lab.bench.settings.policy
    with lab.bench.store._db.write() as db:
        db.execute("UPDATE threads SET workflow = 'gone'")
    assert "gone" not in policy.workflows
    assert edit(thread_id, "It is $999.99.", lab.bench, who="me").status == "blocked"


# ── drafts put aside ──────────────────────────────────────────────────────────────────────────────


def test_a_discarded_draft_is_kept_waits_for_nobody_and_may_not_leave(lab, scripts):
    lab.run(lab.mail, **scripts, draft=lab.draft(GOOD))
    thread_id = lab.outcome.thread_id
    gone = discard(thread_id, lab.bench, who="me")
    assert (gone.status, gone.decision.allow, gone.text) == ("discarded", False, GOOD[0])
    assert waiting(lab) == []
    assert kinds(lab)[-1] == "discard"
    assert discard(thread_id, lab.bench, who="me") == gone
    assert kinds(lab).count("discard") == 1


def test_a_discarded_draft_never_comes_back_by_itself(lab, scripts):
    lab.run(lab.mail, **scripts, draft=lab.draft(GOOD))
    thread_id, fact_id = lab.outcome.thread_id, lab.outcome.facts[0].fact.id
    gone = discard(thread_id, lab.bench, who="me")
    summary = ask_again(lab, **scripts, draft=lab.draft(BAD))
    assert "draft" not in lab.asked()
    assert (lab.outcome.draft, summary.allowed, summary.blocked) == (None, 0, 0)
    assert "no mail has come since" in lab.outcome.note
    resolve(fact_id, "confirm", None, lab.bench, who="me")
    regate(thread_id, lab.bench)
    ask_again(lab, extract="not json")
    assert lab.bench.store.draft(thread_id) == gone


def test_a_new_mail_calls_for_a_new_draft(lab, scripts, thread_id):
    discard(thread_id, lab.bench, who="me")
    lab.run(follow_up(lab, "Did you get it?"), **scripts, draft=lab.draft(GOOD))
    assert (lab.outcome.draft.text, lab.outcome.draft.status) == (GOOD[0], "allowed")
    discard(thread_id, lab.bench, who="me")
    ask_again(lab, **scripts, draft=lab.draft(GOOD))
    assert lab.bench.store.draft(thread_id).status == "discarded"


def test_a_discarded_draft_is_not_approved_and_comes_back_through_an_edit(lab, thread_id):
    discard(thread_id, lab.bench, who="me")
    with pytest.raises(UsageError, match="was discarded"):
        approve(thread_id, "$45", lab.bench, who="me")
    assert lab.bench.store.draft(thread_id).status == "discarded"
    assert edit(thread_id, ALLOWED, lab.bench, who="me").status == "allowed"


def test_without_a_draft_there_is_nothing_to_decide(lab, scripts):
    lab.run(lab.mail.replace("me@home", "you@home"), **scripts, draft=lab.draft(GOOD))
    thread_id = lab.outcome.thread_id
    for act in (
        lambda: approve(thread_id, "$45", lab.bench, who="me"),
        lambda: edit(thread_id, "x", lab.bench, who="me"),
        lambda: discard(thread_id, lab.bench, who="me"),
    ):
        with pytest.raises(UsageError, match="has no draft"):
            act()


def test_the_ledger_proves_all_of_it(lab, thread_id):
    approve(thread_id, "$45", lab.bench, who="me")
    edit(thread_id, ALLOWED, lab.bench, who="me")
    discard(thread_id, lab.bench, who="me")
    assert lab.bench.store.verify_ledger().broken_at is None
    with lab.bench.store._db.read() as db:
        rows = db.execute("SELECT kind, payload FROM ledger").fetchall()
    said = {row["kind"]: json.loads(row["payload"]) for row in rows}
    assert [said[kind]["who"] for kind in ("approval", "edit", "discard")] == ["me"] * 3
    assert (said["approval"]["claim"], said["discard"]["messages"]) == ("$45", [1])
    assert said["edit"]["before"] == said["approval"]["text_sha256"]
    assert said["edit"]["after"] == said["discard"]["text_sha256"]


def test_a_fault_of_the_gate_in_one_thread_never_stops_the_run(
    lab, thread_id, scripts, monkeypatch
):
    from mailmind.pipeline import review

    edit(thread_id, ALLOWED, lab.bench, who="me")

    def broken(*_args, **_more):
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(review, "gate", broken)
    summary = ask_again(lab, **scripts)
    assert (summary.seen, summary.failed) == (1, 1)
    assert "ZeroDivisionError: a bug" in summary.failures[0][1]


# ── in any order ──────────────────────────────────────────────────────────────────────────────────

NEEDED = {
    "It is $45 [not in source].": {"$45"},
    "So it is $45 [not in source].": {"$45"},
    "It is $45 [not in source].\nOr $11 [not in source].": {"$45", "$11"},
    "It is $999.\nOr $45 [not in source].": None,  # no word helps
    THANKS[0]: set(),
}
"""The words that each text needs before it may leave."""
MARKS = {text: {c for c in ("$45", "$11") if f"{c} [not in source]" in text} for text in NEEDED}
STEPS = st.lists(
    st.sampled_from(
        [
            *(("approve", claim) for claim in ("$45", "$45", "$11", "$999")),
            *(("edit", text) for text in NEEDED),
            *((step, "") for step in ("discard", "discard", "again", "mail")),
        ]
    ),
    min_size=4,
    max_size=10,
)


@settings(
    max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(steps=STEPS)
def test_whatever_a_person_does_a_draft_leaves_only_with_every_word_it_needs(labs, steps):
    with labs() as lab:
        follow(lab, steps)
        assert lab.bench.store.verify_ledger().broken_at is None


def follow(lab, steps):
    """Take the steps one by one, and after each compare the draft with what the words allow."""
    scripts = {"extract": lab.extract(lab.fact()), "draft": lab.draft(THANKS)}
    lab.run(lab.mail, **scripts)
    thread_id = lab.outcome.thread_id
    text, gone, words = THANKS[0], False, set()
    for number, (step, what) in enumerate(steps):
        if step == "approve" and (gone or what not in MARKS[text]):
            with pytest.raises(UsageError):
                approve(thread_id, what, lab.bench, who="me")
        elif step == "approve":
            approve(thread_id, what, lab.bench, who="me")
            words.add((text, what))
        elif step == "edit":
            edit(thread_id, what, lab.bench, who="me")
            text, gone = what, False
        elif step == "discard":
            discard(thread_id, lab.bench, who="me")
            gone = True
        elif step == "again":
            ask_again(lab, **scripts)
        else:
            lab.run(follow_up(lab, "Did you get it?", f"b{number}"), **scripts)
            text, gone = (THANKS[0], False) if gone else (text, False)
        draft, needed = lab.bench.store.draft(thread_id), NEEDED[text]
        may_leave = draft.decision.allow and not draft.decision.needs_person
        expected = not gone and needed is not None and {(text, c) for c in needed} <= words
        assert draft.text == text
        assert (may_leave, draft.status == "allowed") == (expected, expected)
        assert (draft.status == "discarded") is gone
