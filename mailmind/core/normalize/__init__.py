"""Typed values out of plain text: the one engine that mails, facts and drafts are read with.

Owned here: the public surface. ``find`` reads what a text contains, ``read`` what a claim says.
"""

from collections.abc import Collection
from datetime import datetime

from mailmind.core.normalize import context
from mailmind.core.normalize.context import Context
from mailmind.core.normalize.currency import is_shared_mark
from mailmind.core.normalize.pieces import PIECE, collector_paused, gathered, pieces
from mailmind.core.normalize.plain import plain_decimal
from mailmind.core.normalize.resolve import settle
from mailmind.core.values import Value

__all__ = ["find", "is_shared_mark", "plain_decimal", "read"]


def find(
    text: str,
    *,
    reference: datetime | None = None,
    lang: str | None = None,
    region: str | None = None,
    day_first: bool | None = None,
    day_first_why: str = "",
) -> tuple[Value, ...]:
    """Every typed value in the text, sorted by start, not overlapping."""
    ctx = context.make(
        text,
        reference=reference,
        lang=lang,
        region=region,
        day_first=day_first,
        day_first_why=day_first_why,
    )
    if len(text) <= PIECE:
        return settle(_candidates(ctx), len(text))
    with collector_paused():
        return tuple(gathered((at, settle(_candidates(p), len(p.text))) for at, p in pieces(ctx)))


def _candidates(ctx: Context) -> list[Value]:
    """What each grammar reads, overlapping or not. The grammars are loaded by the first text."""
    from mailmind.core.normalize.amounts import find_amounts
    from mailmind.core.normalize.dates import find_dates
    from mailmind.core.normalize.ids import find_ids
    from mailmind.core.normalize.phone import find_phones
    from mailmind.core.normalize.section import find_sections

    grammars = (find_amounts, find_ids, find_phones, find_sections, find_dates)
    return [value for grammar in grammars for value in grammar(ctx)]


def read(
    text: str,
    kinds: Collection[str],
    *,
    reference: datetime | None = None,
    lang: str | None = None,
    region: str | None = None,
    day_first: bool | None = None,
    day_first_why: str = "",
) -> tuple[Value, ...]:
    """The text as a whole as one value of these kinds; empty where it is not.

    The claim side. Liberal about the form (``540 USD``, ``1.234,56 €``, ``PT30M``, ``2.2``), strict about
    the whole: a text that holds anything beside the value is not read.
    """
    from mailmind.core.normalize.claim import read_claim

    ctx = context.make(
        text,
        reference=reference,
        lang=lang,
        region=region,
        day_first=day_first,
        day_first_why=day_first_why,
    )
    return read_claim(ctx, kinds, _candidates)
