"""What a fact's statement says beyond the fact's own value must stand in the fact's message too.

Owned here: a proven value vouches for no other figure. "Refund of $540 arrives by 3 March" is no verified
fact where the mail says $540 and no day; nobody has read the day anywhere.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from mailmind.core.checks.citation import Place, speaks_for
from mailmind.core.checks.compare import Match, compare, components
from mailmind.core.checks.context import CheckContext, cited
from mailmind.core.checks.copied import own_words
from mailmind.core.checks.identifiers import same_phone, standing
from mailmind.core.checks.money import plain_currencies
from mailmind.core.checks.reading import WHOSE, Part, parts, values_of, values_said, values_touching
from mailmind.core.gate_claims import is_claim
from mailmind.core.memo import by_identity
from mailmind.core.negation import UNDENIABLE, denies, negates
from mailmind.core.text import fold
from mailmind.core.values import Fact, Message, Outcome, Value

_COUNTED = ("amount", "min", "max")
_COUNTED_ON = re.compile(
    r"\b(?:(?:next|following) day|day (?:later|after)|nächste[nrs]? Tage?s?|Folgetag|lendemain|jour suivant|"
    r"día siguiente)$",
    re.IGNORECASE,
)
"""Days that are counted from another day of the statement, and name none themselves."""
_YEAR = re.compile(r"\d{4}|['’]\d\d\b|\d[./-]\d{1,2}[./-]\d\d\b")
_LEAVES = frozenset(("date", "time", "money"))


@dataclass(frozen=True, slots=True)
class Unproven:
    """A further figure of a statement, and why it is not proven."""

    outcome: Outcome
    code: str
    reason: str
    """Begins with the figure, to stand after "the statement also says"."""
    extra: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Said:
    """A place of a message that agrees with a figure, and how well."""

    match: Match
    place: Place
    text: str


def further(fact: Fact, own: Sequence[Value], place: Place, ctx: CheckContext) -> Unproven | None:
    """The first figure of the statement that nothing proves; None where all of them stand.

    ``own`` is the fact's value as it was proven at ``place``.
    """
    words, known = own_words(fact, own, place)
    found = values_said(words, place.message, place.part, place.start)
    spans = list(standing(fact.value, words, 0, len(words)))
    for figure in sorted(found, key=lambda v: (v.start, v.end)):
        if not is_claim(figure, words) or _COUNTED_ON.search(figure.text):
            continue
        if any(start <= figure.start and figure.end <= end for start, end in spans):
            continue
        problems = [
            _problem(reading, words, fact, (*own, *known), place.message, ctx)
            for reading in readings(figure, found)
        ]
        if all(problems):
            return problems[0]
    return None


def readings(figure: Value, found: Sequence[Value]) -> Iterator[Value]:
    """The figure in each reading of its words, and in each of a longer figure that holds it.

    Only where no language settles it do all of its readings count: that is the writer's vagueness, and
    what the mail says may be what is meant.
    """
    whole = [v for v in found if v.start <= figure.start and figure.end <= v.end]
    settled = [v for v in whole if any(text is not None for text in v.reading.values())]
    yield from (settled or whole)
    for value in () if settled else whole:
        yield from (replace(value, reading=reading, ambiguous=()) for reading in value.readings)


def _problem(
    figure: Value, words: str, fact: Fact, own: Sequence[Value], message: Message, ctx: CheckContext
) -> Unproven | None:
    """What is wrong with one figure; None where the fact's value or its message says it."""
    if any(_match(figure, value) is Match.SAME for value in own):
        return None
    places: list[_Said] = []
    for said in _places(figure, message):
        if _proves(figure, said, fact) and not _denial(figure, said, words):
            return None
        places.append(said)
    if sure := [said for said in places if _proves(figure, said, fact)]:
        return _denied(figure, sure[0], words)
    leaves = list(made_of(figure))
    if leaves and not any(_problem(leaf, words, fact, own, message, ctx) for leaf in leaves):
        return None
    if allowed := [said for said in places if _may_speak(figure, said, fact)]:
        return _unclear(figure, max(allowed, key=lambda said: said.match), message)
    if places:
        whose = WHOSE[places[0].place.layer]
        reason = f"{cited(figure.text)}; {message.message_id} says so only in {whose}"
        return Unproven(Outcome.UNSURE, "value.not_in_quote", reason)
    return _elsewhere(figure, message, ctx)


def made_of(value: Value) -> Iterator[Value]:
    """A date with a time as a date and a time, a range as its ends."""
    for kind, reading in list(components(value.kind, value.reading))[1:]:
        if kind in _LEAVES:
            yield replace(value, kind=kind, reading=reading, ambiguous=())


def _may_speak(figure: Value, said: _Said, fact: Fact) -> bool:
    """A code names what is spoken of: it may stand in the mail that is answered, which is quoted below."""
    return figure.kind == "id" or speaks_for(said.place.layer, fact.layer)


def _proves(figure: Value, said: _Said, fact: Fact) -> bool:
    return said.match is Match.SAME and _may_speak(figure, said, fact)


def _places(figure: Value, message: Message) -> Iterator[_Said]:
    """Every place of the message that agrees with the figure, in any reading."""
    for part, value in _by_kind(message).get(figure.kind, ()):
        match = _match(figure, value, message)
        if match is not Match.DIFFERENT:
            layer = part.layer_at(value.start, value.end)
            place = Place(message, part, value.start, value.end, layer, exact=True)
            yield _Said(match, place, value.text)
    for part in parts(message):
        for start, end in _written(figure, part.text):
            touched = values_touching(message, part, start, end)
            if figure.kind == "number" and not any(map(_is_written_in_digits, touched)):
                continue
            place = Place(message, part, start, end, part.layer_at(start, end), exact=True)
            yield _Said(Match.SAME, place, part.text[start:end])


@by_identity(64)
def _by_kind(message: Message) -> Mapping[str, Sequence[tuple[Part, Value]]]:
    """The values of a message under each kind that they hold, and all of them under "number", which a
    value of any kind may hold.
    """
    found: defaultdict[str, list[tuple[Part, Value]]] = defaultdict(list)
    for part in parts(message):
        for value in values_of(message, part):
            held = {kind for r in value.readings for kind, _ in components(value.kind, r)}
            for kind in {value.kind, "number"} | held:
                found[kind].append((part, value))
    return found


def _written(figure: Value, text: str) -> Iterator[tuple[int, int]]:
    """Where the characters of a code stand as a whole token; of a number, as it may be part of one."""
    if figure.kind not in ("id", "phone", "number"):
        return
    for code in {figure.text, figure.reading.get("value") or figure.text}:
        yield from standing(code, text, 0, len(text))


def _is_written_in_digits(value: Value) -> bool:
    """True where digits alone need not tell the kind: "4711" of an order, "10.00" of a clock."""
    return value.kind in UNDENIABLE or value.kind.startswith(("date", "time"))


def _match(figure: Value, value: Value, message: Message | None = None) -> Match:
    """How well a figure of a statement agrees with a value of the mail or with the fact's own."""
    if figure.kind == value.kind and fold(figure.text).text == fold(value.text).text:
        undated = not figure.readings and not value.readings
        if undated or any(c.isdigit() for c in figure.text):
            return Match.SAME  # the mail's own words
    if figure.kind == "number" and _counts(figure, value):
        return Match.SAME
    if _same_but_for_a_year_unsaid(figure, value):
        return Match.SAME
    if figure.kind == value.kind == "phone" and (
        same_phone(figure.reading, value.reading) or same_phone(value.reading, figure.reading)
    ):
        return Match.SAME
    plain = plain_currencies(message, value) if message else ()
    match = compare(figure, value, plain=plain)
    return Match.DIFFERENT if match is Match.NUMBER_ONLY else match


def _same_but_for_a_year_unsaid(figure: Value, value: Value) -> bool:
    """True for "3 March" where the mail has 3 March of any year, and for a quarter or month likewise."""
    if not figure.kind.startswith("date") or figure.kind != value.kind or _YEAR.search(figure.text):
        return False
    mine, there = figure.reading, value.reading
    return all(text and text[4:] == (there.get(name) or "")[4:] for name, text in mine.items())


def _counts(figure: Value, value: Value) -> bool:
    """True where the value has this number: a bare number does not say what it counts."""
    return any(
        compare(figure, Value("number", "", 0, 0, {"amount": reading[name]})) is Match.SAME
        for reading in value.readings
        for name in _COUNTED
        if reading.get(name)
    )


def _denial(figure: Value, said: _Said, words: str) -> str:
    """The word by which the mail denies the figure there and the statement does not; empty without one."""
    moment = figure.kind.startswith(("date", "time"))
    if figure.kind in UNDENIABLE or denies(words, figure.start, figure.end, moment=moment):
        return ""
    return denies(said.place.part.text, said.place.start, said.place.end, moment=moment)


def _denied(figure: Value, said: _Said, words: str) -> Unproven:
    """Every sentence that holds the figure denies it: proof, where the statement denies nothing at all."""
    name, word = said.place.message.message_id, _denial(figure, said, words)
    outcome = Outcome.UNSURE if negates(words) else Outcome.FAIL
    return Unproven(
        outcome, "value.negated", f"{cited(figure.text)}, which {name} denies ({word!r})"
    )


def _unclear(figure: Value, said: _Said, message: Message) -> Unproven:
    code, why = {
        Match.CURRENCY_UNCLEAR: ("value.currency_unclear", "which does not settle the currency"),
        Match.YEAR_UNKNOWN: ("value.ambiguous", "and nothing tells the year"),
    }.get(said.match, ("value.ambiguous", "which can be read in more than one way"))
    reason = f"{cited(figure.text)}; {message.message_id} says {cited(said.text)}, {why}"
    return Unproven(Outcome.UNSURE, code, reason)


def _elsewhere(figure: Value, message: Message, ctx: CheckContext) -> Unproven:
    for other in ctx.messages:
        if other is not message and any(_places(figure, other)):
            here, there = message.message_id, other.message_id
            reason = f"{cited(figure.text)}; {there} says so, {here} does not"
            return Unproven(Outcome.UNSURE, "value.absent", reason, {"found_in": there})
    reason = f"{cited(figure.text)}; no message of the thread says so"
    return Unproven(Outcome.UNSURE, "value.absent", reason)
