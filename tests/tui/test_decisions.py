"""What a person decides about facts, and what is asked before."""

from textual.widgets import Input

from mailmind.core.values import State
from mailmind.errors import MailmindError
from mailmind.tui.dialogs import AskValue, Confirm


async def test_a_held_fact_is_confirmed_at_once(bench, ui):
    app, running = ui.run(bench)
    async with running as pilot:
        screen = await ui.opened(pilot)
        await pilot.press("right_square_bracket", "y")
        await pilot.pause()
        assert bench.asked == [("f_held", "confirm", None)]
        assert screen.selected().state is State.CONFIRMED
        assert "● duration" in ui.screen_text(app)
        assert "Facts 2 · 1 open" in ui.screen_text(app)


async def test_what_code_proved_wrong_is_confirmed_only_after_a_question(bench, ui):
    app, running = ui.run(bench)
    async with running as pilot:
        await ui.opened(pilot)
        await pilot.press("y")
        await pilot.pause()
        assert isinstance(app.screen, Confirm)
        text = ui.screen_text(app)
        assert "Code proved this fact wrong. Confirm it all the same?" in text
        assert "480 USD stands nowhere in m1." in text
        assert app.focused.id == "no"
        await pilot.press("enter")
        await pilot.pause()
        assert bench.asked == []
        await pilot.press("y")
        await pilot.pause()
        await pilot.press("y")
        await pilot.pause()
        assert bench.asked == [("f_wrong", "confirm", None)]


async def test_dismissing_and_correcting_are_recorded(bench, ui):
    app, running = ui.run(bench)
    async with running as pilot:
        screen = await ui.opened(pilot)
        await pilot.press("E")
        await pilot.pause()
        assert isinstance(app.screen, AskValue)
        app.screen.query_one(Input).value = "  "
        await pilot.press("enter")
        assert bench.asked == []
        app.screen.query_one(Input).value = "540 USD"
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("right_square_bracket", "x")
        await pilot.pause()
        assert bench.asked == [("f_wrong", "value", "540 USD"), ("f_held", "dismiss", None)]
        assert [c.state for c in screen.facts] == [State.CONFIRMED, State.DISMISSED]
        await pilot.press("right_square_bracket")
        assert "No fact waits here. J goes to the next thread." in ui.toasts(app)


async def test_a_decision_that_fails_is_said_and_changes_nothing(bench, ui):
    def refuse(*_):
        raise MailmindError("the store is [bold]locked[/]")

    app, running = ui.run(bench, resolve=refuse)
    async with running as pilot:
        screen = await ui.opened(pilot)
        await pilot.press("x")
        await pilot.pause()
        assert ui.toasts(app) == ["the store is [bold]locked[/]"]
        assert screen.selected().state is State.REJECTED


async def test_no_fact_is_decided_out_of_sight(bench, ui):
    app, running = ui.run(bench, (80, 24))
    async with running as pilot:
        await ui.opened(pilot)
        await pilot.press("tab", "tab")
        await pilot.pause()
        await pilot.press("x", "y", "E")
        await pilot.pause()
        assert ui.toasts(app) == ["First look at the facts (tab)."] * 3
        assert bench.asked == []
