"""What work in the background tells the app.

Owned here: fast work cannot flood the screen. Of the messages of one kind that wait, only the newest stays.
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


class DraftAsked(Message):
    """A person wants a draft for a thread."""

    def __init__(self, thread_id: str) -> None:
        super().__init__()
        self.thread_id = thread_id


class DraftGrew(Message):
    """A model has written more of a draft."""

    def __init__(self, thread_id: str) -> None:
        super().__init__()
        self.thread_id = thread_id

    def can_replace(self, message: Message) -> bool:
        """What is read is always all that was written so far."""
        return isinstance(message, DraftGrew) and message.thread_id == self.thread_id


class DraftEnded(Message):
    """The draft that was asked for is stored; ``problem`` says why, where it is not."""

    def __init__(self, thread_id: str, said: str, problem: str = "") -> None:
        super().__init__()
        self.thread_id = thread_id
        self.said = said
        self.problem = problem
