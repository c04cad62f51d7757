"""Does an ID or a phone number stand in a text, whole and as what it is?

Owned here: IDs match exactly but for case, spaces and dashes, never by distance, and never out of a
price, a date or a longer number.
"""

import re
from collections.abc import Iterator, Sequence

from mailmind.core.checks.citation import Place
from mailmind.core.checks.compare import Match, compare, identifier
from mailmind.core.checks.context import article, cited, verdict
from mailmind.core.checks.reading import parts, values_between, values_touching
from mailmind.core.normalize import read
from mailmind.core.values import Fact, FactType, Message, Outcome, Reading, Value, Verdict

_OTHER_KINDS = frozenset(
    ("money", "moneyrange", "percent", "date", "time", "datetime", "duration", "daterange",
     "timerange", "datetimerange")
)  # fmt: skip
_JOINERS = " \t\r\n\u00a0\u202f-\u2010\u2011\u2012\u2013"
_INSIDE = re.compile(r"[\w/.:@+&=%-]")
_SHORT_NUMBER = 4
_NATIONAL_DIGITS = 7


def identifier_verdict(fact: Fact, message: Message, spots: Sequence[Place]) -> Verdict:
    """The value check of an ID or a phone number, whose quote stands at ``spots``."""
    match, found = max((identifier_match(fact, place) for place in spots), key=lambda m: m[0])
    if match is Match.SAME:
        return verdict("value", Outcome.PASS, "value.equal", f"the quote says {cited(found)}",
                       evidence=spots[0].evidence)  # fmt: skip
    if match is not Match.DIFFERENT:
        reason = f"nothing in the mail says that {cited(found)} is {article(fact.type)}"
        return verdict(
            "value", Outcome.UNSURE, "value.ambiguous", reason, evidence=spots[0].evidence
        )
    reason = f"{fact.value!r} does not stand in the quote as {article(fact.type)}"
    whole = [Place(message, p, 0, len(p.text), spots[0].layer, exact=False) for p in parts(message)]
    if any(identifier_match(fact, place)[0] is Match.SAME for place in whole):
        return verdict("value", Outcome.FAIL, "value.not_in_quote", reason,
                       evidence=spots[0].evidence, found_in=message.message_id)  # fmt: skip
    return verdict("value", Outcome.FAIL, "value.absent", reason, evidence=spots[0].evidence)


def identifier_match(fact: Fact, place: Place) -> tuple[Match, str]:
    """How the claimed ID stands in the quote, and the text that it was compared with."""
    message, part = place.message, place.part
    for own in values_between(message, part, place.start, place.end):
        if own.kind == fact.type and _equal(fact, own):
            return Match.SAME, own.text
    if fact.type is FactType.PHONE:
        return Match.DIFFERENT, ""
    best: tuple[Match, str] = (Match.DIFFERENT, "")
    for start, end in standing(fact.value, part.text, place.start, place.end):
        touching = values_touching(message, part, start, end)
        if any(v.kind in _OTHER_KINDS or not _covers(v, start, end) for v in touching):
            continue
        text = place.part.text[start:end]
        if any(_is_telephone(v) for v in touching):
            best = (Match.NUMBER_ONLY, text)
            continue
        named = any(v.kind == "id" for v in touching)
        if named or _looks_like_id(text):
            return Match.SAME, text
        best = (Match.NUMBER_ONLY, text)
    return best


def _equal(fact: Fact, own: Value) -> bool:
    claims = read(fact.value, (str(fact.type),))
    if any(compare(claim, own) is Match.SAME for claim in claims):
        return True
    if fact.type is FactType.PHONE:
        said = [claim.reading for claim in claims] or [{"value": fact.value}]
        return any(same_phone(reading, own.reading) for reading in said)
    return fact.type is FactType.ID and identifier(fact.value) in (
        identifier(own.text),
        identifier(own.reading.get("value") or ""),
    )


def same_phone(said: Reading, own: Reading) -> bool:
    """True where a number without its country is the national part of the one that stands there."""
    if said.get("extension") not in (None, own.get("extension")):
        return False
    claimed, there = said.get("value") or "", own.get("value") or ""
    digits = re.sub(r"\D", "", claimed).lstrip("0")
    if "+" in claimed or not there.startswith("+") or len(digits) < _NATIONAL_DIGITS:
        return False
    country = there[1:].removesuffix(digits)
    return 0 < len(country) < len(there) - 1 and len(country) <= 3


def _is_telephone(found: Value) -> bool:
    """True where a word or a country code makes it a phone number, and so no other identifier."""
    return found.kind == "phone" and bool(found.why or found.text.startswith("+"))


def _covers(found: Value, start: int, end: int) -> bool:
    """True where the claimed ID is all of the found value, or holds it whole (a number in an ID)."""
    if found.kind == "id":
        return found.start >= start and found.end <= end
    return start <= found.start and found.end <= end


def _looks_like_id(text: str) -> bool:
    """Letters and digits mixed, or a number too long to be a count."""
    digits = sum(c.isdigit() for c in text)
    letters = any(c.isalpha() for c in text)
    return (digits > 0 and letters) or (digits > _SHORT_NUMBER and not re.search(r"[.,]", text))


def standing(claimed: str, text: str, begin: int, stop: int) -> Iterator[tuple[int, int]]:
    """Every span of a stretch of text that holds the claimed characters and cuts no longer token."""
    wanted = identifier(claimed)
    if not wanted:
        return
    pattern = rf"[{re.escape(_JOINERS)}]*".join(re.escape(c) for c in wanted)
    for match in re.compile(pattern, re.IGNORECASE).finditer(text, begin, stop):
        before, after = text[: match.start()][-2:], text[match.end() : match.end() + 2]
        if not _continues(before[::-1]) and not _continues(after):
            yield match.span()


def _continues(beside: str) -> bool:
    """True where the token goes on: a word character beside it, or one behind a joining sign."""
    if not beside:
        return False
    if beside[0].isalnum():
        return True
    return beside[0] in "-/._@\u2010\u2011" and len(beside) > 1 and beside[1].isalnum()


def same_identifier(fact: Fact, other: Fact) -> bool:
    """True where two facts carry the same ID or phone number."""
    if identifier(fact.value) == identifier(other.value):
        return True
    kinds = (str(fact.type),)
    return any(
        compare(a, b) is Match.SAME
        for a in read(fact.value, kinds)
        for b in read(other.value, kinds)
    )
