"""Kinds of faults that other checkers are known for, one small case of our own for each."""

import pytest

from mailmind.core.checks import citation, deterministic, value
from mailmind.core.gate import decide
from mailmind.core.route import route
from mailmind.core.states import state
from mailmind.core.values import State


def verdict(thread, fact, text, kind, claim, quote):
    ctx = thread(text)
    item = fact(kind, claim, quote)
    names = route(item, ctx)
    return state(item, deterministic(item, names, ctx), names, ctx, deterministic_only=True)


@pytest.mark.parametrize(
    ("text", "kind", "claim", "quote"),
    [
        # a changed number, month, negation or ID that looks nearly right
        ("The rate is 5 % a year.", "percent", "6 %", "The rate is 5 % a year"),
        ("The rate is 5 % a year.", "percent", "6 %", "The rate is 6 % a year"),
        ("You owe $1,200.00 now.", "amount", "$1,500", "You owe $1,200.00"),
        ("It ends on 30 June 2026.", "date", "2026-07-30", "ends on 30 June 2026"),
        ("Invoice INV-2024-00917 is open.", "id", "INV-2024-00791", "Invoice INV-2024-00917"),
        ("We have 1,5 Liter left.", "number", "15", "1,5 Liter"),
        ("It was 1 000 000 units.", "number", "1", "1 000 000 units"),
        ("A loss of $3.95M.", "amount", "$8.06M", "A loss of $3.95M"),
        # the same digits as another kind
        ("Your booking 660512 is fine.", "amount", "660512", "Your booking 660512"),
        ("The fare is 43.50 EUR.", "id", "43.50", "The fare is 43.50 EUR"),
        ("See chapter 3.1 for more.", "amount", "3", "chapter 3.1"),
        ("COVID-19 changed it.", "number", "19", "COVID-19 changed it"),
        # a piece of the sentence that turns its meaning
        ("The sky is not blue at 14:00.", "time", "14:00", "blue at 14:00"),
        ("We no longer pay $540.", "amount", "$540", "pay $540"),
        ("Pay unless you cancelled by 3 May 2026; it is not 3 May 2026.", "date", "2026-05-03",
         "is not 3 May 2026"),
        # special characters in a quote are characters
        ("The fee (net) is 45 EUR.", "amount", "45 EUR", "The fee .net. is 45 EUR"),
        ("The fee (net) is 45 EUR.", "amount", "45 EUR", "The fee.*45 EUR"),
        # an echo of instructions, a paraphrase
        ("Come at 10:30 AM.", "time", "10:30", "the exact words of the mail, copied"),
        ("Come at 10:30 AM.", "time", "10:30", "The time of the meeting is mentioned as 10:30 AM"),
    ],
)  # fmt: skip
def test_a_false_fact_never_verifies(thread, fact, text, kind, claim, quote):
    assert verdict(thread, fact, text, kind, claim, quote) is not State.VERIFIED


@pytest.mark.parametrize(
    ("text", "kind", "claim", "quote"),
    [
        ("You owe $1,200.00 now.", "amount", "1200.0 USD", "You owe $1,200.00"),
        ("It cost USD 890,000,000 then.", "amount", "$890M", "USD 890,000,000"),
        ("You owe $890M now.", "amount", "USD 890,000,000", "You owe $890M"),
        ("The “open” offer \u2011 see \u201eTerms\u201c \u2014 ends 3\u00a0May 2026.", "date", "2026-05-03",
         "The \"open\" offer - see 'Terms' - ends 3 May 2026"),
        ("The e\ufb03cient plan costs\n45 EUR.", "amount", "45 EUR", "The efficient plan costs 45 EUR"),
        ("The agree-\nment ends on 3 May 2026.", "date", "2026-05-03", "The agreement ends on 3 May 2026"),
        ("Le cœur coûte 45 EUR.", "amount", "45 EUR", "Le coeur coûte 45 EUR"),
        ("We pay *$540* (really) [soon].", "amount", "$540", "We pay $540 (really) [soon]"),
        ("Pay by 3 May 2026. Pay by 3 May 2026.", "date", "2026-05-03", "Pay by 3 May 2026."),
    ],
)  # fmt: skip
def test_an_honest_fact_is_not_blocked_for_its_typography(thread, fact, text, kind, claim, quote):
    assert verdict(thread, fact, text, kind, claim, quote) is State.VERIFIED


def test_the_second_of_two_mentions_is_found_where_it_stands(thread, fact):
    text = "It was 45 EUR. Now it is 45 EUR."
    result = citation(fact("amount", "45 EUR", "Now it is 45 EUR"), thread(text))
    assert result.evidence.start == text.index("Now")


def test_two_totals_in_one_mail_do_not_support_each_other(thread, fact):
    text = "The yearly total is 120 EUR. The monthly total is 10 EUR."
    result = value(fact("amount", "10 EUR", "The yearly total is 120 EUR"), thread(text))
    assert result.code == "value.not_in_quote"


def test_a_computed_share_is_no_copy(thread):
    decision = decide(
        "15 % of them came.", facts=[], context=thread("3 of 20 came."), deterministic_only=True
    )
    assert [c.text for c in decision.claims if c.resolved is False] == ["15 %"]
