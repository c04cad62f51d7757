"""``mailmind status``: what is stored, and what went wrong."""

from collections.abc import Mapping, Sequence

import click

from mailmind import bootstrap
from mailmind.cli import progress
from mailmind.cli.jsonl import finish
from mailmind.core.jsonline import dumps
from mailmind.errors import Exit
from mailmind.ports import ImportTrouble

SHOWN = 20
"""How many lines of trouble the text shows; ``--json`` has them all."""


@click.command("status")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> None:
    """Count what is stored, and list every mail, folder or account that something is wrong with.

    Exit code 3 where something waits for you (`mailmind queue`).
    """
    with bootstrap.open_store(ctx.obj["config_path"]) as store:
        totals, trouble, waiting = store.totals(), store.trouble(), len(store.queue())
    if as_json:
        listed = [{"path": item.path, "reason": item.reason} for item in trouble]
        data = {**totals, "waiting": waiting, "trouble": listed}
        click.echo(dumps(data))
    else:
        _tell(totals, trouble, waiting)
    finish(Exit.HELD if waiting else Exit.DONE)


def _tell(totals: Mapping[str, int], trouble: Sequence[ImportTrouble], waiting: int) -> None:
    unparsed = f", {totals['unparsed']:,} of them not parsed yet" if totals["unparsed"] else ""
    states = _parts(totals, "facts")
    drafts = _parts(totals, "drafts")
    click.echo(f"Messages  {totals['messages']:,}{unparsed}")
    click.echo(f"Threads   {totals['threads']:,}")
    click.echo(f"Facts     {totals['facts']:,}{states}")
    click.echo(f"Drafts    {totals['drafts']:,}{drafts}")
    click.echo(f"Waiting   {waiting:,}{' (`mailmind queue`)' if waiting else ''}")
    click.echo(f"Runs      {totals['runs']:,}")
    click.echo(f"Ledger    {totals['ledger']:,} entries (`mailmind ledger verify`)")
    click.echo(f"Trouble   {len(trouble):,}")
    for item in trouble[:SHOWN]:
        progress.say(f"  {item.path}: {item.reason}")
    if len(trouble) > SHOWN:
        click.echo(f"  and {len(trouble) - SHOWN:,} more (`mailmind status --json` has them all)")


def _parts(totals: Mapping[str, int], kind: str) -> str:
    named = [
        f"{count:,} {name.removeprefix(f'{kind}.').replace('_', ' ')}"
        for name, count in totals.items()
        if name.startswith(f"{kind}.") and count
    ]
    return f" ({', '.join(named)})" if named else ""
