"""French words of dates, by the kind of token they are (see ``alphabet``)."""

from typing import Any

SUFFIXES = frozenset({"er", "ere", "re", "e", "eme", "nd"})

SOFT = frozenset({"mar", "mer", "sam", "dim", "mars", "mai"})
"""Names that are other words too, or too short to stand alone."""

WORDS: dict[str, Any] = {
    "A": "un une",
    "WNUM": {
        2: "deux",
        3: "trois",
        4: "quatre",
        5: "cinq",
        6: "six",
        8: "huit",
        9: "neuf",
        10: "dix",
        11: "onze",
        12: "douze",
    },
    "SEPT": {7: "sept"},
    "WNUM24": {
        13: "treize",
        14: "quatorze",
        15: "quinze",
        16: "seize",
        17: "dix-sept dix_sept",
        18: "dix-huit dix_huit",
        19: "dix-neuf dix_neuf",
    },
    "TENS": {20: "vingt vingts", 30: "trente", 40: "quarante", 50: "cinquante", 60: "soixante"},
    "FEW": {2: "couple_de", 3: "quelques"},
    "WORD": {1: "premier premiere", 2: "deuxième", 3: "troisième", 4: "quatrième", 5: "cinquième"},
    "HALF": "demi demie",
    "QTR": "quart quarts trimestre trimestres",
    "MONTHABBR": {7: "jui juil", 2: "fev", 12: "dec", 8: "aout", 1: "jan"},
    "UNIT": {
        "second": "seconde secondes sec",
        "minute": "minute minutes min mn",
        "day": "jour jours journée journées nuits",
        "week": "semaine semaines",
        "year": "an ans année années",
        "workday": "jours_ouvrés jours_ouvrables jour_ouvré jour_ouvrable",
    },
    "HEURE": {"hour": "heure heures hrs"},
    "HOURMARK": {"hour": "h"},
    "MONTHWORD": {"month": "mois"},
    "FORTNIGHT": {"fortnight": "quinzaine"},
    "DECADE": {"decade": "décennie décennies"},
    "WEEKEND": "weekend week-end week_end fin_de_semaine",
    "RELDAY": {
        0: "aujourd'hui ce_jour date_du_jour",
        1: "demain lendemain le_jour_d'après le_jour_suivant",
        -1: "hier la_veille le_jour_d'avant le_jour_précédent",
        2: "après-demain après_demain surlendemain",
        -2: "avant-hier avant_hier",
    },
    "TONIGHT": {0: "ce_soir"},
    "NOW": "maintenant",
    "POSTNEXT": {
        1: "prochain prochaine prochains prochaines suivant suivante suivants suivantes qui_vient d'après"
    },
    "LAST": {
        -1: "dernier dernière derniers dernières passé passée passés passées précédent précédente précédents"
    },
    "THIS": {0: "ce cet cette ces en_cours courant"},
    "HOLIDAY": {
        (1, 1): "nouvel_an jour_de_l'an",
        (12, 25): "noël noel jour_de_noël",
        (12, 24): "veille_de_noël",
        (11, 1): "toussaint",
        (5, 1): "fête_du_travail",
        (7, 14): "fête_nationale",
        ("easter", 0): "pâques",
        ("easter", 1): "lundi_de_pâques",
        ("easter", 39): "ascension",
        ("easter", 49): "pentecôte",
    },
    "AGOPRE": "il_y_a ilya il_ya il_y_a_à_peu_près il_y_a_environ il_y_a_près_de",
    "AGO": "plus_tôt auparavant avant",
    "HENCE": "plus_tard après",
    "INPRE": "dans en au_cours_de au_cours_des dans_les dans_la",
    "WITHIN": "d'ici sous en_moins_de",
    "ABOUT": (
        "vers environ autour_de aux_alentours_de plutôt_vers à_environ aux_environs_de vers_les "
        "plutôt autour"
    ),
    "PREA": "à a",
    "THE": "le la les l'",
    "PREDE": "de du d' des",
    "FROM": "à_partir_de à_partir_du dès dès_le à_compter_du",
    "SINCE": "depuis",
    "BETWEEN": "entre",
    "TO": "au aux",
    "UNTIL": "jusqu'à jusqu'au jusqu'a jusque",
    "AND": "et",
    "OR": "ou",
    "BUT": "mais",
    "FOR": "pour pendant durant",
    "AMPM": {"am": "a.m du_mat", "pm": "p.m pm"},
    "NOON": {(12, 0): "midi", (0, 0): "minuit"},
    "PART": {
        "am": "matin matinée matins",
        "night": "nuit",
        "pm": "après-midi apres-midi après_midi apres_midi aprem soir soirée soirs",
    },
    "PAST": "passé_de passées_de",
    "MINUS": "moins",
    "BEFORE": "avant",
    "AFTER": "après",
    "END": "fin",
    "START": "début",
    "MID": "milieu mi",
    "BAD": "version page chapitre section n tel tél téléphone fax mobile article art numéro",
    "FUNC": "je tu il elle nous vous ils elles est sont était sera on avec si quand que qui merci pour mais",
    "NOMINAL": "étage fois place",
}
