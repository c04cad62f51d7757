"""The quick ways through regular mail lead to where the slow ones lead."""

from email import message_from_string
from email.message import Message as Part

import lxml.html
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from inscriptis.html_engine import Inscriptis
from inscriptis.model.config import ParserConfig

from mailmind.core.layers import layers
from mailmind.core.layers.boilerplate import says_boilerplate
from mailmind.core.mail.block import HANDLERS
from mailmind.core.mail.regular import read_regular
from mailmind.core.parse import parse
from mailmind.core.values import Layer

ALTERNATIVE = """\
From: Ann <ann@example.org>
Subject: two
 lines
Content-Type: multipart/mixed; boundary="out"

before
--out
Content-Type: multipart/alternative; boundary=in

--in
Content-Type: text/plain

the plain

--in
Content-Type: text/html

<p>the other</p>
--in--
--out

no headers
--out--
after
"""


def shape(part: Part) -> tuple[object, ...]:
    """All that a part holds, down to the last line end."""
    inside = part._payload  # type: ignore[attr-defined]  # get_payload would decode it
    children = [shape(child) for child in inside] if isinstance(inside, list) else inside
    around = part.preamble, part.epilogue, part.get_unixfrom(), part.get_content_type()
    return *around, list(part.raw_items()), children


def test_a_regular_mail_is_read_without_the_parser():
    part = read_regular(ALTERNATIVE)
    assert part is not None
    assert part["Subject"] == "two\n lines"
    assert (part.preamble, part.epilogue) == ("before", "after\n")
    inner, bare = part.get_payload()
    assert [child.get_payload() for child in inner.get_payload()] == [
        "the plain\n",
        "<p>the other</p>",
    ]
    assert (bare.keys(), bare.get_payload()) == ([], "no headers")


@pytest.mark.parametrize(
    "broken",
    [
        ALTERNATIVE.replace("--out--", ""),
        ALTERNATIVE.replace("--out\n\nno", "--out\n--out\n\nno"),
        ALTERNATIVE.replace("Subject:", "no field\nSubject:"),
        ALTERNATIVE.replace("lines", "li\rnes"),
        ALTERNATIVE.replace("text/plain", "message/rfc822"),
        ALTERNATIVE.replace("multipart/mixed", "multipart/digest"),
        "Subject: a mail that ends in its headers\n",
    ],
    ids=["not closed", "empty part", "no field", "bare CR", "mail in mail", "digest", "no body"],
)
def test_what_is_not_regular_is_left_to_the_parser(broken):
    assert read_regular(broken) is None


def test_a_border_stands_at_the_start_of_a_line():
    mail = ALTERNATIVE.replace("no headers", "not here: --out\nnor --out--")
    ours = read_regular(mail)
    assert ours is not None
    assert shape(ours) == shape(message_from_string(mail))


LINES = st.sampled_from(
    [
        "Subject: one",
        " goes on",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Type: multipart/mixed; boundary=out",
        'Content-Type: multipart/alternative; boundary="in"',
        "Content-Type: message/rfc822",
        "Content-Type: multipart/digest; boundary=out",
        "From me@example.org Mon Nov 16 10:00:00 2026",
        ": empty name",
        "words",
        "gr\udcfc\udcdfe",
        "page\x0cbreak: x",
        "",
        "",
        "--out",
        "--out",
        "--out  ",
        "--out--",
        "--in",
        "--in--",
        "--outer",
        "no --out",
    ]
)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(LINES, st.sampled_from(["\n", "\n", "\r\n", "\r"])), max_size=24))
def test_the_tree_is_the_one_of_the_parser(lines):
    """Of any lines in any order, and of the same with a regular start."""
    text = "".join(line + end for line, end in lines)
    start = "Content-Type: multipart/mixed; boundary=out\n\n--out\n"
    for mail in (text, text.removesuffix("\n"), f"{start}{text}\n--out--\n", f"{start}\n{text}"):
        ours = read_regular(mail)
        if ours is not None:
            assert shape(ours) == shape(message_from_string(mail))


TEXTS = st.sampled_from(
    ["a", " b", "c ", " ", "\n", "  d \t e ", "\u00a0", "\u200b", "&amp;lt;", ""]
)
TAGS = st.sampled_from(["p", "b", "span", "div", "pre", "ul", "li", "td", "tr", "table", "br"])
MARKUP = st.recursive(
    TEXTS,
    lambda inner: st.tuples(TAGS, st.lists(inner, max_size=4)).map(
        lambda node: f"<{node[0]}>{''.join(node[1])}</{node[0]}>"
    ),
    max_leaves=20,
)


@settings(max_examples=100, deadline=None)
@given(st.lists(MARKUP, min_size=1, max_size=5))
def test_html_is_put_together_as_by_the_library_itself(pieces):
    document = f"<html><body><i>{''.join(pieces)}</i>end</body></html>"
    ours, theirs = (
        Inscriptis(lxml.html.document_fromstring(document), config).get_text()
        for config in (
            ParserConfig(custom_html_tag_handler_mapping=HANDLERS),
            ParserConfig(),
        )
    )
    assert ours == theirs


@pytest.mark.parametrize(
    "text",
    [
        "This e-mail and its files are CONFIDENTIAL.",
        "The message may hold privileged matter",
        "this communication is proprietary",
        "This mail? No: this message is intended only for its reader",
        "This transmission is intended solely for Ann",
        "This email is the property of Example Ltd",
        "The message is for the sole use of Ann",
        "this message is meant for the named person",
        "Confidentiality Note",
        "LEGAL DISCLAIMER",
        "If you are not the intended recipient",
        "by anyone other than the named addressee",
        "If you received this message in error",
        "We are not responsible for any loss",
        "Example Ltd does not accept any liability",
        "Diese E-Mail ist vertraulich",
        "Wenn Sie sie IRRTÜMLICH erhalten haben",
        "Ce message est confidentiel",
        "Este correo es confidencial",
        "Esta mensagem tem dados confidenciais",
        "Questo messaggio è riservato",
        "Dit bericht is vertrouwelijk",
        "Please consider the environment before printing",
        "Virus-free. www.example.org",
        "Scanned by Example",
        "To unsubscribe, write to us",
        "You received this message because you are subscribed",
        "For additional commands, e-mail: help@example.org",
        "View this message in context: here",
        "Mailing list archive at example.org",
        "__________ Example mailing list",
        "Do You Yahoo!?",
        "Get your free account",
        "Get free e-mail",
        "MSN Messenger: talk to friends",
        "Hotmail is here",
    ],
)
def test_every_kind_of_boilerplate_is_known(text):
    assert says_boilerplate(f"Some words before. {text}")


@pytest.mark.parametrize(
    "head",
    [
        ">>> Ann Li 11/16/2026 10:00 AM >>>",
        "---- On Mon, 16 Nov 2026 10:00 Ann Li wrote ----",
        "On Mon, Nov 16, 2026 at 10:00 AM Ann Li <ann@example.org> wrote",
        "-----Original Message-----",
        "===== Original Message =====",
    ],
)
def test_heads_without_a_colon_at_their_end_are_seen(head):
    text = f"Fine, thank you\n\n{head}\nPlease pay the rest by Friday\n"
    assert [(one.layer, one.start) for one in layers(text)] == [
        (Layer.QUOTED, text.index(head)),
    ]


@pytest.mark.parametrize("words", ["Your OTP is", "Login PIN", "Your sign-in Code", "验证码"])
def test_every_word_for_a_code_is_known(words):
    mail = f"From: a@example.org\nSubject: Hello\n\n{words} 482913\n".encode()
    assert "one-time-code" in [trait.kind for trait in parse(mail).traits]
