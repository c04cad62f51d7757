"""Italian words of dates, by the kind of token they are (see ``alphabet``)."""

from typing import Any

SUFFIXES = frozenset({"º", "ª"})

SOFT = frozenset({"mar", "set", "mag", "gen", "sab", "dom", "mer", "lug"})
"""Names that are other words too, or too short to stand alone."""

WORDS: dict[str, Any] = {
    "RELDAY": {0: "oggi", 1: "domani", -1: "ieri", 2: "dopodomani"},
    "AT": "alle alle_ore ore verso_le",
    "ABOUT": "circa verso",
    "ON": "il",
    "THE": "la le i gli",
    "PREDE": "di del dal da",
    "TO": "al alle",
    "UNTIL": "fino_al fino_alle",
    "AND": "e",
    "BETWEEN": "tra fra",
    "INPRE": "in",
    "UNIT": {
        "second": "secondi secondo",
        "minute": "minuto minuti min",
        "day": "giorno giorni",
        "week": "settimana settimane",
        "year": "anno anni",
    },
    "HEURE": {"hour": "ora ore"},
    "HOURMARK": {"hour": "h"},
    "MONTHWORD": {"month": "mese mesi"},
    "NOON": {(12, 0): "mezzogiorno", (0, 0): "mezzanotte"},
    "PART": {"am": "mattina", "pm": "pomeriggio sera", "night": "notte"},
    "BAD": "versione pagina capitolo sezione tel telefono fax articolo art",
    "FUNC": "noi che con se",
}
