"""What the program itself puts into words: questions without values, patterns, sums of money."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from mailmind.core.dialogue import Usage
from mailmind.core.patterns import patterns
from mailmind.core.prompts import prompt_hash, system_prompt
from mailmind.core.questions import open_question, proposal, question
from mailmind.core.spending import Spent, groups, spent
from mailmind.core.values import CheckedFact, Fact, FactType, Outcome, State, Verdict
from mailmind.ports import CallRow

LATER = "the courier comes on 24 November 2026 at 15:15"


def fact(kind, value="", quote=LATER, **fields):
    made = {"statement": "The courier arrives at a quarter past three.", "message_id": "msg_885"}
    return Fact("f_1", kind, value=value, quote=quote, source="model-x", **made | fields)


@pytest.mark.parametrize(
    "kind", [FactType.DATE, FactType.TIME, FactType.DATETIME, FactType.RANGE, FactType.DURATION]
)
def test_a_question_about_a_moment_shows_no_moment_at_all(thread, kind):
    asked = question(fact(kind, "15:15"), thread)
    assert "Dear Robin, the courier comes on [?], not earlier." in asked
    for word in ("24", "November", "15:15", "quarter"):
        assert word not in asked, word


def test_a_question_about_an_amount_leaves_the_rest_of_the_sentence(thread):
    one = fact(
        FactType.AMOUNT, "$540.00", "your refund of $540.00", message_id="msg_884", statement="x"
    )
    assert "refund of [?] for order 4711-22" in question(one, thread)
    assert "540" not in question(one, thread)
    assert "$540.00" in proposal(one, thread)


def test_a_question_about_a_promise_has_no_word_of_it(thread):
    promise = fact(FactType.COMMITMENT, quote="the courier comes", statement="Ann sends a courier.")
    asked = question(promise, thread)
    assert "courier" not in asked
    assert "m2" in asked


def test_a_question_about_a_message_that_is_gone_still_asks(thread):
    assert "540" not in question(fact(FactType.AMOUNT, "540", message_id="m9"), thread)


@pytest.mark.parametrize(
    ("lang", "asked"),
    [
        ("en", "Could you please confirm the amount?"),
        ("de", "Können Sie mir bitte den Betrag bestätigen?"),
        ("fr", "Pourriez-vous confirmer le montant ?"),
        ("es", "¿Podría confirmar el importe?"),
        ("fi", "Could you please confirm the amount?"),
        (None, "Could you please confirm the amount?"),
    ],
)
def test_an_open_question_states_nothing(lang, asked):
    assert open_question(fact(FactType.AMOUNT, "$540.00"), lang) == asked


def test_rules_are_part_of_the_prompt_and_of_its_hash():
    rule = "In mail from acme.example: copy values."
    assert rule in system_prompt((rule,))
    assert prompt_hash((rule,)) != prompt_hash()
    assert system_prompt() == system_prompt(())


def checked(n, outcome=Outcome.FAIL, source="model-x", message="msg_884"):
    one = Fact(f"f_{n}", FactType.AMOUNT, f"claim {n}", "1", "q", message, source=source)
    return CheckedFact(one, State.REJECTED, (Verdict("value", outcome, "value.absent", "r"),))


def test_a_pattern_is_counted_by_kind_and_sender(thread):
    facts = [checked(1), checked(2), checked(3), checked(4, Outcome.PASS)]
    facts += [checked(5, source="offline"), checked(6, source="markup:json-ld")]
    (pattern,) = patterns([(thread, facts)])
    assert (pattern.code, pattern.domain, pattern.count, pattern.of) == (
        "value.absent", "acme.example", 3, 4,
    )  # fmt: skip
    assert pattern.example == "claim 1"
    assert pattern.rule.startswith("In mail from acme.example: copy values exactly")


def test_what_happened_less_often_is_no_pattern(thread):
    assert patterns([(thread, [checked(1), checked(2)])]) == ()
    assert len(patterns([(thread, [checked(1), checked(2)])], least=2)) == 1


def call(day, cost, thread="t_1", **usage):
    return CallRow(
        datetime(2026, 11, day, 23, 30, tzinfo=UTC),
        "r1", thread, "extract", "m", "ok", Usage(**usage, cost=cost), 2,
    )  # fmt: skip


def test_money_is_added_up_and_what_is_unknown_is_counted_apart():
    calls = [
        call(1, 0.5, input_tokens=10, output_tokens=3),
        call(1, None),
        call(2, 0.25, input_tokens=5),
    ]
    by_day = spent(calls, groups(UTC)["day"])
    assert by_day == (
        Spent("2026-11-01", 2, 4, 10, 0, 0, 3, 0.5, 1),
        Spent("2026-11-02", 1, 2, 5, 0, 0, 0, 0.25, 0),
    )


def test_a_day_is_a_day_where_the_user_lives():
    (group,) = spent([call(1, 0.5)], groups(timezone(timedelta(hours=1)))["day"])
    assert group.name == "2026-11-02"
