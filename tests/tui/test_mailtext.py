"""A thread to read: the marks are where the checks found the quotes, in whatever part that is."""

from datetime import UTC, datetime

from mailmind.core.values import (
    Address,
    CheckedFact,
    Evidence,
    Fact,
    FactType,
    Layer,
    LayerSpan,
    Message,
    Outcome,
    State,
    Thread,
    Verdict,
)
from mailmind.tui import mailtext
from mailmind.tui.layout import lay_out

WHEN = datetime(2026, 11, 18, 9, 41, tzinfo=UTC)
WILMA = Address("Wilma Hart", "care@lumen.example")


def message(name="msg_1", **more):
    given = {"sender": WILMA, "to": (Address("Robin", "robin@vale.example"),), "date": WHEN}
    return Message(name, **(given | more))


def checked(part, start, end, *, check="citation", fact_id="f1", message_id="msg_1"):
    evidence = Evidence(message_id, part, Layer.OWN, start, end, "")
    fact = Fact(fact_id, FactType.AMOUNT, "s", "v", "q", message_id)
    verdict = Verdict(check, Outcome.PASS, "quote.exact", "r", evidence)
    return CheckedFact(fact, State.HELD, (verdict,))


def page(thread, *facts, width=60):
    return lay_out(mailtext.paragraphs(thread, facts, "Europe/Berlin"), width)


def marked(laid, key="f1"):
    return [p.text for line in laid.lines for p in line.pieces if key in p.keys]


def test_a_quote_of_the_body_is_marked_at_its_span_with_the_sign_of_its_state():
    body = "Hello.\nThe refund is $540.00 today."
    laid = page(Thread("t", (message(body=body),)), checked("body", 21, 28))
    assert marked(laid) == ["$540.00"]
    line = laid.lines[laid.anchors["f1"]]
    assert (line.text, line.sign) == ("The refund is $540.00 today.", "!")


def test_the_same_words_elsewhere_are_not_marked():
    laid = page(
        Thread("t", (message(body="$5 and $5"), message("msg_2", body="$5"))), checked("body", 7, 9)
    )
    assert marked(laid) == ["$5"]
    assert laid.lines[laid.anchors["f1"]].text == "$5 and $5"


def test_quotes_of_other_parts_are_shown_with_their_part():
    mail = message(
        subject="Order 4711",
        body="Plain.",
        alternative="Rich: 12 EUR",
        markup_source='{"price": "12"}',
    )
    facts = (
        checked("subject", 6, 10, fact_id="f1"),
        checked("alternative", 6, 12, fact_id="f2"),
        checked("markup", 11, 13, fact_id="f3"),
    )
    laid = page(Thread("t", (mail,)), *facts, width=80)
    assert [marked(laid, f) for f in ("f1", "f2", "f3")] == [["4711"], ["12 EUR"], ["12"]]
    text = [line.text for line in laid.lines]
    assert "The other text of this mail (plain text and HTML differ):" in text
    assert "What this mail says to machines:" in text


def test_parts_that_no_fact_rests_on_stay_out_of_sight():
    mail = message(body="Plain.", alternative="Rich", markup_source="{}")
    assert [line.text for line in page(Thread("t", (mail,))).lines][-1] == "Plain."


def test_the_citation_decides_where_the_quote_is():
    by_value = checked("body", 0, 1, check="value").verdicts
    both = checked("body", 4, 7)
    fact = CheckedFact(both.fact, both.state, by_value + both.verdicts)
    assert marked(page(Thread("t", (message(body="abc def ghi"),)), fact)) == ["def"]


def test_the_head_of_a_mail_names_sender_date_and_what_was_odd():
    mail = message(subject="Hi", body="x", attachments=("a.pdf",), trouble=("Date implausible",))
    text = [line.text for line in page(Thread("t", (mail,))).lines]
    assert text == [
        "m1  Wilma Hart <care@lumen.example>",
        "Wed 18 Nov 2026, 10:41  to Robin <robin@vale.example>",
        "Hi",
        "Attached: a.pdf",
        "Note: Date implausible",
        "",
        "x",
    ]


def test_quoted_words_and_signatures_look_apart():
    body = "Yes.\n> No?\n-- \nW."
    layers = (LayerSpan(Layer.QUOTED, 5, 11), LayerSpan(Layer.SIGNATURE, 11, 17))
    lines = page(Thread("t", (message(body=body, layers=layers),))).lines[-4:]
    assert [[p.styles for p in line.pieces] for line in lines] == [
        [()], [("quoted",)], [("aside",)], [("aside",)],
    ]  # fmt: skip


def test_a_huge_mail_is_cut_and_says_so():
    laid = page(Thread("t", (message(body="word " * 100_000),)))
    assert laid.lines[-1].text == "… 299,999 more characters are not shown."


def test_a_thousand_mails_keep_their_anchors():
    many = Thread("t", tuple(message(f"msg_{n}", body="x\n" * 10) for n in range(1000)))
    laid = page(many)
    assert laid.lines[laid.anchors["msg_999"]].text.startswith("m1000  Wilma")
