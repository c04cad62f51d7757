"""``mailmind import``: local mail into the store."""

from pathlib import Path

import click

from mailmind import bootstrap
from mailmind.cli import progress
from mailmind.cli.jsonl import finish
from mailmind.core.jsonline import dumps
from mailmind.errors import Exit
from mailmind.pipeline.events import MailRead, MailTrouble
from mailmind.pipeline.ingest import import_mail, parse_pending
from mailmind.ports import ImportTrouble


@click.command("import")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
@click.pass_context
def command(ctx: click.Context, paths: tuple[Path, ...], as_json: bool) -> None:
    """Read PATHS (.eml files, mbox files, Maildirs, folders of them) into the store.

    Nothing is changed where it is read. Mail that is already there is counted, not stored twice. A
    mail with something unreadable in it is kept, and listed as trouble.
    """
    source = bootstrap.local_mail(paths)
    count = MailRead(0, 0, 0)
    unread: list[MailTrouble] = []
    with bootstrap.open_store(ctx.obj["config_path"]) as store, store.lock("import"):
        before = set(store.trouble())
        with progress.bar("Reading", quiet=as_json) as advance:
            for event in import_mail(source, store):
                if isinstance(event, MailTrouble):
                    unread.append(event)
                else:
                    count = event
                    advance(f"{event.read} mails")
        with progress.bar("Parsing", quiet=as_json) as advance:
            for parsed in parse_pending(store, bootstrap.clock()):
                advance(f"{parsed.done} mails")
        odd = [item for item in store.trouble() if item not in before]
    trouble = [ImportTrouble(t.path, t.reason) for t in unread] + odd
    _report(count, trouble, as_json=as_json)
    # What could not even be read was not stored; what has an oddity inside was.
    finish(Exit.FAILED if unread else Exit.DONE)


def _report(count: MailRead, trouble: list[ImportTrouble], *, as_json: bool) -> None:
    if as_json:
        listed = [{"path": t.path, "reason": t.reason} for t in trouble]
        data = {
            "read": count.read,
            "stored": count.stored,
            "duplicates": count.duplicates,
            "trouble": listed,
        }
        click.echo(dumps(data))
        return
    click.echo(
        f"{count.read} mails read, {count.stored} stored, {count.duplicates} were there already"
    )
    for item in trouble:
        progress.say(f"  {item.path}: {item.reason}")
