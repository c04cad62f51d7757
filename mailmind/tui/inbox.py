"""The first screen: the list of threads, all of them or those that need something.

Owned here: the way in. Every empty list says which key or command helps.
"""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Footer

from mailmind.tui.bars import StatusBar, TitleBar
from mailmind.tui.keys import key_of
from mailmind.tui.services import Services
from mailmind.tui.threadlist import ThreadList

VIEWS: dict[str | None, str] = {
    None: "All threads",
    "waiting": "Waiting for you",
    "drafts": "With a draft",
}
_EMPTY = {
    None: (
        "No mail here yet.\n\nLeave with {quit}, then one of\n"
        "  mailmind import PATH     mail files, an mbox or a Maildir\n"
        "  mailmind sync            over IMAP, from an account in config.toml\n"
        "  mailmind demo --tui      a bundled inbox, without key or network"
    ),
    "waiting": "Nothing waits for you.\n\n{view} shows the other threads, {run} looks at new mail.",
    "drafts": "No drafts yet.\n\n{view} shows the other threads, {run} looks at new mail.",
}


class Inbox(Screen[None]):
    """Title, list, keys, status."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "app.search", "Search", id="search", tooltip="Search all mails"),
        Binding(
            "f",
            "view",
            "View",
            id="view",
            tooltip="Next view: all, waiting, drafts",
        ),
        Binding("ctrl+r,f5", "app.run", "Run", id="run", tooltip="Look at new mail now"),
        Binding("q", "app.quit", "Quit", id="quit", tooltip="Leave mailmind"),
    ]

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self._known: int | None = None

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        services = self._services
        yield TitleBar()
        yield ThreadList(services.store, services.zone, services.clock.now)
        yield StatusBar(services)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Start in the list."""
        self.threads.focus()
        self.call_after_refresh(self._show_hint)
        self.refresh_counts()

    @property
    def threads(self) -> ThreadList:
        """The list."""
        return self.query_one(ThreadList)

    def reload(self) -> None:
        """Read the list anew; the cursor stays where it is."""
        self.threads.reload(only=self.threads.only)
        self.refresh_counts()

    def refresh_counts(self) -> None:
        """Counts from the store, in title and status."""
        self.query_one(StatusBar).count()
        self._show_place()

    def _show_place(self) -> None:
        threads, bar = self.threads, self.query_one(TitleBar)
        if self._known is None:
            self._known = threads.total
        new = threads.total - self._known
        about = f" · {self._services.about}" if self._services.about else ""
        bar.left = f"mailmind · {VIEWS[threads.only]}{about}{f' · {new} new' if new > 0 else ''}"
        bar.right = f"{min(threads.cursor + 1, threads.count):,}/{threads.count:,}"

    def on_thread_list_moved(self) -> None:
        """The cursor is elsewhere."""
        self._show_place()

    def _show_hint(self) -> None:
        keys = {name: key_of(self, name) for name in ("quit", "view", "run")}
        self.threads.empty_hint = _EMPTY[self.threads.only].format(**keys)
        self.threads.refresh()

    def action_view(self) -> None:
        """The next view: all, waiting, drafts."""
        names = list(VIEWS)
        only = names[(names.index(self.threads.only) + 1) % len(names)]
        self.threads.reload(only=only, keep=False)
        self._show_hint()
        self.refresh_counts()
