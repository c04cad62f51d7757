"""Phone numbers."""

import pytest

from mailmind.core.normalize import find


def phones(text, **keys):
    keys.setdefault("lang", "en")
    return [v.reading["value"] for v in find(text, **keys) if v.kind == "phone"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("call +49 171 1234567", "+491711234567"),
        ("call +44 (0)20 7499 2264.", "+442074992264"),
        ("call 0049 171 1234567", "+491711234567"),
        ("My phone number is 0171/1234567", "01711234567"),
        ("Ph: (713) 853-5620", "7138535620"),
        ("713.853.5746", "7138535746"),
        ("Fax 713.646.8070 x 12", "7136468070;ext=12"),
        ("Purchasing phone (914)349-8600 04/21/2020", "9143498600"),
        ("Tel: (+31)12-3456789", "+31123456789"),
        ("mobile: 12 34 56 78", "12345678"),
        ("Office-1(516)733-3989", "15167333989"),
    ],
)
def test_phone(text, expected):
    assert phones(text) == [expected]


@pytest.mark.parametrize(
    "text", ["Res.Nr. 7042 1180 5521 30", "Kunden-Nr.: 0301 2345678", "order no. 030 12345678"]
)
def test_a_number_that_is_named_otherwise_is_no_phone_of_the_region(text):
    assert phones(text, lang="de", region="DE") == []
    assert phones("unter der Nr. 030 12345678", lang="de", region="DE") == ["+493012345678"]


def test_the_regions_plan_gives_the_country_code():
    assert phones("040 1234567", region="DE") == ["+49401234567"]
    assert phones("Tel. 415 555 0132", region="US") == ["+14155550132"]


@pytest.mark.parametrize(
    "text",
    [
        "16/04/2010 and 2010-04-16 08:00",
        "account number 12345678",
        "card number 12345678",
        "SSN 911-67-0060",
        "At 3:36 PM +1000 8/11/02, he wrote",
        "s666666666 and 666666666s",
        "version 10.20.30.40.50",
        "#20020211895",
        "1,234,567.89",
        "Composer (2.1187.340.0.2.7)",
        "relay 7.31.4/7.31.4 ready",
        "id 00000000.00000000;",
    ],
)
def test_no_phone(text):
    assert phones(text) == []
