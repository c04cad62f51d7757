"""Help, commands and rebound keys: three views of the same bindings."""

from mailmind.tui.help import Help


async def test_help_is_made_of_the_live_keys_rebound_ones_too(bench, ui):
    app, running = ui.run(bench, keys={"confirm": "z", "nonsense": "t"})
    async with running as pilot:
        assert ui.toasts(app) == ["config.toml [keys]: nonsense. Help (?) lists the names."]
        await ui.opened(pilot)
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(app.screen, Help)
        lines = ui.screen_text(app).splitlines()
        confirm = next(line for line in lines if "Confirm the fact" in line)
        assert confirm.split("Confirm the fact")[0].split()[-1] == "z"
        assert any("dismiss" in line and " x " in line for line in lines)
        await pilot.press("escape")
        await pilot.press("right_square_bracket", "z")
        await pilot.pause()
        assert bench.asked == [("f_held", "confirm", None)]


async def test_every_key_of_a_screen_is_a_command(bench, ui):
    app, running = ui.run(bench)
    async with running as pilot:
        await ui.opened(pilot)
        titles = {c.title for c in app.get_system_commands(app.screen)}
        assert {"Confirm", "Dismiss", "Edit", "Send", "Copy", "Next open", "Back"} <= titles


async def test_a_command_of_the_palette_acts_on_the_screen_below(bench, ui):
    app, running = ui.run(bench)
    async with running as pilot:
        await ui.opened(pilot)
        command = next(c for c in app.get_system_commands(app.screen) if c.title == "Dismiss")
        assert command.help == "Dismiss the fact: do not use it (x)"
        await command.callback()
        await pilot.pause()
        assert bench.asked == [("f_wrong", "dismiss", None)]
