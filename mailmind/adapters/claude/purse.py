"""The ceilings for a run and a day.

Owned here: a request that might break a ceiling is not sent. What is under way counts at its estimate,
and so does what was sent and never accounted for.
"""

import threading
from collections.abc import Callable


class Purse:
    """What may still be spent, shared by all threads of a run."""

    def __init__(
        self, run: float, day: float, *, spent_today: Callable[[], float] = lambda: 0.0
    ) -> None:
        self._run = run
        self._day = day
        self._before = spent_today()
        self._spent = 0.0
        self._lock = threading.Lock()

    @property
    def spent(self) -> float:
        """US dollars of this run, estimates included."""
        with self._lock:
            return self._spent

    def reserve(self, estimate: float) -> str:
        """Set money aside; answers why that is not possible, or nothing."""
        with self._lock:
            after = self._spent + estimate
            if after > self._run:
                return f"the ceiling of this run is reached (${self._run:g}, model.ceiling_run)"
            if self._before + after > self._day:
                return f"the ceiling of today is reached (${self._day:g}, model.ceiling_day)"
            self._spent = after
            return ""

    def settle(self, estimate: float, cost: float | None) -> None:
        """Put the real cost in place of the estimate; an unknown cost leaves the estimate."""
        if cost is not None:
            with self._lock:
                self._spent += cost - estimate
