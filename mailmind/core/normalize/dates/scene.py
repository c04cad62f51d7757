"""What is known about a text before its grammar runs.

Owned here: evidence. Whether days stand before months and whether hours run to 24 is settled by the
caller, by the text's own unmistakable dates and times, or by the habit of its language; never by a guess.
"""

import re
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from typing import TYPE_CHECKING

from mailmind.core.normalize.context import Context

if TYPE_CHECKING:
    from babel import Locale

_NUMERIC = re.compile(r"(?<![\d./-])(\d{1,2})([/.-])(\d{1,2})\2(?:\d{4}|\d{2})(?![\d/-])")
_HOURS = re.compile(
    r"(?<![\d.:,/-])(?:1[3-9]|2[0-3])(?::|h|\.(?=\d\d ?(?:Uhr|uhr|h\b)))[0-5]\d(?!\d)"
)
_HALF_DAY = re.compile(r"\d{1,2}/\d{1,2}/\d{4},?[ ]\d{1,2}:\d{2}(?::\d{2})?[ ]?(?:AM|PM)\b")
_YEARS = range(1900, 2200)
_SPOKEN_12 = {("en", "GB"), ("en", "IE"), ("en", "ZA")}
"""Where the clock is written on 24 hours and spoken on 12: "at 3:30" stays open."""
_MONTH_FIRST_REGIONS = frozenset({"US", "PH", "PR", "GU", "AS", "VI", "MP", "UM"})


@dataclass(frozen=True, slots=True)
class Scene:
    """One text's reference moment and habits."""

    reference: datetime | None
    day_first: bool | None
    """How ``03/04/2026`` is read; None where nothing settles it."""
    day_first_why: str
    dot_first: bool
    """Whether the text's own dates show that with dots the day comes first."""
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
    return Scene(
        reference=_believable(ctx.reference),
        day_first=day_first,
        day_first_why=why,
        dot_first=_votes(ctx.plain, ".") == {True},
        clock24=clock24,
        clock24_why=clock_why,
        lang=ctx.langs[0],
    )


def _votes(plain: str, signs: str) -> set[bool]:
    """Whether the day comes first, by each numeric date in which one number can be no month."""
    return {
        int(m[1]) > 12
        for m in _NUMERIC.finditer(plain)
        if m[2] in signs and (int(m[1]) > 12) != (int(m[3]) > 12)
    }


def _believable(reference: datetime | None) -> datetime | None:
    """The reference moment, unless it lies where no mail was ever written and the calendar may end."""
    return reference if reference and reference.year in _YEARS else None


def _day_first(ctx: Context) -> tuple[bool | None, str]:
    """Whether days stand before months, and what settles it: the caller, the text, region, language."""
    if ctx.day_first is not None:
        return ctx.day_first, ctx.day_first_why
    votes = _votes(ctx.plain, "/-")
    if len(votes) == 1:
        first = votes.pop()
        return first, f"the text's other dates put the {'day' if first else 'month'} first"
    if ctx.region in _MONTH_FIRST_REGIONS:
        return False, f"in {ctx.region} the month comes first"
    if ctx.region not in (None, "CA") and ctx.langs[0] == "en":
        return True, f"in {ctx.region} the day comes first"
    if ctx.langs[0] != "en" and _day_before_month(ctx.langs[0]) and not _american(ctx):
        return True, f"in the text's language ({ctx.langs[0]}) the day comes first"
    return None, ""


def _american(ctx: Context) -> bool:
    """Whether numeric dates stand beside AM or PM, as only English writes in a language of 24 hours."""
    return _writes_24(ctx.langs[0], None) is True and _HALF_DAY.search(ctx.plain) is not None


def _clock24(ctx: Context) -> tuple[bool, str]:
    lang, region = ctx.langs[0], ctx.region
    regional = _writes_24(lang, region) if region else None
    if regional and (lang, region) not in _SPOKEN_12:
        return True, f"in {region} the clock has 24 hours"
    if regional is None and lang != "en" and _writes_24(lang, None):
        return True, f"the text's language ({lang}) counts 24 hours"
    if _HOURS.search(ctx.plain):
        return True, "the text itself writes hours above 12"
    return False, ""


@cache
def _locale(lang: str, region: str | None) -> "Locale | None":
    """What CLDR knows of a language in a region, None where it knows nothing."""
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(f"{lang}_{region}" if region else lang)
    except (UnknownLocaleError, ValueError):
        return None


@cache
def _writes_24(lang: str, region: str | None) -> bool | None:
    """Whether the clock is written with 24 hours there, None where CLDR does not say."""
    locale = _locale(lang, region)
    return None if locale is None else "a" not in locale.time_formats["short"].pattern


@cache
def _day_before_month(lang: str) -> bool:
    """Whether a short date of the language has the day before the month."""
    locale = _locale(lang, None)
    if locale is None:
        return False
    pattern: str = locale.date_formats["short"].pattern
    return 0 <= pattern.find("d") < pattern.find("M")
