"""The terminal app: two screens, work in the background, and keys that can be rebound.

Owned here: the app never waits. It opens on what is stored; what takes time goes to the background.
"""

from collections.abc import Iterable
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen

from mailmind.errors import MailmindError
from mailmind.tui import help as help_
from mailmind.tui.background import Background
from mailmind.tui.inbox import Inbox
from mailmind.tui.keys import commands, known_names
from mailmind.tui.place import Place
from mailmind.tui.search import Found, Search
from mailmind.tui.services import Services
from mailmind.tui.thread import ThreadScreen
from mailmind.tui.threadlist import ThreadList
from mailmind.tui.words import line


class MailmindApp(Background):
    """The terminal front over a store."""

    TITLE = "mailmind"
    COMMAND_PALETTE_BINDING = "ctrl+p"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1", "keys", "Help", id="help", tooltip="The keys that work here"),
        Binding("colon", "command_palette", "Commands", show=False, id="commands",
                tooltip="Every command by name"),
        Binding("ctrl+q", "quit", "Quit", show=False, id="leave", tooltip="Leave mailmind"),
    ]  # fmt: skip

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._inbox = Inbox(services)
        self._found: Found | None = None

    def on_mount(self) -> None:
        """Open the list; say which names under [keys] mean nothing."""
        self.listen()
        names = known_names()
        self.set_keymap({k: v for k, v in self.services.keys.items() if k in names})
        self.push_screen(self._inbox)
        unknown = sorted(set(self.services.keys) - names)
        if unknown:
            self.notify(
                f"config.toml [keys]: {line(', '.join(unknown))}. Help (?) lists the names.",
                title="Unknown actions",
                severity="warning",
                markup=False,
            )

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """The palette: every key of the screen as a command, then what Textual offers."""
        yield from commands(screen)
        for command in super().get_system_commands(screen):
            if command.title in ("Theme", "Screenshot"):
                yield command

    def action_keys(self) -> None:
        """Help for the screen that is open."""
        if not isinstance(self.screen, help_.Help):
            table = help_.table(self.screen.active_bindings.values(), self.get_key_display)
            self.push_screen(help_.Help(table))

    @on(ThreadList.Opened)
    def open_thread(self, event: ThreadList.Opened) -> None:
        """From the list to a thread."""
        place = Place(event.thread_id, event.at, self._inbox.threads)
        self._show(ThreadScreen(self.services, event.thread_id, place))

    def _show(self, screen: ThreadScreen) -> None:
        self.push_screen(screen, lambda _: self._inbox.reload())

    def action_search(self) -> None:
        """Search, then show the mail that was chosen."""
        self.push_screen(Search(self.services), self._show_hit)

    def action_hit(self, by: int) -> None:
        """The next or previous mail of the last search."""
        if self._found is None:
            self.notify("Nothing was searched for yet; / searches.", markup=False)
        else:
            self._show_hit(self._found.step(by))

    def _show_hit(self, found: Found | None) -> None:
        if found is None:
            return
        self._found = found
        if isinstance(self.screen, ThreadScreen):
            self.pop_screen()
        where = f"hit {found.at + 1}/{len(found.hits)}"
        hit = found.hit
        self._show(
            ThreadScreen(self.services, hit.thread_id, message_id=hit.message_id, where=where)
        )

    def _handle_exception(self, error: Exception) -> None:
        # An error that a user can mend ends the app with its words, not with a traceback.
        if isinstance(error, MailmindError):
            self.exit(return_code=error.exit_code, message=Text(f"mailmind: {line(str(error))}"))
        else:
            super()._handle_exception(error)

    def draw_anew(self) -> None:
        """Read what is stored again; cursors stay where they are."""
        self._inbox.reload()
        for screen in self.screen_stack:
            if isinstance(screen, ThreadScreen):
                screen.renew()

    def draw_draft(self, thread_id: str) -> None:
        """Show the newest words of a draft where its thread is open."""
        for screen in self.screen_stack:
            if isinstance(screen, ThreadScreen) and screen.thread_id == thread_id:
                screen.show_writing()
