"""Does a sentence deny the value that stands in it?

Owned here: a negation counts where its clause governs the value. "Ends on 31 December and will not
renew" states the date; "does not end on 31 December" does not.
"""

import re

from mailmind.core.sentences import Span, clauses, sentence_around
from mailmind.core.text import running

UNDENIABLE = frozenset(("id", "phone", "section"))
"""Kinds of value that name a thing, so that no sentence denies them: an order number stays one."""

_NOT = re.compile(
    r"\b(?:not|never|no longer|cannot|can't|won't|don't|doesn't|didn't|isn't|aren't|wasn't|weren't|"
    r"hasn't|haven't|shouldn't|wouldn't|couldn't|neither|nor|without|instead of|rather than|except|"
    r"nicht|kein(?:e[mnrs]?)?|nie(?:mals)?|nicht mehr|anstatt|statt|anstelle|ohne|weder|"
    r"n[e'’]\s?[^.,;]{1,20}\splus|pas|jamais|plus de|au lieu de|plutôt que|sans|sauf|"
    r"no|nunca|ya no|en vez de|en lugar de|tampoco)\b",
    re.IGNORECASE,
)
_HARMLESS = re.compile(
    r"\b(?:not|no|nicht|pas|non)\s+(?:later|earlier|more|less|fewer|only|just|over|exceed(?:ing)?|"
    r"until|before|sooner|after|später|früher|mehr|weniger|nur|vor|nach|plus|moins|tard|seulement|"
    r"más|menos|solo|sólo|antes|después|tarde|obstante)\b"
    r"|\b(?:not|n't|to not|don't|nicht|pas|no)\s+(?:to\s+)?(?:exceed|forget|hesitate|miss|worry|vergessen|"
    r"zögern|oublier|hésiter|olvid\w+|dude\w*)\b"
    r"|\bdo not (?:hesitate|forget|miss)\b|\bif not\b|\bwhether or not\b|\bwhy not\b"
    r"|\bno\.?\s*[:#]?\s*[\w-]*\d|\bno\s+(?:problem|worries|charge|cost|fee|rush|matter)\b"
    r"|\bn[ou]s?\.\s|\bne\b(?=[^.]{0,40}\bque\b)|\bplus (?:tard|tôt)\b",
    re.IGNORECASE,
)
_STATUS = re.compile(
    r"\bfor (?:the )?(?:past|last|more than|over|at least)\s+$|"
    r"\b(?:as of|since|stand(?: vom)?|seit|depuis|à la date du|en date du|desde|a fecha de)"
    r"\s+(?:\w+,?\s+){0,4}$",
    re.IGNORECASE,
)
"""Words before a date that say when something is known, whatever the clause denies."""
_REPLACED = re.compile(
    r"\b(?:instead of|rather than|no longer|not|nicht mehr|nicht|anstatt|statt|"
    r"anstelle(?: von)?|au lieu d[eu']|plutôt que|ya no|en vez de|en lugar de|no)\s+(?:\w+\s+){0,2}$",
    re.IGNORECASE,
)
_CANCELLED = re.compile(
    r"\b(?:cancel(?:s|led|ed|ling|lation)?|called off|abgesagt|entfällt|storniert|fällt aus|annulée?s?|"
    r"supprimée?s?|cancelad[oa]s?|anulad[oa]s?|suspendid[oa]s?)\b",
    re.IGNORECASE,
)
_INSTEAD = re.compile(
    r"\b(?:wrong|incorrect|mistaken(?:ly)?|falsch|irrtümlich|faux|fausse|erroné\w*|incorrect[oa]|equivocad[oa])\b",
    re.IGNORECASE,
)


def denies(text: str, start: int, end: int, *, moment: bool = False) -> str:
    """The word that denies the value at ``[start, end)``, or an empty string.

    ``moment`` also looks for a cancellation: a cancelled meeting has no date.
    """
    sentence = sentence_around(text, start, end)
    clause = _clause_of(text, sentence, start, end)
    before = running(text[clause[0] : start])
    if _STATUS.search(before):
        return ""
    if found := _last_negation(before):
        return found
    whole = running(text[clause[0] : clause[1]])
    if moment and (cancelled := _CANCELLED.search(whole)):
        return cancelled.group()
    after = running(text[end : clause[1]])
    if german := re.match(r"\s*(?:\w+\s+){0,3}(nicht(?: mehr)?)\b(?!\s+(?:nur|später|vor))", after):
        return german.group(1)
    wrong = _INSTEAD.search(after[:60])
    return wrong.group() if wrong else ""


def replaces(text: str, start: int) -> str:
    """The words right before a place that say it is being replaced ("instead of", "not"), if any."""
    match = _REPLACED.search(running(text[max(0, start - 60) : start]))
    return match.group().strip() if match else ""


def cancels(text: str) -> bool:
    """True where the text says that something is cancelled."""
    return bool(_CANCELLED.search(running(text)))


def negates(text: str) -> bool:
    """True where the text denies something; harmless negations ("not later than") aside."""
    return bool(_last_negation(running(text)))


def _last_negation(before: str) -> str:
    harmless = [m.span() for m in _HARMLESS.finditer(before + " 0")]
    found = ""
    for match in _NOT.finditer(before):
        if not any(a <= match.start() < b for a, b in harmless):
            found = match.group()
    return found


def _clause_of(text: str, sentence: Span, start: int, end: int) -> Span:
    mine = [c for c in clauses(text, sentence) if c[0] < end and c[1] > start]
    return (min(mine[0][0], start), max(mine[-1][1], end)) if mine else sentence
