"""Which currencies a sign may mean, and which one a mail makes plain.

Owned here: a shared sign proves an amount, never a currency. The currency is what the words of the mail
leave as the only candidate.
"""

import re
from collections.abc import Iterable

from mailmind.core.checks.reading import Part, parts, values_of
from mailmind.core.memo import by_identity
from mailmind.core.values import Message, Value

_DOLLARS = frozenset("USD CAD AUD NZD SGD HKD MXN ARS CLP COP TWD BBD JMD TTD NAD".split())  # noqa: SIM905
_SHARED: dict[str, frozenset[str]] = {
    "$": _DOLLARS,
    "dollar": _DOLLARS,
    "kr": frozenset(("SEK", "NOK", "DKK", "ISK")),
    "krone": frozenset(("NOK", "DKK")),
    "krona": frozenset(("SEK", "ISK")),
    "¥": frozenset(("JPY", "CNY")),
    "rs": frozenset(("INR", "PKR", "LKR", "NPR", "MUR", "SCR", "IDR")),
    "rupee": frozenset(("INR", "PKR", "LKR", "NPR", "MUR", "SCR")),
    "peso": frozenset(("MXN", "ARS", "CLP", "COP", "PHP", "UYU", "DOP", "CUP")),
    "franc": frozenset(("CHF", "XAF", "XOF", "XPF")),
    "dinar": frozenset(("RSD", "KWD", "JOD", "BHD", "TND", "DZD", "IQD")),
}
_ALIASES = {
    "＄": "$", "￥": "¥", "円": "¥", "₨": "rs", "rs.": "rs", "dollars": "dollar", "dólares": "dollar",
    "dólar": "dollar", "bucks": "dollar", "buck": "dollar", "kronor": "krona", "kroner": "krone",
    "kr.": "kr", "kronen": "krone", "rupees": "rupee", "rupien": "rupee", "pesos": "peso",
    "francs": "franc", "dinars": "dinar",
}  # fmt: skip
_DEFAULT = {"$": "USD", "dollar": "USD", "¥": "JPY", "rupee": "INR", "rs": "INR", "franc": "CHF"}
_COUNTRY = {
    "ca": "CAD", "au": "AUD", "nz": "NZD", "sg": "SGD", "hk": "HKD", "mx": "MXN", "us": "USD",
    "se": "SEK", "no": "NOK", "dk": "DKK", "is": "ISK", "jp": "JPY", "cn": "CNY", "in": "INR",
    "pk": "PKR", "lk": "LKR", "ar": "ARS", "cl": "CLP", "co": "COP", "ch": "CHF",
}  # fmt: skip


_LANGUAGE = {
    "sv": "SEK",
    "nb": "NOK",
    "nn": "NOK",
    "no": "NOK",
    "da": "DKK",
    "is": "ISK",
    "ja": "JPY",
}


def _sign(mark: str | None) -> str | None:
    if mark is None:
        return None
    plain = re.sub(r"\s+", " ", mark.strip()).casefold()
    plain = _ALIASES.get(plain, plain)
    return plain if plain in _SHARED else None


def currencies_of(mark: str | None, currency: str | None) -> frozenset[str]:
    """The currencies that a mark may mean; empty where nothing names one."""
    sign = _sign(mark)
    if sign is not None:
        return _SHARED[sign]
    return frozenset((currency,)) if currency else frozenset()


def plain_currencies(message: Message, source: Value) -> frozenset[str]:
    """The currency that the mail leaves for a shared sign, in a set of one; empty where it does not.

    A code, a name or a sign of one country anywhere in the mail settles it; two of them unsettle it;
    without any, the sender's country does, and then the sign's usual meaning.
    """
    sign = _sign(source.mark)
    if sign is None:
        return frozenset()
    possible = _SHARED[sign]
    named = named_currencies(message) & possible
    if named:
        return named if len(named) == 1 else frozenset()
    country = message.sender.email.rpartition(".")[2].casefold()
    usual = _COUNTRY.get(country, "") or _LANGUAGE.get(message.lang or "", "")
    chosen = usual if usual in possible else _DEFAULT.get(sign, "")
    return frozenset((chosen,)) if chosen else frozenset()


_CODE = re.compile(
    r"\b(?:USD|CAD|AUD|NZD|SGD|HKD|MXN|ARS|CLP|COP|TWD|SEK|NOK|DKK|ISK|JPY|CNY|RMB|INR|PKR|LKR|CHF)\b"
)
_NAMED = {
    r"\b(?:canadian|kanadische[nrs]?|canadien(?:ne)?s?|canadienses?) (?:dollar|dólar)|\bCA?\$": "CAD",
    r"\b(?:australian|australische[nrs]?|australiens?|australianos?) (?:dollar|dólar)|\bAU?\$": "AUD",
    r"\bnew zealand dollar|\bNZ\$": "NZD",
    r"\bsingapore dollar|\bS\$|\bSG\$": "SGD",
    r"\bhong kong dollar|\bHK\$": "HKD",
    r"\b(?:us|u\.s\.|american)[ -]dollar|\bUS\$|\bU\.S\.\$": "USD",
    r"\bmexican peso|\bMX\$": "MXN",
    r"\b(?:chinese )?(?:yuan|renminbi)\b": "CNY",
    r"\byen\b": "JPY",
}
_NAMES = [(re.compile(pattern, re.IGNORECASE), code) for pattern, code in _NAMED.items()]


@by_identity(64)
def named_currencies(message: Message) -> frozenset[str]:
    """Every currency that the mail names beyond doubt."""
    return frozenset(_named(parts(message), message))


def _named(texts: Iterable[Part], message: Message) -> Iterable[str]:
    for part in texts:
        for match in _CODE.finditer(part.text):
            yield "CNY" if match.group() == "RMB" else match.group()
        for pattern, code in _NAMES:
            if pattern.search(part.text):
                yield code
        for value in values_of(message, part):
            named = value.reading.get("currency") if value.kind in ("money", "moneyrange") else None
            if named and _sign(value.mark) is None:
                yield named
