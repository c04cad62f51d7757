"""An IMAP server that says what a test tells it to: for what a real server will not do."""

import re
import socket
import ssl
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

Reply = bytes | None
Hook = Callable[["Session", bytes, bytes], bool]
"""Called with the session, the tag and the command; answers True where it has replied."""

_COMMAND = re.compile(rb"(\S+) (.*)", re.DOTALL)


@dataclass
class Folder:
    """One folder of the script."""

    mails: dict[int, bytes] = field(default_factory=dict)
    uidvalidity: int = 7
    uidnext: int | None = -1
    """-1 stands for the right one; None leaves it out."""
    flags: dict[int, bytes] = field(default_factory=dict)
    modseq: bytes | None = None
    """Words of the OK response: ``HIGHESTMODSEQ 5``, ``NOMODSEQ``; None for none."""
    server_ids: dict[int, bytes] = field(default_factory=dict)
    exists: int | None = None
    labels: dict[int, bytes] = field(default_factory=dict)
    """What stands between the parentheses of X-GM-LABELS."""
    changed: dict[int, int] = field(default_factory=dict)
    """The modification sequence of each message that ever changed."""
    gone: bytes = b""
    """The sequence set of VANISHED."""


@dataclass
class Script:
    """What the server has and how it behaves."""

    folders: dict[bytes, Folder] = field(default_factory=lambda: {b"INBOX": Folder()})
    listing: list[bytes] | None = None
    """Raw LIST lines in place of those that follow from the folders."""
    capabilities: bytes = b"IMAP4rev1"
    greeting: bytes = b"* OK ready"
    hook: Hook | None = None
    commands: list[bytes] = field(default_factory=list)


class Session:
    """One connection."""

    def __init__(self, script: Script, connection: socket.socket):
        self.script = script
        self.folder: Folder | None = None
        self._connection = connection
        self._out = bytearray()
        """Kept until the command is answered: small segments wait for each other on a network."""
        self._file = connection.makefile("rb")

    def say(self, line: bytes) -> None:
        self._out += line + b"\r\n"

    def raw(self, data: bytes) -> None:
        self._out += data

    def flush(self) -> None:
        self._connection.sendall(bytes(self._out))
        self._out.clear()

    def encrypt(self, context: ssl.SSLContext) -> None:
        """Go on over TLS."""
        self._file.close()
        self._connection = context.wrap_socket(self._connection, server_side=True)
        self._file = self._connection.makefile("rb")

    def end(self) -> None:
        self._connection.close()

    def run(self) -> None:
        try:
            self.say(self.script.greeting)
            self.flush()
            while line := self._file.readline():
                tag, command = _COMMAND.fullmatch(line.rstrip(b"\r\n")).groups()
                self.script.commands.append(command)
                if self.script.hook is None or not self.script.hook(self, tag, command):
                    self.answer(tag, command)
                self.flush()
        except OSError:
            pass
        finally:
            self._file.close()
            self._connection.close()

    def answer(self, tag: bytes, command: bytes) -> None:
        word, _, rest = command.partition(b" ")
        handler = getattr(self, "_" + word.decode().lower(), None)
        if handler is None:
            self.say(tag + b" BAD unknown command")
            return
        handler(rest)
        self.say(tag + b" OK done")

    def _capability(self, _rest):
        self.say(b"* CAPABILITY " + self.script.capabilities)

    def _login(self, _rest):
        pass

    def _enable(self, rest):
        self.say(b"* ENABLED " + rest)

    def _noop(self, _rest):
        pass

    def _logout(self, _rest):
        self.say(b"* BYE")

    def _list(self, _rest):
        lines = self.script.listing
        if lines is None:
            lines = [b'(\\HasNoChildren) "/" "' + name + b'"' for name in self.script.folders]
        for line in lines:
            self.say(b"* LIST " + line)

    def _examine(self, rest):
        name, _, modifiers = rest.removeprefix(b'"').partition(b'"')
        self.folder = folder = self.script.folders[name]
        exists = len(folder.mails) if folder.exists is None else folder.exists
        self.say(b"* %d EXISTS" % exists)
        self.say(b"* OK [UIDVALIDITY %d] ok" % folder.uidvalidity)
        uidnext = max(folder.mails, default=0) + 1 if folder.uidnext == -1 else folder.uidnext
        if uidnext is not None:
            self.say(b"* OK [UIDNEXT %d] ok" % uidnext)
        if folder.modseq is not None:
            self.say(b"* OK [" + folder.modseq + b"] ok")
        known = re.search(rb"QRESYNC \((\d+) (\d+) \S+\)", modifiers)
        if known and int(known[1]) == folder.uidvalidity:
            self.tell_changes(int(known[2]), b"(UID FLAGS)", vanished=True)

    def tell_changes(self, since: int, items: bytes, *, vanished: bool) -> None:
        """What RFC 7162 has a server tell of messages that changed or went."""
        if vanished and self.folder.gone:
            self.say(b"* VANISHED (EARLIER) " + self.folder.gone)
        for uid in sorted(self.folder.mails):
            if self.folder.changed.get(uid, 0) > since:
                self.fetch(uid, items)

    def _uid(self, rest):
        word, _, rest = rest.partition(b" ")
        if word == b"SEARCH":
            uids = self.select(rest.split()[-1])
            self.say(b"* SEARCH" + b"".join(b" %d" % uid for uid in uids))
        elif word == b"FETCH":
            uid_set, _, items = rest.partition(b" ")
            if since := re.search(rb"\(CHANGEDSINCE (\d+)( VANISHED)?\)", items):
                self.tell_changes(int(since[1]), items, vanished=bool(since[2]))
                return
            for uid in self.select(uid_set):
                self.fetch(uid, items)

    def select(self, uid_set: bytes) -> list[int]:
        """The UIDs of a set, with RFC 3501's rule that ``n:*`` always names the last one."""
        found: set[int] = set()
        last = max(self.folder.mails, default=0)
        for part in uid_set.split(b","):
            low, _, high = part.partition(b":")
            ends = [last if end == b"*" else int(end) for end in (low, high or low)]
            found |= {uid for uid in self.folder.mails if min(ends) <= uid <= max(ends)}
        return sorted(found)

    def fetch(self, uid: int, items: bytes) -> None:
        seq = sorted(self.folder.mails).index(uid) + 1
        self.raw(b"* %d FETCH (" % seq + self.items(uid, items) + b")\r\n")

    def items(self, uid: int, items: bytes) -> bytes:
        raw = self.folder.mails[uid]
        parts = [b"UID %d" % uid]
        if b"FLAGS" in items:
            parts.append(b"FLAGS (" + self.folder.flags.get(uid, b"") + b")")
        if b"INTERNALDATE" in items:
            parts.append(b'INTERNALDATE "16-Nov-2026 10:02:03 +0100"')
        if b"RFC822.SIZE" in items:
            parts.append(b"RFC822.SIZE %d" % len(raw))
        if b"X-GM-LABELS" in items:
            parts.append(b"X-GM-LABELS (" + self.folder.labels.get(uid, b"") + b")")
        if b"X-GM-MSGID" in items:
            parts.append(b"X-GM-MSGID " + self.folder.server_ids[uid])
        if b"EMAILID" in items:
            parts.append(b"EMAILID (" + self.folder.server_ids[uid] + b")")
        if partial := re.search(rb"BODY\.PEEK\[\]<(\d+)\.(\d+)>", items):
            start, count = int(partial[1]), int(partial[2])
            piece = raw[start : start + count]
            parts.append(b"BODY[]<%d> {%d}\r\n" % (start, len(piece)) + piece)
        elif b"BODY.PEEK[]" in items:
            parts.append(b"BODY[] {%d}\r\n" % len(raw) + raw)
        return b" ".join(parts)


class ScriptedServer:
    """Serves a script on loopback until it is closed."""

    def __init__(self, script: Script):
        self.script = script
        self.connections = 0
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            self.connections += 1
            threading.Thread(target=Session(self.script, connection).run, daemon=True).start()

    def close(self) -> None:
        # A blocked accept() does not notice a close; a last connection wakes it.
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join(5)
