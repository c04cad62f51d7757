"""The pane of a thread's draft: its head, its text, and its claims.

Owned here: a draft that is being written never looks like one that was judged. It has no claims, and its
head says that nobody has checked it.
"""

from textual.app import ComposeResult
from textual.containers import Container
from textual.widgets import Static
from textual.widgets.option_list import Option

from mailmind.core.values import CheckedFact, Thread
from mailmind.ports import Draft
from mailmind.tui import drafttext
from mailmind.tui.drafttext import Keys
from mailmind.tui.options import Options
from mailmind.tui.services import Unfinished
from mailmind.tui.spanview import SpanView


class DraftPane(Container):
    """Shows a draft as the gate left it, or the words of one while they come."""

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        yield Static("", id="draft-title", markup=False)
        yield SpanView(id="draft")
        yield Options(id="claims")

    @property
    def _text(self) -> SpanView:
        return self.query_one("#draft", SpanView)

    def show(
        self,
        draft: Draft | None,
        thread: Thread,
        facts: list[CheckedFact],
        note: str,
        keys: Keys,
        approved: frozenset[str],
    ) -> None:
        """Show a draft with the gate's answer; None where there is none, for the reason of ``note``."""
        head = drafttext.verdict(draft, facts, note, keys, approved)
        self.query_one("#draft-title", Static).update(head)
        self._text.show(drafttext.paragraphs(draft, approved) if draft else [])
        rows = [] if draft is None else list(enumerate(draft.decision.claims))
        rows.sort(key=lambda row: row[1].resolved is not False)
        claims = self.query_one("#claims", Options)
        claims.clear_options()
        claims.add_options(
            Option(drafttext.row(c, thread, facts, approved), id=drafttext.claim_key(n))
            for n, c in rows
        )

    def show_growing(self, written: Unfinished) -> None:
        """Show the newest words of a draft that is being written."""
        self.query_one("#draft-title", Static).update(drafttext.not_yet(written))
        self._text.renew(drafttext.growing(written))
        self._text.scroll_end(animate=False, immediate=True)
        self.query_one("#claims", Options).clear_options()
