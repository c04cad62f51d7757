"""Portuguese words of dates, by the kind of token they are (see ``alphabet``)."""

from typing import Any

SUFFIXES = frozenset({"º", "ª"})

SOFT = frozenset({"mar", "set", "out", "ago", "sex", "dom", "ter", "qua", "qui", "seg", "mai"})
"""Names that are other words too, or too short to stand alone."""

WORDS: dict[str, Any] = {
    "RELDAY": {0: "hoje", 1: "amanhã", -1: "ontem", 2: "depois_de_amanhã", -2: "anteontem"},
    "AT": "às as por_volta_das",
    "ON": "em",
    "THE": "o a os",
    "PREDE": "de do da",
    "FROM": "desde a_partir_de",
    "TO": "ao a",
    "UNTIL": "até",
    "AND": "e",
    "BETWEEN": "entre",
    "INPRE": "em",
    "AGOPRE": "há",
    "UNIT": {
        "second": "segundos segundo",
        "minute": "minuto minutos min",
        "day": "dia dias",
        "week": "semana semanas",
        "year": "ano anos",
    },
    "HEURE": {"hour": "hora horas"},
    "HOURMARK": {"hour": "h"},
    "MONTHWORD": {"month": "mês meses"},
    "WEEKDAY": {
        0: "segunda-feira",
        1: "terça-feira",
        2: "quarta-feira",
        3: "quinta-feira",
        4: "sexta-feira",
    },
    "NOON": {(12, 0): "meio-dia", (0, 0): "meia-noite"},
    "PART": {"am": "manhã", "pm": "tarde", "night": "noite"},
    "BAD": "versão página capítulo tel telefone fax artigo art",
    "FUNC": "nós é são com se que",
}
