"""The headless front: run the pipeline, print what it tells, end with the exit code.

Owned here: the same events that the terminal app shows, as lines that are neutralised for a terminal
and complete for a screen reader.
"""

from collections.abc import Callable, Iterable

from mailmind.core.jsonline import dumps
from mailmind.core.text import safe
from mailmind.core.values import State
from mailmind.errors import Exit
from mailmind.pipeline.events import (
    Event,
    MailParsed,
    MailRead,
    MailTrouble,
    RunDone,
    Summary,
    ThreadDone,
    ThreadsGrouped,
)

Print = Callable[[str], None]
_ORDER = (
    State.VERIFIED,
    State.CONFIRMED,
    State.HELD,
    State.REJECTED,
    State.UNVERIFIABLE,
    State.DISMISSED,
)


def report(
    events: Iterable[Event], *, out: Print, err: Print, progress: Print, as_json: bool
) -> Exit:
    """Consume a run.

    Args:
        events: what the pipeline yields.
        out: takes lines of the result.
        err: takes lines about trouble.
        progress: takes words about how far the run is; may drop them.
        as_json: the result is one JSON object in place of text.

    Returns:
        FAILED where anything could not be read or looked at, HELD where something waits, else DONE.
    """
    summary: Summary | None = None
    trouble = False
    for event in events:
        match event:
            case MailRead(read=read):
                progress(f"{read} mails read")
            case MailTrouble(path=path, reason=reason):
                trouble = True
                err(f"{path}: {reason}")
            case MailParsed(done=done):
                progress(f"{done} mails parsed")
            case ThreadsGrouped(threads=threads, pending=pending):
                progress(f"{threads} threads, {pending} to look at")
            case ThreadDone(number=number, of=of, subject=subject):
                progress(f"{number} of {of} threads: {subject}")
            case RunDone(summary=done_summary):
                summary = done_summary
    if summary is None:
        err("the run ended without a summary")
        return Exit.FAILED
    lines = [dumps(summary.as_json())] if as_json else text(summary)
    for line in lines:
        out(line)
    return Exit.FAILED if trouble else exit_code(summary)


def exit_code(summary: Summary) -> Exit:
    """FAILED beats HELD beats DONE."""
    if summary.failed or summary.stopped:
        return Exit.FAILED
    return Exit.HELD if summary.held or summary.blocked else Exit.DONE


def text(summary: Summary) -> list[str]:
    """The summary for people."""
    cost = "unknown" if summary.cost is None else f"${summary.cost:.4f}"
    states = [f"{summary.facts[s]} {s}" for s in _ORDER if summary.facts.get(s)]
    lines = [
        f"Threads   {summary.seen:,} of {summary.of:,} looked at, {summary.failed} failed",
        f"Facts     {', '.join(states) or 'none'}",
        f"Drafts    {summary.allowed} allowed, {summary.blocked} blocked",
        f"Waiting   {summary.held} for you (`mailmind queue`)",
        f"Model     {summary.calls} calls, {cost}",
    ]
    lines += [safe(f"  blocked: {subject}: {why}") for subject, why in summary.blocked_why]
    lines += [safe(f"  failed: {subject}: {why}") for subject, why in summary.failures]
    if summary.stopped:
        lines.append(safe(f"Stopped   {summary.stopped}"))
    return lines
