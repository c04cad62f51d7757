"""Money: every way of writing it, and what is not money."""

from decimal import Decimal

import pytest

from mailmind.core.normalize import find, is_shared_mark


def money(text, **keys):
    return [
        (v.text, v.reading["amount"], v.reading["currency"])
        for v in find(text, **keys)
        if v.kind == "money"
    ]


@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("We refund $540.00 today", "540", "USD"),
        ("We refund 540.00 USD today", "540", "USD"),
        ("We refund USD 540 today", "540", "USD"),
        ("A fee of USD$ 115 applies", "115", "USD"),
        ("A fee of £2,000 applies", "2000", "GBP"),
        ("A fee of A$190.00 applies", "190", "AUD"),
        ("A fee of CA$1.23 applies", "1.23", "CAD"),
        ("A fee of MXN$ 20 applies", "20", "MXN"),
        ("A fee of R$ 528,00 applies", "528", "BRL"),
        ("A fee of Rs 3,600.00 applies", "3600", "INR"),
        ("A fee of 12,34,567.89 rupees applies", "1234567.89", "INR"),
        ("The bill is 1 298,00 €", "1298", "EUR"),
        ("The bill is 1\u202f298,00 €", "1298", "EUR"),
        ("The bill is CHF 1'049.95", "1049.95", "CHF"),
        ("The bill is 45,00 zł", "45", "PLN"),
        ("The bill is 9 800 Kč", "9800", "CZK"),
        ("The bill is 20€", "20", "EUR"),
        ("The bill is 3.14US$", "3.14", "USD"),
        ("Rent 115.5USD", "115.5", "USD"),
        ("Revenue of $4.7 billion", "4700000000", "USD"),
        ("Revenue of USD34.6 million", "34600000", "USD"),
        ("Revenue of 75 USD million", "75000000", "USD"),
        ("Revenue of 30 MUSD", "30000000", "USD"),
        ("Revenue of MAUD 60", "60000000", "AUD"),
        ("Revenue of $13 009 million", "13009000000", "USD"),
        ("Revenue of $3.515 billion", "3515000000", "USD"),
        ("Revenue of $1MM", "1000000", "USD"),
        ("Revenue of €10M", "10000000", "EUR"),
        ("Revenue of 10k$", "10000", "USD"),
        ("Losses of -$2.45B", "-2450000000", "USD"),
        ("Losses of $-5", "-5", "USD"),
        ("Losses of minus five dollars", "-5", "USD"),
        ("It takes 5 lakh rupees", "500000", "INR"),
        ("It takes four crore rupees", "40000000", "INR"),
        ("It takes five hundred dollars", "500", "USD"),
        ("It takes half a million euros", "500000", "EUR"),
        ("It takes two and a half million dollars", "2500000", "USD"),
        ("It takes three quarters billion us dollars", "750000000", "USD"),
        ("It takes 10 grand", "10000", "USD"),
        ("It takes 15 dollars and 15.", "15.15", "USD"),
        ("It takes 3 dollars 50 cents", "3.5", "USD"),
        ("It takes a dollar and 42 cents", "1.42", "USD"),
        ("It takes 42 Lebanese pounds", "42", "LBP"),
        ("It takes malaysian ringgit 42", "42", "MYR"),
        ("It takes 470 pence", "4.7", "GBP"),
        ("Shares fell by about $106\nmillion", "106000000", "USD"),
        ("At a cost of $123 \nMM.", "123000000", "USD"),
        ("The bill is 1.299,- €", "1299", "EUR"),
        ("The bill is 12,-€", "12", "EUR"),
        ("The bill is CHF 1'234.–", "1234", "CHF"),
        ("The bill is 10 T€", "10000", "EUR"),
        ("The bill is 12€50", "12.5", "EUR"),
        ("The bill is AU $12.50", "12.5", "AUD"),
        ("The bill is 100 tys. zł", "100000", "PLN"),
    ],
)
def test_english(text, amount, currency):
    assert [m[1:] for m in money(text, lang="en")] == [(amount, currency)]


@pytest.mark.parametrize(
    ("lang", "text", "amount", "currency"),
    [
        ("de", "Wir erstatten 1.234,56 €", "1234.56", "EUR"),
        ("de", "Wir erstatten 2,5 Mio. USD", "2500000", "USD"),
        ("de", "Wir erstatten siebenhundert Euro", "700", "EUR"),
        ("de", "Das sind einhundertneunundneunzig Euro", "199", "EUR"),
        ("de", "Das sind 16,4 Millionen kanadische Dollar", "16400000", "CAD"),
        ("de", "Das sind 16,4 Millionen kanadischen Dollar", "16400000", "CAD"),
        ("de", "Das sind drei Euro und vierzig Cent", "3.4", "EUR"),
        ("de", "Das sind 3 Mrd. Euro", "3000000000", "EUR"),
        ("de", "Das sind 2 Billionen Euro", "2000000000000", "EUR"),
        ("de", "Das sind 12 500 EUR", "12500", "EUR"),
        ("de", "Ich schulde dir einen Euro", "1", "EUR"),
        ("fr", "Cela coûte 254 millions de $", "254000000", "USD"),
        ("fr", "Cela coûte 323 millions d'euros", "323000000", "EUR"),
        ("fr", "Cela coûte 10,05 milliards de $ hk", "10050000000", "HKD"),
        ("fr", "Cela coûte treize euros et quarante-cinq cents.", "13.45", "EUR"),
        ("fr", "Cela coûte quatre-vingt-dix-sept euros", "97", "EUR"),
        ("fr", "Cela coûte 125.000,50 $", "125000.5", "USD"),
        ("fr", "Cela coûte 10000 francs suisses", "10000", "CHF"),
        ("es", "Cuesta 3 euros con 99 céntimos", "3.99", "EUR"),
        ("es", "Cuesta 25 euros con 50.", "25.5", "EUR"),
        ("es", "Cuesta $ 2 mil millones", "2000000000", "USD"),
        ("es", "Cuesta un mil millones de dólares", "1000000000", "USD"),
        ("es", "Cuesta 125 millones de dólares australianos", "125000000", "AUD"),
        ("es", "Cuesta trescientos cuarenta y siete euros", "347", "EUR"),
        ("es", "Cuesta dólar 22,5 millones", "22500000", "USD"),
        ("it", "Costa 1.250,00 euro", "1250", "EUR"),
        ("nl", "Het kost € 1.250,00", "1250", "EUR"),
        ("pt", "Custa 1.250,00 euros", "1250", "EUR"),
    ],
)
def test_other_languages(lang, text, amount, currency):
    assert [m[1:] for m in money(text, lang=lang)] == [(amount, currency)]


@pytest.mark.parametrize(
    "text",
    [
        "Booking number 75301 is confirmed",
        "He lost 33 pounds, weighing less than ever",
        "The key is 64A2FF and 39516BD8028B71",
        "Meet in room ECS 04075",
        "A grand total of three",
        "It may cost more",
        "TOP 10 hotels, PHP 8 and ALL 3 of them",
        "MD-80 ALL SERIES",
        "post a US dollar bank draft",
        "They have 3 real problems",
        "16.00 ft",
    ],
)
def test_no_money_without_a_money_mark(text):
    assert money(text, lang="en") == []


def test_two_amounts_side_by_side_stay_two():
    assert money("$ 20,000.00 $ 37,305.97 for May", lang="en") == [
        ("$ 20,000.00", "20000", "USD"),
        ("$ 37,305.97", "37305.97", "USD"),
    ]
    assert [m[1:] for m in money("50 dollar 40 rmb", lang="en")] == [("50", "USD"), ("40", "CNY")]


def test_a_code_that_touches_the_next_number_belongs_to_that_one():
    assert money("we give away 3 USD50 cards", lang="en") == [("USD50", "50", "USD")]


def test_a_quantity_after_an_amount_is_no_cents():
    assert money("it is $4.25 and 32 is the quantity", lang="en")[0][1] == "4.25"
    assert money("15 dollars and 3 tickets", lang="en")[0][1] == "15"


@pytest.mark.parametrize("text", ["1.500 €", "$3.350"])
def test_three_digits_after_a_point_without_a_clue_are_ambiguous(text):
    (value,) = find(text)
    assert value.reading["amount"] is None
    whole = Decimal(text.strip("$ €").replace(".", ""))
    assert {Decimal(r["amount"]) for r in value.readings} == {whole, whole / 1000}


def test_language_and_the_texts_other_numbers_settle_thousands():
    (told,) = find("Kosten: 1.500 €", lang="de")
    assert (told.reading["amount"], told.ambiguous) == ("1500", ())
    (_, shown) = find("12,50 € / 1.500 €")
    assert (shown.reading["amount"], shown.ambiguous) == ("1500", ())
    assert "','" in shown.why


def test_a_currency_without_hundredths_has_no_three_decimals():
    (value,) = find("Rp 31.500")
    assert (value.reading, value.ambiguous) == ({"amount": "31500", "currency": "IDR"}, ())


def test_shared_signs_take_the_regions_currency_and_say_what_they_were():
    assert find("$5", region="CA")[0].reading["currency"] == "CAD"
    assert find("$5", lang="en-AU")[0].reading["currency"] == "AUD"
    assert find("$5", lang="en")[0].reading["currency"] == "USD"
    assert find("500 kr", region="SE")[0].reading["currency"] == "SEK"
    assert find("500 kr")[0].reading["currency"] is None
    marks = {text: is_shared_mark(find(text)[0].mark) for text in ("$5", "500 kr", "5 dollars")}
    assert marks == {"$5": True, "500 kr": True, "5 dollars": True}
    assert not any(is_shared_mark(find(text)[0].mark) for text in ("US$5", "5 €", "CHF 5"))
    assert is_shared_mark(None)


def test_accounting_brackets_in_a_column_are_minus_and_keep_the_other_reading():
    (value,) = find("Balance:\n($1,200.00)\n", lang="en")
    assert value.reading == {"amount": "-1200", "currency": "USD"}
    assert value.ambiguous == ({"amount": "1200", "currency": "USD"},)


def test_brackets_around_an_amount_in_a_sentence_are_just_brackets():
    (value,) = find("the agreed refund ($540.00) is due", lang="en")
    assert (value.text, value.reading["amount"], value.ambiguous) == ("$540.00", "540", ())


def test_a_scale_word_makes_three_digits_decimals_whatever_else_the_text_shows():
    text = "Revenue was $3.515 billion with $2.55 a share"
    assert [m[1] for m in money(text, lang="en")] == ["3515000000", "2.55"]


def test_shown_decimals_settle_measures_but_not_prices():
    _, measure, price = find("at 3.25 kg, 1.500 kg, $1.500", lang="en")
    assert (measure.reading["amount"], measure.ambiguous) == ("1.5", ())
    assert len(price.readings) == 2


def test_a_reason_is_given_only_where_one_was_needed():
    plain, shown = find("12,50 € / 1.500 €")
    assert (plain.why, bool(shown.why)) == ("", True)


def test_an_argument_of_a_script_is_no_money():
    assert money('run = sh -c "$1 $@"; $($1)') == []
    assert money("costs $1 each (see $LIST)") == [("$1", "1", "USD")]


@pytest.mark.parametrize(
    ("text", "amount"), [("240, 35 zł", "240.35"), ("$88. 15", "88.15"), ("1.240, 35 €", "1240.35")]
)
def test_a_price_that_fills_its_field_may_hold_a_space_after_its_decimal_sign(text, amount):
    (value,) = find(text)
    assert (value.kind, value.text, value.reading["amount"]) == ("money", text, amount)


@pytest.mark.parametrize("text", ["billions of dollars were lost", "Millionen von Euro"])
def test_a_vague_multitude_is_no_amount(text):
    assert [v for v in find(text) if v.kind == "money"] == []
