"""Days named from the day the text was written: today, tomorrow, this morning, last night.

Owned here: the words that are a day by themselves. Without a reference moment such a day has no value.
"""

from datetime import timedelta

from mailmind.core.normalize.dates.alphabet import letters
from mailmind.core.normalize.dates.model import Day
from mailmind.core.normalize.dates.names import owned
from mailmind.core.normalize.dates.tape import Hit, Rule


def _relday(hit: Hit) -> Day | None:
    today = hit.scene.today
    if owned(hit.tape.text, hit.tape.ends[hit.match.end() - 1]):
        return None
    return Day(lost=True) if today is None else Day(choices=(today + timedelta(days=hit["r"]),))


def _days_beyond(hit: Hit) -> Day | None:
    """2 days after tomorrow, where "day after tomorrow" is already one word."""
    today = hit.scene.today
    if abs(hit["r"]) != 2 or hit.int("n") > 1000 or not hit.raw("r").lower().startswith("day"):
        return None
    sign = 1 if hit["r"] > 0 else -1
    return (
        Day(lost=True)
        if today is None
        else Day(choices=(today + timedelta(days=sign * (hit.int("n") + 1)),))
    )


def _tonight(hit: Hit) -> Day:
    today = hit.scene.today
    if today is None:
        return Day(lost=True, part="tonight")
    return Day(choices=(today + timedelta(days=hit["t"]),), part="tonight")


def _last_night(hit: Hit) -> Day:
    today = hit.scene.today
    return (
        Day(lost=True)
        if today is None
        else Day(choices=(today - timedelta(days=1),), part=hit["p"])
    )


def _manana(hit: Hit) -> Day | None:
    """Spanish mañana and German morgen: tomorrow, unless the words make it the morning."""
    if hit.before.rstrip()[-1:] in _MORNING or (hit.match.start() and hit.before.endswith("-")):
        return None
    return shifted_day(hit, 1)


def shifted_day(hit: Hit, shift: int) -> Day:
    """The day so many days after the one the text was written on."""
    today = hit.scene.today
    return Day(lost=True) if today is None else Day(choices=(today + timedelta(days=shift),))


_MORNING = frozenset(letters("RELDAY|weekday|DAY|THE|THIS|AMON|mod"))


def _day_end(hit: Hit) -> Day | None:
    """EOD Friday, by close of business: the day, for how late is not said."""
    day: Day | None = hit["d"]
    return day if day is not None else shifted_day(hit, 0)


def _day_of_part(hit: Hit) -> Day:
    """The day of "this morning"."""
    today = hit.scene.today
    return Day(lost=True, part=hit["p"]) if today is None else Day(choices=(today,), part=hit["p"])


WORDS: tuple[Rule, ...] = (
    Rule("DAY", r"{r=RELDAY}", _relday),
    Rule("DAY", r"{n=count}_{r=RELDAY}", _days_beyond),
    Rule("DAY", r"{t=TONIGHT}", _tonight),
    Rule("DAY", r"{m=LAST} {p=PART}", _last_night),
    Rule("DAY", r"{v=MANANA}", _manana),
    Rule("DAY", r"{THIS} {p=PART}", _day_of_part),
)
"""Relative days."""

ENDS: tuple[Rule, ...] = (
    Rule("DAY", r"(?:{the} )?{DAYEND}(?: (?:{of|on} )?{d=DAY})?", _day_end),
    Rule("DAY", r"{d=DAY},? (?:{at|BY} )?{DAYEND}", _day_end),
)
"""The end of a day."""
