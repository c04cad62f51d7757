"""Weekdays: Friday, this Friday, next Friday, Tuesday of next week, three Fridays from now.

Owned here: the weekday rules. A bare weekday and "this Friday" are the next on or after the reference;
"next Friday" is two days unless the week makes it one.
"""

import re
from datetime import datetime, timedelta

from mailmind.core.normalize.dates import calendar
from mailmind.core.normalize.dates.alphabet import letters
from mailmind.core.normalize.dates.lexicon import fold, weekdays
from mailmind.core.normalize.dates.model import Day, Length
from mailmind.core.normalize.dates.names import owned, weekday_in_name
from mailmind.core.normalize.dates.readings import stretches
from mailmind.core.normalize.dates.rules_periods import shift_of
from mailmind.core.normalize.dates.rules_relative import moved
from mailmind.core.normalize.dates.tape import Hit, Rule, place
from mailmind.core.normalize.dates.tense import looks_back


def _in_eight(hit: Hit) -> Day | None:
    """French lundi en huit: a week after the next Monday."""
    weeks = {8: 1, 15: 2}.get(hit.int("n"))
    today = hit.scene.today
    if weeks is None or hit.scene.lang != "fr":
        return None
    if today is None:
        return Day(lost=True)
    return Day(choices=(calendar.next_weekday(today, hit["w"]) + timedelta(weeks=weeks),))


def _weekday(hit: Hit) -> Day | None:
    """Friday, Fri., and the abbreviations that are names or words too, where something says so."""
    clashing = hit.letter("w") in letters("WEEKDAYSOFT")
    if not hit.alone:
        if clashing and not _soft_cue(hit):
            return None
        short = hit.letter("w") in letters("WEEKDAYABBR")
        # Thu Dang is a person, "on Thu we meet" a day.
        if short and re.match("[ ]x", hit.after) and hit.before.rstrip()[-1:] not in _CUES:
            return None
        if weekday_in_name(*place(hit)) or owned(hit.tape.text, place(hit)[2]):
            return None
    # A foreign date that cannot be read whole is not read by its weekday alone.
    foreign = fold(hit.raw("w")) not in weekdays(hit.scene.lang)
    if foreign and re.match(rf",? ?[{letters('n31')}]", hit.after):
        return None
    past = hit.scene.today is not None and looks_back(*place(hit), hit.scene.lang)
    return Day(weekday=hit["w"], look=-1 if past else 0)


_CUES = frozenset(letters("prep|mod|DAY|CLOCK"))


def _soft_cue(hit: Hit) -> bool:
    """Whether something beside a clashing abbreviation makes it a weekday."""
    before, after = hit.before.rstrip(" (")[-1:], hit.after.lstrip(" .,")[:1]
    written = hit.raw("w")
    if len(written) == 2 and written.islower() and not hit.after.startswith("."):
        return False
    named = hit.scene.lang != "en" or written[0].isupper()
    return bool(
        (named and after and after in letters("DAY|CLOCK|ORD|MONTH"))
        or (before and before in letters("ON|BY|UNTIL|mod|DAY"))
        or re.match(rf"[.]?[ ]?[-–][ ]?[{letters('weekday')}]", hit.after)
    )


def _with_mod(hit: Hit) -> Day | None:
    """Next Friday, last Friday, Friday next."""
    weekday, today = hit["w"], hit.scene.today
    if len(hit.raw("w")) < 3:
        return None
    if today is None:
        return Day(weekday=weekday, lost=True)
    coming = calendar.next_weekday(today + timedelta(days=1), weekday)
    if hit["m"] == "coming":
        return Day(choices=(coming,))
    shift = shift_of(hit["m"])
    if shift == 0:
        return Day(weekday=weekday)
    in_week = calendar.monday(today) + timedelta(weeks=1 if shift > 0 else -1, days=weekday)
    if shift == 2:
        return Day(choices=(coming + timedelta(weeks=1),))
    near = coming if shift > 0 else calendar.last_weekday(today, weekday)
    choices = (near,) if near == in_week else (near, in_week)
    return Day(choices=choices, even=shift > 0, look=shift)


def _in_period(hit: Hit) -> Day | None:
    """Tuesday of next week."""
    pairs = stretches(hit["s"], hit.scene).values
    if hit["s"].unit != "week":
        return None
    if not pairs:
        return Day(lost=True)
    return Day(choices=tuple(p[0] + timedelta(days=hit["w"]) for p in pairs))


def _weeks_on(hit: Hit) -> Day | None:
    """Three Fridays from now, 2 Thursdays ago, Friday after next, Wednesday in two weeks."""
    today = hit.scene.today
    weekday = hit["w"]
    if today is None:
        return Day(lost=True)
    count = hit.int("n", 2)
    if count > 1000:
        return None
    if hit.has("back"):
        return Day(choices=(calendar.last_weekday(today, weekday) - timedelta(weeks=count - 1),))
    return Day(
        choices=(
            calendar.next_weekday(today + timedelta(days=1), weekday) + timedelta(weeks=count - 1),
        )
    )


def _weekday_in(hit: Hit) -> Day | None:
    """Wednesday in two weeks."""
    length: Length = hit["l"]
    today = hit.scene.today
    if today is None:
        return Day(lost=True)
    there = moved(
        datetime.combine(today, datetime.min.time()), length, -1 if hit.has("back") else 1
    )
    if there is None:
        return None
    near = calendar.monday(there.date()) + timedelta(days=hit["w"])
    return Day(choices=(near,))


def _weekday_part(hit: Hit) -> Day:
    """German Dienstagmorgen."""
    weekday, part = hit["w"]
    return Day(weekday=weekday, part=part)


WORDS: tuple[Rule, ...] = (
    Rule("DAY", r"{w=wd} {INPRE} {n=one|teen|WNUM|WNUM24}(?! ?{unit|num})", _in_eight),
    Rule("DAY", r"{m=fore} {w=weekday}", _with_mod),
    Rule("DAY", r"{THIS} {w=WEEKDAY} {m=LAST|POSTNEXT}(?! ?{unit|num|weekday|month})", _with_mod),
    Rule("DAY", r"{w=wd} {m=POSTNEXT|NEXT|LAST}(?! ?{unit|num|weekday|month})", _with_mod),
    Rule("DAY", r"{w=wd}\.?,? ?(?:{of|in|ON|FROM|PREDE} )?(?:{the} )?{s=STRETCH}", _in_period),
    Rule("DAY", r"{s=STRETCH}(?: ?[-,]? ?|[ \n]{on} )(?:{the} )?{w=wd}", _in_period),
    Rule("DAY", r"{w=weekday} {AFTER|NACH} (?:{the} )?{NEXT}", _weeks_on),
    Rule("DAY", r"{n=count} {w=weekday} {HENCE}", _weeks_on),
    Rule("DAY", r"{n=count} {w=weekday} {back=AGO}", _weeks_on),
    Rule("DAY", r"{w=wd} {INPRE} {l=LENGTH}", _weekday_in),
    Rule("DAY", r"{w=wd} {back=VOR} {l=LENGTH}", _weekday_in),
)
"""Relative days."""


WEEKDAYS: tuple[Rule, ...] = (
    Rule("DAY", r"{w=wd}", _weekday),
    Rule("DAY", r"{w=WEEKDAYABBR|WEEKDAYSOFT}\.(?=[ ](?:{CLOCK|num}))", _weekday),
    Rule("DAY", r"{w=WEEKDAYPART}", _weekday_part),
)
"""Weekdays and days of the month, where nothing longer took them."""
