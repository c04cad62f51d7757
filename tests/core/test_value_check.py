"""The value stands in the fact's own quote, as its own kind, asserted; or the check says what is there."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailmind.core.checks import CheckContext, value
from mailmind.core.parse import from_text
from mailmind.core.values import Fact, FactType, Thread

MAIL = (
    "Hello Robin,\nyour refund of $540.00 for order A-4711 was sent.\n"
    "The meeting is on 20 November 2026 at 15:15.\nThe fee rose by 32 %, and 14 licences are left.\n"
    "It runs from 2 to 6 November 2026, from 9:00 AM to 11:30 AM, for between 40 and 60 euros.\n"
    "We keep your data for 14 days. See clause 11.3 of the terms. Call +49 30 901820.\n"
)


def judged(thread, fact, *args, text=MAIL, **more):
    return value(fact(*args, **more), thread(text))


@pytest.mark.parametrize(
    ("kind", "claim", "quote"),
    [
        ("amount", "540 USD", "refund of $540.00"),
        ("amount", "$540", "refund of $540.00"),
        ("amount", "540", "refund of $540.00"),
        ("date", "2026-11-20", "on 20 November 2026"),
        ("date", "20 November 2026", "on 20 November 2026 at 15:15"),
        ("time", "15:15", "on 20 November 2026 at 15:15"),
        ("time", "3:15 PM", "at 15:15"),
        ("datetime", "2026-11-20T15:15", "on 20 November 2026 at 15:15"),
        ("percent", "32 percent", "rose by 32 %"),
        ("range", "2026-11-02/2026-11-06", "from 2 to 6 November 2026"),
        ("range", "09:00/11:30", "from 9:00 AM to 11:30 AM"),
        ("range", "40 EUR/60 EUR", "between 40 and 60 euros"),
        ("number", "14", "14 licences are left"),
        ("duration", "14 days", "for 14 days"),
        ("duration", "P14D", "for 14 days"),
        ("duration", "P2W", "for 14 days"),
        ("section", "11.3", "clause 11.3"),
        ("id", "A-4711", "order A-4711"),
        ("id", "a 4711", "order A-4711"),
        ("phone", "+4930901820", "Call +49 30 901820"),
    ],
)
def test_a_true_value_passes(thread, fact, kind, claim, quote):
    result = judged(thread, fact, kind, claim, quote)
    assert (result.outcome, result.code) == ("pass", "value.equal"), result


@pytest.mark.parametrize(
    ("kind", "claim", "quote"),
    [
        ("amount", "480 USD", "refund of $540.00"),
        ("amount", "54 USD", "refund of $540.00"),
        ("amount", "5400 USD", "refund of $540.00"),
        ("amount", "540 GBP", "refund of $540.00"),
        ("date", "2026-11-21", "on 20 November 2026"),
        ("date", "2026-10-20", "on 20 November 2026"),
        ("date", "2025-11-20", "on 20 November 2026"),
        ("time", "03:15", "at 15:15"),
        ("time", "15:51", "at 15:15"),
        ("datetime", "2026-11-20T16:15", "on 20 November 2026 at 15:15"),
        ("percent", "23 %", "rose by 32 %"),
        ("number", "41", "14 licences are left"),
        ("duration", "14 weeks", "for 14 days"),
        ("section", "11.4", "clause 11.3"),
        ("id", "A-4712", "order A-4711"),
        ("id", "A-471", "order A-4711"),
        ("id", "4711", "order A-4711"),
        ("phone", "+4930901821", "Call +49 30 901820"),
    ],
)
def test_a_wrong_value_is_absent(thread, fact, kind, claim, quote):
    result = judged(thread, fact, kind, claim, quote)
    assert (result.outcome, result.code) == ("fail", "value.absent"), result


def test_the_reason_names_what_stands_there_instead(thread, fact):
    result = value(
        fact("amount", "480 USD", "refund of $540.00"), thread(MAIL, "The other one was $480.")
    )
    assert "$540.00" in result.reason
    assert result.extra == {"found_in": "m2"}


def test_a_value_of_another_sentence_is_not_in_the_quote(thread, fact):
    result = judged(thread, fact, "date", "2026-11-20", "The fee rose by 32 %")
    assert (result.outcome, result.code) == ("fail", "value.not_in_quote")
    assert result.extra == {"found_in": "m1"}


@pytest.mark.parametrize(
    ("kind", "claim", "quote"),
    [
        ("id", "540", "refund of $540.00"),
        ("id", "540.00", "refund of $540.00"),
        ("number", "540", "refund of $540.00"),
        ("number", "32", "rose by 32 %"),
        ("percent", "14 %", "14 licences are left"),
        ("time", "20:26", "on 20 November 2026"),
        ("date", "2026-11-20", "at 15:15"),
    ],
)
def test_a_value_of_another_kind_proves_nothing(thread, fact, kind, claim, quote):
    assert judged(thread, fact, kind, claim, quote).outcome == "fail"


@pytest.mark.parametrize("quote", ["14 licences are left", "order A-4711"])
def test_a_bare_number_is_no_amount(thread, fact, quote):
    assert judged(thread, fact, "amount", "14 EUR", quote).outcome != "pass"
    assert judged(thread, fact, "amount", "4711", quote).outcome != "pass"


@pytest.mark.parametrize(
    ("text", "claim", "outcome", "code"),
    [
        ("It costs $540.", "540 USD", "pass", "value.equal"),
        ("It costs $540.", "540 CAD", "unsure", "value.currency_unclear"),
        ("It costs $540.", "540 GBP", "fail", "value.absent"),
        ("It costs $540. All prices in CAD.", "540 CAD", "pass", "value.equal"),
        ("It costs $540. All prices in CAD.", "540 USD", "unsure", "value.currency_unclear"),
        ("It costs $540, or 700 AUD, or 500 CAD.", "540 USD", "unsure", "value.currency_unclear"),
        ("It costs CAD 540.", "540 USD", "fail", "value.absent"),
        ("It costs CAD 540.", "$540", "pass", "value.equal"),
        ("Es kostet 540 kr.", "540 SEK", "unsure", "value.currency_unclear"),
        ("It costs 540 €.", "540 EUR", "pass", "value.equal"),
    ],
)
def test_a_shared_sign_proves_the_amount_alone(thread, fact, text, claim, outcome, code):
    result = judged(thread, fact, "amount", claim, text.split(".", maxsplit=1)[0], text=text)
    assert (result.outcome, result.code) == (outcome, code), result


def test_the_senders_country_settles_a_shared_sign(thread, fact, mail):
    ctx = thread(mail("It costs $540 in all.", sender="Shop <shop@maple.ca>"))
    assert value(fact("amount", "540 CAD", "It costs $540"), ctx).code == "value.equal"
    assert value(fact("amount", "540 USD", "It costs $540"), ctx).code == "value.currency_unclear"


@pytest.mark.parametrize(
    ("kind", "claim", "quote", "text", "code"),
    [
        ("date", "2026-04-03", "due 03/04/2026", "It is due 03/04/2026.", "value.ambiguous"),
        ("date", "03/04/2026", "due 3 April 2026", "It is due 3 April 2026.", "value.ambiguous"),
        ("time", "2:00", "at 2:00 PM", "Come at 2:00 PM.", "value.ambiguous"),
        ("amount", "a lot", "it costs $5", "So it costs $5.", "value.unreadable"),
        ("date", "soon", "on 3 April 2026", "Come on 3 April 2026.", "value.unreadable"),
    ],
)
def test_what_can_be_read_twice_or_not_at_all_is_undecided(
    thread, fact, kind, claim, quote, text, code
):
    result = judged(thread, fact, kind, claim, quote, text=text)
    assert (result.outcome, result.code) == ("unsure", code), result


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("2026-12-31", "The contract does not end on 31 December 2026."),
        ("2026-12-31", "Der Vertrag endet nicht am 31. Dezember 2026."),
        ("2026-12-31", "Le contrat ne se termine pas le 31 décembre 2026."),
        ("2026-12-31", "El contrato no termina el 31 de diciembre de 2026."),
        ("2026-12-31", "We meet on 30 December instead of 31 December 2026."),
        ("2026-12-31", "The dinner on 31 December 2026 is cancelled."),
        ("2026-12-31", "The end is no longer 31 December 2026."),
    ],
)
def test_a_denied_date_proves_nothing(thread, fact, claim, sentence):
    quote = sentence[sentence.index("31") :].rstrip(".").split(" is ", maxsplit=1)[0]
    result = judged(thread, fact, "date", claim, quote, text=f"Hello. {sentence} Bye.")
    assert (result.outcome, result.code) == ("fail", "value.negated"), result


@pytest.mark.parametrize(
    "sentence",
    [
        "The contract ends on 31 December 2026 and will not renew.",
        "Please pay not later than 31 December 2026.",
        "Don't forget: it ends on 31 December 2026.",
        "There is no fee, and it ends on 31 December 2026.",
        "The status has not changed as of 31 December 2026.",
        "Der Vertrag endet am 31. Dezember 2026 und verlängert sich nicht.",
        "Le contrat se termine le 31 décembre 2026, mais il n'est pas renouvelé.",
    ],
)
def test_a_negation_of_something_else_does_no_harm(thread, fact, sentence):
    quote = next(
        q for q in ("31 December 2026", "31. Dezember 2026", "31 décembre 2026") if q in sentence
    )
    result = judged(thread, fact, "date", "2026-12-31", quote, text=sentence)
    assert (result.outcome, result.code) == ("pass", "value.equal"), result


def test_a_quote_that_stands_denied_and_asserted_is_undecided(thread, fact):
    text = "It ends on 31 December 2026. No, it does not end on 31 December 2026."
    result = judged(thread, fact, "date", "2026-12-31", "on 31 December 2026", text=text)
    assert (result.outcome, result.code) == ("unsure", "value.negated")


def test_relative_dates_belong_to_the_mail_that_says_them(thread, fact):
    text = "You get it by this Friday."
    right = judged(thread, fact, "date", "2026-11-20", "by this Friday", text=text)
    assert (right.code, "2026-11-20" in right.reason) == ("value.equal", True)
    wrong = judged(thread, fact, "date", "2026-11-27", "by this Friday", text=text)
    assert wrong.code == "value.absent"


def test_a_cut_year_or_number_proves_nothing(thread, fact):
    text = "The fair of 5 November 2021 is over."
    assert (
        judged(thread, fact, "date", "2026-11-05", "fair of 5 November", text=text).outcome
        != "pass"
    )
    assert (
        judged(thread, fact, "date", "2021-11-05", "fair of 5 November", text=text).outcome
        != "pass"
    )


def test_without_the_quote_there_is_nothing_to_read(thread, fact):
    result = judged(thread, fact, "amount", "540 USD", "we owe you $540.00")
    assert (result.outcome, result.code) == ("not_run", "not_run")
    assert (
        judged(thread, fact, "amount", "540 USD", "refund of $540.00", "m7").code
        == "message.unknown"
    )


@pytest.mark.parametrize("claim", ["QX77-A1", "X77-A19", "QX77", "A19"])
def test_a_piece_of_an_unknown_kind_of_id_is_no_id(thread, fact, claim):
    text = "Use the code QX77-A19 for it."
    assert judged(thread, fact, "id", "QX77-A19", "code QX77-A19", text=text).outcome == "pass"
    assert judged(thread, fact, "id", claim, "code QX77-A19", text=text).outcome == "fail"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Come on Friday, 20 November 2026.", "value.equal"),
        ("Come on Tuesday, 20 November 2026.", "value.ambiguous"),
        ("Kommen Sie am Dienstag, den 20. November 2026.", "value.ambiguous"),
        ("Kommen Sie am Freitag, den 20. November 2026.", "value.equal"),
    ],
)
def test_a_weekday_that_does_not_fit_leaves_a_date_open(thread, fact, text, code):
    assert judged(thread, fact, "date", "2026-11-20", text, text=text).code == code


@settings(max_examples=60, deadline=None)
@given(st.integers(100, 10**7), st.integers(0, 6), st.integers(1, 9))
def test_a_changed_digit_never_verifies(number, place, step):
    digits = str(number)
    at = place % len(digits)
    changed = digits[:at] + str((int(digits[at]) + step) % 10) + digits[at + 1 :]
    quote = f"the total of ${number:,} is due"
    mail = from_text(
        message_id="m1", sender="a@b.example", to="", date=None, subject="", text=f"So {quote}."
    )
    ctx = CheckContext(Thread("t", (mail,)))

    def outcome(claim):
        return value(Fact("f", FactType.AMOUNT, "total", claim, quote, "m1", 0.9), ctx).outcome

    assert outcome(f"{number} USD") == "pass"
    assert outcome(f"{changed} USD") != "pass"


@pytest.mark.parametrize(
    ("claim", "outcome"),
    [
        ("030 901820", "pass"),
        ("+49 30 901820", "pass"),
        ("30901820", "pass"),
        ("+44 30 901820", "fail"),
        ("901820", "fail"),
        ("030 901821", "fail"),
    ],
)
def test_a_phone_number_may_leave_out_its_country_alone(thread, fact, claim, outcome):
    assert judged(thread, fact, "phone", claim, "Call +49 30 901820").outcome == outcome


def test_a_relative_date_in_quoted_text_belongs_to_its_author(thread, fact):
    text = "Fine.\n\nOn Mon, 2 Nov 2026 at 10:00, Bob <bob@b.example> wrote:\n> You get it by this Friday.\n"
    quoted = {"layer": "quoted", "text": text}
    assert (
        judged(thread, fact, "date", "2026-11-06", "by this Friday", **quoted).code == "value.equal"
    )
    assert (
        judged(thread, fact, "date", "2026-11-20", "by this Friday", **quoted).code
        == "value.absent"
    )


@pytest.mark.parametrize(
    ("claimed", "outcome", "code"),
    [
        ("2017-12-31", "unsure", "value.ambiguous"),
        ("2019-12-31", "unsure", "value.ambiguous"),
        ("2017-12-30", "fail", "value.absent"),
    ],
)
def test_a_day_whose_year_nobody_tells_proves_no_year_and_refutes_none(
    mail, thread, fact, claimed, outcome, code
):
    undated = mail("The offer ends on 31 December.", date=None)
    found = value(fact("date", claimed, "ends on 31 December"), thread(undated))
    assert (found.outcome, found.code) == (outcome, code)
    if outcome == "unsure":
        assert "names no year" in found.reason


@pytest.mark.parametrize(
    ("claimed", "outcome"),
    [
        ("+1 312 555 0147", "pass"),
        ("+1 312 555 0147 x309", "pass"),
        ("312 555 0147 x309", "pass"),
        ("312 555 0147", "pass"),
        ("312 555 0147 x310", "fail"),
        ("+1 312 555 0147 x310", "fail"),
        ("+1 312 555 0148 x309", "fail"),
    ],
)
def test_an_extension_that_is_claimed_must_stand_there(thread, fact, claimed, outcome):
    ctx = thread("Please call +1 312 555 0147, ext. 309 today.")
    found = value(fact("phone", claimed, "call +1 312 555 0147, ext. 309"), ctx)
    assert found.outcome == outcome


@pytest.mark.parametrize("quote", ["Courier tel. 555666777", "mobile: +48 555 666 777"])
def test_a_phone_number_is_no_id(thread, fact, quote):
    ctx = thread(f"Arrange it today. {quote}")
    claimed = "555666777" if "tel" in quote else "+48 555 666 777"
    found = value(fact("id", claimed, quote), ctx)
    assert (found.outcome, found.code) == ("unsure", "value.ambiguous")
    assert value(fact("phone", claimed, quote), ctx).outcome == "pass"
