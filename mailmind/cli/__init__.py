"""The command line: parse, call, print. One command per module, each imported only when it is called.

Owned here: what ends the process. Every error a user may meet becomes one line on standard error and
its exit code; a traceback is a bug.
"""

import gc
import importlib
import sys
from typing import Any

import click

from mailmind.errors import Exit, MailmindError

COMMANDS: dict[str, str] = {
    "demo": "Run the pipeline on the bundled mail: no key, no network.",
    "run": "Sync or import, extract, check, draft; then a summary.",
    "import": "Read .eml, mbox and Maildir into the store.",
    "sync": "Fetch new mail over IMAP; the server is never changed.",
    "watch": "Wait for new mail and run the pipeline on what comes.",
    "queue": "What waits for a person, and why.",
    "resolve": "Decide a fact: confirm, dismiss, or give the right value.",
    "draft": "The reply draft of a thread: show, approve, edit or discard it.",
    "search": "Full-text search over the stored mail.",
    "show": "One thread: facts, checks and draft.",
    "status": "What is stored, and what went wrong.",
    "ledger": "Prove that the ledger is whole.",
    "normalize": "Typed values in texts, as JSON Lines.",
    "extract": "Facts with quotes out of messages, as JSON Lines.",
    "verify": "Check facts and drafts against messages, as JSON Lines.",
    "labels": "Check, gate or strip provenance labels.",
    "doctor": "Find out what the model's server can do.",
    "record": "Capture the model's replies so that they can be replayed.",
    "stats": "What the model was asked, and what it cost.",
    "patterns": "Failures that recur, and a prompt rule for each.",
    "config": "Show the configuration in force and where it comes from.",
}
"""Every command and its line in ``mailmind --help``; ``mailmind.cli.<name>`` holds its code."""


class LazyGroup(click.Group):
    """A group that lists its commands without importing them."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """All commands, in the order of the pipeline."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import one command."""
        if cmd_name not in COMMANDS:
            return None
        name = "import_" if cmd_name == "import" else cmd_name
        command = importlib.import_module(f"mailmind.cli.{name}").command
        assert isinstance(command, click.Command)  # noqa: S101
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """The list of commands, without importing one."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, invoke_without_command=True)
@click.option("--config", "config_path", metavar="PATH", help="Configuration file to use.")
@click.version_option(package_name="mailmind", prog_name="mailmind")
@click.pass_context
def cli(ctx: click.Context, config_path: str | None) -> None:
    """A mail assistant that lets the model propose and lets plain code decide.

    Without a command it opens the terminal app. Exit codes: 0 done and nothing is held, 1 something
    failed, 2 usage or configuration, 3 done and something is held or blocked.
    """
    ctx.obj = {"config_path": config_path}
    if ctx.invoked_subcommand is None:
        from mailmind import bootstrap

        ctx.exit(bootstrap.open_app(config_path))


def main(argv: list[str] | None = None) -> None:
    """Run the command line and end the process with its exit code."""
    # A start makes a hundred thousand objects that live as long as the process. Looking through them
    # for garbage at the usual rate takes a tenth of it.
    gc.set_threshold(20_000, 20, 20)
    try:
        code: Any = cli.main(args=argv, prog_name="mailmind", standalone_mode=False)
    except MailmindError as error:
        click.echo(f"mailmind: {error}", err=True)
        code = error.exit_code
    except click.exceptions.Abort:
        click.echo("mailmind: stopped; what was stored so far is kept", err=True)
        code = 130
    except click.ClickException as error:
        error.show()
        code = Exit.USAGE
    except BrokenPipeError:
        # The reader of a pipe left; the rest of the output has nowhere to go.
        sys.stderr.close()
        code = Exit.FAILED
    sys.exit(int(code) if isinstance(code, int) else Exit.DONE)
