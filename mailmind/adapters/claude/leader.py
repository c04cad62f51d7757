"""One request of a thread goes first; the others follow once its reply has begun.

Owned here: a cache entry can be read only after the response that wrote it has begun, so requests that
share a prefix and go out together would each write it.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Leaders:
    """Who is writing which prefix at the moment."""

    def __init__(self, timeout: float) -> None:
        self._timeout = timeout
        self._begun: dict[str, threading.Event] = {}
        self._lock = threading.Lock()

    @contextmanager
    def turn(self, prefix: str) -> "Iterator[threading.Event]":
        """Hold the right to send. The event is to be set when the reply begins.

        The first request of a prefix gets it at once, later ones when the first has begun or ended.
        """
        with self._lock:
            event = self._begun.get(prefix)
            leads = event is None
            if event is None:
                event = self._begun[prefix] = threading.Event()
        if not leads:
            event.wait(self._timeout)
            yield event
            return
        try:
            yield event
        finally:
            event.set()
            with self._lock:
                self._begun.pop(prefix, None)
