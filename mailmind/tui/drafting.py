"""What a person does with a thread's draft: ask for one, approve, edit, discard or copy it, or ask why it
cannot leave.

Owned here: the gate has the last word. Whatever a person does to a draft goes through the pipeline, and
what the app then shows and copies is the gate's new answer.
"""

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from textual.binding import Binding, BindingType

from mailmind.errors import MailmindError
from mailmind.ports import Draft
from mailmind.tui import drafttext
from mailmind.tui.dialogs import Confirm, EditText
from mailmind.tui.keys import key_of
from mailmind.tui.messages import DraftAsked
from mailmind.tui.threadview import ThreadView
from mailmind.tui.words import block, line

_NOT_HERE = "Drafts cannot be changed here."
_NOT_YET = "A draft is being written. It can be used once the gate has judged it."


class DraftKeys(ThreadView):
    """The view of a thread, with the keys that act on its draft."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "send", "Send", id="send", tooltip="Send the draft, or say why not"),
        Binding("w", "write", "Write", show=False, id="write", tooltip="Ask the model for a draft now"),
        Binding("C", "copy", "Copy", show=False, id="copy", tooltip="Copy an allowed draft"),
        Binding("a", "approve", "Approve", show=False, id="approve",
                tooltip="Approve the marked claim"),
        Binding("e", "edit_draft", "Edit draft", show=False, id="edit-draft",
                tooltip="Edit the draft"),
        Binding("D", "discard", "Discard", show=False, id="discard",
                tooltip="Discard the draft"),
    ]  # fmt: skip

    def act(self, what: Callable[[], object], done: str) -> None:
        """Do something that the pipeline may refuse, then show what is stored."""
        try:
            what()
        except MailmindError as error:
            self.notify(line(str(error)), title="Not done", severity="error", markup=False)
            return
        self.renew()
        self.say(done)

    def check_whole(self) -> bool:
        """True where no draft is being written; says so where one is."""
        if self.unfinished is not None:
            self.say(_NOT_YET)
        return self.unfinished is None

    def action_write(self) -> None:
        """Have the model write a draft now; in the place of another only after a question."""
        if self.services.write is None:
            self.say("There is no model here that could write one.")
        elif self.check_whole() and self.draft is None:
            self._ask_for_draft()
        elif self.check_whole():
            self._ask(
                "Write another draft in the place of this one?",
                "The model is asked once more, which may cost money. The record keeps both.",
                "Write (y)",
                self._ask_for_draft,
            )

    def _ask_for_draft(self) -> None:
        self._focus_pane("claims")
        self.post_message(DraftAsked(self.thread_id))

    def action_approve(self) -> None:
        """A person vouches for what the draft marks as not in the source."""
        act, claim = self.services.approve, self.selected_claim()
        if act is None:
            self.say(_NOT_HERE)
        elif not self.check_whole():
            return
        elif self.draft is None or claim is None or not claim.marked:
            pane = key_of(self, "next-pane")
            self.say(f"Go to a claim of the draft ({pane}) that is marked as not in the source.")
        elif claim.text in self.approved:
            self.say(f"Approved already: {line(claim.text)}")
        else:
            vouch = partial(act, self.thread_id, claim.text)
            self._ask(
                "No mail says this. Approve it all the same?",
                f"“{line(claim.text)}”\n\nIf you approve it, the draft may leave with it, "
                "and the record says that it was your word.",
                "Approve (y)",
                partial(self.act, vouch, f"Approved: {line(claim.text)}"),
            )

    def action_edit_draft(self) -> None:
        """A person puts a text of their own in the place of the draft's."""
        act, draft = self.services.edit_draft, self._changeable(self.services.edit_draft)
        if act is not None and draft is not None:
            shown = block(draft.text)
            self.app.push_screen(EditText(shown), partial(self._edited, act, shown))

    def _edited(self, act: Callable[[str, str], object], before: str, text: str | None) -> None:
        if text is not None and text != before:
            self.act(partial(act, self.thread_id, text), "Edited; the gate has judged your text.")

    def action_discard(self) -> None:
        """A person puts the draft aside."""
        act, draft = self.services.discard, self._changeable(self.services.discard)
        if act is not None and draft is not None:
            self._ask(
                "Discard this draft?",
                "No other is written before this thread gets a new mail. Editing takes it up again.",
                "Discard (y)",
                partial(self.act, partial(act, self.thread_id), "The draft is discarded."),
            )

    def _changeable(self, act: object) -> Draft | None:
        if act is None:
            self.say(_NOT_HERE)
        elif self.check_whole() and self.draft is None:
            self.say(f"There is no draft here; {key_of(self, 'write')} asks for one.")
        else:
            return None if self.unfinished else self.draft
        return None

    def _ask(self, question: str, because: str, yes: str, then: Callable[[], None]) -> None:
        def answered(agreed: bool | None) -> None:
            if agreed:
                then()

        self.app.push_screen(Confirm(question, because, yes), answered)

    def action_send(self) -> None:
        """Why the draft cannot be sent from here."""
        if not self.check_whole():
            return
        if self.draft is None:
            self.say("There is no draft to send.")
            return
        reason = drafttext.why(self.draft, self.facts, self.approved) or (
            "The draft is ready, but this version of mailmind does not send. "
            f"{key_of(self, 'copy')} copies it."
        )
        self.notify(_sentence(reason), title="Not sent", severity="warning", markup=False)

    def action_copy(self) -> None:
        """Put an allowed draft on the clipboard."""
        if not self.check_whole():
            return
        if self.draft is None:
            self.say("There is no draft to copy.")
        elif reason := drafttext.why(self.draft, self.facts, self.approved):
            self.notify(_sentence(reason), title="Not copied", severity="warning", markup=False)
        else:
            self.app.copy_to_clipboard(self.draft.text)
            self.say("The draft is on the clipboard.")


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]
