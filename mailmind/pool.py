"""Many threads of mail at once, in a bounded pool.

Owned here: order and the way out. Results come in the order in which they are done, never more than
``width`` are under way, and the first error that no further work can survive ends the pool: nothing new
is begun, what is under way is finished and handed on, then the error is raised.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


def in_parallel(
    items: Iterable[Item], work: Callable[[Item], Result], *, width: int
) -> Iterator[Result]:
    """The results of ``work`` on every item, as they are done.

    Args:
        items: taken only as fast as they are worked on.
        work: called in a thread of the pool.
        width: how many are under way at most.
    """
    waiting = iter(items)
    running: set[Future[Result]] = set()
    broken: BaseException | None = None
    with ThreadPoolExecutor(max_workers=width, thread_name_prefix="mailmind") as pool:

        def refill() -> None:
            for item in islice(waiting, width - len(running) if broken is None else 0):
                running.add(pool.submit(work, item))

        try:
            refill()
            while running:
                done, pending = wait(running, return_when=FIRST_COMPLETED)
                running.intersection_update(pending)
                broken = broken or next((e for f in done if (e := f.exception())), None)
                refill()  # before the results are handed on: their reader may take its time
                yield from (future.result() for future in done if future.exception() is None)
        finally:
            for future in running:
                future.cancel()
    if broken is not None:
        raise broken
