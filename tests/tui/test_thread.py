"""One thread: the fact under the cursor, its quote, and the way from pane to pane."""

from mailmind.tui.bars import TitleBar
from mailmind.tui.inbox import Inbox
from mailmind.tui.options import Options
from mailmind.tui.spanview import SpanView


async def test_a_thread_opens_at_the_quote_of_its_first_open_fact(bench, ui):
    app, running = ui.run(bench, (80, 24))
    async with running as pilot:
        screen = await ui.opened(pilot)
        assert screen.selected().fact.id == "f_wrong"
        mail = screen.query_one("#mail", SpanView)
        assert mail.current == "f_wrong"
        text = ui.screen_text(app)
        assert "Line 41 of a long mail." in text  # the line below the quote
        assert "✗ rejected: code proved it wrong" in text
        assert "480 USD stands nowhere in m1." in text


async def test_the_next_open_fact_goes_around_and_moves_the_mail(bench, ui):
    app, running = ui.run(bench, (80, 24))
    async with running as pilot:
        screen = await ui.opened(pilot)
        await pilot.press("right_square_bracket")
        assert screen.selected().fact.id == "f_held"
        assert "Line 51 of a long mail." in ui.screen_text(app)
        await pilot.press("right_square_bracket")
        assert screen.selected().fact.id == "f_wrong"
        await pilot.press("left_square_bracket")
        assert screen.selected().fact.id == "f_held"


async def test_enter_jumps_from_a_fact_to_its_quote_and_escape_back(bench, ui):
    app, running = ui.run(bench)
    async with running as pilot:
        await ui.opened(pilot)
        await pilot.press("enter")
        assert app.focused.id == "mail"
        await pilot.press("escape")
        assert app.focused.id == "facts"
        await pilot.press("escape")
        assert isinstance(app.screen, Inbox)


async def test_enter_jumps_from_a_claim_to_the_quote_of_its_fact(bench, ui):
    app, running = ui.run(bench)
    async with running as pilot:
        screen = await ui.opened(pilot)
        screen.query_one("#facts", Options).highlighted = 1
        screen.query_one("#claims").focus()
        await pilot.press("down", "enter")
        await pilot.pause()
        assert screen.selected().fact.id == "f_wrong"
        assert screen.query_one("#mail", SpanView).current == "f_wrong"
        assert app.focused.id == "mail"


async def test_on_a_narrow_screen_the_draft_takes_the_place_of_the_facts(bench, ui):
    app, running = ui.run(bench, (80, 24))
    async with running as pilot:
        screen = await ui.opened(pilot)
        assert "Facts 2 · 2 open · draft: given up" in ui.screen_text(app)
        await pilot.press("tab", "tab")
        await pilot.pause()
        assert app.focused.id == "claims"
        text = ui.screen_text(app)
        assert "Thank you for the $480." in text
        assert "Facts 2" not in text
        assert "$480 stands in no source" in text
        await pilot.press("tab")
        assert app.focused.id == "facts"
        assert screen.query_one("#facts-pane").display


async def test_the_next_thread_without_going_back(bench, ui):
    app, running = ui.run(bench)
    async with running as pilot:
        screen = await ui.opened(pilot)
        await pilot.press("J", "J")
        await pilot.pause()
        assert screen.thread_id == bench.threads["well"]
        assert app.screen.query_one(TitleBar).right == "3/3"
        await pilot.press("J")
        assert "There is no other thread in that direction." in ui.toasts(app)
        await pilot.press("K")
        assert screen.thread_id == bench.threads["hostile"]


async def test_a_thread_with_nothing_in_it_says_so(empty, ui):
    thread = empty.mail_from("A <a@b.example>", "Empty", "", 3)
    empty.outcome(thread, note="no reply to bulk mail")
    app, running = ui.run(empty)
    async with running as pilot:
        await ui.opened(pilot)
        text = ui.screen_text(app)
        assert "This mail has no text." in text
        assert "Nothing was read out of this thread." in text
        assert "No draft. No reply to bulk mail" in text
        await pilot.press("y", "x", "E", "s", "C", "right_square_bracket", "enter")
        await pilot.pause()
        assert "There is no fact to decide here." in ui.toasts(app)
        assert empty.asked == []
