"""Which words of a statement are its own, and which are copied from the mail.

Owned here: a copy says nothing new. A statement that ends in the quote's words with the value left out
("amount in the mail of Acme on 16 Nov 2026: your refund of … was sent") is as good as its quote, and what
the headers say is known.
"""

import re
from collections.abc import Iterator, Sequence

from mailmind.core.checks.citation import Place
from mailmind.core.checks.compare import Match, compare, identifier
from mailmind.core.checks.reading import values_touching
from mailmind.core.values import Fact, Value

_GAP = "…"


def own_words(fact: Fact, own: Sequence[Value], place: Place) -> tuple[str, tuple[Value, ...]]:
    """The statement without what it copies, and what the headers say of the rest."""
    message = place.message
    boxes = (message.sender, *message.reply_to, *message.to, *message.cc)
    known = tuple(_address(box.email) for box in boxes if box.email)
    head, colon, tail = fact.statement.partition(": ")
    while colon and not _is_copied(tail, fact, own, place):
        more, colon, tail = tail.partition(": ")
        head = f"{head}: {more}"
    if not colon:
        return fact.statement, known
    name = message.sender.name or message.sender.email
    head = head.replace(name, " " * len(name)) if name else head
    if message.date is not None:
        day = message.date.date().isoformat()
        known = (*known, Value("date", day, 0, 0, {"value": day}))
    return head, known


def _address(email: str) -> Value:
    return Value("id", email, 0, len(email), {"value": email}, subkind="email")


def _is_copied(tail: str, fact: Fact, own: Sequence[Value], place: Place) -> bool:
    """True where the words are the quote's, and the gap in them is the fact's value and nothing else."""
    before, gap, after = (re.escape(piece.strip()) for piece in tail.partition(_GAP))
    quote = " ".join(fact.quote.split())
    return bool(gap) and any(
        re.search(rf"{before}\s?{re.escape(' '.join(text.split()))}\s?{after}", quote)
        for text in _written(fact, own, place)
    )


def _written(fact: Fact, own: Sequence[Value], place: Place) -> Iterator[str]:
    """The ways in which the quote writes the fact's value."""
    yield fact.value
    for value in values_touching(place.message, place.part, place.start, place.end):
        same = identifier(value.text) == identifier(fact.value)
        if same or any(compare(mine, value) > Match.NUMBER_ONLY for mine in own):
            yield value.text
