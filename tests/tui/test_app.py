"""The app as a person meets it: keys in, then the state, then what the screen says."""

import threading

import pytest
from textual.widgets import Input, Static

from mailmind.core.values import State
from mailmind.errors import MailmindError, StoreError
from mailmind.pipeline import events
from mailmind.tui.app import MailmindApp
from mailmind.tui.bars import StatusBar, TitleBar
from mailmind.tui.dialogs import AskValue, Confirm
from mailmind.tui.help import Help
from mailmind.tui.inbox import Inbox
from mailmind.tui.options import Options
from mailmind.tui.search import Search
from mailmind.tui.spanview import SpanView
from mailmind.tui.thread import ThreadScreen
from mailmind.tui.threadlist import ThreadList


def screen_text(app) -> str:
    """Everything that is on the screen, line by line."""
    width, height = app.size
    strips = app.screen._compositor.render_strips()[:height]
    return "\n".join("".join(segment.text for segment in strip)[:width] for strip in strips)


def run(bench, size=(120, 40), **more):
    app = MailmindApp(bench.services(**more))
    return app, app.run_test(size=size, notifications=True)


def toasts(app) -> list[str]:
    return [n.message for n in app._notifications]


async def opened(pilot, *keys):
    await pilot.press(*keys, "enter")
    await pilot.pause()
    assert isinstance(pilot.app.screen, ThreadScreen)
    return pilot.app.screen


async def test_the_list_shows_state_counts_and_privacy(bench):
    app, running = run(bench, (80, 24))
    async with running:
        text = screen_text(app)
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
async def test_columns_drop_with_the_width(bench, width, titles):
    app, running = run(bench, (width, 24))
    async with running:
        assert screen_text(app).splitlines()[1].split() == titles.split()


async def test_the_cursor_moves_and_the_view_changes(bench):
    app, running = run(bench, (80, 24))
    async with running as pilot:
        threads = app.screen.query_one(ThreadList)
        await pilot.press("j", "j", "j")
        assert threads.cursor == 2
        await pilot.press("g")
        assert threads.cursor == 0
        await pilot.press("f")
        assert (threads.only, threads.count, threads.cursor) == ("waiting", 2, 0)
        assert "Waiting for you" in screen_text(app)


async def test_a_thread_opens_at_the_quote_of_its_first_open_fact(bench):
    app, running = run(bench, (80, 24))
    async with running as pilot:
        screen = await opened(pilot)
        assert screen.selected().fact.id == "f_wrong"
        mail = screen.query_one("#mail", SpanView)
        assert mail.current == "f_wrong"
        text = screen_text(app)
        assert "Line 41 of a long mail." in text  # the line below the quote
        assert "✗ rejected: code proved it wrong" in text
        assert "480 USD stands nowhere in m1." in text


async def test_the_next_open_fact_goes_around_and_moves_the_mail(bench):
    app, running = run(bench, (80, 24))
    async with running as pilot:
        screen = await opened(pilot)
        await pilot.press("right_square_bracket")
        assert screen.selected().fact.id == "f_held"
        assert "Line 51 of a long mail." in screen_text(app)
        await pilot.press("right_square_bracket")
        assert screen.selected().fact.id == "f_wrong"
        await pilot.press("left_square_bracket")
        assert screen.selected().fact.id == "f_held"


async def test_enter_jumps_from_a_fact_to_its_quote_and_escape_back(bench):
    app, running = run(bench)
    async with running as pilot:
        await opened(pilot)
        await pilot.press("enter")
        assert app.focused.id == "mail"
        await pilot.press("escape")
        assert app.focused.id == "facts"
        await pilot.press("escape")
        assert isinstance(app.screen, Inbox)


async def test_enter_jumps_from_a_claim_to_the_quote_of_its_fact(bench):
    app, running = run(bench)
    async with running as pilot:
        screen = await opened(pilot)
        screen.query_one("#facts", Options).highlighted = 1
        screen.query_one("#claims").focus()
        await pilot.press("down", "enter")
        await pilot.pause()
        assert screen.selected().fact.id == "f_wrong"
        assert screen.query_one("#mail", SpanView).current == "f_wrong"
        assert app.focused.id == "mail"


async def test_a_held_fact_is_confirmed_at_once(bench):
    app, running = run(bench)
    async with running as pilot:
        screen = await opened(pilot)
        await pilot.press("right_square_bracket", "y")
        await pilot.pause()
        assert bench.asked == [("f_held", "confirm", None)]
        assert screen.selected().state is State.CONFIRMED
        assert "● duration" in screen_text(app)
        assert "Facts 2 · 1 open" in screen_text(app)


async def test_what_code_proved_wrong_is_confirmed_only_after_a_question(bench):
    app, running = run(bench)
    async with running as pilot:
        await opened(pilot)
        await pilot.press("y")
        await pilot.pause()
        assert isinstance(app.screen, Confirm)
        text = screen_text(app)
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


async def test_dismissing_and_correcting_are_recorded(bench):
    app, running = run(bench)
    async with running as pilot:
        screen = await opened(pilot)
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
        assert "No fact waits here. J goes to the next thread." in toasts(app)


async def test_a_decision_that_fails_is_said_and_changes_nothing(bench):
    def refuse(*_):
        raise MailmindError("the store is [bold]locked[/]")

    app, running = run(bench, resolve=refuse)
    async with running as pilot:
        screen = await opened(pilot)
        await pilot.press("x")
        await pilot.pause()
        assert toasts(app) == ["the store is [bold]locked[/]"]
        assert screen.selected().state is State.REJECTED


async def test_send_says_why_not(bench):
    app, running = run(bench)
    async with running as pilot:
        await opened(pilot)
        await pilot.press("s", "C")
        await pilot.pause()
        reason = "1 claim is unresolved: it rests on an open fact."
        assert toasts(app) == [reason, reason]
        assert "✗ Cannot be sent: 1 claim is unresolved" in screen_text(app)
        assert app.clipboard == ""


async def test_an_allowed_draft_can_be_copied(bench):
    app, running = run(bench)
    async with running as pilot:
        await opened(pilot, "j", "j")
        await pilot.press("C")
        await pilot.pause()
        assert app.clipboard == "19:30 suits me."


async def test_on_a_narrow_screen_the_draft_takes_the_place_of_the_facts(bench):
    app, running = run(bench, (80, 24))
    async with running as pilot:
        screen = await opened(pilot)
        assert "Facts 2 · 2 open · draft: given up" in screen_text(app)
        await pilot.press("tab", "tab")
        await pilot.pause()
        assert app.focused.id == "claims"
        text = screen_text(app)
        assert "Thank you for the $480." in text
        assert "Facts 2" not in text
        assert "$480 stands in no source" in text
        await pilot.press("tab")
        assert app.focused.id == "facts"
        assert screen.query_one("#facts-pane").display


async def test_the_next_thread_without_going_back(bench):
    app, running = run(bench)
    async with running as pilot:
        screen = await opened(pilot)
        await pilot.press("J", "J")
        await pilot.pause()
        assert screen.thread_id == bench.threads["well"]
        assert app.screen.query_one(TitleBar).right == "3/3"
        await pilot.press("J")
        assert "There is no other thread in that direction." in toasts(app)
        await pilot.press("K")
        assert screen.thread_id == bench.threads["hostile"]


async def test_search_opens_the_mail_that_was_found(bench):
    app, running = run(bench, (80, 24))
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
        assert "Rehearsal is at 19:30." in screen_text(app)
        await pilot.press("escape")
        assert isinstance(app.screen, Inbox)


async def test_a_hit_opens_at_its_mail_and_not_at_a_fact(bench):
    app, running = run(bench, (80, 24))
    async with running as pilot:
        await pilot.press("slash")
        await pilot.pause()
        await pilot.press(*"approved")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert app.screen.thread_id == bench.threads["refund"]
        assert "m1  Wilma Hart <care@lumen.example>" in screen_text(app)
        assert app.screen.selected().fact.id == "f_wrong"


async def test_up_and_down_choose_while_typing(bench):
    app, running = run(bench)
    async with running as pilot:
        await pilot.press("slash")
        await pilot.pause()
        await pilot.press(*"example", "down", "down", "up", "enter")
        await pilot.pause()
        assert app.screen.query_one(TitleBar).right == "hit 2/3"


async def test_n_goes_on_to_the_next_hit(bench):
    app, running = run(bench)
    async with running as pilot:
        await opened(pilot)
        await pilot.press("n")
        assert "Nothing was searched for yet; / searches." in toasts(app)
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


async def test_an_error_of_the_store_ends_the_app_with_words(bench):
    class Broken:
        def __getattr__(self, name):
            return getattr(bench.store, name)

        def facts(self, thread_id):
            raise StoreError("the store is damaged; restore a backup")

    app, running = run(bench, store=Broken())
    async with running as pilot:
        await pilot.press("enter")
        await pilot.pause()
    assert app.return_code == 1


async def test_leaving_ends_a_run_that_has_long_to_go(bench):
    told, stopped, seen = threading.Event(), threading.Event(), []

    def pipeline():
        try:
            for n in range(1_000_000):
                seen.append(n)
                yield events.MailRead(n, n, 0)
                told.set()
        finally:
            stopped.set()

    _, running = run(bench, (80, 24), run=pipeline)
    async with running as pilot:
        await pilot.press("ctrl+r")
        assert told.wait(10)
        await pilot.press("q")
        await pilot.pause()
    assert stopped.wait(60)
    assert len(seen) < 1_000_000


async def test_a_fault_in_a_run_is_said(bench):
    def pipeline():
        yield events.MailRead(1, 1, 0)
        raise RuntimeError("boom")

    app, running = run(bench, (80, 24), run=pipeline)
    async with running as pilot:
        await pilot.press("ctrl+r")
        await pilot.pause(0.2)
        assert app.screen.query_one(StatusBar).work == "run failed: RuntimeError: boom"
        await pilot.press("ctrl+r")
        assert "A run is at work already." not in toasts(app)


@pytest.mark.parametrize("query", ['"', "AND", "a OR", "(", "*", "NEAR(", "☃ ' --"])
async def test_no_search_is_an_error(bench, query):
    app, running = run(bench, (80, 24))
    async with running as pilot:
        await pilot.press("slash")
        await pilot.pause()
        app.screen.query_one(Input).value = query
        await pilot.pause()
        assert isinstance(app.screen, Search)


async def test_help_is_made_of_the_live_keys_rebound_ones_too(bench):
    app, running = run(bench, keys={"confirm": "z", "nonsense": "t"})
    async with running as pilot:
        assert toasts(app) == ["config.toml [keys]: nonsense. Help (?) lists the names."]
        await opened(pilot)
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(app.screen, Help)
        lines = screen_text(app).splitlines()
        confirm = next(line for line in lines if "Confirm the fact" in line)
        assert confirm.split("Confirm the fact")[0].split()[-1] == "z"
        assert any("dismiss" in line and " x " in line for line in lines)
        await pilot.press("escape")
        await pilot.press("right_square_bracket", "z")
        await pilot.pause()
        assert bench.asked == [("f_held", "confirm", None)]


async def test_every_key_of_a_screen_is_a_command(bench):
    app, running = run(bench)
    async with running as pilot:
        await opened(pilot)
        titles = {c.title for c in app.get_system_commands(app.screen)}
        assert {"Confirm", "Dismiss", "Edit", "Send", "Copy", "Next open", "Back"} <= titles


async def test_a_command_of_the_palette_acts_on_the_screen_below(bench):
    app, running = run(bench)
    async with running as pilot:
        await opened(pilot)
        command = next(c for c in app.get_system_commands(app.screen) if c.title == "Dismiss")
        assert command.help == "Dismiss the fact: do not use it (x)"
        await command.callback()
        await pilot.pause()
        assert bench.asked == [("f_wrong", "dismiss", None)]


@pytest.mark.parametrize("size", [(80, 24), (40, 10)])
async def test_empty_lists_name_the_way_on(empty, size):
    app, running = run(empty, size)
    async with running as pilot:
        assert "mailmind import PATH" in screen_text(app)
        await pilot.press("j", "k", "G", "enter", "ctrl+d")
        assert isinstance(app.screen, Inbox)
        await pilot.press("f")
        assert "Nothing waits for you." in screen_text(app)


async def test_a_thread_with_nothing_in_it_says_so(empty):
    thread = empty.mail_from("A <a@b.example>", "Empty", "", 3)
    empty.outcome(thread, note="no reply to bulk mail")
    app, running = run(empty)
    async with running as pilot:
        await opened(pilot)
        text = screen_text(app)
        assert "This mail has no text." in text
        assert "Nothing was read out of this thread." in text
        assert "No draft. no reply to bulk mail" in text
        await pilot.press("y", "x", "E", "s", "C", "right_square_bracket", "enter")
        await pilot.pause()
        assert "There is no fact to decide here." in toasts(app)
        assert empty.asked == []


async def test_a_run_reports_and_new_mail_does_not_move_the_cursor(bench):
    def pipeline():
        yield events.MailRead(1, 1, 0)
        bench.mail_from("New <new@b.example>", "Newest", "Hello.\n", 25)
        yield events.ThreadsGrouped(4, 1)
        summary = events.Summary("r", 1, 4, 0, {}, 0, 0, 2, 0, 0.0)
        yield events.RunDone(summary)

    app, running = run(bench, (80, 24), run=pipeline)
    async with running as pilot:
        threads = app.screen.query_one(ThreadList)
        await pilot.press("j")
        assert threads.row(threads.cursor).id == bench.threads["hostile"]
        await pilot.press("ctrl+r")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert (threads.count, threads.cursor) == (4, 2)
        assert threads.row(threads.cursor).id == bench.threads["hostile"]
        assert toasts(app) == ["1 of 4 threads, 2 wait for you"]
        assert "1 new" in screen_text(app)


async def test_a_run_that_fails_is_said_and_stays_said(bench):
    def pipeline():
        yield events.MailRead(1, 1, 0)
        raise MailmindError("no key: set ANTHROPIC_API_KEY")

    app, running = run(bench, (80, 24), run=pipeline)
    async with running as pilot:
        await pilot.press("ctrl+r")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert toasts(app) == ["no key: set ANTHROPIC_API_KEY"]
        assert app.screen.query_one(StatusBar).work == "run failed: no key: set ANTHROPIC_API_KEY"


async def test_quit(bench):
    app, running = run(bench)
    async with running as pilot:
        await pilot.press("q")
        await pilot.pause()
    assert app.return_code == 0
