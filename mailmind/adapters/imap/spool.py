"""One big message at a time, in a file: its parts come in, its size and hash go out.

Owned here: memory. However big a message is, no more than one part of it is held.
"""

import hashlib
import tempfile
from collections.abc import Iterable, Iterator
from typing import IO

from mailmind.core.syncplan import BigMail

_READ = 64 * 1024


class Spool:
    """A temporary file without a name; the next message takes its place."""

    def __init__(self) -> None:
        self._file: IO[bytes] | None = None

    def fill(self, parts: Iterable[bytes]) -> BigMail:
        """Keep the parts of one message, until the next one or the end."""
        self.close()
        self._file = file = tempfile.TemporaryFile()  # noqa: SIM115  (it outlives this call)
        digest, size = hashlib.sha256(), 0
        for part in parts:
            file.write(part)
            digest.update(part)
            size += len(part)

        def chunks() -> Iterator[bytes]:
            file.seek(0)
            while chunk := file.read(_READ):
                yield chunk

        return BigMail(size, digest.hexdigest(), chunks)

    def close(self) -> None:
        """Forget what is kept."""
        if self._file is not None:
            self._file.close()
            self._file = None
