"""Places within a period: the last Monday of March, the 20th of next month, the end of the quarter.

Owned here: counting inside a period, from its start or from its end; a place that the period does not
have is no date.
"""

from datetime import timedelta

from dateutil.relativedelta import relativedelta

from mailmind.core.normalize.dates import calendar
from mailmind.core.normalize.dates.alphabet import letters
from mailmind.core.normalize.dates.model import Day, Length, Stretch
from mailmind.core.normalize.dates.readings import days, stretches
from mailmind.core.normalize.dates.rules_periods import week_of
from mailmind.core.normalize.dates.tape import Hit, Rule


def _nth(hit: Hit) -> Day | None:
    """The last Monday of March."""
    number = -1 if hit.has("last") else hit.int("o")
    if hit.has("u"):
        stretch = _current(hit)
    else:
        stretch = hit["s"] if hit.has("s") else Stretch("month", month=hit["mo"])
    if hit.has("mo") and hit.has("y"):
        stretch = Stretch("month", year=hit["y"].value, month=hit["mo"])
    spans = stretches(stretch, hit.scene)
    if stretch.lost or not spans.values:
        return Day(lost=True)
    found = [d for a, b in spans.values if (d := calendar.nth_weekday(a, b, hit["w"], number))]
    return Day(choices=tuple(found[:1] if not spans.unknown_year else found)) if found else None


def _current(hit: Hit) -> Stretch:
    """The month of "the second Friday of the month"."""
    today = hit.scene.today
    unit = str(hit["u"])
    if today is None or unit not in ("month", "year"):
        return Stretch(unit, lost=True)
    return Stretch(unit, pairs=(calendar.period(today, unit, 0),))


def _nth_day(hit: Hit) -> Day | None:
    """The 20th of next month, the last day of June 2027."""
    spans = stretches(hit["s"], hit.scene)
    if hit.has("u") and hit["u"] != "day":
        return None
    if hit["s"].unit not in ("month", "year", "quarter") or (
        not hit["s"].lost and not spans.values
    ):
        return None
    if hit["s"].lost:
        return Day(lost=True)
    if hit.has("last"):
        back = hit.int("o") - 1 if hit.has("o") else 0
        return Day(choices=tuple(b - timedelta(days=back) for _, b in spans.values[:1]))
    number = hit.int("o")
    found = [
        a + timedelta(days=number - 1)
        for a, b in spans.values
        if a + timedelta(days=number - 1) <= b
    ]
    return Day(choices=tuple(found[:1])) if found else None


def week_of_day(hit: Hit) -> Stretch | None:
    """The week of 18 May, w/c 18 May."""
    choices = days(hit["d"], hit.scene)
    if hit.has("u") and hit["u"] != "week":
        return None
    if not choices.values:
        return Stretch("week", lost=True)
    return week_of(choices.values[0])


def _nth_week(hit: Hit) -> Stretch | None:
    """The first week of October: by most of its days, or the first whole one."""
    if hit["u"] != "week" or not (hit.has("o") or hit.has("last")):
        return None
    stretch = _named_period(hit)
    spans = stretches(stretch, hit.scene)
    if not spans.values:
        return Stretch("week", lost=True)
    first, last = spans.values[0]
    if hit.has("last"):
        back = hit.int("o", 1) - 1
        base = calendar.monday(last - timedelta(days=3))
        if (back and stretch.unit == "year") or (
            base + timedelta(days=6) > last and stretch.unit == "month"
        ):
            whole = calendar.monday(last - timedelta(days=6))
            weeks = [base - timedelta(weeks=back), whole - timedelta(weeks=back)]
        else:
            weeks = [base - timedelta(weeks=back)]
    else:
        ahead = hit.int("o") - 1
        weeks = [
            calendar.monday(first + timedelta(days=3)) + timedelta(weeks=ahead),
            calendar.monday(first + timedelta(days=6)) + timedelta(weeks=ahead),
        ]
    pairs = tuple((w, w + timedelta(days=6)) for w in dict.fromkeys(weeks))
    return Stretch("week", pairs=pairs)


def _first_several(hit: Hit) -> Stretch | None:
    """The first 2 weeks of 2027, the last four months of 2027."""
    length: Length = hit["l"]
    stretch = _named_period(hit)
    spans = stretches(stretch, hit.scene)
    unit, n = length.unit, length.count
    if (
        unit not in ("day", "week", "month")
        or not 0 < n < 100
        or (hit.has("o") and hit.int("o") != 1)
    ):
        return None
    if not spans.values:
        return Stretch(unit, lost=True)
    first, last = spans.values[0]
    if unit == "week":
        first = calendar.monday(first + timedelta(days=3))
        last = calendar.monday(last - timedelta(days=3)) + timedelta(days=6)
    step = (
        relativedelta(months=n)
        if unit == "month"
        else timedelta(days=n * (7 if unit == "week" else 1))
    )
    after = last + timedelta(days=1)
    pair = (first, first + step - timedelta(days=1)) if hit.has("o") else (after - step, last)
    return Stretch(unit, pairs=(pair,))


def _named_period(hit: Hit) -> Stretch:
    """The period that a match counts in."""
    if hit.has("s"):
        stretch: Stretch = hit["s"]
        return stretch
    return Stretch("year", year=hit.int("y")) if hit.has("y") else Stretch("month", month=hit["mo"])


def _end(hit: Hit) -> Day | None:
    """The end of the month: its last day."""
    if hit.has("s"):
        spans = stretches(hit["s"], hit.scene)
        if not spans.values:
            return Day(lost=True)
        return Day(
            choices=tuple(b for _, b in spans.values),
            even=len(spans.values) > 1 and not spans.likely,
        )
    unit = hit["u"] if hit.has("u") else hit["e"][0]
    if hit.has("u") and hit.letter("u") in letters("QTR"):
        unit = "quarter"
    if unit not in ("week", "month", "quarter", "year"):
        return None
    today = hit.scene.today
    if today is None:
        return Day(lost=True)
    last = calendar.period(today, unit, 0)[1]
    if unit == "week":
        return Day(choices=(last - timedelta(days=2), last), even=True)
    return Day(choices=(last,))


WORDS: tuple[Rule, ...] = (
    Rule(
        "STRETCH",
        r"(?:{the} )?(?:{o=ord}|{last=LAST}) {l=LENGTH} {of|in} (?:{the} )?(?:"
        r"{s=STRETCH}|{mo=month}|{y=y19})",
        _first_several,
    ),
    Rule(
        "DAY",
        r"(?:{the} )?{o=ord} {w=weekday} {of|in} (?:{s=STRETCH}|{the} {u=MONTHWORD|UNIT})",
        _nth,
    ),
    Rule(
        "DAY",
        r"(?:{the} )?{last=LAST} {w=weekday} {of|in} (?:{s=STRETCH}|{the} "
        r"{u=MONTHWORD|UNIT})",
        _nth,
    ),
    Rule(
        "DAY", r"(?:{the} )?{o=ord} {w=weekday} {of|in} (?:{the} )?{mo=month}(?:,? {y=y19})?", _nth
    ),
    Rule(
        "DAY",
        r"(?:{the} )?{last=LAST} {w=weekday} {of|in} (?:{the} )?{mo=month}(?:,? "
        r"{y=y19})?",
        _nth,
    ),
    Rule("DAY", r"(?:{the} )?{o=dayord} (?:{u=UNIT} )?{of} {s=STRETCH}", _nth_day),
    Rule("DAY", r"(?:{the} )?(?:{o=ord} )?{last=LAST} {u=UNIT} {of|in} {s=STRETCH}", _nth_day),
    Rule("DAY", r"(?:{the} )?{END} {of} {s=STRETCH}", _end),
    Rule("DAY", r"(?:{the} )?{END} (?:{of} )?(?:{the} )?{u=UNIT|MONTHWORD|QTR}", _end),
    Rule("DAY", r"(?:{the} )?{e=PERIODEND}", _end),
    Rule(
        "STRETCH",
        r"(?:{the} )?(?:{o=ord} )?(?:{last=LAST} )?{u=UNIT} {of|in} (?:{the} )?(?:"
        r"{s=STRETCH}|{mo=month}|{y=y19})",
        _nth_week,
    ),
)
"""Relative days."""
