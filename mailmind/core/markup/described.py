"""What an event says in its own words: times, numbers and sums in its title and its description.

Owned here: no parser vouches for these. They are found as in the text of a mail and pass the checks
that such text passes; only their place, a part that no reader may be shown, is the calendar's.
"""

from collections.abc import Iterator
from datetime import datetime

from mailmind.core.markup.contentlines import blocks, calls_all_off, is_off, plain_text, unfolded
from mailmind.core.values import MarkupFact, Message, Modality, Thread

_MAX_EVENTS = 100
_PARTS = {"SUMMARY": "title", "DESCRIPTION": "description"}


def described(
    calendar: str,
    number: int,
    shown: str,
    trouble: list[str],
    *,
    reference: datetime | None,
    lang: str | None,
) -> tuple[list[MarkupFact], str]:
    """The facts in the words of the events, and the words as text, which the quotes stand in.

    Args:
        calendar: the source of the part.
        number: which calendar of the mail it is.
        shown: what a reader of the mail is shown; words that stand there are read there.
        trouble: says where there are more events than are read so.
        reference: the date of the mail.
        lang: the language of the mail.
    """
    found: list[MarkupFact] = []
    texts: list[str] = []
    known = _collapse(shown)
    source = unfolded(calendar)
    events, all_off = blocks(source), calls_all_off(source)
    if len(events) > _MAX_EVENTS:
        trouble.append(f"the words of {len(events) - _MAX_EVENTS} calendar events are not read")
    for place, event in enumerate(events[:_MAX_EVENTS]):
        words = {name: plain_text(event.lines, name) for name in _PARTS}
        off = "cancelled " if all_off or is_off(event.lines) else ""
        named = f" {words['SUMMARY']!r}" if words["SUMMARY"] else ""
        for name, text in words.items():
            if text and _collapse(text) not in known:
                path = f"icalendar:{number}.{place}.{event.kind}.{name}"
                whose = f"the {_PARTS[name]} of the {off}event{named}"
                texts.append(text)
                found.extend(_facts(text, path, whose, reference, lang))
    return found, "\n\n".join(texts) if found else ""


def _facts(
    text: str, path: str, whose: str, reference: datetime | None, lang: str | None
) -> Iterator[MarkupFact]:
    """What code can read out of the text. A hedge, a question or a proposal states nothing."""
    from mailmind.core.offline import offline_facts

    message = Message(message_id=path, body=text, date=reference, lang=lang)
    for fact in offline_facts(Thread(path, (message,))):
        if fact.modality is Modality.STATED:
            what = f"{fact.subkind} number" if fact.subkind else fact.type.value
            statement = f"{what} in {whose}: {fact.subject}"
            yield MarkupFact(fact.type, statement, fact.value, path, fact.source, fact.quote)


def _collapse(text: str) -> str:
    return " ".join(text.split())
