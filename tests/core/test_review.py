import pytest

from mailmind.core import review
from mailmind.core.values import (
    CheckedFact,
    DraftClaim,
    Fact,
    FactType,
    GateDecision,
    Outcome,
    State,
    Verdict,
)

FACT = Fact("f_1", FactType.AMOUNT, "the refund", "480 USD", "a refund of $540", "m1")
PASS = Verdict("citation", Outcome.PASS, "quote.exact", "The quote stands in the mail.")
ABSENT = Verdict("value", Outcome.FAIL, "value.absent", "480 USD stands nowhere in the mail")
UNSURE = Verdict("value", Outcome.UNSURE, "value.ambiguous", "03/04 is 3 April or 4 March")
NOT_RUN = Verdict("grounding", Outcome.NOT_RUN, "not_run", "no model is configured.")


def superseded(by):
    return Verdict("latest", Outcome.FAIL, "latest.superseded", "a later mail", extra={"by": by})


def claim(text, *, resolved=False, marked=False, reason="it stands in no source"):
    return DraftClaim(text, "amount", 0, len(text), resolved, marked, "value.absent", reason)


def checked(state, *verdicts):
    return CheckedFact(FACT, state, verdicts)


@pytest.mark.parametrize(
    ("state", "waits"),
    [
        (State.VERIFIED, False),
        (State.REJECTED, True),
        (State.HELD, True),
        (State.UNVERIFIABLE, True),
        (State.CONFIRMED, False),
        (State.DISMISSED, False),
    ],
)
def test_who_waits(state, waits):
    assert review.waits(checked(state)) is waits


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        (
            checked(State.REJECTED, PASS, ABSENT),
            "Proved wrong: 480 USD stands nowhere in the mail.",
        ),
        (checked(State.HELD, PASS, UNSURE), "Needs a person: 03/04 is 3 April or 4 March."),
        (checked(State.HELD, NOT_RUN, UNSURE), "Needs a person: 03/04 is 3 April or 4 March."),
        (checked(State.HELD, PASS, NOT_RUN), "Needs a person: no model is configured."),
        (checked(State.HELD, PASS), "Needs a person: no check has proved it."),
        (checked(State.UNVERIFIABLE), "Its source is not at hand: no check has proved it."),
        (checked(State.VERIFIED, PASS), "Settled: verified."),
    ],
)
def test_reason_is_one_sentence_of_the_deciding_check(fact, sentence):
    assert review.reason(fact) == sentence


def test_reason_without_words_falls_back_to_the_code():
    verdict = Verdict("value", Outcome.UNSURE, "value.ambiguous", "")
    assert review.reason(checked(State.HELD, verdict)) == "Needs a person: value.ambiguous."


def test_confirm_and_dismiss_change_the_state_alone():
    held = checked(State.HELD, UNSURE)
    assert review.decided(held, "confirm") == checked(State.CONFIRMED, UNSURE)
    assert review.decided(held, "dismiss") == checked(State.DISMISSED, UNSURE)


def test_a_given_value_replaces_the_models_and_is_confirmed():
    after = review.decided(checked(State.REJECTED, ABSENT), "value", "  540 USD ")
    assert (after.fact.value, after.state) == ("540 USD", State.CONFIRMED)
    assert after.fact.quote == FACT.quote


@pytest.mark.parametrize(
    ("kind", "value"), [("approve", None), ("", None), ("value", None), ("value", " ")]
)
def test_an_unknown_or_empty_decision_is_refused(kind, value):
    with pytest.raises(ValueError, match="decision"):
        review.decided(checked(State.HELD), kind, value)


def test_a_confirmation_covers_the_failures_that_were_in_sight():
    rejected = checked(State.REJECTED, PASS, ABSENT)
    seen = review.failures(rejected)
    assert seen == ("value.absent",)
    assert review.apply(rejected, "confirm", None, seen).state is State.CONFIRMED


def test_a_failure_that_came_later_reopens_a_confirmed_fact():
    now = checked(State.REJECTED, superseded("m3"))
    assert review.apply(now, "confirm", None, ()) == now
    assert review.apply(now, "value", "540 USD", ()) == now


def test_another_superseding_mail_is_a_new_failure():
    seen = review.failures(checked(State.REJECTED, superseded("m3")))
    now = checked(State.REJECTED, superseded("m4"))
    assert review.apply(now, "confirm", None, seen).state is State.REJECTED


def test_a_failure_that_went_away_does_not_reopen_it():
    assert (
        review.apply(checked(State.VERIFIED, PASS), "value", "5", ("value.absent",)).fact.value
        == "5"
    )


def test_a_dismissed_fact_stays_dismissed_whatever_comes():
    assert review.apply(checked(State.VERIFIED, PASS), "dismiss", None, ()).state is State.DISMISSED
    assert (
        review.apply(checked(State.REJECTED, ABSENT), "dismiss", None, ()).state is State.DISMISSED
    )


@pytest.mark.parametrize(
    ("status", "claims", "attempts", "sentence"),
    [
        (
            "given_up",
            (claim("$560"),),
            3,
            "The gate stopped this draft 3 times in a row: “$560”: it stands in no source.",
        ),
        (
            "given_up",
            (claim("$560"), claim("$570"), claim("9 May", resolved=True)),
            1,
            "The gate stopped this draft: “$560”: it stands in no source (and 1 more).",
        ),
        (
            "given_up",
            (),
            3,
            "The gate stopped this draft 3 times in a row: the gate did not allow it.",
        ),
        (
            "needs_person",
            (claim("$560", marked=True),),
            1,
            "Marked as not in the source, so your word is needed for “$560”.",
        ),
        ("needs_person", (), 1, "Your word is needed before this draft may leave."),
        ("blocked", (claim("$560"),), 1, "Draft blocked: “$560”: it stands in no source."),
    ],
)
def test_reason_of_a_draft(status, claims, attempts, sentence):
    decision = GateDecision(allow=False, needs_person=False, claims=claims, message="")
    assert review.draft_reason(status, decision, attempts) == sentence


def marked_one(text, *, marked=True):
    return claim(text, marked=marked)


def decision(*claims, message=""):
    return GateDecision(True, True, claims, message)


@pytest.mark.parametrize(
    ("name", "claim"),
    [
        ("$45", "$45"),
        ("We ship\n today [not in source].", "We ship\n today [not in source]."),
        ("We ship today", "We ship\n today [not in source]."),
        ("  we ship today", None),
        ("We ship", None),
        ("$4", None),
        ("$450", None),
        ("$540", None),
        ("[not in source]", None),
        ("", None),
    ],
)
def test_a_marked_claim_is_called_by_its_own_words_alone(name, claim):
    gate_said = decision(
        marked_one("$45"),
        marked_one("We ship\n today [not in source]."),
        marked_one("$540", marked=False),
    )
    assert review.marked_claim(gate_said, name) == claim


def test_a_name_that_fits_two_claims_names_neither():
    two = decision(
        marked_one("We ship today [not in source]."), marked_one("We ship today [not in source]")
    )
    assert review.marked_claim(two, "We ship today") is None
    assert review.marked_claim(two, "We ship today [not in source]") == (
        "We ship today [not in source]"
    )


def test_each_marked_claim_is_named_once_in_the_order_of_the_text():
    assert review.marked(
        decision(marked_one("b"), marked_one("a"), marked_one("b"), marked_one("c", marked=False))
    ) == (
        "b",
        "a",
    )


def test_a_claim_with_a_persons_word_is_not_asked_for_again():
    gate_said = decision(marked_one("$45"), marked_one("$11"))
    assert review.draft_reason("needs_person", gate_said, 1, {"$45"}) == (
        "Marked as not in the source, so your word is needed for “$11”."
    )


def test_a_draft_held_back_without_a_claim_says_what_the_gate_said():
    held = GateDecision(False, False, (), "New mail came. Check it again.")
    assert (
        review.draft_reason("blocked", held, 1) == "Draft blocked: New mail came. Check it again."
    )
