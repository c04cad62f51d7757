"""Mail that lies in files: .eml, mbox and Maildir, folders with all that is in them.

Owned here: every mail file is read or named. What cannot be read is an :class:`ImportTrouble`, and a
path that is not there stops everything before the first mail is read.
"""

import os
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from mmap import ACCESS_READ, mmap
from pathlib import Path

from mailmind.core.mail.date import as_utc, parse_date
from mailmind.errors import UsageError
from mailmind.ports import ImportTrouble, RawMail

_MAIL_NAMES = frozenset({".eml", ".mbox", ".mbx", ".mail", ".email", ".msg", ".emlx", ".rfc822"})
_FOREIGN = {
    ".msg": "an Outlook .msg file: save it as .eml",
    ".pst": "an Outlook archive: export it as mbox",
}
_OLE = b"\xd0\xcf\x11\xe0"
_BOM = b"\xef\xbb\xbf"
_HEADER = re.compile(rb"[!-9;-~]+[ \t]*:")
_MAIL_HEADER = re.compile(
    rb"(?im)^(?:from|to|subject|date|received|return-path|message-id|mime-version|delivered-to):"
)
_FROM_LINE = re.compile(
    rb"(?m)(?:^|\A\xef\xbb\xbf\s*)From (?=\S*@|MAILER-DAEMON|-\s|[^\r\n]*\d:\d\d)[^\r\n]*\r?\n"
    rb"(?=[!-9;-~]+:|>From )"
)
_FROM_DATE = re.compile(
    rb"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? +(?:[A-Z][a-z]{2} +\d{1,2}|\d{1,2} +[A-Z][a-z]{2})[^\r\n]*"
)
_MAILDIR = ("cur", "new")
_MAILDIR_TIME = re.compile(r"^(\d{9,10})\.")
_SNIFF = 4096


class LocalMail:
    """The mails in files and folders. A :class:`~mailmind.ports.MailSource`."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self._paths = tuple(paths)

    def read(self) -> Iterator[RawMail | ImportTrouble]:
        """Every mail in order of the paths. Raises UsageError at once where a path cannot be used."""
        if not self._paths:
            raise UsageError("no path given: name an .eml file, an mbox, a Maildir or a folder")
        for path in self._paths:
            _must_be_readable(path)
        return self._all()

    def _all(self) -> Iterator[RawMail | ImportTrouble]:
        for path in self._paths:
            empty = True
            for item in _folder(path) if path.is_dir() else _file(path, named=True):
                empty = False
                yield item
            if empty:
                raise UsageError(f"no mail found in {path}: it holds no .eml, mbox or Maildir")


def _must_be_readable(path: Path) -> None:
    if not path.exists():
        raise UsageError(f"no such file or folder: {path}")
    if not os.access(path, os.R_OK | (os.X_OK if path.is_dir() else 0)):
        raise UsageError(f"cannot read {path}: permission denied")
    if path.is_file() and path.stat().st_size == 0:
        raise UsageError(f"no mail found in {path}: the file is empty")


def _folder(top: Path) -> Iterator[RawMail | ImportTrouble]:
    """All mail below a folder, in the order of the names. Links to folders are not followed."""
    refused: list[OSError] = []
    for place, folders, names in os.walk(top, onerror=refused.append):
        if set(_MAILDIR) & set(folders) and "tmp" in folders:
            folders.remove("tmp")  # a Maildir's deliveries that are not complete
        folders.sort()
        for name in sorted(names):
            yield from _file(Path(place) / name, named=False)
    for error in refused:
        yield ImportTrouble(str(error.filename), f"folder cannot be read: {error.strerror}")


def _file(path: Path, *, named: bool) -> Iterator[RawMail | ImportTrouble]:
    """The mails of one file. In a folder, files that are no mail are passed over."""
    in_maildir = path.parent.name in _MAILDIR
    if not named and not in_maildir and path.name.startswith("."):
        return
    suffix = path.suffix.lower()
    try:
        with path.open("rb") as file:
            start = file.read(_SNIFF)
    except OSError as error:
        yield ImportTrouble(str(path), f"cannot be read: {error.strerror}")
        return
    if suffix in _FOREIGN and start.startswith(_OLE):
        yield ImportTrouble(str(path), _FOREIGN[suffix])
    elif not start.strip():
        if named or in_maildir or suffix in _MAIL_NAMES:
            yield ImportTrouble(str(path), "the file is empty")
    elif is_mbox(start):
        yield from _mbox(path)
    elif named or in_maildir or suffix in _MAIL_NAMES or looks_like_mail(start):
        yield from _single(path, in_maildir=in_maildir)


def is_mbox(start: bytes) -> bool:
    """Whether a file with this beginning is a sequence of mails."""
    found = _FROM_LINE.match(start.removeprefix(_BOM).lstrip())
    return found is not None


def looks_like_mail(start: bytes) -> bool:
    """Whether a file with this beginning is a mail: header fields first, known ones among them."""
    head = re.split(rb"\r?\n\r?\n", start.lstrip(), maxsplit=1)[0]
    return bool(_HEADER.match(head)) and len(_MAIL_HEADER.findall(head)) >= 2


def _single(path: Path, *, in_maildir: bool) -> Iterator[RawMail | ImportTrouble]:
    try:
        raw = path.read_bytes()
    except OSError as error:
        yield ImportTrouble(str(path), f"cannot be read: {error.strerror}")
        return
    flags = _maildir_flags(path.name) if in_maildir else ()
    yield RawMail(raw, str(path), _maildir_time(path.name) if in_maildir else None, flags)


def _maildir_time(name: str) -> datetime | None:
    """When a Maildir's file was delivered, which its name begins with."""
    found = _MAILDIR_TIME.match(name)
    return datetime.fromtimestamp(int(found.group(1)), UTC) if found else None


def _maildir_flags(name: str) -> tuple[str, ...]:
    _, _, letters = name.partition(":2,")
    known = {"S": "\\Seen", "R": "\\Answered", "F": "\\Flagged", "D": "\\Draft", "T": "\\Deleted"}
    return tuple(known[letter] for letter in letters if letter in known)


def _mbox(path: Path) -> Iterator[RawMail | ImportTrouble]:
    """The mails of an mbox, one after the other; only one of them is held in memory.

    Their bytes stay as they are, ``>From`` lines too: whether such a line was escaped or is quoted
    cannot be told from the file.
    """
    try:
        with path.open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as data:
            found = _FROM_LINE.search(data)
            number = 0
            while found is not None:
                number += 1
                start, received = found.end(), _delivered(found.group())
                found = _FROM_LINE.search(data, start)
                end = found.start() if found is not None else len(data)
                yield RawMail(_without_gap(data[start:end]), f"{path}#{number}", received)
    except OSError as error:
        yield ImportTrouble(str(path), f"cannot be read to its end: {error.strerror}")


def _delivered(line: bytes) -> datetime | None:
    """The time in a ``From `` line, which is UTC by RFC 4155."""
    when = _FROM_DATE.search(line)
    moment = parse_date(when.group().decode("latin-1")) if when else None
    return as_utc(moment) if moment else None


def _without_gap(raw: bytes) -> bytes:
    """Without the blank line that separates mails in an mbox."""
    for end in (b"\r\n\r\n", b"\n\n"):
        if raw.endswith(end):
            return raw[: -len(end) // 2]
    return raw
