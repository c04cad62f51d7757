"""The ceilings for a run and a day.

Owned here: a request that might break a ceiling is not sent. What is under way counts at its estimate,
and so does what was sent and never accounted for.
"""

import threading
from collections.abc import Callable


class Purse:
    """What may still be spent, shared by all threads of a run. It outlives the run: the app and the watch
    run again and again.
    """

    def __init__(
        self,
        run: float,
        day: float,
        *,
        spent_today: Callable[[], float] = lambda: 0.0,
        today: Callable[[], object] = lambda: None,
    ) -> None:
        """A purse for runs that begin with :meth:`begin`, the first of them now.

        Args:
            run: the ceiling of one run.
            day: the ceiling of all runs of a day.
            spent_today: what is recorded of today, in US dollars.
            today: tells one day from the next.
        """
        self._run = run
        self._day = day
        self._spent_today = spent_today
        self._today = today
        self._spent = 0.0
        self._unknown = 0.0
        """Estimates of what nobody told the cost of: no record has them."""
        self._lock = threading.Lock()
        self._date = today()
        self._before = spent_today()

    def begin(self) -> None:
        """A run begins. What earlier ones spent counts for the day alone."""
        with self._lock:
            if self._date != self._today():
                self._date, self._unknown = self._today(), 0.0
            self._before = self._spent_today() + self._unknown
            self._spent = 0.0

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
        with self._lock:
            if cost is None:
                self._unknown += estimate
            else:
                self._spent += cost - estimate
