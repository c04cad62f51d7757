"""The headers settle who sent and who received, and say so where they cannot tell."""

import pytest

from mailmind.core.checks import headers

MAIL = "Paul Brandt says that he will come. Northwind will pay."


def judged(
    thread, fact, mail, kind, value, statement, sender="Dana Okafor <dana@okafor-events.example>"
):
    ctx = thread(mail(MAIL, sender=sender))
    return headers(fact(kind, value, "will come", statement=statement), ctx)


@pytest.mark.parametrize(
    ("kind", "value", "statement"),
    [
        ("person", "Dana Okafor", "sender of the mail"),
        ("person", "Okafor, Dana", "sender"),
        ("person", "dana@okafor-events.example", "who wrote it"),
        ("person", "Robin Vale", "recipient"),
        ("person", "Robin Vale", "someone in the thread"),
        ("org", "okafor-events", "the sender's company"),
    ],
)
def test_people_of_the_headers_match(thread, fact, mail, kind, value, statement):
    result = judged(thread, fact, mail, kind, value, statement)
    assert (result.outcome, result.code) == ("pass", "headers.match"), result


@pytest.mark.parametrize(
    ("kind", "value", "statement"),
    [
        ("person", "Paul Brandt", "sender of the mail"),
        ("person", "Robin Vale", "the sender"),
        ("person", "Dana Okafor", "recipient"),
        ("org", "Northwind", "company of the sender"),
    ],
)
def test_a_wrong_role_is_a_mismatch(thread, fact, mail, kind, value, statement):
    result = judged(thread, fact, mail, kind, value, statement)
    assert (result.outcome, result.code) == ("fail", "headers.mismatch"), result
    assert "Dana Okafor" in result.reason or "Robin Vale" in result.reason


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("person", "Paul Brandt"),
        ("person", "Dana"),
        ("person", "Dan"),
        ("org", "Northwind"),
        ("org", "example"),
    ],
)
def test_who_is_only_spoken_of_is_for_a_reader(thread, fact, mail, kind, value):
    result = judged(thread, fact, mail, kind, value, "guest of the event")
    assert (result.outcome, result.code) == ("not_run", "not_run")


def test_a_free_mail_provider_is_not_the_senders_company(thread, fact, mail):
    result = judged(thread, fact, mail, "org", "Gmail", "a company", sender="Dana <dana@gmail.com>")
    assert result.outcome == "not_run"
