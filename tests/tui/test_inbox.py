"""The first screen: what a person sees of the threads, and where the keys lead."""

import pytest

from mailmind.tui.inbox import Inbox
from mailmind.tui.threadlist import ThreadList


async def test_the_list_shows_state_counts_and_privacy(bench, ui):
    app, running = ui.run(bench, (80, 24))
    async with running:
        text = ui.screen_text(app)
        lines = text.splitlines()
        assert "All threads" in lines[0]
        assert lines[0].rstrip().endswith("1/3")
        assert lines[2].split()[:5] == ["given", "up", "✗1", "!1", "Wilma"]
        assert lines[4].split()[:3] == ["ready", "✓1", "Sanne"]
        assert "AI CLOUD recorded-1 · $0.0123 today · 3 threads · 2 wait for you" in text


@pytest.mark.parametrize(
    ("width", "titles"),
    [
        (120, "Draft Facts From Subject Kind Mails Date"),
        (80, "Draft Facts From Subject Date"),
        (66, "Facts From Subject"),
        (40, "Facts Subject"),
    ],
)
async def test_columns_drop_with_the_width(bench, width, titles, ui):
    app, running = ui.run(bench, (width, 24))
    async with running:
        assert ui.screen_text(app).splitlines()[1].split() == titles.split()


async def test_the_cursor_moves_and_the_view_changes(bench, ui):
    app, running = ui.run(bench, (80, 24))
    async with running as pilot:
        threads = app.screen.query_one(ThreadList)
        await pilot.press("j", "j", "j")
        assert threads.cursor == 2
        await pilot.press("g")
        assert threads.cursor == 0
        await pilot.press("f")
        assert (threads.only, threads.count, threads.cursor) == ("waiting", 2, 0)
        assert "Waiting for you" in ui.screen_text(app)


@pytest.mark.parametrize("size", [(80, 24), (40, 10)])
async def test_empty_lists_name_the_way_on(empty, size, ui):
    app, running = ui.run(empty, size)
    async with running as pilot:
        assert "mailmind import PATH" in ui.screen_text(app)
        await pilot.press("j", "k", "G", "enter", "ctrl+d")
        assert isinstance(app.screen, Inbox)
        await pilot.press("f")
        assert "Nothing waits for you." in ui.screen_text(app)


async def test_quit(bench, ui):
    app, running = ui.run(bench)
    async with running as pilot:
        await pilot.press("q")
        await pilot.pause()
    assert app.return_code == 0
