"""What holds for any bytes and any text."""

import email.message
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailmind.core.layers import layers
from mailmind.core.parse import from_text, parse

PIECES = st.sampled_from(
    [
        b"From: a@x\r\n", b"Subject: =?utf-8?q?=c3?=\n", b"Date: Tue, 99 Foo 0 99:99\n", b"\n\n",
        b"--b\n", b"--b--\n", b"To: \xe4 <\xe4@x>\n", b"In-Reply-To: <\xe4>\n",
        b"Message-ID: <\xff@x>\n", b'Content-Disposition: attachment; filename="\xe4"\n',
        b"Content-Type: text/plain; name=\xff\n", b"Content-Type: multipart/mixed; boundary=b\n",
        b"Content-Type: message/rfc822\n", b"Content-Type: text/html\n",
        b"Content-Transfer-Encoding: base64\n", b"Content-Type: text/calendar\n",
        b"BEGIN:VEVENT\n", b"<div>", b"</p>", b"On 3 Mar 2026 at 10:00, A <a@x.y> wrote:\n",
        b"> q\n", b"-- \n", b"\x00\xff\xfe", b"=\n", b"References: <a <b@c>\n",
        b'<script type="application/ld+json">{', b"-----Original Message-----\n",
        b"Content-Type: text/plain; charset=utf-7\n",
    ]
)  # fmt: skip
LINES = st.sampled_from(
    [
        "words", "", "> quoted", ">> deeper", "-- ", "On 3 Mar 2026 at 10:00, A <a@x.y> wrote:",
        "-----Original Message-----", "From: A <a@x.y>", "Sent: 3 March 2026 10:00", "To: b",
        "Subject: c", "Sent from my iPhone", "Tel. 555-123-4567", "Ann Li",
        "This e-mail is confidential.", "________________", "03/13/2026 10:00 AM", "Regards,",
        "\u200e", "\r",
    ]
)  # fmt: skip


def check(message):
    for text, spans in (
        (message.body, message.layers),
        (message.alternative or "", message.alternative_layers),
    ):
        position = 0
        for span in spans:
            assert position <= span.start < span.end <= len(text)
            position = span.end
    assert message.message_id
    every_text = [message.body, message.alternative or "", message.subject, message.message_id]
    every_text += [
        str(one) for one in (message.sender, *message.to, *message.cc, *message.reply_to)
    ]
    every_text += [
        *message.in_reply_to,
        *message.references,
        *message.attachments,
        *message.trouble,
    ]
    every_text += [message.markup_source, *(fact.value for fact in message.markup)]
    "".join(every_text).encode("utf-8")  # no half characters: stores and terminals cannot take them


@settings(max_examples=100, deadline=None)
@given(
    st.one_of(
        st.binary(max_size=400), st.lists(PIECES | st.binary(max_size=6), max_size=25).map(b"".join)
    )
)
def test_no_bytes_raise_and_spans_are_sorted_inside_the_text(raw):
    message = parse(raw)
    check(message)
    assert parse(raw) == message


@settings(max_examples=100, deadline=None)
@given(st.one_of(st.text(max_size=300), st.lists(LINES, max_size=30).map("\n".join)))
def test_layers_of_any_text_are_sorted_and_inside(text):
    check(from_text(message_id="m", sender="a@x", to="", date=None, subject="", text=text))


@settings(max_examples=60, deadline=None)
@given(st.lists(LINES, max_size=20))
def test_a_text_without_any_mark_is_all_own(lines):
    plain = "\n".join(line for line in lines if line in ("words", "", "To: b", "Subject: c"))
    assert layers(plain) == ()


texts = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1, max_size=80
)


@settings(max_examples=80, deadline=None)
@given(texts, texts, st.sampled_from(["base64", "quoted-printable"]))
def test_what_the_standard_library_writes_is_read_exactly(subject, body, encoding):
    written = email.message.EmailMessage()
    written["From"] = "Ann <ann@x.example>"
    written["Subject"] = " ".join(subject.split())
    written.set_content(f"{body}\n", charset="utf-8", cte=encoding)
    message = parse(bytes(written))
    assert message.body == f"{body}\n"
    assert " ".join(message.subject.split()) == " ".join(subject.split())


@settings(max_examples=40, deadline=None)
@given(st.lists(st.text("abc ", min_size=1, max_size=10), min_size=1, max_size=6))
def test_no_part_is_lost(words):
    outer = MIMEMultipart()
    for word in words:
        outer.attach(MIMEText(f"<{word}>\n", "plain"))
    assert parse(outer.as_bytes()).body.count("<") == len(words)


def test_from_text_reads_layers_and_dates_as_in_any_mail():
    message = from_text(
        message_id="m1",
        sender="Acme <billing@acme.example>",
        to="Bo <bo@x.example>, cy@x.example",
        cc="di@x.example",
        date="2026-11-16T10:02:00+01:00",
        subject="Refund",
        text="Done.\n\n> when?\n",
    )
    assert message.date.isoformat() == "2026-11-16T10:02:00+01:00"
    assert (message.sender.email, len(message.to), len(message.cc)) == (
        "billing@acme.example",
        2,
        1,
    )
    assert [message.body[s.start : s.end] for s in message.layers] == ["> when?\n"]


def test_from_text_knows_a_forward_by_its_subject():
    text = "FYI\n\nFrom: Ann <ann@x.example>\nSent: 3 March 2026 10:00\nTo: Bo\nSubject: x\n\nhi\n"
    given = {"message_id": "m", "sender": "a@x", "to": "", "date": None, "text": text}
    assert [str(s.layer) for s in from_text(subject="Fwd: x", **given).layers] == ["forwarded"]
    assert [str(s.layer) for s in from_text(subject="Re: x", **given).layers] == ["quoted"]


def test_from_text_keeps_what_it_cannot_read():
    message = from_text(message_id="m1", sender="Ann Li", to="", date="soon", subject="", text="hi")
    assert (message.sender.name, message.sender.email, message.date) == ("Ann Li", "", None)
    assert message.trouble == ("Date unreadable: 'soon'",)


@pytest.mark.parametrize("levels", [30, 300, 900, 3000])
def test_a_deeply_nested_mail_ends_within_its_bounds(levels):
    raw = b"Subject: deep\n"
    for depth in range(levels):
        raw += b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (depth, depth)
    message = parse(raw + b"Content-Type: text/plain\n\nbottom\n")
    assert message.subject == "deep"
    assert ("bottom" in message.body) == (
        levels == 30 or any("unreadable" in t for t in message.trouble)
    )
    assert levels == 30 or any("too deep" in t or "unreadable" in t for t in message.trouble)


def test_mails_within_mails_end_within_their_bounds():
    raw = b"From: a@x.example\nContent-Type: message/rfc822\n\n" * 60 + b"\nbottom"
    message = parse(raw)
    assert any("nested too deep" in one or "unreadable" in one for one in message.trouble)


def test_ten_thousand_parts_end_within_their_bounds():
    part = b"--b\nContent-Type: text/plain\n\nx\n"
    message = parse(b"Content-Type: multipart/mixed; boundary=b\n\n" + part * 10_000)
    assert "parts nested too deep or too many: the rest is not read" in message.trouble
    assert 0 < message.body.count("x") < 10_000
