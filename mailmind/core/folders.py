"""Which folders of an account are wanted: by name, by role, or by glob.

Owned here: the meaning of a folder pattern in the configuration. A pattern that matches nothing is
said, never ignored.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase


@dataclass(frozen=True, slots=True)
class FolderName:
    """One folder of an account."""

    name: bytes
    """As the server spells it; the key."""
    display: str
    """For people: decoded from modified UTF-7."""
    role: str = ""
    """A role of RFC 6154 (``\\Sent``, ``\\Drafts``, ``\\All``, …), ``\\Inbox``, or nothing."""
    delimiter: str | None = None
    """None in a flat space without a hierarchy (NIL)."""
    selectable: bool = True
    """False for a folder that only holds others."""


def wanted(
    folders: Sequence[FolderName], include: Sequence[str], exclude: Sequence[str]
) -> tuple[list[FolderName], list[str]]:
    r"""Which folders an account wants.

    Args:
        folders: all of the server's.
        include: names, roles (``\\Sent``) or globs; a name is matched without regard to case only
            where it is INBOX.
        exclude: the same; they win.

    Returns:
        The folders, the inbox first, and the names and globs of ``include`` that match none. A
        role that no folder has is no fault: not every server has a ``\\Sent``.
    """
    chosen = [
        folder
        for folder in folders
        if folder.selectable and _any(folder, include) and not _any(folder, exclude)
    ]
    unmatched = [
        pattern
        for pattern in include
        if pattern[:1] != "\\" and not any(_matches(folder, pattern) for folder in folders)
    ]
    return sorted(chosen, key=lambda folder: folder.role != "\\Inbox"), unmatched


def _any(folder: FolderName, patterns: Sequence[str]) -> bool:
    return any(_matches(folder, pattern) for pattern in patterns)


def _matches(folder: FolderName, pattern: str) -> bool:
    if pattern.startswith("\\"):
        return folder.role.lower() == pattern.lower()
    if pattern.upper() == "INBOX":
        return folder.role == "\\Inbox"
    return folder.display == pattern or fnmatchcase(folder.display, pattern)
