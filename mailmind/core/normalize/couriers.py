"""Tracking numbers of parcel services, by the check-digit rules that the services publish.

Owned here: when a run of digits may be called a parcel. A form with a strong check stands by itself; a
weak one (few digits, or no check digit) needs a word about parcels before it, or the text to itself.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from mailmind.core.normalize.context import Context
from mailmind.core.normalize.currency import code_of
from mailmind.core.normalize.found import Found
from mailmind.core.normalize.vat import luhn_valid

_RUN = re.compile(r"(?<![^\W_])(?<!['.,/#-])[A-Z0-9]+(?:(?: ?- ?| {1,3})[A-Z0-9]+)*(?![^\W_])")
_PIECE = re.compile(r"[A-Z0-9-]+")
_ABOUT = re.compile(
    r"track|parcel|package|shipment|shipping|shipped|courier|carrier|delivery|waybill|consignment|"
    r"awb|fedex|ups\b|usps|dhl|dpd|gls|hermes|purolator|ontrac|lasership|canpar|canada post|sendung|"
    r"paket|lieferung|versand|colis|suivi|envío|envio|paquete|seguimiento|guía|spedizione|pacco|"
    r"zending|pakket|encomenda|rastreio",
    re.IGNORECASE,
)
_NEAR = 80
"""Characters before a run in which a word about parcels counts."""
_SHORTEST, _LONGEST = 10, 36
_MOST_GROUPS = 12


def _mod10(digits: str) -> bool:
    """The last digit completes a sum with weights 3 and 1 from the right (GS1, USPS, FedEx)."""
    total = sum(int(c) * (3 if n % 2 else 1) for n, c in enumerate(reversed(digits)))
    return total % 10 == 0


def _ups(value: str) -> bool:
    """Letters count as two to nine and zero; every other character counts twice."""
    body = value.removeprefix("1Z")
    total = 0
    for n, c in enumerate(body[:-1]):
        total += (int(c) if c.isdigit() else (ord(c) - 63) % 10) * (1 + n % 2)
    return (10 - total % 10) % 10 == int(body[-1])


def _s10(value: str) -> bool:
    """The Universal Postal Union's S10: eight digits, a check digit, and the country."""
    total = sum(int(c) * w for c, w in zip(value[2:10], (8, 6, 4, 2, 3, 5, 9, 7), strict=True))
    check = 11 - total % 11
    return int(value[10]) == {10: 0, 11: 5}.get(check, check)


def _fedex12(digits: str) -> bool:
    total = sum(int(c) * w for c, w in zip(digits[:11], (3, 1, 7) * 4, strict=False))
    return total % 11 % 10 == int(digits[11])


def _dhl10(digits: str) -> bool:
    return int(digits[:9]) % 7 == int(digits[9])


def _mod37(value: str) -> bool:
    """ISO 7064 mod 37,36 (DPD)."""
    signs, check = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", 36
    for c in value[:-1]:
        check = (check + signs.index(c)) % 36 or 36
        check = check * 2 % 37
    return signs[(37 - check) % 36] == value[-1]


def _any(_value: str) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class _Form:
    """The form of one service's numbers."""

    pattern: re.Pattern[str]
    check: Callable[[str], bool]
    strong: bool
    """True where form and check digit together leave no doubt."""


def _form(pattern: str, check: Callable[[str], bool] = _any, *, strong: bool = False) -> _Form:
    return _Form(re.compile(pattern), check, strong)


_FORMS = (
    _form(r"1Z[A-Z0-9]{15}\d", _ups, strong=True),
    _form(r"[AHJKTV]\d{10}"),  # UPS waybill
    _form(r"[A-Z]{2}\d{9}[A-Z]{2}", _s10, strong=True),
    _form(r"9[1-5]\d{20}(?:\d{4})?", _mod10, strong=True),  # USPS, also with a longer serial number
    _form(r"420\d{5}(?:\d{4})?9[1-5]\d{20}", lambda v: _mod10(v[-22:]), strong=True),
    _form(r"[0-27]\d{19}", lambda v: _mod10(v) or _mod10("91" + v)),  # USPS, printed without its 91
    _form(r"\d{12}", lambda v: _fedex12(v) or luhn_valid(v)),  # FedEx Express; Purolator
    _form(r"\d{15}", _mod10),  # FedEx Ground
    _form(r"96\d{20}", lambda v: _mod10(v[-15:]), strong=True),
    _form(r"(?:96|1\d)\d{32}", lambda v: _fedex12(v[-12:]), strong=True),
    _form(r"\d{32}", lambda v: _fedex12(v[16:28])),
    _form(r"\d{18}", _mod10),
    _form(r"00\d{18}", _mod10, strong=True),  # SSCC
    _form(r"\d{10}", _dhl10),
    _form(r"\d{14}"),
    _form(r"GM\d{16,18}|GM[0-9A-F]{20}"),
    _form(r"JJD\d{14,18}|JD\d{16,18}", strong=True),
    _form(r"\d{27}[0-9A-Z]|\d{14}[A-Z]", _mod37),
    _form(r"\d{16}", lambda v: _mod10(v) or luhn_valid(v)),  # Canada Post
    _form(r"[DS]\d{21}", strong=True),  # Canpar
    _form(r"T[A-Z]{2}\d{12}"),  # Amazon
    _form(r"[CD]\d{14}"),  # OnTrac
    _form(r"L[A-Z]\d{8}"),  # LaserShip
    _form(r"1LS[A-Z0-9]{12}|1LS\d{13}-1", strong=True),
    _form(r"LTN\d{8}N\d", strong=True),
    _form(r"[A-Z]{3}\d{9}"),
    _form(r"SP\d{18}", strong=True),
    _form(r"YT\d{16}", strong=True),
    _form(r"GFUS\d{14}", strong=True),
    _form(r"[A-Z]{2}\d{14}"),
)


def find_tracking(ctx: Context) -> Iterator[Found]:
    """Tracking numbers, written in one piece or in groups."""
    text = ctx.plain
    for run in _RUN.finditer(text):
        start, end = run.span()
        if end - start < _SHORTEST:
            continue
        whole = None
        if end - start <= 3 * _LONGEST:
            whole = _parcel(text, start, end, run.group().replace(" ", ""))
        if whole is not None:
            yield whole
        elif " " in run.group():
            yield from _within(text, start, end)


def _within(text: str, start: int, end: int) -> Iterator[Found]:
    """Numbers inside a run of capitals and digits: one word, or several groups of digits."""
    pieces = list(_PIECE.finditer(text, start, end))
    taken = start
    for n, piece in enumerate(pieces):
        if piece.start() < taken:
            continue
        found = _from_piece(text, pieces[n : n + _MOST_GROUPS])
        if found is not None:
            yield found
            taken = found.end


def _from_piece(text: str, pieces: list[re.Match[str]]) -> Found | None:
    """The longest number that begins with the first piece."""
    reach = 1
    if pieces[0].group()[0].isdigit():
        while reach < len(pieces) and len(pieces[reach - 1].group()) >= 3:
            reach += 1
    for count in range(reach, 0, -1):
        value = "".join(p.group() for p in pieces[:count])
        found = _parcel(text, pieces[0].start(), pieces[count - 1].end(), value)
        if found is not None and (count == 1 or not value.isdigit() or _spoken_of(text, found)):
            return found
    return None


def _parcel(text: str, start: int, end: int, value: str) -> Found | None:
    """The value as a tracking number, where some service's form and check digit fit."""
    least = 4 if value.startswith("1LS") else 6
    if not _SHORTEST <= len(value) <= _LONGEST or sum(c.isdigit() for c in value) < least:
        return None
    if " " in text[start:end] and value[:3].isalpha() and code_of(value[:3]):
        return None  # "PTE 120 000 000" is money
    for candidate in dict.fromkeys((value, value.replace("-", ""))):
        for form in _FORMS:
            if form.pattern.fullmatch(candidate) and form.check(candidate):
                found = Found(start, end, "tracking", candidate)
                if form.strong or _spoken_of(text, found):
                    return found
    return None


def _spoken_of(text: str, found: Found) -> bool:
    """True where the number has the text to itself, or a word about parcels stands before it."""
    if len(text) < 200 and len(text.strip()) == found.end - found.start:
        return True
    return bool(_ABOUT.search(text, max(0, found.start - _NEAR), found.start))
