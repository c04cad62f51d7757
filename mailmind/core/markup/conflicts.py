"""Where the markup of a mail and its visible text say different things.

Owned here: a conflict is shown, never settled. Only values of one kind are compared, and silence of
the text is no conflict.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from decimal import Decimal, InvalidOperation

from mailmind.core.values import FactType, MarkupFact, Value

_DAY_KINDS = frozenset({"date", "datetime", "daterange", "datetimerange"})
_STARTS = (
    "departureTime", "startDate", "startTime", "checkinDate", "checkinTime", "pickupTime", "DTSTART",
)  # fmt: skip
"""What a text that names any day or time names; ends and the rest often go without saying."""
_MOMENTS = frozenset({FactType.DATE, FactType.DATETIME})


def conflicts(
    facts: Sequence[MarkupFact], text: str, *, reference: datetime | None, lang: str | None
) -> list[str]:
    """One sentence for each fact of the markup that the text contradicts."""
    if not any(fact.type in _MOMENTS or fact.type is FactType.AMOUNT for fact in facts):
        return []
    from mailmind.core.normalize import find

    seen = find(text, reference=reference, lang=lang)
    days = {day for value in seen if value.kind in _DAY_KINDS for day in _parts(value, 0)}
    clocks = {clock for value in seen for clock in _parts(value, 1)}
    sums = {amount for value in seen if value.kind == "money" for amount in _amounts(value)}
    return [
        f"markup and text disagree: the {fact.statement} is {fact.value} in the markup only"
        for fact in facts
        if _contradicted(fact, days, clocks, sums)
    ]


def _contradicted(fact: MarkupFact, days: set[str], clocks: set[str], sums: set[Decimal]) -> bool:
    if not fact.source.startswith("markup:"):
        return False  # prose beside the fields says more than one thing
    if fact.type is FactType.AMOUNT:
        amount = _decimal(fact.value.split(" ")[0])
        return amount is not None and bool(sums) and amount not in sums
    if fact.type not in _MOMENTS or not fact.path.endswith(_STARTS):
        return False
    if fact.value.endswith(("Z", "+00:00")):
        return False  # the text names local time, and UTC does not say where
    day, _, clock = fact.value.partition("T")
    if days and day not in days and f"XXXX{day[4:]}" not in days:
        return True
    return bool(clock and clocks) and clock[:5] not in clocks


def _parts(value: Value, which: int) -> Iterator[str]:
    """The days (0) or the clock times (1) in every reading of a value."""
    for reading in value.readings:
        for name in ("value", "from", "to"):
            moment = reading.get(name)
            if moment is None or value.kind == "duration":
                continue
            day, _, clock = moment.partition("T")
            if value.kind in ("time", "timerange"):
                day, clock = "", moment
            if which == 0 and day:
                yield day
            if which == 1 and clock[2:3] == ":":
                yield clock[:5]


def _amounts(value: Value) -> Iterator[Decimal]:
    for reading in value.readings:
        amount = _decimal(reading.get("amount") or "")
        if amount is not None:
            yield amount


def _decimal(text: str) -> Decimal | None:
    try:
        return Decimal(text)
    except InvalidOperation:
        return None
