"""Phone numbers: candidates by a cheap pattern, judged by plan, by words and by shape.

Owned here: digits are a phone number only where a country code, the region's plan, a word such as
"call", or the shape ``(415) 555-0132`` says so; and a number that a line end cuts is whole or nothing.
"""

import re
from collections.abc import Iterator

from mailmind.core.normalize.context import Context
from mailmind.core.normalize.labels import subkind_of
from mailmind.core.normalize.phone_plan import e164
from mailmind.core.normalize.phone_wrap import over_the_break
from mailmind.core.values import Reading, Value
from mailmind.core.wordlist import words

_CANDIDATE = re.compile(
    r"(?:(?<![\d+*/)#])\(?\+"  # a country code may follow a letter ("is+45")
    r"|(?<![\w+*#$€£%&=.,/'\\])\(?\s?"
    r"|(?<=[A-Za-z][-:.@/])\(?)"  # "Office-1(516)…"
    r"\d(?:(?:[ ]|&nbsp;){0,3}[()./\-–]{0,2}[ ]{0,3}[(]?\d){5,17}"
    r"(?P<ext>[ ,;]{0,2}(?:extn?\.?|extension|x|durchwahl|poste|anexo|interno|int\.)[ :.=#]{0,2}\d{1,6})?"
    r"(?![\w%€$£]|[-.,:]\d|[ ]?[/*=+]\d)",
    re.IGNORECASE,
)
_FIRST_OF_TWO = re.compile(r"[+(]{0,2}(?:\d[ ().-]{0,3}){6,14}\d(?= / \d)")
"""The first of ``030 555123 / 555124``; in ``0171 / 5551234`` the slash parts the area code."""
_CLOSES = re.compile(r"[,;.)]?(?:\s|\Z)")
_CLAIMED = re.compile(r"[+()\d./\s–-]+(?:[ ,;]{0,2}(?:ext\.?|x)[ :.=]{0,2}\d{1,6})?", re.IGNORECASE)
_TELEPHONE = words(
    """
    phone phones tel telephone mobile cell cellular fax call calls ring dial whatsapp sms text hotline
    landline helpline free direct desk ph office telefon telefono teléfono telefone telefoon téléphone
    tél portable handy mobil móvil movil celular cellulare mobiel anruf anrufen rufen appeler appelez
    llame llamar bel durchwahl rufnummer telefonnummer telefax
    """
)
_OTHER = words(
    """
    account acct card konto kontonummer order invoice case ticket booking customer id ssn iban ref
    reference bestellnummer rechnung policy tracking amount isbn po uid zip code item serial
    rechnungsnummer pin version vat res obj
    """
)
"""Words that announce some other number."""
_NUMBERING = words("nr no num number nummer numero número numéro id code")
_SHAPE = re.compile(
    r"(?:\+?1[ .-]?)?(?:\([2-9]\d\d\)[ .]{0,2}|[2-9]\d\d[-.])[2-9]\d\d[-. ]\d{4}"  # North America
    r"|1?\(\d{3}\)[ .]{0,2}\d{3}[-. ]\d{4}|\d{3}\.\d{3}\.\d{4}"
    r"|0\d{2,4}[ /-]\d{5,8}|\(0\d{1,5}\) ?\d{3,8}(?:[ -]\d{2,6})?"
)
_DATE = re.compile(
    r"(?:\d{1,2}[./-]\d{1,2}[./-](?:\d{2}|\d{4})|\d{4}[./-]\d{1,2}[./-]\d{1,2})"
    r"(?:[ ,T]{1,2}\d{1,2}(?:[:.]?\d{2})?)?"
    r"|(?:19|20)\d{2}[-/–](?:19|20)\d\d|\d{8} \d\d"
)
_ADDRESS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}|\d{1,3}\.\d{1,2}\.\d{1,3}\.\d{1,4}")
_VERSION = re.compile(r"\.\d\.\d(?:\.|\Z)|\d\.\d+\.\d+/")
"""Two lone digits between dots, or two dots and a slash ("8.14.2/8"), not "+33.6.12.34.56.78"."""
_ZONE = re.compile(r"\+\d{4}\s")
_CLOCK = re.compile(r"(?:\d|[AaPp]\.?[Mm]\.?)\s?\Z")
_AMOUNT = re.compile(r"[1-9]\d{0,2}([ .,])\d{3}(?:\1\d{3})*(?:[.,]\d\d)?|[1-9]\d*[.,]\d\d?")
_GROUPED = re.compile(r"\d+(?:[ .,]\d{3})+")
_LOOK_BACK = 48
"""Characters before a number in which a word about telephones counts."""


def find_phones(ctx: Context) -> list[Value]:
    """Every phone number of a text."""
    return list(_phones(ctx))


def _phones(ctx: Context) -> Iterator[Value]:
    text, at = ctx.plain, 0
    while match := _CANDIDATE.search(text, at):
        at = match.end()
        start, end = _trimmed(text, match)
        spoken = _spoken_of(text, start)
        extension = match.group("ext") or ""
        if first := _FIRST_OF_TWO.match(text, start, end):
            end, extension = first.end(), ""
        number = _judge(ctx, (start, end), extension, spoken=spoken)
        if number is None and (shape := _shape_in(text, start, end)):
            (start, end), extension = shape, ""
            number = _judge(ctx, shape, "", spoken=spoken)
        if not extension:
            whole = over_the_break(text, start, end, ctx.region)
            if whole is not None and (spoken or (whole[2] or "").startswith("+")):
                start, end, number = whole
        if number is not None:
            at = max(end, start + 1)
            why = "a word about telephones stands before it" if spoken else ""
            yield Value(
                "phone", ctx.text[start:end], start, end, _reading(number, extension), why=why
            )


def _shape_in(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Where a number of a telling shape stands by itself among other digits: ``10018 - (212) 555-0147``."""
    for shape in _SHAPE.finditer(text, start, end):
        a, b = shape.span()
        opens = a == start or text[a - 1].isspace()
        if opens and _CLOSES.match(text, b):
            return a, b
    return None


def _reading(number: str, extension: str) -> Reading:
    digits = re.sub(r"\D", "", extension)
    return {"value": number, "extension": digits} if digits else {"value": number}


def _trimmed(text: str, match: re.Match[str]) -> tuple[int, int]:
    """The place of a candidate without the space or the lone bracket before it."""
    start, end = match.span()
    piece = match.group()
    alone = piece.lstrip().startswith("(") and piece.count("(") > piece.count(")")
    while text[start].isspace() or (alone and text[start] == "("):
        start += 1
    return start, end


def _judge(ctx: Context, span: tuple[int, int], extension: str, *, spoken: bool) -> str | None:
    """The number's value, or None where it is no phone number: E.164 where the country is known."""
    start, end = span
    piece = ctx.plain[start : end - len(extension)].replace("&nbsp;", " ")
    digits = re.sub(r"\D", "", piece)
    if _DATE.fullmatch(piece) or _ADDRESS.fullmatch(piece) or _VERSION.search(piece):
        return None
    if len(digits) > 17 or not digits.strip("0"):
        return None
    if _ZONE.match(piece) and _CLOCK.search(ctx.plain, max(0, start - 4), start):
        return None  # "3:36 PM +1000"
    alone = len(ctx.plain.strip()) == end - start
    number = _abroad(piece, digits, strict=not (spoken or ctx.region))
    if number is not None:
        return number
    named = not spoken and _named_otherwise(ctx.plain, start)
    if named or piece.lstrip("(").startswith("+"):
        return None
    return _at_home(ctx.region, piece, digits, spoken=spoken, alone=alone)


def _abroad(piece: str, digits: str, *, strict: bool) -> str | None:
    """E.164 of a number that is written with its country code."""
    if piece.lstrip("(").startswith("+"):
        if strict and len(digits) < 7:
            return None
        return e164(piece, None) or (f"+{digits}" if 8 <= len(digits) <= 16 else None)
    if digits.startswith("00") and len(digits) > 9:
        return e164("+" + digits.removeprefix("00"), None, strict=strict)
    return None


def _at_home(
    region: str | None, piece: str, digits: str, *, spoken: bool, alone: bool
) -> str | None:
    """A number without a country code: by the region's plan, or as digits where words or shape tell."""
    if not spoken and _AMOUNT.fullmatch(piece):
        dialled = alone and len(digits) > 7 and bool(region)
        return e164(piece, region, strict=True) if dialled else None
    if region:
        planned = e164(piece, region)
        if planned and (spoken or alone or (len(digits) > 6 and piece != digits)):
            return planned
        if not spoken:
            return None
    telling = spoken or _SHAPE.fullmatch(piece) or (alone and _lonely(piece, digits))
    return digits if telling and 7 <= len(digits) <= 16 else None


def _spoken_of(text: str, start: int) -> bool:
    """True where the last telling word before the number is about telephones."""
    window = text[max(0, start - _LOOK_BACK) : start].lower()
    if window.rstrip().endswith("@"):
        return True
    for word in reversed(re.findall(r"[^\W\d_]+", window)):
        if word in _TELEPHONE or word in _OTHER:
            return word in _TELEPHONE
    return False


def _named_otherwise(text: str, start: int) -> bool:
    """True where the words right before, on the same line, name another number: ``Res.Nr.``."""
    line = text[max(0, start - _LOOK_BACK) : start].lower().rpartition("\n")[2]
    before = re.findall(r"[^\W\d_]+", line)
    numbered = bool(before) and before[-1] in _NUMBERING
    word = "".join(before[-2:-1] if numbered else before[-1:])
    return word in _OTHER or (numbered and subkind_of(word) is not None)


def _lonely(piece: str, digits: str) -> bool:
    """Digits that are the whole text: phone numbers have ten or eleven, or brackets."""
    if len(digits) < 10 and piece != digits and _GROUPED.fullmatch(piece):
        return False
    return len(digits) in (10, 11) or "(" in piece


def claimed_phone(ctx: Context, start: int, end: int) -> Reading | None:
    """The reading of a text that is said to be a phone number; None where it has no such digits."""
    piece = ctx.plain[start:end]
    if not _CLAIMED.fullmatch(piece):
        return None
    number, _, extension = re.sub(r"[^\d+x]", "", piece.lower()).partition("x")
    abroad = number.startswith("+")
    value = e164(number, None if abroad else ctx.region) if abroad or ctx.region else None
    value = value or (number if 5 <= len(number.lstrip("+")) <= 17 else None)
    return _reading(value, extension) if value else None
