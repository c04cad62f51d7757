"""Where a thread stands in the list that it was opened from.

Owned here: the next thread is the one below it now, wherever the list has moved in the meantime.
"""

from dataclasses import dataclass
from typing import Protocol

from mailmind.ports import ThreadRow


class Rows(Protocol):
    """A list of threads that can be looked at by place."""

    count: int

    def row(self, at: int) -> ThreadRow | None:
        """The row at a place, or None beyond the list."""
        ...

    def find(self, thread_id: str, near: int) -> int | None:
        """The place of a thread, looked for around another place first."""
        ...


@dataclass(frozen=True, slots=True)
class Place:
    """A thread and its list."""

    thread_id: str
    at: int
    rows: Rows

    def __str__(self) -> str:
        return f"{self.at + 1:,}/{self.rows.count:,}"

    @property
    def note(self) -> str:
        """Why the thread has no draft, where the list says so."""
        row = self.rows.row(self.at)
        return row.note if row is not None and row.id == self.thread_id else ""

    def beside(self, by: int) -> "Place | None":
        """The place so many rows on; None beyond the ends of the list."""
        found = self.rows.find(self.thread_id, self.at)
        # A thread that has left the list was above the one that now stands in its place.
        gone = found is None and by > 0
        at = (self.at if found is None else found) + by - (1 if gone else 0)
        row = self.rows.row(at)
        return None if row is None else Place(row.id, at, self.rows)
