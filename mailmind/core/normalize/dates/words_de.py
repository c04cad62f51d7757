"""German words of dates, by the kind of token they are (see ``alphabet``)."""

from typing import Any

SUFFIXES = frozenset({"te", "ten", "ter", "tes", "tem", "sten", "ste", "ster", "stes"})

SOFT = frozenset({"mar"})
"""Names that are other words too."""

_UNITS = ("ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun")
_TENS = {20: "zwanzig", 30: "dreißig dreissig", 40: "vierzig", 50: "fünfzig", 60: "sechzig",
         70: "siebzig", 80: "achtzig", 90: "neunzig"}  # fmt: skip
_ENDINGS = ("e", "er", "en", "es", "em")
_DAYS = ("montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag")
_PARTS = {"am": "morgen früh vormittag vormittags", "pm": "mittag nachmittag abend nachmittags abends",
          "night": "nacht"}  # fmt: skip


def _inflected(*stems: str) -> str:
    """A stem with every ending of an adjective."""
    return " ".join(stem + ending for stem in stems for ending in _ENDINGS)


def _compound(tens: int) -> dict[int, str]:
    """Einundzwanzig to neunundzwanzig, and so on."""
    return {
        tens + n: " ".join(f"{unit}und{word}" for word in _TENS[tens].split())
        for n, unit in enumerate(_UNITS, 1)
    }


_COMPOUNDS = {**_compound(20), **_compound(30), **_compound(40), **_compound(50)}
_STEMS = {
    1: "erst",
    2: "zweit",
    3: "dritt",
    4: "viert",
    5: "fünft",
    6: "sechst",
    7: "siebt siebent",
    8: "acht",
    9: "neunt",
    10: "zehnt",
    11: "elft",
    12: "zwölft",
    13: "dreizehnt",
    14: "vierzehnt",
    15: "fünfzehnt",
    16: "sechzehnt",
    17: "siebzehnt",
    18: "achtzehnt",
    19: "neunzehnt",
    20: "zwanzigst",
    30: "dreißigst dreissigst",
    **{n: " ".join(w + "st" for w in text.split()) for n, text in _COMPOUNDS.items() if n < 32},
}


def _part(day: int, part: str) -> str:
    return " ".join(_DAYS[day] + word for word in _PARTS[part].split())


WORDS: dict[str, Any] = {
    "A": "ein eine einen einem einer eines",
    "WNUM": {
        1: "eins",
        2: "zwei zwo",
        3: "drei",
        4: "vier",
        5: "fünf",
        6: "sechs",
        7: "sieben",
        8: "acht",
        9: "neun",
        10: "zehn",
        11: "elf",
        12: "zwölf",
    },
    "WNUM24": {
        13: "dreizehn",
        14: "vierzehn",
        15: "fünfzehn",
        16: "sechzehn",
        17: "siebzehn",
        18: "achtzehn",
        19: "neunzehn",
        **{n: w for n, w in _COMPOUNDS.items() if n < 25},
    },
    "WNUM31": {n: w for n, w in _COMPOUNDS.items() if 25 <= n < 32},
    "WNUM59": {n: w for n, w in _COMPOUNDS.items() if 32 <= n < 60},
    "TENS": _TENS,
    "FEW": {2: "paar", 3: "einige"},
    "WORD": {n: _inflected(*stem.split()) for n, stem in _STEMS.items()},
    "HALF": "halb halbe halben",
    "QTR": "viertel quartal quartals quartale",
    "MONTHABBR": {1: "jänner jan", 3: "mrz maerz", 9: "sept"},
    "WEEKDAY": {5: "sonnabend"},
    "WEEKDAYS": {n: day + "s" for n, day in enumerate(_DAYS)},
    "WEEKDAYPART": {(n, part): _part(n, part) for n in range(7) for part in _PARTS},
    "UNIT": {
        "second": "sekunde sekunden sek",
        "minute": "minute minuten min",
        "hour": "stunde stunden std",
        "day": "tag tage tagen tages",
        "week": "woche wochen",
        "year": "jahr jahre jahren jahres",
        "workday": "werktag werktage werktagen arbeitstag arbeitstage arbeitstagen",
    },
    "MONTHWORD": {"month": "monat monate monaten monats"},
    "HOURMARK": {"hour": "h"},
    "DECADE": {"decade": "jahrzehnt jahrzehnte jahrzehnten"},
    "WEEKEND": "wochenende wochenendes",
    "WEEKNO": "kw kalenderwoche",
    "RELDAY": {0: "heute", -1: "gestern", 2: "übermorgen", -2: "vorgestern", -3: "vorvorgestern"},
    "MANANA": {("am", 1): "morgen"},
    "NOW": "jetzt",
    "NEXT": {1: _inflected("nächst", "folgend"), 2: _inflected("übernächst")},
    "LAST": {-1: _inflected("letzt", "vergangen", "vorig"), -2: _inflected("vorletzt")},
    "COMING": {"coming": _inflected("kommend")},
    "THIS": {0: _inflected("dies")},
    "HENCE": "später",
    "INPRE": "in im",
    "WITHIN": "innerhalb innerhalb_von binnen",
    "AT": "um gegen",
    "ABOUT": "ca. ca circa zirka etwa ungefähr so_um so_gegen so_ca. so",
    "AMON": {"am": "am"},
    "THE": "der die das den dem des",
    "FROM": "vom ab",
    "SINCE": "seit",
    "PREDE": "von",
    "BETWEEN": "zwischen",
    "TO": "zum zu auf",
    "UNTIL": "bis bis_zum bis_zu bis_zur",
    "AND": "und",
    "OR": "oder",
    "BUT": "aber",
    "FOR": "für",
    "OCLOCK": "uhr",
    "NOON": {(0, 0): "mitternacht mitternachts"},
    "PART": {
        "am": "morgens früh vormittag vormittags frühmorgens",
        "night": "nacht nachts",
        "pm": "nachmittag nachmittags abend abends mittag mittags",
    },
    "VOR": "vor",
    "NACH": "nach",
    "DAYEND": "feierabend",
    "HALFYEAR": "halbjahr halbjahres",
    "STARTING": "beginnend_am beginnend",
    "REST": "rest",
    "TODATE": "bis_dato bis_heute",
    "END": "ende",
    "START": "anfang beginn",
    "MID": "mitte",
    "EARLY": "früher später",
    "BAD": "version seite kapitel abschnitt nr nummer tel telefon fax mobil absatz artikel art punkt zimmer",
    "FUNC": (
        "wir ich sie er es ist sind war wird werden haben hat mit wenn als bitte dann auch nicht da "
        "weg zurück"
    ),
    "HOLIDAY": {
        (12, 25): "weihnachten erster_weihnachtstag ersten_weihnachtstag erster_weihnachtsfeiertag"
        " ersten_weihnachtsfeiertag",
        (12, 24): "heiligabend",
        (12, 26): "zweiter_weihnachtstag zweiten_weihnachtstag zweiter_weihnachtsfeiertag"
        " zweiten_weihnachtsfeiertag",
        (12, 31): "silvester",
        (1, 1): "neujahr",
        (10, 3): "tag_der_deutschen_einheit",
        (5, 1): "tag_der_arbeit maifeiertag",
        (11, 1): "allerheiligen",
        (12, 6): "nikolaus",
        (1, 6): "heilige_drei_könige",
        (10, 31): "reformationstag",
        ("easter", 0): "ostern ostersonntag",
        ("easter", 1): "ostermontag",
        ("easter", -2): "karfreitag",
        ("easter", -1): "karsamstag",
        ("easter", -3): "gründonnerstag",
        ("easter", -47): "faschingsdienstag",
        ("easter", -48): "rosenmontag",
        ("easter", 39): "christi_himmelfahrt himmelfahrt",
        ("easter", 49): "pfingsten pfingstsonntag",
        ("easter", 50): "pfingstmontag",
        ("easter", 60): "fronleichnam",
    },
    "NOMINAL": "guten_morgen stock etage mal platz",
}
