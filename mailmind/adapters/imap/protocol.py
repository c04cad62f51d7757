"""The link below the commands, where it differs from imaplib's: fewer round trips, fewer reads.

Owned here: what came in the clear is forgotten when encryption begins. Neither an answer nor a byte in
a buffer, which anybody on the way may have put there, is taken for the server's word afterwards.
"""

import re
import socket
import sys
from typing import Any, cast

from imapclient.imap4 import IMAP4WithTimeout
from imapclient.tls import IMAP4_TLS

_FETCH = re.compile(rb"\* (\d+) FETCH (.*)", re.DOTALL | re.IGNORECASE)
_LITERAL = re.compile(rb"\{(\d+)\}$")
READ_BUFFER = 128 * 1024
"""Bytes that one read of the socket may bring; the usual 8 kB make ten thousand reads of a sync."""


class _Protocol:
    """What both kinds of link do differently from imaplib."""

    abort: type[Exception]
    file: Any
    sock: Any
    untagged_responses: dict[str, list[Any]]
    _tls_established: bool
    _again: bytes | None = None
    """A line that was looked at and is still to be read."""

    def open(self, *arguments: Any) -> None:
        super().open(*arguments)  # type: ignore[misc]
        # Small commands are sent one behind the other; none waits for the packet before it.
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._widen()

    def _widen(self) -> None:
        if sys.version_info < (3, 14):  # which has a buffer of its own
            self.file.close()
            self.file = self.sock.makefile("rb", READ_BUFFER)

    def _get_line(self) -> bytes:
        """A line as imaplib reads it, without a copy of it in words for a log that nobody reads."""
        if self._again is not None:
            looked_at, self._again = self._again, None
            return looked_at
        line = self.readline()  # type: ignore[attr-defined]
        if not line:
            raise self.abort("socket error: EOF")
        if not line.endswith(b"\r\n"):
            raise self.abort(f"socket error: unterminated line: {line[:60]!r}")
        return bytes(line[:-2])

    def _get_response(self) -> bytes | None:
        """FETCH responses, of which a sync reads tens of thousands, are told at one look."""
        line = self._get_line()
        fetched = _FETCH.fullmatch(line)
        if fetched is None:
            self._again = line
            return cast("bytes | None", super()._get_response())  # type: ignore[misc]
        parts = self.untagged_responses.setdefault("FETCH", [])
        text = b"%b %b" % fetched.groups()
        while text.endswith(b"}") and (literal := _LITERAL.search(text)):
            parts.append((text, self.read(int(literal[1]))))  # type: ignore[attr-defined]
            text = self._get_line()
        parts.append(text)
        return line

    def _get_capabilities(self) -> None:
        """Ask only where the greeting did not tell, and always again after STARTTLS."""
        if self._tls_established:
            self.untagged_responses.clear()
            self._widen()
        told = self.untagged_responses.pop("CAPABILITY", None)
        if told:
            self.capabilities = tuple(told[-1].decode("ascii", "replace").upper().split())
        else:
            super()._get_capabilities()  # type: ignore[misc]


class Plain(_Protocol, IMAP4WithTimeout):  # type: ignore[misc]
    """A link that is open, or not yet encrypted."""


class Encrypted(_Protocol, IMAP4_TLS):  # type: ignore[misc]
    """A link that is encrypted from its first byte."""
