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
        ("The money leaves Acme on 19 November 2026 at 16:15", "19 November 2026 at 16:15"),
    ],
)
def test_a_figure_that_does_not_is_held_and_named(thread, fact, statement, figure):
    result = judged(thread, fact, statement)
    assert (result.outcome, result.code) == ("unsure", "grounding.supported"), result
    assert f"says '{figure}" in result.reason


def test_names_are_not_looked_up_for_figures(thread, fact):
    item = fact("person", "Robin", "Dear Robin, about order BX-1007.", statement="Robin pays $900")
    answer = Judgement("f1", "supported", DECIDES, "m1")
    assert grounding_verdicts([item], [answer], thread(MAIL))["f1"].outcome == "pass"
