"""``mailmind patterns``: mistakes that recur, and rules against them that a person may accept."""

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import click

from mailmind import bootstrap
from mailmind.bootstrap.models import rules
from mailmind.cli.jsonl import finish
from mailmind.config import Config
from mailmind.core.jsonline import dumps
from mailmind.core.patterns import Pattern, patterns
from mailmind.core.text import safe
from mailmind.core.values import CheckedFact, Thread
from mailmind.errors import Exit, UsageError
from mailmind.ports import Store


@click.command("patterns")
@click.option("--least", default=3, show_default=True, type=click.IntRange(1), help="Times seen.")
@click.option("--accept", type=click.IntRange(1), metavar="N", help="Accept the rule of pattern N.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
@click.pass_context
def command(ctx: click.Context, *, least: int, accept: int | None, as_json: bool) -> None:
    """Show what the model keeps getting wrong, by kind and sender, with a rule against each.

    An accepted rule is appended to the file that model.rules names. It becomes part of the prompt and
    of its hash, so every thread is looked at again under the new prompt.
    """
    config = bootstrap.load_config(ctx.obj["config_path"])
    with bootstrap.open_store(ctx.obj["config_path"]) as store:
        found = patterns(_known(store), least=least)
    if accept is not None:
        _accept(found, accept, config)
    elif as_json:
        click.echo(dumps({"patterns": [asdict(p) for p in found]}))
    else:
        _tell(found)
    finish(Exit.DONE)


def _known(store: Store) -> Iterator[tuple[Thread, list[CheckedFact]]]:
    for thread_id in store.thread_ids():
        thread = store.thread(thread_id)
        if thread is not None:
            yield thread, store.facts(thread_id)


def _tell(found: tuple[Pattern, ...]) -> None:
    if not found:
        click.echo("no mistake recurs so far")
    for number, pattern in enumerate(found, start=1):
        where = pattern.domain or "unknown senders"
        head = f"{number}. {pattern.code} with {where}: {pattern.count} of {pattern.of} facts"
        click.echo(safe(f"{head}\n   such as: {pattern.example}"))
        if pattern.rule:
            click.echo(safe(f"   rule: {pattern.rule}"))


def _accept(found: tuple[Pattern, ...], number: int, config: Config) -> None:
    if number > len(found) or not found[number - 1].rule:
        raise UsageError(f"there is no rule {number}; `mailmind patterns` lists them")
    named = config.settings.model.rules
    if not named:
        raise UsageError('name a file for accepted rules in config.toml: [model] rules = "…"')
    rule = found[number - 1].rule
    path = Path(named).expanduser()
    if path.exists() and rule in rules(config):
        click.echo("this rule is accepted already")
        return
    with path.open("a", encoding="utf-8") as file:
        file.write(rule + "\n")
    click.echo(safe(f"accepted into {path}: {rule}"))
