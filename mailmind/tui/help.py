"""The help screen: the keys that work where it was opened, as they are bound now.

Owned here: help cannot be out of date. It is made from the live bindings, rebound keys included, and
names the action as config.toml calls it.
"""

from collections.abc import Callable, Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

AREAS = {
    "MailmindApp": "Everywhere",
    "Inbox": "List of threads",
    "ThreadList": "Moving in the list",
    "ThreadScreen": "Thread",
    "DraftKeys": "Thread",
    "ThreadView": "Thread",
    "SpanView": "Reading",
    "Options": "Moving in facts and claims",
    "Search": "Search",
}
"""Who owns a key, and what people call that part of the app."""


class Help(ModalScreen[None]):
    """Keys and what they do."""

    DEFAULT_CSS = """
    Help {
        align: center middle;
        & > VerticalScroll {
            width: 76; max-width: 100%; height: auto; max-height: 100%;
            border: round $primary; background: $surface; padding: 0 1;
        }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark", "dismiss", "Close", id="help-close"),
    ]

    def __init__(self, table: Content) -> None:
        super().__init__()
        self._table = table

    def compose(self) -> ComposeResult:
        """The table, scrolling where it is long."""
        with VerticalScroll():
            yield Static(self._table)


def table(active: Iterable[ActiveBinding], display: Callable[[Binding], str]) -> Content:
    """The help of these bindings, by area. Keys of one action share a line."""
    areas: dict[str, dict[str, tuple[list[str], str]]] = {}
    for item in active:
        name = item.binding.id
        if not name or not item.enabled or not item.binding.description:
            continue
        lines = areas.setdefault(type(item.node).__name__, {})
        keys, _ = lines.setdefault(name, ([], ""))
        keys.append(display(item.binding))
        lines[name] = (keys, item.tooltip or item.binding.description)
    parts: list[Content | str | tuple[str, str]] = []
    for area, title in AREAS.items():
        for number, (name, (keys, what)) in enumerate(areas.get(area, {}).items()):
            if number == 0:
                parts.append((f"{title}\n", "bold $text-primary"))
            parts.append((f"  {' '.join(keys):<18}", "bold"))
            parts.append(f"{what:<34} ")
            parts.append((f"{name}\n", "dim"))
    parts.append(("Signs  ", "bold"))
    parts.append(
        "✓ verified  ✗ rejected  ! held  ? unverifiable\n"
        "       ● confirmed by a person  – dismissed by a person\n"
    )
    parts.append(
        (
            "Keys can be changed in config.toml under [keys], by the names at the right. ",
            "dim",
        )
    )
    parts.append(("Esc closes this.", "dim"))
    return Content.assemble(*parts)
