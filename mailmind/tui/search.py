"""Search: a line to type in, hits below it.

Owned here: what a person types is never an error. The store makes it safe; no hit is said in words.
"""

from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from mailmind.ports import SearchHit
from mailmind.tui.options import Options
from mailmind.tui.services import Services
from mailmind.tui.words import day, fit, line, sender_name


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found, and which of it is looked at."""

    hits: tuple[SearchHit, ...]
    at: int

    @property
    def hit(self) -> SearchHit:
        """The mail that is looked at."""
        return self.hits[self.at]

    def step(self, by: int) -> "Found":
        """The next or previous hit, around the end."""
        return Found(self.hits, (self.at + by) % len(self.hits))


class Search(ModalScreen[Found | None]):
    """Finds mails; answers all of them and the one that was chosen."""

    DEFAULT_CSS = """
    Search {
        align: center top;
        & > Vertical { width: 100%; height: 100%; background: $surface; padding: 0 1; }
        & Static { height: 1; text-style: dim; }
        & Options { height: 1fr; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Back", id="search-leave", tooltip="Back to where you were"),
        Binding("down", "choose(1)", "Next hit", show=False, id="search-down"),
        Binding("up", "choose(-1)", "Previous hit", show=False, id="search-up"),
    ]

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self._hits: list[SearchHit] = []

    def compose(self) -> ComposeResult:
        """Field, count, hits."""
        with Vertical():
            yield Input(placeholder="Words of a mail, a sender, a subject", id="query")
            yield Static("Type to search. Esc goes back.", id="found", markup=False)
            yield Options(id="hits")

    def on_mount(self) -> None:
        """Start in the field."""
        self.query_one(Input).focus()

    @on(Input.Changed, "#query")
    def look(self, event: Input.Changed) -> None:
        """Search as one types."""
        query = event.value.strip()
        self._hits = self._services.store.search(query, limit=100) if query else []
        hits = self.query_one("#hits", Options)
        hits.clear_options()
        hits.add_options(Option(self._row(hit)) for hit in self._hits)
        hits.highlighted = 0 if self._hits else None
        self.query_one("#found", Static).update(Content(self._found(query)))

    def _found(self, query: str) -> str:
        if not query:
            return "Type to search. Esc goes back."
        if not self._hits:
            return "Nothing found. Try fewer or shorter words."
        more = " or more" if len(self._hits) == 100 else ""
        return f"{len(self._hits)}{more} found. Up and down choose, Enter opens."

    def _row(self, hit: SearchHit) -> Content:
        when = day(hit.date, self._services.zone, self._services.clock.now())
        return Content.assemble(
            (fit(when, 11), "dim"),
            fit(sender_name(hit.sender), 20),
            " ",
            (line(hit.subject) or "(no subject)", "bold"),
            f"  {line(hit.snippet)}",
        )

    def action_choose(self, by: int) -> None:
        """Another hit; the words can be typed on all the while."""
        hits = self.query_one("#hits", Options)
        if by > 0:
            hits.action_cursor_down()
        else:
            hits.action_cursor_up()

    @on(Input.Submitted, "#query")
    @on(OptionList.OptionSelected, "#hits")
    def open(self) -> None:
        """Open the hit under the cursor."""
        at = self.query_one("#hits", Options).highlighted
        if at is not None and at < len(self._hits):
            self.dismiss(Found(tuple(self._hits), at))

    def action_leave(self) -> None:
        """Nothing was chosen."""
        self.dismiss(None)
