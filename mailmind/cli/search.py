"""``mailmind search``: full-text search over the stored mail."""

from typing import Any

import click

from mailmind import bootstrap
from mailmind.cli import lists, progress
from mailmind.config import zone
from mailmind.core.jsonline import dumps
from mailmind.ports import SearchHit


@click.command("search")
@click.argument("query", nargs=-1, required=True)
@click.option("--limit", default=50, show_default=True, type=click.IntRange(1), help="At most.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
@click.pass_context
def command(ctx: click.Context, query: tuple[str, ...], limit: int, as_json: bool) -> None:
    """Find mail that holds all words of QUERY in subject, sender or text, newest first.

    Accents and case do not matter, the last word may be a beginning, and words in double quotes are
    a phrase.
    """
    words = " ".join(query)
    with bootstrap.open_store(ctx.obj["config_path"]) as store:
        hits = store.search(words, limit)
    if as_json:
        data = {"query": words, "hits": [_data(hit) for hit in hits]}
        click.echo(dumps(data))
        return
    where = zone(bootstrap.load_config(ctx.obj["config_path"]).settings)
    for hit in hits:
        progress.say(f"{lists.day(hit.date, where)}  {hit.thread_id}  {hit.sender}: {hit.subject}")
        progress.say(f"    {hit.snippet}")
    more = ", the newest" if len(hits) == limit else ""
    click.echo(f"{lists.number(len(hits), 'message')}{more}" if hits else "Nothing found.")


def _data(hit: SearchHit) -> dict[str, Any]:
    return {
        "thread_id": hit.thread_id,
        "message_id": hit.message_id,
        "date": hit.date.isoformat() if hit.date else None,
        "from": hit.sender,
        "subject": hit.subject,
        "snippet": hit.snippet,
    }
