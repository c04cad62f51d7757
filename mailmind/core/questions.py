"""Questions about a fact that do not give its value away.

Owned here: a second reader gets no word of the first. A question is made of our own words and of
the mail's own sentence with every value of that kind blanked, never of the extractor's statement.
"""

from mailmind.core.excerpt import quote_span
from mailmind.core.normalize import find
from mailmind.core.values import SEMANTIC, VALUE_KINDS, Fact, FactType, Thread
from mailmind.core.wording import wording

_ASKED = {
    FactType.AMOUNT: "Which amount of money",
    FactType.PERCENT: "Which percentage",
    FactType.NUMBER: "Which number",
    FactType.DURATION: "Which length of time",
    FactType.DATE: "Which date",
    FactType.TIME: "Which time of day",
    FactType.DATETIME: "Which date and time",
    FactType.RANGE: "Which range",
    FactType.ID: "Which number or code",
    FactType.PHONE: "Which telephone number",
    FactType.SECTION: "Which section",
    FactType.PERSON: "Which person",
    FactType.ORG: "Which company or organisation",
}
_MOMENTS = ("date", "time", "datetime", "daterange", "timerange", "datetimerange", "duration")
_BLANK = "[?]"


def question(fact: Fact, thread: Thread) -> str:
    """What a reader is asked who must find the value without having seen it."""
    name = _alias(fact, thread)
    if fact.type in SEMANTIC:
        return (
            f"What does the sender of {name} promise or assert there, and does the thread still "
            f"hold it? Subject line: {_subject(fact, thread)!r}. Value: that sentence."
        )
    asked = _ASKED[fact.type]
    sentence = _blanked(fact, thread)
    if not sentence:
        return f"{asked} does {name} give for the matter that it is mainly about?"
    return (
        f"{asked} belongs in place of {_BLANK} in this sentence of {name}, after all that the "
        f"newer mails say? {sentence!r}"
    )


def proposal(fact: Fact, thread: Thread) -> str:
    """The same question with the value shown: only for a reader who abstained without it."""
    return f"{question(fact, thread)} Proposed: {fact.value or fact.statement!r}."


def open_question(fact: Fact, lang: str | None = None) -> str:
    """What a reply asks its correspondent where the evidence for a fact is missing."""
    words = wording(lang)
    return words.confirm.format(what=words.names[fact.type])


def _alias(fact: Fact, thread: Thread) -> str:
    for number, message in enumerate(thread.messages, start=1):
        if message.message_id == fact.message_id:
            return f"m{number}"
    return "the thread"


def _subject(fact: Fact, thread: Thread) -> str:
    message = thread.message(fact.message_id)
    return message.subject if message else thread.subject


def _blanked(fact: Fact, thread: Thread) -> str:
    """The sentence around the quote with every value of the fact's kind blanked."""
    message = thread.message(fact.message_id)
    if message is None:
        return ""
    at = message.body.find(fact.quote)
    sentence = fact.quote
    if at >= 0:
        left, right = quote_span(message.body, at, at + len(fact.quote))
        sentence = message.body[left:right]
    if fact.type in (FactType.PERSON, FactType.ORG):
        return sentence.replace(fact.value, _BLANK) if fact.value in sentence else ""
    kinds = VALUE_KINDS[fact.type]
    hidden = _MOMENTS if set(kinds) & set(_MOMENTS) else kinds
    blanked, at = "", 0
    for value in find(sentence, reference=message.date, lang=message.lang):
        if value.kind in hidden:
            blanked += sentence[at : value.start] + _BLANK
            at = value.end
    return " ".join((blanked + sentence[at:]).split()) if at else ""
