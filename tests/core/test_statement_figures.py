"""A proven value vouches for no other figure: what else a statement says must stand in its message."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailmind.core.checks import CheckContext, cross, deterministic, pending_model_checks, value
from mailmind.core.offline import offline_facts
from mailmind.core.parse import from_text
from mailmind.core.replies import SecondReading
from mailmind.core.route import route
from mailmind.core.states import state
from mailmind.core.values import Fact, FactType, Thread

MAIL = (
    "Dear Robin,\n\nwe approved your refund of $540.00 for order BX-1007 on 12 November 2026. The money\n"
    "arrives by this Friday at 15:15, less a fee of 5 %. It takes 14 days at most.\n"
    "All 1,842 customers get it. It will not arrive by 3 December 2026.\n"
    "Call +49 30 901820, see section 2.2 of the terms, or come at 2:00.\n"
    "\nOn Sun, 15 Nov 2026 at 09:00, Robin Vale <robin@vale.example> wrote:\n"
    "> I paid $610 on 2 October 2026 for order QQ-7788.\n"
)  # fmt: skip
"""Of Monday, 16 November 2026: "this Friday" is 20 November."""
QUOTE = "refund of $540.00"


def judged(thread, fact, statement, *others, kind="amount", claim="540 USD", quote=QUOTE, text=MAIL,
           **more):  # fmt: skip
    return value(fact(kind, claim, quote, statement=statement, **more), thread(text, *others))


@pytest.mark.parametrize(
    "statement",
    [
        "",
        "amount",
        "The refund is $540",
        "The refund comes to 540 dollars",
        "Acme refunds USD 540.00 to Robin",
        "Refund of $540 for order BX-1007",
        "Refund of $540, approved on 12 November 2026",
        "Refund of $540, approved on 2026-11-12",
        "Refund of $540 arrives by 20 November 2026",
        "Refund of $540 arrives by this Friday",
        "Refund of $540 arrives on 20 November 2026 at 3:15 PM",
        "Refund of $540 less a fee of 5 percent",
        "Refund of $540 within two weeks",
        "Refund of $540, one of 1842 refunds",
        "Refund of $540; questions to +49 30 901820 or 030 901820",
        "Refund of $540 under §2.2",
        "Refund of $540, desk open at 2:00",
        "Refund of $540 for the 2 orders of 2026",
        "Refund of $540 for order QQ-7788",
        "Refund of $540, which will not arrive by 3 December 2026",
        "Refund of $540, as billing@acme.example writes",
        "Refund of $540, approved on 12 November, sent the next day",
    ],
)
def test_a_statement_whose_figures_stand_is_untouched(thread, fact, statement):
    result = judged(thread, fact, statement)
    assert (result.outcome, result.code) == ("pass", "value.equal"), result


@pytest.mark.parametrize(
    ("statement", "figure"),
    [
        ("Refund of $540 arrives by 3 March", "3 March"),
        ("Refund of $540 arrives by tomorrow", "tomorrow"),
        ("Refund of $540 arrives on 20 November 2026 at 4 PM", "20 November 2026 at 4 PM"),
        ("Refund of $540 arrives at 4:45 PM", "4:45 PM"),
        ("Refund of $540 plus $25 of postage", "$25"),
        ("Refund of $540 less a fee of 6 %", "6 %"),
        ("Refund of 540 euros", "540 euros"),
        ("Refund of $540 within 21 days", "21 days"),
        ("Refund of $540, one of 1,900.5 refunds", "1,900.5"),
        ("Refund of $540 for order BX-100", "BX-100"),
        ("Refund of $540 for order BX-2214", "BX-2214"),
        ("Refund of $540; questions to +49 30 901821", "+49 30 901821"),
        ("Refund of $540 under §2.3", "§2.3"),
        ("Refund of $540, paid out between 2 and 6 November 2026", "2 and 6 November 2026"),
    ],
)
def test_a_further_figure_that_stands_nowhere_holds_the_fact(thread, fact, statement, figure):
    result = judged(thread, fact, statement)
    assert (result.outcome, result.code) == ("unsure", "value.absent"), result
    assert result.reason == (
        f"the quote says '$540.00', but the statement also says {figure!r}; "
        "no message of the thread says so"
    )


@pytest.mark.parametrize(
    ("kind", "claim", "quote", "statement"),
    [
        ("date", "2026-11-12", "on 12 November 2026", "Approved on 12 November 2026 at 4 PM"),
        ("time", "15:15", "at 15:15", "The money arrives at 15:15 on 21 November 2026"),
        ("percent", "5 %", "a fee of 5 %", "The fee is 5 % or $27"),
        ("duration", "14 days", "14 days at most", "It takes 14 days, 30 at most, 45 days in all"),
        ("id", "BX-1007", "order BX-1007", "Order BX-1007 is refunded by 3 March"),
        ("phone", "+4930901820", "Call +49 30 901820", "Call +49 30 901820 until 7 PM"),
        ("number", "1842", "All 1,842 customers", "1,842 customers get $900"),
        ("section", "2.2", "section 2.2", "Section 2.2 limits it to €70"),
    ],
)
def test_every_typed_fact_is_asked(thread, fact, kind, claim, quote, statement):
    result = judged(thread, fact, statement, kind=kind, claim=claim, quote=quote)
    assert (result.outcome, result.code) == ("unsure", "value.absent"), result


@pytest.mark.parametrize(
    ("kind", "claim", "quote", "statement"),
    [
        ("date", "2026-11-12", "on 12 November 2026", "Approved on Thursday, 12 November"),
        ("time", "15:15", "at 15:15", "The money arrives on 20 November at 3:15 PM"),
        ("id", "BX-1007", "order BX-1007", "The order number is bx 1007"),
        ("id", "BX-1007", "order BX-1007", "Order BX-1007 has a refund of $540"),
        ("phone", "+4930901820", "Call +49 30 901820", "The phone number is 030 901820"),
        ("number", "1842", "All 1,842 customers", "There are 1842 customers"),
        ("duration", "P14D", "14 days at most", "It takes 14 days"),
    ],
)
def test_the_value_in_other_words_is_no_further_figure(thread, fact, kind, claim, quote, statement):
    result = judged(thread, fact, statement, kind=kind, claim=claim, quote=quote)
    assert (result.outcome, result.code) == ("pass", "value.equal"), result


def test_what_another_message_says_is_named_and_held(thread, fact):
    result = judged(
        thread, fact, "Refund of $540 arrives by 3 March 2027", "It is 3 March 2027 now."
    )
    assert (result.outcome, result.code) == ("unsure", "value.absent")
    assert result.extra == {"found_in": "m2"}
    assert result.reason.endswith("the statement also says '3 March 2027'; m2 says so, m1 does not")


def test_the_words_of_another_author_do_not_count(thread, fact):
    result = judged(thread, fact, "Refund of $540 out of $610")
    assert (result.outcome, result.code) == ("unsure", "value.not_in_quote")
    assert result.reason.endswith("also says '$610'; m1 says so only in quoted words")
    quoted = judged(
        thread, fact, "$610 was paid on 2 October 2026 for a refund of $540",
        claim="$610", quote="I paid $610", layer="quoted",
    )  # fmt: skip
    assert (quoted.outcome, quoted.code) == ("unsure", "value.not_in_quote")
    assert quoted.reason.endswith("also says '$540'; m1 says so only in the sender's own words")


def test_a_figure_that_the_message_leaves_open_is_held(thread, fact):
    result = judged(thread, fact, "Refund of $540 if you come at 2 PM",
                    text="A refund of $540.00 if you come at 2:00.")  # fmt: skip
    assert (result.outcome, result.code) == ("unsure", "value.ambiguous")
    assert result.reason.endswith("'2 PM'; m1 says '2:00', which can be read in more than one way")
    money = judged(thread, fact, "A refund of 80 EUR less 9 SEK", claim="80 EUR", quote="refund of 80 EUR",
                   text="A refund of 80 EUR less 9 kr, not 9 NOK or SEK 7.")  # fmt: skip
    assert (money.outcome, money.code) == ("unsure", "value.currency_unclear")


def test_a_figure_that_the_message_denies_is_proven_wrong(thread, fact):
    result = judged(thread, fact, "Refund of $540 arrives by 3 December 2026")
    assert (result.outcome, result.code) == ("fail", "value.negated")
    assert result.reason.endswith("also says '3 December 2026', which m1 denies ('not')")


def test_a_denied_figure_in_a_statement_that_denies_something_else_is_held(thread, fact):
    result = judged(thread, fact, "Refund of $540 is not taxed; it arrives by 3 December 2026")
    assert (result.outcome, result.code) == ("unsure", "value.negated"), result


def test_a_wrong_value_is_told_before_the_statement(thread, fact):
    result = judged(thread, fact, "Refund of $480 arrives by 3 March", claim="480 USD")
    assert (result.outcome, result.code) == ("fail", "value.absent")


def test_a_statement_in_another_language_than_the_mail_is_read(thread, fact):
    german = (
        "Guten Tag, wir erstatten Ihnen den Betrag von 1.500 EUR und buchen ihn am 3. März 2027 auf das "
        "Konto, von dem Sie die Rechnung bezahlt haben."
    )
    more = {"claim": "1500 EUR", "quote": "den Betrag von 1.500 EUR", "text": german}
    good = judged(thread, fact, "A refund of €1,500 is booked on 3 March 2027", **more)
    assert good.outcome == "pass", good
    bad = judged(thread, fact, "A refund of €1,500 is booked on 4 March 2027", **more)
    assert (bad.outcome, bad.code) == ("unsure", "value.absent")
    assert "'4 March 2027'" in bad.reason


def test_relative_days_are_those_of_the_message(mail, fact):
    later = mail("The refund of $540 leaves tomorrow.", date="2026-12-01T09:00:00+01:00")
    ctx = CheckContext(Thread("t", (later,)))
    says = "The refund of $540 leaves on {} December 2026"
    outcomes = [
        value(fact("amount", "540 USD", "refund of $540", statement=says.format(day)), ctx).outcome
        for day in (2, 3)
    ]
    assert outcomes == ["pass", "unsure"]


def test_a_statement_may_leave_out_the_year_and_no_more(thread, fact):
    text = "In Q3 2024 we sold the boat for 900 EUR, on 3 March 2024 the car."
    more = {"claim": "900 EUR", "quote": "sold the boat for 900 EUR", "text": text}
    for statement, outcome in (
        ("The boat went for 900 EUR in the third quarter", "pass"),
        ("The boat went for 900 EUR in the third quarter of 2025", "unsure"),
        ("The boat went for 900 EUR in the second quarter", "unsure"),
        ("The boat went for 900 EUR, the car on 3 March", "pass"),
        ("The boat went for 900 EUR, the car on 3 March 2025", "unsure"),
    ):
        assert judged(thread, fact, statement, **more).outcome == outcome, statement


@pytest.mark.parametrize(
    ("statement", "outcome", "final"),
    [
        ("Acme refunds $540", "pass", "verified"),
        ("Acme wrote this on 16 November 2026", "pass", "verified"),
        ("Acme refunds $900", "unsure", "held"),
    ],
)
def test_a_name_that_the_headers_settle_vouches_for_no_figure(
    thread, fact, statement, outcome, final
):
    ctx = thread(MAIL)
    item = fact("org", "Acme", "we approved your refund", statement=statement)
    names = route(item, ctx)
    verdicts = deterministic(item, names, ctx)
    assert [str(v.outcome) for v in verdicts if v.check == "headers"] == [outcome]
    assert str(state(item, verdicts, names, ctx)) == final
    assert pending_model_checks(names, verdicts) == ()


def test_a_bare_number_may_be_a_time_of_the_mail(thread, fact):
    text = "Wir treffen uns am 20. November 2026 um 10.00 Uhr, Eintritt 7 EUR."
    more = {"claim": "7 EUR", "quote": "Eintritt 7 EUR", "text": text}
    outcomes = [
        judged(thread, fact, f"Eintritt 7 EUR, Beginn {clock}", **more).outcome
        for clock in ("10.00", "11.30")
    ]
    assert outcomes == ["pass", "unsure"]


def test_such_a_fact_is_held_and_costs_no_reader(thread, fact):
    ctx = thread(MAIL)
    item = fact("amount", "540 USD", QUOTE, statement="Refund of $540 arrives by 3 March")
    names = route(item, ctx)
    assert str(state(item, deterministic(item, names, ctx), names, ctx)) == "held"


def test_a_second_reader_is_compared_by_value_alone(thread, fact):
    ctx = thread("The refund is $540, we first said $560.")
    item = fact("amount", "540 USD", "refund is $540", statement="The refund is $540 by 3 March")
    result = cross(item, SecondReading("f1", "$560", "we first said $560", "m1"), ctx)
    assert (result.outcome, result.code) == ("fail", "cross.disagree")


def test_what_code_states_itself_passes():
    mail = from_text(
        message_id="m1", sender="24 Hours GmbH <desk@hours.example>", to="robin@vale.example",
        date="2026-11-16T10:02:00+01:00", subject="Your refund",
        text="The total that you paid us for it all on the day that you came round on 12 November 2026 "
             "was $1,540.00, and we send back $540.00 within 14 days to account no. 4471-22 by 15:15. "
             "It leaves tomorrow.",
    )  # fmt: skip
    thread = Thread("t", (mail,))
    facts = offline_facts(thread)
    assert len(facts) >= 4
    assert {str(value(item, CheckContext(thread)).outcome) for item in facts} == {"pass"}


@settings(max_examples=60, deadline=None)
@given(st.integers(min_value=1, max_value=99_999), st.integers(min_value=1, max_value=99_999))
def test_no_second_amount_ever_passes_unless_the_mail_says_it(mine, other):
    mail = from_text(message_id="m1", sender="a@b.example", to="c@d.example",
                     date=None, subject="", text=f"The refund is EUR {mine}.")  # fmt: skip
    item = Fact("f1", FactType.AMOUNT, f"EUR {mine} and EUR {other} are refunded", f"{mine} EUR",
                f"The refund is EUR {mine}", "m1", 0.9)  # fmt: skip
    passed = value(item, CheckContext(Thread("t", (mail,)))).outcome == "pass"
    assert passed is (mine == other)
