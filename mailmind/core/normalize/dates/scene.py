"""What is known about a text before its grammar runs.

Owned here: evidence. Whether days stand before months and whether hours run to 24 is settled by the
caller, by the text's own unmistakable dates and times, or by the habit of its language; never by a guess.
"""

import re
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache

from mailmind.core.normalize.context import Context
from mailmind.core.normalize.dates.lexicon import LANGUAGES

_NUMERIC = re.compile(r"(?<![\d./-])(\d{1,2})([/.-])(\d{1,2})\2(?:\d{4}|\d{2})(?![\d/-])")
_HOURS = re.compile(
    r"(?<![\d.:,/-])(?:1[3-9]|2[0-3])(?::|h|\.(?=\d\d ?(?:Uhr|uhr|h\b)))[0-5]\d(?!\d)"
)
_YEARS = range(1900, 2200)
_MONTH_FIRST_REGIONS = frozenset({"US", "PH", "PR", "GU", "AS", "VI", "MP", "UM"})


@dataclass(frozen=True, slots=True)
class Scene:
    """One text's reference moment and habits."""

    reference: datetime | None
    day_first: bool | None
    """How ``03/04/2026`` is read; None where nothing settles it."""
    day_first_why: str
    clock24: bool
    """Whether an hour without a. m. or p. m. is read on 24 hours."""
    clock24_why: str
    lang: str

    @property
    def today(self) -> date | None:
        """The day the text was written."""
        return None if self.reference is None else self.reference.date()


def scene(ctx: Context) -> Scene:
    """Everything that the caller, the text and the language say about reading dates."""
    day_first, why = _day_first(ctx)
    clock24, clock_why = _clock24(ctx)
    return Scene(_believable(ctx.reference), day_first, why, clock24, clock_why, ctx.langs[0])


def _believable(reference: datetime | None) -> datetime | None:
    """The reference moment, unless it lies where no mail was ever written and the calendar may end."""
    return reference if reference and reference.year in _YEARS else None


def _day_first(ctx: Context) -> tuple[bool | None, str]:
    if ctx.day_first is not None:
        return ctx.day_first, ctx.day_first_why
    votes = {
        int(m[1]) > 12
        for m in _NUMERIC.finditer(ctx.plain)
        if m[2] != "." and (int(m[1]) > 12) != (int(m[3]) > 12)
    }
    if len(votes) == 1:
        first = votes.pop()
        return first, f"the text's other dates put the {'day' if first else 'month'} first"
    if ctx.region in _MONTH_FIRST_REGIONS:
        return False, f"in {ctx.region} the month comes first"
    if ctx.region not in (None, "CA") and ctx.langs[0] == "en":
        return True, f"in {ctx.region} the day comes first"
    if ctx.langs[0] != "en" and ctx.langs[0] in LANGUAGES:
        return True, f"in the text's language ({ctx.langs[0]}) the day comes first"
    return None, ""


def _clock24(ctx: Context) -> tuple[bool, str]:
    if _language_24(ctx.langs[0]):
        return True, f"the text's language ({ctx.langs[0]}) counts 24 hours"
    if _HOURS.search(ctx.plain):
        return True, "the text itself writes hours above 12"
    return False, ""


@cache
def _language_24(lang: str) -> bool:
    """Whether CLDR writes the clock of a language with 24 hours."""
    if lang == "en" or lang not in LANGUAGES:
        return False
    from babel import Locale

    return "a" not in Locale(lang).time_formats["short"].pattern
