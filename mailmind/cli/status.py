"""``mailmind status``: what is stored, and what went wrong."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict

import click

from mailmind import bootstrap
from mailmind import config as configuration
from mailmind.cli import lists, progress
from mailmind.cli.jsonl import finish
from mailmind.core.jsonline import dumps
from mailmind.errors import Exit
from mailmind.ports import RunRow

SHOWN = 20
"""How many lines of trouble the text shows; ``--json`` has them all."""


@click.command("status")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> None:
    """Count what is stored, and list every mail, folder or account that something is wrong with.

    Exit code 3 where something waits for you (`mailmind queue`).
    """
    config = bootstrap.load_config(ctx.obj["config_path"])
    with bootstrap.open_store(ctx.obj["config_path"]) as store:
        totals, trouble, waiting = store.totals(), store.trouble(), len(store.queue())
        run, failed = store.last_run(), store.failed()
    if as_json:
        listed = [{"path": item.path, "reason": item.reason} for item in trouble]
        data = {**totals, "waiting": waiting, "trouble": listed, "last_run": _run_data(run)}
        click.echo(dumps(data | {"failed": [asdict(thread) for thread in failed]}))
    else:
        _tell(totals, waiting, _run_line(run, configuration.zone(config.settings)))
        _list("Failed", [f"{t.thread_id}  {t.subject}: {t.reason}" for t in failed])
        _list("Trouble", [f"{item.path}: {item.reason}" for item in trouble])
    finish(Exit.HELD if waiting else Exit.DONE)


def _tell(totals: Mapping[str, int], waiting: int, last_run: str) -> None:
    unparsed = f", {totals['unparsed']:,} of them not parsed yet" if totals["unparsed"] else ""
    states = _parts(totals, "facts")
    drafts = _parts(totals, "drafts")
    click.echo(f"Messages  {totals['messages']:,}{unparsed}")
    click.echo(f"Threads   {totals['threads']:,}")
    click.echo(f"Facts     {totals['facts']:,}{states}")
    click.echo(f"Drafts    {totals['drafts']:,}{drafts}")
    click.echo(f"Waiting   {waiting:,}{' (`mailmind queue`)' if waiting else ''}")
    click.echo(f"Runs      {totals['runs']:,}")
    if last_run:
        progress.say(f"Last run  {last_run}")
    click.echo(f"Ledger    {totals['ledger']:,} entries (`mailmind ledger verify`)")


def _list(name: str, lines: Sequence[str]) -> None:
    click.echo(f"{name:<9} {len(lines):,}")
    for line in lines[:SHOWN]:
        progress.say(f"  {line}")
    if len(lines) > SHOWN:
        click.echo(f"  and {len(lines) - SHOWN:,} more (`mailmind status --json` has them all)")


def _run_line(run: RunRow | None, zone: str) -> str:
    """How the last run ended, in a line; empty where there was none."""
    if run is None:
        return ""
    began = lists.day(run.started, zone)
    if run.finished is None:
        return f"{began}: it is still at work, or was killed; `mailmind run` goes on where it ended"
    said = run.summary
    text = f"{began}: {said.get('seen', 0)} of {said.get('of', 0)} threads looked at"
    if said.get("failed"):
        text += f", {said['failed']} failed; the next run tries them again"
    return f"{text}; stopped: {said['stopped']}" if said.get("stopped") else text


def _run_data(run: RunRow | None) -> dict[str, object] | None:
    if run is None:
        return None
    finished = run.finished.isoformat() if run.finished else None
    return {"started": run.started.isoformat(), "finished": finished, "summary": dict(run.summary)}


def _parts(totals: Mapping[str, int], kind: str) -> str:
    named = [
        f"{count:,} {name.removeprefix(f'{kind}.').replace('_', ' ')}"
        for name, count in totals.items()
        if name.startswith(f"{kind}.") and count
    ]
    return f" ({', '.join(named)})" if named else ""
