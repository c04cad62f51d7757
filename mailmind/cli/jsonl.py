"""JSON Lines in, JSON Lines out, in order: the frame of every contract command.

Owned here: a bad line yields one object with ``error`` and ``line``, the rest go on, and the exit code
tells (1 beats 3 beats 0).
"""

import json
import sys
from collections.abc import Callable, Iterable
from typing import Any

import click
from pydantic import ValidationError

from mailmind.core.jsonline import dumps
from mailmind.errors import Exit, MailmindError

Handler = Callable[[dict[str, Any]], tuple[dict[str, Any], Exit]]
"""Takes one input object; answers the output object and DONE or HELD. Raises for a bad input."""


def run_lines(handle: Handler, lines: Iterable[bytes] | None = None) -> Exit:
    """Feed every line of standard input to ``handle`` and print its answers.

    Args:
        handle: called once a line with the decoded object.
        lines: the input lines, where they do not come from standard input.

    Returns:
        FAILED if any line was bad, else HELD if any answer was held, else DONE.
    """
    code = Exit.DONE
    source = sys.stdin.buffer if lines is None else lines
    for number, raw in enumerate(source, start=1):
        if not raw.strip():
            continue
        try:
            answer, outcome = handle(_decode(raw))
        except (ValidationError, MailmindError, ValueError) as error:
            answer, outcome = {"error": explain(error), "line": number}, Exit.FAILED
        except Exception as error:  # noqa: BLE001 - a bug met in one line must not lose the others
            what = f"internal error, please report it: {type(error).__name__}: {error}"
            answer, outcome = {"error": what, "line": number}, Exit.FAILED
        if code != Exit.FAILED and outcome != Exit.DONE:
            code = outcome
        sys.stdout.write(dumps(answer) + "\n")
        sys.stdout.flush()
    return code


def _decode(raw: bytes) -> dict[str, Any]:
    try:
        data = json.loads(raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise ValueError(f"not UTF-8 at byte {error.start}") from error
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON at column {error.colno}: {error.msg}") from error
    if not isinstance(data, dict):
        raise ValueError("not a JSON object")  # noqa: TRY004
    return data


def explain(error: Exception) -> str:
    """One line that names the field and what is wrong with it."""
    if not isinstance(error, ValidationError):
        return str(error)
    parts = []
    for item in error.errors(include_url=False):
        place = ".".join(str(p) for p in item["loc"]) or "line"
        message = item["msg"].replace("a valid tuple", "a list")
        parts.append(f"{place}: {message}")
    return "; ".join(parts)


def finish(code: Exit) -> None:
    """End the command with this exit code."""
    click.get_current_context().exit(int(code))
