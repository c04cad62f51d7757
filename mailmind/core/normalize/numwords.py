"""Numbers written in words: English, German, French, Spanish.

Owned here: words add up only where the language adds them. ``two hundred`` is 200, ``two, three`` is
not 5, and ``quatre-vingt-dix`` is 90.
"""

from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from mailmind.core.normalize.tokens import Tokens
from mailmind.core.wordlist import words

_SMALL = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen",
    "de": "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn "
    "fünfzehn sechzehn siebzehn achtzehn neunzehn",
    "fr": "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze "
    "seize",
    "es": "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince "
    "dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro "
    "veinticinco veintiséis veintisiete veintiocho veintinueve",
}
_TENS = {
    "en": "twenty thirty forty fifty sixty seventy eighty ninety",
    "de": "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
    "fr": "vingt trente quarante cinquante soixante septante huitante nonante",
    "es": "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
}
_MORE: dict[str, dict[str, int]] = {
    "en": {"hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12,
           "lakh": 10**5, "lakhs": 10**5, "lac": 10**5, "crore": 10**7, "crores": 10**7,
           "millions": 10**6, "billions": 10**9, "a": 1, "an": 1, "dozen": 12},
    "de": {"hundert": 100, "tausend": 10**3, "million": 10**6, "millionen": 10**6, "zwo": 2,
           "milliarde": 10**9, "milliarden": 10**9, "billion": 10**12, "billionen": 10**12,
           "ein": 1, "eine": 1, "einen": 1, "einem": 1, "einer": 1, "dreissig": 30},
    "fr": {"cent": 100, "cents": 100, "mille": 10**3, "million": 10**6, "millions": 10**6, "une": 1,
           "milliard": 10**9, "milliards": 10**9, "billion": 10**12, "billions": 10**12, "vingts": 20},
    "es": {"cien": 100, "ciento": 100, "mil": 10**3, "millón": 10**6, "millon": 10**6,
           "millones": 10**6, "billón": 10**12, "billon": 10**12, "billones": 10**12, "un": 1,
           "una": 1, "veintiún": 21, "veintiun": 21, "veintidos": 22, "veintitres": 23,
           "veintiseis": 26, "dieciseis": 16,
           "doscientos": 200, "trescientos": 300, "cuatrocientos": 400, "quinientos": 500,
           "seiscientos": 600, "setecientos": 700, "ochocientos": 800, "novecientos": 900,
           "doscientas": 200, "trescientas": 300, "cuatrocientas": 400, "quinientas": 500,
           "seiscientas": 600, "setecientas": 700, "ochocientas": 800, "novecientas": 900},
}  # fmt: skip
ARTICLES = words("a an ein eine einen einem einer un une una")
"""Words that mean one and mostly are an article; alone they count only before a money word."""
_JOIN = {"en": "and", "de": "und", "fr": "et", "es": "y"}
_POINT = {"en": ("point",), "de": ("komma",), "fr": ("virgule",), "es": ("coma", "punto")}
LANGUAGES = tuple(_SMALL)


@cache
def words_of(lang: str) -> dict[str, int]:
    """Every number word of a language with its value."""
    table = {w: n for n, w in enumerate(_SMALL[lang].split())}
    table |= {w: 20 + 10 * n for n, w in enumerate(_TENS[lang].split())}
    return table | _MORE[lang]


@cache
def _german(word: str) -> int | None:
    """The value of a German compound such as ``einhundertneunundneunzig``."""
    table = words_of("de")
    if word in table:
        return table[word]
    for big in ("tausend", "hundert"):
        head, found, tail = word.partition(big)
        if found:
            left = _german(head) if head else 1
            right = _german(tail.removeprefix("und")) if tail else 0
            if left is None or right is None or right >= table[big]:
                return None
            return left * table[big] + right
    unit, found, tens = word.partition("und")
    if found and 0 < table.get(unit, 0) < 10 and table.get(tens, 0) in range(20, 100, 10):
        return table[unit] + table[tens]
    return None


def value_of(word: str, lang: str) -> int | None:
    """The value of one number word (lower case), or None."""
    found = words_of(lang).get(word)
    if found is None and lang == "de" and len(word) > 6:
        return _german(word)
    return found


@dataclass(slots=True)
class _Sum:
    """A number in words while it is being read: finished groups, and what is below a thousand."""

    lang: str
    groups: list[int]
    current: int | None = None

    def add(self, value: int) -> bool:
        """Take one more word; False where the language does not continue a number like this."""
        if value >= 1000:
            return self._scale(value)
        if value == 100 and self.lang != "es":
            return self._hundred()
        if self.current is None:
            self.current = value
            return True
        tail = self.current % 100
        if self.lang == "fr" and tail == 4 and value == 20:
            self.current += 76
            return True
        if value >= 100 or value == 0:
            return False
        fits = tail == 0 if value >= 10 else tail == 0 or (tail >= 20 and tail % 10 == 0)
        if self.lang == "fr" and not fits:
            fits = (tail in (60, 80) and 10 <= value < 20) or (
                tail in (10, 70, 90) and 7 <= value < 10
            )
        fits = fits and self.current != 0
        if fits:
            self.current += value
        return fits

    def _hundred(self) -> bool:
        limit = 10 if self.lang == "fr" else 100
        if self.current is not None and not 0 < self.current < limit:
            return False
        self.current = (1 if self.current is None else self.current) * 100
        return True

    def _scale(self, value: int) -> bool:
        """``thousand`` and above: multiplies all smaller groups that are not yet scaled."""
        if value in self.groups:
            return False
        low = [g for g in self.groups if g < value]
        if low and self.lang in ("en", "de"):
            return False  # "two thousand million" is not how these languages go on
        amount = sum(low) + (self.current or 0)
        if self.groups and not amount:
            return False
        self.groups = [g for g in self.groups if g >= value] + [(amount or 1) * value]
        self.current = None
        return True

    @property
    def total(self) -> int:
        return sum(self.groups) + (self.current or 0)


@dataclass(frozen=True, slots=True)
class WordNumber:
    """A number in words: its value and the token after it."""

    value: Decimal
    stop: int
    article: bool = False
    """True where it is nothing but an article."""
    fraction: bool = False


def read_words(tokens: Tokens, i: int, lang: str) -> WordNumber | None:
    """The longest number in words that starts at token ``i``."""
    whole = _whole(tokens, i, lang)
    if whole is None:
        return None
    stop, total = whole
    article = stop == i + 1 and tokens.low[i] in ARTICLES
    if tokens.word(stop) in _POINT[lang] and not article:
        tail = _digits_after(tokens, stop + 1, lang)
        if tail is not None:
            return WordNumber(Decimal(f"{total}.{tail[1]}"), tail[0], fraction=True)
    return WordNumber(Decimal(total), stop, article)


def _whole(tokens: Tokens, i: int, lang: str) -> tuple[int, int] | None:
    reading = _Sum(lang, [])
    stop = i
    while stop < len(tokens):
        step = stop
        if stop > i:
            step = _after_joint(tokens, stop, lang, reading)
        value = value_of(tokens.word(step), lang)
        if value is None or (step > i and tokens.word(step) in ("a", "an")):
            break
        if lang == "fr" and tokens.word(step) == "cent" and tokens.word(step - 1) == "pour":
            break
        if not reading.add(value):
            break
        stop = step + 1
    return (stop, reading.total) if stop > i else None


def _after_joint(tokens: Tokens, i: int, lang: str, reading: _Sum) -> int:
    """The token after a hyphen, or after "and" where the language joins a number with it."""
    if not tokens.near(i - 1):
        return -1
    if tokens.low[i] == "-" and tokens.glued(i - 1) and tokens.glued(i):
        return i + 1 if value_of(tokens.word(i + 1), lang) is not None else -1
    if tokens.low[i] not in (_JOIN[lang], "&"):
        return i
    tail = (reading.current or 0) % 100
    tens = lang in ("fr", "es") and tail >= 20
    hundreds = lang in ("en", "de") and tail == 0 and (reading.total >= 100)
    following = value_of(tokens.word(i + 1), lang)
    fits = following is not None and (0 < following < (10 if tens and lang == "es" else 100))
    return i + 1 if (tens or hundreds) and fits else -1


def _digits_after(tokens: Tokens, i: int, lang: str) -> tuple[int, str] | None:
    """The digits that follow a spoken decimal point: digit by digit, or as one number."""
    digits, stop = "", i
    while lang == "en" and value_of(tokens.word(stop), lang) in range(10):
        digits += str(value_of(tokens.word(stop), lang))
        stop += 1
    if digits:
        return stop, digits
    whole = _whole(tokens, i, lang)
    return None if whole is None or tokens.low[i] in ARTICLES else (whole[0], str(whole[1]))
