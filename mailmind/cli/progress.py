"""Words and progress bars for a person at a terminal; nothing where nobody watches.

Owned here: no line reaches the terminal before it is neutralised.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from mailmind.core.text import safe

if TYPE_CHECKING:
    from mailmind.core.dialogue import Ask


def say(line: str = "", *, err: bool = False) -> None:
    """Print one line with everything neutralised that a terminal would obey."""
    click.echo(safe(line), err=err)


@contextmanager
def bar(label: str, *, quiet: bool = False) -> Iterator[Callable[[str], None]]:
    """A line on standard error that shows how far long work is; silent where nobody watches.

    Yields:
        a function that takes the words to show beside the label.
    """
    if quiet or not sys.stderr.isatty():
        yield lambda _words: None
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(stderr=True)
    with console.status(Text(label)) as status:
        yield lambda words: status.update(Text(f"{label}: {safe(words)}"))


_TAIL = 60
"""Characters of a reply that are shown while it is written: its newest words."""


def drafts(show: Callable[[str], None]) -> "Callable[[Ask, str], None]":
    """A listener for a model that shows the replies it drafts while they come in."""
    from mailmind.core.dialogue import Task

    def listen(ask: "Ask", text: str) -> None:
        if ask.task is not Task.DRAFT:
            return
        from mailmind.core.replies import written_so_far

        if words := written_so_far(text):
            newest = words if len(words) <= _TAIL else f"…{words[-_TAIL:]}"
            show(f"writing to {ask.thread.subject or 'a thread'}: {newest}")

    return listen
