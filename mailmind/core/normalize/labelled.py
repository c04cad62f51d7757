"""Identifiers by the words around them: order, invoice, booking, ticket, flight, case, customer, …

Owned here: a number is an identifier only where a word says so. The word is looked for backwards
from the number, over fillers only, so that a word about something else ends the search.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from mailmind.core.normalize.context import Context
from mailmind.core.normalize.currency import ABBREVIATIONS, code_of
from mailmind.core.normalize.found import Found
from mailmind.core.normalize.labels import (
    AFTER_ID,
    AIRLINES,
    BILLS,
    COUNTED,
    COUNTED_OFF,
    FILLERS,
    NUMBERED,
    OUTRIGHT,
    SUBKINDS,
    subkind_of,
)

_VALUE = re.compile(
    r"(?<![\w.@/+€$£-])(?=[A-Za-z/_.-]{0,14}\d)[A-Za-z0-9]+(?:[-/_.][A-Za-z0-9]+)*(?![\w@])"
)
_COLOUR = re.compile(r"(?=.*[a-fA-F])[0-9a-fA-F]{6}")
_PREFIX = re.compile(r"[A-Za-z]{1,3}(?=\d)")
_MARK = re.compile(r"[ \t]?([€$£¥₹%]|[^\W\d_]{1,9})(?![^\W_])(?![ \t]?\d)")
_LETTERS = re.compile(r"(?<![\w.@/+-])[A-Z]{5,8}(?![\w@-])")
_PUNCTUATION = frozenset(":=()[]*-–|\"'")
_GROUPS = re.compile(r"(?: \d{2,6}){1,5}(?!\w|[.,]\d)")
_BACK = re.compile(r"[nN][º°]|[^\W_]+(?:-[^\W_]+)*|[^\s\w]|\n")
_NEXT = re.compile(r"[ \t]*([^\W\d_]*)")
_YEAR = re.compile(r"(?:19|20)\d\d")
_WINDOW = 60
"""Characters before a value in which its label may stand."""
_JOINT = re.compile(r"\s*(?:,|&|and|und|et|y|or|oder)\s+", re.IGNORECASE)
_JOINT_SPAN = 8
_LONGEST = 40
_OTHER = re.compile(
    r"\d{1,2}([/.-])\d{1,2}\1(?:\d{4}|\d\d)|\d{4}([/.-])\d{1,2}\2\d{1,2}"  # a date
    r"|\d{1,3}(?:\.\d{1,3}){2,}"  # a version
    r"|.*\.[A-Za-z]{1,4}"  # a file
    r"|A3[1-8]\d|B7\d7|A220"  # an aircraft
)
_FLIGHT = re.compile(r"(?<![\w-])([A-Z]{2}|[A-Z]\d|\d[A-Z]) {0,3}(\d{2,4})(?![\w-]|[.,:/]\d)")
_FLYING = re.compile(
    r"\b(?:flight|airline|airport|boarding|depart|flug|abflug|vol|vuelo|volo|vlucht|voo|flyg|"
    r"aéroport|aeropuerto)",
    re.IGNORECASE,
)
_TRAIN = re.compile(
    r"(?<![\w-])(?:ICE|IC|ICN|EC|ECE|RJX?|RE|RB|EN|NJ|TGV|AVE|FR|IR|TER|THA|EST|OUIGO|railjet)"
    r" {1,3}\d{1,5}(?![\w-]|[.,:/]\d)"
)
_RIDING = re.compile(
    r"\b(?:trains?|bahn|zug|jízdenk[ay]|gleis|hbf|bahnhof|platform|gare|voie|vlak|nástupiště|estación|stazione|"
    r"binario|spoor|eurail|sncf|oebb|öbb|sbb)\b",
    re.IGNORECASE,
)


def find_labelled(ctx: Context) -> Iterator[Found]:
    """Identifiers that a word in front of them names, wherever they stand again, and journeys."""
    yield from _named(ctx.plain)
    yield from _bookings(ctx.plain)
    yield from _journeys(ctx.plain)


def _named(text: str) -> Iterator[Found]:
    """Values with digits; what is named once is an identifier wherever it stands."""
    known: dict[str, str] = {}
    bare: list[tuple[int, int, str]] = []
    last: Found | None = None
    for match in _VALUE.finditer(text):
        (start, end), value = match.span(), match.group()
        if len(value) > _LONGEST or _OTHER.fullmatch(value):
            continue
        if _is_amount(text, value, end):
            continue
        if last is not None and _continues(text, last, start, value):
            last = Found(start, end, last.subkind, value)
            known[value] = last.subkind
            yield last
            continue
        announced = _announced(text, start - (start > 0 and text[start - 1] == "#"))
        if announced is None or not (announced.fits(value) or announced.ends_at(value, text, end)):
            if len(value) > 4:
                bare.append((start, end, value))
            continue
        if announced.colon and len(value) < 5 and value.isdigit():
            groups = _GROUPS.match(text, end)
            end = groups.end() if groups else end
        known[value] = announced.subkind
        last = Found(start, end, announced.subkind, text[start:end])
        yield last
    for start, end, value in bare:
        if value in known and value.count(".") < 2:
            yield Found(start, end, known[value], value, why="the text names it elsewhere")


def _continues(text: str, last: Found, start: int, value: str) -> bool:
    """The second of ``orders 471100 and 471101``: of the same shape as the one before it."""
    if start - last.end > _JOINT_SPAN or _shape(value) != _shape(last.value):
        return False
    long = sum(c.isdigit() for c in value) > 4
    return long and _JOINT.fullmatch(text, last.end, start) is not None


def _shape(value: str) -> str:
    """Letters and digits as they stand, each for its like: ``AB-123`` and ``XY-987`` are alike."""
    return "".join("0" if c.isdigit() else "a" if c.isalpha() else c for c in value)


def _is_amount(text: str, value: str, end: int) -> bool:
    """True for ``Rs1234.0``, and for digits with a currency, a percent sign or a unit behind them."""
    prefix = _PREFIX.match(value)
    if prefix and prefix.group() in ABBREVIATIONS:
        return True
    following = _MARK.match(text, end)
    if not value.isdigit() or following is None:
        return False
    word = following.group(1)
    return not word[0].isalpha() or code_of(word) is not None or word.lower() in COUNTED


def _bookings(text: str) -> Iterator[Found]:
    """Booking codes of letters alone."""
    for match in _LETTERS.finditer(text):
        announced = _announced(text, match.start())
        if announced is not None and announced.fits_letters(match.group()):
            yield Found(*match.span(), "booking", match.group())


def _journeys(text: str) -> Iterator[Found]:
    """Flight and train numbers without a label, where the text is about flying or trains."""
    flights = [
        match
        for match in _FLIGHT.finditer(text)
        if match.group(1) in AIRLINES and not _OTHER.fullmatch(match.group())
    ]
    trains = list(_TRAIN.finditer(text))
    if not (trains and _RIDING.search(text)):
        trains = []
    by_train = {m.start() for m in trains if _RIDING.search(text, m.start() - _WINDOW, m.start())}
    if flights and _FLYING.search(text):
        for match in flights:  # RJ is a railway's product and an airline
            if match.start() not in by_train:
                yield Found(*match.span(), "flight", match.group())
    yield from (Found(*match.span(), "train", match.group()) for match in trains)


@dataclass(frozen=True, slots=True)
class _Announced:
    """How firmly the words before a value say what it is."""

    subkind: str
    named: bool
    """A word such as "number" or a ``#`` stands between, or the label can mean nothing else."""
    colon: bool
    broken: bool = False
    """A line break stands between, and the label does not make up for it."""
    apart: bool = False
    """Another word stands between."""
    numbered: bool = False
    """A word such as "number" stands between, whatever the label."""
    hashed: bool = False
    """A ``#`` and no label."""

    def fits(self, value: str) -> bool:
        """Whether a value with digits is enough of an identifier for this announcement."""
        digits = sum(c.isdigit() for c in value)
        mixed = digits < len(value)
        if self.broken and not (self.named or self.colon):
            return False
        if self.subkind == "tracking" and digits < 6:
            return False
        if self.subkind in ("flight", "train") and not value.isalnum():
            return False
        if self.apart and (value != value.upper() or not mixed):
            return False
        if self.hashed:
            return len(value) > 4 and value[0].isdigit() and not _COLOUR.fullmatch(value)
        if self.named:
            return len(value) >= 2
        if self.colon:
            return digits >= 4 or (mixed and len(value) >= 4)
        if self.subkind in ("flight", "train"):
            return (mixed and digits >= 2) or digits >= 3
        if self.subkind in ("document", "request", "account", "customer"):
            return digits >= 5
        return digits >= 5 or (mixed and digits >= 2 and len(value) >= 5 and value[0].isupper())

    def ends_at(self, value: str, text: str, end: int) -> bool:
        """Whether four digits are an identifier: nothing that they could count follows them."""
        if not (value.isdigit() and len(value) == 4) or _YEAR.fullmatch(value) or self.broken:
            return False
        following = _NEXT.match(text, end)
        word = following.group(1).lower() if following else ""
        return self.subkind in COUNTED_OFF and (not word or word in AFTER_ID)

    def fits_letters(self, value: str) -> bool:
        """Whether capitals without a digit are a booking code after this announcement."""
        if self.subkind not in ("booking", "reference", "ticket"):
            return False
        return self.colon or (self.numbered and len(value) == 6 and not self.broken)


@dataclass(slots=True)
class _Walk:
    """What was met on the way back from a value to its label."""

    numbered: bool = False
    hashed: bool = False
    colon: bool = False
    breaks: int = 0
    skipped: int = 0

    def passes(self, piece: str, before: str) -> bool:
        """Take note of a piece that is no label; False where it ends the search."""
        low = piece.lower()
        if piece == "\n":
            self.breaks += 1
            return self.breaks <= 2
        if piece in ("#", "№"):
            self.hashed = self.numbered = True
        elif low in FILLERS:
            self.numbered = self.numbered or low in NUMBERED
        elif piece == ".":
            return self.numbered or before in FILLERS  # "no. 4711"; else a sentence ended here
        elif piece in _PUNCTUATION:
            self.colon = self.colon or piece in (":", "=")
        else:
            self.skipped += 1  # one word may qualify the label: "DOSSIER VOYAGE : XXX007"
            return piece[0].isalnum() and self.skipped == 1 and self.colon and not self.breaks
        return True


def _announced(text: str, start: int) -> _Announced | None:
    """What the words in front of ``start`` call the value; None where they call it nothing."""
    window = text[max(0, start - _WINDOW) : start] + ("#" if text.startswith("#", start) else "")
    walk = _Walk()
    pieces = _BACK.findall(window)
    for n in range(len(pieces) - 1, -1, -1):
        before = pieces[n - 1].lower() if n else ""
        low = pieces[n].lower()
        filler = low in FILLERS and low not in SUBKINDS
        subkind = None if filler else subkind_of(low)
        if subkind is not None:
            if subkind == "reference":
                subkind = subkind_of(before) or subkind  # "booking reference"
            outright = low not in SUBKINDS or low in OUTRIGHT
            weak = walk.breaks > 1 or (walk.breaks > 0 and low in BILLS)
            named = walk.numbered or outright
            apart = walk.skipped > 0
            return _Announced(subkind, named, walk.colon, weak, apart, walk.numbered)
        if not walk.passes(pieces[n], before):
            break
    return _Announced("reference", False, True, hashed=True) if walk.hashed else None
