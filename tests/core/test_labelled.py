"""A draft's labels tell what was checked, and come off without a trace."""

import pytest

from mailmind.core.gate import decide
from mailmind.core.labelled import label_draft
from mailmind.core.labels import gate, strip

MAIL = "The fee is 45 EUR. It is due on 20 November 2026."


def labelled(ctx, text, facts=(), **more):
    decision = decide(text, facts=facts, context=ctx, **more)
    by_person = more.get("by_person", False)
    return label_draft(text, decision=decision, facts=facts, context=ctx, by_person=by_person)


def test_what_stands_in_a_mail_is_checked_with_message_and_date(thread):
    out = labelled(thread(MAIL), "Hello,\n\nThe fee is €45. We pay it.")
    assert out == "Hello,\n\n(m)The fee is €45.(/m: m1, 2026-11-16) (g)We pay it.(/g)"
    assert not gate(out).allow


def test_a_resolved_fact_is_checked_and_an_open_one_is_not(thread, checked):
    ctx = thread("Hello.")
    good = checked("confirmed", "amount", "45 EUR", "fee is 45 EUR")
    assert labelled(ctx, "The fee is €45.", [good]) == "(m)The fee is €45.(/m: m1, 2026-11-16)"
    bad = checked("held", "amount", "45 EUR", "fee is 45 EUR")
    assert labelled(ctx, "The fee is €45.", [bad]) == "(g)The fee is €45.(/g)"


def test_a_persons_words_are_a_persons(thread):
    assert labelled(thread(MAIL), "We pay it.", by_person=True) == "(u)We pay it.(/u)"


@pytest.mark.parametrize(
    "text", ["The fee is €45.\n\n  We pay `it. Now`.\n", "", "Hi,\n\nWhy?\n\nRobin"]
)
def test_labels_come_off_without_a_trace(thread, text):
    assert strip(labelled(thread(MAIL), text)) == text
