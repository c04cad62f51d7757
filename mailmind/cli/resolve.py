"""``mailmind resolve``: a person decides a fact."""

import click

from mailmind import bootstrap
from mailmind.cli import progress
from mailmind.cli.jsonl import finish
from mailmind.core.review import reason
from mailmind.errors import Exit, UsageError
from mailmind.pipeline.review import Resolved, resolve


@click.command("resolve")
@click.argument("fact")
@click.option("--confirm", is_flag=True, help="The fact is right as it stands.")
@click.option("--dismiss", is_flag=True, help="The fact is wrong or useless; never use it.")
@click.option("--value", metavar="V", help="The fact is right with this value.")
@click.pass_context
def command(ctx: click.Context, fact: str, confirm: bool, dismiss: bool, value: str | None) -> None:
    """Decide FACT (its ID from `mailmind queue`, or a unique beginning of it).

    Your decision is recorded in the ledger, and the thread's draft is judged anew.
    """
    given = [
        name for name, on in [("confirm", confirm), ("dismiss", dismiss), ("value", value)] if on
    ]
    if len(given) != 1:
        raise UsageError("give exactly one of --confirm, --dismiss and --value V")
    config = bootstrap.load_config(ctx.obj["config_path"])
    with bootstrap.open_store(ctx.obj["config_path"]) as store, store.lock("resolve"):
        bench = bootstrap.desk(config, store)
        done = resolve(fact, given[0], value, bench, who=bootstrap.person())
    _tell(done)
    finish(Exit.DONE)


def _tell(done: Resolved) -> None:
    before, after = done.before, done.after
    progress.say(f"{before.fact.id}  {before.fact.statement}: {before.state} → {after.state}")
    if before.fact.value != after.fact.value:
        progress.say(f"  value: {before.fact.value} → {after.fact.value}")
    if before.state.value == "rejected":
        progress.say(f"  note: {reason(before)}")
    if done.draft is not None:
        progress.say(f"  draft of {done.thread_id}: {done.draft.status}")
        for claim in done.draft.decision.claims:
            if claim.resolved is False:
                progress.say(f"    still open: {claim.text}: {claim.reason}")
