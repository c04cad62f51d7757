"""Dutch words of dates, by the kind of token they are (see ``alphabet``)."""

from typing import Any

SUFFIXES = frozenset({"e", "ste", "de"})

SOFT: frozenset[str] = frozenset()
"""Names that are other words too."""

WORDS: dict[str, Any] = {
    "RELDAY": {0: "vandaag", 1: "morgen", -1: "gisteren", 2: "overmorgen", -2: "eergisteren"},
    "AT": "om rond",
    "ABOUT": "ongeveer_circa ca.",
    "ON": "op",
    "THE": "de het",
    "FROM": "van vanaf",
    "UNTIL": "tot tot_en_met t/m",
    "AND": "en",
    "BETWEEN": "tussen",
    "INPRE": "in over",
    "AGO": "geleden",
    "UNIT": {
        "second": "seconde seconden",
        "minute": "minuut minuten min",
        "day": "dag dagen",
        "week": "week weken",
        "year": "jaar jaren",
        "hour": "uren",
    },
    "OCLOCK": "uur u",
    "HOURMARK": {"hour": "h"},
    "MONTHWORD": {"month": "maand maanden"},
    "NEXT": {1: "volgende"},
    "COMING": {"coming": "komende aanstaande"},
    "LAST": {-1: "vorige afgelopen"},
    "THIS": {0: "deze"},
    "NOON": {(0, 0): "middernacht"},
    "PART": {"am": "ochtend", "pm": "middag avond", "night": "nacht"},
    "BAD": "versie pagina hoofdstuk tel telefoon fax artikel art",
    "FUNC": "wij ik is zijn was met als",
}
