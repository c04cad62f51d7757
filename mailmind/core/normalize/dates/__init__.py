"""Dates, times, lengths of time and their ranges, found in running text.

The text is read in stages. ``lexer`` makes one tape of tokens out of it, ``grammar`` rewrites the tape stage
by stage (numbers, full dates, times, lengths, periods, relative days, joins, ranges), ``readings`` and
``spans`` work out what each find can mean at the text's reference moment, and ``answers`` says it in the
words of the contract.

Owned here: the finds do not overlap, and each slices the text.
"""

from mailmind.core.normalize.context import Context
from mailmind.core.normalize.dates.alphabet import letters
from mailmind.core.normalize.dates.answers import answer, write_length
from mailmind.core.normalize.dates.grammar import STAGES
from mailmind.core.normalize.dates.lexer import lex
from mailmind.core.normalize.dates.lexicon import lexicon
from mailmind.core.normalize.dates.model import Clock, Day, DayPart, Length, Moment, Span, Stretch
from mailmind.core.normalize.dates.rules_lengths import iso_length
from mailmind.core.normalize.dates.scene import scene
from mailmind.core.normalize.dates.tape import Tape
from mailmind.core.values import Value

_FOUND = (Day, DayPart, Clock, Length, Moment, Span, Stretch)

_LASTING = frozenset(letters("FOR|INPRE|WITHIN|AT|ABOUT|BETWEEN|AFTER|BEFORE|TO|AND|SINCE|UNTIL"))


def find_dates(ctx: Context) -> list[Value]:
    """Every date, time, duration and range in the text, in order and without overlap."""
    length = iso_length(ctx.plain)
    if length is not None:
        return [_whole(ctx, length)]
    tape = lex(ctx.plain, lexicon(ctx.langs))
    if tape is None:
        return []
    known = scene(ctx)
    for stage in STAGES:
        tape = stage.run(tape, known)
    found: list[Value] = []
    for index, (value, start, end) in enumerate(
        zip(tape.values, tape.starts, tape.ends, strict=True)
    ):
        if not isinstance(value, _FOUND) or _rate(value, tape, index):
            continue
        said = answer(value, known)
        if said is not None:
            kind, reading, others, why = said
            found.append(Value(kind, ctx.text[start:end], start, end, reading, others, why=why))
    return found


def _whole(ctx: Context, length: Length) -> Value:
    """A duration that is all the text holds, as a program writes it."""
    text = ctx.text.strip()
    start = ctx.text.index(text)
    return Value("duration", text, start, start + len(text), {"value": write_length(length)})


def _rate(value: object, tape: Tape, index: int) -> bool:
    """Whether "a year" stands for how often or how much, not for how long."""
    if not (isinstance(value, Length) and value.article):
        return False
    before = tape.shadow[:index][-4:].rstrip()
    return not before or before[-1] not in _LASTING
