"""The letters of the shadow text: one character for each kind of token.

Owned here: a kind of token has exactly one letter, and a *symbol* of a grammar rule is a set of letters.
Grammar rules are regular expressions over the shadow, so they read roles, never spellings.
"""

import re
from functools import cache

UNKNOWN = "x"
"""Any text that no grammar of dates knows. Runs of it are one letter."""

PART = "y"
"""A word that means something only within a phrase."""

PUNCTUATION = frozenset("/-.,:;'\"()[]+@~&#%$€=!?*<>|–—_∙•·°")
"""Signs that stand for themselves in the shadow."""

# Numbers in digits, told apart by what they may be (see ``lexer.number_letter``).
_DIGITS = {
    "zero": "z",  # 0, 00
    "one": "a",  # 1-9, one digit
    "lead": "b",  # 01-09
    "ten": "c",  # 10-12
    "teen": "d",  # 13-24
    "late": "e",  # 25-31
    "minute": "f",  # 32-59
    "big": "g",  # 60-99
    "hmm": "h",  # 3 digits that read as a clock time, 730
    "int": "i",  # any other integer
    "year_or_clock": "j",  # 1900-1959, 2000-2059
    "year": "k",  # other years of 1900 to 2099
    "clock": "l",  # other 4 digits that read as a clock time, 0935
    "hms": "n",  # 6 digits that read as a time, 183000
    "ymd": "m",  # 8 digits that read as a date, 20161016
}

_WORDS = (
    "WNUM",  # number in words, 1-12
    "SEPT",  # French sept: seven or September
    "WNUM24",  # 13-24
    "WNUM31",  # 25-31
    "WNUM59",  # 32-59, and 0
    "WBIG",  # any other number in words
    "WYEAR",  # a year in words
    "TENS",  # twenty, thirty: opens a number in words
    "HUNDRED",
    "HUNDREDS",  # novecientos
    "THOUSAND",
    "A",  # one, as an article: "a", "an"
    "FEW",  # a few, several: a number that is not said
    "ORD",  # ordinal in digits: 21st, 2., 1er
    "WORD",  # ordinal in words, third
    "WTENS",  # twentieth, thirtieth
    "SECOND",  # "second": ordinal and unit
    "HALF",
    "QTR",  # quarter: of an hour or of a year
    "MONTH",
    "MONTHABBR",
    "MONTHSOFT",  # names that are also other words: may, march, mar, jan
    "WEEKDAY",
    "WEEKDAYS",  # plural or habitual: mondays, montags
    "WEEKDAYABBR",
    "WEEKDAYPART",  # Dienstagmorgen
    "WEEKDAYSOFT",  # two-letter and clashing abbreviations: so, do, sat, sun
    "UNIT",
    "UNITABBR",
    "HOURMARK",  # h
    "HEURE",  # heures, horas: the unit and the clock
    "MONTHWORD",
    "WEEKEND",
    "WEEKNO",  # KW, CW
    "FORTNIGHT",
    "DECADE",
    "RELDAY",  # today, tomorrow
    "MANANA",  # tomorrow or morning
    "TONIGHT",
    "NOW",
    "NEXT",
    "LAST",
    "THIS",
    "PASTLAST",  # English "past": last, or after the hour
    "COMING",
    "AGO",
    "HENCE",
    "AGOPRE",  # il y a, hace
    "INPRE",  # in, within, dans
    "WITHIN",
    "AT",
    "ABOUT",
    "ON",
    "THE",
    "OF",
    "FROM",
    "STARTING",
    "BETWEEN",
    "TO",
    "UNTIL",
    "AND",
    "OR",
    "BUT",
    "FOR",
    "BY",
    "SINCE",
    "PREA",  # Romance "a", "à": at, to
    "PREDE",  # Romance "de", "du": of, from
    "AMPM",
    "PLETTER",  # p, as in 9p
    "ISH",
    "AMON",  # German "am": on, or a. m.
    "OCLOCK",
    "KL",  # Scandinavian "kl.", which stands before the hour
    "NOON",
    "PART",  # morning, afternoon
    "PAST",
    "TILL",  # to, before (the hour)
    "BEFORE",
    "AFTER",
    "VOR",  # German "vor": ago, before, to the hour
    "NACH",  # German "nach": after, past
    "MINUS",
    "DAYEND",  # EOD, COB
    "PERIODEND",  # EOM, EOY
    "END",
    "START",
    "MID",
    "EARLY",
    "DAYTH",  # loose suffix of an ordinal, "7 th"
    "ZONE",
    "TEE",
    "Q",
    "HALFYEAR",
    "REST",
    "TODATE",
    "MEAL",
    "WEEKOF",  # w/c: the week that begins
    "HOLIDAY",
    "BAD",  # version, page: what follows is no date
    "FUNC",  # function words that may follow a date
    "NOMINAL",  # words that make a number before them something else
    "POSTNEXT",  # "que viene", "prochain"
)

_NONTERMINALS = (
    "DAY",
    "CLOCK",
    "LENGTH",
    "LSPAN",
    "OFFSET",
    "STRETCH",
    "MOMENT",
    "CSPAN",
    "HSPAN",
    "DSPAN",
    "MSPAN",
)

LETTER: dict[str, str] = {
    **_DIGITS,
    **{
        name: chr(0x0391 + i) if i < 17 else chr(0x0400 + i)
        for i, name in enumerate(_WORDS + _NONTERMINALS)
    },
}
"""The letter of each kind of token."""

_UNIONS: dict[str, str] = {
    "n12": "one lead ten",
    "n31": "one lead ten teen late",
    "n24": "zero one lead ten teen",
    "n59": "zero lead ten teen late minute",
    "yy": "zero lead ten teen late minute big",
    "yyyy": "year_or_clock year",
    "y19": "year_or_clock year",
    "hhmm": "clock year_or_clock",
    "int": "zero one lead ten teen late minute big hmm int year_or_clock year clock",
    "num": "zero one lead ten teen late minute big hmm int year_or_clock year clock ymd",
    "w12": "WNUM",
    "w59": "WNUM WNUM24 WNUM31 WNUM59",
    "word": "WNUM WNUM24 WNUM31 WNUM59 WBIG",
    "h12": "one lead ten WNUM",
    "hour": "zero one lead ten teen WNUM WNUM24",
    "min": "zero one lead ten teen late minute WNUM WNUM24 WNUM31 WNUM59",
    "count": "one ten teen late minute big hmm int year_or_clock year clock "
    "WNUM WNUM24 WNUM31 WNUM59 WBIG",
    "ord": "ORD WORD SECOND WTENS",
    "dayno": "one lead ten teen late ORD WORD SECOND WTENS WNUM WNUM24 WNUM31",
    "dayord": "ORD WORD SECOND WTENS",
    "month": "MONTH MONTHABBR MONTHSOFT",
    "weekday": "WEEKDAY WEEKDAYABBR WEEKDAYSOFT WEEKDAYS",
    "wd": "WEEKDAY WEEKDAYABBR WEEKDAYSOFT",
    "unit": "UNIT UNITABBR HOURMARK HEURE SECOND MONTHWORD FORTNIGHT DECADE",
    "mod": "NEXT LAST PASTLAST THIS COMING POSTNEXT",
    "fore": "NEXT LAST PASTLAST THIS COMING",
    "past": "PAST PASTLAST AFTER NACH",
    "a": "A",
    "at": "AT ABOUT PREA AMON",
    "on": "ON AMON THE",
    "the": "THE",
    "of": "OF PREDE",
    "from": "FROM PREDE SINCE STARTING",
    "to": "TO UNTIL TILL PREA",
    "and": "AND",
    "ampm": "AMPM AMON",
    "in": "INPRE",
    "prep": "KL AT ABOUT ON AMON OF FROM STARTING BETWEEN TO UNTIL FOR BY SINCE PREA PREDE INPRE WITHIN "
    "AND OR BUT BEFORE AFTER VOR NACH PAST TILL THE",
}

_MACRO = re.compile(r"\{(?:(\w+)=)?([\w|]+)\}")


@cache
def letters(symbol: str) -> str:
    """The letters of a symbol: a union, a kind, or several joined by ``|``."""
    parts = symbol.split("|")
    if len(parts) > 1:
        return "".join(letters(p) for p in parts)
    if symbol == UNKNOWN:
        return symbol
    if symbol in _UNIONS:
        return "".join(LETTER[k] for k in _UNIONS[symbol].split())
    return LETTER[symbol]


def expand(pattern: str) -> str:
    """A rule's pattern as a regular expression over the shadow.

    ``{month}`` is one token of that symbol, ``{m=month}`` also names it; a space may be white space or
    nothing; ``_`` is white space.
    """

    def macro(match: re.Match[str]) -> str:
        name, symbol = match.groups()
        chars = f"[{re.escape(letters(symbol))}]"
        return f"(?P<{name}>{chars})" if name else chars

    out: list[str] = []
    at = 0
    for match in _MACRO.finditer(pattern):
        out += [_spaces(pattern[at : match.start()]), macro(match)]
        at = match.end()
    return "".join([*out, _spaces(pattern[at:])])


def _spaces(literal: str) -> str:
    """White space of a pattern as a regular expression; within brackets a space is a space."""
    pieces = re.split(r"(\[[^\]]*\])", literal)
    return "".join(
        piece if piece.startswith("[") else piece.replace(" ", "[ \n]?").replace("_", "[ \n]")
        for piece in pieces
    )
