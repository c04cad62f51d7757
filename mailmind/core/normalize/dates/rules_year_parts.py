"""Parts of a year: Q3 2027, the second quarter, the first half of 2027, the third month of 2021, the 1990s.

Owned here: a part is whole months; without a year it lies in the year of the reference.
"""

from datetime import date, timedelta

from dateutil.relativedelta import relativedelta

from mailmind.core.normalize.dates.model import Stretch
from mailmind.core.normalize.dates.readings import stretches
from mailmind.core.normalize.dates.rules_days import year_of
from mailmind.core.normalize.dates.tape import Hit, Rule


def _decade(hit: Hit) -> Stretch | None:
    """The 1990s."""
    return _ten_years(hit.int("y")) if hit.raw("u") == "s" else None


def _decade_of(hit: Hit) -> Stretch | None:
    """La década de 1990; in Spanish and French also los años 90, les années 90."""
    year = hit.int("y") if hit.has("y") else 1900 + hit.int("n")
    if hit.has("u") and (hit["u"] != "year" or hit.int("n") < 20 or hit.raw("u")[-1] != "s"):
        return None
    return _ten_years(year)


def _ten_years(year: int) -> Stretch | None:
    if year % 10:
        return None
    return Stretch("decade", pairs=((date(year, 1, 1), date(year + 9, 12, 31)),))


def _quarter(hit: Hit) -> Stretch | None:
    """Q3 2027, the second quarter of last year."""
    return _part(hit, "quarter", 3)


def _half_year(hit: Hit) -> Stretch | None:
    """H1 2027, the second half of 2027."""
    return _part(hit, "half", 6)


def _month(hit: Hit) -> Stretch | None:
    """The third month of 2021."""
    return _part(hit, "month", 1)


def _part(hit: Hit, unit: str, months: int) -> Stretch | None:
    """The n-th part of so many months of the year that the match names."""
    number = hit.int("q")
    if not 1 <= number <= 12 // months or (hit.has("u") and hit["u"] != "year"):
        return None
    year = _year(hit)
    if year is None:
        return None if hit.has("s") else Stretch(unit, lost=True)
    first = date(year, (number - 1) * months + 1, 1)
    return Stretch(unit, pairs=((first, first + relativedelta(months=months, days=-1)),))


def _year(hit: Hit) -> int | None:
    """The year that a part belongs to: named, or that of a period, or that of the reference."""
    if hit.has("y") or hit.has("y2"):
        return year_of(hit["y"] or hit["y2"], hit)
    if hit.has("s"):
        spans = stretches(hit["s"], hit.scene).values
        return spans[0][0].year if spans and hit["s"].unit == "year" else None
    return hit.scene.today.year if hit.scene.today else None


def _no_length(hit: Hit) -> Stretch | None:
    """The first quarter of the year, which is no quarter of any year."""
    return _quarter(hit) if hit.raw("u")[-1:] != "s" else None


def _half_month(hit: Hit) -> Stretch | None:
    """The first half of May, la deuxième quinzaine de mai: up to the 15th, or from then on."""
    number = hit.int("q")
    stretch: Stretch = hit["s"] if hit.has("s") else Stretch("month", month=hit["m"])
    spans = stretches(stretch, hit.scene)
    if number not in (1, 2) or stretch.unit != "month" or not spans.values:
        return None
    first, last = spans.values[0]
    half = first.replace(day=15)
    pairs = ((first, half),) if number == 1 else ((half + timedelta(days=1), last), (half, last))
    return Stretch("half", pairs=pairs, even=len(pairs) > 1)


_ROMANCE = ("fr", "es", "pt", "it")
_OF_YEAR = r"(?:{y=y19|WYEAR}|(?:{the} )?{s=STRETCH}|{the} {u=UNIT})"

EARLY: tuple[Rule, ...] = (
    Rule("STRETCH", r"(?:{the} )?{q=ord}[ -]{QTR} {of} {the} {u=UNIT}", _no_length),
    Rule("STRETCH", r"(?:{the} )?{q=ord}[ -]{QTR}{PREDE}{the}{u=UNIT}", _no_length),
    Rule("STRETCH", r"(?:{the} )?{q=ord}[ -]{QTR} {PREDE} {u=UNIT}", _no_length, langs=("es",)),
)
"""Parts that read like lengths."""

STAGE: tuple[Rule, ...] = (
    Rule("STRETCH", r"{y=y19}'?{u=UNITABBR}", _decade),
    Rule("STRETCH", r"(?:{the} )?{DECADE} {of} {y=y19}", _decade_of),
    Rule(
        "STRETCH",
        r"(?<={the}[ ]){u=UNIT} {n=late|minute|big|WBIG|WNUM59}(?! ?{num|unit}|[.,:/%-]{num}|%)",
        _decade_of,
        langs=_ROMANCE,
    ),
    Rule("STRETCH", r"{y=y19}_(?:{the}_)?{q=ord}[ -]{QTR}", _quarter),
    Rule("STRETCH", r"{q=one}{Q}[ /-]?'?{y=y19|yy}", _quarter),
    Rule(
        "STRETCH",
        r"(?:{the} )?{q=ord}[ -]{QTR}(?! {of} (?:{the} )?{mod})(?:[ -](?:{of} )?{y=y19})?",
        _quarter,
    ),
    Rule("STRETCH", r"{q=one}\. ?{QTR}(?: (?:{of} )?{y=y19})?", _quarter, langs=("de",)),
    Rule("STRETCH", r"{q=one}\. ?{HALFYEAR}(?: (?:{of} )?{y=y19})?", _half_year, langs=("de",)),
    Rule("STRETCH", r"{Q}{q=one}(?:[ ,/-]{1,2}(?:{of} )?'?{y=y19|yy})?", _quarter),
    Rule("STRETCH", r"(?:{y=y19}[ /-]?|{y2=yy}){Q}{q=one}", _quarter),
    Rule("STRETCH", r"{y=y19}[ /-]?{TEE}{q=one}(?!{num})", _quarter, langs=_ROMANCE),
    Rule("STRETCH", r"{TEE}{q=one}[ /-]{y=y19}", _quarter, langs=_ROMANCE),
    Rule("STRETCH", r"{q=one}{TEE}[ /-]{y=y19}", _quarter, langs=_ROMANCE),
    Rule("STRETCH", r"{y=y19} ?{HOURMARK}{q=one}", _half_year),
    Rule("STRETCH", r"{HOURMARK}{q=one}[ /]{y=y19}", _half_year),
    Rule(
        "STRETCH",
        r"(?:{the} )?{q=ord}[.]?[ -]{HALFYEAR}(?! {of} (?:{the} )?{mod})(?:[ -](?:{of} )?{y=y19})?",
        _half_year,
    ),
)
"""Parts of a year."""

LATE: tuple[Rule, ...] = (
    Rule(
        "STRETCH",
        r"(?:{the} )?{q=ord} {FORTNIGHT|HALF} {of}[ ]?(?:{s=STRETCH}|{m=month})",
        _half_month,
    ),
    Rule("STRETCH", r"(?:{the} )?{q=ord}[ -]{QTR} {of} " + _OF_YEAR, _quarter),
    Rule("STRETCH", r"(?:{the} )?{q=ord}[.]?[ -]{HALFYEAR|HALF} {of} " + _OF_YEAR, _half_year),
    Rule("STRETCH", r"(?:{the} )?{q=ord} {MONTHWORD} {of|in} " + _OF_YEAR, _month),
)
"""Parts of a year that is named by a period of its own."""
