"""The words of dates, from CLDR and from one table for each language.

Owned here: precedence. The languages of a text are merged with the likeliest first, and a word that an
earlier language knows never takes a later language's meaning; month and weekday names of the other
languages come last, and only where they are unmistakable.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from mailmind.core.normalize.dates import zones
from mailmind.core.normalize.dates.alphabet import LETTER, PART, letters
from mailmind.core.normalize.language import LANGUAGES

Entry = tuple[str, Any]
"""The kind of token a word is, and its value."""

_FOLD = {
    code: base[0]
    for code in range(0xC0, 0x180)
    if (base := unicodedata.normalize("NFD", chr(code)).lower()) and base[0].isascii()
} | {0xDF: "s", 0x131: "i"}
_PIECE = re.compile(r"[^\W\d_]+|\d+|[^\w\s]")


def fold(word: str) -> str:
    """A word without case and accents."""
    return word.lower().translate(_FOLD)


def fold_all(text: str) -> str:
    """The text without case and accents, character for character."""
    small = text.lower()
    if len(small) != len(text):
        small = "".join(c if len(low := c.lower()) != 1 else low for c in text)
    return small if small.isascii() else small.translate(_FOLD)


@dataclass(frozen=True, slots=True)
class Lexicon:
    """What every word of the chosen languages means to the grammar."""

    single: Mapping[str, Entry]
    """Letter and value of each word."""
    phrases: Mapping[str, list[tuple[tuple[str, ...], str, Any]]]
    """Phrases by their first word, longest first."""
    suffixes: frozenset[str]
    """Endings of an ordinal in digits."""
    anchors: frozenset[str]
    """Words that only dates have; a text without any, and without numbers, holds no date."""


_SOFT = frozenset(letters("WEEKDAYSOFT|MONTHSOFT"))
_ANCHORS = frozenset(
    letters(
        "month|weekday|WEEKDAYPART|UNIT|HEURE|MONTHWORD|FORTNIGHT|DECADE|WEEKEND|WEEKNO|RELDAY|MANANA|TONIGHT"
        "|AMPM|OCLOCK|NOON|PART|HALF|QTR|WNUM|SEPT|DAYEND|PERIODEND|HOLIDAY"
    )
)
"""Kinds of word that a find without digits needs one of."""


@cache
def lexicon(langs: tuple[str, ...]) -> Lexicon:
    """The lexicon of these languages, the likeliest first."""
    single: dict[str, Entry] = {}
    phrases: dict[tuple[str, ...], Entry] = {}
    suffixes: set[str] = set()
    own = [lang for lang in dict.fromkeys((*langs, "en")) if lang in LANGUAGES]
    for lang in own:
        for words, entry in _entries(lang):
            if lang not in langs and entry[0] in _SOFT:
                continue
            if len(words) == 1:
                single.setdefault(words[0], entry)
            else:
                phrases.setdefault(words, entry)
        suffixes |= _table(lang).SUFFIXES
    for lang in (x for x in LANGUAGES if x not in own):
        for words, entry in _unmistakable(lang):
            single.setdefault(words[0], entry)
    single.setdefault("uhr", (LETTER["OCLOCK"], None))
    phrases.setdefault(("kl", "."), (LETTER["KL"], None))
    for name in zones.NAMES:
        words = tuple(name.split())
        if len(words) == 1:
            single.setdefault(name, (LETTER["ZONE"], name))
        else:
            phrases.setdefault(words, (LETTER["ZONE"], name))
    for words in phrases:
        for word in words:
            single.setdefault(word, (PART, None))
    anchors = {word for word, (letter, _) in single.items() if letter in _ANCHORS}
    anchors |= {words[0] for words, (letter, _) in phrases.items() if letter in _ANCHORS}
    return Lexicon(single, _by_head(phrases), frozenset(suffixes), frozenset(anchors))


def _by_head(
    phrases: Mapping[tuple[str, ...], Entry],
) -> dict[str, list[tuple[tuple[str, ...], str, Any]]]:
    heads: dict[str, list[tuple[tuple[str, ...], str, Any]]] = {}
    for words, (letter, value) in sorted(phrases.items(), key=lambda item: -len(item[0])):
        heads.setdefault(words[0], []).append((words, letter, value))
    return heads


def _table(lang: str) -> Any:
    return import_module(f"mailmind.core.normalize.dates.words_{lang}")


@cache
def _entries(lang: str) -> tuple[tuple[tuple[str, ...], Entry], ...]:
    """Every word and phrase of a language, the table's own before those from CLDR."""
    return (*_listed(_table(lang).WORDS), *_names(lang))


@cache
def weekdays(lang: str) -> frozenset[str]:
    """The weekday names of a language, without case and accents."""
    table = _entries(lang) if lang in LANGUAGES else ()
    return frozenset(words[0] for words, (letter, _) in table if letter in letters("weekday"))


def _listed(table: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], Entry]]:
    for kind, words in table.items():
        pairs: Iterable[tuple[str, Any]] = (
            ((w, None) for w in _split(words))
            if isinstance(words, str)
            else ((w, value) for value, text in words.items() for w in _split(text))
        )
        for word, value in pairs:
            yield tuple(fold(p) for p in _PIECE.findall(word)), (LETTER[kind], value)


def _split(words: str) -> list[str]:
    """A table's words, with ``_`` for the spaces of a phrase."""
    return [w.replace("_", " ") for w in words.split()]


def _names(lang: str) -> Iterator[tuple[tuple[str, ...], Entry]]:
    """Month and weekday names from CLDR, full and short."""
    from babel import Locale

    locale, soft = Locale(lang), _table(lang).SOFT
    for context in ("format", "stand-alone"):
        for width in ("wide", "abbreviated"):
            for number, name in locale.months[context][width].items():
                word = fold(name.rstrip("."))
                kind = "MONTH" if width == "wide" else "MONTHABBR"
                yield (word,), (LETTER["MONTHSOFT" if word in soft else kind], number)
            for number, name in locale.days[context][width].items():
                word = fold(name.rstrip("."))
                kind = "WEEKDAY" if width == "wide" else "WEEKDAYABBR"
                kind = "WEEKDAYSOFT" if word in soft or len(word) < 3 else kind
                words = tuple(_PIECE.findall(word))
                yield words, (LETTER[kind], number)


def _unmistakable(lang: str) -> Iterator[tuple[tuple[str, ...], Entry]]:
    """Full month and weekday names that no other language would mean otherwise.

    Short months are soft: they count only beside the number of a day.
    """
    for words, entry in _names(lang):
        if len(words) == 1 and (len(words[0]) > 4 or words[0] in {"juli", "juin", "mayo", "okt"}):
            yield words, entry
        elif len(words) == 1 and words[0] in {"mai", "mars", "mei", "juni", "abril", "aout"}:
            yield words, (LETTER["MONTHSOFT"], entry[1])
