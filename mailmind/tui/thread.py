"""What a person decides about the facts of a thread: confirm, dismiss, correct.

Owned here: no decision by accident. What code proved wrong is confirmed only after a question that says
so, each decision is recorded through the pipeline, and the draft is gated anew after it.
"""

from functools import partial
from typing import ClassVar

from textual.binding import Binding, BindingType

from mailmind.core.values import CheckedFact, State
from mailmind.tui.dialogs import AskValue, Confirm
from mailmind.tui.drafting import DraftKeys
from mailmind.tui.keys import key_of
from mailmind.tui.words import line, proved_wrong, with_aliases


class ThreadScreen(DraftKeys):
    """A thread with all its keys: reading, the draft, and the decisions on facts."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "confirm", "Confirm", id="confirm", tooltip="Confirm the fact: it is right"),
        Binding("x", "reject", "Dismiss", id="dismiss", tooltip="Dismiss the fact: do not use it"),
        Binding("E", "edit", "Edit", id="edit", tooltip="Give the right value of the fact"),
    ]

    def action_confirm(self) -> None:
        """The fact is right, says the person."""
        checked = self._to_decide("confirm")
        if checked is None:
            return
        finding = proved_wrong(checked)
        if finding is None:
            self._decide("confirm", checked)
            return
        self.app.push_screen(
            Confirm(
                "Code proved this fact wrong. Confirm it all the same?",
                f"{line(checked.fact.statement)}\n\nWhat was found: "
                f"{with_aliases(self.thread, finding)}\n\n"
                "If you confirm it, drafts may use it, and the record says that it was your word.",
                "Confirm anyway (y)",
            ),
            partial(self._answered, checked),
        )

    def _answered(self, checked: CheckedFact, yes: bool | None) -> None:
        if yes:
            self._decide("confirm", checked)

    def action_reject(self) -> None:
        """The fact is not to be used, says the person."""
        checked = self._to_decide("dismiss")
        if checked is not None:
            self._decide("dismiss", checked)

    def action_edit(self) -> None:
        """The person gives the right value."""
        checked = self._to_decide("value")
        if checked is None:
            return
        self.app.push_screen(
            AskValue(line(checked.fact.statement), line(checked.fact.value)),
            partial(self._corrected, checked),
        )

    def _corrected(self, checked: CheckedFact, value: str | None) -> None:
        if value is not None:
            self._decide("value", checked, value)

    def _to_decide(self, kind: str) -> CheckedFact | None:
        checked = self.selected()
        if not self.query_one("#facts-pane").display:
            self.say(f"First look at the facts ({key_of(self, 'next-pane')}).")
        elif checked is None:
            self.say("There is no fact to decide here.")
        elif kind == "confirm" and checked.state.resolved:
            self.say(f"This fact is {checked.state.value} already.")
        elif kind == "dismiss" and checked.state is State.DISMISSED:
            self.say("This fact is dismissed already.")
        else:
            return checked
        return None

    def _decide(self, kind: str, checked: CheckedFact, value: str | None = None) -> None:
        words = {"confirm": "Confirmed", "dismiss": "Dismissed", "value": "Corrected"}
        self.act(
            partial(self.services.resolve, checked.fact.id, kind, value),
            f"{words[kind]}: {line(checked.fact.statement)}",
        )
