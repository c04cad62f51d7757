"""Signatures and boilerplate: what stands under the sender's words."""

import pytest

from mailmind.core.layers import layers

SIGNATURES = [
    "-- \nAnn Li\nShop Inc.",
    "--\nAnn",
    "-- \nany words at all, even a whole sentence that goes on.",
    "Sent from my iPhone",
    "Sent from my Galaxy",
    "Sent from my phone. Please excuse typos.",
    "Get Outlook for iOS",
    "Von meinem iPhone gesendet",
    "Envoyé de mon iPhone",
    "Enviado desde mi iPhone",
    "Inviato da iPhone",
    "Verzonden vanaf mijn telefoon",
    "Skickat från min iPhone",
    "Отправлено с iPhone",
    "Ann Li\nHead of Sales\nTel. +49 30 1234567",
    "Ann Li\nSales Manager\nShop Inc.",
    "Ann Li\n1 Main Street\nOffice: 555-123-4567\nann@shop.example",
    "==================\nAnn Li\nProfessor of Law\nVoice: (512) 555-0100\n==================",
]


@pytest.mark.parametrize("signature", SIGNATURES)
def test_signature(signature, zones):
    text = f"Hi Bo,\n\nthe price is 5 EUR and not a cent more.\n\n{signature}\n"
    assert zones(text) == [
        ("own", "Hi Bo,\n\nthe price is 5 EUR and not a cent more."),
        ("signature", signature),
    ]


def test_a_closing_stays_with_the_words(zones):
    text = "We agree.\n\nKind regards,\nAnn Li\nShop Ltd\nPhone: 555-123-4567\n"
    assert zones(text) == [
        ("own", "We agree.\n\nKind regards,"),
        ("signature", "Ann Li\nShop Ltd\nPhone: 555-123-4567"),
    ]


def test_a_list_above_a_signature_is_content(zones):
    text = "Today:\n\n* Pizza Salami\n* Pizza Tonno\n\nPizza Shop\nTel. 555-123-4567\n"
    assert zones(text) == [
        ("own", "Today:\n\n* Pizza Salami\n* Pizza Tonno"),
        ("signature", "Pizza Shop\nTel. 555-123-4567"),
    ]


def test_a_signature_above_a_quote(zones):
    text = "Yes.\n\n-- \nAnn\n\nOn 3 Mar 2026 at 10:00, Bo <bo@x.example> wrote:\n> ok?\n"
    assert [layer for layer, _ in zones(text)] == ["own", "signature", "quoted"]


CONTENT = [
    "Hello,\n\n-- first point\n-- second point\n-- third point\n\nThanks!\n",
    "The people to call:\n\nAnn Li 555-123-4567\nBo Ek 555-123-4568\nCy Dahl 555-123-4569\n",
    "Sent from my desk, is much easier than a mobile phone.\n",
    "Your code:\n\n1234\n",
    "Your booking is confirmed.\n\nAnn Li\nSeat 4A\nTel. 555-123-4567\nOrder 123-4567890-1234567\n",
    "Thank you!\n\nShop Inc.\nOrder Number\n123-4567890-1234567\n",
    "Please pay to:\n\nShop Inc.\nIBAN: DE02 1203 0000 0000 2020 51\nBIC: BYLADEM1001\n",
    "Pick it up here.\n\nShop Inc.\n1 Main Street\nOpen 9:00 to 18:00\n",
    "Stay safe.\n\nShop Inc.\nBank: North Bank\nTel. 555-123-4567\n",
    "It is done.\n\nShop Inc.\n12034 00000 2020\n",
    "It leaves then.\n\nBerlin Hbf\n12.05.2026 10:20\n",
    "Products:\n\n* 8.50 EUR Pizza\n* 9.50 EUR Pasta\n",
    "Ann Li\nShop Inc.\nTel. 555-123-4567\n",  # nothing but a card: that is the mail
    "It may work as shown on this page:\nhttps://x.example/page/17\n",
    "The parcel is 12 kg.\n\nCall me at 555-123-4567 when you are there.\n",
    "This message will self-destruct.\n\nThe meeting is at 9.\n",
    "code:\n--\nx = 1\n" + "line\n" * 40,
]


@pytest.mark.parametrize("text", CONTENT)
def test_content_is_no_signature(text, zones):
    assert {layer for layer, _ in zones(text)} == {"own"}


BOILERPLATE = [
    "This e-mail is confidential and intended only for the addressee.",
    "CONFIDENTIALITY NOTICE: This message may contain privileged information.",
    "If you are not the intended recipient, please delete this message.",
    "Diese E-Mail enthält vertrauliche Informationen.",
    "Ce message est confidentiel.",
    "Este mensaje es confidencial.",
    "**********\nThis e-mail is the property of Shop Inc. and may be privileged.\n**********",
    "_____________________\n\nThis message is confidential.",
    "_____________________\nshop-users mailing list\nshop-users@lists.example",
    "---------------------\nTo unsubscribe, e-mail: leave@lists.example",
    "You received this message because you are subscribed to the group.",
]


@pytest.mark.parametrize("boilerplate", BOILERPLATE)
def test_boilerplate(boilerplate, zones):
    text = f"The price is 5 EUR and not a cent more.\n\n{boilerplate}\n"
    assert zones(text) == [
        ("own", "The price is 5 EUR and not a cent more."),
        ("disclaimer", boilerplate),
    ]


def test_boilerplate_under_a_signature_is_told_apart(zones):
    text = (
        "Yes.\n\n-- \nAnn Li\n\nThis e-mail is confidential and meant for you.\n\nShop Ltd, No. 7\n"
    )
    assert zones(text) == [
        ("own", "Yes."),
        ("signature", "-- \nAnn Li"),
        ("disclaimer", "This e-mail is confidential and meant for you.\n\nShop Ltd, No. 7"),
    ]


def test_words_about_confidentiality_in_the_middle_stay():
    text = "If you are not the intended recipient of the parcel, tell us.\n\nWe will call on Friday at 9.\n"
    assert layers(text) == ()
