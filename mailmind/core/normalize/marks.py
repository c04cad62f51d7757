"""Currency marks beside a number: found by walking a few tokens left or right, never by searching.

Owned here: a mark belongs to one number. One that touches the next number belongs to that one.
"""

import re
from dataclasses import replace
from decimal import Decimal

from mailmind.core.normalize import currency
from mailmind.core.normalize.context import Context
from mailmind.core.normalize.currency import Mark
from mailmind.core.normalize.currency_names import NameFinder
from mailmind.core.normalize.multipliers import SHORT, scale_of
from mailmind.core.normalize.tokens import Tokens
from mailmind.core.wordlist import words

_SIGNS = frozenset(currency.SIGNS)
_OF = words("de d' of di do")
_CENT = Decimal("0.01")
_SUB_HOME = {"de": "EUR", "nl": "EUR", "fr": "EUR", "it": "EUR", "en": "USD"}
_AT_HOME = words("cent cents centime centimes penny pennies")
_AFTER_GRAND = words("a an per for in on to from by and or each more less extra is was of at")
_SPACED_OWNERS = words("c us hk nz")
"""Letters that own a sign with a space between (``hk $ 10``); ``a $ 300`` is an article."""
_SCRIPT = re.compile(r"\$(?:[{@*?]|\([A-Za-z$])")
"""What the variables of a shell or make script look like, near which ``$1`` is one too."""
_CAPITALS = words("AU SG MX")
_LETTERS = {"M": "m", "MM": "m", "m": "m", "k": "k", "K": "k", "T": "k", "bn": "b", "B": "b"}
"""Multipliers that are glued to a code or a sign: ``MUSD``, ``T€``."""


class Marks:
    """The marks of one text."""

    def __init__(self, ctx: Context, tokens: Tokens) -> None:
        self._region = ctx.region
        self._t = tokens
        self._lead = ctx.langs[0]
        self._langs = tuple(dict.fromkeys((*ctx.langs, "en")))
        self._names = NameFinder(tokens, self._langs, ctx.region)

    def before(self, i: int, floor: int) -> Mark | None:
        """The mark that ends right before token ``i`` and starts at ``floor`` or later."""
        t, at = self._t, i - 1
        if at > floor and t.text[at] in (":", ".") and t.glued(at) and t.glued(at - 1):
            at -= 1  # "US$:12.99"
            if t.text[at] not in _SIGNS and currency.code_of(t.text[at]) is None:
                return self._dotted(at, at + 2)
        if at < floor or not t.near(at):
            return None
        if t.text[at] in _SIGNS:
            return None if self._variable(at) else self._sign_before(at, floor)
        if t.text[at] == "." and at > floor and t.glued(at - 1):
            return self._dotted(at - 1, at + 1)
        if t.kind[at] != "w":
            return None
        if t.low[max(floor, at - 2) : at] == ["u", "$"] and t.low[at] in ("d", "s"):
            return Mark("USD", at - 2, at + 1)
        return self._word_before(at, i, floor)

    def _variable(self, at: int) -> bool:
        """Whether a sign and one digit are an argument in a script: ``$1 $@``."""
        t = self._t
        if t.text[at] != "$" or len(t.word(at + 1)) != 1 or not t.glued(at):
            return False
        return _SCRIPT.search(t.source, max(0, t.start[at] - 60), t.end[at] + 60) is not None

    def _dotted(self, at: int, stop: int) -> Mark | None:
        """An abbreviation with its full stop: ``Rs. 500``."""
        word = self._t.text[at]
        if word not in currency.ABBREVIATIONS or word in currency.ONLY_AFTER - {"Fr"}:
            return None
        return currency.abbreviation_mark(word, at, stop, self._region)

    def _sign_before(self, at: int, floor: int) -> Mark:
        """A sign, and the letters in front of it that tell whose it is."""
        t, left = self._t, at - 1
        if t.low[max(floor, left - 2) : left + 1] == ["u", ".", "s"]:
            return Mark("USD", left - 2, at + 1)
        if t.low[max(floor, left - 3) : left + 1] == ["u", ".", "s", "."]:
            return Mark("USD", left - 3, at + 1)
        if left >= floor and t.is_word(left) and t.near(left):
            code = currency.code_of(t.text[left])
            owned = t.glued(left) or t.low[left] in _SPACED_OWNERS or t.text[left] in _CAPITALS
            cut_off = left > floor and t.glued(left - 1) and t.text[left - 1] in ("'", ".")
            if code is None and owned and not cut_off and t.text[at] != "€":
                code = currency.OWNERS.get(t.low[left])
            if code:
                return Mark(code, left, at + 1)
            if t.glued(left) and t.text[left] in _LETTERS:
                return self._scaled_sign(left, at)
        return currency.sign_mark(t.text[at], at, at + 1, self._region)

    def _scaled_sign(self, letter: int, sign: int) -> Mark:
        """``T€``, ``k€``, ``M$``: a multiplier glued to a sign."""
        mark = currency.sign_mark(self._t.text[sign], letter, sign + 1, self._region)
        return replace(mark, factor=SHORT[_LETTERS[self._t.text[letter]]])

    def _word_before(self, at: int, i: int, floor: int) -> Mark | None:
        t, word = self._t, self._t.text[at]
        if at > 0 and t.is_number(at - 1) and t.glued(at - 1):
            return None  # letters between digits are a code of another kind
        if word in currency.ABBREVIATIONS and word not in currency.ONLY_AFTER:
            return currency.abbreviation_mark(word, at, at + 1, self._region)
        code = currency.code_of(word)
        if code and (code not in currency.ODD_CODES or self._priced(i)):
            return Mark(code, at, at + 1)
        scaled = self._scaled_code(at)
        if scaled:
            return scaled
        if word == "R" and (self._region == "ZA" or (t.glued(at) and t.text[i][-3:-2] == ".")):
            return Mark("ZAR", at, at + 1)
        if t.low[at] == "sen":
            return Mark(None, at, at + 1, _CENT, shared=True, name=True, sub=True)
        number = t.text[i]
        no_year = (
            not number.isdigit() or len(number) > 4 or bool(scale_of(t.word(i + 1), self._langs))
        )
        return self._names.before(at, floor, plain=no_year)

    def _priced(self, i: int) -> bool:
        """True where the number has decimals or thousands, as money written with a code has."""
        text = self._t.text[i]
        return len(text) > 3 and (text[-3] in (".", ",") or text[-4] in (".", ","))

    def _scaled_code(self, at: int) -> Mark | None:
        """``MUSD``, ``kEUR``, ``TEUR``: a multiplier glued to a code."""
        word = self._t.text[at]
        prefix, code = word[:-3], word[-3:]
        if not 1 <= len(prefix) <= 2 or not code.isupper() or currency.code_of(code) is None:
            return None
        found = _LETTERS.get(prefix)
        return None if found is None else Mark(code, at, at + 1, SHORT[found])

    def after(self, stop: int) -> Mark | None:
        """The mark that begins right at token ``stop``."""
        t, at = self._t, stop
        if at >= len(t) or not t.follows(at - 1):
            return None
        if not t.near(at - 1) and (t.kind[at] != "w" or t.is_number(at + 1)):
            return None
        hyphen = t.text[at] == "-" and t.glued(at - 1) and t.glued(at) and t.is_word(at + 1)
        if hyphen or (t.low[at] in _OF and t.near(at)):
            at += 1
        if at >= len(t) or (t.is_number(at + 1) and t.glued(at) and t.gap(at - 1) > 0):
            return None  # it touches the next number: "3 USD50"
        if t.text[at] in _SIGNS:
            return None if _SCRIPT.match(t.source, t.start[at]) else self._sign_after(at)
        if t.text[at] == "¢":
            return Mark("USD", at, at + 1, _CENT, shared=True, sub=True)
        return self._word_after(at) if t.kind[at] == "w" else None

    def _sign_after(self, at: int) -> Mark:
        """A sign, and the letters behind it that tell whose it is (``$ CAD``, ``$US``)."""
        t, right = self._t, at + 1
        if t.text[at] == "€" and t.word(right) == "ur" and t.glued(at):
            return Mark("EUR", at, right + 1)
        if t.is_word(right) and t.near(at) and not t.is_number(right + 1):
            word = t.text[right]
            code = currency.code_of(word)
            french = self._lead == "fr" and word in ("c", "hk", "us", "ca")
            if code is None and t.text[at] == "$" and word != "A" and (word.isupper() or french):
                code = currency.OWNERS.get(word.lower())
            if code:
                return Mark(code, at, right + 1)
        return currency.sign_mark(t.text[at], at, right, self._region)

    def _word_after(self, at: int) -> Mark | None:
        t, word, right = self._t, self._t.text[at], at + 1
        touched = t.is_number(right + 1) and t.glued(right)
        if right < len(t) and t.text[right] in _SIGNS and t.glued(at) and not touched:
            code = currency.code_of(word) or currency.OWNERS.get(t.low[at])
            if code:
                return Mark(code, at, right + 1)
            if word in _LETTERS:
                return self._scaled_sign(at, right)
        if t.is_number(right) and t.glued(at):
            return None  # letters between digits are a code of another kind
        if word in currency.ABBREVIATIONS and word != "Fr":
            return currency.abbreviation_mark(word, at, right, self._region)
        code = currency.code_of(word)
        if code in currency.ODD_CODES and t.is_word(right) and t.text[right].isupper():
            return None  # "MD-80 ALL SERIES"
        if code:
            return Mark(code, at, right)
        return self._sub(at) or self._scaled_code(at) or self._grand(at) or self._names.after(at)

    def _sub(self, at: int) -> Mark | None:
        """Hundredths: ``50 cents``, ``470 pence``."""
        word = self._t.low[at]
        if word not in currency.SUBUNITS:
            return None
        code = currency.SUBUNITS[word]
        shared = code is None
        if shared and word in _AT_HOME:
            code = currency.home(self._region) or _SUB_HOME.get(self._lead)
        return Mark(code, at, at + 1, _CENT, shared=shared, name=True, sub=True)

    def _grand(self, at: int) -> Mark | None:
        """``10 grand``: a thousand of the local money, unless a noun follows (``a grand total``)."""
        t = self._t
        if t.low[at] != "grand" or (t.is_word(at + 1) and t.low[at + 1] not in _AFTER_GRAND):
            return None
        code = currency.home(self._region) or "USD"
        return Mark(code, at, at + 1, SHORT["k"], shared=True, name=True)
