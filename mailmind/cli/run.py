"""``mailmind run``: the whole pipeline, headless, for a nightly job."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import click

from mailmind import batch, bootstrap
from mailmind.cli import progress
from mailmind.cli.jsonl import finish
from mailmind.pipeline import run
from mailmind.pipeline.events import Event
from mailmind.pipeline.ingest import import_mail


@click.command("run")
@click.option(
    "--account", metavar="NAME", help="Sync this account first (all, where none is named)."
)
@click.option(
    "--from",
    "sources",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Import this file or folder in place of a sync; may be repeated.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
@click.pass_context
def command(
    ctx: click.Context, account: str | None, sources: tuple[Path, ...], as_json: bool
) -> None:
    """Sync or import, extract facts, check them, draft replies; then say what was found.

    Nothing is sent and nothing is changed on the server. On a terminal the replies are shown while they
    are written; none counts before the gate has judged it. What needs you waits in `mailmind queue`, and
    the exit code is then 3.
    """
    config = bootstrap.load_config(ctx.obj["config_path"])
    with ExitStack() as stack:
        store = stack.enter_context(bootstrap.open_store(ctx.obj["config_path"]))
        advance = stack.enter_context(progress.bar("mailmind", quiet=as_json))
        listener = progress.drafts(advance)
        bench = stack.enter_context(bootstrap.workbench(config, store, listener=listener))

        def events() -> Iterator[Event]:
            if sources:
                source = bootstrap.local_mail(sources)
                with store.lock("import"):
                    yield from import_mail(source, store)
            elif account or config.settings.accounts:
                yield from bootstrap.sync(config, store, only=account)
            yield from run(bench)

        code = batch.report(
            events(),
            out=progress.say,
            err=lambda line: progress.say(line, err=True),
            progress=advance,
            as_json=as_json,
        )
    finish(code)
