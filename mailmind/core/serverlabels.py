"""Labels that a server puts on mail (Gmail), kept among its flags.

Owned here: a label is never taken for a flag, nor the other way round. No flag of IMAP may hold ``%``,
so a label is ``%`` and its name with everything unusual percent-encoded.
"""

from urllib.parse import quote, unquote

_MARK = "%"


def as_flag(label: str) -> str:
    """A label in the form in which it stands among flags: one word of ASCII."""
    return _MARK + quote(label.encode("utf-8", "replace"), safe="")


def label_of(flag: str) -> str | None:
    """The label that stands there; None for a flag."""
    return unquote(flag[1:]) if flag.startswith(_MARK) else None
