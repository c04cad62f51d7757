"""A lock beside the database that keeps two runs apart.

Owned here: the lock is the operating system's, so that it ends with the process that holds it,
however that ends. The text in the file only says who holds it.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from mailmind.errors import StoreError, StoreLocked


@contextmanager
def hold(path: Path, what: str, *, at: datetime) -> Iterator[None]:
    """Hold the lock for the time of the block.

    Args:
        path: the lock file.
        what: what holds it, for people ("run").
        at: now.

    Raises:
        StoreLocked: another process (or another block of this one) holds it.
    """
    try:
        handle = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
    except OSError as error:
        raise StoreError(f"cannot open the lock {path}: {error.strerror}") from error
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise StoreLocked(_held(handle, path)) from error
        os.ftruncate(handle, 0)
        os.pwrite(handle, f"pid {os.getpid()} ({what}) since {at.isoformat()}\n".encode(), 0)
        yield
    finally:
        # The file stays: removing it could let two processes hold locks on two files of one name.
        os.close(handle)


def _held(handle: int, path: Path) -> str:
    holder = (
        os.pread(handle, 500, 0).decode("utf-8", "replace").strip() or "a process that is starting"
    )
    return (
        f"another mailmind is at work on this store: {holder}. Wait for it, or end that process;"
        f" the lock {path} goes with it."
    )
