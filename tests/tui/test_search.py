"""Search: whatever is typed, and what becomes of the hits."""

import pytest
from textual.widgets import Input, Static

from mailmind.tui.bars import TitleBar
from mailmind.tui.inbox import Inbox
from mailmind.tui.search import Search


async def test_search_opens_the_mail_that_was_found(bench, ui):
    app, running = ui.run(bench, (80, 24))
    async with running as pilot:
        await pilot.press("slash")
        await pilot.pause()
        assert isinstance(app.screen, Search)
        await pilot.press(*"rehearsal")
        await pilot.pause()
        assert "1 found." in str(app.screen.query_one("#found", Static).render())
        await pilot.press("enter")
        await pilot.pause()
        assert app.screen.thread_id == bench.threads["well"]
        assert "Rehearsal is at 19:30." in ui.screen_text(app)
        await pilot.press("escape")
        assert isinstance(app.screen, Inbox)


async def test_a_hit_opens_at_its_mail_and_not_at_a_fact(bench, ui):
    app, running = ui.run(bench, (80, 24))
    async with running as pilot:
        await pilot.press("slash")
        await pilot.pause()
        await pilot.press(*"approved")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert app.screen.thread_id == bench.threads["refund"]
        assert "m1  Wilma Hart <care@lumen.example>" in ui.screen_text(app)
        assert app.screen.selected().fact.id == "f_wrong"


async def test_up_and_down_choose_while_typing(bench, ui):
    app, running = ui.run(bench)
    async with running as pilot:
        await pilot.press("slash")
        await pilot.pause()
        await pilot.press(*"example", "down", "down", "up", "enter")
        await pilot.pause()
        assert app.screen.query_one(TitleBar).right == "hit 2/3"


async def test_n_goes_on_to_the_next_hit(bench, ui):
    app, running = ui.run(bench)
    async with running as pilot:
        await ui.opened(pilot)
        await pilot.press("n")
        assert "Nothing was searched for yet; / searches." in ui.toasts(app)
        await pilot.press("slash")
        await pilot.pause()
        await pilot.press(*"example")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        first = app.screen.thread_id
        assert app.screen.query_one(TitleBar).right == "hit 1/3"
        await pilot.press("n")
        await pilot.pause()
        assert app.screen.query_one(TitleBar).right == "hit 2/3"
        assert app.screen.thread_id != first
        await pilot.press("N", "N")
        await pilot.pause()
        assert app.screen.query_one(TitleBar).right == "hit 3/3"
        await pilot.press("escape")
        assert isinstance(app.screen, Inbox)


@pytest.mark.parametrize("query", ['"', "AND", "a OR", "(", "*", "NEAR(", "☃ ' --"])
async def test_no_search_is_an_error(bench, query, ui):
    app, running = ui.run(bench, (80, 24))
    async with running as pilot:
        await pilot.press("slash")
        await pilot.pause()
        app.screen.query_one(Input).value = query
        await pilot.pause()
        assert isinstance(app.screen, Search)
