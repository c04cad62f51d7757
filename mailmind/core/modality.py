"""How firmly a sentence says what it says: stated, hedged, conditional, asked or proposed.

Owned here: a hedge is part of the claim. The weakest thing that the sentence says about the value wins,
and it is found by code in the sentence itself, never taken from whoever read it.
"""

import re

from mailmind.core.sentences import Span, clauses, sentence_around
from mailmind.core.text import running
from mailmind.core.values import Modality

_PROPOSED = re.compile(
    r"\b(?:how about|what about|shall we|could we|can we|may we|would .{1,40} (?:work|suit)|why don't we|"
    r"let'?s (?:say|try)|i(?:'d| would)? (?:suggest|propose)|we (?:suggest|propose)|my suggestion|"
    r"(?:is|are) proposed|proposal|propose[sd]?|suggest(?:s|ed|ion)?|"
    r"wie wäre (?:es|der|die|das)|könnten wir|können wir|wollen wir|sollen wir|schlage?n? .{0,40}\bvor|"
    r"mein vorschlag|vorgeschlagen|vorschlag|passt (?:dir|ihnen|euch)|"
    r"pourrions-nous|pourrait-on|peut-on|je propose|nous proposons|que diriez-vous|proposition|"
    r"(?:podríamos|podemos)|qué tal|propongo|proponemos|propuesta|les? parece)\b",
    re.IGNORECASE,
)
_CONDITIONAL = re.compile(
    r"\b(?:if|unless|provided(?: that)?|subject to|depending on|as long as|in case|contingent (?:up)?on|"
    r"once .{1,40} (?:is|are|has|have)|assuming|otherwise|"
    r"falls|sofern|wenn|vorbehaltlich|es sei denn|unter der bedingung|vorausgesetzt|je nach|"
    r"si|sous réserve|à condition|à moins que|pourvu que|sauf si|"
    r"siempre que|sujeto a|salvo que|a menos que|en caso de|con tal de que)\b",
    re.IGNORECASE,
)
_DOUBT = re.compile(
    r"\b(?:might|maybe|perhaps|possibly|probably|likely|tentative(?:ly)?|provisional(?:ly)?|"
    r"(?:may|could) (?:be|have|need|also|not|well|change|take|arrive|start|refund|pay|offer|give)|"
    r"i (?:think|guess|believe|assume)|we (?:think|believe|hope)|hop(?:e|es|ing) to|"
    r"not (?:yet )?(?:confirmed|certain|sure)|unconfirmed|to be confirmed|tbc|"
    r"vielleicht|möglicherweise|eventuell|evtl|wahrscheinlich|vermutlich|könnten?|dürften?|"
    r"unter vorbehalt|unverbindlich|vorläufig|"
    r"peut-être|probablement|éventuellement|sans doute|pourr(?:ait|aient|ions)|provisoire|"
    r"quizás?|tal vez|probablemente|posiblemente|podrían?|provisional(?:mente)?)\b",
    re.IGNORECASE,
)
_FORECAST = re.compile(
    r"\b(?:should (?:be|arrive|take)|we (?:expect|plan|aim)|expect(?:s|ed|ing)?(?: to)?|planned|"
    r"plan(?:s|ning)? to|aim(?:s|ing)? to|intend(?:s|ed)? to|estimate[sd]?|anticipat\w+|"
    r"foresee[sn]?|forecasts?|voraussichtlich|geplant|planen|prévue?s?|devrait|previst[oa]s?|debería)\b",
    re.IGNORECASE,
)
_SOFT = re.compile(
    r"\b(?:predict\w*|project(?:s|ed|ing|ion|ions)|assum\w+|guidance|outlook|target(?:s|ed|ing)?|potential(?:ly)?|"
    r"goal|believes?|envisag\w+|calculates?|approximately|around|about|restrict|aims?|scheduled?|soll(?:en|te)?)\b",
    re.IGNORECASE,
)
"""Words that make a sentence of a draft no flat statement of what is so."""
_COURTESY_IF = re.compile(
    r"\b(?:if|wenn|falls|si) (?:you|sie|du|ihr|vous|usted|tu|anything|i can|ich|further|necessary|needed|"
    r"not)\b"
    r"[^.!?]{0,80}(?:question|help|need|let (?:me|us)|contact|call|fragen|hilfe|aide|question|duda|ayuda)",
    re.IGNORECASE,
)

_JOINT = re.compile(r";|\b(?:and|but|und|aber|sondern|et|mais|y|pero)\b", re.IGNORECASE)
_ORDER = (
    Modality.STATED,
    Modality.HEDGED,
    Modality.CONDITIONAL,
    Modality.ASKED,
    Modality.PROPOSED,
)


def modality_of(sentence: str) -> Modality:
    """How firmly this sentence says what it says."""
    sentence = running(sentence)
    if _PROPOSED.search(sentence):
        return Modality.PROPOSED
    if sentence.rstrip(" \"'”’)»").endswith(("?", "？")):
        return Modality.ASKED
    if _CONDITIONAL.search(sentence) and not _COURTESY_IF.search(sentence):
        return Modality.CONDITIONAL
    if _DOUBT.search(sentence) or _FORECAST.search(sentence):
        return Modality.HEDGED
    return Modality.STATED


def modality_at(text: str, start: int, end: int, *, forecasts: bool = True) -> Modality:
    """How firmly the sentence around a place says what stands there.

    A hedge reaches forward to the next "and" or "but", and back only within its own clause. Without
    ``forecasts``, plans and expectations count as stated (a digest of forecasts quotes nothing else).
    """
    span: Span = sentence_around(text, start, end)
    whole = modality_of(text[span[0] : span[1]])
    if whole is not Modality.HEDGED:
        return whole
    mine = [c for c in clauses(text, span) if c[0] < end and c[1] > start]
    last = mine[-1][1] if mine else span[1]
    joints = [m.end() for m in _JOINT.finditer(text, span[0], start)]
    reach = running(text[max([span[0], *joints]) : max(last, end)])
    hedged = _DOUBT.search(reach) or (forecasts and _FORECAST.search(reach))
    return Modality.HEDGED if hedged else Modality.STATED


def is_hedged(sentence: str) -> bool:
    """True where a sentence itself says that it is no plain fact."""
    return modality_of(sentence) is not Modality.STATED


def is_flat(sentence: str) -> bool:
    """True where a sentence states something as plain fact."""
    return modality_of(sentence) is Modality.STATED and not _SOFT.search(running(sentence))


def weaker(one: Modality, other: Modality) -> Modality:
    """The less firm of two."""
    return max(one, other, key=_ORDER.index)


def is_open(modality: Modality) -> bool:
    """True where nothing is settled: somebody asks or proposes."""
    return modality in (Modality.ASKED, Modality.PROPOSED)


_ACCEPTED = re.compile(
    r"\b(?:works?(?: well| fine)?(?: for)?|suits?|is fine|(?:am|are|'m) (?:fine|happy|available|free)|"
    r"accept|agree[ds]?|confirm(?:ed|ing)?|can make|i(?:'ll| will) (?:be there|take)|passt|einverstanden|"
    r"gerne|bestätigen?|"
    r"convient|d'accord|accepte|confirme|me (?:viene|va) bien|de acuerdo|acepto|confirmo)\b",
    re.IGNORECASE,
)


def accepts(sentence: str) -> bool:
    """True where the sentence agrees to something that was asked or proposed."""
    return bool(_ACCEPTED.search(running(sentence)))
