"""What the terminal app is given: a store to read and the functions that act.

Owned here: the app picks nothing. It knows no adapter, no file and no clock of its own.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from mailmind.core.replies import written_so_far
from mailmind.pipeline.events import Event
from mailmind.ports import Ask, Clock, Draft, Store, Task


@dataclass(frozen=True, slots=True)
class AiStatus:
    """Which model proposes, and where mail text goes."""

    place: str
    """``OFF``, ``LOCAL`` or ``CLOUD``."""
    model: str


def _unknown() -> float | None:
    return None


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A reply that a model is writing at this moment. Nobody has checked a word of it."""

    subject: str
    attempt: int
    """From 2 on the gate has stopped an earlier version."""
    raw: str
    """The model's reply as far as it has come."""

    @property
    def words(self) -> str:
        """The words of the draft."""
        return written_so_far(self.raw)


@dataclass(slots=True)
class Overheard:
    """What models write while they write it, by thread: for eyes only, and gone once it is whole."""

    unfinished: dict[str, Unfinished] = field(default_factory=dict)
    tell: Callable[[str], object] | None = None
    """Told the thread's ID when there is more to read; may be called from any thread of the program."""

    def hear(self, ask: Ask, text: str) -> None:
        """A model's listener: keeps what is drafted."""
        if ask.task is Task.DRAFT:
            self.unfinished[ask.thread.id] = Unfinished(ask.thread.subject, ask.attempt, text)
            if self.tell is not None:
                self.tell(ask.thread.id)

    def forget(self, thread_id: str) -> None:
        """The draft is whole, or will never be."""
        self.unfinished.pop(thread_id, None)


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that the app works with."""

    store: Store
    clock: Clock
    resolve: Callable[[str, str, str | None], object]
    """Decide a fact: its ID, ``confirm``, ``dismiss`` or ``value``, and the value. Gates its draft anew."""
    ai: AiStatus
    run: Callable[[], Iterator[Event]] | None = None
    """One pass of the pipeline, iterated in a thread of its own; None where there is nothing to run."""
    zone: str = "UTC"
    """The IANA zone in which dates are shown."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """Keys by the name of the action, as the user wants them."""
    spent: Callable[[], float | None] = _unknown
    """US dollars spent on models today; None is unknown."""
    about: str = ""
    """What the store is, where it is not the user's own mail ("the bundled demo inbox")."""
    approve: Callable[[str, str], object] | None = None
    """Vouch for a claim that a draft marks as not in the source: the thread's ID, the claim's words."""
    edit_draft: Callable[[str, str], object] | None = None
    """Put a person's text in the place of a draft's: the thread's ID, the whole text. Gated anew."""
    discard: Callable[[str], object] | None = None
    """Put a thread's draft aside for good."""
    write: Callable[[str], Draft] | None = None
    """Write a draft for a thread now, called in a thread of its own; answers it as the gate left it."""
    overheard: Overheard = field(default_factory=Overheard)
    """What models are writing at this moment."""
