"""Facts that the sender put into the mail for machines: JSON-LD, microdata, iCalendar.

Owned here: a markup fact is a literal of the mail's own source with the path it stands at. It is read
by a parser, never by a model, and shown beside the visible text, never instead of it.
"""

from collections.abc import Sequence
from datetime import datetime

from mailmind.core.mail import html
from mailmind.core.markup.calendar import calendar_facts
from mailmind.core.markup.contentlines import unfolded
from mailmind.core.markup.described import described
from mailmind.core.markup.items import Item, Literal, json_ld, microdata
from mailmind.core.markup.schema import facts
from mailmind.core.values import MarkupFact

_MAX_FACTS = 2000


def read(
    documents: Sequence[str],
    calendars: Sequence[str],
    trouble: list[str],
    *,
    shown: str = "",
    reference: datetime | None = None,
    lang: str | None = None,
) -> tuple[tuple[MarkupFact, ...], str]:
    """All markup facts of a mail, and the text of the machine-readable parts they are quoted from.

    ``shown`` is what a reader of the mail sees, ``reference`` its date and ``lang`` its language:
    what events say in words is read as the mail's own words are, where it does not stand in those.
    """
    found: list[MarkupFact] = []
    sources: list[str] = []
    for document in documents:
        if has_markup(document):
            _read_document(document, found, sources, trouble)
    for number, calendar in enumerate(calendars):
        found.extend(calendar_facts(calendar, number, trouble))
        sources.append(unfolded(calendar))
        words, text = described(calendar, number, shown, trouble, reference=reference, lang=lang)
        found.extend(words)
        sources.extend([text] if text else [])
    if len(found) > _MAX_FACTS:
        trouble.append(f"{len(found) - _MAX_FACTS} markup facts beyond {_MAX_FACTS} left out")
    return tuple(dict.fromkeys(found[:_MAX_FACTS])), "\n\n".join(sources)


def has_markup(document: str) -> bool:
    """Whether it is worth while to look for markup in an HTML source."""
    return "ld+json" in document or "itemprop" in document


def _read_document(
    document: str, found: list[MarkupFact], sources: list[str], trouble: list[str]
) -> None:
    root = html.tree(document)
    if root is None:
        return
    for source, items in json_ld(root, trouble):
        sources.append(source)
        for item in items:
            found.extend(facts(item, "markup:json-ld"))
    for item in microdata(root):
        sources.append("\n".join(_quotes(item)))
        found.extend(facts(item, "markup:microdata"))


def _quotes(item: Item) -> list[str]:
    """The markup of every literal of an item, in the order of the source."""
    lines: list[str] = []
    for _, value in item.properties:
        lines.extend([value.quote] if isinstance(value, Literal) else _quotes(value))
    return lines
