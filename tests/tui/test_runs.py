"""A run in the background, and errors that end it."""

import threading

from mailmind.errors import MailmindError, StoreError
from mailmind.pipeline import events
from mailmind.tui.bars import StatusBar
from mailmind.tui.threadlist import ThreadList


async def test_an_error_of_the_store_ends_the_app_with_words(bench, ui):
    class Broken:
        def __getattr__(self, name):
            return getattr(bench.store, name)

        def facts(self, thread_id):
            raise StoreError("the store is damaged; restore a backup")

    app, running = ui.run(bench, store=Broken())
    async with running as pilot:
        await pilot.press("enter")
        await pilot.pause()
    assert app.return_code == 1


async def test_leaving_ends_a_run_that_has_long_to_go(bench, ui):
    told, stopped, seen = threading.Event(), threading.Event(), []

    def pipeline():
        try:
            for n in range(1_000_000):
                seen.append(n)
                yield events.MailRead(n, n, 0)
                told.set()
        finally:
            stopped.set()

    _, running = ui.run(bench, (80, 24), run=pipeline)
    async with running as pilot:
        await pilot.press("ctrl+r")
        assert told.wait(10)
        await pilot.press("q")
        await pilot.pause()
    assert stopped.wait(60)
    assert len(seen) < 1_000_000


async def test_a_fault_in_a_run_is_said(bench, ui):
    def pipeline():
        yield events.MailRead(1, 1, 0)
        raise RuntimeError("boom")

    app, running = ui.run(bench, (80, 24), run=pipeline)
    async with running as pilot:
        await pilot.press("ctrl+r")
        bar = app.screen.query_one(StatusBar)
        while not bar.work.startswith("run failed"):
            await pilot.pause(0.01)
        assert bar.work == "run failed: RuntimeError: boom"
        await pilot.press("ctrl+r")
        assert "A run is at work already." not in ui.toasts(app)


async def test_a_run_reports_and_new_mail_does_not_move_the_cursor(bench, ui):
    def pipeline():
        yield events.MailRead(1, 1, 0)
        bench.mail_from("New <new@b.example>", "Newest", "Hello.\n", 25)
        yield events.ThreadsGrouped(4, 1)
        summary = events.Summary("r", 1, 4, 0, {}, 0, 0, 2, 0, 0.0)
        yield events.RunDone(summary)

    app, running = ui.run(bench, (80, 24), run=pipeline)
    async with running as pilot:
        threads = app.screen.query_one(ThreadList)
        await pilot.press("j")
        assert threads.row(threads.cursor).id == bench.threads["hostile"]
        await pilot.press("ctrl+r")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert (threads.count, threads.cursor) == (4, 2)
        assert threads.row(threads.cursor).id == bench.threads["hostile"]
        assert ui.toasts(app) == ["1 of 4 threads, 2 wait for you"]
        assert "1 new" in ui.screen_text(app)


async def test_a_run_that_was_stopped_stays_said(bench, ui):
    why = "the ceiling of this run is reached; 3 of 4 threads are left"

    def pipeline():
        summary = events.Summary("r", 1, 4, 0, {}, 0, 0, 2, 1, 1.0, stopped=why)
        yield events.RunDone(summary)

    app, running = ui.run(bench, (80, 24), run=pipeline)
    async with running as pilot:
        await pilot.press("ctrl+r")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert app.screen.query_one(StatusBar).work == f"run failed: {why}"
        assert ui.toasts(app) == [why]


async def test_a_run_that_fails_is_said_and_stays_said(bench, ui):
    def pipeline():
        yield events.MailRead(1, 1, 0)
        raise MailmindError("no key: set ANTHROPIC_API_KEY")

    app, running = ui.run(bench, (80, 24), run=pipeline)
    async with running as pilot:
        await pilot.press("ctrl+r")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert ui.toasts(app) == ["no key: set ANTHROPIC_API_KEY"]
        assert app.screen.query_one(StatusBar).work == "run failed: no key: set ANTHROPIC_API_KEY"
