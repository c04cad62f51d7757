"""The list of threads over a store of 50,000: only what is in sight is read."""

from dataclasses import dataclass, field

import pytest
from textual.app import App

from mailmind.core.values import State
from mailmind.ports import ThreadRow
from mailmind.testing import FixedClock
from mailmind.tui.place import Place
from mailmind.tui.threadlist import PAGE, ThreadList


@dataclass
class Rows:
    """A store that has nothing but rows, and counts what is read of them."""

    ids: list[str]
    reads: list[int] = field(default_factory=list)

    def thread_count(self, *, only=None):
        return len(self.ids)

    def thread_rows(self, *, offset=0, limit=200, only=None):
        self.reads.append(offset)
        return [
            ThreadRow(
                i, f"Subject {i}", "Ä <a@b.example>", None, 1, {State.HELD: 1}, None, "general"
            )
            for i in self.ids[offset : offset + limit]
        ]


class OnlyList(App):
    def __init__(self, store):
        super().__init__()
        self.list = ThreadList(store, "UTC", FixedClock().now)

    def compose(self):
        yield self.list


@pytest.fixture
def rows():
    return Rows([f"t{n}" for n in range(50_000)])


async def test_only_pages_in_sight_are_read(rows):
    app = OnlyList(rows)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("G")
        await pilot.pause()
        assert app.list.row(app.list.cursor).id == "t49999"
        assert set(rows.reads) == {0, 50_000 - PAGE}
        await pilot.press(*["k"] * 30)
        await pilot.pause()
        assert app.list.cursor == 49_969
        first = app.list.scroll_offset.y
        assert first <= 49_969 < first + 23


async def test_the_titles_stay_and_the_cursor_stays_in_sight(rows):
    app = OnlyList(rows)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*["j"] * 40)
        await pilot.pause()
        assert "Subject" in app.list.render_line(0).text
        shown = [app.list.render_line(y).text for y in range(1, 24)]
        assert "Subject t40 " in shown[-1]
        await pilot.press("ctrl+d")
        assert app.list.cursor == 40 + 22


async def test_the_cursor_stays_on_its_thread_when_others_come_and_go(rows):
    app = OnlyList(rows)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*["j"] * 30)
        line = app.list.cursor - app.list.scroll_offset.y
        rows.ids[0:0] = ["new1", "new2", "new3"]
        app.list.reload()
        await pilot.pause()
        assert app.list.row(app.list.cursor).id == "t30"
        assert app.list.cursor - app.list.scroll_offset.y == line
        rows.ids.remove("t30")
        app.list.reload()
        assert app.list.cursor == 33
        del rows.ids[5:]
        app.list.reload()
        assert app.list.cursor == 4


async def test_a_click_moves_and_a_second_opens(rows):
    opened = []

    class Catching(OnlyList):
        def on_thread_list_opened(self, event):
            opened.append(event.thread_id)

    app = Catching(rows)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.click(ThreadList, offset=(5, 4))
        assert app.list.cursor == 3
        assert opened == []
        await pilot.click(ThreadList, offset=(5, 4))
        await pilot.pause()
        assert opened == ["t3"]
        await pilot.click(ThreadList, offset=(5, 0))
        assert app.list.cursor == 3


async def test_the_place_of_a_thread_is_found_wherever_the_list_has_moved(rows):
    app = OnlyList(rows)
    async with app.run_test(size=(80, 24)):
        assert app.list.find("t100", 100) == 100
        rows.ids[0:0] = ["new1", "new2"]
        app.list.reload()
        assert app.list.find("t100", 100) == 102
        assert app.list.find("t49990", 49_900) == 49_992
        assert app.list.find("gone", 100) is None
        place = Place("t100", 100, app.list)
        assert str(place.beside(1)) == "104/50,002"
        assert place.beside(-1).thread_id == "t99"
        rows.ids.remove("t100")
        app.list.reload()
        assert Place("t100", 102, app.list).beside(1).thread_id == "t101"
        assert Place("t100", 102, app.list).beside(-1).thread_id == "t99"
        assert Place("t49999", 50_000, app.list).beside(1) is None
