"""``mailmind show``: the list of threads, or one thread with its facts, checks and draft."""

from typing import Any

import click

from mailmind import bootstrap
from mailmind.cli import lists, progress
from mailmind.cli.find import find_thread
from mailmind.cli.jsonl import finish
from mailmind.config import Config, zone
from mailmind.core.jsonline import dumps
from mailmind.core.review import WAITING, WAITING_DRAFTS, waits
from mailmind.core.text import safe
from mailmind.core.values import CheckedFact, Message, Thread
from mailmind.errors import Exit, UsageError
from mailmind.ports import Ask, Draft, Store, Task, ThreadRow


@click.command("show")
@click.argument("thread", required=False)
@click.option("--limit", default=50, show_default=True, type=click.IntRange(1), help="List length.")
@click.option("--text", "with_text", is_flag=True, help="Also print the text of the messages.")
@click.option("--prompt", is_flag=True, help="Print what a model would be sent of THREAD.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
@click.pass_context
def command(
    ctx: click.Context,
    thread: str | None,
    limit: int,
    with_text: bool,
    prompt: bool,
    as_json: bool,
) -> None:
    """Show THREAD (its ID, a unique beginning of it, or the ID of a fact or message in it).

    Without THREAD: the list of threads, newest first. Exit code 3 where something in what is shown
    waits for you.
    """
    config = bootstrap.load_config(ctx.obj["config_path"])
    where = zone(config.settings)
    if prompt and thread is None:
        raise UsageError("--prompt needs a thread; `mailmind show` lists them")
    held = False
    with bootstrap.open_store(ctx.obj["config_path"]) as store:
        if thread is None:
            rows = store.thread_rows(limit=limit)
            held = any(
                row.draft_status in WAITING_DRAFTS or any(map(row.facts.get, WAITING))
                for row in rows
            )
            _list(rows, store.thread_count(), where, as_json=as_json)
        elif prompt:
            _tell_prompt(find_thread(store, thread), store, config)
        else:
            found = find_thread(store, thread)
            facts, draft = store.facts(found.id), store.draft(found.id)
            held = any(map(waits, facts)) or (draft is not None and draft.status in WAITING_DRAFTS)
            places = store.places(found.id)
            if as_json:
                data = _thread_data(found, facts, draft, with_text=with_text)
                click.echo(dumps(data | {"places": places}))
            else:
                progress.say(f"{found.id}  {found.subject or '(no subject)'}  [{found.workflow}]")
                progress.say(f"  in {', '.join(places)}")
                _tell(found, facts, draft, where, with_text=with_text)
    finish(Exit.HELD if held else Exit.DONE)


def _tell_prompt(thread: Thread, store: Store, config: Config) -> None:
    """The first question about a thread, to the letter, save for what a terminal would obey."""
    from mailmind.core.promptbuild import build
    from mailmind.core.prompts import Instructions

    with bootstrap.workbench(config, store) as bench:
        reader, why = bench.allowed_for(thread)
    if reader.model.place == "OFF":
        reason = why or "no model is configured"
        progress.say(f"Nothing of this is sent: {reason}.", err=True)
    else:
        progress.say("This is the first question. Later ones end with another task.", err=True)
        if reader.verifier is not None:
            second = (
                f"The second reader ({reader.verifier.name}) is told less, and gets the mails raw."
            )
            progress.say(second, err=True)
    sent = build(
        Ask(Task.EXTRACT, thread),
        mail_chars=config.settings.model.mail_chars,
        told=Instructions(bootstrap.rules(config)),
    )
    click.echo(safe(sent.text, lines=True))


# ── the list ───────────────────────────────────────────────────────────────────────────────────────


def _list(rows: list[ThreadRow], of: int, where: str, *, as_json: bool) -> None:
    if as_json:
        data = {"threads": [_row_data(row) for row in rows], "of": of}
        click.echo(dumps(data))
        return
    if not rows:
        click.echo("No mail is stored. `mailmind import PATH` or `mailmind sync` brings some.")
        return
    for row in rows:
        states = " ".join(f"{lists.SIGNS[s]}{n}" for s, n in sorted(row.facts.items()) if n)
        draft = f"draft {row.draft_status.replace('_', ' ')}" if row.draft_status else ""
        tail = "  ".join(part for part in (states, draft) if part)
        subject = row.subject or "(no subject)"
        progress.say(f"{row.id}  {lists.day(row.date, where)}  {row.sender}: {subject}")
        progress.say(f"    {lists.number(row.messages, 'message')}{'  ' + tail if tail else ''}")
    click.echo(f"{len(rows):,} of {lists.number(of, 'thread')}")


def _row_data(row: ThreadRow) -> dict[str, Any]:
    return {
        "id": row.id,
        "subject": row.subject,
        "from": row.sender,
        "date": row.date.isoformat() if row.date else None,
        "messages": row.messages,
        "workflow": row.workflow,
        "facts": {str(state): count for state, count in row.facts.items()},
        "draft": row.draft_status,
        "note": row.note,
    }


# ── one thread ─────────────────────────────────────────────────────────────────────────────────────


def _thread_data(
    thread: Thread, facts: list[CheckedFact], draft: Draft | None, *, with_text: bool
) -> dict[str, Any]:
    return {
        "id": thread.id,
        "subject": thread.subject,
        "workflow": thread.workflow,
        "messages": [_message_data(m, with_text=with_text) for m in thread.messages],
        "facts": [lists.fact_data(item) for item in facts],
        "draft": lists.draft_data(draft) if draft else None,
    }


def _message_data(message: Message, *, with_text: bool) -> dict[str, Any]:
    data: dict[str, Any] = {
        "message_id": message.message_id,
        "from": str(message.sender),
        "to": [str(a) for a in message.to],
        "date": message.date.isoformat() if message.date else None,
        "subject": message.subject,
        "attachments": list(message.attachments),
        "traits": [trait.kind for trait in message.traits],
        "trouble": list(message.trouble),
    }
    return data | ({"text": message.body} if with_text else {})


def _tell(
    thread: Thread, facts: list[CheckedFact], draft: Draft | None, where: str, *, with_text: bool
) -> None:
    click.echo()
    for message in thread.messages:
        date = lists.day(message.date, where)
        progress.say(f"  {message.message_id}  {date}  {message.sender}: {message.subject}")
        for oddity in message.trouble:
            progress.say(f"      odd: {oddity}")
        if with_text:
            for line in safe(message.body, lines=True).splitlines():
                progress.say(f"      {line}")
    click.echo()
    for item in facts:
        for line in lists.fact_lines(item):
            progress.say(line)
        progress.say(f"      “{item.fact.quote}” ({item.fact.message_id})")
        for verdict in item.verdicts:
            progress.say(f"      {verdict.check}: {verdict.outcome}, {verdict.reason}")
    if not facts:
        click.echo("  no facts; `mailmind run` extracts them")
    if draft is not None:
        click.echo()
        for line in lists.draft_lines(draft):
            progress.say(line)
