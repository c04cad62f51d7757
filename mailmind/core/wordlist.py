"""Word lists, written as prose.

Owned here: nothing but the way a set of words is written down.
"""


def words(text: str) -> frozenset[str]:
    """The set of the words in ``text``."""
    return frozenset(text.split())
