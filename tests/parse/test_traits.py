"""What headers alone say of a mail."""

import pytest

BOUNCE = (
    "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n"
    "--b\nContent-Type: text/plain\n\nfailed\n--b--\n"
)
CALENDAR = "Content-Type: text/calendar; method=REQUEST\n\nBEGIN:VCALENDAR\nEND:VCALENDAR\n"


def kinds(message) -> set[str]:
    return {trait.kind for trait in message.traits}


@pytest.mark.parametrize(
    ("source", "kind", "reason"),
    [
        ("List-Id: <news.x.example>\n\nhi", "list", "List-Id: <news.x.example>"),
        ("Mailing-List: list x\n\nhi", "list", "Mailing-List: list x"),
        ("List-Unsubscribe: <mailto:u@x>\n\nhi", "bulk", "List-Unsubscribe: <mailto:u@x>"),
        ("Precedence: bulk\n\nhi", "bulk", "Precedence: bulk"),
        ("Auto-Submitted: auto-replied\n\nhi", "auto-reply", "Auto-Submitted: auto-replied"),
        ("X-Autoreply: yes\n\nhi", "auto-reply", "X-Autoreply: yes"),
        ("Subject: Automatic reply: away\n\nhi", "auto-reply", "Subject: Automatic reply: away"),
        ("Subject: Abwesenheit: Ann\n\nhi", "auto-reply", "Subject: Abwesenheit: Ann"),
        ("Auto-Submitted: auto-generated\n\nhi", "no-reply", "Auto-Submitted: auto-generated"),
        (CALENDAR, "calendar", "a text/calendar part"),
        (BOUNCE, "bounce", "Content-Type: multipart/report; report-type=delivery-status"),
        ("X-Failed-Recipients: bo@x\n\nhi", "bounce", "X-Failed-Recipients: bo@x"),
        ("Return-Path: <>\nSubject: Undeliverable: x\n\nhi", "bounce", "Subject: Undeliverable: x"),
        (
            "Subject: Sign-in\n\nYour verification code is 482913.",
            "one-time-code",
            "the text says 'verification code'",
        ),
        (
            "Subject: Your login code\n\n48 29 13 or 482913",
            "one-time-code",
            "Subject says 'login code'",
        ),
        (
            "Subject: x\n\nIhr Bestätigungscode lautet: 482913",
            "one-time-code",
            "the text says 'Bestätigungscode'",
        ),
    ],
)
def test_trait_and_its_reason(mail, source, kind, reason):
    assert (kind, reason) in {(trait.kind, trait.reason) for trait in mail(source).traits}


@pytest.mark.parametrize(
    "address",
    [
        "no-reply@x.example",
        "noreply+17@x.example",
        "orders.no_reply@x.example",
        "do-not-reply@x.example",
        "nepasrepondre@x.example",
    ],
)
def test_no_reply_addresses(mail, address):
    assert "no-reply" in kinds(mail("\nhi", head=f"From: Shop <{address}>\n"))


@pytest.mark.parametrize(
    "source",
    [
        "Subject: Lunch\n\nSee you at noon.",
        "Subject: The code of conduct\n\nOur code of conduct has 4 parts, see 2026.",
        "Subject: Reply please\n\nCan you reply?",
        "Auto-Submitted: no\n\nhi",
        "Precedence: normal\n\nhi",
        "Subject: x\n\nPlease tell me the access code when you arrive.",
        "Subject: Returned the book\n\nhi",
        "Subject: Undeliverable goods\n\nWhere shall we send them?",
    ],
)
def test_ordinary_mail_has_no_trait(mail, source):
    assert mail(source).traits == ()


@pytest.mark.parametrize("address", ["noreen@x.example", "reply@x.example", "bouncer@x.example"])
def test_names_that_only_look_so(mail, address):
    assert mail("\nhi", head=f"From: <{address}>\n").traits == ()
