"""The head of another mail within a text.

Owned here: the difference between strong and weak. A strong mark alone proves that somebody else's
text follows; a weak one counts only where quoted lines follow.
"""

from dataclasses import dataclass

from mailmind.core.values import Address


@dataclass(frozen=True, slots=True)
class Mark:
    """The head of another mail, from line ``first`` to before line ``after``."""

    first: int
    after: int
    depth: int
    strong: bool
    forwarded: bool = False
    """Whether its words say that the other mail is passed on."""
    ends: bool = False
    """Whether the mail that was passed on ends here, and the sender speaks again."""
    says_wrote: bool = False
    """Whether it is an attribution, which stands above what is answered."""
    author: Address | None = None
    when: str = ""
    """The words that hold its time."""
