"""What a run in the background tells the app.

Owned here: a fast run cannot flood the screen. Of the progress messages that wait, only the newest stays.
"""

from textual.message import Message

from mailmind.pipeline.events import Event


class RunProgress(Message):
    """The run has got somewhere."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def can_replace(self, message: Message) -> bool:
        """A newer progress makes an older one superfluous."""
        return isinstance(message, RunProgress)


class RunFound(Message):
    """The run has stored something that a screen may show."""

    def __init__(self, event: Event) -> None:
        super().__init__()
        self.event = event


class RunEnded(Message):
    """The run is over; ``problem`` says why, where that was not its end."""

    def __init__(self, said: str, problem: str = "") -> None:
        super().__init__()
        self.said = said
        self.problem = problem
