"""A thread by what a person calls it: its ID, the beginning of it, or something that stands in it.

Owned here: a name that fits several threads finds none of them.
"""

from mailmind.core.values import Thread
from mailmind.errors import UsageError
from mailmind.ports import Store

_SHORTEST = 3
"""So many characters at least may stand for a whole ID."""


def find_thread(store: Store, name: str) -> Thread:
    """The thread of that ID, of the one ID that starts so, or with the fact or message of that ID.

    Raises:
        UsageError: none or several are called so.
    """
    short = len(name) >= _SHORTEST
    ids = [i for i in store.thread_ids() if i == name or (short and i.startswith(name))]
    if len(ids) > 1 and name not in ids:
        listed = ", ".join(ids[:5]) + (", …" if len(ids) > 5 else "")
        raise UsageError(f"{name} is not one thread: {listed}. Give more of the ID.")
    wanted = (name if name in ids else ids[0]) if ids else _thread_of(store, name)
    thread = store.thread(wanted) if wanted else None
    if thread is None:
        raise UsageError(f"no thread {name!r}; `mailmind show` lists them")
    return thread


def _thread_of(store: Store, name: str) -> str | None:
    """The thread that holds a fact or a message of that ID."""
    if name.startswith("msg_"):
        return store.thread_of(name)
    found = store.find_fact(name)
    return found[0] if found else None
