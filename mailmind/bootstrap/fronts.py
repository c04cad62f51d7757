"""What the commands start: a sync of the accounts, the demo, the terminal app."""

import getpass
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from mailmind import config as configuration
from mailmind.bootstrap.call import open_mailbox
from mailmind.bootstrap.models import bench_of, midnight, workbench
from mailmind.bootstrap.sources import (
    FixedClock,
    accounts,
    bundled,
    load_config,
    local_mail,
    open_store,
)
from mailmind.config import Config
from mailmind.errors import SourceError
from mailmind.pipeline import Workbench
from mailmind.pipeline.events import Event, MailRead, MailTrouble
from mailmind.pipeline.ingest import import_mail
from mailmind.ports import Store

if TYPE_CHECKING:
    from mailmind.tui.services import Overheard

DEMO_DAY = datetime(2026, 11, 28, 8, 0, tzinfo=UTC)
"""The day on which the demo looks at its inbox: after its newest mail."""


def sync(config: Config, store: Store, *, only: str | None = None) -> Iterator[Event]:
    """Sync the configured accounts (or one), told in the pipeline's events.

    An account that cannot be reached is an event; the others go on.
    """
    from mailmind.sync import sync_account
    from mailmind.sync.events import AccountDone, FolderTrouble, Progress

    new = 0
    with store.lock("sync"):
        for account in accounts(config, only):
            connect = partial(open_mailbox, account)
            try:
                for event in sync_account(account, connect, store):
                    if isinstance(event, Progress):
                        yield MailRead(new + event.done, new + event.done, 0)
                    elif isinstance(event, FolderTrouble):
                        yield MailTrouble(f"{account.name}/{event.folder}", event.reason)
                    elif isinstance(event, AccountDone):
                        new += event.new
            except SourceError as error:
                yield MailTrouble(account.name, str(error))
    yield MailRead(new, new, 0)


@contextmanager
def demo(folder: Path, *, replies: str = "replies") -> Iterator[Workbench]:
    """The bundled inbox in a store of its own, with the recorded model.

    Args:
        folder: where the store is made.
        replies: which of the bundled recordings are played back.
    """
    from mailmind.adapters.replay import ReplayModel

    config = configuration.load(str(bundled("demo.toml")))
    with open_store(None, at=folder / "demo.sqlite") as store:
        bench = bench_of(config, store, ReplayModel(bundled(replies)), FixedClock(DEMO_DAY))
        for _ in import_mail(local_mail([bundled("inbox")]), store):
            pass
        yield bench


def person() -> str:
    """Who sits at this machine, as the record of a decision shows it."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # a user ID without an account, as in a container
        return f"user {os.getuid()}"


def open_app(config_path: str | None) -> int:
    """Open the terminal app on the user's store; answers its exit code."""
    from mailmind.tui.services import Overheard

    config, overheard = load_config(config_path), Overheard()
    with (
        open_store(config_path) as store,
        workbench(config, store, listener=overheard.hear) as bench,
    ):
        return open_app_on(bench, keys=config.settings.keys, overheard=overheard)


def open_app_on(
    bench: Workbench,
    *,
    keys: Mapping[str, str] | None = None,
    about: str = "",
    overheard: "Overheard | None" = None,
) -> int:
    """Open the terminal app on a workbench; answers its exit code.

    Args:
        bench: what the app works with.
        keys: keys by the name of the action.
        about: what the store is, where it is not the user's own mail.
        overheard: what the bench's model tells while it writes.
    """
    from mailmind.pipeline import run
    from mailmind.pipeline.request import write
    from mailmind.pipeline.review import approve, discard, edit, resolve
    from mailmind.tui.app import MailmindApp
    from mailmind.tui.services import AiStatus, Overheard, Services

    who = person()

    def decide(fact_id: str, kind: str, value: str | None) -> object:
        return resolve(fact_id, kind, value, bench, who=who)

    def spent() -> float | None:
        return bench.store.spent(since=midnight(bench.clock, bench.zone))

    app = MailmindApp(
        Services(
            store=bench.store,
            clock=bench.clock,
            resolve=decide,
            approve=lambda thread_id, claim: approve(thread_id, claim, bench, who=who),
            edit_draft=lambda thread_id, text: edit(thread_id, text, bench, who=who),
            discard=lambda thread_id: discard(thread_id, bench, who=who),
            ai=AiStatus(place=bench.model.place, model=bench.model.name),
            run=lambda: run(bench),
            zone=bench.zone,
            keys=dict(keys or {}),
            spent=spent,
            about=about,
            write=lambda thread_id: write(thread_id, bench),
            overheard=overheard or Overheard(),
        )
    )
    app.run()
    return app.return_code or 0
