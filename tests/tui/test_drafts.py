"""Drafts: why they cannot leave, and what a person may do about it."""

from textual.widgets import TextArea

from mailmind.tui.dialogs import EditText


async def test_send_says_why_not(bench, ui):
    app, running = ui.run(bench)
    async with running as pilot:
        await ui.opened(pilot)
        await pilot.press("s", "C")
        await pilot.pause()
        reason = "1 claim is unresolved: it rests on an open fact."
        assert ui.toasts(app) == [reason, reason]
        assert "✗ Cannot be sent: 1 claim is unresolved" in ui.screen_text(app)
        assert app.clipboard == ""


async def test_an_allowed_draft_can_be_copied(bench, ui):
    app, running = ui.run(bench)
    async with running as pilot:
        await ui.opened(pilot, "j", "j")
        await pilot.press("C")
        await pilot.pause()
        assert app.clipboard == "19:30 suits me."


async def test_a_marked_figure_leaves_only_with_a_persons_word(empty, ui):
    thread = empty.marked()
    app, running = ui.run(empty)
    async with running as pilot:
        screen = await ui.opened(pilot)
        why = "“3 EUR” is marked as not in the source, and no person has approved it."
        await pilot.press("a", "s")
        assert ui.toasts(app) == [
            "Go to a claim of the draft (tab) that is marked as not in the source.",
            why,
        ]
        screen.query_one("#claims").focus()
        await pilot.press("down", "a")
        await pilot.pause()
        assert "No mail says this. Approve it all the same?" in ui.screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert empty.store.approvals(thread.id) == []
        await pilot.press("a")
        await pilot.pause()
        await pilot.press("y")
        await pilot.pause()
        assert [a.claim for a in empty.store.approvals(thread.id)] == ["3 EUR"]
        assert "✓ Every claim is accounted for." in ui.screen_text(app)
        await pilot.press("C")
        assert app.clipboard == "Profit is 3 EUR [not in source]."


async def test_an_edited_draft_is_what_the_gate_makes_of_it(empty, ui):
    thread = empty.marked()
    app, running = ui.run(empty)
    async with running as pilot:
        await ui.opened(pilot)
        await pilot.press("e")
        await pilot.pause()
        assert isinstance(app.screen, EditText)
        app.screen.query_one(TextArea).text = "Nothing is certain."
        await pilot.press("escape")
        await pilot.pause()
        assert empty.store.draft(thread.id).author == "recorded-1"
        await pilot.press("e")
        await pilot.pause()
        app.screen.query_one(TextArea).text = " "
        await pilot.press("ctrl+s")
        assert "A draft cannot be empty. Esc leaves it as it was." in ui.toasts(app)
        app.screen.query_one(TextArea).text = "Nothing is certain."
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert empty.store.draft(thread.id).author == "person"
        assert "✗ Cannot be sent: the gate does not allow it." in ui.screen_text(app)
        assert "Nothing is certain." in ui.screen_text(app)


async def test_a_discarded_draft_says_so(empty, ui):
    thread = empty.marked()
    app, running = ui.run(empty)
    async with running as pilot:
        await ui.opened(pilot)
        await pilot.press("D")
        await pilot.pause()
        await pilot.press("n")
        await pilot.pause()
        assert empty.store.draft(thread.id).status == "needs_person"
        await pilot.press("D")
        await pilot.pause()
        await pilot.press("y")
        await pilot.pause()
        assert "– Discarded by you." in ui.screen_text(app)
        await pilot.press("C")
        assert "It was discarded." in ui.toasts(app)
        assert app.clipboard == ""


async def test_where_drafts_cannot_be_changed_the_app_says_so(bench, ui):
    app, running = ui.run(bench, approve=None, edit_draft=None, discard=None)
    async with running as pilot:
        await ui.opened(pilot)
        await pilot.press("a", "e", "D")
        assert ui.toasts(app) == ["Drafts cannot be changed here."] * 3
