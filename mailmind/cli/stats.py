"""``mailmind stats cost``: tokens and money of the model calls."""

from dataclasses import asdict
from datetime import datetime
from zoneinfo import ZoneInfo

import click

from mailmind import bootstrap
from mailmind.cli.jsonl import finish
from mailmind.config import zone
from mailmind.core.jsonline import dumps
from mailmind.core.spending import Spent, groups, spent
from mailmind.core.text import safe
from mailmind.errors import Exit

_COLUMNS = ("asks", "requests", "input", "read", "written", "output", "cost $", "unknown")


@click.group("stats")
def command() -> None:
    """Figures about what was done so far."""


@command.command("cost")
@click.option(
    "--by",
    type=click.Choice(["run", "day", "thread", "task", "model"]),
    default="day",
    show_default=True,
    help="What the calls are grouped by.",
)
@click.option("--since", type=click.DateTime(["%Y-%m-%d"]), help="Only calls from this day on.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
@click.pass_context
def cost(ctx: click.Context, *, by: str, since: datetime | None, as_json: bool) -> None:
    """Tokens and money by run, day, thread, task or model.

    Input counts fresh tokens; what was read from and written to the prompt cache stands apart. Calls
    whose cost the server did not tell are counted as unknown, never as free.
    """
    config = bootstrap.load_config(ctx.obj["config_path"])
    here = ZoneInfo(zone(config.settings))
    with bootstrap.open_store(ctx.obj["config_path"]) as store:
        calls = store.model_calls(since=since.replace(tzinfo=here) if since else None)
    found = spent(calls, groups(here)[by])
    total = spent(calls, lambda _: "all")
    if as_json:
        all_calls = asdict(total[0]) if total else asdict(Spent("all"))
        data = {"by": by, "groups": [asdict(s) for s in found], "all": all_calls}
        click.echo(dumps(data))
    elif not calls:
        click.echo("no model was asked so far")
    else:
        _tell(by, (*found, *total))
    finish(Exit.DONE)


def _tell(by: str, sums: tuple[Spent, ...]) -> None:
    width = max(len(by), *(len(s.name) for s in sums))
    click.echo(f"{by:{width}} " + " ".join(f"{name:>10}" for name in _COLUMNS))
    for s in sums:
        counts = (
            s.asks, s.requests, s.input_tokens, s.cache_read, s.cache_write, s.output_tokens,
        )  # fmt: skip
        numbers = " ".join(f"{count:>10,}" for count in counts)
        click.echo(safe(f"{s.name:{width}} {numbers} {s.cost:>10.4f} {s.unknown:>10,}"))
