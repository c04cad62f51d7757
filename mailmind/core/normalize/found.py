"""An identifier by its place in the text, before it becomes a value.

Owned here: offsets are of the text that was searched; the value may be written without its spaces.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Found:
    """An identifier by characters."""

    start: int
    end: int
    subkind: str
    value: str
    why: str = ""
    """What makes it an identifier, where that is not in its place: it is named elsewhere."""
