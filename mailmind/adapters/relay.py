"""What stands in front of a model: it answers to the model's name and is where the model is.

Owned here: whoever asks cannot tell the two apart. Name, place and abilities are those of the model
behind; only :meth:`ask` is left to say.
"""

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from mailmind.core.dialogue import Answer, Ask, Task
from mailmind.ports import Model

Inner = TypeVar("Inner", bound=Model)


class Relay(ABC, Generic[Inner]):
    """A model in front of another one."""

    def __init__(self, inner: Inner) -> None:
        self._inner = inner

    @property
    def name(self) -> str:
        """The name of the model behind."""
        return self._inner.name

    @property
    def place(self) -> str:
        """Where the model behind takes mail text."""
        return self._inner.place

    def can(self, task: Task) -> bool:
        """What the model behind can."""
        return self._inner.can(task)

    @abstractmethod
    def ask(self, ask: Ask) -> Answer:
        """Ask the model behind, or answer in its place."""
