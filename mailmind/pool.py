"""Many threads of mail at once, in a bounded pool.

Owned here: order and the way out. Results come in the order in which they are done, never more than
``width`` are under way, and the first error that no further work can survive ends the pool: nothing new
is begun, what is under way is finished and handed on, then the error is raised.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
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
        try:
            while True:
                while broken is None and len(running) < width:
                    item = next(waiting, _END)
                    if item is _END:
                        break
                    running.add(pool.submit(work, item))  # type: ignore[arg-type]
                if not running:
                    break
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    error = future.exception()
                    if error is None:
                        yield future.result()
                    else:
                        broken = broken or error
        finally:
            for future in running:
                future.cancel()
    if broken is not None:
        raise broken


_END = object()
