"""A later mail outranks an earlier one about the same matter, whatever a reader made of the two.

Owned here: the last word wins, and only a word that plainly is one. A newer sentence that denies what
the older one says, in a clause about the same matter, is the last word. One that takes something back
without saying what, or that may be about something else, makes nobody win: a person looks.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from mailmind.core.checks.citation import Place, locate
from mailmind.core.checks.context import CheckContext
from mailmind.core.checks.reading import parts
from mailmind.core.checks.topic import Topic, topic_of
from mailmind.core.modality import is_open, modality_of
from mailmind.core.negation import cancels, negates
from mailmind.core.sentences import clauses, sentence_around, sentences
from mailmind.core.text import running
from mailmind.core.values import SEMANTIC, Fact, Layer, Message, Modality
from mailmind.core.wordlist import words

_TAKEN_BACK = re.compile(
    r"\b(?:(?<!not )(?<!n't )(?<!never )(?:disregard|ignore|forget|withdraw|retract|revoke|take back|scrap)"
    r"(?: (?:my|our|the|that|this|what|about|last|earlier|previous|mail|e-?mail|message|offer|promise|it))+|"
    r"take (?:that|this|it|them) back|not (?:be )?possible|unable to (?:do|keep) (?:it|that|this|so)|"
    r"(?:cannot|can't|won't|will not) (?:do|keep|manage|honou?r) (?:it|that|this|so)|won't happen|"
    r"nicht (?:mehr )?möglich|geht leider nicht|(?:pas|plus) possible|no (?:es|será) posible|"
    r"no longer|changed (?:my|our) minds?|off the table|fell through|"
    r"zurück(?:nehmen|ziehen|gezogen|genommen)|widerruf\w*|hinfällig|gegenstandslos|doch nicht|"
    r"vergessen sie (?:meine|unsere) \w+|"
    r"retir(?:ons|e|er|ée?s?)|revenons sur|ne tenez pas compte(?: de (?:mon|notre) \w+)?|caduque?|"
    r"retir(?:amos|o|ar|ad[oa]s?)|ya no|al final no|olvid(?:e|a|en) (?:mi|lo|nuestr[oa]) ?\w*|sin efecto)\b",
    re.IGNORECASE,
)
"""Words by which somebody takes back what was said, in a sentence of its own or about a named thing."""
_POINTS = re.compile(
    r"\b(?:it|this|that|them|so|es|das|dies|ihn|sie|le|la|les|cela|ça|lo|los|las|eso|esto)\b",
    re.IGNORECASE,
)
"""Words that point to something that another sentence named."""
_EVERYWHERE = words(
    "know think believ sure want need like look find work mail email messag thing time pleas weiß wiss denk "
    "glaub such find mail sais pens croi cherch trouv savoir creo pienso busco"
)
"""Stems that any two mails may share without speaking of one matter."""
_CLOSE = 2
"""Content words that two sentences share where they speak of one matter; an event or an ID will do alone."""
_BARE = 1
"""Content words beside the words of taking back, in a sentence that leaves open what it takes back."""


@dataclass(frozen=True, slots=True)
class Newer:
    """What a newer mail says about a matter that an older sentence had decided."""

    place: Place
    wins: bool
    """True where it plainly says otherwise; False where only a person can tell."""

    @property
    def name(self) -> str:
        """The message that it stands in."""
        return self.place.message.message_id

    @property
    def text(self) -> str:
        """The words, as running text."""
        return running(self.place.part.text[self.place.start : self.place.end])


def newer_word(fact: Fact, decided: Place, ctx: CheckContext) -> Newer | None:
    """The last sentence of a newer mail that says otherwise than the sentence that decided; None where
    none does. Quoted words, signatures and other orders' or events' sentences never do, and nothing takes
    back a name.
    """
    if fact.type not in SEMANTIC:
        return None
    said = _said(decided)
    matter = topic_of(f"{fact.statement}\n{fact.subject}") | topic_of(said)
    denied = _denies(said)
    found: Newer | None = None
    for place in _later_sentences(decided.message, ctx):
        text = running(place.part.text[place.start : place.end])
        if found is None and not denied and not _denies(text):
            continue  # nearly every sentence: what it is about need not be found out
        if matter.conflicts(topic_of(text)):
            continue
        wins = _against(text, matter, denied=denied)
        if wins is not None:
            found = Newer(place, wins)
        elif found is not None and _affirms(text, matter, denied=denied):
            found = None
    return found


def own_word(fact: Fact, decided: Place, ctx: CheckContext) -> Newer | None:
    """The fact's own quote, where it stands in a newer mail and speaks of the matter that the older
    sentence decided.
    """
    place = next(iter(locate(fact, ctx)), None) if fact.type in SEMANTIC else None
    if place is None or place.message not in _later_messages(decided.message, ctx):
        return None
    matter, own = topic_of(_said(decided)), topic_of(running(fact.quote))
    if matter.conflicts(own) or not _is_close(matter, own):
        return None
    return Newer(place, wins=False)


def _said(place: Place) -> str:
    """The clauses that a place touches: what is denied beside them is not denied in them."""
    text = place.part.text
    sentence = sentence_around(text, place.start, place.end)
    touched = [c for c in clauses(text, sentence) if c[0] < place.end and c[1] > place.start]
    return running(text[touched[0][0] : touched[-1][1]] if touched else text[slice(*sentence)])


def _later_sentences(message: Message, ctx: CheckContext) -> Iterator[Place]:
    for later in _later_messages(message, ctx):
        part = parts(later)[0]
        for start, end in sentences(part.text):
            if part.inside_own(start, end):
                yield Place(later, part, start, end, Layer.OWN, exact=True)


def _later_messages(message: Message, ctx: CheckContext) -> tuple[Message, ...]:
    order = [m.message_id for m in ctx.messages]
    return ctx.messages[order.index(message.message_id) + 1 :]


def _against(text: str, matter: Topic, *, denied: bool) -> bool | None:
    """Whether a sentence says otherwise: True plainly, False perhaps, None not at all."""
    about = [clause for clause in _clauses(text) if matter.shares(topic_of(clause))]
    turned = [clause for clause in about if _denies(clause) is not denied]
    if not about:
        return False if not denied and _takes_something_back(text) else None
    if not turned:
        return None
    if any(_is_close(matter, topic_of(clause)) for clause in turned):
        # An affirmative sentence is no plain denial of a denial: "the fee is 5 EUR", "the fee is waived".
        return not denied and modality_of(text) is Modality.STATED
    vague = any(_TAKEN_BACK.search(clause) or _points_back(clause, matter) for clause in turned)
    return False if vague and not denied else None


def _points_back(clause: str, matter: Topic) -> bool:
    """Whether a clause says of "it" what shares a word with the matter, and no word that all mails share."""
    return bool(_POINTS.search(clause) and (matter.words & topic_of(clause).words) - _EVERYWHERE)


def _affirms(text: str, matter: Topic, *, denied: bool) -> bool:
    """Whether a sentence plainly says again what the older one said."""
    about = [clause for clause in _clauses(text) if _is_close(matter, topic_of(clause))]
    return (
        bool(about)
        and not is_open(modality_of(text))
        and all(_denies(clause) is denied for clause in about)
    )


def _clauses(text: str) -> list[str]:
    return [text[start:end] for start, end in clauses(text, (0, len(text)))]


@lru_cache(maxsize=8192)
def _denies(text: str) -> bool:
    return negates(text) or cancels(text) or bool(_TAKEN_BACK.search(text))


def _is_close(matter: Topic, topic: Topic) -> bool:
    if matter.events & topic.events or matter.ids & topic.ids:
        return True
    return len(matter.words & topic.words) >= _CLOSE


def _takes_something_back(text: str) -> bool:
    """Whether a sentence takes back something that it does not name."""
    if not (_TAKEN_BACK.search(text) or cancels(text)):
        return False
    rest = topic_of(_TAKEN_BACK.sub(" ", text))
    return not rest.events and not rest.ids and len(rest.words) <= _BARE
