"""A reader's support covers no figure that the words it rests on do not say."""

import pytest

from mailmind.core.checks import grounding_verdicts
from mailmind.core.replies import Judgement

QUOTE = "We will refund $540.00 by this Friday."
DECIDES = "The money leaves us at 15:15 on 19 November 2026."
MAIL = f"Dear Robin, about order BX-1007. {QUOTE} {DECIDES} The fee of 5 % stays with us."


def judged(thread, fact, statement, kind="commitment", quote=QUOTE):
    item = fact(kind, "", quote, statement=statement)
    answer = Judgement("f1", "supported", DECIDES, "m1")
    return grounding_verdicts([item], [answer], thread(MAIL))["f1"]


@pytest.mark.parametrize(
    "statement",
    [
        "Acme refunds $540",
        "Acme refunds 540 dollars for order BX-1007",
        "Acme refunds it by 20 November 2026",
        "The money leaves Acme on 19 November 2026",
        "The money leaves Acme at 3:15 PM",
        "The money leaves Acme on 19 November 2026 at 15:15",
        "Acme refunds in two parts",
    ],
)
def test_figures_that_stand_where_the_claim_rests_pass(thread, fact, statement):
    assert judged(thread, fact, statement).outcome == "pass"


@pytest.mark.parametrize(
    ("statement", "figure"),
    [
        ("Acme refunds $560", "$560"),
        ("Acme refunds 540 EUR", "540 EUR"),
        ("Acme refunds it by 21 November 2026", "21 November 2026"),
        ("The money leaves Acme at 3:45 PM", "3:45 PM"),
        ("Acme refunds 5 % of it", "5 %"),
        ("Acme refunds it within 14 days", "14 days"),
        ("Acme refunds order BX-2214", "BX-2214"),
        ("Acme refunds order BX-100", "BX-100"),
        ("The money leaves Acme on 19 November 2026 at 16:15", "19 November 2026 at 16:15"),
    ],
)
def test_a_figure_that_does_not_is_held_and_named(thread, fact, statement, figure):
    result = judged(thread, fact, statement)
    assert (result.outcome, result.code) == ("unsure", "grounding.supported"), result
    assert f"says '{figure}" in result.reason


@pytest.mark.parametrize(
    ("statement", "outcome"),
    [("Robin gets back $540", "pass"), ("Robin gets back $900", "unsure")],
)
def test_a_figure_beside_a_name_must_stand_in_the_mail(thread, fact, statement, outcome):
    item = fact("person", "Robin", "Dear Robin, about order BX-1007.", statement=statement)
    answer = Judgement("f1", "supported", "Dear Robin, about order BX-1007.", "m1")
    assert grounding_verdicts([item], [answer], thread(MAIL))["f1"].outcome == outcome


def test_a_statement_in_another_language_than_the_mail_is_read(thread, fact):
    quote = "Wir erstatten Ihnen den ganzen Betrag am 3. März 2027 auf Ihr Konto bei der Bank."
    answer = Judgement("f1", "supported", quote, "m1")
    outcomes = [
        grounding_verdicts(
            [fact("commitment", "", quote, statement=f"Acme refunds it on {day} March 2027")],
            [answer], thread(f"Guten Tag! {quote} Mit freundlichen Grüßen"),
        )["f1"].outcome
        for day in (3, 4)
    ]  # fmt: skip
    assert outcomes == ["pass", "unsure"]
