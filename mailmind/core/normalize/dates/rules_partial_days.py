"""Days without a year: 3 March, 16.10., 10/31.

Owned here: two numbers are a day only where something beside them says so.
"""

from mailmind.core.normalize.dates import calendar
from mailmind.core.normalize.dates.cues import beside, cued, labelled
from mailmind.core.normalize.dates.model import Day
from mailmind.core.normalize.dates.rules_days import either, year_of
from mailmind.core.normalize.dates.tape import Hit, Rule, place


def _slashed(hit: Hit) -> Day | None:
    """A/B without a year: a date only where something says so."""
    if labelled(hit) or _glued(hit):
        return None
    a, b = hit["a"], hit["b"]
    if hit.raw("s") == "." and hit.scene.day_first and b.value > 12:
        return None
    if not (
        (hit.alone and (hit.raw("s") != "-" or max(a.value, b.value) > 12))
        or cued(hit, a.value, b.value)
    ):
        return None
    return either(a.value, b.value, None, hit.raw("s"))


def _glued(hit: Hit) -> bool:
    """Whether a name with underscores ends in the numbers: tool_2.11."""
    text, start, _ = place(hit)
    return text[max(0, start - 1) : start] == "_"


def _spaced(hit: Hit) -> Day | None:
    """2 / 15, 2 - 15: as a field of its own, and only where one number can be no month."""
    return _slashed(hit) if max(hit.int("a"), hit.int("b")) > 12 else None


def _spaced_fr(hit: Hit) -> Day | None:
    """17 02, 20 2 26: French writes so."""
    year = year_of(hit["y"], hit) if hit.has("y") else None
    return either(hit.int("a"), hit.int("b"), year, " ")


def _dotted(hit: Hit) -> Day | None:
    """16.10. with its closing dot, as German writes it."""
    if labelled(hit) or "$" in hit.before[-1:] or _glued(hit):
        return None
    a, b = hit["a"].value, hit["b"].value
    if hit.scene.day_first is False or not calendar.possible(b, a):
        return None
    # In a language without such dates 2.9. is a version at the end of a sentence as soon as a day.
    version = hit.scene.day_first is None and len(hit["b"].text) == 1 and a < 13
    if version and hit.match.start() and not beside(hit):
        return None
    return Day(None, b, a)


PARTIAL: tuple[Rule, ...] = (
    Rule(
        "DAY",
        r"(?<!{num}[/.,])(?<![$€#]){a=n31}(?P<s>/){b=n31}(?![/.,]{num}|-{num}(?![/.])|%| ?"
        r"{unit})",
        _slashed,
    ),
    Rule(
        "DAY",
        r"(?<!{num}[-/.,])(?<![$€#]){a=n31} (?P<s>[-/]) {b=n31}(?![-/.,]?{num}|%| ?{unit})",
        _spaced,
        alone=True,
    ),
    Rule(
        "DAY",
        r"(?<!{num}[/.,])(?<![$€#]){a=n31}(?P<s>[.-]){b=n31}(?![/.,:]?{num}|-{num}(?![/.])|[ ]?[%€$]| ?"
        r"{unit|OCLOCK|ampm|HOURMARK|HEURE})",
        _slashed,
    ),
    Rule(
        "DAY",
        r"(?:{the}_)?{a=n31}(?P<s>_){b=n12}(?: {y=yy})?",
        _spaced_fr,
        alone=True,
        langs=("fr",),
    ),
    Rule("DAY", r"(?<!{num}[/.,])(?<![$€#]){a=n31}\. ?{b=n12}\.(?![/]?{num}|%|{num})", _dotted),
)
"""Days without a year."""
