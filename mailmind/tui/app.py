"""The terminal app: two screens, one run in the background, and keys that can be rebound.

Owned here: the app never waits. It opens on what is stored, and a run works in a thread of its own and
tells by messages what it found.
"""

from collections.abc import Iterable
from typing import ClassVar

from rich.text import Text
from textual import on, work
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.worker import Worker, WorkerState, get_current_worker

from mailmind.errors import MailmindError
from mailmind.pipeline import events
from mailmind.tui import help as help_
from mailmind.tui.bars import StatusBar
from mailmind.tui.inbox import Inbox
from mailmind.tui.keys import commands, known_names
from mailmind.tui.messages import RunEnded, RunFound, RunProgress
from mailmind.tui.place import Place
from mailmind.tui.search import Found, Search
from mailmind.tui.services import Services
from mailmind.tui.thread import ThreadScreen
from mailmind.tui.threadlist import ThreadList
from mailmind.tui.words import line


class MailmindApp(App[None]):
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
        super().__init__()
        self.services = services
        self._inbox = Inbox(services)
        self._at_work = False
        self._stale = False
        self._found: Found | None = None

    def on_mount(self) -> None:
        """Open the list; say which names under [keys] mean nothing."""
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

    # ── the run in the background ──────────────────────────────────────────────────────────────

    def action_run(self) -> None:
        """Look at new mail now."""
        if self.services.run is None:
            self.notify("There is nothing to run here.", markup=False)
        elif self._at_work:
            self.notify("A run is at work already.", markup=False)
        else:
            self._at_work = True
            self._work("running …")
            self._run()

    @work(thread=True, exclusive=True, exit_on_error=False, group="run")
    def _run(self) -> None:
        assert self.services.run is not None  # noqa: S101  (action_run has looked)
        said, worker = "done", get_current_worker()
        try:
            for event in self.services.run():
                if worker.is_cancelled:
                    return  # the app is closing; each step that was told is stored whole
                said = progress(event) or said
                self.post_message(RunProgress(said))
                if isinstance(event, events.ThreadDone | events.ThreadsGrouped):
                    self.post_message(RunFound(event))
        except MailmindError as error:
            self.post_message(RunEnded("", str(error)))
            return
        self.post_message(RunEnded(said))

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """A run that fell over a fault of the program is said as well, never lost."""
        if event.worker.group == "run" and event.state is WorkerState.ERROR:
            fault = event.worker.error
            self.post_message(RunEnded("", f"{type(fault).__name__}: {fault}"))

    def _handle_exception(self, error: Exception) -> None:
        # An error that a user can mend ends the app with its words, not with a traceback.
        if isinstance(error, MailmindError):
            self.exit(return_code=error.exit_code, message=Text(f"mailmind: {line(str(error))}"))
        else:
            super()._handle_exception(error)

    @on(RunProgress)
    def show_progress(self, event: RunProgress) -> None:
        """What the run is at, in the status line."""
        self._work(event.text)

    @on(RunFound)
    def note_news(self) -> None:
        """Something is stored; the screens are drawn anew soon, however much comes."""
        if not self._stale:
            self._stale = True
            self.set_timer(0.5, self._refresh_screens)

    @on(RunEnded)
    def end_run(self, event: RunEnded) -> None:
        """Say how the run ended."""
        self._at_work = False
        self._work("" if not event.problem else f"run failed: {line(event.problem)}")
        self._refresh_screens()
        if event.problem:
            self.notify(line(event.problem), title="Run failed", severity="error", markup=False)
        else:
            self.notify(line(event.said), title="Run done", markup=False)

    def _refresh_screens(self) -> None:
        self._stale = False
        self._inbox.reload()
        for screen in self.screen_stack:
            if isinstance(screen, ThreadScreen):
                screen.renew()

    def _work(self, text: str) -> None:
        for screen in self.screen_stack:
            for bar in screen.query(StatusBar):
                bar.work = text


def progress(event: events.Event) -> str:
    """An event of the pipeline in a few words; empty where it says nothing new to a person."""
    match event:
        case events.MailRead(read=read):
            return f"read {read:,} mails"
        case events.MailTrouble(path=path, reason=reason):
            return f"{line(path)}: {line(reason)}"
        case events.MailParsed(done=done):
            return f"parsed {done:,} mails"
        case events.ThreadsGrouped(threads=threads, pending=pending):
            return f"{pending:,} of {threads:,} threads to look at"
        case events.ThreadDone(number=number, of=of, subject=subject):
            return f"thread {number:,} of {of:,}: {line(subject)}"
        case events.RunDone(summary=summary):
            held = f"{summary.held:,} wait for you"
            failed = f", {summary.failed:,} failed" if summary.failed else ""
            return summary.stopped or f"{summary.seen:,} of {summary.of:,} threads{failed}, {held}"
