"""``mailmind watch``: wait for new mail and run the pipeline on what comes.

Owned here: one line for each thread that was looked at, and nothing else on standard output.
"""

import queue
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import click

from mailmind import bootstrap
from mailmind.cli import progress
from mailmind.core.account import AccountConfig
from mailmind.core.jsonline import dumps
from mailmind.errors import SourceError, StoreLocked
from mailmind.pipeline import run
from mailmind.pipeline.bench import Workbench
from mailmind.pipeline.events import MailTrouble, RunDone, ThreadDone
from mailmind.sync import AccountDone, FolderTrouble, sync_account
from mailmind.sync.watch import Bell, Ring

LOCKED_SECONDS = 30.0
"""How long to wait for another mailmind that is at work on the store."""

Rings = queue.SimpleQueue[Ring | None]
"""What the bells say; None is the end."""


@click.command("watch")
@click.option("--account", metavar="NAME", help="Only this account (all, where none is named).")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a thread instead of text.")
@click.pass_context
def command(ctx: click.Context, account: str | None, as_json: bool) -> None:
    """Wait for new mail; fetch it, examine it, and print one line for each thread.

    New mail is pushed by servers that can (IDLE); others are looked at every `poll` seconds. A lost link
    or a busy server is tried again, later each time. Ends with Ctrl-C or SIGTERM.
    """
    rings = Rings()
    _end_on_signals(rings)
    config = bootstrap.load_config(ctx.obj["config_path"])
    chosen = bootstrap.accounts(config, account)
    with (
        bootstrap.open_store(ctx.obj["config_path"]) as store,
        bootstrap.workbench(config, store) as bench,
    ):
        for each in chosen:
            _fetch(each, bench)
        _examine(bench, as_json=as_json)
        with _bells(chosen, bench, rings) as bells:
            _serve(bench, rings, bells, as_json=as_json)


def _end_on_signals(rings: Rings) -> None:
    """End on Ctrl-C and on what service managers send, SIGTERM.

    An exception out of a handler is lost where the interpreter is just then in a destructor; so the
    end also stands in the queue, whose ``put`` may be called from anywhere.
    """

    def end(_number: int, _frame: object) -> None:
        rings.put(None)
        raise KeyboardInterrupt

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)


@contextmanager
def _bells(
    accounts: tuple[AccountConfig, ...], bench: Workbench, rings: Rings
) -> Iterator[dict[str, Bell]]:
    """A bell for each account, each in its own thread; they end with the block."""

    def bell_of(account: AccountConfig) -> Bell:
        return Bell(account, lambda: bootstrap.open_mailbox(account), bench.store, rings.put)

    bells = {account.name: bell_of(account) for account in accounts}
    for bell in bells.values():
        # Daemons: a wait on a socket does not hold up the end of the process.
        threading.Thread(target=bell.run, daemon=True).start()
    try:
        yield bells
    finally:
        for bell in bells.values():
            bell.stop()


def _serve(bench: Workbench, rings: Rings, bells: dict[str, Bell], *, as_json: bool) -> None:
    """Answer every ring, until all accounts are given up."""
    waiting = set(bells)
    while waiting:
        ring = rings.get()
        if ring is None:
            raise KeyboardInterrupt
        name = ring.account.name
        if ring.trouble:
            progress.say(f"{name}: {ring.trouble}", err=True)
            if ring.final:
                waiting.discard(name)
            continue
        try:
            if _fetch(ring.account, bench):
                _examine(bench, as_json=as_json)
        except StoreLocked as error:
            progress.say(str(error), err=True)
            threading.Event().wait(LOCKED_SECONDS)
        finally:
            bells[name].answered()
    raise SourceError("no account is left to wait for")


def _fetch(account: AccountConfig, bench: Workbench) -> bool:
    """Sync one account; True where something came that the pipeline should see."""
    new = False
    try:
        with bench.store.lock("watch"):
            events = sync_account(account, lambda: bootstrap.open_mailbox(account), bench.store)
            for event in events:
                if isinstance(event, FolderTrouble):
                    progress.say(f"{account.name} {event.folder}: {event.reason}", err=True)
                elif isinstance(event, AccountDone):
                    new = bool(event.new or event.gone)
    except SourceError as error:
        progress.say(f"{account.name}: {error}", err=True)
    return new


def _examine(bench: Workbench, *, as_json: bool) -> None:
    for event in run(bench):
        if isinstance(event, ThreadDone):
            _tell(event, as_json=as_json)
        elif isinstance(event, MailTrouble):
            progress.say(f"{event.path}: {event.reason}", err=True)
        elif isinstance(event, RunDone) and event.summary.stopped:
            progress.say(f"stopped: {event.summary.stopped}", err=True)


def _tell(event: ThreadDone, *, as_json: bool) -> None:
    outcome = event.outcome
    states: dict[str, int] = {}
    for checked in outcome.facts:
        states[str(checked.state)] = states.get(str(checked.state), 0) + 1
    draft = outcome.draft.status if outcome.draft else None
    if as_json:
        data = {
            "thread": outcome.thread_id, "subject": event.subject, "facts": states, "draft": draft,
        }  # fmt: skip
        click.echo(dumps(data))
        return
    counted = ", ".join(f"{count} {state}" for state, count in states.items()) or "no facts"
    progress.say(f"{outcome.thread_id} {event.subject}: {counted}; draft {draft or 'none'}")
