"""The order in which the grammar reads.

Owned here: precedence. What is surest goes first, so that a full date has its numbers before a time can
take them, and a time before a day without a year can. Rules of one stage compete: the longest match wins.
"""

from mailmind.core.normalize.dates import (
    rules_clock,
    rules_clock_dress,
    rules_clock_ranges,
    rules_clock_words,
    rules_counted,
    rules_day_ranges,
    rules_days,
    rules_feasts,
    rules_joins,
    rules_lengths,
    rules_monthdays,
    rules_nth,
    rules_numbers,
    rules_partial_days,
    rules_periods,
    rules_ranges,
    rules_relative,
    rules_today,
    rules_weekdays,
)
from mailmind.core.normalize.dates.tape import Stage

STAGES: tuple[Stage, ...] = (
    Stage(*rules_numbers.STAGE),
    Stage(*rules_days.FULL),
    Stage(*rules_joins.ISO),
    Stage(*rules_clock.STRONG, *rules_clock_dress.STRONG),
    Stage(*rules_partial_days.PARTIAL, *rules_days.PARTIAL),
    Stage(*rules_clock_words.AROUND, *rules_clock.AROUND),
    Stage(*rules_lengths.ATOMS),
    Stage(*rules_lengths.CHAINS),
    Stage(*rules_clock_words.MINUTES),
    Stage(*rules_clock_dress.DRESSED),
    Stage(*rules_periods.STAGE, *rules_counted.STAGE),
    Stage(
        *rules_today.WORDS,
        *rules_relative.WORDS,
        *rules_feasts.WORDS,
        *rules_weekdays.WORDS,
        *rules_nth.WORDS,
    ),
    Stage(*rules_joins.DATES),
    Stage(*rules_weekdays.WEEKDAYS, *rules_monthdays.WEEKDAYS),
    Stage(*rules_joins.SAME),
    Stage(*rules_today.ENDS),
    Stage(*rules_relative.OFFSETS),
    Stage(*rules_clock_ranges.CLOCKS),
    Stage(*rules_day_ranges.DAYS),
    Stage(*rules_day_ranges.DAY_YEARS),
    Stage(*rules_joins.TIMES),
    Stage(*rules_joins.YEARS),
    Stage(*rules_ranges.JOINED),
    Stage(*rules_ranges.SPAN_YEARS),
    Stage(*rules_ranges.LASTING),
    Stage(*rules_clock_ranges.BARE),
)
"""Every stage, in order."""
