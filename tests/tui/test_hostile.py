"""Mail is hostile data: on every screen it is text, never markup and never a terminal escape."""

import pytest
from textual.widgets import Input

from mailmind.tui.app import MailmindApp
from mailmind.tui.dialogs import AskValue, Confirm, EditText
from mailmind.tui.help import Help
from mailmind.tui.inbox import Inbox
from mailmind.tui.search import Search
from mailmind.tui.thread import ThreadScreen

FORBIDDEN = (
    [chr(c) for c in range(0x20)]
    + [chr(c) for c in range(0x7F, 0xA0)]
    + [chr(c) for c in (0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))]
)

SIZES = [(80, 24), (120, 40)]


def cells(app) -> str:
    strips = app.screen._compositor.render_strips()
    return "".join(segment.text for strip in strips for segment in strip)


def actions(app) -> list[object]:
    """Every click action that is on the screen."""
    strips = app.screen._compositor.render_strips()
    metas = [s.style.meta for strip in strips for s in strip if s.style and s.style.meta]
    return [v for meta in metas for k, v in meta.items() if k.startswith("@")]


def check(app, *words):
    text = cells(app)
    assert not set(FORBIDDEN) & set(text)
    for word in words:
        assert word in text
    assert not [a for a in actions(app) if "quit" in str(a)]


async def hostile_thread(pilot) -> ThreadScreen:
    await pilot.press("j", "enter")
    await pilot.pause()
    assert isinstance(pilot.app.screen, ThreadScreen)
    return pilot.app.screen


@pytest.mark.parametrize("size", [*SIZES, (60, 20), (40, 12)])
async def test_the_list(bench, size):
    app = MailmindApp(bench.services())
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        check(app, "[@click=app.quit]")


@pytest.mark.parametrize("size", SIZES)
async def test_the_thread_with_subject_sender_body_attachment_fact_and_draft(bench, size):
    app = MailmindApp(bench.services())
    async with app.run_test(size=size, notifications=True) as pilot:
        screen = await hostile_thread(pilot)
        check(app, "[@click=app.quit]Pay now[/] [/oops]", "[bold]Root[/]", "plan\ufffdfdp.exe")
        assert "[@click=app.quit]here[/]" in screen.query_one("#mail").text()
        check(app, "[/r]", "[@click=app.quit]v[/]")
        await pilot.press("tab", "tab")
        await pilot.pause()
        check(app, "[@click=app.quit]draft[/]", "[/why]")
        await pilot.press("s", "C", "enter")
        await pilot.pause()
        check(app)


async def test_no_click_on_a_subject_does_anything(bench):
    app = MailmindApp(bench.services())
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await hostile_thread(pilot)
        for at in range(0, 60, 12):
            await pilot.click("TitleBar", offset=(at, 0))
            await pilot.click("#mail", offset=(at, 2))
        await pilot.pause()
        assert app.is_running
        assert app.screen is screen


async def test_the_dialogs_and_the_toast(bench):
    app = MailmindApp(bench.services())
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await hostile_thread(pilot)
        await pilot.press("E")
        await pilot.pause()
        assert isinstance(app.screen, AskValue)
        check(app, "[@click=app.quit]v[/]")
        assert app.screen.query_one(Input).value == "[@click=app.quit]v[/]"
        await pilot.press("escape")
        await pilot.press("x")
        await pilot.pause()
        check(app, "Dismissed:")
        app.push_screen(Confirm("Sure?", "[@click=app.quit]because[/] [/x]", "[/yes]"))
        await pilot.pause()
        check(app, "[@click=app.quit]because[/] [/x]", "[/yes]")


async def test_the_editor_of_a_draft(bench):
    app = MailmindApp(bench.services())
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await hostile_thread(pilot)
        await pilot.press("e")
        await pilot.pause()
        assert isinstance(app.screen, EditText)
        check(app, "[@click=app.quit]draft[/]")


async def test_search_and_help(bench):
    app = MailmindApp(bench.services(keys={"[/x]\x1b": "y"}))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await pilot.pause()
        check(app, "[/x]")
        await pilot.press("slash")
        await pilot.pause()
        await pilot.press(*"click")
        await pilot.pause()
        assert isinstance(app.screen, Search)
        check(app, "[@click=app.quit]Pay now[/]")
        await pilot.press("escape", "question_mark")
        await pilot.pause()
        assert isinstance(app.screen, Help)
        check(app)
        await pilot.press("escape")
        assert isinstance(app.screen, Inbox)


async def test_what_a_run_says(bench):
    from mailmind.pipeline import events

    def pipeline():
        yield events.MailTrouble("[/x]\x1b[2J.eml", "[@click=app.quit]bad[/] \u202e")

    app = MailmindApp(bench.services(run=pipeline))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await pilot.press("ctrl+r")
        await app.workers.wait_for_complete()
        await pilot.pause()
        check(app, "[@click=app.quit]bad[/]")
