"""A reply without a model: courtesy, the resolved facts in their own words, and what is still open.

Owned here: a template asserts nothing of its own. Every assertion is a verbatim quotation in which each
value is a resolved fact, and whatever lacks evidence is asked instead of guessed.
"""

import re
from collections.abc import Sequence

from mailmind.core.normalize import find
from mailmind.core.sentences import sentences
from mailmind.core.spelling import written
from mailmind.core.values import Fact, Layer, Message, Sentence, Thread
from mailmind.core.wording import wording

_MOST_QUOTES = 3
"""A reply that repeats more than this helps nobody; the facts stay in the review view."""
_MOST_QUESTIONS = 3
_LONGEST_QUOTE = 160
_NAME = re.compile(r"[^\W\d_]+\.?(?:[ '’-][^\W\d_]+\.?)*")
_QUOTE_MARKS = frozenset('"“”„«»')


def template_reply(
    thread: Thread, facts: Sequence[Fact], questions: Sequence[str], *, plain: bool = False
) -> tuple[Sentence, ...]:
    """The sentences of a reply to the newest message of a thread.

    Args:
        thread: oldest message first.
        facts: the resolved ones; only what the newest message says in its own words is repeated.
        questions: what evidence is missing for, each a whole question.
        plain: leave the quotations out, as after a rejection.
    """
    newest = thread.messages[-1]
    words = wording(newest.lang)
    name = _name(newest)
    body = [Sentence(words.thanks, "courtesy")]
    if not plain:
        for quote, ids in list(_quotes(newest, facts).items())[:_MOST_QUOTES]:
            body.append(Sentence(words.wrote.format(quote=quote), "assertion", tuple(ids)))
    body += [Sentence(q, "question") for q in dict.fromkeys(questions[:_MOST_QUESTIONS])]
    hello = Sentence(words.hello.format(name=f" {name}" if name else ""), "courtesy")
    return (hello, *body, Sentence(words.bye, "courtesy"))


def _name(message: Message) -> str:
    """The sender's name where it is plainly one: no figure, no domain slips into the greeting."""
    name = message.sender.name.split(",")[0].strip()
    return name if _NAME.fullmatch(name) and len(name) <= 40 else ""


def _quotes(message: Message, facts: Sequence[Fact]) -> dict[str, list[str]]:
    """Sentences of the message in which every value is one of the facts, with these facts."""
    own = [f for f in facts if f.message_id == message.message_id and f.layer is Layer.OWN]
    values = {f.value for f in own}
    found: dict[str, list[str]] = {}
    for fact in own:
        quote = fact.quote.strip()
        if quote in found:
            found[quote].append(fact.id)
        elif _is_quotable(quote, message) and _is_covered(quote, message, values):
            found[quote] = [fact.id]
    return found


def _is_quotable(quote: str, message: Message) -> bool:
    return (
        len(quote) <= _LONGEST_QUOTE
        and not _QUOTE_MARKS & set(quote)
        and "\n" not in quote
        and len(sentences(quote)) == 1
        and quote in message.body
    )


def _is_covered(quote: str, message: Message, values: set[str]) -> bool:
    return all(
        written(value, message.lang, message.date) in values
        for value in find(quote, reference=message.date, lang=message.lang)
    )
