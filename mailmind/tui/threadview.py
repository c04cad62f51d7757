"""One thread on the screen: the mails, the facts that were read out of them, and the draft on them.

Owned here: the evidence in sight. The fact under the cursor always shows its quote in the mail.
"""

from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from mailmind.core.values import CheckedFact, DraftClaim, Thread
from mailmind.ports import Draft
from mailmind.tui import drafttext, facttext, mailtext
from mailmind.tui.bars import StatusBar, TitleBar
from mailmind.tui.draftpane import DraftPane
from mailmind.tui.keys import key_of
from mailmind.tui.options import Options
from mailmind.tui.place import Place
from mailmind.tui.services import Services, Unfinished
from mailmind.tui.spanview import SpanView
from mailmind.tui.words import DRAFT_WORDS, line, waits

_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-narrow"), (110, "-wide")]
_PANES = ("facts", "mail", "claims")


class ThreadView(Screen[None]):
    """Mails at the left or on top, facts and draft beside or below."""

    CSS_PATH = "thread.tcss"
    HORIZONTAL_BREAKPOINTS = _BREAKPOINTS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right_square_bracket", "step(1)", "Next open", id="next-open",
                tooltip="Next fact that waits"),
        Binding("left_square_bracket", "step(-1)", "Previous open", show=False, id="previous-open",
                tooltip="Previous fact that waits"),
        Binding("tab", "pane(1)", "Pane", id="next-pane", tooltip="Facts, mails, draft: next pane",
                priority=True),
        Binding("shift+tab", "pane(-1)", "Previous pane", show=False, id="previous-pane",
                priority=True),
        Binding("J", "neighbour(1)", "Next thread", show=False, id="next-thread"),
        Binding("K", "neighbour(-1)", "Previous thread", show=False, id="previous-thread"),
        Binding("slash", "app.search", "Search", show=False, id="search-thread",
                tooltip="Search all mails"),
        Binding("n", "app.hit(1)", "Next hit", show=False, id="next-hit",
                tooltip="Next mail that the search found"),
        Binding("N", "app.hit(-1)", "Previous hit", show=False, id="previous-hit",
                tooltip="Previous mail that the search found"),
        Binding("escape,q", "leave", "Back", id="back", tooltip="Back to the list"),
    ]  # fmt: skip

    def __init__(
        self,
        services: Services,
        thread_id: str,
        place: Place | None = None,
        *,
        message_id: str = "",
        where: str = "",
    ) -> None:
        super().__init__()
        self.services = services
        self.thread_id = thread_id
        self._place = place
        self._message_id = message_id
        self._where = where
        self._pane = "facts"
        self.thread = Thread(thread_id, ())
        self.facts: list[CheckedFact] = []
        self.draft: Draft | None = None
        self.approved: frozenset[str] = frozenset()

    def compose(self) -> ComposeResult:
        """Two columns on a wide screen; one above the other on a narrow one."""
        yield TitleBar()
        with Container(id="panes"):
            yield SpanView(id="mail")
            with Container(id="side"):
                with Container(id="facts-pane"):
                    yield Static("", id="facts-title", markup=False)
                    yield Options(id="facts")
                    with VerticalScroll(id="case", can_focus=False):
                        yield Static("", id="case-text", markup=False)
                yield DraftPane(id="draft-pane")
        yield StatusBar(self.services)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Read the thread and start at the first fact that waits."""
        self.query_one("#facts", Options).focus()
        self.call_after_refresh(self.load, message_id=self._message_id)

    # ── showing ────────────────────────────────────────────────────────────────────────────────

    def load(self, *, message_id: str = "") -> None:
        """Read the thread and show it from its first open fact, or from one of its mails."""
        self._read()
        mail = self.query_one("#mail", SpanView)
        mail.show(mailtext.paragraphs(self.thread, self.facts, self.services.zone))
        self._show_facts(0)
        self._show_draft()
        if message_id:
            mail.reveal(message_id)
        else:
            self._show_quote()

    def renew(self) -> None:
        """Read the thread again after something changed; cursor and text stay where they are."""
        at = self.selected()
        self._read(keep_order=True)
        paragraphs = mailtext.paragraphs(self.thread, self.facts, self.services.zone)
        self.query_one("#mail", SpanView).renew(paragraphs)
        self.query_one(StatusBar).count()
        ids = [c.fact.id for c in self.facts]
        self._show_facts(ids.index(at.fact.id) if at is not None and at.fact.id in ids else 0)
        self._show_draft()

    def _read(self, *, keep_order: bool = False) -> None:
        store = self.services.store
        self.thread = store.thread(self.thread_id) or Thread(self.thread_id, ())
        facts = store.facts(self.thread_id)
        order = {c.fact.id: n for n, c in enumerate(self.facts)} if keep_order else {}
        last = len(order)
        self.facts = sorted(facts, key=lambda c: (order.get(c.fact.id, last), not waits(c.state)))
        self.draft = store.draft(self.thread_id)
        self.approved = frozenset(a.claim for a in store.approvals(self.thread_id))
        bar = self.query_one(TitleBar)
        bar.left = line(self.thread.subject) or "(no subject)"
        bar.right = str(self._place or self._where)

    def _note(self) -> str:
        return self._place.note if self._place else ""

    def _show_facts(self, highlight: int) -> None:
        waiting = sum(waits(c.state) for c in self.facts)
        title = f"Facts {len(self.facts)} · {waiting} open" if self.facts else "No facts"
        word = DRAFT_WORDS.get(self.draft.status, self.draft.status) if self.draft else "none"
        title += f" · draft: {line(word)}"
        self.query_one("#facts-title", Static).update(Content(title))
        facts = self.query_one("#facts", Options)
        facts.clear_options()
        facts.add_options(Option(facttext.row(c), id=c.fact.id) for c in self.facts)
        if self.facts:
            with self.prevent(OptionList.OptionHighlighted):
                facts.highlighted = highlight
            self._show_case()
        else:
            on, back = key_of(self, "next-thread"), key_of(self, "back")
            hint = f"Nothing was read out of this thread. {on}: the next one. {back}: the list."
            note = line(self._note())
            self.query_one("#case-text", Static).update(
                Content(f"{note}\n{hint}" if note else hint)
            )

    @property
    def unfinished(self) -> Unfinished | None:
        """The draft that a model is writing for this thread at this moment."""
        return self.services.overheard.unfinished.get(self.thread_id)

    def show_writing(self) -> None:
        """The newest words of a draft, in the place of the draft and of its claims."""
        if self.unfinished is not None and self.is_mounted:
            self.query_one(DraftPane).show_growing(self.unfinished)

    def _show_draft(self) -> None:
        if self.unfinished is not None:
            self.show_writing()
            return
        keys = drafttext.Keys(copy=key_of(self, "copy"), write=key_of(self, "write"))
        pane, note = self.query_one(DraftPane), self._note()
        pane.show(self.draft, self.thread, self.facts, note, keys, self.approved)

    @on(OptionList.OptionHighlighted, "#facts")
    def show_fact(self) -> None:
        """The case of the fact under the cursor, and its quote in the mail."""
        self._show_case()
        self._show_quote()

    def _show_case(self) -> None:
        checked = self.selected()
        if checked is not None:
            self.query_one("#case-text", Static).update(facttext.case(checked, self.thread))
            self.query_one("#case").scroll_home(animate=False)
            self.query_one("#mail", SpanView).current = checked.fact.id

    def _show_quote(self) -> bool:
        checked = self.selected()
        mail = self.query_one("#mail", SpanView)
        return checked is not None and mail.reveal(checked.fact.id)

    @on(OptionList.OptionHighlighted, "#claims")
    def show_claim(self, event: OptionList.OptionHighlighted) -> None:
        """The claim under the cursor, in the draft."""
        draft = self.query_one("#draft", SpanView)
        draft.current = event.option_id or ""
        draft.reveal(draft.current)

    # ── moving ─────────────────────────────────────────────────────────────────────────────────

    def selected(self) -> CheckedFact | None:
        """The fact under the cursor."""
        at = self.query_one("#facts", Options).highlighted
        return self.facts[at] if at is not None and at < len(self.facts) else None

    @on(OptionList.OptionSelected, "#facts")
    def jump(self) -> None:
        """From a fact to its quote, to read around it."""
        if self._show_quote():
            self._focus_pane("mail")
        elif self.facts:
            self.say("This quote stands nowhere in the thread, so there is no place to show.")

    @on(OptionList.OptionSelected, "#claims")
    def jump_from_claim(self, event: OptionList.OptionSelected) -> None:
        """From a claim of the draft to the fact that it rests on, and its quote."""
        draft = self.draft
        number = drafttext.claim_number(event.option_id or "")
        fact_id = draft.decision.claims[number].fact_id if draft else None
        ids = [c.fact.id for c in self.facts]
        if fact_id is None or fact_id not in ids:
            self.say("This claim rests on no fact, so there is no quote to show.")
            return
        self.query_one("#facts", Options).highlighted = ids.index(fact_id)
        self._show_case()
        self.jump()

    def selected_claim(self) -> DraftClaim | None:
        """The claim of the draft under the cursor."""
        claims = self.query_one("#claims", Options)
        if self.draft is None or claims.highlighted is None:
            return None
        name = claims.get_option_at_index(claims.highlighted).id or ""
        return self.draft.decision.claims[drafttext.claim_number(name)]

    def action_step(self, by: int) -> None:
        """To the next or previous fact that waits, around the end."""
        facts = self.query_one("#facts", Options)
        places = [n for n, c in enumerate(self.facts) if waits(c.state)]
        if not places:
            self.say(f"No fact waits here. {key_of(self, 'next-thread')} goes to the next thread.")
            return
        at = facts.highlighted if facts.highlighted is not None else -by
        ahead = [n for n in places if (n - at) * by > 0]
        facts.highlighted = (ahead or places)[0 if by > 0 else -1]
        self._focus_pane("facts")

    def action_pane(self, by: int) -> None:
        """To another pane; on a narrow screen the draft takes the place of the facts."""
        self._focus_pane(_PANES[(_PANES.index(self._pane) + by) % len(_PANES)])

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """A pane was reached by a click."""
        if event.widget.id in _PANES:
            self._pane = event.widget.id

    def _focus_pane(self, name: str) -> None:
        self._pane = name  # the focus itself follows later, and a quick second key must not miss it
        if name != "mail":
            self.set_class(name == "claims", "-draft")
        self.query_one(f"#{name}").focus()

    def action_neighbour(self, by: int) -> None:
        """To the next or previous thread of the list."""
        place = self._place.beside(by) if self._place else None
        if place is None:
            self.say("There is no other thread in that direction.")
            return
        self.thread_id, self._place = place.thread_id, place
        self._focus_pane("facts")
        self.load()

    def action_leave(self) -> None:
        """From a pane to the facts, from the facts to the list."""
        if self._pane == "facts":
            self.dismiss()
        else:
            self._focus_pane("facts")

    def say(self, text: str) -> None:
        """Tell the person something that is over by itself."""
        self.notify(text, markup=False)
