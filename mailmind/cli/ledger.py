"""``mailmind ledger``: the record of what was read, said and decided, proved whole."""

import click

from mailmind import bootstrap
from mailmind.cli import progress
from mailmind.cli.jsonl import finish
from mailmind.core.jsonline import dumps
from mailmind.errors import Exit


@click.group("ledger")
def command() -> None:
    """The append-only record of message bytes, model replies, drafts and decisions."""


@command.command("verify")
@click.option("--head", metavar="HASH", help="The head that an earlier verify printed.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
@click.pass_context
def verify(ctx: click.Context, head: str | None, as_json: bool) -> None:
    """Recompute every hash of the chain, and compare mail, facts, drafts and decisions with it.

    The head that is printed stands for all entries so far. Note it elsewhere, and a later
    `verify --head` proves that none of them was rewritten or cut off. Exit code 1 where something
    is not as it was recorded.
    """
    with bootstrap.open_store(ctx.obj["config_path"]) as store:
        report = store.verify_ledger()
        known = head is None or store.ledger_has(head)
    whole = report.broken_at is None and known
    reason = report.reason or ("" if known else f"no entry has the hash {head}")
    if as_json:
        data = {
            "whole": whole,
            "entries": report.entries,
            "broken_at": report.broken_at,
            "reason": reason,
            "head": report.head,
        }
        click.echo(dumps(data))
    elif whole:
        click.echo(f"The ledger is whole: {report.entries:,} entries, head {report.head}")
    else:
        where = f" at entry {report.broken_at}" if report.broken_at else ""
        progress.say(f"The ledger is broken{where}: {reason}", err=True)
    finish(Exit.DONE if whole else Exit.FAILED)
