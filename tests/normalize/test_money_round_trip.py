"""A value formatted in any supported locale normalises back to itself."""

from decimal import Decimal

from babel.numbers import format_currency, format_decimal, format_percent
from hypothesis import given, settings
from hypothesis import strategies as st

from mailmind.core.normalize import find, plain_decimal
from mailmind.core.wordlist import words

LOCALES = st.sampled_from(
    sorted(
        words(
            """
            en_US en_GB en_IN en_AU de_DE de_AT de_CH fr_FR fr_CH fr_CA es_ES es_MX it_IT it_CH nl_NL
            pt_PT pt_BR
            """
        )
    )
)
CURRENCIES = st.sampled_from(["USD", "EUR", "GBP", "CHF", "JPY", "INR", "PLN", "CAD", "BRL", "SEK"])
AMOUNTS = st.decimals(min_value="0.01", max_value="99999999.99", places=2)
AROUND = st.sampled_from(["{}", "Total: {}", "{}.", "{}\n", "x {} y"])


def told(locale):
    lang, region = locale.split("_")
    return {"lang": lang, "region": region}


@given(LOCALES, CURRENCIES, AMOUNTS, AROUND)
@settings(max_examples=100, deadline=None)
def test_money(locale, currency, amount, around):
    text = around.format(format_currency(amount, currency, locale=locale))
    shown = amount.quantize(Decimal(1)) if currency == "JPY" else amount
    found = [v for v in find(text, **told(locale)) if v.kind == "money"]
    assert [(v.reading["currency"], v.reading["amount"]) for v in found] == [
        (currency, plain_decimal(shown))
    ], text


@given(LOCALES, CURRENCIES, AMOUNTS)
@settings(max_examples=60, deadline=None)
def test_money_with_its_name(locale, currency, amount):
    text = format_currency(amount, currency, locale=locale, format_type="name")
    shown = amount.quantize(Decimal(1)) if currency == "JPY" else amount
    found = [v for v in find(text, **told(locale)) if v.kind == "money"]
    assert [(v.reading["currency"], v.reading["amount"]) for v in found] == [
        (currency, plain_decimal(shown))
    ], text


@given(LOCALES, AMOUNTS)
@settings(max_examples=60, deadline=None)
def test_numbers(locale, amount):
    text = f"x {format_decimal(amount, locale=locale)} kg"
    readings = [
        r["amount"] for v in find(text, **told(locale)) if v.kind == "number" for r in v.readings
    ]
    assert plain_decimal(amount) in readings, text


@given(LOCALES, st.integers(0, 999).map(lambda n: Decimal(n) / 1000))
@settings(max_examples=60, deadline=None)
def test_percentages(locale, share):
    text = format_percent(share, locale=locale, format="#,##0.0%")
    found = [v.reading["amount"] for v in find(text, **told(locale)) if v.kind == "percent"]
    assert found == [plain_decimal(share * 100)], text
