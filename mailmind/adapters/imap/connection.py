"""A connection to an IMAP server that cannot hang, cannot be read along, and cannot leak.

Owned here: before a secret is sent, the server has proved who it is (CA, private CA, or pinned
certificate), every read has a time limit, and no command or content goes to a debug log.
"""

import hashlib
import imaplib
import socket
import ssl
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, cast

import imapclient
from imapclient.imap4 import IMAP4WithTimeout
from imapclient.imapclient import _parse_untagged_response
from imapclient.tls import IMAP4_TLS

from mailmind.adapters.imap.folders import quote, read_list
from mailmind.adapters.imap.responses import Part
from mailmind.core.account import AccountConfig, Tls
from mailmind.core.folders import FolderName
from mailmind.errors import SourceError
from mailmind.ports import FolderRefused

CONNECT_TIMEOUT = 15.0
READ_BUFFER = 128 * 1024
"""Bytes that one read of the socket may bring; the usual 8 kB make ten thousand reads of a sync."""
_NEWS = ("EXISTS", "EXPUNGE", "VANISHED", "FETCH")
"""What tells of a change; ``OK still here`` and RECENT do not."""


class _Protocol:
    """What both kinds of link do differently from imaplib: fewer round trips, fewer reads."""

    file: Any
    sock: Any
    untagged_responses: dict[str, list[bytes]]
    _tls_established: bool

    def open(self, *arguments: Any) -> None:
        super().open(*arguments)  # type: ignore[misc]
        if sys.version_info < (3, 14):  # which has a buffer of its own
            self.file.close()
            self.file = self.sock.makefile("rb", READ_BUFFER)

    def _get_capabilities(self) -> None:
        """Ask only where the greeting did not tell, and always again after STARTTLS."""
        told = self.untagged_responses.pop("CAPABILITY", None)
        if told and not self._tls_established:
            self.capabilities = tuple(told[-1].decode("ascii", "replace").upper().split())
        else:
            super()._get_capabilities()  # type: ignore[misc]


class _Plain(_Protocol, IMAP4WithTimeout):  # type: ignore[misc]
    """A link that is open, or not yet encrypted."""


class _Encrypted(_Protocol, IMAP4_TLS):  # type: ignore[misc]
    """A link that is encrypted from its first byte."""


class Connection(imapclient.IMAPClient):  # type: ignore[misc]  # the library has no types
    """IMAPClient with what a sync needs beyond it: raw folder names, UID ranges, and commands that
    are sent before the answer to the one before has been read.
    """

    def __init__(self, account: AccountConfig) -> None:
        super().__init__(
            account.host,
            port=account.port,
            ssl=account.tls is Tls.IMPLICIT,
            ssl_context=_context(account) if account.tls is Tls.IMPLICIT else None,
            timeout=imapclient.SocketTimeout(
                min(CONNECT_TIMEOUT, account.timeout), account.timeout
            ),
        )
        # At its level of 5 imaplib formats every message into a log line that nobody reads: twice
        # the CPU of a sync, and mail in memory where it does not belong.
        self._imap.debug = 0
        self.folder_encode = False
        self.socket().setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)

    def _create_IMAP4(self) -> _Plain | _Encrypted:  # noqa: N802  (the library's name)
        limit = self._timeout.connect
        if self.ssl:
            return _Encrypted(self.host, self.port, self.ssl_context, limit)
        return _Plain(self.host, self.port, limit)

    def send_enable(self, extension: str) -> bytes:
        """Ask to switch an extension on; answers the tag to wait for."""
        return cast("bytes", self._imap._command("ENABLE", extension))  # noqa: SLF001

    def receive_enabled(self, tag: bytes) -> frozenset[bytes]:
        """Wait for the end of an ENABLE: what the server has switched on."""
        typ, data = self._imap._command_complete("ENABLE", tag)  # noqa: SLF001
        self._checkok("enable", typ, data)
        lines: Sequence[bytes | None] = self._imap.response("ENABLED")[1]
        return frozenset(name.upper() for line in lines if line for name in line.split())

    def send_list(self) -> bytes:
        """Ask for every folder; answers the tag to wait for."""
        return cast("bytes", self._imap._command("LIST", '""', '"*"'))  # noqa: SLF001

    def receive_list(self, tag: bytes) -> list[FolderName]:
        """Every folder, with its name as the server sent it."""
        typ, data = self._imap._command_complete("LIST", tag)  # noqa: SLF001
        self._checkok("list", typ, data)
        return read_list(self._imap.response("LIST")[1])

    def examine(self, name: bytes) -> dict[bytes, Any]:
        """Open a folder read-only by its raw name.

        Raises:
            FolderRefused: the server answered NO or BAD; the connection lives on.
        """
        typ, data = self._imap.select(quote(name), readonly=True)
        if typ != "OK":
            raise FolderRefused(_words(data))
        return cast(
            "dict[bytes, Any]", self._process_select_response(self._imap.untagged_responses)
        )

    def search_range(self, first: int, last: int | None) -> list[int]:
        """The UIDs in a range, ascending.

        ``n:*`` names the last message even where it is below n; that one is cut away.
        """
        span = f"{first}:{'*' if last is None else last}"
        typ, data = self._imap.uid("SEARCH", "UID", span)
        self._checkok("search", typ, data)
        # A server with CONDSTORE may end the line with "(MODSEQ n)".
        numbers = (word for line in data if line for word in line.split(b"(")[0].split())
        return sorted({uid for uid in map(int, numbers) if uid >= first})

    def send_fetch(self, uids: bytes, items: str, modifiers: str | None = None) -> bytes:
        """Ask for items of a sequence set of UIDs; answers the tag to wait for."""
        self._imap.untagged_responses.pop("VANISHED", None)
        return cast("bytes", self._imap._command("UID", "FETCH", uids, items, modifiers))  # noqa: SLF001

    def receive_fetch(self, tag: bytes) -> tuple[list[Part | None], str]:
        """Wait for the end of a FETCH.

        Returns:
            Its responses as imaplib collects them, and what the server said where it ended with NO:
            it may have answered for most of the messages all the same.
        """
        typ, data = self._imap._command_complete("FETCH", tag)  # noqa: SLF001
        responses: list[Part | None] = self._imap.response("FETCH")[1]
        return responses, "" if typ == "OK" else _words(data) or typ

    def vanished(self) -> list[bytes]:
        """The VANISHED (EARLIER) sets that came with the last FETCH."""
        lines: Sequence[bytes | None] = self._imap.response("VANISHED")[1]
        earlier = b"(EARLIER) "
        return [line.removeprefix(earlier) for line in lines if line and line.startswith(earlier)]

    def await_news(self, seconds: float) -> bool:
        """Be in IDLE for that time at most; True where the server told news of the open folder.

        Raises:
            IMAPClientError: the server refuses IDLE.
        """
        self._forget()
        tag = self._idle_tag = self._imap._command("IDLE")  # noqa: SLF001
        while self._imap._get_response() is not None:  # noqa: SLF001  (None is the "+ idling")
            if self._imap.tagged_commands[tag] is not None:
                typ, data = self._imap.tagged_commands.pop(tag)
                self._checkok("idle", typ, data)
        early = [(0, kind.encode()) for kind in _NEWS if kind in self._imap.untagged_responses]
        news = early or self._buffered() or self.idle_check(timeout=seconds)
        # A dead link is silent too; it shows here, by the time limit of the answer to DONE.
        _, more = self.idle_done()
        self._forget()
        return any(_is_news(response) for response in (*news, *more))

    def _buffered(self) -> list[tuple[object, ...]]:
        """Lines that came in one packet with "+ idling": no poll of the socket sees those."""
        lines: list[tuple[object, ...]] = []
        self.socket().setblocking(False)
        try:
            while True:
                lines.append(_parse_untagged_response(self._imap._get_line()))  # noqa: SLF001
        except OSError:
            return lines  # nothing more for now
        except imaplib.IMAP4.abort as error:
            # The buffer reports "nothing yet" like an end; a true end shows with the next command.
            if "EOF" not in str(error):
                raise
            return lines
        finally:
            self._set_read_timeout()

    def _forget(self) -> None:
        """Drop untagged responses of before, so that they are no news and a long session is small."""
        for kind in _NEWS:
            self._imap.untagged_responses.pop(kind, None)

    def leave(self) -> None:
        """Say goodbye and go: the server's own goodbye would tell nothing."""
        self._imap._command("LOGOUT")  # noqa: SLF001
        self.drop()

    def drop(self) -> None:
        """Close without a word, whatever state the link is in."""
        with suppress(OSError):  # a broken link is as closed as it can be
            self.shutdown()


def connect(account: AccountConfig) -> Connection:
    """Open a connection and prove the server, before any login.

    Raises:
        ssl.SSLError, OSError, imaplib.IMAP4.error: as the network and the server have it.
    """
    connection = Connection(account)
    try:
        if account.tls is Tls.STARTTLS:
            _start_tls(connection, account)
        if account.fingerprint:
            _check_pin(connection, account.fingerprint)
    except BaseException:
        connection.drop()
        raise
    return connection


def _start_tls(connection: Connection, account: AccountConfig) -> None:
    # Somebody in between can cut the offer out of the list, so its absence is never "then without".
    if not connection.has_capability("STARTTLS"):
        raise SourceError(
            f'{account.host} does not offer STARTTLS; set tls = "implicit" (port 993) in '
            f"accounts.{account.name} if it has that, and do not send a password if it has neither"
        )
    connection.starttls(_context(account))


def _context(account: AccountConfig) -> ssl.SSLContext:
    context = ssl.create_default_context(cafile=account.ca_file or None)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    if account.fingerprint:
        # One known certificate is trusted in place of any chain; it is compared before the login.
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context


def _check_pin(connection: Connection, fingerprint: str) -> None:
    peer = connection.socket()
    certificate = peer.getpeercert(binary_form=True) if isinstance(peer, ssl.SSLSocket) else None
    found = hashlib.sha256(certificate or b"").hexdigest()
    if certificate is None or found != fingerprint:
        raise ssl.SSLCertVerificationError(
            f"the server's certificate has the fingerprint {found}, not the pinned one"
        )


def _words(data: Sequence[object]) -> str:
    return " ".join(d.decode("utf-8", "replace") for d in data if isinstance(d, bytes))


def _is_news(response: tuple[object, ...]) -> bool:
    words = [word.upper() for word in response[:2] if isinstance(word, bytes)]
    return any(kind.encode() in words for kind in _NEWS)
