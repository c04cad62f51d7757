"""What became of a sync, in words and as JSON.

Owned here: an account that fails never stops another; each ends with its own line.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import click

from mailmind.cli import progress
from mailmind.core.jsonline import dumps
from mailmind.errors import SourceError
from mailmind.sync import AccountDone, FolderDone, FolderTrouble, Progress, SyncEvent, Waiting


@dataclass(slots=True)
class Report:
    """What became of one account."""

    account: str
    folders: list[FolderDone] = field(default_factory=list)
    trouble: list[FolderTrouble] = field(default_factory=list)
    error: str = ""
    done: AccountDone | None = None

    @property
    def new(self) -> int:
        """Messages that came."""
        return sum(folder.new for folder in self.folders)

    @property
    def failed(self) -> bool:
        """Something was left out."""
        return self.done is None or not self.done.whole


def follow(account: str, events: Iterable[SyncEvent], advance: Callable[[str], None]) -> Report:
    """Run one account to its end, whatever end that is.

    Args:
        account: its name.
        events: of its sync.
        advance: takes the words to show meanwhile.
    """
    report = Report(account)
    try:
        for event in events:
            _note(event, report)
            if words := _words(event):
                advance(words)
    except SourceError as error:
        report.error = str(error)
    return report


def _note(event: SyncEvent, report: Report) -> None:
    if isinstance(event, FolderDone):
        report.folders.append(event)
    elif isinstance(event, FolderTrouble):
        report.trouble.append(event)
    elif isinstance(event, AccountDone):
        report.done = event


def _words(event: SyncEvent) -> str:
    match event:
        case Progress(account=account, folder=folder, done=done, total=total):
            return f"{account} {folder}: {done:,} of {total:,}"
        case Waiting(account=account, reason=reason, seconds=seconds):
            return f"{account}: {reason}; again in {seconds:.0f} s"
    return ""


def say(reports: Sequence[Report], *, verify: bool, as_json: bool) -> None:
    """Print the reports."""
    if as_json:
        accounts = [_as_json(report, verify=verify) for report in reports]
        click.echo(dumps({"accounts": accounts}))
        return
    for report in reports:
        _tell(report, verify=verify)


def _tell(report: Report, *, verify: bool) -> None:
    for folder in report.folders:
        counts = f"{folder.new:,} new, {folder.flags:,} flags changed, {folder.gone:,} gone"
        progress.say(f"{report.account} {folder.folder}: {counts}")
        if verify:
            missing = ", ".join(map(str, folder.missing)) or "none"
            progress.say(f"  verified: on the server and not stored: {missing}")
        for uid in folder.unfetchable:
            progress.say(f"  message {uid} is not handed out by the server", err=True)
    for item in report.trouble:
        progress.say(f"{report.account} {item.folder}: left out: {item.reason}", err=True)
    if report.error:
        progress.say(f"{report.account}: {report.error}", err=True)


def _as_json(report: Report, *, verify: bool) -> dict[str, object]:
    data: dict[str, object] = {
        "account": report.account,
        "folders": [_folder_json(folder, verify=verify) for folder in report.folders],
        "trouble": [{"folder": t.folder, "reason": t.reason} for t in report.trouble],
    }
    if report.error:
        data["error"] = report.error
    return data


def _folder_json(folder: FolderDone, *, verify: bool) -> dict[str, object]:
    data: dict[str, object] = {
        "folder": folder.folder,
        "new": folder.new,
        "flags": folder.flags,
        "gone": folder.gone,
        "unfetchable": list(folder.unfetchable),
    }
    return data | ({"missing": list(folder.missing)} if verify else {})
