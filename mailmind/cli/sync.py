"""``mailmind sync``: new mail from the configured accounts into the store.

Owned here: any failure shows in the exit code.
"""

from functools import partial
from typing import TYPE_CHECKING

import click

from mailmind import bootstrap
from mailmind.errors import Exit

if TYPE_CHECKING:
    from mailmind.ports import Store


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
    # The first server answers while the rest is imported, the configuration validated, the store opened.
    with bootstrap.calling(config_path, account, bootstrap.open_mailbox) as call:
        from mailmind.cli import progress, sync_report
        from mailmind.sync import sync_account

        config = bootstrap.load_config(config_path)
        chosen = bootstrap.accounts(config, account)
        with bootstrap.open_store(None, at=bootstrap.store_path(config)) as store:
            with store.lock("sync"), progress.bar("Syncing", quiet=as_json) as advance:
                reports = [
                    sync_report.follow(
                        each.name,
                        sync_account(each, partial(call.mailbox, each), store, verify=verify),
                        advance,
                    )
                    for each in chosen
                ]
            if not fetch_only and any(report.new for report in reports):
                _parse(store, quiet=as_json)
    sync_report.say(reports, verify=verify, as_json=as_json)
    ctx.exit(Exit.FAILED if any(report.failed for report in reports) else Exit.DONE)


def _parse(store: "Store", *, quiet: bool) -> None:
    from mailmind.cli import progress
    from mailmind.pipeline.ingest import parse_pending

    with store.lock("parse"), progress.bar("Parsing", quiet=quiet) as advance:
        for parsed in parse_pending(store, bootstrap.clock()):
            advance(f"{parsed.done:,} mails")
