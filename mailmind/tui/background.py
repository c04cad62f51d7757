"""What the app does beside its screens: a run of the pipeline, and a draft that was asked for.

Owned here: one thing at a time, and none of it holds up a key. Each works in a thread of its own, tells by
messages how far it is, and says at the end what came of it, also where that is an error.
"""

from textual import on, work
from textual.app import App
from textual.worker import Worker, WorkerState, get_current_worker

from mailmind.errors import MailmindError
from mailmind.pipeline import events
from mailmind.tui.bars import StatusBar
from mailmind.tui.drafttext import outcome
from mailmind.tui.messages import (
    DraftAsked,
    DraftEnded,
    DraftGrew,
    RunEnded,
    RunFound,
    RunProgress,
)
from mailmind.tui.services import Services
from mailmind.tui.words import line

_SOON = 0.5
"""Seconds after which screens are drawn anew, however much was found meanwhile."""


class Background(App[None]):
    """The app's work in the background; what is on the screens is the heir's."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self._at_work = ""
        self._stale = False

    def draw_anew(self) -> None:
        """Something is stored that the screens may show."""
        raise NotImplementedError

    def draw_draft(self, thread_id: str) -> None:
        """More of this thread's draft is written."""
        raise NotImplementedError

    def _begin(self, work: str) -> bool:
        """True where nothing else is at work; says so where something is."""
        if self._at_work:
            self.notify(f"{self._at_work} already.", markup=False)
            return False
        self._at_work = work
        return True

    def listen(self) -> None:
        """Be told what models write."""
        self.services.overheard.tell = lambda thread_id: self.post_message(DraftGrew(thread_id))

    def on_unmount(self) -> None:
        """Nobody reads any more."""
        self.services.overheard.tell = None

    # ── a run ──────────────────────────────────────────────────────────────────────────────────────

    def action_run(self) -> None:
        """Look at new mail now."""
        if self.services.run is None:
            self.notify("There is nothing to run here.", markup=False)
        elif self._begin("A run is at work"):
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
                if isinstance(event, events.RunDone) and event.summary.stopped:
                    self.post_message(RunEnded("", event.summary.stopped))
                    return
                self.post_message(RunProgress(said))
                if isinstance(event, events.ThreadDone):
                    self.services.overheard.forget(event.outcome.thread_id)
                if isinstance(event, events.ThreadDone | events.ThreadsGrouped):
                    self.post_message(RunFound(event))
        except MailmindError as error:
            self.post_message(RunEnded("", str(error)))
            return
        self.post_message(RunEnded(said))

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Work that fell over a fault of the program is said as well, never lost."""
        if event.state is not WorkerState.ERROR:
            return
        fault = f"{type(event.worker.error).__name__}: {event.worker.error}"
        if event.worker.group == "run":
            self.post_message(RunEnded("", fault))
        elif event.worker.group == "write":
            self.post_message(DraftEnded(event.worker.name, "", fault))

    @on(RunProgress)
    def show_progress(self, event: RunProgress) -> None:
        """What the run is at, in the status line."""
        self._work(event.text)

    @on(RunFound)
    def note_news(self) -> None:
        """Something is stored; the screens are drawn anew soon, however much comes."""
        if not self._stale:
            self._stale = True
            self.set_timer(_SOON, self._draw)

    @on(RunEnded)
    def end_run(self, event: RunEnded) -> None:
        """Say how the run ended."""
        self.services.overheard.unfinished.clear()
        self._end("Run", event.said, event.problem)

    # ── a draft ────────────────────────────────────────────────────────────────────────────────────

    @on(DraftAsked)
    def begin_draft(self, event: DraftAsked) -> None:
        """Write a draft now."""
        if self.services.write and self._begin("A draft is being written"):
            self._work("asking the model for a draft …")
            self.run_worker(
                lambda: self._write(event.thread_id),
                name=event.thread_id,
                group="write",
                thread=True,
                exit_on_error=False,
            )

    def _write(self, thread_id: str) -> None:
        assert self.services.write is not None  # noqa: S101  (who asks has looked)
        try:
            draft = self.services.write(thread_id)
        except MailmindError as error:
            self.post_message(DraftEnded(thread_id, "", str(error)))
            return
        self.post_message(DraftEnded(thread_id, outcome(draft)))

    @on(DraftGrew)
    def show_growth(self, event: DraftGrew) -> None:
        """The newest words of a draft, on its screen and in the status line."""
        written = self.services.overheard.unfinished.get(event.thread_id)
        if written is not None and written.words:
            self._work(f"writing, not yet checked: {line(written.subject) or 'a thread'}")
            self.draw_draft(event.thread_id)

    @on(DraftEnded)
    def end_draft(self, event: DraftEnded) -> None:
        """Show the draft as the gate left it, or say why there is none."""
        self.services.overheard.forget(event.thread_id)
        self._end("Draft", event.said, event.problem)

    # ── both ───────────────────────────────────────────────────────────────────────────────────────

    def _end(self, what: str, said: str, problem: str) -> None:
        self._at_work = ""
        self._work("" if not problem else f"{what.lower()} failed: {line(problem)}")
        self._draw()
        if problem:
            self.notify(line(problem), title=f"{what} failed", severity="error", markup=False)
        else:
            self.notify(line(said), title=f"{what} done", markup=False)

    def _draw(self) -> None:
        self._stale = False
        self.draw_anew()

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
