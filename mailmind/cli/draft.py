"""``mailmind draft``: what a person can do with the reply draft of a thread.

Owned here: what is shown is the gate's answer of this moment, and exit code 0 means that the draft may
leave.
"""

from collections.abc import Iterator, Sequence
from typing import IO, Any

import click

from mailmind import bootstrap
from mailmind.cli import lists, progress
from mailmind.cli.find import find_thread
from mailmind.cli.jsonl import finish
from mailmind.config import Config
from mailmind.core.gate_claims import MARKER
from mailmind.core.jsonline import dumps
from mailmind.core.review import DISCARDED, draft_reason, marked
from mailmind.core.values import DraftClaim, Thread
from mailmind.errors import Exit, UsageError
from mailmind.pipeline import Workbench
from mailmind.pipeline.request import write
from mailmind.pipeline.review import approve, discard, edit, live_draft, named, regate
from mailmind.ports import Approval, Draft, Store


@click.command("draft")
@click.argument("thread")
@click.option(
    "--approve",
    "names",
    metavar="TEXT",
    multiple=True,
    help=f"Vouch for a claim that the draft marks {MARKER}; may be repeated.",
)
@click.option(
    "--edit",
    "new",
    metavar="FILE",
    type=click.File(encoding="utf-8"),
    help="Put this text in the draft's place (- is standard input).",
)
@click.option("--write", "anew", is_flag=True, help="Have the model write a draft now.")
@click.option("--discard", "drop", is_flag=True, help="Put the draft aside for good.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
@click.pass_context
def command(
    ctx: click.Context,
    thread: str,
    names: tuple[str, ...],
    new: IO[str] | None,
    anew: bool,
    drop: bool,
    as_json: bool,
) -> None:  # fmt: skip
    """Show the reply draft of THREAD, or have one written, approve, edit or discard it.

    THREAD is its ID, a unique beginning of it, or the ID of a fact or message in it. The gate judges the
    draft anew each time. A word of approval counts for the text as it stands, not for another; a
    discarded draft is kept, and no other is written before the thread gets a new mail. What --write has
    the model write takes the place of an earlier draft of its own, never of your words.

    Exit code 0 where the draft may leave, or was just discarded; 3 where it may not leave.
    """
    if sum((bool(names), new is not None, anew, drop)) > 1:
        raise UsageError("give only one of --approve, --edit, --write and --discard")
    config = bootstrap.load_config(ctx.obj["config_path"])
    with bootstrap.open_store(ctx.obj["config_path"]) as store:
        bench = bootstrap.desk(config, store)
        found = find_thread(store, thread)
        if anew:
            _write(found, config, store, quiet=as_json)
        draft = _after(found, bench, names=names, text=_read(new), drop=drop)
        approvals = store.approvals(found.id)
    if as_json:
        click.echo(dumps(_data(found, draft, approvals)))
    else:
        for line in _lines(found, draft, approvals):
            progress.say(line)
    finish(Exit.DONE if drop or may_leave(draft) else Exit.HELD)


def may_leave(draft: Draft) -> bool:
    """True where the gate allows the draft and no word of a person is missing."""
    decision = draft.decision
    return draft.status == "allowed" and decision.allow and not decision.needs_person


def _write(thread: Thread, config: Config, store: Store, *, quiet: bool) -> None:
    """Have the model write a draft; its words are shown on a terminal while they come."""
    with (
        progress.bar("mailmind", quiet=quiet) as show,
        bootstrap.workbench(config, store, listener=progress.drafts(show)) as bench,
    ):
        write(thread.id, bench)


def _read(file: IO[str] | None) -> str | None:
    if file is None:
        return None
    try:
        return file.read()
    except UnicodeDecodeError as error:
        raise UsageError(f"{file.name} is not UTF-8 at byte {error.start}") from error


def _after(
    thread: Thread, bench: Workbench, *, names: Sequence[str], text: str | None, drop: bool
) -> Draft:
    """Do what was asked for; answers the draft as it stands then."""
    who = bootstrap.person()
    draft = regate(thread.id, bench)
    if draft is None:
        raise UsageError(
            f"thread {thread.id} has no draft; `mailmind run` writes one where a reply is called for, "
            f"`mailmind draft {thread.id} --write` now"
        )
    if drop:
        return discard(thread.id, bench, who=who)
    if text is not None:
        return edit(thread.id, text, bench, who=who)
    if names:
        # All names are looked up before one counts: a slip approves nothing.
        claims = [named(live_draft(thread.id, bench), name) for name in names]
        for claim in claims:
            draft = approve(thread.id, claim, bench, who=who)
    return draft


# ── what is said of it ─────────────────────────────────────────────────────────────────────────────


def _data(thread: Thread, draft: Draft, approvals: Sequence[Approval]) -> dict[str, Any]:
    words = [{"claim": a.claim, "who": a.who, "at": a.at.isoformat()} for a in approvals]
    head = {"thread_id": thread.id, "subject": thread.subject, "may_leave": may_leave(draft)}
    return head | lists.draft_data(draft) | {"approved": words}


def _lines(thread: Thread, draft: Draft, approvals: Sequence[Approval]) -> Iterator[str]:
    yield f"{thread.id}  {thread.subject or '(no subject)'}"
    yield f"  draft by {draft.author}: {draft.status.replace('_', ' ')}"
    for line in draft.text.splitlines():
        yield f"  │ {line}"
    this = f"mailmind draft {thread.id}"
    if draft.status == DISCARDED:
        yield "  Discarded: it may not leave, and waits for nobody. To take it up again:"
        yield f"    {this} --edit FILE"
        return
    approved = {said.claim: said.who for said in approvals}
    for claim in draft.decision.claims:
        if claim.resolved is False and not claim.marked:
            yield from _rejected(claim, this)
    for name in marked(draft.decision):
        if name in approved:
            yield f"  ✓ “{name}” is marked {MARKER}; {approved[name]} vouches for it."
        else:
            yield f"  ! “{name}” is marked {MARKER}: it needs your word."
            yield f"      {this} --approve {_quoted(name)}"
    if may_leave(draft):
        yield "  It may leave: every claim is accounted for."
        return
    reason = draft_reason(draft.status, draft.decision, draft.attempts, approved)
    yield f"  It may not leave. {reason}"
    yield f"  Other words: {this} --edit FILE. No reply: {this} --discard"


def _rejected(claim: DraftClaim, this: str) -> Iterator[str]:
    """One claim that stops the draft, with both ways out."""
    yield f"  ✗ “{claim.text}”: {claim.reason}"
    yield "      Either write what the source says, or leave it out;"
    yield f"      or keep it with {MARKER} on its line, and vouch for it: {this} --edit FILE"
    if claim.fact_id is not None:
        yield f"      It names a fact, which you can decide: mailmind resolve {claim.fact_id} --confirm"


def _quoted(name: str) -> str:
    """As a shell takes it: in single quotes, since an amount may start with a dollar sign."""
    text = " ".join(name.split()).replace("'", "'\\''")
    return f"'{text}'"
