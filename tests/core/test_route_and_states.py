"""Every fact gets its checks, and only a full set of passes makes it verified."""

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailmind.core.checks import deterministic, not_run, pending_model_checks
from mailmind.core.policy import CODE_CHECKS, Policy, Thresholds
from mailmind.core.risk import Stakes, stakes
from mailmind.core.route import route
from mailmind.core.states import state
from mailmind.core.values import FactType, Outcome, State, Verdict

TEXT = "We will pay 45 EUR on 20 November 2026 to Dana."


def passes(*names):
    return [Verdict(n, Outcome.PASS, "ok", "") for n in names]


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("amount", ("citation", "value", "latest")),
        ("percent", ("citation", "value", "latest")),
        ("date", ("citation", "value", "latest")),
        ("range", ("citation", "value", "latest")),
        ("id", ("citation", "value")),
        ("phone", ("citation", "value")),
        ("person", ("citation", "headers", "grounding")),
        ("org", ("citation", "headers", "grounding")),
        ("claim", ("citation", "grounding")),
        ("commitment", ("citation", "grounding", "cross")),
    ],
)
def test_the_shipped_routes(thread, fact, kind, expected):
    assert (
        route(fact(kind, "45 EUR" if kind == "amount" else "A-1", "pay 45 EUR"), thread(TEXT))
        == expected
    )


@pytest.mark.parametrize(
    ("kind", "value", "workflow", "confidence", "extra"),
    [
        ("date", "2026-11-20", "scheduling", 0.9, ("cross",)),
        ("date", "2026-11-20", "orders", 0.9, ()),
        ("amount", "45 EUR", "orders", 0.9, ("consistency",)),
        ("amount", "4500 EUR", "general", 0.9, ("cross",)),
        ("amount", "1000 EUR", "general", 0.9, ("cross",)),
        ("amount", "lots", "general", 0.9, ("cross",)),
        ("amount", "45 EUR", "general", 0.5, ("cross",)),
        ("amount", "45 EUR", "general", 0.2, ()),
        ("amount", "45 EUR", "general", None, ()),
        ("id", "DE89 3704 0044 0532 0130 00", "general", 0.9, ("cross",)),
    ],
)
def test_stakes_and_doubt_add_checks(thread, fact, kind, value, workflow, confidence, extra):
    names = route(fact(kind, value, "q", confidence=confidence), thread(TEXT, workflow=workflow))
    assert tuple(n for n in names if n not in CODE_CHECKS) == extra


def test_what_code_read_is_not_read_twice_by_code(thread, fact):
    ctx = thread(TEXT, workflow="orders")
    assert "consistency" not in route(fact("amount", "45 EUR", "pay 45 EUR", source="offline"), ctx)
    assert "consistency" in route(fact("amount", "45 EUR", "pay 45 EUR", source="some-model"), ctx)


def test_stakes_follow_the_policy(thread, fact):
    strict = thread(TEXT, policy=Policy(thresholds=Thresholds(high_amount=Decimal(40))))
    assert stakes(fact("amount", "45 EUR", "q"), strict) is Stakes.HIGH
    assert stakes(fact("amount", "45 EUR", "q"), thread(TEXT)) is Stakes.LOW
    assert stakes(fact("commitment", "they pay", "q"), thread(TEXT)) is Stakes.HIGH
    assert stakes(fact("id", "x", "q", subkind="iban"), thread(TEXT)) is Stakes.HIGH


def test_the_first_failure_spares_the_rest(thread, fact):
    ctx = thread(TEXT)
    item = fact("amount", "54 EUR", "pay 45 EUR")
    verdicts = deterministic(item, ("citation", "value", "latest", "cross"), ctx)
    assert [v.check for v in verdicts] == ["citation", "value"]
    assert pending_model_checks(("citation", "value", "latest", "cross"), verdicts) == ()


@pytest.mark.parametrize("kind", list(FactType))
def test_all_passes_verify_every_type(thread, fact, kind):
    ctx = thread(TEXT)
    item = fact(kind, "45 EUR", "pay 45 EUR")
    names = route(item, ctx)
    assert state(item, passes(*names), names, ctx) is State.VERIFIED


AMOUNT = ("citation", "value", "latest", "cross")


@pytest.mark.parametrize(
    "verdicts",
    [
        [],
        passes("citation"),
        passes("citation", "value"),
        passes("citation", "value", "latest"),
        passes("value", "latest", "cross"),
        [*passes("citation", "value", "latest"), not_run("cross", "no model")],
        [
            *passes("citation", "value", "latest"),
            Verdict("cross", Outcome.UNSURE, "cross.abstain", ""),
        ],
        [
            *passes("citation", "value", "latest"),
            Verdict("cross", Outcome.FAIL, "cross.disagree", ""),
        ],
        [
            *passes("citation", "value", "cross"),
            Verdict("latest", Outcome.UNSURE, "latest.open_proposal", ""),
        ],
        [*passes(*AMOUNT), Verdict("cross", Outcome.FAIL, "cross.disagree", "")],
        [*passes(*AMOUNT), Verdict("value", Outcome.UNSURE, "value.ambiguous", "")],
    ],
)
def test_each_way_to_fail_open_is_held(thread, fact, verdicts):
    ctx = thread(TEXT)
    assert state(fact("amount", "45 EUR", "pay 45 EUR"), verdicts, AMOUNT, ctx) is State.HELD


def test_a_route_without_a_citation_check_verifies_nothing(thread, fact):
    ctx = thread(TEXT)
    assert state(fact("claim", "x", "q"), passes("grounding"), ("grounding",), ctx) is State.HELD
    assert state(fact("claim", "x", "q"), [], (), ctx) is State.HELD


@pytest.mark.parametrize("confidence", [None, 0.0, 0.29])
def test_doubt_of_the_author_goes_to_a_person(thread, fact, confidence):
    ctx = thread(TEXT)
    item = fact("amount", "45 EUR", "pay 45 EUR", confidence=confidence)
    names = route(item, ctx)
    assert state(item, passes(*names), names, ctx) is State.HELD
    assert state(item, passes(*names), names, ctx, deterministic_only=True) is State.VERIFIED


@pytest.mark.parametrize("check", ["citation", "value", "latest", "headers"])
def test_only_code_rejects(thread, fact, check):
    ctx = thread(TEXT)
    failed = [Verdict(check, Outcome.FAIL, "x", "")]
    assert state(fact("amount", "45 EUR", "q"), failed, AMOUNT, ctx) is State.REJECTED


@pytest.mark.parametrize("check", ["grounding", "consistency", "cross", "something new"])
def test_a_model_can_only_hold(thread, fact, check):
    ctx = thread(TEXT)
    names = (*AMOUNT, check)
    verdicts = [*passes(*AMOUNT), Verdict(check, Outcome.FAIL, "x", "")]
    assert state(fact("amount", "45 EUR", "q"), verdicts, names, ctx) is State.HELD


def test_a_missing_source_is_unverifiable(thread, fact):
    ctx = thread(TEXT)
    item = fact("amount", "45 EUR", "pay 45 EUR", "m9")
    verdicts = deterministic(item, AMOUNT, ctx)
    assert [v.code for v in verdicts] == ["message.unknown"]
    assert state(item, verdicts, AMOUNT, ctx) is State.UNVERIFIABLE


def test_headers_settle_a_name_or_hand_it_to_a_reader(thread, fact):
    ctx = thread(TEXT)
    names = ("citation", "headers", "grounding")
    item = fact("person", "Dana", "to Dana")
    silent = Verdict("headers", Outcome.NOT_RUN, "not_run", "")
    assert state(item, passes("citation", "headers"), names, ctx) is State.VERIFIED
    assert state(item, [*passes("citation"), silent], names, ctx) is State.HELD
    assert state(item, [*passes("citation", "grounding"), silent], names, ctx) is State.VERIFIED
    assert state(item, passes("citation", "grounding"), names, ctx) is State.VERIFIED
    unsure = Verdict("headers", Outcome.UNSURE, "x", "")
    assert state(item, [*passes("citation", "grounding"), unsure], names, ctx) is State.HELD
    assert pending_model_checks(names, [*passes("citation"), silent]) == ("grounding",)
    assert pending_model_checks(names, passes("citation", "headers")) == ()


@pytest.mark.parametrize("kind", ["person", "org", "commitment", "claim"])
def test_code_alone_does_not_settle_meaning(thread, fact, kind):
    ctx = thread(TEXT)
    item = fact(kind, "x", "pay 45 EUR")
    names = route(item, ctx)
    assert state(item, passes("citation"), names, ctx, deterministic_only=True) is State.HELD
    silent = [*passes("citation"), Verdict("headers", Outcome.NOT_RUN, "not_run", "")]
    assert state(item, silent, names, ctx, deterministic_only=True) is State.HELD


outcomes = st.lists(
    st.tuples(st.sampled_from([*AMOUNT, "grounding"]), st.sampled_from(list(Outcome))), max_size=8
)


@settings(max_examples=100, deadline=None)
@given(outcomes)
def test_verified_always_means_that_every_check_passed(pairs):
    from mailmind.core.checks import CheckContext
    from mailmind.core.values import Fact, Thread

    ctx = CheckContext(Thread("t", ()))
    item = Fact("f", FactType.AMOUNT, "s", "45 EUR", "q", "m1", 0.9)
    verdicts = [Verdict(n, o, "c", "") for n, o in pairs]
    if state(item, verdicts, AMOUNT, ctx) is State.VERIFIED:
        mine = [(n, o) for n, o in pairs if n in AMOUNT]
        assert {n for n, _ in mine} == set(AMOUNT)
        assert {o for _, o in mine} == {Outcome.PASS}


def test_a_fact_is_a_value(fact):
    item = fact("amount", "45 EUR", "q")
    assert replace(item, value="46 EUR") != item


@pytest.mark.parametrize(
    ("confidence", "said"),
    [(0.2, "the confidence 0.2 is below 0.3"), (None, "no confidence is given")],
)
def test_a_fact_held_for_its_confidence_alone_says_so(thread, fact, confidence, said):
    ctx = thread(TEXT)
    item = fact("amount", "45 EUR", "pay 45 EUR", confidence=confidence)
    names = route(item, ctx)
    verdicts = deterministic(item, names, ctx)
    assert [v.outcome for v in verdicts] == [*[Outcome.PASS] * 3, Outcome.NOT_RUN]
    assert said in verdicts[-1].reason
    assert "review_below" in verdicts[-1].reason
    assert state(item, verdicts, names, ctx) is State.HELD


def test_the_floor_is_the_one_of_the_configuration(thread, fact):
    ctx = thread(TEXT)
    strict = replace(ctx.policy, thresholds=replace(ctx.policy.thresholds, review_below=0.85))
    item = fact("amount", "45 EUR", "pay 45 EUR", confidence=0.8)
    assert "0.85" in deterministic(item, ("citation",), replace(ctx, policy=strict))[-1].reason
    assert deterministic(item, ("citation",), ctx)[-1].outcome is Outcome.PASS


def test_a_fact_that_failed_or_that_code_alone_judges_says_nothing_of_confidence(thread, fact):
    ctx = thread(TEXT)
    wrong = fact("amount", "54 EUR", "pay 45 EUR", confidence=0.2)
    assert deterministic(wrong, route(wrong, ctx), ctx)[-1].check == "value"
    right = fact("amount", "45 EUR", "pay 45 EUR", confidence=0.2)
    assert deterministic(right, route(right, ctx), ctx, doubts=False)[-1].outcome is Outcome.PASS
