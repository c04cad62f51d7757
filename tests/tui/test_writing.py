"""A draft while it is written: its words come in, nothing may use them, and the gate has the last word."""

import json
import threading
from contextlib import contextmanager
from dataclasses import replace

import pytest

from mailmind import config as configuration
from mailmind.adapters.claude.opening import open_model
from mailmind.core.dialogue import Ask, Task
from mailmind.core.modelconfig import Level, ModelConfig
from mailmind.errors import MailmindError
from mailmind.pipeline import Workbench, run
from mailmind.pipeline.request import write
from mailmind.testserver import Fault, MessagesServer
from mailmind.tui.bars import StatusBar
from mailmind.tui.services import Overheard

AS_USUAL = Fault.slow(0.0)
SIZES = [(80, 24), (120, 40)]
OPENING = "Dear Sanne, thank you for your mail."
FALSE = "I will pay the 75 EUR tomorrow."
TRUE = "See you at the rehearsal?"


def envelope(task, **lists):
    empty = {"task": task, "facts": [], "checks": [], "reply": [], "questions": []}
    return json.dumps(empty | lists)


def draft_of(*sentences):
    rows = [{"text": text, "kind": kind, "fact_ids": []} for text, kind in sentences]
    return envelope("draft", reply=rows)


def model(*drafts):
    """A model that reads nothing and drafts these, the last one again and again."""
    waiting = list(drafts)

    def reply(body):
        task = body["messages"][0]["content"][-1]["text"].partition("\n")[0]
        if task != "TASK=draft":
            return envelope("extract")
        return waiting.pop(0) if len(waiting) > 1 else waiting[0]

    return reply


@contextmanager
def desk(bench, reply):
    """Services with a real model on a local server, over the bench's store."""
    overheard = Overheard()
    settings = configuration.load(environ={"MAILMIND_CONFIG": "/nowhere"}).settings
    user = replace(settings.user, addresses=("robin@vale.example",))
    with MessagesServer(reply) as server:
        asked = ModelConfig(base_url=server.url, place="CLOUD", level=Level.SCHEMA, timeout=60.0)
        claude = open_model(
            asked, listener=overheard.hear, environ={"ANTHROPIC_API_KEY": server.key}
        )
        workbench = Workbench(
            store=bench.store, model=claude, verifier=None, clock=bench.clock,
            settings=replace(settings, user=user, model=asked), zone="Europe/Berlin",
            config_hash="c", prompt_hash="p",
        )  # fmt: skip
        more = {
            "write": lambda thread_id: write(thread_id, workbench),
            "run": lambda: run(workbench),
            "overheard": overheard,
        }
        yield server, more
        claude.close()


async def until(pilot, ready):
    """Wait, as long as the test may take, until something is so."""
    while not ready():
        await pilot.pause(0.02)


async def ask_for_a_draft(pilot, ui):
    await ui.opened(pilot, "j", "j")
    await pilot.press("w")
    await pilot.pause()
    await pilot.press("y")


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_words_come_in_unchecked_and_the_gated_draft_takes_their_place(bench, ui, size):
    go_on = threading.Event()
    good = draft_of((OPENING, "courtesy"), (TRUE, "question"))
    with desk(bench, model(good)) as (server, more):
        server.script(Fault.wait(go_on, after=19))
        app, running = ui.run(bench, size, **more)
        async with running as pilot:
            screen = await ui.opened(pilot, "j", "j")
            await pilot.press("w")
            await pilot.pause()
            assert "Write another draft in the place of this one?" in ui.screen_text(app)
            await pilot.press("y")
            await until(pilot, lambda: "NOT YET CHECKED" in ui.screen_text(app))
            await until(pilot, lambda: "Dear" in screen.query_one("#draft").text())
            shown = ui.screen_text(app)
            assert TRUE not in shown
            assert "not yet checked" in screen.query_one(StatusBar).work
            assert screen.query_one("#claims").option_count == 0
            assert screen.draft.text == "19:30 suits me."
            go_on.set()
            await until(pilot, lambda: "NOT YET CHECKED" not in ui.screen_text(app))
            shown = ui.screen_text(app)
            assert OPENING in shown
            assert TRUE in shown
            assert "✓ Every claim is accounted for." in shown
            assert "Every claim in it is accounted for." in ui.toasts(app)
            assert screen.query_one(StatusBar).work == ""


async def test_nothing_can_use_a_draft_that_is_being_written(bench, ui):
    go_on = threading.Event()
    with desk(bench, model(draft_of((OPENING, "courtesy")))) as (server, more):
        server.script(Fault.wait(go_on, after=19))
        app, running = ui.run(bench, **more)
        async with running as pilot:
            await ask_for_a_draft(pilot, ui)
            await until(pilot, lambda: "NOT YET CHECKED" in ui.screen_text(app))
            await pilot.press("C", "s", "a", "e", "D", "w")
            await pilot.pause()
            not_yet = "A draft is being written. It can be used once the gate has judged it."
            assert ui.toasts(app)[-6:] == [not_yet] * 6
            assert app.clipboard == ""
            await pilot.press("escape", "escape")
            await pilot.pause()
            await pilot.press("ctrl+r")
            assert ui.toasts(app)[-1] == "A draft is being written already."
            await pilot.press("enter")
            await until(pilot, lambda: "NOT YET CHECKED" in ui.screen_text(app))
            go_on.set()
            await until(pilot, lambda: "NOT YET CHECKED" not in ui.screen_text(app))
        assert bench.store.draft(bench.threads["well"]).text == OPENING


async def test_a_draft_that_the_gate_stops_shows_as_stopped(bench, ui):
    go_on = threading.Event()
    bad = draft_of((FALSE, "assertion"))
    with desk(bench, model(bad)) as (server, more):
        server.script(AS_USUAL, Fault.wait(go_on, after=19))
        app, running = ui.run(bench, **more)
        async with running as pilot:
            await ask_for_a_draft(pilot, ui)
            again = "Attempt 2, after the gate stopped one."
            title = app.screen.query_one("#draft-title")
            await until(pilot, lambda: again in str(title.render()))
            go_on.set()
            await until(pilot, lambda: "✗ Cannot be sent:" in ui.screen_text(app))
            assert any("It cannot be sent:" in said for said in ui.toasts(app))
        assert bench.store.draft(bench.threads["well"]).status == "given_up"


async def test_a_run_shows_its_drafts_while_it_writes_them(empty, ui):
    thread = empty.mail_from("Sanne <sanne@choir.example>", "Rehearsal", "Will you come?\n", 2)
    go_on = threading.Event()
    good = draft_of((OPENING, "courtesy"), (TRUE, "question"))
    with desk(empty, model(good)) as (server, more):
        server.script(AS_USUAL, Fault.wait(go_on, after=19))
        app, running = ui.run(empty, **more)
        async with running as pilot:
            await pilot.press("ctrl+r")
            bar = app.screen.query_one(StatusBar)
            await until(pilot, lambda: "writing, not yet checked: Rehearsal" in bar.work)
            await ui.opened(pilot)
            await until(pilot, lambda: "NOT YET CHECKED" in ui.screen_text(app))
            go_on.set()
            await until(pilot, lambda: "✓ Every claim is accounted for." in ui.screen_text(app))
        assert empty.store.draft(thread.id).status == "allowed"


async def test_why_no_draft_was_written_is_said(bench, ui):
    def refuse(_thread_id):
        raise MailmindError("the ceiling of this day is reached")

    app, running = ui.run(bench, write=refuse)
    async with running as pilot:
        await ask_for_a_draft(pilot, ui)
        await until(pilot, lambda: ui.toasts(app))
        assert ui.toasts(app) == ["the ceiling of this day is reached"]
        work = app.screen.query_one(StatusBar).work
        assert work == "draft failed: the ceiling of this day is reached"
        assert "19:30 suits me." in ui.screen_text(app)


async def test_a_fault_while_writing_is_said(bench, ui):
    def broken(_thread_id):
        raise RuntimeError("boom")

    app, running = ui.run(bench, write=broken)
    async with running as pilot:
        await ask_for_a_draft(pilot, ui)
        await until(pilot, lambda: ui.toasts(app))
        assert ui.toasts(app) == ["RuntimeError: boom"]


async def test_without_a_model_there_is_nobody_to_ask(bench, ui):
    app, running = ui.run(bench)
    async with running as pilot:
        await ui.opened(pilot)
        await pilot.press("w")
        assert ui.toasts(app) == ["There is no model here that could write one."]


async def test_hostile_words_of_a_model_are_harmless_while_they_come(bench, ui):
    overheard = Overheard()
    app, running = ui.run(bench, overheard=overheard)
    async with running as pilot:
        await ui.opened(pilot)
        thread = app.screen.thread
        text = draft_of(("[@click=app.quit]x[/] [/y] \x1b]52;c;aGk=\x07 \u202e", "courtesy"))
        overheard.hear(Ask(Task.DRAFT, thread), text)
        await until(pilot, lambda: "NOT YET CHECKED" in ui.screen_text(app))
        shown = app.screen.query_one("#draft").text()
        assert "[@click=app.quit]x[/] [/y]" in shown
        assert not set("\x1b\x07\u202e") & set(shown)
