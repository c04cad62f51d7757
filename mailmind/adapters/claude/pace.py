"""When the next request may go out: for everybody after a rate limit, for one after a failure.

Owned here: patience has a bound. A server that asks for more than ``longest_wait`` is not waited for.
"""

import random
import threading
import time
from collections.abc import Callable

_FIRST_WAIT = 0.5
_LONGEST_BACKOFF = 8.0


class Pace:
    """Shared by all requests to one server."""

    def __init__(
        self,
        longest_wait: float,
        *,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self._longest = longest_wait
        self._sleep = sleep
        self._clock = clock
        self._jitter = jitter
        self._resume_at = 0.0
        self._lock = threading.Lock()

    def wait(self) -> None:
        """Return when requests may go out."""
        while (left := self._left()) > 0:
            self._sleep(left)

    def _left(self) -> float:
        with self._lock:
            return self._resume_at - self._clock()

    def back_off(self, asked: float, tries: int, *, everybody: bool) -> bool:
        """Wait before a request is repeated; False where the wait asked for is too long.

        Args:
            asked: seconds that the server asks for; negative where it does not say.
            tries: requests that were made so far for this ask.
            everybody: the limit is on the account, so nobody else need try.
        """
        if asked > self._longest:
            return False
        seconds = asked
        if asked < 0:
            backoff = min(_FIRST_WAIT * 2 ** (tries - 1), _LONGEST_BACKOFF, self._longest)
            seconds = backoff * (1 - self._jitter() / 4)
        if everybody:
            with self._lock:
                self._resume_at = max(self._resume_at, self._clock() + seconds)
        else:
            self._sleep(seconds)
        return True
