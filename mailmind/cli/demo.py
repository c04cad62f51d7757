"""``mailmind demo``: the real pipeline over the bundled inbox, told thread by thread."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from mailmind import batch, bootstrap
from mailmind.cli import compare, lists, progress, shapes
from mailmind.cli.jsonl import finish
from mailmind.core.jsonline import dumps
from mailmind.core.naming import with_aliases
from mailmind.core.values import (
    SEMANTIC,
    CheckedFact,
    GateDecision,
    Outcome,
    State,
    Thread,
)
from mailmind.errors import Exit, MailmindError
from mailmind.pipeline import run
from mailmind.pipeline.events import RunDone, Summary, ThreadDone
from mailmind.ports import Draft


@click.command("demo")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of the story.")
@click.option("--tui", is_flag=True, help="Open the terminal app on the demo's inbox.")
@click.option(
    "--compare-prompts",
    "compared",
    is_flag=True,
    help="Show what the grounding instructions change.",
)
def command(as_json: bool, tui: bool, compared: bool) -> None:
    """Run the pipeline over an invented inbox with the recorded replies of a model that errs.

    No key, no network, and nothing of yours is read or written. Exit code 3: it holds things on
    purpose (0 with --compare-prompts, which leaves nothing behind).
    """
    if tui and (as_json or compared):
        raise click.UsageError("--tui goes with neither --json nor --compare-prompts")
    if compared:
        threads, *sides = compare.compare()
        for line in compare.lines(threads, *sides) if not as_json else ():
            progress.say(line)
        if as_json:
            click.echo(dumps(compare.as_data(threads, sides)))
        finish(Exit.DONE)
    _demo(as_json=as_json, tui=tui)


def _demo(*, as_json: bool, tui: bool) -> None:
    """The story of the whole inbox."""
    with (
        tempfile.TemporaryDirectory(prefix="mailmind-demo-") as folder,
        bootstrap.demo(Path(folder)) as bench,
    ):
        done: list[ThreadDone] = []
        summary: Summary | None = None
        for event in run(bench):
            if isinstance(event, ThreadDone):
                done.append(event)
            elif isinstance(event, RunDone):
                summary = event.summary
        if summary is None:
            raise MailmindError("the demo ended without a summary")
        done.reverse()  # the run begins with the newest thread, a story with the oldest
        if tui:
            finish(Exit(bootstrap.open_app_on(bench, about="the bundled demo inbox")))
        elif as_json:
            click.echo(dumps(as_data(done, summary)))
        else:
            for event in done:
                thread = bench.store.thread(event.outcome.thread_id)
                _tell(event, thread or Thread(event.outcome.thread_id, ()))
            for line in batch.text(summary):
                progress.say(line)
    finish(batch.exit_code(summary))


def as_data(done: list[ThreadDone], summary: Summary) -> dict[str, Any]:
    """The object that ``demo --json`` prints."""
    threads = [
        {
            "id": event.outcome.thread_id,
            "subject": event.subject,
            "workflow": event.outcome.workflow,
            "facts": [_fact(item) for item in event.outcome.facts],
            "draft": _draft(event.outcome.draft),
            "refused": [shapes.decision(item) for item in event.outcome.refused],
            "note": event.outcome.note,
        }
        for event in done
    ]
    return {"threads": threads, "totals": summary.as_json()}


def _fact(item: CheckedFact) -> dict[str, Any]:
    fact = item.fact
    return {
        "id": fact.id,
        "type": str(fact.type),
        "statement": fact.statement,
        "value": fact.value,
        "quote": fact.quote,
        "confidence": fact.confidence,
        "state": str(item.state),
        "checks": [shapes.verdict(v) for v in item.verdicts],
    }


def _draft(draft: Draft | None) -> dict[str, Any] | None:
    if draft is None:
        return None
    answer = shapes.decision(draft.decision)
    return answer | {"text": draft.text, "status": draft.status, "attempts": draft.attempts}


def _tell(event: ThreadDone, thread: Thread) -> None:
    outcome = event.outcome
    calls = sum(call.calls for call in outcome.calls)
    known = [call.usage.cost for call in outcome.calls if call.usage.cost is not None]
    progress.say()
    progress.say(f"━━ {event.subject}")
    progress.say(f"   {outcome.workflow} · {lists.number(calls, 'model call')} · ${sum(known):.4f}")
    for item in outcome.facts:
        fact = item.fact
        told = fact.value in fact.statement or fact.type in SEMANTIC
        value = "" if told else f"  [{fact.value}]"
        progress.say(f" {lists.SIGNS[item.state]} {item.state:<12} {fact.statement}{value}")
        stopped = [v for v in item.verdicts if v.outcome is not Outcome.PASS]
        for verdict in stopped[:1] if item.state is not State.VERIFIED else ():
            progress.say(f"     {verdict.check}: {with_aliases(thread, verdict.reason)}")
    for number, refusal in enumerate(outcome.refused, start=1):
        for line in _open_claims(refusal, thread):
            progress.say(f"   ✗ attempt {number}: {line}")
    _tell_draft(outcome.draft, thread)
    if outcome.note:
        progress.say(f"   {outcome.note}")


def _tell_draft(draft: Draft | None, thread: Thread) -> None:
    if draft is None:
        return
    after = f" after {draft.attempts} attempts" if draft.attempts > 1 else ""
    status = {"needs_person": "needs your word"}.get(draft.status, draft.status.replace("_", " "))
    progress.say(f"   draft {status}{after}:")
    for line in draft.text.splitlines():
        progress.say(f"   │ {line}")
    for line in _open_claims(draft.decision, thread):
        progress.say(f"   ✗ {line}")


def _open_claims(decision: GateDecision, thread: Thread) -> Iterator[str]:
    for claim in decision.claims:
        if claim.resolved is False:
            marked = " (marked: needs your word)" if claim.marked else ""
            yield f"“{claim.text}” {with_aliases(thread, claim.reason)}{marked}"
