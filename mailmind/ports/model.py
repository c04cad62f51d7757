"""The model: what can be asked, whoever answers."""

from typing import Protocol

from mailmind.core.dialogue import Answer, Ask, Task


class Model(Protocol):
    """A language model, or something that answers in its place."""

    @property
    def name(self) -> str:
        """What facts carry as their source."""
        ...

    @property
    def place(self) -> str:
        """Where mail text goes: ``OFF``, ``LOCAL`` or ``CLOUD``."""
        ...

    def can(self, task: Task) -> bool:
        """Whether it can be asked this. False means the check is ``not_run``."""
        ...

    def ask(self, ask: Ask) -> Answer:
        """Ask. Never raises for what the model or the network did; raises ModelError only where no
        further ask can succeed (no key, spend limit).
        """
        ...
