"""The LIST answer of a server as folders with names and roles.

Owned here: the name that the server sent is the key, byte for byte. What people see is decoded
from it and never sent back, since servers differ in how they spell what lies outside ASCII.
"""

import re
from collections.abc import Iterable

from imapclient.imap_utf7 import decode as decode_utf7

from mailmind.adapters.imap.responses import Item, Part
from mailmind.core.folders import FolderName
from mailmind.core.serverlabels import as_flag
from mailmind.core.syncplan import Flags

_LIST = re.compile(
    rb'\((?P<flags>[^()]*)\) (?P<delimiter>"(?:\\.|[^"\\])*"|NIL) (?P<name>.*)', re.DOTALL
)
_ROLES = {
    role.lower(): role
    for role in ("\\All", "\\Archive", "\\Drafts", "\\Flagged", "\\Junk", "\\Sent", "\\Trash")
} | {"\\allmail": "\\All", "\\spam": "\\Junk", "\\starred": "\\Flagged"}
_USUAL_NAMES = {
    "\\Sent": ("sent", "sent items", "sent messages", "sent mail", "gesendet", "gesendete objekte",
               "éléments envoyés", "enviados", "posta inviata", "verzonden items"),
    "\\Drafts": ("drafts", "draft", "entwürfe", "brouillons", "borradores", "bozze", "concepten"),
    "\\Junk": ("junk", "spam", "junk e-mail", "bulk mail", "junk-e-mail", "courrier indésirable"),
    "\\Trash": ("trash", "deleted items", "deleted messages", "deleted", "bin", "papierkorb",
                "gelöschte objekte", "corbeille", "papelera", "cestino", "prullenbak"),
    "\\Archive": ("archive", "archives", "archiv"),
}  # fmt: skip
"""Roles by name, for servers without SPECIAL-USE: only where no folder has the role."""


def read_list(data: Iterable[Part | None]) -> list[FolderName]:
    """The folders of a LIST answer, in the server's order. A line that is no folder is left out."""
    folders: list[FolderName] = []
    parts = list(data)
    for part in parts:
        if not part:
            continue
        text, literal = part if isinstance(part, tuple) else (part, None)
        match = _LIST.fullmatch(text)
        if match is None:
            continue
        name = _unquote(match["name"]) if literal is None else literal
        folders.append(_folder(match["flags"], match["delimiter"], name))
    return _with_usual_roles(folders)


def _folder(flags: bytes, delimiter: bytes, name: bytes) -> FolderName:
    attributes = {flag.decode("ascii", "replace").lower() for flag in flags.split()}
    role = "\\Inbox" if name.upper() == b"INBOX" else ""
    return FolderName(
        name=name,
        display=show(name),
        role=role or next((_ROLES[a] for a in sorted(attributes) if a in _ROLES), ""),
        delimiter=None if delimiter == b"NIL" else _unquote(delimiter).decode("ascii", "replace"),
        selectable=not attributes & {"\\noselect", "\\nonexistent"},
    )


def _with_usual_roles(folders: list[FolderName]) -> list[FolderName]:
    taken = {folder.role for folder in folders}
    for role, names in _USUAL_NAMES.items():
        if role in taken:
            continue
        for index, folder in enumerate(folders):
            if not folder.role and folder.selectable and _leaf(folder).lower() in names:
                folders[index] = FolderName(
                    folder.name, folder.display, role, folder.delimiter, folder.selectable
                )
                break
    return folders


def _leaf(folder: FolderName) -> str:
    """The name inside the user's own space: ``INBOX.Sent`` and ``[Gmail]/Sent`` are ``Sent``."""
    if folder.delimiter is None:
        return folder.display
    head, _, tail = folder.display.partition(folder.delimiter)
    return tail if tail and (head.upper() == "INBOX" or head.startswith("[")) else folder.display


def show(name: bytes) -> str:
    """A folder's name for people. Raw UTF-8, which some servers send, is shown as what it means."""
    if name.isascii():
        try:
            return str(decode_utf7(name))
        except ValueError:
            return name.decode("ascii")  # a shift that holds no UTF-16: shown as it is written
    return name.decode("utf-8", "backslashreplace")


def all_flags(item: Item) -> Flags:
    """The flags of a message, sorted, with its labels among them (spelled as folders are)."""
    flags = item.flags or ()
    if not item.labels:
        return flags
    return tuple(sorted({*flags, *(as_flag(show(label)) for label in item.labels)}))


def _unquote(text: bytes) -> bytes:
    text = text.strip()
    if len(text) > 1 and text[:1] == text[-1:] == b'"':
        return re.sub(rb"\\(.)", rb"\1", text[1:-1])
    return text


def quote(name: bytes) -> bytes:
    """A folder's name as a quoted string of the protocol."""
    return b'"' + name.replace(b"\\", b"\\\\").replace(b'"', b'\\"') + b'"'
