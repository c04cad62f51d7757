"""Which workflow a thread belongs to, and whether a reply is called for."""

import pytest

from mailmind.core.classify import own_text, reply_need, workflow_of
from mailmind.core.values import Address, Layer, LayerSpan, Message, Thread, Trait

WORDS = {"orders": ("refund", "order"), "scheduling": ("meeting", "Termin"), "general": ()}
ME = {"me@home.example"}


def mail(body="", *, subject="", sender="ada@shop.example", to="me@home.example", **more):
    return Message(
        "m1", sender=Address("", sender), to=(Address("", to),), subject=subject, body=body, **more
    )


def thread(*messages):
    return Thread("t", messages)


@pytest.mark.parametrize(
    ("subject", "body", "workflow"),
    [
        ("Your refund", "It is on its way.", "orders"),
        ("Hello", "When is our meeting?", "scheduling"),
        ("Hello", "Der TERMIN steht.", "scheduling"),
        ("Hello", "How are you?", "general"),
        ("Hello", "I reordered the meetings.", "general"),  # whole words only
        ("Hello", "The meeting about your order", "general"),  # level
        ("Meeting", "about the order", "scheduling"),  # the subject counts more
    ],
)
def test_the_workflow_is_the_one_whose_words_lead(subject, body, workflow):
    assert workflow_of(thread(mail(body, subject=subject)), WORDS) == workflow


def test_quoted_words_do_not_choose_the_workflow():
    body = "Fine with me.\n> the refund of the order\n"
    quoted = LayerSpan(Layer.QUOTED, 14, len(body))
    assert own_text(mail(body, layers=(quoted,))) == "Fine with me.\n"
    assert workflow_of(thread(mail(body, layers=(quoted,))), WORDS) == "general"


@pytest.mark.parametrize(
    "kind", ["no-reply", "bulk", "list", "auto-reply", "bounce", "one-time-code"]
)
def test_mail_of_machines_gets_no_reply_and_the_header_is_named(kind):
    need = reply_need(thread(mail(traits=(Trait(kind, "Header: x"),))), ME)
    assert (need.wanted, "Header: x" in need.reason) == (False, True)


def test_a_calendar_mail_may_be_answered():
    assert reply_need(thread(mail(traits=(Trait("calendar", "x"),))), ME).wanted


@pytest.mark.parametrize(
    ("messages", "mine", "wanted"),
    [
        ([mail()], ME, True),
        ([mail()], set(), True),  # my addresses are not known
        ([mail(to="other@home.example")], ME, False),
        ([mail(sender="me@home.example", to="ada@shop.example")], ME, False),
        ([mail(), mail(sender="ME@home.example", to="ada@shop.example")], ME, False),
        ([mail(sender="")], ME, False),
        ([], ME, False),
    ],
)
def test_a_reply_is_wanted_where_somebody_waits_for_me(messages, mine, wanted):
    need = reply_need(thread(*messages), mine)
    assert need.wanted is wanted
    assert need.reason
