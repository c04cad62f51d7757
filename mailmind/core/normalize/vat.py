"""VAT numbers of European countries, by their published check-digit rules.

Owned here: a number is claimed only with its country's prefix and the right check digits.
"""

import re
from collections.abc import Callable, Iterator, Mapping

from mailmind.core.normalize.found import Found


def luhn_valid(digits: str) -> bool:
    """True where the last digit is the Luhn check digit of the others."""
    total = 0
    for n, c in enumerate(reversed(digits)):
        d = int(c) * (1 + n % 2)
        total += d - 9 if d > 9 else d
    return total % 10 == 0


def _weighted(digits: str, weights: tuple[int, ...]) -> int:
    return sum(int(d) * w for d, w in zip(digits, weights, strict=False))


def _de(d: str) -> bool:
    product = 10
    for c in d[:8]:
        total = (int(c) + product) % 10 or 10
        product = 2 * total % 11
    return (11 - product) % 10 == int(d[8])


def _at(d: str) -> bool:
    total = sum(
        int(c) if n % 2 == 0 else sum(map(int, str(2 * int(c)))) for n, c in enumerate(d[1:8])
    )
    return (96 - total) % 10 == int(d[8])


def _fr(d: str) -> bool:
    return d[:2].isdigit() and luhn_valid(d[2:]) and int(d[:2]) == (12 + 3 * (int(d[2:]) % 97)) % 97


def _gb(d: str) -> bool:
    total = _weighted(d[:7], (8, 7, 6, 5, 4, 3, 2)) + int(d[7:9])
    return total % 97 == 0 or (total + 55) % 97 == 0


def _nl(d: str) -> bool:
    if _weighted(d[:8], (9, 8, 7, 6, 5, 4, 3, 2)) % 11 == int(d[8]):
        return True
    return int("".join(str(int(c, 36)) for c in "NL" + d)) % 97 == 1


def _es(d: str) -> bool:
    if d[0].isdigit() or d[0] in "XYZ":
        number = d[:8].replace("X", "0").replace("Y", "1").replace("Z", "2")
        return number.isdigit() and "TRWAGMYFPDXBNJZSQVHLCKE"[int(number) % 23] == d[8]
    if not d[1:8].isdigit():
        return False
    odd = sum(sum(map(int, str(2 * int(c)))) for c in d[1:8:2])
    check = (10 - (odd + sum(int(c) for c in d[2:8:2])) % 10) % 10
    return d[8] == str(check) or d[8] == "JABCDEFGHI"[check]


_VAT: Mapping[str, tuple[str, Callable[[str], bool]]] = {
    "DE": (r"[1-9]\d{8}", _de),
    "ATU": (r"\d{8}", lambda d: _at("U" + d)),
    "BE": (r"[01]\d{9}", lambda d: 97 - int(d[:8]) % 97 == int(d[8:])),
    "DK": (r"\d{8}", lambda d: _weighted(d, (2, 7, 6, 5, 4, 3, 2, 1)) % 11 == 0),
    "FI": (
        r"\d{8}",
        lambda d: (11 - _weighted(d[:7], (7, 9, 10, 5, 8, 4, 2)) % 11) % 11 == int(d[7]),
    ),
    "FR": (r"\d{11}", _fr),
    "GB": (r"\d{9}", _gb),
    "IT": (r"\d{11}", luhn_valid),
    "LU": (r"\d{8}", lambda d: int(d[:6]) % 89 == int(d[6:])),
    "NL": (r"\d{9}B\d\d", _nl),
    "PL": (r"\d{10}", lambda d: _weighted(d[:9], (6, 5, 7, 2, 3, 4, 5, 6, 7)) % 11 == int(d[9])),
    "PT": (
        r"\d{9}",
        lambda d: (11 - _weighted(d[:8], (9, 8, 7, 6, 5, 4, 3, 2)) % 11) % 11 % 10 == int(d[8]),
    ),
    "SE": (r"\d{12}", lambda d: luhn_valid(d[:10])),
    "ES": (r"[A-Z0-9]\d{7}[A-Z0-9]", _es),
    "CHE": (
        r"\d{9}",
        lambda d: (11 - _weighted(d[:8], (5, 4, 3, 2, 7, 6, 5, 4)) % 11) % 11 == int(d[8]),
    ),
}
_VAT_START = re.compile(rf"(?<![^\W_])({'|'.join(_VAT)})[ -]?(?=[A-Z0-9])")
_VAT_BODY = re.compile(r"[A-Z0-9](?:[ .-]?[A-Z0-9]){7,11}(?![^\W_])")


def find_vat(text: str) -> Iterator[Found]:
    """VAT numbers with their country's prefix and right check digits."""
    for match in _VAT_START.finditer(text):
        form, check = _VAT[match.group(1)]
        body = _VAT_BODY.match(text, match.end())
        if body is None:
            continue
        bare = re.sub(r"[ .-]", "", body.group())
        if re.fullmatch(form, bare) and check(bare):
            yield Found(match.start(), body.end(), "vat", match.group(1) + bare)
