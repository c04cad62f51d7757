"""Mail within mail: each text belongs to its own author and its own day, however deep it stands."""

from datetime import date, datetime, timedelta, timezone

import pytest

from mailmind.core.layers import layers
from mailmind.core.offline import offline_facts
from mailmind.core.values import Address, FactType, Layer, Thread

ANN, CY, EVA = (
    Address("Ann Li", "ann@shop.example"),
    Address("Cy Om", "cy@firm.example"),
    Address("Eva Paz", "eva@casa.example"),
)
GERMAN = (
    "Von: Ann Li <ann@shop.example>\nGesendet: Montag, 16. November 2026 10:02\nAn: Bo Ek\n"
    "Betreff: WG: Termin\n\n"
)
FRENCH = (
    "De : Cy Om <cy@firm.example>\nEnvoyé : dimanche 8 novembre 2026 08:30\nÀ : Ann Li\n"
    "Objet : Réunion\n\n"
)
SPANISH = (
    "De: Eva Paz <eva@casa.example>\nEnviado el: sábado, 31 de octubre de 2026 07:15\nPara: Cy Om\n"
    "Asunto: Cita\n\n"
)
HEAD = (
    "From: Bo Ek <bo@home.example>\nTo: Di <di@x.example>\nDate: Fri, 20 Nov 2026 09:00:00 +0100\n"
    "Subject: WG: Termin\nMIME-Version: 1.0\n"
)
PLAIN = "Content-Type: text/plain; charset=utf-8\n\n"


def words(message):
    """Author, day and last line of each forwarded or quoted stretch."""
    foreign = [s for s in message.layers if message.body[s.start : s.end].strip()]
    return [
        (s.author, s.date.date(), message.body[s.start : s.end].strip().splitlines()[-1])
        for s in foreign
        if s.layer in (Layer.FORWARDED, Layer.QUOTED)
    ]


def days(message):
    return [f.value for f in offline_facts(Thread("t", (message,))) if f.type is FactType.DATE]


def boxed(inner, kind="message/rfc822", name="Termin.eml"):
    """A mail with another one attached to it."""
    return (
        f'{HEAD}Content-Type: multipart/mixed; boundary="b"\n\n--b\n{PLAIN}FYI\n--b\n'
        f'Content-Type: {kind}\nContent-Disposition: attachment; filename="{name}"\n\n{inner}\n--b--\n'
    )


def test_three_levels_in_three_languages(mail):
    message = mail(
        f"{PLAIN}Bitte bis morgen lesen.\n\n{GERMAN}Wir treffen uns morgen.\n\n"
        f"{FRENCH}Rendez-vous demain.\n\n{SPANISH}Nos vemos mañana.\n",
        head=HEAD,
    )  # fmt: skip
    assert words(message) == [
        (ANN, date(2026, 11, 16), "Wir treffen uns morgen."),
        (CY, date(2026, 11, 8), "Rendez-vous demain."),
        (EVA, date(2026, 10, 31), "Nos vemos mañana."),
    ]
    assert message.body[: message.layers[0].start].strip() == "Bitte bis morgen lesen."


def test_a_day_in_a_forwarded_mail_is_counted_from_its_own_date(mail):
    message = mail(f"{PLAIN}The visit is tomorrow.\n\n{GERMAN}The visit is tomorrow.\n", head=HEAD)
    assert days(message) == ["2026-11-21", "2026-11-17"]


def test_a_mail_forwarded_as_attachment_may_forward_another_itself(mail):
    inner = (
        "From: Ann Li <ann@shop.example>\nDate: Mon, 16 Nov 2026 10:02:00 +0100\nSubject: Fwd: x\n"
        f"MIME-Version: 1.0\n{PLAIN}Bis morgen.\n\n{FRENCH}Rendez-vous demain.\n"
    )
    found = words(mail(boxed(inner), head=""))
    assert found == [
        (ANN, date(2026, 11, 16), "Bis morgen."),
        (CY, date(2026, 11, 8), "Rendez-vous demain."),
    ]


def test_attached_within_attached(mail):
    inmost = (
        "From: Cy Om <cy@firm.example>\nDate: Sun, 8 Nov 2026 08:30:00 +0100\n\nSee you tomorrow."
    )
    inner = (
        "From: Ann Li <ann@shop.example>\nDate: Mon, 16 Nov 2026 10:02:00 +0100\n"
        f'Content-Type: multipart/mixed; boundary="c"\n\n--c\n{PLAIN}Please read by tomorrow.\n--c\n'
        f"Content-Type: message/rfc822\n\n{inmost}\n--c--\n"
    )
    message = mail(boxed(inner), head="")
    assert words(message) == [
        (ANN, date(2026, 11, 16), "Please read by tomorrow."),
        (CY, date(2026, 11, 8), "See you tomorrow."),
    ]
    assert days(message) == ["2026-11-17", "2026-11-09"]


@pytest.mark.parametrize("kind", ["application/octet-stream", "text/plain"])
def test_a_file_that_is_named_as_a_mail_is_one(mail, kind):
    inner = "From: Ann Li <ann@shop.example>\nDate: Mon, 16 Nov 2026 10:02:00 +0100\n\nSee you tomorrow."
    message = mail(boxed(inner, kind), head="")
    assert words(message) == [(ANN, date(2026, 11, 16), "See you tomorrow.")]
    assert message.attachments == ("Termin.eml",)


def test_a_file_that_is_only_named_as_a_mail_is_a_file(mail):
    message = mail(boxed("Nothing of a mail: really.", "application/octet-stream"), head="")
    assert (message.layers, message.attachments) == ((), ("Termin.eml",))


def test_quoted_signs_under_a_line_that_begins_a_forwarded_mail(mail):
    message = mail(
        f"{PLAIN}FYI\n\nBegin forwarded message:\n\n> From: Ann Li <ann@shop.example>\n"
        "> Date: 16 November 2026 at 10:02:11 CET\n> To: Bo Ek\n> \n> See you tomorrow.\n> \n"
        ">> Begin forwarded message:\n>> \n>> From: Cy Om <cy@firm.example>\n"
        ">> Date: 8 November 2026 at 08:30:00 CET\n>> To: Ann Li\n>> \n>> Tomorrow at nine.\n",
        head=HEAD,
    )  # fmt: skip
    assert [(a, d) for a, d, _ in words(message)] == [
        (ANN, date(2026, 11, 16)),
        (CY, date(2026, 11, 8)),
    ]


@pytest.mark.parametrize(
    ("zone", "hours"),
    [("CET", 1), ("MEZ", 1), ("CEST", 2), ("MESZ", 2), ("UTC+1", 1), ("GMT-5", -5), ("EST", -5),
     ("GMT+02:00", 2), ("+0530", 5.5)],
)  # fmt: skip
def test_the_zone_of_a_forwarded_mail(zone, hours):
    text = f"From: Ann Li\nDate: 16 November 2026 10:02:11 {zone}\nTo: Bo\nSubject: Plan\n\nHi\n"
    offset = timezone(timedelta(hours=hours))
    assert layers(text)[0].date == datetime(2026, 11, 16, 10, 2, 11, tzinfo=offset)
