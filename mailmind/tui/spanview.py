"""A scrolling text with marked stretches: the widget that shows mails and drafts.

Owned here: drawing. Lines are laid out once for each width and drawn one by one, so that a thread of a
thousand mails costs no more on screen than one of three.
"""

from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from mailmind.tui.layout import Page, Paragraph, Piece, lay_out

_MARGIN = 2
_NAMES = ("heading", "subject", "quoted", "aside", "verified", "confirmed", "rejected", "held",
          "unverifiable", "dismissed", "unchecked", "current")  # fmt: skip


class SpanView(ScrollView, can_focus=True):
    """Shows paragraphs; ``current`` is the key whose stretch stands out."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"span--{name}" for name in _NAMES}
    DEFAULT_CSS = """
    SpanView {
        scrollbar-size-vertical: 1; overflow-x: hidden; scrollbar-gutter: stable;
        & > .span--heading { text-style: bold; color: $text-primary; }
        & > .span--subject { text-style: bold; }
        & > .span--quoted { text-style: italic dim; }
        & > .span--aside { text-style: dim; }
        & > .span--verified { color: $text-success; text-style: underline; }
        & > .span--confirmed { color: $text-success; text-style: underline; }
        & > .span--rejected { color: $text-error; text-style: underline; }
        & > .span--held { color: $text-warning; text-style: underline; }
        & > .span--unverifiable { color: $text-warning; text-style: underline; }
        & > .span--dismissed { text-style: underline dim; }
        & > .span--unchecked { text-style: italic dim; }
        & > .span--current { text-style: bold reverse; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j,down", "scroll_down", "Scroll down", show=False, id="text-down"),
        Binding("k,up", "scroll_up", "Scroll up", show=False, id="text-up"),
        Binding("ctrl+d,pagedown", "page_down", "Page down", show=False, id="text-page-down"),
        Binding("ctrl+u,pageup", "page_up", "Page up", show=False, id="text-page-up"),
        Binding("g,home", "scroll_home", "To the top", show=False, id="text-top"),
        Binding("G,end", "scroll_end", "To the end", show=False, id="text-end"),
    ]

    current: reactive[str] = reactive("", repaint=True)

    def __init__(self, *, id: str) -> None:  # noqa: A002  (Textual's own name for it)
        super().__init__(id=id)
        self._paragraphs: Sequence[Paragraph] = ()
        self._page = Page()
        self._width = 0

    def show(self, paragraphs: Sequence[Paragraph]) -> None:
        """Show other text, from its beginning."""
        self._paragraphs = paragraphs
        self._lay_out()
        self.scroll_to(y=0, animate=False, force=True, immediate=True)

    def renew(self, paragraphs: Sequence[Paragraph]) -> None:
        """Show the same text with other marks, without moving it."""
        self._paragraphs = paragraphs
        self._lay_out()

    def reveal(self, key: str) -> bool:
        """Scroll until the stretch of that key is in sight; False where there is none."""
        at = self._page.anchors.get(key)
        if at is None:
            return False
        height = max(self.scrollable_content_region.height, 1)
        self.scroll_to(y=max(0, at - height // 3), animate=False, force=True, immediate=True)
        return True

    def on_resize(self) -> None:
        """Break the lines anew where the width has changed."""
        if self._text_width() != self._width:
            self._lay_out()
            self.reveal(self.current)

    def _text_width(self) -> int:
        return self.scrollable_content_region.width - _MARGIN

    def _lay_out(self) -> None:
        self._width = self._text_width()
        # What is not on the screen has no width yet; it is laid out when it gets one.
        self._page = lay_out(self._paragraphs, self._width) if self._width > 0 else Page()
        self.virtual_size = Size(max(self._width, 0) + _MARGIN, len(self._page.lines))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One line of the screen."""
        width = self.scrollable_content_region.width
        base = self.rich_style
        at = y + self.scroll_offset.y
        if at >= len(self._page.lines):
            return Strip.blank(width, base)
        line = self._page.lines[at]
        ground = base + self._style((line.style,) if line.style else ())
        segments = [
            Segment(
                f"{line.sign:<{_MARGIN}}",
                base + self._style((line.sign_style,) if line.sign else ()),
            )
        ]
        segments += [Segment(p.text, self._piece_style(p, ground)) for p in line.pieces]
        return Strip(segments).adjust_cell_length(width, base)

    def _piece_style(self, piece: Piece, ground: Style) -> Style:
        style = ground + self._style(piece.styles)
        if self.current and self.current in piece.keys:
            style += self.get_component_rich_style("span--current", partial=True)
        return style

    def _style(self, names: Sequence[str]) -> Style:
        style = Style.null()
        for name in names:
            style += self.get_component_rich_style(f"span--{name}", partial=True)
        return style

    def text(self) -> str:
        """All that is shown, as plain lines."""
        return "\n".join(line.text for line in self._page.lines)
