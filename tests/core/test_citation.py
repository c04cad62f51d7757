"""A quote stands in its message, whole and as the word of whom the fact says, or the check says why not."""

import hashlib

import pytest

from mailmind.core.checks import citation

LETTER = (
    "Dear Robin,\nwe have \u201capproved\u201d your re\u00adfund of $540.00 today.\n"
    "It will not be paid in cash.\nBest, Acme"
)
REPLY = (
    "Thanks, that works.\n\nOn Mon, 16 Nov 2026 at 10:00, Acme wrote:\n"
    "> we will pay $540.00 on Friday\n> and send a receipt\n"
)


def test_a_verbatim_quote_gives_its_exact_place(thread, fact):
    ctx = thread(LETTER)
    result = citation(fact("amount", "540 USD", "of $540.00 today"), ctx)
    assert (result.outcome, result.code) == ("pass", "quote.exact")
    place = result.evidence
    assert LETTER[place.start : place.end] == "of $540.00 today"
    assert (place.message_id, place.part, place.layer) == ("m1", "body", "own")
    assert place.sha256 == hashlib.sha256(b"of $540.00 today").hexdigest()


def test_a_retyped_quote_is_found_and_called_folded(thread, fact):
    result = citation(fact("amount", "540 USD", 'WE HAVE "approved"  your refund'), thread(LETTER))
    assert (result.outcome, result.code) == ("pass", "quote.folded")
    span = slice(result.evidence.start, result.evidence.end)
    assert LETTER[span] == "we have \u201capproved\u201d your re\u00adfund"


@pytest.mark.parametrize("quote", ["", "   ", "…", "--- ! ---"])
def test_an_empty_quote_proves_nothing(thread, fact, quote):
    result = citation(fact("claim", "x", quote), thread(LETTER))
    assert (result.outcome, result.code) == ("fail", "quote.empty")


def test_a_quote_that_stands_nowhere_is_fabricated(thread, fact):
    result = citation(fact("claim", "x", "a bonus was promised by the board"), thread(LETTER))
    assert (result.outcome, result.code) == ("fail", "quote.fabricated")


def test_a_quote_of_another_message_is_misattributed(thread, fact):
    result = citation(fact("claim", "x", "of $540.00 today", "m2"), thread(LETTER, "Hello again."))
    assert (result.outcome, result.code) == ("fail", "quote.misattributed")
    assert result.extra == {"found_in": "m1"}
    assert result.evidence.message_id == "m1"


@pytest.mark.parametrize(
    ("quote", "diff"),
    [
        ("your refund of $480.00 today", "your refund of [-$480.00-]{+$540.00+} today"),
        ("It will be paid in cash", "it will {+not+} be paid in cash"),
    ],
)
def test_an_altered_quote_shows_the_difference(thread, fact, quote, diff):
    result = citation(fact("claim", "x", quote), thread(LETTER))
    assert (result.outcome, result.code, result.extra["diff"].rstrip(".")) == (
        "fail",
        "quote.altered",
        diff,
    )


@pytest.mark.parametrize(
    "quote", ["It will ... be paid in cash", "It will [...] be paid in cash", "It will … be paid"]
)
def test_an_ellipsis_may_not_swallow_words(thread, fact, quote):
    result = citation(fact("claim", "x", quote), thread(LETTER))
    assert (result.outcome, result.code) == ("fail", "quote.altered")
    assert "{+not+}" in result.extra["diff"]


def test_an_ellipsis_that_stands_in_the_mail_is_a_quote(thread, fact):
    result = citation(fact("claim", "x", "well... maybe"), thread("Well… maybe we can."))
    assert (result.outcome, result.code) == ("pass", "quote.folded")


def test_quoted_words_are_not_the_senders(thread, fact):
    ctx = thread(REPLY)
    own = citation(fact("amount", "540 USD", "we will pay $540.00 on Friday"), ctx)
    assert (own.outcome, own.code, own.evidence.layer) == ("fail", "quote.wrong_layer", "quoted")
    quoted = citation(
        fact("amount", "540 USD", "pay $540.00 on Friday and send a receipt", layer="quoted"), ctx
    )
    assert (quoted.outcome, quoted.code) == ("pass", "quote.folded")


def test_the_senders_words_are_not_the_quoted_authors(thread, fact):
    result = citation(fact("claim", "x", "that works", layer="quoted"), thread(REPLY))
    assert (result.outcome, result.code) == ("fail", "quote.wrong_layer")


def test_the_subject_of_a_reply_is_not_the_senders_word(thread, fact, mail):
    first = mail("See above.", subject="Invoice RE-2026-11 is due")
    reply = mail("See above.", "m2", subject="Re: Invoice RE-2026-11 is due")
    ctx = thread(first, reply)
    assert citation(fact("id", "RE-2026-11", "Invoice RE-2026-11"), ctx).evidence.part == "subject"
    assert (
        citation(fact("id", "RE-2026-11", "Invoice RE-2026-11", "m2"), ctx).code
        == "quote.wrong_layer"
    )


def test_a_message_that_is_not_there_leaves_the_fact_open(thread, fact):
    result = citation(fact("claim", "x", "of $540.00 today", "m9"), thread(LETTER))
    assert (result.outcome, result.code) == ("unsure", "message.unknown")


def test_message_ids_are_compared_without_brackets(thread, fact, mail):
    ctx = thread(mail("The fee is 5 EUR.", "a1@x.example"))
    assert (
        citation(fact("amount", "5 EUR", "The fee is 5 EUR", "<a1@x.example>"), ctx).outcome
        == "pass"
    )


def test_both_texts_of_a_mail_are_searched(thread, fact):
    from mailmind.core.parse import parse

    raw = (
        b"From: a@x.example\nSubject: s\nMIME-Version: 1.0\n"
        b"Content-Type: multipart/alternative; boundary=b\n\n"
        b"--b\nContent-Type: text/plain\n\nThe plain words of this mail say that the fee is 5 EUR a month.\n"
        b"--b\nContent-Type: text/html\n\n"
        b"<p>The rich words of this mail say that the fee is 7 EUR a month.</p>\n--b--\n"
    )
    ctx = thread(parse(raw, message_id="m1"))
    body = citation(fact("amount", "5 EUR", "the fee is 5 EUR"), ctx)
    other = citation(fact("amount", "7 EUR", "the fee is 7 EUR"), ctx)
    assert (body.evidence.part, other.evidence.part) == ("body", "alternative")


@pytest.mark.parametrize("quote", ["fund of $540", "of $540.00 to", "t be paid in cash"])
def test_a_quote_may_not_cut_words_or_numbers(thread, fact, quote):
    assert citation(fact("claim", "x", quote), thread(LETTER)).outcome == "fail"


def test_one_quoted_word_makes_a_quote_somebody_elses(thread, fact):
    text = "It costs 45 EUR\n> a month, said the shop, and no more\n"
    result = citation(fact("amount", "45 EUR", "costs 45 EUR\n> a month"), thread(text))
    assert (result.outcome, result.code) == ("fail", "quote.wrong_layer")


def test_a_greater_than_sign_is_dropped_only_from_a_cited_line(thread, fact):
    quote = "> 45 EUR is due"
    assert citation(fact("claim", "x", quote), thread("So 45 EUR is due.")).outcome == "fail"
    cited = "On Mon, 16 Nov 2026 at 10:00, Acme wrote:\n> 45 EUR is due\n"
    assert citation(fact("claim", "x", quote, layer="quoted"), thread(cited)).outcome == "pass"
