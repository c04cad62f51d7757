"""``mailmind queue``: what waits for a person."""

from itertools import groupby

import click

from mailmind import bootstrap
from mailmind.cli import lists, progress
from mailmind.cli.jsonl import finish
from mailmind.core.jsonline import dumps
from mailmind.errors import Exit
from mailmind.ports import QueueItem


@click.command("queue")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> None:
    """List what waits for you, newest thread first, each with the reason in a sentence.

    Waiting are facts that are held, unverifiable or rejected, and drafts that may not leave. Exit code 3
    where something waits, 0 where nothing does.
    """
    with bootstrap.open_store(ctx.obj["config_path"]) as store:
        items = store.queue()
    if as_json:
        data = {"waiting": len(items), "items": [lists.queue_data(item) for item in items]}
        click.echo(dumps(data))
    else:
        _tell(items)
    finish(Exit.HELD if items else Exit.DONE)


def _tell(items: list[QueueItem]) -> None:
    if not items:
        click.echo("Nothing waits for you.")
        return
    threads = 0
    for (thread_id, subject), group in groupby(items, key=lambda i: (i.thread_id, i.subject)):
        threads += 1
        progress.say(f"{thread_id}  {subject or '(no subject)'}")
        for item in group:
            if item.fact is None:
                progress.say(f"  ! draft        {item.reason}")
                continue
            for line in lists.fact_lines(item.fact):
                progress.say(line)
        click.echo()
    waiting = f"{lists.number(len(items), 'item')} in {lists.number(threads, 'thread')}"
    click.echo(f"{waiting}. Decide with: mailmind resolve FACT --confirm | --dismiss | --value V")
    if any(item.fact is None for item in items):
        click.echo("and, for a draft: mailmind draft THREAD")
