"""Which text of a mail is shown, and what its structure may get wrong."""

from datetime import UTC, datetime

import pytest

from mailmind.core.values import Address, Layer

TWO_VIEWS = """
Subject: Your order
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary="b1"

--b1
Content-Type: {first}; charset=utf-8

{one}
--b1
Content-Type: {second}; charset=utf-8

{two}
--b1--
"""


def test_a_plain_mail(mail):
    found = mail(
        """
        Subject: Lunch
        Message-ID: <m1@shop.example>
        In-Reply-To: <m0@home.example>
        Cc: Cy <cy@x.example>

        See you at noon.
        """
    )
    assert found.message_id == "m1@shop.example"
    assert found.sender == Address("Ann Li", "ann@shop.example")
    assert found.to == (Address("Bo Ek", "bo@home.example"),)
    assert found.cc == (Address("Cy", "cy@x.example"),)
    assert found.in_reply_to == ("m0@home.example",)
    assert found.date.isoformat() == "2026-03-03T10:15:00+01:00"
    assert (found.subject, found.body) == ("Lunch", "See you at noon.\n")
    assert (found.trouble, found.layers, found.alternative) == ((), (), None)


def test_the_caller_may_name_the_message(mail):
    assert mail("Message-ID: <a@x>\n\nhi", message_id="m7").message_id == "m7"


def test_without_message_id_the_hash_names_it(mail):
    # printf 'hello' | sha256sum begins with 2cf24dba5fb0a30e
    assert mail(b"hello").message_id == "sha256:2cf24dba5fb0a30e"


def test_text_is_chosen_by_kind_and_not_by_order(mail):
    source = TWO_VIEWS.format(
        first="text/html",
        one="<p>Total <b>12</b> EUR and more</p>",
        second="text/plain",
        two="Total 12 EUR",
    )
    found = mail(source)
    assert found.body == "Total 12 EUR"
    assert found.alternative.split() == ["Total", "12", "EUR", "and", "more"]


def test_two_views_that_say_the_same_are_one(mail):
    source = TWO_VIEWS.format(
        first="text/plain", one="Total 12 EUR", second="text/html", two="<p>Total\n 12 EUR</p>"
    )
    assert mail(source).alternative is None


@pytest.mark.parametrize("stub", ["View this email in your browser", "   ", "HTML only"])
def test_plain_text_that_only_stands_in_is_not_shown(mail, stub):
    words = " ".join(f"<p>Item {n} costs {n}.50 EUR plus delivery</p>" for n in range(12))
    found = mail(TWO_VIEWS.format(first="text/plain", one=stub, second="text/html", two=words))
    assert "Item 3 costs 3.50 EUR plus delivery" in found.body
    assert found.alternative == (stub if stub.strip() else None)


def test_a_third_view_without_subtype_does_not_replace_the_text(mail):
    source = TWO_VIEWS.format(
        first="text/plain", one="Plain words", second="text/html", two="<p>Rich words</p>"
    ).replace("--b1--", "--b1\nContent-Type: text\n\nnot for people\n--b1--")
    found = mail(source)
    assert found.body == "Plain words"
    assert "not for people" not in (found.alternative or "")


def test_boundaries_that_begin_alike(mail):
    found = mail(
        """
        Content-Type: multipart/mixed; boundary="part"

        --part
        Content-Type: multipart/alternative; boundary="part_alt"

        --part_alt
        Content-Type: text/plain

        inner text
        --part_alt
        Content-Type: text/html

        <p>inner html</p>
        --part_alt--
        --part
        Content-Type: text/plain

        outer text
        --part--
        """
    )
    assert found.body == "inner text\nouter text"


def test_an_outer_boundary_ends_an_inner_part_that_is_not_closed(mail):
    found = mail(
        """
        Content-Type: multipart/mixed; boundary="xy"

        --xy
        Content-Type: multipart/mixed; boundary="x"

        --x
        Content-Type: text/plain

        first
        --xy
        Content-Type: text/plain

        second
        """
    )
    assert found.body.split() == ["first", "second"]


def test_a_boundary_that_ends_in_dashes_is_no_closer(mail):
    found = mail(
        """
        Content-Type: multipart/mixed; boundary="z--"

        --z--
        Content-Type: text/plain

        still here
        --z----
        """
    )
    assert found.body.strip() == "still here"


def test_a_boundary_with_characters_that_need_quotes(mail):
    found = mail(
        """
        Content-Type: multipart/mixed; boundary=----=_Next:(1)?x

        ------=_Next:(1)?x
        Content-Type: text/plain

        found
        ------=_Next:(1)?x--
        """
    )
    assert found.body.strip() == "found"


@pytest.mark.parametrize("blank", ["", "\n"])
def test_a_multipart_body_whose_content_type_was_lost(mail, blank):
    found = mail(
        f"Subject: Parcel\n{blank}------=_Part_1\nContent-Type: text/plain; charset=utf-8\n"
        "Content-Transfer-Encoding: quoted-printable\n\nIhr Paket f=C3=BCr 12 =E2=82=AC\n"
        "------=_Part_1--\n"
    )
    assert found.body.strip() == "Ihr Paket für 12 €"
    assert "multipart body without the Content-Type that names its boundary" in found.trouble


@pytest.mark.parametrize("parameter", ["", "; boundary=other", "; boundary="])
def test_a_multipart_that_names_another_boundary(mail, parameter):
    found = mail(
        f"""
        Content-Type: multipart/mixed{parameter}

        This is MIME.
        --real
        Content-Type: text/plain

        the words
        --real--
        """
    )
    assert found.body == "the words"


def test_a_body_without_blank_line_begins_at_the_first_line_that_is_no_header(mail):
    found = mail("Subject: odd\nthis line is text\nand so is this\n")
    assert found.subject == "odd"
    assert found.body == "this line is text\nand so is this\n"


def test_junk_among_the_headers_does_not_end_them(mail):
    found = mail("X-A: 1\nsome junk here\nSubject: still read\n\nbody\n")
    assert (found.subject, found.body) == ("still read", "body\n")
    assert "lines among the headers that are no header" in found.trouble


def test_a_date_that_is_an_encoded_word_is_read(mail):
    head = "Date: =?utf-8?q?Tue=2C_3_Mar_2026_10=3A15=3A00_+0100?=\n"
    assert mail("\nhi", head=head).date.isoformat() == "2026-03-03T10:15:00+01:00"


def test_the_first_from_counts_and_a_second_is_noted(mail):
    found = mail("From: Eve <eve@evil.example>\n\nhi")
    assert found.sender.email == "ann@shop.example"
    assert "several From headers: the first one counts" in found.trouble


def test_an_embedded_mail_speaks_for_its_own_author_at_its_own_date(mail):
    found = mail(
        """
        Subject: Fwd: price
        Content-Type: multipart/mixed; boundary="b"

        --b
        Content-Type: text/plain

        See below.
        --b
        Content-Type: message/rfc822

        From: Cy Dahl <cy@far.example>
        Date: Mon, 2 Mar 2026 09:00:00 +0000
        Subject: price

        It is 99 USD.
        --b--
        """
    )
    (span,) = found.layers
    assert (span.layer, span.author) == (Layer.FORWARDED, Address("Cy Dahl", "cy@far.example"))
    assert span.date == datetime(2026, 3, 2, 9, tzinfo=UTC)
    assert found.body[: span.start].strip() == "See below."
    assert found.body[span.start : span.end].rstrip().endswith("It is 99 USD.")
    assert "From: Cy Dahl <cy@far.example>" in found.body[span.start : span.end]


def test_what_an_embedded_mail_quotes_keeps_the_name_of_who_said_it(mail):
    found = mail(
        """
        Content-Type: message/rfc822

        From: Cy <cy@far.example>
        Subject: Re: price

        No.

        On Mon, 2 Mar 2026 at 08:00, Di Po <di@y.example> wrote:
        > Is it 98?
        """
    )
    assert [(s.layer, s.author.email) for s in found.layers] == [
        (Layer.FORWARDED, "cy@far.example"),
        (Layer.QUOTED, "di@y.example"),
    ]


def test_attachments_are_named_and_not_read(mail):
    found = mail(
        """
        Content-Type: multipart/mixed; boundary="b"

        --b
        Content-Type: text/plain

        Invoice attached.
        --b
        Content-Type: application/pdf
        Content-Disposition: attachment; filename*=utf-8''Rechnung%20M%C3%A4rz.pdf
        Content-Transfer-Encoding: base64

        JVBERi0x
        --b
        Content-Type: text/plain
        Content-Disposition: attachment; filename="notes.txt"

        not shown
        --b--
        """
    )
    assert found.attachments == ("Rechnung März.pdf", "notes.txt")
    assert found.body == "Invoice attached."


@pytest.mark.parametrize("charset", ["utf-8", "windows-1252"])
def test_an_attachment_name_in_raw_bytes_is_read(mail, charset):
    kind = "Content-Type: application/pdf\n"
    source = kind + 'Content-Disposition: attachment; filename="Rechnung_für_März.pdf"\n\nx'
    assert mail(source.encode(charset)).attachments == ("Rechnung_für_März.pdf",)


def test_flowed_text_that_deletes_spaces_joins_what_was_cut(mail):
    found = mail(
        "Content-Type: text/plain; format=flowed; delsp=yes\n\n"
        "see https://x.example/a \nb/c now \nand then  \ngo\n"
    )
    assert found.body == "see https://x.example/ab/c now and then go\n"


def test_quoted_printable_is_undone_only_where_it_is_declared(mail):
    assert mail("Content-Transfer-Encoding: 7bit\n\nprice=3D5 =20\n").body == "price=3D5 =20\n"
    assert mail("Content-Transfer-Encoding: quoted-printable\n\nprice=3D5\n").body == "price=5\n"


def test_unknown_charset_loses_neither_mail_nor_text(mail):
    found = mail('Content-Type: text/plain; charset="klingon"\n\nqapla’ 42\n')
    assert found.body == "qapla’ 42\n"
    assert found.trouble == ("charset declared klingon, used utf-8",)


def test_html_names_its_own_charset_where_the_header_does_not(mail):
    source = b'Content-Type: text/html\n\n<meta charset="macintosh"><p>caf\x8e'
    assert mail(source).body.strip() == "café"


def test_a_calendar_without_a_word_is_shown_as_its_title_and_description(mail):
    found = mail(
        "Content-Type: text/calendar\n\nBEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:Dentist\n"
        "DTSTART:20260310T140000Z\nDESCRIPTION:Bring the card\\, please\\nRoom 4\nEND:VEVENT\nEND:VCALENDAR\n"
    )
    assert found.body.split("\n")[:3] == ["Dentist", "Bring the card, please", "Room 4"]


def test_a_report_shows_its_machine_readable_part(mail):
    found = mail(
        """
        Content-Type: multipart/report; report-type=delivery-status; boundary="b"

        --b
        Content-Type: text/plain

        It failed.
        --b
        Content-Type: message/delivery-status

        Reporting-MTA: dns; mx.example

        Final-Recipient: rfc822; bo@home.example
        Status: 5.1.1

        --b--
        """
    )
    assert "Final-Recipient: rfc822; bo@home.example\nStatus: 5.1.1" in found.body


def test_lines_end_in_line_feeds(mail):
    assert mail(b"Subject: x\r\n\r\none\r\ntwo\rthree\r\n").body == "one\ntwo\nthree\n"


def test_no_headers_at_all_is_a_body(mail):
    found = mail(b"just words\n")
    assert found.body == "just words\n"
    assert found.trouble == ("no From header", "no Date header")


@pytest.mark.parametrize(
    ("declared", "text", "lang"),
    [
        (
            "en-US",
            "Wir haben Ihre Bestellung nicht erhalten und bitten um eine Antwort bis zum Freitag.",
            "de",
        ),
        ("nl-NL", "17:00", "nl"),
        (
            "",
            "Nous vous prions de bien vouloir payer la facture avec une carte dans les dix jours.",
            "fr",
        ),
        ("", "17:00", None),
    ],
)
def test_the_words_tell_the_language_before_the_header_does(mail, declared, text, lang):
    head = f"Content-Language: {declared}\n" if declared else ""
    assert mail(f"{head}\n{text}\n").lang == lang


@pytest.mark.parametrize(
    "head",
    ["Content-Disposition: attachment", "Content-Type: text", "Content-Type: text/x-unheard-of"],
)
def test_text_that_is_all_there_is_of_a_mail_is_shown(mail, head):
    assert mail(f"{head}\n\nthe words\n").body == "the words\n"


def test_a_page_declared_plain_is_rendered_and_a_text_about_tags_is_not(mail):
    page = "<html><body><p>Total</p><p>12 EUR</p></body></html>\n"
    assert mail(f"\n{page}").body.split() == ["Total", "12", "EUR"]
    about = "Use <p>, <div>, <table> and <br> like this: <p>x</p>\n"
    assert mail(f"\n{about}").body == about


def test_the_markup_of_an_embedded_mail_is_not_the_senders_word(mail):
    found = mail(
        """
        Content-Type: message/rfc822

        From: Cy <cy@far.example>
        Content-Type: text/html

        <p>Order</p><div itemscope itemtype="http://schema.org/Order">
        <meta itemprop="orderNumber" content="A-17"></div>
        """
    )
    assert found.markup == ()
    assert "the markup of an embedded mail is not the sender's word: left out" in found.trouble


def test_two_cc_fields_in_different_case_are_both_read(mail):
    found = mail("Cc: a@x.example\ncc: b@x.example\n\nhi\n")
    assert [one.email for one in found.cc] == ["a@x.example", "b@x.example"]


def test_ids_that_are_broken_are_dropped_and_the_rest_is_kept(mail):
    found = mail("References: <a@x>, <b@x\nReferences: <c@x>\n\nhi\n")
    assert found.references == ("a@x", "c@x")


def test_nothing_is_fetched(mail, monkeypatch):
    def refuse(*_):
        raise AssertionError("parsing opened a connection")

    monkeypatch.setattr("socket.socket.connect", refuse)
    monkeypatch.setattr("socket.getaddrinfo", refuse)
    found = mail(
        'Content-Type: text/html\n\n<!DOCTYPE html SYSTEM "http://x.example/a.dtd"><html><head>'
        '<meta http-equiv="refresh" content="0;url=http://x.example/"><base href="http://x.example/">'
        '<link rel="stylesheet" href="http://x.example/s.css"></head><body>words'
        '<img src="http://x.example/1.png"><object data="http://x.example/o">boo</object></body></html>'
    )
    assert found.body.split() == ["words"]
