"""Days that are only part of a name: the Sunday Times, Taco Tuesday, today's papers.

Owned here: a name or a possessive that no event follows says when something is usual, not a day.
"""

import re

_PUBLISHED = (
    r"Times|Post|Mail|Herald|Telegraph|Express|Mirror|News|Star|Tribune|Gazette|Journal|Observer"
    r"|Independent|Magazine|Review|Bulletin|Digest|Chronicle|Globe|Paper|Edition|Blues|Football"
    r"|Lights|Fever|Live|Mass|Zeitung|Kurier|Tipps?|Club|Project|Special"
)
_AFTER = re.compile(rf"(?:[ ](?:Night|Morning|Evening))?\s{{1,2}}(?:{_PUBLISHED})\b")
_OTHER_AFTER = re.compile(r"[ ](?!I\b|Mr\b|Mrs\b|Ms\b|Dr\b)[A-ZÀ-Þ][a-zß-ÿ]{2,}\b")
_BEFORE = re.compile(
    r"\b(?:cyber|taco|super|fat|casual|bloody|palm|whit|black|giving|small business|ruby|manic"
    r"|throwback|happy|red|tv|schwarzer|blauer|verkaufsoffener)[ ]$",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"(?<![^\s(\"'])(?P<led>\w+[ ])?[Tt]he[ ]$")
_LEADS = frozenset(
    {"on", "by", "until", "till", "for", "from", "to", "before", "after", "next", "at"}
)
_EVENT = (
    r"meetings?|calls?|sessions?|lunch|dinner|breakfast|brunch|appointments?|flights?|class|classes|games?"
    r"|match|matches|events?|deadlines?|deliver(?:y|ies)|visits?|interviews?|conferences?|presentations?"
    r"|demos?|webinars?|trains?|shifts?|part(?:y|ies)|talks?|lectures?|workshops?|trips?|tours?|hearing"
    r"|concert|show|rehearsal|practice|training|exam|test|stand-?up|sync|check-?in|pickup|reservation"
    r"|booking|board|team|weekly|agenda|date"
)
_OWNED = re.compile(rf"'s\b(?!\s{{1,3}}(?:\w+[ ]){{0,2}}(?:{_EVENT})\b)", re.IGNORECASE)


def weekday_in_name(text: str, start: int, end: int) -> bool:
    """Whether a weekday at this place of the text belongs to a name: the Monday Blues."""
    if _AFTER.match(text, end) or _BEFORE.search(text[max(0, start - 16) : start]):
        return True
    article = _ARTICLE.search(text[max(0, start - 16) : start])
    if article is None or not _OTHER_AFTER.match(text, end):
        return False
    led = (article["led"] or "").strip().lower()
    return led not in _LEADS and not re.match(
        rf"[ ](?:\w+[ ])?(?:{_EVENT})\b", text[end : end + 30], re.IGNORECASE
    )


def owned(text: str, end: int) -> bool:
    """Whether the day that ends here only says whose: today's papers, but not today's meeting."""
    return _OWNED.match(text, end) is not None


def month_in_name(text: str, start: int, end: int) -> bool:
    """Whether a month at this place of the text is somebody's: Steve January is here, to April Lee."""
    word = text[start:end]
    if word in _GIVEN and _OTHER_AFTER.match(text, end):
        return not re.match(rf"[ ](?:{_EVENT})\b", text[end : end + 20], re.IGNORECASE)
    return _NAME_BEFORE.search(text[max(0, start - 20) : start]) is not None and (
        _ACTS.match(text, end) is not None
    )


def feast_in_name(text: str, end: int) -> bool:
    """Whether a feast that ends here begins a name: Thanksgiving Point, but not Christmas Party."""
    return _OTHER_AFTER.match(text, end) is not None and not re.match(
        rf"[ ](?:{_EVENT})\b", text[end : end + 20], re.IGNORECASE
    )


_GIVEN = frozenset(("April", "May", "June", "August", "Jan", "Mai", "Avril", "Abril", "Julio"))
_NAME_BEFORE = re.compile(r"(?<![.!?:][ ])\b[A-Z][a-z]{2,}[ ]$")
_ACTS = re.compile(
    r"[ ](?:is|was|has|had|will|would|can|wrote|said|says|works|asked|called|and I)\b"
)
