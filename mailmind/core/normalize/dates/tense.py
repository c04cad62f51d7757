"""Whether the words around a weekday tell of the past.

Owned here: only a plain past looks back. A verb of planning, a modal or a preposition that aims ("for",
"until") beside the weekday leaves it where a bare weekday lies: ahead.
"""

import re

_REACH = 80
_CUT = re.compile(
    r"[;!?()\n\"]|[.,:](?!\d)|\b(?:and|but|because|although|which|that|who|when|while|if|as|so|than"
    r"|und|aber|weil|dass|wenn|denn|sondern|et|mais|qui|que|quand|parce|si|y|pero|porque|cuando)\b",
    re.IGNORECASE,
)
_LISTED = re.compile(r"[ ](?:on[ ]|am[ ]|le[ ]|el[ ])?$")
_PAIRED = re.compile(
    r"(?:\bon[ ])?\b\w+day[ ]and[ ](?:to a \w+ \w+[ ])?(?=(?:on[ ])?$)", re.IGNORECASE
)
_WRAPPED = re.compile(r"[ \t]*\n(?![ \t>]*\n)[ \t>]*")
"""A line end within a paragraph, quoted or not."""
_MODAL = re.compile(
    r"\b(?:will|shall|can|could|would|should|may|might|must|going to|gonna|want(?:s|ed)?|need(?:s|ed)?"
    r"|hop(?:e|es|ed|ing)|plan\w*|expect\w*|schedul\w*|arrang\w*|book\w*|reserv\w*|postpon\w*|suppos\w*"
    r"|mov(?:e|ed|ing)|due|set|propos\w*|suggest\w*|agree\w*|decid\w*|invit\w*|ready|available|open|closed"
    r"|werde|wirst|wird|werden|werdet|kann|können|könnte\w*|soll\w*|muss|müssen|möchte\w*|würde\w*|will|wollen"
    r"|wollte\w*|geplant|gebucht|reserviert|vereinbart|verabredet|verschoben|geöffnet|geschlossen|vorgesehen"
    r"|prévu\w*|fixé\w*|programmé\w*|réservé\w*|reporté\w*|convenu\w*|fermé\w*|ouvert\w*|devr\w+|pourr\w+"
    r"|vais|va|vont|programó|reservó|fijó|quedó|quedamos|convocó|debe\w*|puede\w*|va|van|voy|previsto)\b"
    r"|n't (?:be|have)\b|'ll\b|\b(?:gets?|have (?:it|them|this|your|the))\b",
    re.IGNORECASE,
)
_AIMED = re.compile(
    r"\b(?:for|to|until|till|by|before|next|this|für|auf|bis|zum|nächsten|kommenden|pour|jusqu'à|para|hasta"
    r"|próximo|el próximo)[ ](?:the[ ])?$",
    re.IGNORECASE,
)
_SAYING = r"said|told|heard|mentioned|announced|wrote|asked"
_PAST = (
    r"met|sent|went|came|saw|spoke|left|bought|paid|found|began|gave|took|brought|called|talked|arrived"
    r"|visited|shipped|delivered|ordered|signed|discussed|attended|emailed|e-mailed|mailed|phoned|replied"
    r"|finished|submitted|received|returned|participated|joined|worked|happened|occurred|died|failed|crashed|broke|stopped|lost|did"
)
_OFTEN = r"(?:[ ](?:just|also|already|only|never|finally|not))?"
_GONE = (
    r"(?:\w+ed|seen|done|given|taken|written|broken|gone|sent|held|paid|sold|made"
    r"|here|there|out|off|away)"
)
_WAS = rf"(?:was|were){_OFTEN}[ ]{_GONE}"
_WHO = r"(?:I|we|you|he|she|they|it|there|[A-Z]\w+)"
_FEW = r"(?:[ ](?:(?:to|with|from|at)[ ])?(?:you|it))?(?:[ ](?!(?:I|we|you|he|she|they|it)\b)[\w'/-]+){0,4}?"
_EN_BEFORE = re.compile(
    rf"(?:(?<!\bbe[ ])(?<!\bis[ ])(?<!\bare[ ])(?<!\bget[ ])(?<!\bbeing[ ])(?<!\bto[ ])\b(?:{_PAST})\b{_FEW}"
    rf"|\b{_WAS}{_FEW}|\bdid(?:n't|[ ]not|[ ]{_WHO})[ ]\w+{_FEW}|\b(?:{_SAYING})\b{_FEW}(?=[ ]on[ ]$))"
    r"(?:[ ](?:on|late|early|back on))?[ ]$",
    re.IGNORECASE,
)
_EN_AFTER = re.compile(
    r",?(?:[ ](?:night|morning|afternoon|evening))?(?:[ ]at[ ][\d:.]+(?:[ ]?[ap]\.?m\.?)?)?,?[ ]"
    rf"(?:(?P<was>was|were)|{_WHO}{_OFTEN}[ ](?:{_PAST}|{_SAYING}|had|was|were|got|made))\b"
)
_DE = re.compile(
    r"\b(?:war|waren|wurde|wurden|hatte|hatten|kam|kamen|ging|gingen|fand|fanden|gab|schrieb|traf|trafen)\b"
    r"|\b(?:[Hh]abe?|[Hh]at|[Hh]aben|[Hh]abt)\b.*[ ]"
    r"(?:(?:[a-zß-ü]*ge|be|er|ver|ent|zer)[a-zß-ü]+(?:t|en)|[a-zß-ü]+iert)\s*$"
    r"|\b(?:[Bb]in|[Ii]st|[Ss]ind|[Ss]eid)\b.*\b\w*(?:gegangen|gekommen|gefahren|geflogen|eingetroffen|passiert"
    r"|geblieben|gewesen|erschienen|gestorben|gereist|gelandet|ausgefallen)\b",
)
_FR = re.compile(
    r"(?:\b(?:ai|as|a|avons|avez|ont)|'(?:ai|a|ont|avons|avez))[ ](?:(?:pas|déjà|bien|été|tous|tout)[ ]){0,2}"
    r"(?:\w+(?:é|ée|és|ées)|(?:re[çc]|v|e|l|s|perd|vend|rend|répond|attend|entend|voul)u(?:e?s?)"
    r"|(?:fai|di|écri)te?s?|(?:re)?(?:mis|pris|promis)e?s?|(?:choisi|fini)e?s?)\b"
    r"|\b(?:suis|es|est|sommes|êtes|sont)[ ](?:(?:pas|déjà|bien)[ ])?"
    r"(?:all|arriv|pass|rest|tomb|rentr|retourn|rencontr|parl)ée?s?\b"
    r"|\b(?:suis|es|est|sommes|êtes|sont)[ ](?:parti|venu|sorti|vu)e?s?\b"
    r"|\b(?:était|étaient|avait|avaient)\b",
    re.IGNORECASE,
)
_ES = re.compile(
    r"\b(?:fue|fueron|estuvo|estuvimos|hubo|hizo|tuvo|tuve|vino|dijo|recibí|escribí|vi|\w{2,}(?:ó|aron|ieron)"
    r"|(?:envi|mand|pagu|llam|habl|compr|llegu|termin|dej|encontr|entregu|firm)é)\b"
    r"|\b(?:ha|he|hemos|han|había|habían)[ ]\w+[aie]do\b",
    re.IGNORECASE,
)
_GAP = " | "
"""Stands where the weekday was, which is no verb of the clause."""


def looks_back(text: str, start: int, end: int, lang: str) -> bool:
    """Whether the clause around ``text[start:end]`` is plainly in the past."""
    before, after = text[max(0, start - _REACH) : start], text[end : end + _REACH]
    if _AIMED.search(before) or after[:2] in ("'s", "s "):
        return False
    before = _PAIRED.sub("", _WRAPPED.sub(" ", before))
    # "On Monday and on Tuesday" is one clause.
    cuts = [m.end() for m in _CUT.finditer(before) if not _LISTED.match(before, m.end())]
    before = before[cuts[-1] :] if cuts else before
    if lang == "en":
        return _english(before, after)
    cut = _CUT.search(after)
    after = after[: cut.start()] if cut else after
    verbs = {"de": _DE, "fr": _FR, "es": _ES}.get(lang)
    clause = before + _GAP + after
    if verbs is None or _MODAL.search(clause):
        return False
    return verbs.search(clause) is not None


def _english(before: str, after: str) -> bool:
    """On Friday we met; it was sent on Friday; but not "we discussed the Friday meeting"."""
    if before.endswith((" the ", " a ")):
        return False
    ahead = _EN_AFTER.match(after)
    led = before.rstrip().lower()
    if ahead and (led in ("", "on") or (ahead["was"] and not led.endswith(" on"))):
        return not _MODAL.search(ahead.group())
    return _EN_BEFORE.search(before) is not None and not _MODAL.search(before)


def took(text: str, start: int, lang: str) -> bool:
    """Whether "in six days" at this place is how long something took: it rose by half in six days."""
    if lang != "en":
        return False
    before = text[max(0, start - _REACH) : start]
    cuts = [m.end() for m in _CUT.finditer(before)]
    verbs = list(_VERB.finditer(before[cuts[-1] :] if cuts else before))
    return bool(verbs) and verbs[-1]["past"] is not None


_VERB = re.compile(
    r"\b(?:(?P<past>(?<!\bbe )(?<!\bis )(?<!\bare )(?<!\bget )(?<!\bgets )(?<!\bbeing )"
    r"(?:(?!scheduled|planned|expected|supposed|promised|agreed|needed|wanted)\w{2,}[^e\W]ed|rose|fell|grew|took|did|made|got|came|went|lost|won|ran|sold|wrote|built))"
    r"|is|are|am|be|will|would|can|could|may|might|should|must|to[ ][a-z]+|going|due|need|expected"
    r"|scheduled|planned|supposed|promised|said|starts?|begins?|ends?|expires?|arrives?|comes?|back)\b",
    re.IGNORECASE,
)
