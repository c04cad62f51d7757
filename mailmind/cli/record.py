"""``mailmind record``: what the model answers, as replies that can be replayed."""

from dataclasses import replace
from pathlib import Path

import click

from mailmind import bootstrap
from mailmind.cli import compare, progress
from mailmind.cli.jsonl import finish
from mailmind.errors import Exit, UsageError
from mailmind.pipeline import process


@click.command("record")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--thread", "threads", multiple=True, metavar="ID", help="Only this thread; repeatable."
)
@click.option(
    "--without-grounding",
    "bare",
    is_flag=True,
    help="Leave out of the prompts what keeps the model to the mail, for a comparison.",
)
@click.pass_context
def command(ctx: click.Context, folder: Path, threads: tuple[str, ...], bare: bool) -> None:
    """Run the pipeline over stored threads and write the model's replies to FOLDER, one file a thread.

    Facts and drafts in the store stay as they are. Replay them with provider = "replay" and
    replies = FOLDER. The files hold quotes of your mail.
    """
    from mailmind.adapters.replay import RecordingModel, Recordings

    config = bootstrap.load_config(ctx.obj["config_path"])
    recordings = Recordings(folder)
    with (
        bootstrap.open_store(ctx.obj["config_path"]) as store,
        bootstrap.workbench(config, store, grounding=not bare) as real,
    ):
        outcomes = []
        reader = RecordingModel(real.verifier, recordings) if real.verifier else None
        bench = replace(real, model=RecordingModel(real.model, recordings), verifier=reader)
        for name in threads or store.thread_ids():
            thread = store.thread(name)
            if thread is None:
                raise UsageError(f"no thread {name!r}; `mailmind show` lists them")
            outcome = process(thread, bench)
            progress.say(f"{name}: {len(outcome.calls)} replies, {len(outcome.facts)} facts")
            outcomes.append(outcome)
        told = compare.side(outcomes, prompts=real.prompt_hash)
    progress.say(f"prompts {told.prompts[:8]}: {compare.sentence(told)}")
    finish(Exit.DONE)
