"""What the words around two numbers say of them.

Owned here: ``3/4`` and ``10.12`` alone are no date; something beside them must make them one, and a label
such as "version" or "page" never does.
"""

import re

from mailmind.core.normalize.dates.alphabet import letters
from mailmind.core.normalize.dates.tape import Hit, place

_NUM, _TO = f"[{letters('num')}]", f"[{letters('TO|UNTIL|PREA')}]"
_LABELLED = re.compile(rf"[{letters('BAD')}][ .:#-]*$")
_AFTER_DAY = re.compile(rf"[{letters('DAY')}][ ,]{{0,2}}(?:{_NUM}[.]{_NUM} ?[-–] ?)?$")
_BEFORE_TIME = re.compile(
    rf"[ \n),.]*(?:[{letters('CLOCK|weekday|clock')}]"
    rf"|[{letters('AT|ABOUT|ON|AMON|BETWEEN|FROM|BY')}][ \n][{letters('CLOCK|weekday|clock')}])"
)
_BEFORE_HOUR = re.compile(
    rf"[ \n),.]*[{letters('AT|ABOUT|ON|AMON|BETWEEN|FROM|BY')}][ \n][{letters('n24')}]"
)
_OPENS_RANGE = re.compile(rf"[ \n]?[-–][ \n]?(?:{_NUM}[/.]{_NUM}|[{letters('DAY')}])")
_CLOSES_RANGE = re.compile(rf"{_NUM}[/.]{_NUM}\.?[ \n]?[-–][ \n]?$")
_OPENS_WORDED = re.compile(rf"[ \n](?:{_TO}[ \n]){{1,2}}{_NUM}[/.]{_NUM}")
_CLOSES_WORDED = re.compile(
    rf"(?:{_NUM}[.][ ]?[-–/][ ]?|{_NUM}[ ]?[-–][ ]?|{_NUM}[/.]{_NUM}[.]?[ ]{_TO}[ ])$"
)
_DOTTED_WEEKDAY = re.compile(rf"([{letters('WEEKDAYABBR|WEEKDAYSOFT')}])[.][ ]$")
_LISTED = re.compile(
    rf"[{letters('on|BY|from|BETWEEN|FOR|weekday|DAY')}][ ]"
    rf"(?:{_NUM}/{_NUM}(?:[,][ ]|[,]?[ ][{letters('AND|OR')}][ ])){{1,4}}$"
)
_SLASH = frozenset(
    letters(
        "on|BY|UNTIL|from|BETWEEN|TO|weekday|RELDAY|mod|SINCE|DAY|AFTER|BEFORE|STRETCH|CLOCK|FOR"
    )
)
_DOT = frozenset(letters("ON|AMON|BY|UNTIL|weekday|mod"))
_DOT_DAY_FIRST = _SLASH - frozenset(letters("DAY|CLOCK|FOR"))
_HYPHEN = frozenset(letters("THE|ON|AMON"))


def labelled(hit: Hit) -> bool:
    """Whether a label before the match says that it is no date. One in another column does not."""
    text, start, _ = place(hit)
    return not text[max(0, start - 2) : start].isspace() and bool(_LABELLED.search(hit.before))


def cued(hit: Hit, a: int, b: int) -> bool:
    """Whether the words around make two numbers a date."""
    before = _DOTTED_WEEKDAY.sub(r"\1", hit.before).rstrip(" \n(,")[-1:]
    sign = hit.raw("s")
    if sign == "-":
        return hit.scene.day_first is True and (before in _HYPHEN or _ranged(hit))
    if sign == ".":
        return _dotted(hit, before)
    if re.match(rf" ?[{letters('of')}]", hit.after):
        return False
    # 24/7 is always, 20/20 is good sight; any other number above 12 can be no fraction of mail.
    day_like = max(a, b) > 12 and (a, b) not in {(24, 7), (20, 20)}
    long = len(hit["a"].text + hit["b"].text) > 2
    start = hit.match.start()
    if sign == "/" and _LISTED.search(hit.tape.shadow[max(0, start - 40) : start]):
        return True
    return bool(before in _SLASH or _timed(hit) or _ranged(hit) or (day_like and long))


def _dotted(hit: Hit, before: str) -> bool:
    """10.12: times and prices are written so too."""
    if _AFTER_DAY.search(hit.before):
        return False
    if not hit.scene.day_first or hit.scene.lang == "en":
        return (before in _DOT and not re.match("[ ]?x", hit.after)) or _timed(hit)
    worded = _OPENS_WORDED.match(hit.after) or _CLOSES_WORDED.search(hit.before)
    return bool(worded or _ranged(hit) or _timed(hit) or before in _DOT_DAY_FIRST)


def beside(hit: Hit) -> bool:
    """Whether what stands right beside two numbers with dots makes them a date."""
    before = hit.before.rstrip(" \n(,")[-1:]
    ranged = _ranged(hit) or _CLOSES_WORDED.search(hit.before)
    return bool(ranged or _timed(hit) or (before and before in _DOT))


def _ranged(hit: Hit) -> bool:
    """Whether another pair of numbers stands at the other end of a range."""
    return bool(_OPENS_RANGE.match(hit.after) or _CLOSES_RANGE.search(hit.before))


def _timed(hit: Hit) -> bool:
    """Whether a time or a weekday follows."""
    after = hit.after
    return bool(_BEFORE_TIME.match(after) or (hit.scene.day_first and _BEFORE_HOUR.match(after)))
