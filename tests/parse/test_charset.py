"""Bytes to text: the declared charset where it fits, another one named where it does not."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailmind.core.mail.charset import codec, decode


@pytest.mark.parametrize("charset", ["windows-1252", "iso-8859-15", "utf-8", "utf-16-be"])
def test_declared_charset_that_fits_is_used_without_trouble(charset):
    found = decode("Größe 5 €".encode(charset), charset)
    assert (found.text, found.trouble) == ("Größe 5 €", "")


@pytest.mark.parametrize(
    ("name", "python"),
    [
        ("unicodebig", "utf-16-be"),
        ("BALTIC", "cp1257"),
        ('"utf-8"', "utf-8"),
        ("gb2312", "gb18030"),
        ("shift_jis", "cp932"),
        ("ks_c_5601-1987", "cp949"),
        ("x-unknown-thing", None),
        ("base64", None),
        ("rot13", None),
        ("unicode_escape", None),
        ("", None),
    ],
)
def test_names_that_mail_carries(name, python):
    assert codec(name) == python


def test_latin1_with_windows_quotes_reads_as_readers_show_it():
    assert decode(b"\x93ja\x94 \x80 5", "iso-8859-1").text == "“ja” € 5"


def test_utf8_declared_latin1_meant():
    found = decode("Wir liefern Grüße und schöne Dinge für Käufer".encode("latin-1"), "utf-8")
    assert found.text == "Wir liefern Grüße und schöne Dinge für Käufer"
    assert found.trouble.startswith("charset declared utf-8, used cp125")


def test_ascii_declared_utf8_meant():
    found = decode("naïve café".encode(), "us-ascii")
    assert (found.text, found.used) == ("naïve café", "utf-8")
    assert found.trouble == "charset declared us-ascii, used utf-8"


@pytest.mark.parametrize("declared", ["bogus", "", None, "unknown-8bit"])
def test_unknown_or_missing_charset_never_loses_the_text(declared):
    assert decode("Zürich".encode(), declared).text == "Zürich"


def test_plain_ascii_is_no_trouble_whatever_is_declared():
    assert decode(b"plain", None).trouble == ""
    assert decode(b"plain", "us-ascii").trouble == ""


def test_shift_jis_declared_utf8():
    text = "会議は明日の午後三時に始まります。場所は本社ビルです。"
    found = decode(text.encode("shift_jis"), "utf8")
    assert (found.text, found.used) == (text, "cp932")


def test_cyrillic_without_charset():
    text = "Здравствуйте, встреча перенесена на четверг, пожалуйста, подтвердите получение письма."
    assert decode(text.encode("koi8-r"), None).text == text


@pytest.mark.parametrize(
    ("text", "charset"),
    [
        ("En estos últimos meses las dueñas han pagado la factura del año pasado.", "cp1252"),
        ("Il libro è un best-seller e la città è più bella.", "cp1252"),
        ("A seleção final do verão e os cursos de formação", "cp1252"),
        ("Voilà la facture payée à l’hôtel, merci de votre réponse", "cp1252"),
        ("Wir liefern Grüße und schöne Dinge für Käufer", "cp1252"),
        ("Müller", "cp1252"),
        ("Vážený zákazníku, vaše objednávka byla přijata a bude brzy doručena.", "cp1250"),
        ("Państwa zamówienie zostało przyjęte, dziękujemy za zaufanie", "cp1250"),
        ("Poštovani, vaša narudžba je zaprimljena, šaljemo račun", "cp1250"),
        ("Sayın müşterimiz, siparişiniz alınmıştır, teşekkür ederiz. İyi günler", "cp1254"),
    ],
)
def test_latin_charsets_are_told_apart_and_the_commonest_wins_a_tie(text, charset):
    found = decode(text.encode(charset), None)
    assert (found.text, found.used) == (text, charset)


def test_iso_2022_jp_is_seven_bit_and_still_found():
    text = "請求書を送ります"
    assert decode(text.encode("iso2022_jp"), None).text == text


def test_byte_order_mark_is_no_text():
    assert decode(b"\xef\xbb\xbfhello", "utf-8").text == "hello"
    assert decode("hé".encode("utf-16"), "utf-16").text == "hé"


def test_a_cut_character_at_the_end_does_not_change_the_charset():
    found = decode("weiß und größe".encode()[:-1] + b"\xc3", "utf-8")
    assert found.text == "weiß und größ\ufffd"
    assert "ends within a character" in found.trouble


def test_one_broken_byte_in_utf8_stays_utf8():
    raw = "Bestätigung für Frau Müller über drei Stück ä ö ü".encode().replace(b"Frau", b"Fr\xffu")
    found = decode(raw, "utf-8")
    assert found.text == "Bestätigung für Fr\ufffdu Müller über drei Stück ä ö ü"
    assert "some bytes unreadable" in found.trouble


@settings(max_examples=100, deadline=None)
@given(
    st.binary(max_size=200),
    st.sampled_from([None, "utf-8", "utf-16", "utf-7", "bogus", "idna", "hz", "cp932", "latin-1"]),
)
def test_no_bytes_raise_and_text_is_always_encodable(raw, declared):
    decode(raw, declared).text.encode("utf-8")
