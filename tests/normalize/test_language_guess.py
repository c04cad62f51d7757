"""The language of a text, guessed."""

import pytest

from mailmind.core.normalize.language import guess


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("Thank you for your order, it will be with you on Friday", "en"),
        ("Vielen Dank für Ihre Bestellung, die wir nicht mit der Post senden", "de"),
        ("Nous vous remercions pour votre commande, elle est dans le colis", "fr"),
        ("Gracias por su pedido, el paquete está en camino con los regalos", "es"),
        ("Grazie per il suo ordine, che è nel pacco con gli altri", "it"),
        ("Bedankt voor het bestellen, wij zijn met uw pakket naar u op weg", "nl"),
        ("Obrigado pelo seu pedido, não está em casa e será uma surpresa para você", "pt"),
    ],
)
def test_a_sentence_shows_its_language(text, lang):
    langs, sure = guess(text)
    assert (langs[0], sure) == (lang, True)


@pytest.mark.parametrize("text", ["", "1.500", "OK", "Hotel", "Total: 5"])
def test_too_little_is_not_sure(text):
    assert guess(text)[1] is False
    assert "en" in guess(text)[0]


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("We sold 1,200 licences.", "en"),
        ("Rechnung über 1.500 EUR", "de"),
        ("Nous avons vendu 1,200 licences", "fr"),
    ],
)
def test_a_few_telling_words_are_enough(text, lang):
    assert (guess(text)[0][0], guess(text)[1]) == (lang, True)


@pytest.mark.parametrize("text", ["Meeting in Berlin", "Hotel in Paris", "la de un"])
def test_words_that_languages_share_decide_nothing(text):
    assert guess(text)[1] is False


@pytest.mark.parametrize(
    "text",
    [
        "Attendees: Paula Nunez ET&S, Ivo Kranz ET&S, Nina Falk ET&S, Otto Weiss, Jan Sommer, Rolf Bach",
        "; ".join(f"{name}@{name}.example.com" for name in ("rolf", "nina", "paul", "ivo", "otto")),
    ],
)
def test_names_and_addresses_show_no_language(text):
    assert guess(text)[1] is False


def test_one_stray_word_of_a_longer_text_is_no_language():
    text = "Lyon, Genève, Zürich, Basel, Bern, Thun, Chur, Zug, Olten, Aarau, Baden, Wil, Sion et"
    assert guess(text)[1] is False
    assert guess(text + " les 4 villes que nous avons vues sont dans la liste")[1] is True


def test_a_text_in_capitals_alone_is_read():
    assert guess("PLEASE SEND US THE INVOICE FOR THIS ORDER") == (("en",), True)


def test_a_wide_layout_hides_no_language():
    table = "der Betrag wird bis zum Montag bezahlt".replace(" ", "\n" + " " * 400)
    assert guess(table) == (("de", "en"), True)
