"""Which mail may go to which model.

Owned here: what is not allowed is kept back. An unknown place counts as the cloud, and one mail of a
domain that is never sent keeps its whole thread back.
"""

from collections.abc import Collection, Mapping

from mailmind.core.modelconfig import Ai
from mailmind.core.values import Thread

_REACH = {Ai.OFF: 0, Ai.LOCAL: 1, Ai.CLOUD: 2}
_PLACES = {"OFF": 0, "LOCAL": 1, "CLOUD": 2}


def withheld(thread: Thread, *, place: str, ai: Ai, never_send: Collection[str] = ()) -> str | None:
    """Why this thread may not be sent there; None where it may.

    Args:
        thread: whose text would be sent.
        place: where the model is: OFF (nothing leaves the program), LOCAL or CLOUD.
        ai: how far mail text may travel.
        never_send: domains whose mail no model sees; ``example.org`` covers ``mail.example.org``.
    """
    reach = _PLACES.get(place, 2)
    if reach == 0:
        return None
    if reach > _REACH[ai]:
        return f"mail text may not go to a {place} model (model.ai = {ai.value!r})"
    for address in _addresses(thread):
        domain = address.rpartition("@")[2].casefold()
        for kept in never_send:
            bare = kept.casefold().lstrip("@.")
            if bare and (domain == bare or domain.endswith("." + bare)):
                return f"mail of {bare} is never sent to a model (model.never_send)"
    return None


def reach(place: str, default: Ai, exceptions: Mapping[str, Ai]) -> Ai:
    """How far mail of ``account`` or ``account/folder`` may travel: the longest entry wins."""
    names = [name for name in exceptions if place == name or place.startswith(name + "/")]
    return exceptions[max(names, key=len)] if names else default


def _addresses(thread: Thread) -> list[str]:
    found: list[str] = []
    for message in thread.messages:
        found.append(message.sender.email)
        found += [a.email for a in (*message.to, *message.cc, *message.reply_to)]
        found += [span.author.email for span in message.layers if span.author]
    return [address for address in found if address]
