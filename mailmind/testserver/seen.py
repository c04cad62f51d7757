"""What the server keeps of a request, for a test to look at.

Owned here: the record is what arrived, not what was meant.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Seen:
    """One request as it arrived."""

    path: str
    body: Mapping[str, Any]
    headers: Mapping[str, str]
    at: float
    usage: Mapping[str, int]
