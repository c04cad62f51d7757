"""The claim side: a short text that as a whole is one value, as a model writes it into a field.

Owned here: all or nothing. A value counts only where it covers the text, so that nothing which was
written beside it is lost; and one strict reading is preferred to a clever one.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from mailmind.core.normalize.build import split_readings
from mailmind.core.normalize.context import Context
from mailmind.core.normalize.numerals import Style, read_numeral
from mailmind.core.normalize.phone import claimed_phone
from mailmind.core.normalize.plain import plain_decimal
from mailmind.core.normalize.style import decimal_of
from mailmind.core.values import Reading, Value

Candidates = Callable[[Context], list[Value]]
"""The engine: everything that the grammars read in a text, overlapping or not."""

_SECTION = re.compile(
    r"(?:§{1,2}\s?|[^\W\d_]+\.?\s)?"
    r"(\d{1,3}(?:\.\d{1,3}){0,4}[a-z]?(?:\([0-9a-zA-Z]{1,4}\)){0,3})\.?"
)
_NUMERAL = re.compile(r"[+-]?\d[\d.,' ]*")
_NO_YEAR = re.compile(r"XXXX-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])")
_POINT_OF: Mapping[str, str] = {
    "daterange": "date",
    "timerange": "time",
    "datetimerange": "datetime",
    "moneyrange": "money",
}
"""What stands at both ends of a range."""
_BETWEEN = re.compile(r"\s*/\s*|\s+(?:-|–|to|until|bis|à|a)\s+")
_AROUND = "\"'`“”„«»"
_LONGEST = 300


@dataclass(frozen=True, slots=True)
class _Claim:
    """The text without what surrounds it, and everything that the engine reads in it."""

    ctx: Context
    start: int
    end: int
    found: tuple[Value, ...]

    @property
    def text(self) -> str:
        return self.ctx.plain[self.start : self.end]

    def value(self, kind: str, readings: list[Reading], *, settled: bool = True) -> Value:
        """A value over the whole claim."""
        own, rest = split_readings(readings, settled=settled)
        source = self.ctx.text[self.start : self.end]
        return Value(kind, source, self.start, self.end, own, rest)


def read_claim(ctx: Context, kinds: Collection[str], candidates: Candidates) -> tuple[Value, ...]:
    """The values of these kinds that cover the text of ``ctx``: one a kind, mostly one or none."""
    if ctx.decimal is None:
        # models write decimals with a point: a comma before three digits is thousands
        decimal = decimal_of(ctx.langs[0], ctx.region) if ctx.lang_known else "."
        ctx = replace(ctx, decimal=decimal)
    start, end = _core(ctx.plain)
    if start >= end or end - start > _LONGEST:
        return ()
    found = candidates(ctx)
    whole = [v for v in found if v.kind in kinds and v.start <= start and v.end >= end]
    claim = _Claim(ctx, start, end, tuple(found))
    by_kind: dict[str, Value] = {}
    for value in whole:
        by_kind.setdefault(value.kind, value)
    for kind, reader in _READERS.items():
        if kind in kinds and kind not in by_kind:
            value_or_none = reader(claim)
            if value_or_none is not None and not by_kind:
                return (value_or_none,)
    return tuple(by_kind.values()) or tuple(_two_ends(claim, kinds, candidates))


def _core(text: str) -> tuple[int, int]:
    """Where the text begins and ends without the quotes and stops around it."""
    start, end = 0, len(text)
    while start < end and (text[start].isspace() or text[start] in _AROUND):
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] in _AROUND + ";"):
        end -= 1
    if end - start > 2 and text[end - 1] == ".":
        end -= 1
    return start, end


def _section(claim: _Claim) -> Value | None:
    match = _SECTION.fullmatch(claim.text)
    return claim.value("section", [{"value": match.group(1)}]) if match else None


def _phone(claim: _Claim) -> Value | None:
    reading = claimed_phone(claim.ctx, claim.start, claim.end)
    return claim.value("phone", [reading]) if reading else None


def _unknown_year(claim: _Claim) -> Value | None:
    """``XXXX-07-20``, as a day whose year nobody knows is written."""
    return claim.value("date", [{"value": claim.text}]) if _NO_YEAR.fullmatch(claim.text) else None


def _id(claim: _Claim) -> Value | None:
    """The text as it is, without its label or a leading ``#``: one line with letters or digits."""
    for value in claim.found:
        label = claim.ctx.plain[claim.start : value.start]
        if value.kind == "id" and value.end == claim.end and not any(c.isdigit() for c in label):
            return value
    text = claim.text.lstrip("# ")
    if "\n" in text or len(text) > 120 or not any(c.isalnum() for c in text):
        return None
    return replace(claim, start=claim.end - len(text)).value("id", [{"value": text}])


def _bare(kind: str) -> Callable[[_Claim], Value | None]:
    """A reader of numerals whose kind the field already says: ``540``, ``1,200``, ``32``."""

    def reader(claim: _Claim) -> Value | None:
        if not _NUMERAL.fullmatch(claim.text):
            return None
        number = read_numeral(claim.text.lstrip("+-").strip(), Style(claim.ctx.decimal))
        if number is None:
            return None
        sign = -1 if claim.text.startswith("-") else 1
        extra: Reading = {"currency": None} if kind == "money" else {}
        readings: list[Reading] = [
            {"amount": plain_decimal(sign * v), **extra} for v in number.values
        ]
        return claim.value(kind, readings, settled=number.settled)

    return reader


_READERS: Mapping[str, Callable[[_Claim], Value | None]] = {
    "date": _unknown_year,
    "section": _section,
    "phone": _phone,
    "percent": _bare("percent"),
    "number": _bare("number"),
    "money": _bare("money"),
    "id": _id,
}
"""Forms that only a field may have: in running text they would be too little."""


def _two_ends(claim: _Claim, kinds: Collection[str], candidates: Candidates) -> Iterator[Value]:
    """A range written as two values with ``/`` between them."""
    wanted = [kind for kind in kinds if kind in _POINT_OF]
    for cut in _BETWEEN.finditer(claim.ctx.plain, claim.start, claim.end) if wanted else ():
        ends: list[Value] = []
        for a, b in ((claim.start, cut.start()), (cut.end(), claim.end)):
            part = replace(claim.ctx, text=claim.ctx.text[a:b], plain=claim.ctx.plain[a:b])
            points = [_POINT_OF[kind] for kind in wanted] + (["time"] if ends else [])
            ends += read_claim(part, points, candidates)[:1]
        if len(ends) == 2 and (ends[0].kind, ends[1].kind) == ("datetime", "time"):
            ends[1] = _same_day(*ends)
        if len(ends) < 2 or ends[0].kind != ends[1].kind or ends[0].ambiguous or ends[1].ambiguous:
            continue
        kind = next(k for k in wanted if _POINT_OF[k] == ends[0].kind)
        reading = _range_reading(kind, *ends)
        if reading is not None:
            yield replace(claim.value(kind, [reading]), mark=ends[0].mark or ends[1].mark)
            return


def _same_day(low: Value, high: Value) -> Value:
    """The end of ``2026-11-20T15:15/16:15``: a clock time on the day of the start."""
    day = (low.reading["value"] or "").partition("T")[0]
    return replace(high, kind="datetime", reading={"value": f"{day}T{high.reading['value']}"})


def _range_reading(kind: str, low: Value, high: Value) -> Reading | None:
    if kind != "moneyrange":
        return {"from": low.reading["value"], "to": high.reading["value"]}
    codes = {v.reading["currency"] for v in (low, high)} - {None}
    if len(codes) > 1:
        return None
    low_amount, high_amount = low.reading["amount"], high.reading["amount"]
    return {"min": low_amount, "max": high_amount, "currency": next(iter(codes), None)}
