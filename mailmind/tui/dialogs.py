"""Questions to the person: a confirmation, a value to type, a draft to edit.

Owned here: the safe answer is the one that a careless key gives. A confirmation starts on *cancel*.
"""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static, TextArea

_BOX = """
    align: center middle;
    & > Vertical {
        width: 72; max-width: 96%; height: auto; max-height: 90%;
        border: round $warning; background: $surface; padding: 1 2;
    }
    & Static { height: auto; }
    & Horizontal { height: auto; margin-top: 1; }
    & Button { margin-right: 2; }
"""


class Confirm(ModalScreen[bool]):
    """Asks before something that cannot be taken back, or that goes against what code proved."""

    DEFAULT_CSS = f"Confirm {{ {_BOX} }}"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", "Yes", id="dialog-yes"),
        Binding("n,escape,q", "answer(False)", "Cancel", id="dialog-no"),
        Binding("left,right", "app.focus_next", "Other button", show=False, id="dialog-other"),
    ]

    def __init__(self, question: str, because: str, yes: str) -> None:
        super().__init__()
        self._question = question
        self._because = because
        self._yes = yes

    def compose(self) -> ComposeResult:
        """Question, reasons, two buttons."""
        with Vertical():
            yield Static(Content.assemble((self._question, "bold")))
            yield Static(Content(f"\n{self._because}"))
            with Horizontal():
                yield Button("Cancel (n)", id="no", variant="primary")
                yield Button(Content(self._yes), id="yes", variant="warning")

    def on_mount(self) -> None:
        """Cancel has the focus."""
        self.query_one("#no").focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """A button was chosen."""
        self.dismiss(event.button.id == "yes")

    def action_answer(self, yes: bool) -> None:
        """A key was pressed."""
        self.dismiss(yes)


class AskValue(ModalScreen[str | None]):
    """Asks for the right value of a fact."""

    DEFAULT_CSS = f"AskValue {{ {_BOX} }}"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Cancel", id="value-leave"),
    ]

    def __init__(self, what: str, value: str) -> None:
        super().__init__()
        self._what = what
        self._value = value

    def compose(self) -> ComposeResult:
        """What is asked, and the field."""
        with Vertical():
            yield Static(
                Content.assemble(("What is the right value?", "bold"), f"\n{self._what}\n")
            )
            yield Input(self._value, id="value", select_on_focus=True)
            yield Static(
                Content.styled(
                    "\nEnter: your value counts as confirmed by you, and the draft is checked again. "
                    "Esc: leave it as it is.",
                    "dim",
                )
            )

    def on_mount(self) -> None:
        """Start in the field."""
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Done, unless nothing was typed."""
        value = event.value.strip()
        if value:
            self.dismiss(value)
        else:
            self.notify("A value cannot be empty. Esc leaves it as it is.", severity="warning")

    def action_leave(self) -> None:
        """Nothing is changed."""
        self.dismiss(None)


class EditText(ModalScreen[str | None]):
    """Asks for the new text of a draft."""

    DEFAULT_CSS = f"""
    EditText {{ {_BOX} }}
    EditText > Vertical {{ width: 90; height: 90%; }}
    EditText TextArea {{ height: 1fr; }}
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "save", "Save", id="edit-save", priority=True),
        Binding("escape", "leave", "Cancel", id="edit-leave", priority=True),
    ]

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        """The text, and what becomes of it."""
        with Vertical():
            yield TextArea(self._text, id="text", soft_wrap=True)
            words = "Ctrl+S: the gate judges your text like any other. Esc: leave it as it was."
            yield Static(Content.styled(words, "dim"))

    def on_mount(self) -> None:
        """Start in the text."""
        self.query_one(TextArea).focus()

    def action_save(self) -> None:
        """Done, unless nothing is left."""
        text = self.query_one(TextArea).text
        if text.strip():
            self.dismiss(text)
        else:
            self.notify("A draft cannot be empty. Esc leaves it as it was.", severity="warning")

    def action_leave(self) -> None:
        """Nothing is changed."""
        self.dismiss(None)
