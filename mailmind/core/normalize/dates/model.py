"""What the grammar makes of words: days, clocks, lengths and stretches, as far as the words go.

Owned here: nothing is filled in. A part that the words leave out is None; ``readings`` decides later,
so that the end of a range can lend its month to the start.
"""

from dataclasses import dataclass
from datetime import date, datetime, time, tzinfo
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Num:
    """A number and how it was written."""

    value: int
    text: str


@dataclass(frozen=True, slots=True)
class Day:
    """A calendar day."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    """0 is Monday."""
    swapped: tuple[int, int] | None = None
    """The month and day of the other reading of ``03/04``."""
    dotted: bool = False
    """Written with dots, which hint at the day before the month."""
    choices: tuple[date, ...] = ()
    """The days that relative words can mean, where the reference settles them."""
    even: bool = False
    """Whether none of several readings is the likelier."""
    look: int = 0
    """-1 where the words look back, 1 where they look ahead."""
    lost: bool = False
    """A relative day without a reference moment."""
    part: str | None = None
    """The part of the day that is named with it: am, pm, night or tonight."""
    machine: bool = False
    """Written year first, as programs write: a time beside it runs to 24 hours."""
    stamp: str = ""
    """``sent`` or ``passed`` where it says when a mail was sent or passed on."""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Zone:
    """A time zone as named."""

    name: str
    tz: tzinfo


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day."""

    hour: int
    minute: int = 0
    second: int | None = None
    half: str | None = None
    """``am`` or ``pm`` where the words say it."""
    sure: bool = False
    """Whether the writing itself shows 24 hours (``0905``, ``14h30``, ``noon``)."""
    zone: Zone | None = None


@dataclass(frozen=True, slots=True)
class Length:
    """A length of time."""

    years: Fraction = Fraction(0)
    months: Fraction = Fraction(0)
    days: Fraction = Fraction(0)
    seconds: Fraction = Fraction(0)
    unit: str = ""
    """The unit, where there is only one."""
    count: int = 0
    """How many of the unit, where the number is whole."""
    article: bool = False
    """Written with an article ("a year"), which is a length only where the words around say so."""
    vague: bool = False
    """A few, several: no number is said."""
    other: "Length | None" = None
    """The other reading of ``2:03``, where nothing says whether minutes or hours come first."""

    @property
    def clocklike(self) -> bool:
        """Whether the length is counted in hours or less."""
        return bool(self.seconds)


@dataclass(frozen=True, slots=True)
class LengthSpan:
    """From one length to another: two to three days. No moment can be counted with it."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A calendar period with a name: a month, a week, a quarter, a year."""

    unit: str
    year: int | None = None
    month: int | None = None
    pairs: tuple[tuple[date, date], ...] = ()
    even: bool = False
    lost: bool = False
    look: int = 0


@dataclass(frozen=True, slots=True)
class DayPart:
    """Hours of a day that words only hint at: the end of the morning."""

    readings: tuple[tuple[time, time], ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """A day with a time, or an exact moment counted from the reference."""

    day: Day | None = None
    clock: Clock | None = None
    instant: datetime | None = None
    lost: bool = False


@dataclass(frozen=True, slots=True)
class Span:
    """From one point to another."""

    start: Day | Clock | Moment | Stretch
    end: Day | Clock | Moment | Stretch
    length: Length | None = None
    """Where the end is said as a length from the start."""
