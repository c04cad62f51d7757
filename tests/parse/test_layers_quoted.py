"""Quoted and forwarded text: what proves it, whose it is, and what proves nothing."""

# ruff: noqa: DTZ001 (many mails name no zone)

from datetime import datetime, timedelta, timezone

import pytest

from mailmind.core.layers import layers
from mailmind.core.values import Address, Layer

ANN = Address("Ann Li", "ann@shop.example")

ATTRIBUTIONS = [
    "On Tue, 3 Mar 2026 at 10:00, Ann Li <ann@shop.example> wrote:",
    "On 3 Mar 2026, at 10:00, Ann Li <ann@shop.example> wrote:",
    "On Tue, Mar 3, 2026 at 10:00 AM Ann Li <ann@shop.example> wrote:",
    "On 03/03/2026 10:00, Ann Li wrote:",
    "On Tue, 3 Mar 2026 at 10:00, Ann Li\n<ann@shop.example> wrote:",
    "On Tue, 3 Mar 2026 at 10:00, Ann Li <ann@shop.example\n> wrote:",
    "On Tuesday, 3 March 2026 at 10:00:00 CET,\nAnn Li\n<ann@shop.example> wrote:",
    "Am 03.03.2026 um 10:00 schrieb Ann Li <ann@shop.example>:",
    "Am Di., 3. März 2026 um 10:00 Uhr schrieb Ann Li <\nann@shop.example>:",
    "Le mar. 3 mars 2026 à 10:00, Ann Li <ann@shop.example> a écrit :",
    "Le 3 mars 2026 à 10:00, Ann Li <ann@shop.example> a\nécrit :",
    "El mar, 3 mar 2026 a las 10:00, Ann Li (<ann@shop.example>) escribió:",
    "El 3 de marzo de 2026, 10:00, Ann Li<ann@shop.example> escribió:",
    "Il giorno mar 3 mar 2026 alle ore 10:00 Ann Li <ann@shop.example> ha scritto:",
    "Op di 3 mrt 2026 om 10:00 schreef Ann Li <ann@shop.example>:",
    "Em ter., 3 de mar. de 2026 às 10:00, Ann Li <ann@shop.example> escreveu:",
    "Den tis 3 mars 2026 kl 10:00 skrev Ann Li <ann@shop.example>:",
    "Den tirs. 3. mar. 2026 kl. 10.00 skrev Ann Li <ann@shop.example>:",
    "W dniu 3.03.2026 o 10:00, Ann Li pisze:",
    "03.03.2026 10:00, Ann Li пишет:",
    "2026-03-03 10:00 GMT+01:00 Ann Li <ann@shop.example>:",
    "2026-03-03 10:00 GMT+01:00 Ann Li <\nann@shop.example>:",
    '3.03.2026, 10:00, "Ann Li" <ann@shop.example>:',
    "вт, 3 мар. 2026 г. в 10:00, Ann Li <ann@shop.example>:",
    "在 2026年3月3日 10:00，Ann Li <ann@shop.example> 写道：",
    "---- On Tue, 3 Mar 2026 10:00:00 +0100 Ann Li <ann@shop.example> wrote ----",
    "--- On Tue, 3/3/26, Ann Li <ann@shop.example> wrote:",
    "On \u200e3\u200e Mar\u200e 2026\u200e, 10\u200e:\u200e00, Ann Li <ann@shop.example> wrote:",
]


@pytest.mark.parametrize("line", ATTRIBUTIONS)
@pytest.mark.parametrize("sign", ["> ", ""])
def test_an_attribution_hands_over_to_who_wrote(line, sign, zones):
    text = f"I can make it.\n\n{line}\n\n{sign}Shall we meet?\n{sign}Thanks\n"
    ((own, mine), (quoted, theirs)) = zones(text)
    assert (own, mine, quoted) == ("own", "I can make it.", "quoted")
    assert theirs.startswith(line)
    assert "Shall we meet?" in theirs
    (span,) = layers(text)
    assert span.author.email in ("ann@shop.example", "")
    assert "Ann Li" in (span.author.name, str(span.author))
    assert span.date is None or span.date.replace(tzinfo=None, minute=0) == datetime(
        2026, 3, 3, span.date.hour
    )


def test_the_date_is_read_with_its_zone_where_it_has_one():
    (span,) = layers("ok\n\nOn 2026-03-03 10:00 +0100, Ann Li <ann@shop.example> wrote:\n> hi\n")
    assert span.date == datetime(2026, 3, 3, 10, tzinfo=timezone(timedelta(hours=1)))


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("On 03/04/2026 10:00, Ann Li wrote:", None),  # two readings
        ("On 03/03/2026 10:00, Ann Li wrote:", datetime(2026, 3, 3, 10)),
        ("On 13/04/2026 10:00, Ann Li wrote:", datetime(2026, 4, 13, 10)),
        ("On 4/13/2026 3:05 PM, Ann Li wrote:", datetime(2026, 4, 13, 15, 5)),
        ("Am 03.04.2026 um 10:00 schrieb Ann Li:", datetime(2026, 4, 3, 10)),
    ],
)
def test_a_date_that_can_be_read_two_ways_is_no_date(written, read):
    assert layers(f"ok\n\n{written}\n> hi\n")[0].date == read


def test_a_quoted_mail_is_no_later_than_the_one_that_quotes_it():
    text = "ok\n\nOn 01/12/2026 10:00, Ann Li wrote:\n> hi\n"
    assert layers(text, written=datetime(2026, 1, 13))[0].date == datetime(2026, 1, 12, 10)
    assert layers(text, written=datetime(2026, 12, 2))[0].date is None  # both readings are possible
    assert layers(text, written=datetime(2025, 1, 1))[0].date is None  # neither is


@pytest.mark.parametrize(
    ("named", "author"),
    [
        ("Ann Li (Shop)", Address("Ann Li (Shop)")),
        ("Li, Ann", Address("Li, Ann")),
        ("you", None),
        ("ann@shop.example", Address("", "ann@shop.example")),
        ('"Ann Li" [mailto:ann@shop.example]', Address("Ann Li", "ann@shop.example")),
        ("Ann Li via list <list@x.example>", Address("Ann Li via list", "list@x.example")),
    ],
)
def test_the_author_as_the_attribution_names_him(named, author):
    assert layers(f"ok\n\nOn 3 Mar 2026 at 10:00, {named} wrote:\n> hi\n")[0].author == author


@pytest.mark.parametrize(
    "name", ["Ann Li/HOU/ECT@ECT", "Ann Li@SHOP", "Ann Li/Shop@SHOP_DEVELOPMENT", "From: Ann Li"]
)
def test_the_author_of_a_notes_head(name):
    text = f"ok\n\n{name}\n03/13/2026 10:00 AM\nTo: Bo\ncc:\nSubject: x\n\nhi\n"
    assert layers(text)[0].author == Address("Ann Li")


def test_a_clock_time_may_stand_before_its_day():
    assert layers("ok\n\nAt 09:52 AM 11/13/2026, Ann Li wrote:\n> hi\n")[0].date == datetime(
        2026, 11, 13, 9, 52
    )


SEPARATORS = [
    "-----Original Message-----",
    " -----Original Message-----",
    "-----Ursprüngliche Nachricht-----",
    "-----Message d'origine-----",
    "-----Mensaje original-----",
    "-----Messaggio originale-----",
    "-----Oorspronkelijk bericht-----",
    "-----Mensagem original-----",
    "-----Ursprungligt meddelande-----",
    "________________________________",
    "",
]
BLOCKS = [
    (
        "From: Ann Li [mailto:ann@shop.example]",
        "Sent: Tuesday, March 3, 2026 10:00 AM",
        "To: Bo",
        "Subject: x",
    ),
    ("From:\tAnn Li <ann@shop.example>", "Date:\tTue, 3 Mar 2026 10:00", "To:\tBo", "Subject:\tx"),
    ("*From:* Ann Li <ann@shop.example>", "*Sent:* 3 March 2026 10:00", "*To:* Bo", "*Subject:* x"),
    (
        "Von: Ann Li <ann@shop.example>",
        "Gesendet: Dienstag, 3. März 2026 10:00",
        "An: Bo",
        "Betreff: x",
    ),
    ("De : Ann Li <ann@shop.example>", "Envoyé : mardi 3 mars 2026 10:00", "À : Bo", "Objet : x"),
    (
        "De: Ann Li <ann@shop.example>",
        "Enviado: martes, 3 de marzo de 2026 10:00",
        "Para: Bo",
        "Asunto: x",
    ),
    ("Da: Ann Li <ann@shop.example>", "Inviato: martedì 3 marzo 2026 10:00", "A: Bo", "Oggetto: x"),
    (
        "Van: Ann Li <ann@shop.example>",
        "Verzonden: dinsdag 3 maart 2026 10:00",
        "Aan: Bo",
        "Onderwerp: x",
    ),
    ("Från: Ann Li <ann@shop.example>", "Skickat: den 3 mars 2026 10:00", "Till: Bo", "Ämne: x"),
]


@pytest.mark.parametrize("separator", SEPARATORS)
@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block[0])
def test_a_header_block_hands_over_to_its_from(separator, block, zones):
    head = "\n".join([separator, *block] if separator else block)
    text = f"Fine with me.\n\n{head}\n\nShall we meet?\n\nAnn\n"
    ((own, mine), (quoted, theirs)) = zones(text)
    assert (own, mine, quoted) == ("own", "Fine with me.", "quoted")
    assert theirs.endswith("Shall we meet?\n\nAnn")
    (span,) = layers(text)
    assert (span.author, span.date) == (ANN, datetime(2026, 3, 3, 10))


NOTES = [
    "\tAnn Li\n\t03/13/2026 10:00 AM\n\t\t\n\t\t To: Bo Ek\n\t\t cc: \n\t\t Subject: x",
    '"Ann Li" <ann@shop.example> on 03/13/2026 10:00:00 AM\nTo: Bo Ek\ncc:\nSubject: x',
    "Ann Li <ann@shop.example> on 03/13/2026\n10:00:00 AM\nPlease respond to a@x\n\nTo: B\ncc:\nSubject: x",
    (
        "-------------- Forwarded by Bo Ek/HOU on 03/14/2026 \n11:00 AM --------------\n\n"
        "\nAnn Li\n03/13/2026 10:00 AM\nTo: Bo Ek\ncc:  \n\nSubject: x"
    ),
]


@pytest.mark.parametrize("head", NOTES)
def test_lotus_notes_heads(head, zones):
    text = f"See below.\n\n\n{head}\n\nThe price is 4.\n"
    ((own, mine), (_, theirs)) = zones(text)
    assert (own, mine) == ("own", "See below.")
    assert theirs.startswith(head.strip()[:9])
    (span,) = layers(text)
    assert (span.author.name, span.date) == ("Ann Li", datetime(2026, 3, 13, 10))


@pytest.mark.parametrize(
    "head",
    [
        (
            "---------- Forwarded message ---------\n"
            "From: Ann Li <ann@shop.example>\nDate: 3 Mar 2026 10:00\n"
            "Subject: x\nTo: Bo"
        ),
        (
            "Begin forwarded message:\n\n"
            "> From: Ann Li <ann@shop.example>\n> Subject: x\n> Date: 3 Mar 2026 10:00\n> To: Bo"
        ),
        (
            "-------- Weitergeleitete Nachricht --------\nBetreff: x\nDatum: 3. März 2026 10:00\n"
            "Von: Ann Li <ann@shop.example>\nAn: Bo"
        ),
        (
            "-------- Message transféré --------\nSujet : x\nDate : 3 mars 2026 10:00\n"
            "De : Ann Li <ann@shop.example>\nPour : Bo"
        ),
    ],
)
def test_forwarded_mail_belongs_to_its_own_author_and_date(head):
    found = layers(f"FYI\n\n{head}\n\nThe rent is 900.\n")
    assert {span.layer for span in found} == {Layer.FORWARDED}
    assert ANN in [span.author for span in found]
    assert datetime(2026, 3, 3, 10) in [span.date for span in found]


def test_a_subject_that_forwards_makes_a_bare_header_block_forwarded():
    text = "FYI\n\nFrom: Ann Li <ann@shop.example>\nSent: 3 March 2026 10:00\nTo: Bo\nSubject: x\n\nhi\n"
    assert layers(text)[0].layer is Layer.QUOTED
    assert layers(text, forwarded=True)[0].layer is Layer.FORWARDED


def test_a_mail_that_begins_with_another_passes_it_on():
    text = "-----Original Message-----\nFrom: Ann Li <ann@shop.example>\nTo: Bo\n\nhi\n"
    assert layers(text)[0].layer is Layer.FORWARDED


def test_answers_between_quotes_are_own(zones):
    text = "On 3 Mar 2026 at 10:00, Ann <ann@x.example> wrote:\n"
    text += "> Is it 5?\n\nNo, 6.\n\n> And when?\nFriday.\n> OK\n"
    assert [piece for layer, piece in zones(text) if layer == "own"] == ["No, 6.", "Friday."]


def test_each_depth_has_its_own_author():
    text = (
        "ok\n\nOn 3 Mar 2026 at 10:00, Ann <ann@x.example> wrote:\n> sure\n>\n"
        "> On 2 Mar 2026 at 09:00, Cy <cy@x.example> wrote:\n>> really?\n> yes\n"
    )
    assert [span.author.email for span in layers(text)] == [
        "ann@x.example",
        "cy@x.example",
        "ann@x.example",
    ]


def test_the_overhang_of_a_long_quoted_line_is_quoted(zones):
    long = "> this quoted line is so long that a program cut its last words off and\nunder it\n> and on\n"
    assert [layer for layer, _ in zones("ok\n\n" + long)] == ["own", "quoted"]


OWN = [
    "Here they are:-\n\nVisa\n\nName\n\n1234\n",
    "On the other hand, we said 5 in 2025.\nOn average, he wrote: nothing.\n",
    "Le message du 3 mars 2026 à 10:00, disait-elle, représente un problème : il faut payer.\n",
    "Le paragraphe qui pose problème.\n\nMon père a écrit :\n\nune lettre.\n",
    "From: our database, not From: other sources.\nTo: be honest, I like it.\n",
    "MEMO\n\nTO: All staff\nFROM: Facilities\nDATE: 3 March 2026\nSUBJECT: Doors\n\nThe doors close at 6.\n",
    ">>> import decimal\n>>> decimal.Decimal(1)\nDecimal('1')\n",
    "The limit is\n>= 5 units\n",
    "Today:\n\n>> Read our story about prices\nhttps://x.example/1\n\n>> And this one\n",
    "Dear reader,\n>>From there, you can update your address.\n",
    "Dear Bo,\n\n>From Monday on we open at 9.\n",
    "Timestamps: 2026-03-03 10:00\n03.03.2026 10:00\nJan 3, 2026 at 14:30\nThat is all.\n",
    "Please write to Ann Li <ann@shop.example>:\nshe knows.\n",
    "Meeting on 3 March 2026 at 10:00. Bring this, as John wrote:\n\nthe plan.\n",
    "| a | b |\n| 1 | 2 |\n",
    "I said: -----original idea----- and nothing else.\n",
    "To: do list\nSubject: none\n",
    "Your trip:\n\nFrom: Berlin Hbf\nTo: Wien Hbf\nDate: 12.05.2026 10:20\nSeat: 4A\n",
    "Ihre Reise\n\nVon: Berlin Hbf\nAn: Wien Hbf\nDatum: 12.05.2026 10:20\n\nGute Fahrt!\n",
    "Trajet\n\nDe : Paris\nÀ : Lyon\nDate : 12/05/2026 10:20\n\nBon voyage\n",
]


@pytest.mark.parametrize("text", OWN)
def test_what_proves_nothing_stays_the_senders_own(text, zones):
    assert {layer for layer, _ in zones(text)} == {"own"}


def test_the_line_above_a_wrapped_attribution_is_own(zones):
    text = 'See item 2\n3.3.2026 10:00 "Ann Li" <\nann@shop.example> wrote:\n\n> hi\n'
    assert zones(text)[0] == ("own", "See item 2")


def test_reply_and_quote_in_one_block(zones):
    text = "Sounds great. On 3 Mar 2026, at 10:00, Ann <ann@x.example> wrote:\n> shall we?\n"
    assert zones(text)[-1][1].endswith("> shall we?")


def test_many_lines_cost_no_more_than_in_proportion():
    # counts the work by the number of marks and spans, each of which must be found once
    block = "On 3 Mar 2026 at 10:00, Ann <ann@x.example> wrote:\n> a\n\nb\n\n"
    assert len(layers(block * 400)) == 400


@pytest.mark.timeout(60)
def test_no_pattern_runs_away():
    for line in (
        "On 5 March 2026 he wrote " + "8. " * 60 + "x:",
        "On 5 March 2026 he wrote " + "Dr. A. " * 40 + "(x:",
        "On 5 March 2026 at 10:02, " + "a " * 150 + "b-b:",
        "-----Forwarded message from " + "- " * 90 + "x",
        "From: " + "a (" * 2_000 + "\nSent: 5 March 2026 10:02\nTo: x",
        "Le " + "a " * 20_000 + ":",
        "On " + "1 " * 20_000,
        "-" * 50_000,
        "> " * 30_000,
        "@" * 50_000,
    ):
        text = f"{line}\n{line}\n"
        spans = layers(text)
        assert all(0 <= span.start < span.end <= len(text) for span in spans)


@pytest.mark.parametrize(
    "text",
    [
        "ok\n\nOn 3 Mar 2026 at 10:00, Ann <ann@x.example> wrote:\n> hi\n\nbye\n",
        "ok\n\n-----Original Message-----\nFrom: Ann <ann@x.example>\nTo: Bo\n\nhi\n",
        "ok\n\n-- \nAnn\n",
        "ok\n\nSent from my iPhone\n",
    ],
)
def test_line_ends_of_either_kind_give_the_same_layers(text, zones):
    dos = text.replace("\n", "\r\n")
    assert [(layer, piece.replace("\r", "")) for layer, piece in zones(dos)] == zones(text)
