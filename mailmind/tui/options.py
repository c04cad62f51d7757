"""Lists of facts, claims and search hits: an option list with the keys of the other lists."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import OptionList


class Options(OptionList):
    """One line for each entry, cut at the edge; nothing in it is read as markup."""

    DEFAULT_CSS = """
    Options {
        border: none; padding: 0; background: transparent; height: auto;
        text-wrap: nowrap; text-overflow: ellipsis; scrollbar-size-vertical: 1;
        &:focus { border: none; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "Go there", show=False, id="option-open",
                tooltip="Go to the quote, open the hit"),
        Binding("j", "cursor_down", "Down", show=False, id="option-down"),
        Binding("k", "cursor_up", "Up", show=False, id="option-up"),
        Binding("g", "first", "First", show=False, id="option-first"),
        Binding("G", "last", "Last", show=False, id="option-last"),
        Binding("ctrl+d", "page_down", "Page down", show=False, id="option-page-down"),
        Binding("ctrl+u", "page_up", "Page up", show=False, id="option-page-up"),
    ]  # fmt: skip

    def __init__(self, *, id: str) -> None:  # noqa: A002  (Textual's own name for it)
        super().__init__(id=id, markup=False, compact=True)
