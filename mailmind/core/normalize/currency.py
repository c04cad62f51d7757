"""What names a currency besides its name: signs, codes and abbreviations.

Owned here: what is shared stays shared. ``$``, ``kr`` or ``¥`` may be the money of several countries:
they give the region's currency, or the commonest, and say that it is a guess.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from mailmind.core.wordlist import words

SIGNS: Mapping[str, str | None] = {
    "$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR", "₽": "RUB", "₩": "KRW",
    "₪": "ILS", "₫": "VND", "฿": "THB", "₴": "UAH", "₺": "TRY", "₦": "NGN", "₱": "PHP",
    "₡": "CRC", "₲": "PYG", "₵": "GHS", "₸": "KZT", "₮": "MNT", "₭": "LAK", "₾": "GEL",
    "₼": "AZN", "֏": "AMD", "₿": "BTC", "₨": None, "₤": None, "₣": None, "₧": "ESP",
    "₠": "EUR", "؋": "AFN", "៛": "KHR", "﷼": None, "৳": "BDT", "元": "CNY", "円": "JPY",
    "圆": "CNY", "원": "KRW",
}  # fmt: skip
"""Signs and the currency they mean where nothing else is said; None where none is commonest."""

ABBREVIATIONS: Mapping[str, str | None] = {
    "Rs": "INR", "rs": "INR", "Rp": "IDR", "RM": "MYR", "kr": None, "Kr": None, "KR": None,
    "Kč": "CZK", "kč": "CZK", "KČ": "CZK", "Kc": "CZK", "zł": "PLN", "Zł": "PLN", "ZŁ": "PLN",
    "zl": "PLN", "Ft": "HUF", "лв": "BGN", "руб": "RUB", "Руб": "RUB", "р": "RUB", "Р": "RUB",
    "грн": "UAH", "lei": "RON", "Lei": "RON", "LEI": "RON", "TL": "TRY", "SFr": "CHF",
    "sFr": "CHF", "Fr": "CHF", "CHf": "CHF", "LE": "EGP", "DM": "DEM", "บาท": "THB",
    "RMB": "CNY", "rmb": "CNY", "BTC": "BTC", "Bs": None, "Kn": None, "Dhs": "AED",
    "Tk": "BDT", "тг": "KZT", "ден": "MKD", "дин": "RSD", "din": "RSD", "NIS": "ILS",
    "nis": "ILS", "FF": "FRF", "KD": "KWD", "BD": "BHD", "JD": "JOD", "KSh": "KES",
    "Ksh": "KES", "TSh": "TZS", "USh": "UGX", "VNĐ": "VND", "hrn": "UAH", "stg": "GBP",
    "kzt": "KZT", "đ": "VND", "Đ": "VND",
}  # fmt: skip
"""Abbreviations, as they are capitalised."""
ONLY_AFTER = words("din lei р Р Fr LE BD JD TL stg")
"""Abbreviations that are not money in front of a number."""

OWNERS: Mapping[str, str] = {
    "us": "USD", "c": "CAD", "ca": "CAD", "can": "CAD", "cdn": "CAD", "a": "AUD", "au": "AUD",
    "aus": "AUD", "nz": "NZD", "hk": "HKD", "s": "SGD", "sg": "SGD", "r": "BRL", "mx": "MXN",
    "mex": "MXN", "nt": "TWD", "bz": "BZD", "j": "JMD", "tt": "TTD", "rd": "DOP", "ar": "ARS",
    "col": "COP", "cl": "CLP", "fj": "FJD", "e": "EGP", "cn": "CNY", "jp": "JPY", "uk": "GBP",
    "mop": "MOP", "ec": "XCD", "bds": "BBD", "z": "ZWL", "n": "NAD",
}  # fmt: skip
"""Letters beside a sign (``C$``) that tell whose it is."""

SUBUNITS: Mapping[str, str | None] = {
    "cent": None, "cents": None, "penny": None, "pennies": None, "pence": "GBP",
    "centime": None, "centimes": None, "céntimo": "EUR", "céntimos": "EUR", "centimo": "EUR",
    "centimos": "EUR", "centavo": None, "centavos": None, "rappen": "CHF", "kopeck": None,
    "kopecks": None, "kopiykas": "UAH", "kopeks": "RUB", "sen": None, "grosz": "PLN",
    "groszy": "PLN", "paise": "INR", "centesimi": "EUR", "penique": "GBP", "peniques": "GBP",
    "eurocent": "EUR", "eurocents": "EUR", "øre": None, "öre": None, "cêntimos": "EUR",
}  # fmt: skip
"""Hundredths of a currency; None where several share the word."""

FAMILIES: Mapping[str, frozenset[str]] = {
    "USD": words("USD CAD AUD NZD HKD SGD MXN ARS CLP COP UYU TWD JMD BBD BSD BZD FJD XCD"),
    "GBP": words("GBP EGP LBP SYP SDG FKP GIP SHP"),
    "JPY": words("JPY CNY"),
    "INR": words("INR PKR LKR NPR MUR SCR"),
    "KRW": words("KRW KPW"),
    "CHF": words("CHF XAF XOF XPF CDF RWF"),
    "KRONE": words("SEK NOK DKK ISK CZK"),
    "PESO": words("MXN ARS CLP COP UYU DOP CUP PHP"),
}
"""Currencies that share a sign or a word."""
SHARED = words("$ £ ¥ ₨ ₤ ₣ ₩ ﷼ ¢ rs kr fr bs kn")
"""Marks that several currencies share. ``£`` is read as sterling, yet it proves no currency."""
ODD_CODES = words("ALL TRY TOP PEN CUP BAM MOP GEL SOS NAD PHP DOP LAK MAD RON BOB ANG ERN COP MRO")
"""Codes that are words: they need a number with decimals or thousands, or must follow it."""
LOST = words("FIM NLG ESP ITL DEM FRF PTE ATS BEF IEP GRD LUF HRK SKK EEK LVL LTL BTC BGN")
"""Currencies of the past that mails still name, and one that no country issues."""
_LOWER_OK = words(
    """
    usd eur gbp chf jpy cad aud nzd pln czk dkk sek nok huf mxn inr cny hkd sgd zar brl krw thb
    ils myr idr rub uah mkd btc
    """
)
"""Codes that are recognised in lower case."""
_WHOLE = words("IDR HUF COP LAK IRR KHR MMK IQD LBP TZS")
"""Currencies whose hundredths nobody writes, whatever the standard says."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What makes a number money, by tokens."""

    code: str | None
    first: int
    stop: int
    factor: Decimal = Decimal(1)
    """Of ``MUSD`` a million, of ``cents`` a hundredth."""
    shared: bool = False
    name: bool = False
    """A word, not a sign or a code."""
    sub: bool = False
    """A word for hundredths."""


@cache
def in_use() -> frozenset[str]:
    """Currencies that are tender somewhere today, and the lost ones that mails still name."""
    from babel.core import get_global

    history = get_global("territory_currencies").values()
    now = {str(e[0]) for entries in history for e in entries if e[2] is None and e[3]}
    return frozenset(now) | LOST


def code_of(word: str) -> str | None:
    """The code that this word is, or None. Lower case counts for the commonest."""
    if len(word) != 3:
        return None
    upper = word.upper()
    capital = word[1:] == upper[1:] and upper not in ODD_CODES
    return upper if (word == upper or capital or word in _LOWER_OK) and upper in in_use() else None


@cache
def regional(region: str | None, family: str) -> str | None:
    """The currency of a region, where it belongs to this family of shared signs."""
    if region is None:
        return None
    from babel.numbers import get_territory_currencies

    found = (str(code) for code in get_territory_currencies(region))
    return next((code for code in found if code in FAMILIES[family]), None)


@cache
def home(region: str | None) -> str | None:
    """The currency of a region."""
    if region is None:
        return None
    from babel.numbers import get_territory_currencies

    found = get_territory_currencies(region)
    return str(found[0]) if found else None


@cache
def precision(code: str) -> int:
    """How many decimals amounts of this currency have."""
    if code in _WHOLE:
        return 0
    from babel.core import get_global

    fractions = get_global("currency_fractions")
    return int(fractions.get(code, fractions["DEFAULT"])[0])


def sign_mark(sign: str, first: int, stop: int, region: str | None) -> Mark:
    """The mark that a bare sign makes: its own currency, or the region's where several share it."""
    default = SIGNS[sign]
    if sign not in SHARED:
        return Mark(default, first, stop)
    if sign in ("₤", "₣"):
        return Mark(None, first, stop, shared=True)
    family = default if default in FAMILIES else "INR"
    return Mark(regional(region, family) or default, first, stop, shared=True)


def abbreviation_mark(word: str, first: int, stop: int, region: str | None) -> Mark:
    """The mark that an abbreviation makes."""
    low, code = word.lower(), ABBREVIATIONS[word]
    if low == "kr":
        return Mark(regional(region, "KRONE"), first, stop, shared=True)
    if low == "rs":
        return Mark(regional(region, "INR") or code, first, stop, shared=True)
    return Mark(code, first, stop, shared=low in SHARED)


_SHARED_WORDS = words(
    """
    dollar dollars dólar dólares dolar dolares dollari dollaro peso pesos kronen kronor kroner krone
    krona couronne couronnes coronas rupee rupees rupien rupie roupie roupies rupias franc francs franken
    francos franchi pound pounds pfund livre livres libra libras sterline pond dinar dinars dinare
    dinares riyal riyals rial rials cent cents centime centimes centavo centavos penny pennies buck
    bucks grand real reais lira liras lire mark yuan
    """
)


def is_shared_mark(mark: str | None) -> bool:
    """True where several currencies write this mark, so that it proves the amount and no currency."""
    word = (mark or "").strip(" .").lower()
    return word in SHARED or word in _SHARED_WORDS or not word
