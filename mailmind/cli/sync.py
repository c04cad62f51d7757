"""``mailmind sync``: new mail from the configured accounts into the store.

Owned here: an account that fails never stops another; each ends with its own line, and any failure
shows in the exit code.
"""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial

import click

from mailmind import bootstrap
from mailmind.cli import progress
from mailmind.cli.jsonl import finish
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
    config = bootstrap.load_config(ctx.obj["config_path"])
    chosen = bootstrap.accounts(config, account)
    # The first server answers while the store is opened.
    with _calling(chosen[0]) as first, bootstrap.open_store(ctx.obj["config_path"]) as store:
        with store.lock("sync"), progress.bar("Syncing", quiet=as_json) as advance:
            calls: list[Callable[[], Mailbox]] = [
                first,
                *(partial(bootstrap.open_mailbox, each) for each in chosen[1:]),
            ]
            reports = [
                _sync(each, call, store, verify=verify, advance=advance)
                for each, call in zip(chosen, calls, strict=True)
            ]
        if not fetch_only and any(folder.new for report in reports for folder in report.folders):
            _parse(store, quiet=as_json)
    if as_json:
        accounts = [_as_json(report, verify=verify) for report in reports]
        click.echo(dumps({"accounts": accounts}))
    else:
        for report in reports:
            _tell(report, verify=verify)
    finish(Exit.FAILED if any(report.failed for report in reports) else Exit.DONE)


@contextmanager
def _calling(account: AccountConfig) -> Iterator[Callable[[], Mailbox]]:
    """Connect in the background: answers what opens a mailbox, the first time this one.

    A connection that nobody asked for is closed when it comes.
    """
    under_way: list[Future[Mailbox]] = [Future()]
    threading.Thread(
        target=_call, args=(account, under_way[0]), name="mailmind-call", daemon=True
    ).start()

    def open_mailbox() -> Mailbox:
        return under_way.pop().result() if under_way else bootstrap.open_mailbox(account)

    try:
        yield open_mailbox
    finally:
        for unwanted in under_way:
            unwanted.add_done_callback(_hang_up)


def _call(account: AccountConfig, answer: Future[Mailbox]) -> None:
    try:
        answer.set_result(bootstrap.open_mailbox(account))
    except BaseException as error:  # noqa: BLE001  (it is raised where the mailbox is asked for)
        answer.set_exception(error)


def _hang_up(answer: Future[Mailbox]) -> None:
    if answer.exception() is None:
        answer.result().close()


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
