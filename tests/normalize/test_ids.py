"""Identifiers: proven by check digits, or named by the words around them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailmind.core.normalize import find


def ids(text, **keys):
    keys.setdefault("lang", "en")
    return [(v.subkind, v.reading["value"]) for v in find(text, **keys) if v.kind == "id"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("pay to DE89 3704 0044 0532 0130 00 today", "DE89370400440532013000"),
        ("pay to DE89370400440532013000.", "DE89370400440532013000"),
        ("IBAN: gb29 nwbk 6016 1331 9268 19", "GB29NWBK60161331926819"),
        ("NO93 8601 1117 947", "NO9386011117947"),
        ("MT84 MALT 0110 0001 2345 MTLC AST0 01S", "MT84MALT011000012345MTLCAST001S"),
    ],
)
def test_iban(text, value):
    assert ids(text) == [("iban", value)]


@given(place=st.integers(4, 21), digit=st.integers(1, 9))
@settings(max_examples=100, deadline=None)
def test_an_iban_with_a_changed_digit_is_none(place, digit):
    right = "DE89370400440532013000"
    wrong = right[:place] + str((int(right[place]) + digit) % 10) + right[place + 1 :]
    assert [i for i in ids(f"pay to {wrong}") if i[0] == "iban"] == []


@pytest.mark.parametrize(
    "text", ["DE89 3704 0044 0532 0130 0", "GB29 1234 6016 1331 9268 19", "XX89370400440532013000"]
)
def test_no_iban_of_wrong_length_form_or_country(text):
    assert [i for i in ids(text) if i[0] == "iban"] == []


@pytest.mark.parametrize(
    "text",
    [
        "1Z999AA10123456784",
        "RB123456785GB",
        "tracking number 9400 1000 0000 0000 0000 06",
    ],
)
def test_tracking_numbers_with_check_digits(text):
    value = text.removeprefix("tracking number ").replace(" ", "")
    assert ids(f"It is on its way: {text}") == [("tracking", value)]


def test_a_parcel_number_with_a_wrong_check_digit_is_none():
    assert ids("1Z999AA10123456785") == []
    assert ids("RB123456784GB") == []


def test_a_bare_run_of_digits_is_no_parcel_unless_the_text_speaks_of_one():
    digits = "986578788855"  # fits FedEx by its check digit
    assert ids(f"The total was {digits} units") == []
    assert ids(f"Your FedEx tracking number: {digits}") == [("tracking", digits)]
    assert ids(digits) == [("tracking", digits)]


@pytest.mark.parametrize(
    "text",
    [
        "5d0c2f1a-9b3e-4c77-8a61-0f2e4b6d9c35",
        "{5d0c2f1a-9b3e-4c77-8a61-0f2e4b6d9c35}",
        "urn:uuid:5d0c2f1a-9b3e-4c77-8a61-0f2e4b6d9c35",
        "0123456789abcdef0123456789abcdef",
    ],
)
def test_guid(text):
    assert ids(f"id {text} here") == [("guid", text)]


def test_vat_numbers_by_their_check_digits():
    assert ids("USt-IdNr. DE136695976", lang="de") == [("vat", "DE136695976")]
    assert ids("VAT ATU13585627") == [("vat", "ATU13585627")]
    assert ids("TVA FR 40 303265045", lang="fr") == [("vat", "FR40303265045")]
    assert [i for i in ids("DE136695977") if i[0] == "vat"] == []


def test_cards():
    assert ids("card 4111 1111 1111 1111") == [("card", "4111111111111111")]
    assert [i for i in ids("card 4111 1111 1111 1112") if i[0] == "card"] == []
    assert ids("your Visa ending in 4242") == [("card", "4242")]
    assert ids("the fiscal year ending in 2024") == []
    assert ids("Visa **** 4242") == [("card", "4242")]
    assert ids("Karte endend auf 4242", lang="de") == [("card", "4242")]


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("en", "Your order 4711 is on its way", ("order", "4711")),
        ("en", "Order #123-1234567-1234567", ("order", "123-1234567-1234567")),
        ("en", "order no. 88", ("order", "88")),
        ("en", "Invoice #123", ("invoice", "123")),
        ("en", "invoice INV-2024-0043 is due", ("invoice", "INV-2024-0043")),
        ("en", "booking reference: ABCDEF", ("booking", "ABCDEF")),
        ("en", "booking reference ABC123", ("booking", "ABC123")),
        ("en", "Booking no.    AOI-XX-1234567", ("booking", "AOI-XX-1234567")),
        ("en", "ticket 220-1234567890", ("ticket", "220-1234567890")),
        ("en", "case no. 00123456", ("case", "00123456")),
        ("en", "customer number C-998", ("customer", "C-998")),
        ("en", "Deal number is 426856.", ("deal", "426856")),
        ("en", "flight LH 400 leaves", ("flight", "LH 400")),
        ("de", "Ihre Bestellnummer: 302-1234567", ("order", "302-1234567")),
        ("de", "Rechnung Nr. 2024/0815", ("invoice", "2024/0815")),
        ("de", "Kundennummer 123456", ("customer", "123456")),
        ("de", "Flug LH 400", ("flight", "LH 400")),
        ("fr", "Commande n° 123456", ("order", "123456")),
        ("fr", "Référence client : 0011223344", ("customer", "0011223344")),
        ("es", "Número de pedido: 123456", ("order", "123456")),
        ("it", "Ordine n. 123-4567890-1234567", ("order", "123-4567890-1234567")),
        ("nl", "Bestelling nummer 123456", ("order", "123456")),
        ("pt", "Pedido nº 123456", ("order", "123456")),
    ],
)
def test_identifiers_by_their_label(lang, text, expected):
    assert ids(text, lang=lang) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "we would like to order 2000 chairs",
        "order 3 pizzas",
        "the termination date for this contract is 5/31/2002",
        "Thanks,\nBill\n3-3831",
        "Airbus A319, no flight number",
        "an invoice of $1,200.00",
        "color: #ffcb04 and #5.1.1",
        "Under Bill s.1618 of the Congress",
    ],
)
def test_no_identifier(text):
    assert ids(text) == []


def test_addresses():
    assert ids("see https://shop.example/a?b=1), or write to a.b@shop.example.") == [
        ("url", "https://shop.example/a?b=1"),
        ("email", "a.b@shop.example"),
    ]


@pytest.mark.parametrize(
    "text",
    ["we order 15000 EUR of it", "Rechnung: 15000 €", "order 15000 units", "ticket: Rs1234.0"],
)
def test_an_amount_after_a_label_is_no_identifier(text):
    assert ids(text) == []


def test_an_identifier_is_one_wherever_it_stands_again_unless_it_is_an_amount_there():
    text = "Invoice 10000 is due. Quote 10000 when you pay the 10000 EUR."
    found = [(v.kind, v.text) for v in find(text, lang="en")]
    assert found == [("id", "10000"), ("id", "10000"), ("money", "10000 EUR")]


def test_groups_of_digits_before_a_full_stop_are_one_identifier():
    found = [v.text for v in find("Steuernummer: 045 231 28552.", lang="de") if v.kind == "id"]
    assert found == ["045 231 28552"]


def test_a_train_among_stations_is_no_flight():
    text = "Flight OS 123 to Wien, then train RJ 1234 from Wien Hbf"
    found = [(v.text, v.subkind) for v in find(text, lang="en") if v.kind == "id"]
    assert found == [("OS 123", "flight"), ("RJ 1234", "train")]


def test_the_name_of_a_message_is_no_mail_address():
    headers = """Original-Message-ID: <1188.7@host.example>
References: <a.1@b.example>
 <a.2@b.example>
Cc: <a.3@b.example>"""
    assert ids(headers) == [
        ("message", "1188.7@host.example"),
        ("message", "a.1@b.example"),
        ("message", "a.2@b.example"),
        ("email", "a.3@b.example"),
    ]


def test_a_companys_number_is_an_id():
    assert ids("Pekárna a.s., IČO: 41288133", lang="cs") == [("company", "41288133")]


def test_a_list_of_numbers_of_one_kind_is_named_once():
    assert ids("see deals 571100.01 and 571101.02, orders 471100, 471101 or 47110") == [
        ("deal", "571100.01"),
        ("deal", "571101.02"),
        ("order", "471100"),
        ("order", "471101"),
    ]
