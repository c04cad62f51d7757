"""Section references: ``§2.2``, ``Section 2.2``, ``clause 11.3``, ``Art. 5(2)``, a heading's number.

Owned here: a bare number is a section only at the start of a line, with a dot inside and a title after.
"""

import re
from collections.abc import Iterator

from mailmind.core.normalize.context import Context
from mailmind.core.values import Value
from mailmind.core.wordlist import words

_NUMBER = r"\d{1,3}(?:\.\d{1,3}){0,4}[a-z]?(?:\([0-9a-zA-Z]{1,4}\)){0,3}(?![\w%]|-\d)"
_SIGN = re.compile(rf"(?:§§?|¶)\s?({_NUMBER})")
_AFTER_WORD = re.compile(
    rf"(?<=[^\W\d_])\.?\s{{1,2}}(?:no\.?\s|nr\.?\s)?({_NUMBER})", re.IGNORECASE
)
_WORDS = words(
    """
    section sections sect sec clause clauses paragraph paragraphs para paras article articles art
    chapter chap annex appendix schedule exhibit abschnitt abschnitte absatz abs artikel ziffer ziff
    kapitel kap klausel anhang anlage chapitre annexe paragraphe alinéa cláusula cláusulas sección
    secciones artículo artículos apartado párrafo capítulo anexo sezione articolo clausola capitolo
    hoofdstuk paragraaf seção artigo
    """
)
_LAST_WORD = re.compile(r"[^\W\d_]+$")
_HEADING = re.compile(
    r"(?m)^[ \t]{0,8}(\d{1,2}(?:\.\d{1,2}){1,3})\.?[ \t]{1,3}(?=[^\W\d_a-zà-ÿ][^\W\d_]+)"
)
_FIRST_WORD = re.compile(r"[^\W\d_]+")
_UNITS = words(
    "inch inches gb mb tb kb ghz mhz kg km cm mm mw kw kwh mwh euro eur usd gbp chf uhr am pm"
)
_MORE = re.compile(rf"\s?(?:,|and|und|et|y|&|or|oder|-|–|to|bis)\s?(?:§\s?)?({_NUMBER})")
_LONGEST_WORD = 14


def find_sections(ctx: Context) -> list[Value]:
    """Every section reference of a text."""
    return [
        Value("section", ctx.text[a:b], a, b, {"value": ctx.plain[slice(*number)]}, why=why)
        for a, b, number, why in _spans(ctx.plain)
    ]


_Place = tuple[int, int, tuple[int, int], str]
"""Start and end of a reference, the span of its number, and why a bare number is one."""


def _spans(text: str) -> Iterator[_Place]:
    if "§" in text or "¶" in text:
        for match in _SIGN.finditer(text):
            yield match.start(), match.end(1), match.span(1), ""
            yield from _more(text, match.end(1))
    for match in _AFTER_WORD.finditer(text):
        before = max(0, match.start() - _LONGEST_WORD)
        word = _LAST_WORD.search(text, before, match.start())
        if word is None or word.group().lower() not in _WORDS:
            continue
        yield word.start(), match.end(1), match.span(1), ""
        if word.group().lower().endswith("s") or "." in match.group(1):
            yield from _more(text, match.end(1))
    for match in _HEADING.finditer(text):
        title = _FIRST_WORD.match(text, match.end())
        if title and title.group().lower() in _UNITS:
            continue  # "5.5 Inches"
        yield *match.span(1), match.span(1), ""


def _more(text: str, at: int) -> Iterator[_Place]:
    """The further numbers of ``Sections 2.1 and 4.1``: only with a dot, so that no count is taken."""
    while (match := _MORE.match(text, at)) and "." in match.group(1):
        yield *match.span(1), match.span(1), "it continues a list of sections"
        at = match.end(1)
