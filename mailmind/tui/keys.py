"""The names of all actions that have a key, and the same actions as commands.

Owned here: one table. What has a key has a name in config.toml, a line in the help and a command in the
palette, since all three come from the bindings.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

from textual.app import SystemCommand
from textual.binding import Binding
from textual.dom import DOMNode
from textual.screen import Screen


def owners() -> list[tuple[str, list[Binding]]]:
    """Every action with a key, by the screen or part of a screen that owns it."""
    from mailmind.tui.app import MailmindApp
    from mailmind.tui.dialogs import AskValue, Confirm, EditText
    from mailmind.tui.drafting import DraftKeys
    from mailmind.tui.help import AREAS, Help
    from mailmind.tui.inbox import Inbox
    from mailmind.tui.options import Options
    from mailmind.tui.search import Search
    from mailmind.tui.spanview import SpanView
    from mailmind.tui.thread import ThreadScreen
    from mailmind.tui.threadlist import ThreadList
    from mailmind.tui.threadview import ThreadView

    classes: tuple[type[DOMNode], ...] = (
        MailmindApp, Inbox, ThreadList, ThreadScreen, DraftKeys, ThreadView, SpanView, Options,
        Search, Confirm, AskValue, EditText, Help,
    )  # fmt: skip
    found: dict[str, list[Binding]] = {}
    for owner in classes:
        title = AREAS.get(owner.__name__, "Dialogs")
        mine = [b for b in owner.BINDINGS if isinstance(b, Binding) and b.id]
        found.setdefault(title, []).extend(mine)
    return list(found.items())


def known_names() -> frozenset[str]:
    """Every name that may stand under ``[keys]``."""
    return frozenset(b.id for _, bindings in owners() for b in bindings if b.id)


def key_of(screen: Screen[Any], name: str) -> str:
    """The key of an action on a screen, as it is bound now; its name where it has none."""
    for item in screen.active_bindings.values():
        if item.binding.id == name:
            return screen.app.get_key_display(item.binding)
    return name


def commands(screen: Screen[Any]) -> Iterator[SystemCommand]:
    """What can be done on a screen now, as commands with their keys."""
    seen = set()
    for item in screen.active_bindings.values():
        binding = item.binding
        if not binding.id or not item.enabled or binding.id in seen or not binding.description:
            continue
        if binding.action.endswith("command_palette"):
            continue
        seen.add(binding.id)
        key = screen.app.get_key_display(binding)
        run = partial(screen.app.run_action, binding.action, default_namespace=item.node)
        yield SystemCommand(
            binding.description, f"{item.tooltip or binding.description} ({key})", run
        )
