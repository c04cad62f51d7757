"""What a person decides on a thread: confirm, dismiss, correct a fact; send or copy the draft.

Owned here: no decision by accident. What code proved wrong is confirmed only after a question that says
so, each decision is recorded through the pipeline, and the draft is gated anew after it.
"""

from functools import partial
from typing import ClassVar

from textual.binding import Binding, BindingType

from mailmind.core.values import CheckedFact, State
from mailmind.errors import MailmindError
from mailmind.tui import drafttext
from mailmind.tui.dialogs import AskValue, Confirm
from mailmind.tui.keys import key_of
from mailmind.tui.threadview import ThreadView
from mailmind.tui.words import line, proved_wrong, with_aliases


class ThreadScreen(ThreadView):
    """The view of a thread, with the keys that decide."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "confirm", "Confirm", id="confirm", tooltip="Confirm the fact: it is right"),
        Binding("x", "reject", "Dismiss", id="dismiss", tooltip="Dismiss the fact: do not use it"),
        Binding("E", "edit", "Edit", id="edit", tooltip="Give the right value of the fact"),
        Binding("s", "send", "Send", id="send", tooltip="Send the draft, or say why not"),
        Binding("C", "copy", "Copy", show=False, id="copy", tooltip="Copy an allowed draft"),
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
        checked = self.selected()
        if checked is None:
            self.say("There is no fact to correct here.")
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
        if checked is None:
            self.say("There is no fact to decide here.")
        elif kind == "confirm" and checked.state.resolved:
            self.say(f"This fact is {checked.state.value} already.")
        elif kind == "dismiss" and checked.state is State.DISMISSED:
            self.say("This fact is dismissed already.")
        else:
            return checked
        return None

    def _decide(self, kind: str, checked: CheckedFact, value: str | None = None) -> None:
        try:
            self.services.resolve(checked.fact.id, kind, value)
        except MailmindError as error:
            self.notify(line(str(error)), title="Not decided", severity="error", markup=False)
            return
        self.renew()
        words = {"confirm": "Confirmed", "dismiss": "Dismissed", "value": "Corrected"}
        self.say(f"{words[kind]}: {line(checked.fact.statement)}")

    def action_send(self) -> None:
        """Why the draft cannot be sent from here."""
        if self.draft is None:
            self.say("There is no draft to send.")
            return
        reason = drafttext.why(self.draft, self.facts) or (
            "The draft is ready, but this version of mailmind does not send. "
            f"{key_of(self, 'copy')} copies it."
        )
        self.notify(_sentence(reason), title="Not sent", severity="warning", markup=False)

    def action_copy(self) -> None:
        """Put an allowed draft on the clipboard."""
        if self.draft is None:
            self.say("There is no draft to copy.")
        elif reason := drafttext.why(self.draft, self.facts):
            self.notify(_sentence(reason), title="Not copied", severity="warning", markup=False)
        else:
            self.app.copy_to_clipboard(self.draft.text)
            self.say("The draft is on the clipboard.")


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]
