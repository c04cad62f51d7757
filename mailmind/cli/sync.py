"""``mailmind sync``: new mail from the configured accounts into the store.

Owned here: an account that fails never stops another; each ends with its own line, and any failure
shows in the exit code.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

import click

from mailmind import bootstrap
from mailmind.cli import progress
from mailmind.core.account import AccountConfig
from mailmind.core.jsonline import dumps
from mailmind.errors import Exit, SourceError
from mailmind.ports import Mailbox, Store
from mailmind.sync import (
    AccountDone,
    FolderDone,
    FolderTrouble,
    Progress,
    SyncEvent,
    Waiting,
    sync_account,
)


@dataclass(slots=True)
class Report:
    """What became of one account."""

    account: str
    folders: list[FolderDone] = field(default_factory=list)
    trouble: list[FolderTrouble] = field(default_factory=list)
    error: str = ""
    done: AccountDone | None = None

    @property
    def failed(self) -> bool:
        """Something was left out."""
        return self.done is None or not self.done.whole


@click.command("sync")
@click.option("--account", metavar="NAME", help="Only this account (all, where none is named).")
@click.option(
    "--verify",
    is_flag=True,
    help="Compare every folder's set of messages with the server's; say and mend the difference.",
)
@click.option("--fetch-only", is_flag=True, help="Leave parsing to the next run.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
@click.pass_context
def command(
    ctx: click.Context, account: str | None, verify: bool, fetch_only: bool, as_json: bool
) -> None:
    """Fetch new mail over IMAP into the store.

    The server is only read: nothing is marked as read, moved or deleted there. What was fetched when a
    sync is interrupted stays, and the next one goes on from there. Exit code 1 where an account, a folder
    or a message was left out; `mailmind status` lists it.
    """
    config_path = ctx.obj["config_path"]
    with bootstrap.calling(config_path, account, bootstrap.open_mailbox) as call:
        config = bootstrap.load_config(config_path)
        chosen = bootstrap.accounts(config, account)
        with bootstrap.open_store(None, at=bootstrap.store_path(config)) as store:
            with store.lock("sync"), progress.bar("Syncing", quiet=as_json) as advance:
                reports = [
                    _sync(each, partial(call.mailbox, each), store, verify=verify, advance=advance)
                    for each in chosen
                ]
            if not fetch_only and any(
                folder.new for report in reports for folder in report.folders
            ):
                _parse(store, quiet=as_json)
    _say(reports, verify=verify, as_json=as_json)
    ctx.exit(Exit.FAILED if any(report.failed for report in reports) else Exit.DONE)


def _say(reports: Sequence[Report], *, verify: bool, as_json: bool) -> None:
    if as_json:
        accounts = [_as_json(report, verify=verify) for report in reports]
        click.echo(dumps({"accounts": accounts}))
        return
    for report in reports:
        _tell(report, verify=verify)


def _sync(
    account: AccountConfig,
    open_mailbox: Callable[[], Mailbox],
    store: Store,
    *,
    verify: bool,
    advance: Callable[[str], None],
) -> Report:
    report = Report(account.name)
    try:
        for event in sync_account(account, open_mailbox, store, verify=verify):
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


def _parse(store: Store, *, quiet: bool) -> None:
    from mailmind.pipeline.ingest import parse_pending

    with store.lock("parse"), progress.bar("Parsing", quiet=quiet) as advance:
        for parsed in parse_pending(store, bootstrap.clock()):
            advance(f"{parsed.done:,} mails")


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
