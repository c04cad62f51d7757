"""Ranges that have days and times: Monday 3–8, 22–23 Feb at 7pm, 4pm for 30 minutes.

Owned here: a day beside a range of times is the day of both ends.
"""

from dataclasses import replace

from mailmind.core.normalize.dates.alphabet import letters
from mailmind.core.normalize.dates.joints import (
    AND,
    AT,
    BETWEEN,
    FROM,
    HOUR_A,
    HOUR_B,
    NO_MORE,
    ON,
    TO,
)
from mailmind.core.normalize.dates.model import Clock, Day, Length, Moment, Span
from mailmind.core.normalize.dates.rules_clock_ranges import clock_end, clocks
from mailmind.core.normalize.dates.rules_joins import join
from mailmind.core.normalize.dates.tape import Hit, Rule


def _day_clocks(hit: Hit) -> Span | None:
    """Tuesday from 9:15 to 10:45."""
    return _on_day(hit["d"], hit["s"])


def _day_hours(hit: Hit) -> Span | None:
    """Monday 3-8; numbers of the next line are no hours of the day above."""
    bare = not any(hit.has(k) for k in ("am", "bm")) and hit.letter("a") not in letters("hhmm")
    if bare and "\n" in hit.match.group():
        return None
    span = clocks(hit)
    return _on_day(hit["d"], span) if span else None


def _on_day(day: Day, span: Span) -> Span | None:
    """A range of times on a day."""
    if not isinstance(span.start, Clock) or not isinstance(span.end, Clock):
        return None
    first, last = join(day, span.start), join(day, span.end)
    return Span(first, last) if first and last else None


def _moment_clock(hit: Hit) -> Span | None:
    """Nov 13 23:30 - 3:35."""
    moment: Moment = hit["a"]
    last = clock_end(hit, "b")
    if moment.day is None or last is None:
        return None
    end = join(moment.day, last)
    return Span(moment, end) if end else None


def _clock_moment(hit: Hit) -> Span | None:
    moment: Moment = hit["b"]
    first = clock_end(hit, "a")
    if moment.day is None or first is None:
        return None
    start = join(moment.day, first)
    return Span(start, moment) if start else None


def _moments(hit: Hit) -> Span | None:
    first, last = hit["a"], hit["b"]
    if first.instant or last.instant or first.lost or last.lost:
        return Span(first, last)
    shared = _days_of(first.day, last.day)
    return Span(replace(first, day=shared[0]), replace(last, day=shared[1]))


def _days_of(first: Day, last: Day) -> tuple[Day, Day]:
    if first.month and not first.year and last.year:
        first = replace(first, year=last.year)
    return first, last


def _days_clock(hit: Hit) -> Span | None:
    """22-23 Feb at 7pm."""
    span: Span = hit["s"]
    if not isinstance(span.start, Day) or not isinstance(span.end, Day):
        return None
    first, last = join(span.start, hit["c"]), join(span.end, hit["c"])
    return Span(first, last) if first and last else None


def for_kind(span: Span) -> str:
    """The kind of token of a start with a length."""
    if isinstance(span.start, Day):
        return "DSPAN"
    return "CSPAN" if isinstance(span.start, Clock) else "MSPAN"


def _span_year(hit: Hit) -> Span | None:
    """Thu Oct 26, 10:00 - 11:00 2026."""
    span: Span = hit["s"]
    ends = []
    for end in (span.start, span.end):
        if not isinstance(end, Moment) or end.day is None or end.day.year or end.day.month is None:
            return None
        ends.append(replace(end, day=replace(end.day, year=hit.int("y"))))
    return Span(ends[0], ends[1])


def _for(hit: Hit) -> Span | None:
    """4pm for 30 minutes, for 10 days from 18 December."""
    start = hit["p"]
    if hit.has("d"):
        start = join(hit["d"], start)
    length: Length = hit["l"]
    if start is None or length.vague or (length.count == 0 and not length.clocklike):
        return None
    if (isinstance(start, Day) and length.clocklike) or (
        isinstance(start, Clock) and not length.clocklike
    ):
        return None
    return Span(start, start, length=length)


def _for_from(hit: Hit) -> Span | None:
    """For 2.5 hours from 9."""
    start, length = clock_end(hit, "h"), hit["l"]
    return Span(start, start, length=length) if start and length.clocklike else None


JOINED: tuple[Rule, ...] = (
    Rule("MSPAN", r"{d=DAY}" + AT + r"{s=CSPAN}", _day_clocks),
    Rule("MSPAN", r"{d=DAY},?[ ]{BUT}[ ](?:{FROM|BETWEEN}[ ])?{s=CSPAN}", _day_clocks),
    Rule("MSPAN", r"{s=CSPAN}" + ON + r"{d=DAY}", _day_clocks),
    Rule("MSPAN", r"{d=DAY}" + AT + r"{a=hhmm}" + TO + r"{b=hhmm}", _day_hours),
    Rule("MSPAN", r"{d=DAY}" + AT + HOUR_A + TO + HOUR_B + NO_MORE, _day_hours),
    Rule("MSPAN", r"{d=DAY}[ ,]{0,2}" + BETWEEN + HOUR_A + AND + HOUR_B + NO_MORE, _day_hours),
    Rule("MSPAN", FROM + HOUR_A + TO + HOUR_B + r"[ \n](?:{on}[ \n])?{d=DAY}", _day_hours),
    Rule("MSPAN", BETWEEN + HOUR_A + AND + HOUR_B + r"[ \n](?:{on}[ \n])?{d=DAY}", _day_hours),
    Rule("MSPAN", FROM + r"{a=MOMENT}" + TO + r"{b=CLOCK}", _moment_clock),
    Rule("MSPAN", BETWEEN + r"{a=MOMENT}" + AND + r"{b=CLOCK}", _moment_clock),
    Rule("MSPAN", FROM + r"{a=MOMENT}" + TO + HOUR_B + NO_MORE, _moment_clock),
    Rule("MSPAN", FROM + r"{a=CLOCK}" + TO + r"{b=MOMENT}", _clock_moment),
    Rule("MSPAN", BETWEEN + r"{a=CLOCK}" + AND + r"{b=MOMENT}", _clock_moment),
    Rule("MSPAN", FROM + HOUR_A + TO + r"{b=MOMENT}", _clock_moment),
    Rule("MSPAN", FROM + r"{a=MOMENT}" + TO + r"{b=MOMENT}", _moments),
    Rule("MSPAN", BETWEEN + r"{a=MOMENT}" + AND + r"{b=MOMENT}", _moments),
    Rule("MSPAN", r"{s=DSPAN}" + AT + r"{c=CLOCK}", _days_clock),
)
"""A day and its hours."""


LASTING: tuple[Rule, ...] = (
    Rule(
        for_kind,
        r"(?:{FROM|STARTING}[ \n])?{p=CLOCK|DAY|MOMENT},?[ \n]{FOR}[ \n](?:{ABOUT} )?"
        r"{l=LENGTH}",
        _for,
    ),
    Rule(
        for_kind,
        r"{FOR}[ \n](?:{ABOUT} )?{l=LENGTH},?'?[ \n](?:{FROM|STARTING|PREDE|BY|AT}[ \n])"
        r"{1,2}{p=CLOCK|DAY|MOMENT}",
        _for,
    ),
    Rule(
        for_kind,
        r"{d=DAY}[ \n]{FOR}[ \n](?:{ABOUT} )?{l=LENGTH}[ \n](?:{FROM|STARTING|AT}[ \n]){1,2}"
        r"{p=CLOCK}",
        _for,
    ),
    Rule(
        "CSPAN",
        r"{FOR}[ \n](?:{ABOUT} )?{l=LENGTH}[ \n]{FROM|STARTING}[ \n](?:{AT}[ \n])?{h=hour}(?=$|[ ]?[.!?])",
        _for_from,
    ),
    Rule("DSPAN", r"{l=LENGTH},?[ \n]{STARTING}[ \n](?:{FROM|on}[ \n])?{p=DAY}", _for),
)
"""A start and how long it lasts."""


SPAN_YEARS: tuple[Rule, ...] = (Rule("MSPAN", r"{s=MSPAN}[ ]{y=y19}(?![-/:.]{num})", _span_year),)
"""A year that stands last."""
