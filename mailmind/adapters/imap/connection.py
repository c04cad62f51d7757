"""A connection to an IMAP server that cannot hang, cannot be read along, and cannot leak.

Owned here: before a secret is sent, the server has proved who it is (CA, private CA, or pinned
certificate), every read has a time limit, and no command or content goes to a debug log.
"""

import imaplib
import socket
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, cast

import imapclient
from imapclient.imapclient import _parse_untagged_response

from mailmind.adapters.imap.folders import quote, read_list
from mailmind.adapters.imap.protocol import Encrypted, Plain
from mailmind.adapters.imap.responses import Part
from mailmind.adapters.imap.trust import check_pin, context
from mailmind.core.account import AccountConfig, Tls
from mailmind.core.folders import FolderName
from mailmind.errors import SourceError
from mailmind.ports import FolderRefused

CONNECT_TIMEOUT = 15.0
_NEWS = ("EXISTS", "EXPUNGE", "VANISHED", "FETCH")
"""What tells of a change; ``OK still here`` and RECENT do not."""


class Connection(imapclient.IMAPClient):  # type: ignore[misc]  # the library has no types
    """IMAPClient with what a sync needs beyond it: raw folder names, UID ranges, and commands that
    are sent before the answer to the one before has been read.
    """

    def __init__(self, account: AccountConfig) -> None:
        super().__init__(
            account.host,
            port=account.port,
            ssl=account.tls is Tls.IMPLICIT,
            ssl_context=context(account) if account.tls is Tls.IMPLICIT else None,
            timeout=imapclient.SocketTimeout(
                min(CONNECT_TIMEOUT, account.timeout), account.timeout
            ),
        )
        # At its level of 5 imaplib formats every message into a log line that nobody reads: twice
        # the CPU of a sync, and mail in memory where it does not belong.
        self._imap.debug = 0
        self.folder_encode = False
        self.socket().setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)

    def _create_IMAP4(self) -> Plain | Encrypted:  # noqa: N802  (the library's name)
        limit = self._timeout.connect
        if self.ssl:
            return Encrypted(self.host, self.port, self.ssl_context, limit)
        return Plain(self.host, self.port, limit)

    def capabilities(self) -> tuple[bytes, ...]:
        """What the server can do. Before the login that is known already, after STARTTLS too."""
        if self._imap.state == "NONAUTH":
            return tuple(name.encode() for name in self._imap.capabilities)
        return cast("tuple[bytes, ...]", super().capabilities())

    def _send(self, command: str, *arguments: bytes | str | None) -> bytes:
        """Send a command without waiting; answers the tag to wait for."""
        return cast("bytes", self._imap._command(command, *arguments))  # noqa: SLF001

    def send_enable(self, extension: str) -> bytes:
        """Ask to switch an extension on; answers the tag to wait for."""
        return self._send("ENABLE", extension)

    def receive_enabled(self, tag: bytes) -> frozenset[bytes]:
        """Wait for the end of an ENABLE: what the server has switched on."""
        typ, data = self._imap._command_complete("ENABLE", tag)  # noqa: SLF001
        self._checkok("enable", typ, data)
        lines: Sequence[bytes | None] = self._imap.response("ENABLED")[1]
        return frozenset(name.upper() for line in lines if line for name in line.split())

    def send_list(self) -> bytes:
        """Ask for every folder; answers the tag to wait for."""
        return self._send("LIST", '""', '"*"')

    def receive_list(self, tag: bytes) -> list[FolderName]:
        """Every folder, with its name as the server sent it."""
        typ, data = self._imap._command_complete("LIST", tag)  # noqa: SLF001
        self._checkok("list", typ, data)
        return read_list(self._imap.response("LIST")[1])

    def send_examine(self, name: bytes, modifiers: str | None = None) -> bytes:
        """Ask to open a folder read-only by its raw name; answers the tag to wait for."""
        self._imap.untagged_responses = {}
        self._imap.is_readonly = True
        return self._send("EXAMINE", quote(name), modifiers)

    def receive_examined(self, tag: bytes) -> dict[bytes, Any]:
        """Wait for the end of an EXAMINE: what the server says of the folder.

        Raises:
            FolderRefused: the server answered NO; no folder is open then, and the connection lives on.
        """
        typ, data = self._imap._command_complete("EXAMINE", tag)  # noqa: SLF001
        self._imap.state = "SELECTED" if typ == "OK" else "AUTH"
        if typ != "OK":
            raise FolderRefused(_words(data))
        return cast(
            "dict[bytes, Any]", self._process_select_response(self._imap.untagged_responses)
        )

    def changes(self) -> list[Part | None]:
        """The FETCH responses that came with an EXAMINE."""
        return cast("list[Part | None]", self._imap.response("FETCH")[1])

    def send_search(self, first: int, last: int | None) -> bytes:
        """Ask for the UIDs in a range; answers the tag to wait for."""
        return self._send("UID", "SEARCH", "UID", f"{first}:{'*' if last is None else last}")

    def receive_search(self, tag: bytes, first: int) -> list[int]:
        """Wait for the UIDs from the first one on, ascending.

        ``n:*`` names the last message even where it is below n; that one is cut away.
        """
        typ, data = self._imap._command_complete("SEARCH", tag)  # noqa: SLF001
        self._checkok("search", typ, data)
        lines: Sequence[bytes | None] = self._imap.response("SEARCH")[1]
        # A server with CONDSTORE may end the line with "(MODSEQ n)".
        numbers = (word for line in lines if line for word in line.split(b"(")[0].split())
        return sorted({uid for uid in map(int, numbers) if uid >= first})

    def send_fetch(self, uids: bytes, items: str, modifiers: str | None = None) -> bytes:
        """Ask for items of a sequence set of UIDs; answers the tag to wait for."""
        self._imap.untagged_responses.pop("VANISHED", None)
        return self._send("UID", "FETCH", uids, items, modifiers)

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
        """Close without a word, whatever state the link is in, and whoever waits for its answer."""
        with suppress(OSError):  # a broken link is as closed as it can be
            # This ends a read in another thread; closing the file would wait for that read.
            self.socket().shutdown(socket.SHUT_RDWR)
        with suppress(OSError):
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
            check_pin(connection.socket(), account.fingerprint)
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
    connection.starttls(context(account))


def _words(data: Sequence[object]) -> str:
    return " ".join(d.decode("utf-8", "replace") for d in data if isinstance(d, bytes))


def _is_news(response: tuple[object, ...]) -> bool:
    words = [word.upper() for word in response[:2] if isinstance(word, bytes)]
    return any(kind.encode() in words for kind in _NEWS)
