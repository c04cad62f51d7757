"""Currency names in the languages of the text, out of CLDR: ``Lebanese pounds``, ``florins``.

Owned here: a noun that many countries use proves no currency by itself; the country's word does. Nouns
that are everyday words (``won``, ``real``) are money only with the country's word.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from mailmind.core.normalize import currency
from mailmind.core.normalize.currency import Mark
from mailmind.core.normalize.tokens import Tokens
from mailmind.core.wordlist import words

_EVERYDAY_NOUNS = words(
    """
    real reals won sol som mark marks colon rand unit units bond certificates crown gold silver
    platinum palladium ounce onza once franco inti peg
    """
)
_SMALL = words("de des du d la le les los las del di of the von et")
_WEIGHTS = words("pound pounds pfund livre livres libra libras pond")
_WEIGHED = words(
    """
    weigh weighs weighing weighed weight lose lost lb lbs kg heavy wiegt wiegen gewicht pèse
    pesant poids pesa pesan
    """
)
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")

_SPOKEN: Mapping[str, Mapping[str, str]] = {
    "en": {"bucks": "USD", "buck": "USD", "quid": "GBP", "renminbi": "CNY", "kuai": "CNY",
           "markka": "FIM", "guilders": "NLG", "guilder": "NLG", "pesetas": "ESP",
           "sterling": "GBP", "bitcoin": "BTC", "bitcoins": "BTC", "euros": "EUR",
           "franken": "CHF", "reais": "BRL", "złotych": "PLN", "zlotych": "PLN", "korun": "CZK"},
    "de": {"franken": "CHF", "pfund": "GBP", "rupien": "INR", "mark": "DEM", "gulden": "NLG",
           "euros": "EUR"},
    "fr": {"livres": "GBP", "livre": "GBP", "mark": "DEM"},
    "es": {"libras": "GBP", "pesetas": "ESP", "dolares": "USD", "dolar": "USD", "pounds": "GBP"},
    "it": {"sterline": "GBP", "dollari": "USD", "franchi": "CHF"},
    "nl": {"pond": "GBP", "gulden": "NLG"},
    "pt": {"libras": "GBP", "reais": "BRL", "dolares": "USD"},
}  # fmt: skip
"""Nouns of daily use that CLDR does not list."""
_COUNTRIES: Mapping[str, Mapping[str, tuple[tuple[str, str], ...]]] = {
    "en": {"dollars": (("american", "USD"), ("u", "USD")), "dollar": (("american", "USD"),),
           "pounds": (("sterling", "GBP"),), "yuan": (("chines", "CNY"),),
           "ringgit": (("malaysia", "MYR"),)},
    "de": {"dollar": (("amerikan", "USD"), ("us", "USD")),
           "mark": (("finn", "FIM"), ("deut", "DEM"))},
    "fr": {"dollars": (("americain", "USD"), ("us", "USD")), "florins": (("hollandai", "NLG"),),
           "livres": (("sterling", "GBP"),)},
    "es": {"dólares": (("american", "USD"),),
           "florines": (("neerlandes", "NLG"), ("holandes", "NLG"))},
}  # fmt: skip
"""Country words of daily use that CLDR does not list."""


_ALSO: Mapping[str, tuple[str, ...]] = {"pt": ("pt_PT",), "fr": ("fr_CA",), "es": ("es_MX",)}
"""Regions whose names for currencies differ from the language's own."""


@dataclass(frozen=True, slots=True)
class Names:
    """The currency names of one language."""

    nouns: Mapping[str, tuple[tuple[frozenset[str], str], ...]]
    """Noun as written to (stems of the words beside it, code)."""
    noun_first: bool
    """True where the country follows the noun, as in ``dólares canadienses``."""


def stem(word: str) -> str:
    """A word without accents and inflection, to compare the country words of a currency name."""
    bare = "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
    if len(bare) < 5:
        return bare
    return re.sub(r"(?:ischen?|ische[rsm]?|isch|es|en|e[rsm]?|s|a|o)$", "", bare)


@cache
def names(lang: str) -> Names:
    """Currency names of a language, out of CLDR; none where CLDR does not know the language."""
    from babel import Locale, UnknownLocaleError

    try:
        data = [Locale.parse(tag) for tag in (lang, *_ALSO.get(lang, ()))]
    except UnknownLocaleError:
        return Names({}, noun_first=False)
    noun_first = lang in ("fr", "es", "it", "pt")
    nouns: dict[str, dict[frozenset[str], str]] = {}
    for code in sorted(currency.in_use(), key=lambda c: (c in currency.LOST, c)):
        for form in (form for locale in data for form in _forms(locale, code)):
            parts = _WORD.findall(form.lower().replace("’", "'"))
            if not parts or "(" in form or form == code:
                continue
            noun, rest = (parts[0], parts[1:]) if noun_first else (parts[-1], parts[:-1])
            key = frozenset(stem(w.removeprefix("d'")) for w in rest if w not in _SMALL)
            nouns.setdefault(noun, {}).setdefault(key, code)
    for word, code in _SPOKEN.get(lang, {}).items():
        nouns.setdefault(word, {}).setdefault(frozenset(), code)
    for word, pairs in _COUNTRIES.get(lang, {}).items():
        for qualifier, code in pairs:
            nouns.setdefault(word, {}).setdefault(frozenset((stem(qualifier),)), code)
    return Names({noun: tuple(table.items()) for noun, table in nouns.items()}, noun_first)


def _forms(data: object, code: str) -> Iterator[str]:
    """Every form of a currency's name: as a title, and after one, two or many."""
    titles = getattr(data, "currencies", {})
    yield str(titles.get(code, ""))
    # babel offers one plural form at a time; the table behind it holds them all
    plurals = getattr(data, "_data", {}).get("currency_names_plural", {})
    yield from (str(form) for form in dict(plurals.get(code, {})).values())


@cache
def plain_noun(lang: str, noun: str, region: str | None) -> tuple[str | None, bool] | None:
    """The currency of a bare noun (``dollars``), and whether several share it; None: not money."""
    table = names(lang).nouns.get(noun)
    if table is None or noun in _EVERYDAY_NOUNS:
        return None
    found = list(dict.fromkeys(code for _, code in table))
    current = [code for code in found if code not in currency.LOST] or found
    if len(current) == 1:
        return current[0], False
    for family in currency.FAMILIES:
        here = currency.regional(region, family)
        if here in current:
            return here, True
    bare = [code for qualifiers, code in table if not qualifiers]
    commonest = (code for code in (*bare, *_COMMONEST) if code in found)
    return next(commonest, None), True


_COMMONEST = (
    "USD", "EUR", "GBP", "JPY", "CHF", "CNY", "INR", "RUB", "ILS", "TRY", "BRL", "ESP", "PLN",
    "NLG", "FIM", "THB", "ITL", "KRW", "MYR",
)  # fmt: skip
"""Where countries share a noun: the currency that is meant most."""


class NameFinder:
    """Finds the currency names of one text at a token."""

    def __init__(self, tokens: Tokens, langs: tuple[str, ...], region: str | None) -> None:
        self._t = tokens
        self._langs = langs
        self._region = region

    def after(self, at: int) -> Mark | None:
        """The longest name that starts here: a noun with country words before or after it."""
        for lang in self._langs:
            table = names(lang)
            seek = self._noun_first if table.noun_first else self._noun_last
            found = seek(table, at, lang)
            if found:
                return found
        return None

    def before(self, at: int, floor: int, *, plain: bool) -> Mark | None:
        """A name in front of a number: ``malaysian ringgit 42``; alone only where ``plain``."""
        t = self._t
        if at > floor and t.is_number(at - 1):
            return None
        for lang in self._langs:
            found = plain_noun(lang, t.low[at], self._region)
            if found is None:
                continue
            if at - 1 >= floor and t.is_word(at - 1):
                for qualifiers, code in names(lang).nouns[t.low[at]]:
                    if qualifiers and _alike(qualifiers, {stem(t.low[at - 1])}):
                        return Mark(code, at - 1, at + 1, name=True)
            if plain:
                return Mark(found[0], at, at + 1, shared=found[1], name=True)
        return None

    def _noun_first(self, table: Names, at: int, lang: str) -> Mark | None:
        """Country words stand after the noun: ``dólares de Hong Kong``, ``francs suisses``."""
        t = self._t
        entries = table.nouns.get(t.low[at])
        if entries is None:
            return None
        stems: set[str] = set()
        best: Mark | None = None
        for k in range(at + 1, min(at + 6, len(t))):
            if t.text[k] == "-" and t.glued(k - 1) and t.glued(k):
                continue
            if t.kind[k] != "w" or not t.near(k - 1):
                break
            stems.add(stem(t.low[k]))
            for qualifiers, code in entries:
                if qualifiers and qualifiers <= stems:
                    best = Mark(code, at, k + 1, name=True)
        return best or self._bare(lang, at, at + 1)

    def _noun_last(self, table: Names, at: int, lang: str) -> Mark | None:
        """Country words stand before the noun: ``Lebanese pounds``, ``kanadischen Dollar``."""
        t = self._t
        stems: set[str] = set()
        for k in range(at, min(at + 5, len(t))):
            if k > at and not t.near(k - 1):
                return None
            if t.text[k] in ("-", "."):
                continue
            entries = table.nouns.get(t.low[k])
            if entries is not None:
                return self._owned(entries, stems, at, k) if stems else self._bare(lang, at, k + 1)
            if t.kind[k] != "w":
                return None
            stems.add(stem(t.low[k]))
        return None

    def _owned(
        self, entries: tuple[tuple[frozenset[str], str], ...], stems: set[str], at: int, noun: int
    ) -> Mark | None:
        for qualifiers, code in entries:
            if qualifiers and (qualifiers <= stems or _alike(qualifiers, stems)):
                return Mark(code, at, noun + 1, name=True)
        return None

    def _bare(self, lang: str, first: int, stop: int) -> Mark | None:
        t = self._t
        noun = t.low[stop - 1]
        if noun in _WEIGHTS and _WEIGHED.intersection(t.low[max(0, first - 8) : first]):
            return None
        found = plain_noun(lang, noun, self._region)
        return None if found is None else Mark(found[0], first, stop, shared=found[1], name=True)


def _alike(qualifiers: frozenset[str], stems: set[str]) -> bool:
    """True where every country word agrees in its first letters (``kanadischer``, ``Kanada``)."""
    return all(any(len(s) > 3 and q[:5] == s[:5] for s in stems) for q in qualifiers)
