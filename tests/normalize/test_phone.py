"""Phone numbers."""

import phonenumbers
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from phonenumbers import PhoneNumberFormat, PhoneNumberType

from mailmind.core.normalize import find, read


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
        ("Fax 713.646.8070 x 12", "7136468070"),
        ("Purchasing phone (914)349-8600 04/21/2020", "9143498600"),
        ("Tel: (+31)12-3456789", "+31123456789"),
        ("mobile: 12 34 56 78", "12345678"),
        ("Office-1(516)733-3989", "15167333989"),
        ("Tel +49-171&nbsp;5551&nbsp;234", "+491715551234"),
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


@pytest.mark.parametrize(
    ("text", "value", "extension"),
    [
        ("Fax 713.646.8070 x 12", "7136468070", "12"),
        ("tel:+44-20-7946-0958;ext=42", "+442079460958", "42"),
        ("Durchwahl: +49 30 901820 Durchwahl 17", "+4930901820", "17"),
        ("Phone +1 312 555 0147, ext. 309", "+13125550147", "309"),
    ],
)
def test_an_extension_is_a_field_of_its_own(text, value, extension):
    (found,) = find(text, lang="en")
    assert found.reading == {"value": value, "extension": extension}


def test_a_claimed_extension_is_read_and_one_left_out_is_not_made_up():
    (with_extension,) = read("+1 312 555 0147 x309", ("phone",))
    assert with_extension.reading == {"value": "+13125550147", "extension": "309"}
    (without,) = read("+1 312 555 0147", ("phone",))
    assert without.reading == {"value": "+13125550147"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("feel free to call me at home... 312\n555 0147 if you like", "3125550147"),
        ("Tel:  (312) \n555-0147", "3125550147"),
        ("> please call me on my mobile +49 171\n> 123 4567 tomorrow", "+491711234567"),
        (
            "You may ring our office in London on any weekday: +44 20 7946\n0958 until five",
            "+442079460958",
        ),
    ],
)
def test_a_number_over_a_line_end_is_one_number(text, expected):
    (found,) = [v for v in find(text, lang="en") if v.kind == "phone"]
    assert found.reading["value"] == expected
    assert "\n" in found.text


@pytest.mark.parametrize("text", ["call (0171) 12\n345 67", "phone: room 12\n555-0147"])
def test_half_a_number_is_none(text):
    assert phones(text) == []


@pytest.mark.parametrize(
    ("text", "region", "expected"),
    [
        ("Berlin: +49 30 1234567\n10115 Berlin", None, ["+49301234567"]),
        ("Tel. 912 345 678\n28001 Madrid", "ES", ["+34912345678"]),
        ("Haus 12, Telefon\n030 1234567", "DE", ["+49301234567"]),
        ("Phones: 312-555-0147\n312-555-0148", None, ["3125550147", "3125550148"]),
        ("phone 555-0100\n12 Main Street", None, ["5550100"]),
    ],
)
def test_a_line_that_ended_by_itself_joins_nothing(text, region, expected):
    assert phones(text, region=region) == expected


_EXAMPLES = [
    (region, number)
    for region in sorted(phonenumbers.SUPPORTED_REGIONS)
    for kind in (PhoneNumberType.FIXED_LINE, PhoneNumberType.MOBILE)
    if (number := phonenumbers.example_number_for_type(region, kind)) is not None
]


@settings(max_examples=100, deadline=None)
@given(
    st.sampled_from(_EXAMPLES),
    st.sampled_from((" ", ".", "-")),
    st.sampled_from(("My phone number is {}.", "Meet us there, {} if you are late", "({})", "{}")),
)
def test_every_countrys_numbers_are_read_abroad(example, separator, sentence):
    _, number = example
    written = phonenumbers.format_number(number, PhoneNumberFormat.INTERNATIONAL)
    text = sentence.format(written.replace(" ", separator))
    assert phones(text) == [phonenumbers.format_number(number, PhoneNumberFormat.E164)]


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(_EXAMPLES))
def test_every_countrys_numbers_are_read_at_home(example):
    region, number = example
    written = phonenumbers.format_number(number, PhoneNumberFormat.NATIONAL)
    assume(sum(c.isdigit() for c in written) >= 7)  # a short one could count something
    expected = [phonenumbers.format_number(number, PhoneNumberFormat.E164)]
    assert phones(f"My phone number is {written}.", region=region) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Albany, NY 12207 -  (212) 555-0147", ["2125550147"]),
        ("713-555-0146 713-555-0147 713-555-0148", ["7135550146", "7135550147", "7135550148"]),
        ("Tel. 030 555123 / 555124", ["030555123"]),
        ("Tel. 0171 / 5551234", ["01715551234"]),
    ],
)
def test_numbers_beside_other_digits_are_told_apart(text, expected):
    assert phones(text) == expected
