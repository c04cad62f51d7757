"""The claim side: a field that as a whole is one value."""

from datetime import datetime
from decimal import Decimal

import pytest

from mailmind.core.normalize import plain_decimal, read

REFERENCE = datetime.fromisoformat("2026-11-16T10:02:00+01:00")
RANGES = ("daterange", "timerange", "datetimerange", "moneyrange")


@pytest.mark.parametrize(
    ("text", "kinds", "kind", "reading"),
    [
        ("540 USD", ("money", "moneyrange"), "money", {"amount": "540", "currency": "USD"}),
        ("$540", ("money",), "money", {"amount": "540", "currency": "USD"}),
        ("1.234,56 €", ("money",), "money", {"amount": "1234.56", "currency": "EUR"}),
        ("1,200 USD", ("money",), "money", {"amount": "1200", "currency": "USD"}),
        ("540", ("money",), "money", {"amount": "540", "currency": None}),
        (
            "$5-10",
            ("money", "moneyrange"),
            "moneyrange",
            {"min": "5", "max": "10", "currency": "USD"},
        ),
        ("5 USD/10 USD", RANGES, "moneyrange", {"min": "5", "max": "10", "currency": "USD"}),
        ("32 %", ("percent",), "percent", {"amount": "32"}),
        ("32 percent", ("percent",), "percent", {"amount": "32"}),
        ("14", ("number",), "number", {"amount": "14"}),
        ("-14", ("number",), "number", {"amount": "-14"}),
        ("1,200", ("number",), "number", {"amount": "1200"}),
        ("fourteen", ("number",), "number", {"amount": "14"}),
        ("14 days", ("duration",), "duration", {"value": "P14D"}),
        ("2026-11-20", ("date",), "date", {"value": "2026-11-20"}),
        ("20 November 2026", ("date",), "date", {"value": "2026-11-20"}),
        ("15:15", ("time",), "time", {"value": "15:15"}),
        ("3:15 PM", ("time",), "time", {"value": "15:15"}),
        ("2026-11-20T15:15", ("datetime",), "datetime", {"value": "2026-11-20T15:15"}),
        ("2026-11-20/2026-11-22", RANGES, "daterange", {"from": "2026-11-20", "to": "2026-11-22"}),
        ("14:00/15:00", RANGES, "timerange", {"from": "14:00", "to": "15:00"}),
        (
            "2026-11-20T15:15/16:15",
            RANGES,
            "datetimerange",
            {"from": "2026-11-20T15:15", "to": "2026-11-20T16:15"},
        ),
        ("XXXX-07-20", ("date",), "date", {"value": "XXXX-07-20"}),
        ("Invoice #123", ("id",), "id", {"value": "123"}),
        ("order 4711", ("id",), "id", {"value": "4711"}),
        ("§2.2", ("section",), "section", {"value": "2.2"}),
        ("2.2", ("section",), "section", {"value": "2.2"}),
        ("Section 11.3", ("section",), "section", {"value": "11.3"}),
        ("#4711", ("id",), "id", {"value": "4711"}),
        ("AOI-XX-1234567", ("id",), "id", {"value": "AOI-XX-1234567"}),
        ("DE89 3704 0044 0532 0130 00", ("id",), "id", {"value": "DE89370400440532013000"}),
        ("+49 171 1234567", ("phone",), "phone", {"value": "+491711234567"}),
        ("0171 1234567", ("phone",), "phone", {"value": "01711234567"}),
        ("“$540.”", ("money",), "money", {"amount": "540", "currency": "USD"}),
    ],
)
def test_forms_a_model_writes(text, kinds, kind, reading):
    (value,) = read(text, kinds, reference=REFERENCE)
    assert (value.kind, dict(value.reading), value.ambiguous) == (kind, reading, ())


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("about $540 maybe", ("money",)),
        ("$540 and $560", ("money",)),
        ("540 USD", ("percent",)),
        ("soon", ("date", "money", "number")),
        ("", ("id", "money")),
        ("hello", ("phone",)),
        ("USD 5/EUR 10", ("moneyrange",)),
        ("5 " * 200, ("number", "id")),
    ],
)
def test_what_is_not_one_value_is_not_read(text, kinds):
    assert read(text, kinds, reference=REFERENCE) == ()


def test_a_claim_that_may_mean_two_things_lists_both():
    (value,) = read("1.500", ("number",))
    assert [r["amount"] for r in value.readings] == ["1.5", "1500"]


@pytest.mark.parametrize(
    ("number", "text"),
    [("1E+3", "1000"), ("1.500", "1.5"), ("-0.00", "0"), ("100", "100"), ("1E-7", "0.0000001")],
)
def test_decimals_have_one_spelling(number, text):
    assert plain_decimal(Decimal(number)) == text
