"""Lengths that look like something else: "Dauer 2:03", "3 to 4 minutes", "5 minutes a day".

Owned here: what a length is *not*. A clock beside a word for length is no time of day, the end of a range
of lengths is no length by itself, and a rate or the size of a thing is counted from no moment.
"""

import re
from dataclasses import replace
from fractions import Fraction

from mailmind.core.normalize.dates.joints import TO
from mailmind.core.normalize.dates.model import Clock, Length, LengthSpan
from mailmind.core.normalize.dates.rules_lengths import chain
from mailmind.core.normalize.dates.tape import Hit, Rule
from mailmind.core.wordlist import words

_REACH = 40
"""How far before a clock its label may begin."""
_TRAVEL = (
    r"(?:flight|flying|travel|journey|driving|trip|walking|transit)[ -]time"
    r"|(?:fahrt?|flug|reise|geh|arbeits)(?:zeit|dauer)"
    r"|(?:temps|durée|duree) d[eu] (?:trajet|vol|voyage|route|parcours)"
    r"|(?:tiempo|duraci[oó]n) del? (?:viaje|vuelo|trayecto)"
    r"|durata (?:del )?(?:volo|viaggio)|reistijd|reisduur|vluchtduur|restid"
    r"|rejsetid|reisetid|doba (?:jízdy|letu|cesty)|czas (?:przejazdu|podróży|lotu)"
)
_LASTING = (
    r"duration|elapsed(?: time)?|run(?:ning)?[ -]?time|play(?:ing)?[ -]time|total time|length"
    r"|(?:gesamt|spiel|lauf)?dauer|(?:spiel|lauf|gesamt)zeit|durée|duree|temps (?:total|écoulé)"
    r"|duraci[oó]n|tiempo (?:total|transcurrido)|durata|duur|dura[cç][aã]o|czas trwania"
    r"|varighe[dt]|varaktighet|doba trvání|kesto|tijdsduur"
)
_LABEL = re.compile(
    rf"\b(?:(?P<travel>{_TRAVEL})|{_LASTING})\b[ ]?(?:\([^()\n]{{1,12}}\))?[ ]?[:=]?[ \t]{{0,8}}$",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"[ \t]{1,3}(?:(?P<minutes>min(?:utes|uten|utos)?|mins)\b(?! (?:past|to|before|after|nach|vor)\b)"
    r"|(?P<hours>Std|Stunden)\b|(?:DURATION|Duration|duration|elapsed|Dauer|Spielzeit)\b)"
)
_ONWARD = re.compile(r"[ ]?(?:[-–—]|to\b|bis\b|à\b|hasta\b)[ ]?\d")
_UNITS = (
    r"(?:second|minute|hour|day|night|week|month|quarter|year"
    r"|Sekunde|Minute|Stunde|Tag|Woche|Monat|Jahr|seconde|heure|jour|semaine|mois|an|hora|día|dia|mes|año)"
)
_RATE = re.compile(
    rf"[ ]{{1,2}}(?:an?|per|pro|je|am|par|por|al?|each|every|jede[nrs]?|cada|chaque|im|in der)[ ]{_UNITS}\b"
    rf"|[ ]?/[ ]?{_UNITS}\b"
    r"|[ ](?:daily|weekly|monthly|täglich|wöchentlich|monatlich)\b",
    re.IGNORECASE,
)


def _named(hit: Hit) -> Length | None:
    """Dauer 2:03, 2:03 min: hours and minutes, or minutes and seconds, where the words say which."""
    clock: Clock = hit["c"]
    written = hit.raw("c")
    if clock.half or clock.zone or ":" not in written or not written[-1].isdigit():
        return None
    text, start, end = (
        hit.tape.text,
        hit.tape.starts[hit.match.start()],
        hit.tape.ends[hit.match.start()],
    )
    label = _LABEL.search(text[max(0, start - _REACH) : start])
    beside = _NAMED.match(text, end, end + 16)
    if not (label or beside) or _ONWARD.match(text, end, end + 8):
        return None
    if clock.second is not None:
        return _parts(clock.hour, clock.minute, clock.second)
    minutes = _parts(0, clock.hour, clock.minute)
    hours = _parts(clock.hour, clock.minute, 0)
    if beside and beside["minutes"]:
        return minutes
    told = (beside and beside["hours"]) or (label and label["travel"])
    return hours if told else replace(hours, other=minutes)


def _parts(hours: int, minutes: int, seconds: int) -> Length:
    return Length(seconds=Fraction(hours * 3600 + minutes * 60 + seconds))


def _between(hit: Hit) -> LengthSpan | None:
    """3 to 4 minutes: neither three nor four."""
    if not (hit.has("f") or hit.int("a") < hit.int("b")):
        return None
    return LengthSpan()


def _chain(hit: Hit) -> Length | None:
    """1 hr. 45 min.: the dot closes an abbreviation, not a sentence."""
    dots = [i for i in range(*hit.match.span()) if hit.tape.shadow[i] == "."]
    words = (re.search(r"[^\W\d_]*$", hit.tape.raw(i - 1)) for i in dots)
    if not all(word and word.group().lower() in _SHORT for word in words):
        return None
    return chain(hit)


_SHORT = words("h hr hrs min mins sec secs s m std stdn sek d j wk wks mo mos mth mths yr yrs")
"""Units that close with a dot."""


def is_rate(hit: Hit) -> bool:
    """Whether a length is how much of another: 5 minutes a day."""
    end = hit.tape.ends[hit.match.end() - 1]
    return _RATE.match(hit.tape.text, end, end + 20) is not None


_COUNT = "one|ten|teen|late|minute|big|hmm|WNUM|WNUM24|WNUM31|WNUM59"
_WHOLE = "UNIT|MONTHWORD|FORTNIGHT|DECADE|HEURE"

NAMED: tuple[Rule, ...] = (Rule("LENGTH", r"{c=CLOCK}", _named),)
"""Clocks that are lengths."""

RANGES: tuple[Rule, ...] = (
    Rule(
        "LSPAN",
        rf"(?<![$€£#:])(?<!{{num}}[.,/:-])(?:{{num}}(?P<f>[.,]))?{{a={_COUNT}}}(?:{TO}|[ \n]{{OR}}[ \n])"
        rf"(?:{{num}}[.,])?{{b={_COUNT}}}(?:-| ){{u={_WHOLE}}}",
        _between,
    ),
)
"""Ranges of lengths, which no kind of value can say."""

_MORE = r"(?:\.? ?, ?|\. ?| )(?:{and} )?\+?{LENGTH}"

CHAINS: tuple[Rule, ...] = tuple(
    Rule("LENGTH", r"{LENGTH}" + _MORE * more, _chain) for more in range(6, 0, -1)
)
"""Lengths one after the other: as many as make one length, for "1 h 20 min, 2 h 5 min" is two."""
