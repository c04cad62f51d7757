"""What mail programs write around other people's text, in the languages that they speak."""

# ruff: noqa: DTZ001 (many mails name no zone)

from datetime import datetime

import pytest

from mailmind.core.layers import layers
from mailmind.core.values import Address, Layer

OWN = "I will be there.\nSee you soon."
THEIRS = "Shall we meet?\nThanks\n"
ANN = Address("Ann Li", "ann@shop.example")
WHEN = datetime(2026, 11, 16, 10, 2)


def only_foreign(text):
    (span,) = layers(text)
    assert text[: span.start].strip() == OWN
    assert text[span.end :].strip() == ""
    return span


@pytest.mark.parametrize(
    "line",
    [
        "Ann Li <ann@shop.example> schrieb am Mo., 16. Nov. 2026, 10:02:",
        "A seg, 16/11/2026, 10:02, Ann Li <ann@shop.example> escreveu:",
        "pon., 16 lis 2026 o 10:02 Ann Li <ann@shop.example> napisał(a):",
        "W dniu 2026-11-16 10:02 użytkownik Ann Li <ann@shop.example> napisał:",
        "пн, 16 нояб. 2026 г. в 10:02, Ann Li <ann@shop.example>:",
        "16.11.2026 10:02 пользователь Ann Li <ann@shop.example> написал:",
        "16.11.2026 10:02 от Ann Li <ann@shop.example>:",
        "po 16. 11. 2026 v 10:02 odesílatel Ann Li <ann@shop.example> napsal:",
        "16 Kas 2026 Pzt 10:02 tarihinde Ann Li <ann@shop.example> şunu yazdı:",
        "Pe lun., 16 nov. 2026 la 10:02, Ann Li <ann@shop.example> a scris:",
        "Ann Li <ann@shop.example> 于2026年11月16日周一 10:02写道：",
        "Στις Δευ 16 Νοε 2026 στις 10:02 π.μ., ο χρήστης Ann Li <ann@shop.example> έγραψε:",
    ],
)
def test_attributions(line):
    span = only_foreign(f"{OWN}\n\n{line}\n{THEIRS}")
    assert (span.layer, span.author, span.date) == (Layer.QUOTED, ANN, WHEN)


def test_a_name_before_a_time_in_hungarian():
    line = "Ann Li <ann@shop.example> ezt írta (időpont: 2026. nov. 16., H, 10:02):"
    span = only_foreign(f"{OWN}\n\n{line}\n{THEIRS}")
    assert (span.layer, span.author) == (Layer.QUOTED, ANN)


@pytest.mark.parametrize("verb", ["mentioned", "spake thusly"])
def test_a_verb_of_the_users_own_counts_above_quoted_lines_only(verb):
    line = f"On Mon, Nov 16, 2026 at 10:02:11AM, Ann Li {verb}:"
    span = only_foreign(f"{OWN}\n\n{line}\n> Shall we meet?\n")
    assert (span.author, span.date) == (Address("Ann Li"), WHEN.replace(second=11))
    assert layers(f"{OWN}\n\n{line}\nShall we meet?\n") == ()


@pytest.mark.parametrize(
    "line",
    [
        "On 16 Nov 2026 at 10:02 we agreed:",
        "On 16 Nov 2026, 10:02, you asked:",
    ],
)
def test_a_sentence_of_the_senders_own_above_quoted_lines_is_own(line):
    text = f"{line}\n> Shall we meet?\n"
    assert [text[s.start : s.end] for s in layers(text)] == ["> Shall we meet?\n"]


HEADS = {
    "da": ("Fra", "Sendt", "16. november 2026 10:02", "Til", "Emne"),
    "cs": ("Od", "Odesláno", "pondělí 16. listopadu 2026 10:02", "Komu", "Předmět"),
    "tr": ("Kimden", "Gönderilen", "16 Kasım 2026 Pazartesi 10:02", "Kime", "Konu"),
    "ru": ("От", "Отправлено", "16 ноября 2026 г. 10:02", "Кому", "Тема"),
    "ro": ("De la", "Trimis", "luni, 16 noiembrie 2026 10:02", "Către", "Subiect"),
    "fi": ("Lähettäjä", "Lähetetty", "16. marraskuuta 2026 10.02", "Vastaanottaja", "Aihe"),
    "zh": ("发件人", "发送时间", "2026年11月16日 10:02", "收件人", "主题"),
}


@pytest.mark.parametrize("language", HEADS)
def test_header_blocks(language):
    sender, sent, when, to, subject = HEADS[language]
    block = f"{sender}: Ann Li <ann@shop.example>\n{sent}: {when}\n{to}: Bo Ek\n{subject}: Plan\n\n"
    span = only_foreign(f"{OWN}\n\n{block}{THEIRS}")
    assert (span.author, span.date) == (ANN, WHEN)


@pytest.mark.parametrize(("sent", "foreign"), [("Gesendet", True), ("Datum", False)])
def test_a_head_without_subject_and_address_says_that_it_was_sent(sent, foreign):
    """A journey has a From, a To and a Date as well."""
    text = f"{OWN}\n\nVon: Ulm\n{sent}: Montag, 16. November 2026 10:02\nAn: Mainz\n\n{THEIRS}"
    assert bool(layers(text)) is foreign


@pytest.mark.parametrize(
    ("line", "layer"),
    [
        ("-------- Oprindelig besked --------", Layer.QUOTED),
        ("----- Mail original -----", Layer.QUOTED),
        ("-------- Původní zpráva --------", Layer.QUOTED),
        ("-------- Orijinal Mesaj --------", Layer.QUOTED),
        ("----- Weitergeleitete Mail ----", Layer.FORWARDED),
        ("---------- Message transmis ---------", Layer.FORWARDED),
        ("-------- Mensagem reencaminhada --------", Layer.FORWARDED),
        ("---------- Videresendt besked ---------", Layer.FORWARDED),
        ("---------- Wiadomość przekazana dalej ---------", Layer.FORWARDED),
        ("---------- 转发的邮件 ---------", Layer.FORWARDED),
        ("Start på videresendt besked:", Layer.FORWARDED),
        ("--- begin forwarded text", Layer.FORWARDED),
        ("----- Forwarded message from Ann Li <ann@shop.example> -----", Layer.FORWARDED),
    ],
)
def test_separators(line, layer):
    head = "From: Ann Li <ann@shop.example>\nDate: Mon, 16 Nov 2026 10:02\nTo: Bo Ek\n\n"
    span = only_foreign(f"{OWN}\n\n{line}\n{head}{THEIRS}")
    assert (span.layer, span.author, span.date) == (layer, ANN, WHEN)


def test_after_the_end_of_a_forwarded_mail_the_sender_speaks_again():
    text = (
        f"{OWN}\n----- Forwarded message from Ann Li <ann@shop.example> -----\nThe fee is 20 EUR.\n"
        "----- End forwarded message -----\nPlease pay it by Friday.\n"
    )
    (span,) = layers(text)
    assert (span.layer, span.author) == (Layer.FORWARDED, ANN)
    assert text[span.end :] == "Please pay it by Friday.\n"


def test_the_end_of_a_forwarded_mail_within_another_ends_that_one_only():
    inner = (
        "---- Forwarded message from Cy Om <cy@x.example> ----\nOld.\n-- End forwarded message --\n"
    )
    outer = f"---- Forwarded message from Ann Li <ann@shop.example> ----\n{inner}Newer.\n"
    text = f"{outer}---- End forwarded message ----\nNewest.\n"
    spans, newer = layers(text), text.index("Newer.")
    assert [s.author for s in spans if s.start <= newer < s.end] == [ANN]
    assert [s.author.name for s in spans if s.start <= text.index("Old.") < s.end] == ["Cy Om"]
    assert text[spans[-1].end :] == "Newest.\n"


def test_when_it_was_forwarded_is_not_when_it_was_written():
    head = "----- Forwarded by Bo Ek/Home on 11/20/2026 09:00 AM -----\n\n"
    (span,) = layers(f"{head}The fee is due tomorrow.\n")
    assert span.date is None
    (span,) = layers(
        f"{head}Ann Li@SHOP 11/16/2026 10:02 AM   To: Bo Ek/Home cc: Cy\n\nDue tomorrow.\n"
    )
    assert (span.author, span.date) == (Address("Ann Li"), WHEN)


@pytest.mark.parametrize(
    ("written", "author"),
    [
        ('"Li, Ann" <ann@shop.example>@SHOP', Address("Li, Ann", "ann@shop.example")),
        ("ann@shop.example@SHOP", Address("", "ann@shop.example")),
        ("Ann Li @ SHOP", Address("Ann Li")),
        ("Ann Li <ann@shop.example> (by phone)", ANN),
    ],
)
def test_a_sender_with_the_place_of_his_mailbox(written, author):
    text = (
        f"-----Original Message-----\nFrom: {written}\nSent: 16 November 2026 10:02\nTo: Bo\n\nHi\n"
    )
    assert layers(text)[0].author == author


@pytest.mark.parametrize(
    "sentence",
    [
        "Lunch at 12:30 works for me.",
        "The price is 540 <see the offer>.",
        "Please call bo@home.example at once.",
        "We meet on 20 November 2026 at 10:00.",
        "Am Montag um 10:00 treffen wir uns.",
    ],
)
@pytest.mark.parametrize(
    "attribution",
    [
        "On Mon, 16 Nov 2026 at 10:02, Ann Li <ann@shop.example> wrote:",
        "Am 16.11.2026 schrieb Ann Li:",
    ],
)
def test_a_sentence_right_above_an_attribution_is_own(sentence, attribution):
    text = f"{sentence}\n{attribution}\n> Shall we meet?\n"
    (span,) = layers(text)
    assert text[: span.start] == f"{sentence}\n"


def test_words_that_had_no_room_on_a_quoted_line_are_quoted():
    long = "> You wanted to know if all of the members have their new passports and"
    text = f"{OWN}\n{long}\nwhether\n> they came in time.\n"
    assert only_foreign(text).layer is Layer.QUOTED


@pytest.mark.parametrize(
    "question",
    [
        "> Do all of the members of your group have their new passports by now?",  # is answered
        "> Do all of them have",  # had room for more
        "> And I would like to know whether all of them have their new passports",  # no overhang
    ],
)
def test_a_short_answer_between_quoted_lines_is_own(question):
    text = f"{question}\nyes, all\n> Good.\n"
    assert [text[s.start : s.end] for s in layers(text)] == [f"{question}\n", "> Good.\n"]


@pytest.mark.parametrize(
    "line",
    [
        "Get Outlook for iOS<https://aka.example/x>",
        "Gesendet von Mail für Windows",
        "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
        "Envoyé à partir de Outlook pour Android",
        "Télécharger Outlook pour iOS",
        "Enviado desde mi iPhone",
        "Obtener Outlook para iOS",
        "Inviato dal mio dispositivo Android",
        "Ottieni Outlook per iOS",
        "Outlook voor iOS downloaden",
        "Skickat från min iPhone",
        "Wysłano z iPhone'a",
        "Odesláno z iPhonu",
        "iPhone'umdan gönderildi",
        "iPhoneから送信",
        "发自我的iPhone",
        "Outlook für Android herunterladen",
        "Sent from my iPhone\nPlease excuse my brevity.",
    ],
)
def test_lines_of_mobile_devices(line):
    assert only_foreign(f"{OWN}\n\n{line}\n").layer is Layer.SIGNATURE


def test_what_somebody_wrote_below_such_a_line_is_own():
    text = f"{OWN}\n\nSent from my iPhone\n\nP.S. The train leaves at 10:45.\n"
    (span,) = layers(text)
    assert text[span.start : span.end] == "Sent from my iPhone\n"


@pytest.mark.parametrize(
    "line",
    ["Sent from the depot at 10:45", "Enviado de Sevilla 12.03.2026", "Sendt fra lager 3: 540 €"],
)
def test_a_short_sentence_with_something_in_it_is_no_such_line(line):
    assert layers(f"{OWN}\n\n{line}\n") == ()


@pytest.mark.parametrize("name", ["Attila Um", "Umberto Eco-Li", "Otto Ada", "Da Lin"])
def test_a_name_may_begin_like_a_word_of_the_attribution(name):
    (span,) = layers(f"ok\n\nOn Mon, 16 Nov 2026 at 10:02, {name} <x@shop.example> wrote:\n> hi\n")
    assert span.author == Address(name, "x@shop.example")


@pytest.mark.parametrize(
    "name", ["Dr. Ann Li", "Hugo L. Marti", "Prof. Dr. Eva Paz", "Amy Um", "Team 24"]
)
@pytest.mark.parametrize(
    "line",
    ["Am 16.11.2026 um 10:02 schrieb {}:", "Op ma 16 nov 2026 om 10:02 schreef {} <x@shop.example>:",
     "Il giorno lun 16 nov 2026 alle ore 10:02 {} <x@shop.example> ha scritto:"],
)  # fmt: skip
def test_a_name_may_hold_a_title_an_initial_or_a_number(name, line):
    (span,) = layers(f"ok\n\n{line.format(name)}\n> hi\n")
    assert (span.author.name, span.date) == (name, WHEN)
