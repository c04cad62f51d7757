"""Worker processes: how they start, and that they end.

Owned here: no worker outlives the process that gives it work, not even where that one is killed. An
interrupt is the business of that process alone.
"""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.context import BaseContext


def process_pool(size: int, task: Callable[..., object]) -> ProcessPoolExecutor:
    """A pool for ``task``, which its workers have imported before they are asked.

    The pool is a context manager; on the way out its workers end.
    """
    context = _context(task.__module__)
    return ProcessPoolExecutor(size, mp_context=context, initializer=_begin)


def _context(module: str) -> BaseContext:
    """Workers are never copies of this process, whose threads would be cut off in mid-step.

    On Linux a server that has imported the module once forks them, which spares each the imports.
    """
    if sys.platform != "linux":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([module])
    return context


def _begin() -> None:
    """In a worker: leave interrupts to the process that started the pool, and end when it is gone.

    The queue alone would never tell: every worker holds a writing end of it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, name="ends with its parent", daemon=True).start()
