"""Does the quote stand in the message it names, word for word, as the word of whom the fact says?

Owned here: a quote is found by exact containment after folding typography, or it is not found. Nearness
is looked at only to tell a person what is wrong with a quote that has already failed.
"""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass

from mailmind.core.checks.context import CheckContext, cited, unknown_message, verdict
from mailmind.core.checks.diff import in_words, nearest_difference
from mailmind.core.checks.reading import OTHERS_WORDS, OWN_WORDS, WHOSE, Part, parts
from mailmind.core.text import fold, is_whole, wraps
from mailmind.core.values import Evidence, Fact, Layer, Message, Outcome, Verdict

_CITED_PREFIX = re.compile(r"^(?:[ \t]*>)+[ \t]*")
_ELLIPSIS = re.compile(r"\[?(?:\.\.\.|…)\]?")


@dataclass(frozen=True, slots=True)
class Place:
    """One place where a quote stands."""

    message: Message
    part: Part
    start: int
    end: int
    layer: Layer
    exact: bool

    @property
    def evidence(self) -> Evidence:
        """The place with the hash of its bytes."""
        text = self.part.text[self.start : self.end]
        digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        return Evidence(
            self.message.message_id, self.part.name, self.layer, self.start, self.end, digest
        )


def places(quote: str, message: Message) -> Iterator[Place]:
    """Every place in a message where the quote stands, exact ones of a part first."""
    wanted = quote.strip()
    for part in parts(message):
        seen: set[tuple[int, int]] = set()
        for start, end, exact in _spans(wanted, part.text):
            if (start, end) not in seen:
                seen.add((start, end))
                yield Place(message, part, start, end, part.layer_at(start, end), exact)


def _spans(wanted: str, text: str) -> Iterator[tuple[int, int, bool]]:
    if not wanted:
        return
    at = text.find(wanted)
    while at >= 0:
        if is_whole(text, at, at + len(wanted)):
            yield at, at + len(wanted), True
        at = text.find(wanted, at + 1)
    for wrap in wraps(text):
        folded = fold(text, wrap)
        for start, end in folded.spans(fold(wanted, wrap).text):
            yield start, end, False
        if cited := _CITED_PREFIX.match(wanted):
            for start, end in folded.spans(fold(wanted[cited.end() :], wrap).text):
                if text[text.rfind("\n", 0, start) + 1 : start].lstrip().startswith(">"):
                    yield start, end, False


def speaks_for(layer: Layer, claimed: Layer) -> bool:
    """True where text of this layer may carry a fact that claims to be of that layer."""
    allowed = OTHERS_WORDS if claimed in OTHERS_WORDS else OWN_WORDS
    return layer in allowed


def locate(fact: Fact, ctx: CheckContext) -> tuple[Place, ...]:
    """The places that prove the fact's quote: in its message, in a layer that may speak for it."""
    message = ctx.message(fact.message_id)
    if message is None:
        return ()
    return tuple(p for p in places(fact.quote, message) if speaks_for(p.layer, fact.layer))


def citation(fact: Fact, ctx: CheckContext) -> Verdict:
    """The citation check."""
    if not any(c.isalnum() for c in fact.quote):
        return verdict(
            "citation", Outcome.FAIL, "quote.empty", "the quote holds no letter and no digit"
        )
    message = ctx.message(fact.message_id)
    if message is None:
        return unknown_message("citation", fact)
    proof = next((p for p in places(fact.quote, message) if speaks_for(p.layer, fact.layer)), None)
    if proof is not None:
        code, how = (
            ("quote.exact", "verbatim") if proof.exact else ("quote.folded", "but for typography")
        )
        reason = f"the quote stands in {message.message_id} ({proof.part.name}), {how}"
        return verdict("citation", Outcome.PASS, code, reason, evidence=proof.evidence)
    other = next(places(fact.quote, message), None)
    if other is not None:
        return _wrong_layer(fact, other)
    return _not_found(fact, message, ctx)


def _wrong_layer(fact: Fact, place: Place) -> Verdict:
    author = next(
        (str(s.author) for s in place.part.layers
         if s.author and s.start <= place.start and place.end <= s.end), ""
    )  # fmt: skip
    handed_on = place.layer in OTHERS_WORDS and author
    whose = f"words {place.layer} from {author}" if handed_on else WHOSE[place.layer]
    reason = (
        f"the quote stands in {place.message.message_id} only in {whose}; "
        f"the fact takes it for {WHOSE[fact.layer]}"
    )
    return verdict("citation", Outcome.FAIL, "quote.wrong_layer", reason, evidence=place.evidence)


def _not_found(fact: Fact, message: Message, ctx: CheckContext) -> Verdict:
    for other in ctx.messages:
        if other is message:
            continue
        elsewhere = next(places(fact.quote, other), None)
        if elsewhere is not None:
            reason = f"the quote stands in {other.message_id}, not in {message.message_id}"
            return verdict(
                "citation", Outcome.FAIL, "quote.misattributed", reason,
                evidence=elsewhere.evidence, found_in=other.message_id,
            )  # fmt: skip
    if _ELLIPSIS.search(fact.quote) and (stood := _pieces_stand(fact.quote, message)):
        reason = "the quote skips words at its ellipsis; a quote must be one unbroken passage"
        return verdict("citation", Outcome.FAIL, "quote.altered", reason, diff=stood)
    difference = next(
        (d for p in parts(message) if (d := nearest_difference(fact.quote, p.text))), ""
    )
    if difference:
        reason = f"the quote nearly stands in {message.message_id}, which {in_words(difference)}"
        return verdict("citation", Outcome.FAIL, "quote.altered", reason, diff=difference)
    reason = f"the quote stands in no message of the thread: {cited(fact.quote)}"
    return verdict("citation", Outcome.FAIL, "quote.fabricated", reason)


def _pieces_stand(quote: str, message: Message) -> str:
    """The text that an ellipsis swallowed, where all pieces stand in the same part."""
    pieces = [p.strip() for p in _ELLIPSIS.split(quote) if p.strip()]
    for part in parts(message):
        spans = [next(iter(_spans(piece, part.text)), None) for piece in pieces]
        known = [s for s in spans if s is not None]
        if len(known) == len(pieces) >= 1 and len(pieces) > 1:
            gap = " ".join(part.text[known[0][1] : max(known[-1][0], known[0][1])].split())
            return f"{pieces[0]} {{+{gap}+}} {pieces[-1]}"
    return ""
