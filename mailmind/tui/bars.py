"""The title line and the status line of every screen.

Owned here: privacy and cost in sight. Whether mail text goes to a model, to which, and what it cost
today stands on every screen.
"""

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from mailmind.tui.services import Services
from mailmind.tui.words import fit, line

_PLACE_STYLE = {"OFF": "bold $text-success", "LOCAL": "bold $text-success"}


class TitleBar(Widget):
    """What is on the screen at the left, where in the list at the right."""

    DEFAULT_CSS = "TitleBar { height: 1; background: $panel; text-style: bold; padding: 0 1; }"

    left: reactive[str] = reactive("")
    right: reactive[str] = reactive("")

    def render(self) -> Content:
        """The line."""
        right = line(self.right)
        return Content(fit(line(self.left), max(self.size.width - len(right) - 1, 1)) + " " + right)


class StatusBar(Widget):
    """AI place, model, spend, counts, and what the run is doing."""

    DEFAULT_CSS = "StatusBar { height: 1; background: $panel; padding: 0 1; }"

    counts: reactive[str] = reactive("")
    work: reactive[str] = reactive("")

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services

    def on_mount(self) -> None:
        """Count what is stored."""
        self.count()

    def count(self) -> None:
        """Count anew."""
        store = self._services.store
        total, waiting = store.thread_count(), store.thread_count(only="waiting")
        self.counts = f"{total:,} threads · {waiting:,} wait for you"
        self.refresh()

    def render(self) -> Content:
        """The line."""
        ai = self._services.ai
        place = ai.place if ai.place in ("OFF", "LOCAL", "CLOUD") else f"? {line(ai.place)}"
        spent = self._services.spent()
        cost = "spend unknown" if spent is None else f"${spent:.4f} today"
        tail = self.work or self.counts
        return Content.assemble(
            (f"AI {place}", _PLACE_STYLE.get(place, "bold $text-warning")),
            f" {line(ai.model)}",
            (f" · {cost} · ", "dim"),
            line(tail),
        )
