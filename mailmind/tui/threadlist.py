"""The list of threads: drawn line by line over pages of the store.

Owned here: speed and stillness. Only the rows in sight are read, whatever the store holds, and the
cursor stays on its thread when others arrive above it.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from mailmind.ports import Store, ThreadRow
from mailmind.tui.words import counts, day, fit, line, row_state, row_waits, sender_name

PAGE = 200
_PAGES_KEPT = 20


@dataclass(frozen=True, slots=True)
class Column:
    """One column: how wide it is, and what stands in it. Width 0 takes what is left."""

    title: str
    width: int
    text: Callable[[ThreadRow], str]
    right: bool = False


def columns(width: int, zone: str, now: datetime) -> list[Column]:
    """The columns that fit a width; the narrower, the fewer."""
    state = Column("Draft", 10, row_state)
    facts = Column("Facts", 11, lambda r: counts(r.facts))
    sender = Column("From", 26 if width >= 120 else 18, lambda r: sender_name(r.sender))
    subject = Column("Subject", 0, lambda r: r.subject or "(no subject)")
    mails = Column("Mails", 5, lambda r: str(r.messages), right=True)
    workflow = Column("Kind", 11, lambda r: r.workflow)
    date = Column("Date", 10, lambda r: day(r.date, zone, now), right=True)
    if width >= 120:
        return [state, facts, sender, subject, workflow, mails, date]
    if width >= 80:
        return [state, facts, sender, subject, date]
    if width >= 60:
        return [facts, sender, subject]
    return [facts, subject]


class ThreadList(ScrollView, can_focus=True):
    """A cursor over all threads of a store, or over those that wait."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "list--title", "list--cursor", "list--waiting",
    }  # fmt: skip
    DEFAULT_CSS = """
    ThreadList {
        scrollbar-size-vertical: 1; overflow-x: hidden; scrollbar-gutter: stable;
        & > .list--title { text-style: underline dim; }
        & > .list--cursor { text-style: reverse; }
        & > .list--waiting { text-style: bold; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j,down", "move(1)", "Next thread", show=False, id="list-down"),
        Binding("k,up", "move(-1)", "Previous thread", show=False, id="list-up"),
        Binding("ctrl+d,pagedown", "page(1)", "Page down", show=False, id="list-page-down"),
        Binding("ctrl+u,pageup", "page(-1)", "Page up", show=False, id="list-page-up"),
        Binding("g,home", "edge(False)", "First thread", show=False, id="list-first"),
        Binding("G,end", "edge(True)", "Last thread", show=False, id="list-last"),
        Binding("enter", "open", "Open", id="list-open", tooltip="Open the thread"),
    ]

    cursor: reactive[int] = reactive(0, repaint=False)

    class Opened(Message):
        """A thread was chosen."""

        def __init__(self, at: int, thread_id: str) -> None:
            super().__init__()
            self.at = at
            self.thread_id = thread_id

    class Moved(Message):
        """The cursor is on another thread."""

    def __init__(self, store: Store, zone: str, now: Callable[[], datetime]) -> None:
        super().__init__(id="threads")
        self._store = store
        self._zone = zone
        self._now = now
        self._pages: OrderedDict[int, list[ThreadRow]] = OrderedDict()
        self.only: str | None = None
        self.count = 0
        self.total = 0
        self.empty_hint = ""

    def on_mount(self) -> None:
        """Read the first page."""
        self.reload()

    def reload(self, *, only: str | None = None, keep: bool = True) -> None:
        """Read anew; the cursor stays on its thread where that is still listed."""
        under = self.row(self.cursor) if keep else None
        before = self.count
        self.only = only
        self._pages.clear()
        self.total = self._store.thread_count()
        self.count = self._store.thread_count(only=only) if only else self.total
        self.virtual_size = Size(self.scrollable_content_region.width, self.count + 1)
        if under is not None:
            self._follow(under.id, self.count - before)
        self.cursor = min(self.cursor, max(self.count - 1, 0)) if keep else 0
        self._show_cursor()
        self.refresh()

    def _follow(self, thread_id: str, shift: int) -> None:
        at = self.find(thread_id, self.cursor + shift)
        if at is not None:
            self.scroll_to(y=self.scroll_offset.y + at - self.cursor, animate=False)
            self.cursor = at

    def find(self, thread_id: str, near: int) -> int | None:
        """The place of a thread: around another place, else on the first pages; None elsewhere."""
        around = range(max(near - PAGE, 0), near + PAGE)
        nearest_first = sorted(around, key=lambda at: abs(at - near))
        for at in chain(nearest_first, range(2 * PAGE)):
            row = self.row(at)
            if row is not None and row.id == thread_id:
                return at
        return None

    def row(self, at: int) -> ThreadRow | None:
        """The row at a place, read with its page where it is not at hand."""
        if not 0 <= at < self.count:
            return None
        number = at // PAGE
        if number not in self._pages:
            page = self._store.thread_rows(offset=number * PAGE, limit=PAGE, only=self.only)
            self._pages[number] = page
            while len(self._pages) > _PAGES_KEPT:
                self._pages.popitem(last=False)
        self._pages.move_to_end(number)
        page = self._pages[number]
        return page[at % PAGE] if at % PAGE < len(page) else None

    def watch_cursor(self, old: int, new: int) -> None:
        """Draw the two rows that change."""
        for at in (old, new):
            self.refresh_line(at + 1)
        self.post_message(self.Moved())
        self._show_cursor()

    def _show_cursor(self) -> None:
        first, rows = self.scroll_offset.y, max(self.scrollable_content_region.height - 1, 1)
        if self.cursor < first:
            self.scroll_to(y=self.cursor, animate=False, force=True)
        elif self.cursor >= first + rows:
            self.scroll_to(y=self.cursor - rows + 1, animate=False, force=True)

    def action_move(self, by: int) -> None:
        """Move the cursor by some rows."""
        self.cursor = min(max(self.cursor + by, 0), max(self.count - 1, 0))

    def action_page(self, by: int) -> None:
        """Move the cursor by a screen."""
        self.action_move(by * max(self.scrollable_content_region.height - 2, 1))

    def action_edge(self, last: bool) -> None:
        """Move the cursor to the first or the last thread."""
        self.action_move(self.count if last else -self.count)

    def action_open(self) -> None:
        """Open the thread under the cursor."""
        row = self.row(self.cursor)
        if row is not None:
            self.post_message(self.Opened(self.cursor, row.id))

    def on_click(self, event: events.Click) -> None:
        """A click moves the cursor, a second one on the same row opens the thread."""
        at = event.y + self.scroll_offset.y - 1
        if event.y > 0 and 0 <= at < self.count:
            if at == self.cursor:
                self.action_open()
            self.cursor = at

    def on_resize(self) -> None:
        """Other columns may fit now."""
        self.virtual_size = Size(self.scrollable_content_region.width, self.count + 1)
        self._show_cursor()

    def render_line(self, y: int) -> Strip:
        """One line of the screen: titles, a row, or what to do where there is none."""
        width = self.scrollable_content_region.width
        at = y + self.scroll_offset.y - 1
        if self.count == 0:
            return self._hint(y, width)
        if y == 0:
            style = self.rich_style + self.get_component_rich_style("list--title", partial=True)
            return Strip([Segment(self._cells(None, width), style)]).adjust_cell_length(width)
        row = self.row(at)
        if row is None:
            return Strip.blank(width, self.rich_style)
        style = self.rich_style
        if row_waits(row):
            style += self.get_component_rich_style("list--waiting", partial=True)
        if at == self.cursor:
            style += self.get_component_rich_style("list--cursor", partial=True)
        return Strip([Segment(self._cells(row, width), style)]).adjust_cell_length(width, style)

    def _cells(self, row: ThreadRow | None, width: int) -> str:
        shown = columns(self.size.width, self._zone, self._now())
        left = width - sum(c.width for c in shown) - len(shown)
        cells = []
        for column in shown:
            text = column.title if row is None else line(column.text(row))
            size = column.width or max(left, 1)
            cells.append(fit(text, size, right=column.right))
        return " " + " ".join(cells)

    def _hint(self, y: int, width: int) -> Strip:
        lines = self.empty_hint.splitlines()
        text = f"  {lines[y - 1]}" if 1 <= y <= len(lines) else ""
        return Strip([Segment(text, self.rich_style)]).adjust_cell_length(width, self.rich_style)
