"""Reading ahead: while one batch is stored, the next one comes in.

Owned here: the order. What was read before an error is handed out before the error is told, and
nothing is read beyond the room that there is for it.
"""

import threading
from collections import deque
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


def read_ahead(source: Iterator[T], *, alone: Callable[[T], bool]) -> Iterator[T]:
    """What a source yields, from a thread that is one item ahead of whoever takes them.

    Args:
        source: runs in that thread alone.
        alone: whether the source must stand still for as long as this item is in use.

    Whoever leaves early does not wait for the thread: it ends with the item that it is reading, or
    when what it reads from is closed.
    """
    reader = _Reader(source, alone)
    threading.Thread(target=reader.run, name="mailmind-read", daemon=True).start()
    try:
        yield from reader.items()
    finally:
        reader.leave()


class _Reader(Generic[T]):
    """What the two threads share; every field is touched under the condition only."""

    def __init__(self, source: Iterator[T], alone: Callable[[T], bool]) -> None:
        self._source = source
        self._alone = alone
        self._changed = threading.Condition()
        self._ready: deque[T] = deque()
        self._in_use = False
        self._left = False
        self._ended = False
        self._error: BaseException | None = None

    def run(self) -> None:
        """Read until the source ends or nobody wants more."""
        problem: BaseException | None = None
        try:
            for item in self._source:
                if not self._hand_over(item):
                    return
        except BaseException as error:  # noqa: BLE001  (it is raised where the items are taken)
            problem = error
        finally:
            with self._changed:
                self._error, self._ended = problem, True
                self._changed.notify_all()

    def _hand_over(self, item: T) -> bool:
        """Wait until there is room for one more; False where nobody takes it."""
        with self._changed:
            self._ready.append(item)
            self._changed.notify_all()
            self._changed.wait_for(
                lambda: self._left or not (self._ready or (self._in_use and self._alone(item)))
            )
            return not self._left

    def items(self) -> Iterator[T]:
        """The items in their order, then the error where there was one."""
        while True:
            with self._changed:
                self._in_use = False
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._ready or self._ended)
                if not self._ready:
                    break
                self._in_use = True
                item = self._ready.popleft()
                self._changed.notify_all()
            yield item
        if self._error is not None:
            raise self._error

    def leave(self) -> None:
        """No more items are wanted."""
        with self._changed:
            self._left = True
            self._changed.notify_all()
