"""``mailmind labels``: check, gate or strip provenance labels of a text.

Owned here: the notation is judged, not the truth. What a foreign text calls checked is a claim.
"""

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from mailmind.core.jsonline import dumps
from mailmind.core.labels import Letters, Report, check, gate, strip
from mailmind.errors import Exit, UsageError

_FILE = click.argument("file", required=False, metavar="[FILE]")
_INCOMING = click.option(
    "--incoming", is_flag=True, help="The text is foreign: its (m) is only a claim."
)


@click.group()
def command() -> None:
    """Judge the provenance labels of a text on standard input or in FILE."""


@command.command("check")
@_INCOMING
@_FILE
@click.pass_context
def check_command(ctx: click.Context, file: str | None, incoming: bool) -> None:
    """Do the labels balance, and does every (m) name a source?"""
    _print(ctx, check(_text(file), incoming=incoming, letters=_letters(ctx)))


@command.command("gate")
@click.option("--allow-guesses", is_flag=True, help="List guesses without holding the text.")
@_INCOMING
@_FILE
@click.pass_context
def gate_command(ctx: click.Context, file: str | None, incoming: bool, allow_guesses: bool) -> None:
    """May one act on this text? Every sentence labelled, and nothing a guess."""
    report = gate(
        _text(file), allow_guesses=allow_guesses, incoming=incoming, letters=_letters(ctx)
    )
    _print(ctx, report)


@command.command("strip")
@_FILE
@click.pass_context
def strip_command(ctx: click.Context, file: str | None) -> None:
    """The text without its labels; not a single space changes."""
    sys.stdout.write(strip(_text(file), _letters(ctx)))


def _print(ctx: click.Context, report: Report) -> None:
    data: dict[str, Any] = {
        "allow": report.allow,
        "problems": list(report.problems),
        "unchecked": list(report.unchecked),
        "spans": [asdict(span) for span in report.spans],
    }
    sys.stdout.write(dumps(data) + "\n")
    ctx.exit(int(Exit.DONE if report.allow else Exit.HELD))


def _letters(ctx: click.Context) -> Letters:
    from mailmind.config import load

    names = load((ctx.find_root().obj or {}).get("config_path")).settings.labels
    return Letters(user=names.user, checked=names.checked, guess=names.guess)


def _text(file: str | None) -> str:
    try:
        raw = sys.stdin.buffer.read() if file is None else Path(file).read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from error
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UsageError(
            f"{file or 'standard input'} is not UTF-8 at byte {error.start}"
        ) from error
