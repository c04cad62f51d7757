"""What every test of dates asks: the finds of a text, as plain tuples."""

from collections.abc import Callable
from datetime import datetime

import pytest

from mailmind.core.normalize.context import make
from mailmind.core.normalize.dates import find_dates
from mailmind.core.values import Value

MONDAY = datetime.fromisoformat("2026-11-16T10:02")
"""The reference moment of most tests: Monday, 16 November 2026."""


@pytest.fixture(scope="session")
def finds() -> Callable[..., list[Value]]:
    def find(text, lang="en", reference=MONDAY, region=None, day_first=None):
        why = "the caller says so" if day_first is not None else ""
        context = make(
            text,
            reference=reference,
            lang=lang,
            region=region,
            day_first=day_first,
            day_first_why=why,
        )
        return find_dates(context)

    return find


@pytest.fixture(scope="session")
def read(finds) -> Callable[..., list[tuple]]:
    """``(kind, text, value or (from, to), other readings)`` of each find."""

    def flat(reading):
        values = tuple(reading.values())
        return values[0] if len(values) == 1 else values

    def tuples(text, *args, **more):
        return [
            (v.kind, v.text, flat(v.reading), [flat(r) for r in v.ambiguous])
            for v in finds(text, *args, **more)
        ]

    return tuples


@pytest.fixture(scope="session")
def only(read) -> Callable[..., tuple]:
    """The kind and the reading of the only find, which must be unambiguous."""

    def one(text, *args, **more):
        found = read(text, *args, **more)
        assert len(found) == 1, (text, found)
        kind, _, value, others = found[0]
        assert others == [], (text, others)
        return kind, value

    return one
