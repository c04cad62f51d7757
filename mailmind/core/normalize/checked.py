"""Identifiers that prove themselves: IBAN, GUID, payment cards, and VAT numbers.

Owned here: nothing of these kinds is claimed whose length, form or check digits are wrong.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache

from mailmind.core.normalize.context import Context
from mailmind.core.normalize.found import Found
from mailmind.core.normalize.vat import find_vat, luhn_valid

_BBAN = """
    AD8n12c AE19n AL8n16c AT16n AZ4a20c BA16n BE12n BG4a6n8c BH4a14c BI23n BR23n1a1c BY4c4n16c CH5n12c
    CR18n CY8n16c CZ20n DE18n DJ23n DK14n DO4c20n EE16n EG25n ES20n FI14n FK2a12n FO14n FR10n11c2n
    GB4a14n GE2a16n GI4a15c GL14n GR7n16c GT24c HN4a20n HR17n HU24n IE4a14n IL19n IQ4a15n IS22n
    IT1a10n12c JO4a4n18c KW4a22c KZ3n13c LB4n20c LC4a24c LI5n12c LT16n LU3n13c LV4a13c LY21n
    MC10n11c2n MD20c ME18n MK3n10c2n MN16n MR23n MT4a5n18c MU4a19n3a NI4a20n NL4a10n NO11n OM3n16c
    PK4a16c PL24n PS4a21c PT21n QA4a21c RO4a16c RS18n RU14n15c SA2n18c SC4a20n3a SD14n SE20n SI15n
    SK20n SM1a10n12c SO19n ST21n SV4a20n TL19n TN20n TR5n17c UA6n19c VA18n VG4a16n XK16n YE4a4n18c
"""
"""Country and what follows the two check digits: so many digits (n), capitals (a), of both (c)."""
_CLASS = {"n": "[0-9]", "a": "[A-Z]", "c": "[A-Z0-9]"}
_IBAN_START = re.compile(r"(?<![^\W_])[A-Za-z]{2}\d\d(?=[ -]?[A-Za-z0-9])")
_HEX = "[0-9a-fA-F]"
_GUID = re.compile(
    rf"(?<![^\W_])(?:urn:uuid:|X'|%7B|\{{)?"
    rf"(?:{_HEX}{{8}}-(?:{_HEX}{{4}}-){{3}}{_HEX}{{12}}|{_HEX}{{32}})"
    r"(?:'|%7D|\})?(?![\w-])"
)
_CARD = re.compile(
    r"(?<![\w.,+-])(?:3[47]\d\d[ -]?\d{6}[ -]?\d{5}"
    r"|[2-6]\d{3}(?:[ -]?\d{4}){2}[ -]?\d{1,4}(?:[ -]?\d{3})?)(?![\w-])"
)
_TAIL = re.compile(
    r"(?<![^\W_])(?:ending|ends|endend|endet|terminant|terminée|termine|terminada|terminato|"
    r"eindigend|final)\s{1,2}(?:(?:in|with|auf|par|en|con|op|em|mit)\s{1,2})?"
    r"((?:[*xX•·.]{2,12}[ -]?)?\d{4})(?!\d)"
    r"|(?<![\w*•·])((?:[*•·]{2,12}|[xX]{3,12})(?:[ -][*•·xX]{2,6}){0,4}[ -]?\d{4})(?![\w-])",
    re.IGNORECASE,
)
_CARD_WORD = re.compile(
    r"card|karte|visa|mastercard|maestro|amex|american express|discover|account|konto|carte|tarjeta|"
    r"carta|cartão|kaart|bank|debit|credit|paypal",
    re.IGNORECASE,
)


@cache
def _iban_forms() -> Mapping[str, tuple[int, re.Pattern[str]]]:
    forms = {}
    for entry in _BBAN.split():
        parts = re.findall(r"(\d+)([nac])", entry[2:])
        pattern = "".join(f"{_CLASS[kind]}{{{count}}}" for count, kind in parts)
        forms[entry[:2]] = (
            4 + sum(int(n) for n, _ in parts),
            re.compile(f"[A-Z]{{2}}[0-9]{{2}}{pattern}"),
        )
    return forms


def iban_valid(text: str) -> bool:
    """True for an IBAN (without spaces, in capitals) whose country form and check digits are right."""
    form = _iban_forms().get(text[:2])
    if form is None or not form[1].fullmatch(text):
        return False
    number = "".join(str(int(c, 36)) for c in text[4:] + text[:4])
    return int(number) % 97 == 1


def find_checked(ctx: Context) -> Iterator[Found]:
    """IBANs, GUIDs, cards and VAT numbers of a text."""
    text = ctx.plain
    yield from _ibans(text)
    for match in _GUID.finditer(text):
        yield Found(match.start(), match.end(), "guid", match.group())
    for match in _CARD.finditer(text):
        digits = re.sub(r"\D", "", match.group())
        if 13 <= len(digits) <= 19 and luhn_valid(digits) and len(set(digits)) > 1:
            yield Found(match.start(), match.end(), "card", digits)
    for match in _TAIL.finditer(text) if _may_hold_tail(text) else ():
        group = 1 if match.group(1) else 2
        if group == 1 and not _CARD_WORD.search(text, max(0, match.start() - 60), match.start()):
            continue  # "the year ending in 2024"
        yield Found(match.start(group), match.end(group), "card", match.group(group)[-4:])
    yield from find_vat(text)


def _may_hold_tail(text: str) -> bool:
    """A quick look for what every masked card number has: most mails have none of it."""
    low = text.lower()
    return any(
        sign in low
        for sign in (
            "**",
            "••",
            "··",
            "xxx",
            "ending",
            "ends",
            "endend",
            "endet",
            "termin",
            "eindig",
            "final",
        )
    )


def _ibans(text: str) -> Iterator[Found]:
    forms = _iban_forms()
    for match in _IBAN_START.finditer(text):
        form = forms.get(match.group()[:2].upper())
        if form is None:
            continue
        taken = _collect(text, match.start(), form[0])
        if taken is None:
            continue
        end, value = taken
        if iban_valid(value.upper()):
            yield Found(match.start(), end, "iban", value.upper())


def _collect(text: str, start: int, count: int) -> tuple[int, str] | None:
    """The next ``count`` letters and digits, single spaces or hyphens between them allowed."""
    got: list[str] = []
    at = start
    while at < len(text) and len(got) < count:
        c = text[at]
        if c.isascii() and c.isalnum():
            got.append(c)
        elif c not in " -" or not text[at - 1].isalnum():
            return None
        at += 1
    if len(got) < count or (at < len(text) and text[at].isalnum()):
        return None
    return at, "".join(got)
