"""Words and letters that multiply the number before them: ``Mio``, ``lakh``, ``k``.

Owned here: a word that means different things in two languages (``billion``) means what the text's own
language says.
"""

from collections.abc import Mapping
from decimal import Decimal
from functools import cache

_THOUSAND, _MILLION = Decimal(10**3), Decimal(10**6)
_MILLIARD, _TRILLION = Decimal(10**9), Decimal(10**12)
_EVERYWHERE: Mapping[str, Decimal] = {
    "thousand": _THOUSAND, "tsd": _THOUSAND, "lakh": Decimal(10**5), "lakhs": Decimal(10**5),
    "lac": Decimal(10**5), "crore": Decimal(10**7), "crores": Decimal(10**7),
    "million": _MILLION, "millions": _MILLION, "mio": _MILLION, "mln": _MILLION, "mn": _MILLION,
    "mm": _MILLION, "mill": _MILLION, "bn": _MILLIARD, "bln": _MILLIARD, "mrd": _MILLIARD,
    "mrds": _MILLIARD, "mld": _MILLIARD, "trillion": _TRILLION, "trillions": _TRILLION,
    "tn": _TRILLION, "tys": _THOUSAND, "tis": _THOUSAND, "тыс": _THOUSAND, "млн": _MILLION,
    "млрд": _MILLIARD,
}  # fmt: skip
_BY_LANGUAGE: Mapping[str, Mapping[str, Decimal]] = {
    "en": {"hundred": Decimal(100), "billion": _MILLIARD, "billions": _MILLIARD, "bil": _MILLIARD},
    "de": {"tausend": _THOUSAND, "millionen": _MILLION, "milliarde": _MILLIARD,
           "milliarden": _MILLIARD, "billion": _TRILLION, "billionen": _TRILLION},
    "fr": {"mille": _THOUSAND, "milliard": _MILLIARD, "milliards": _MILLIARD, "md": _MILLIARD,
           "mds": _MILLIARD, "billion": _TRILLION, "billions": _TRILLION},
    "es": {"mil": _THOUSAND, "millón": _MILLION, "millon": _MILLION, "millones": _MILLION,
           "millardo": _MILLIARD, "millardos": _MILLIARD, "billón": _TRILLION,
           "billones": _TRILLION},
    "it": {"mila": _THOUSAND, "mille": _THOUSAND, "milione": _MILLION, "milioni": _MILLION,
           "miliardo": _MILLIARD, "miliardi": _MILLIARD},
    "nl": {"duizend": _THOUSAND, "miljoen": _MILLION, "miljard": _MILLIARD},
    "pt": {"mil": _THOUSAND, "milhão": _MILLION, "milhões": _MILLION, "mi": _MILLION,
           "bilhão": _MILLIARD, "bilhões": _MILLIARD, "bi": _MILLIARD},
}  # fmt: skip
SHORT: Mapping[str, Decimal] = {"k": _THOUSAND, "m": _MILLION, "b": _MILLIARD, "t": _TRILLION}
"""Letters that multiply only where they touch the number and a currency stands beside it."""
ABBREVIATED = frozenset(("mio", "mrd", "tsd", "mln", "mld", "mill", "md", "bn", "mn", "mm", "tys", "tis",
                         "тыс"))  # fmt: skip
"""Multipliers that may end with a full stop."""


@cache
def scale_of(word: str, langs: tuple[str, ...]) -> Decimal | None:
    """The value of a multiplier (lower case) in the likeliest language that knows it."""
    if word in _EVERYWHERE:
        return _EVERYWHERE[word]
    for lang in (*langs, "en"):
        if word in _BY_LANGUAGE.get(lang, {}):
            return _BY_LANGUAGE[lang][word]
    return _elsewhere().get(word) if len(word) > 3 else None


@cache
def _elsewhere() -> Mapping[str, Decimal]:
    """Multipliers of all languages, for a foreign word in a text."""
    merged: dict[str, Decimal] = {}
    for table in _BY_LANGUAGE.values():
        merged = {**table, **merged}
    return merged
