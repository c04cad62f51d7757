"""The pipeline: read, call the core, write, tell. The batch prints its events, the app posts them.

Owned here: one thread is one step. What a thread yielded is stored before the next one begins, so a
run that is cut short has lost nothing and goes on where it ended.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile

from mailmind.core.classify import workflow_of
from mailmind.core.review import DISCARDED
from mailmind.core.values import Thread
from mailmind.errors import MailmindError, ModelError
from mailmind.pipeline.bench import Workbench, begin
from mailmind.pipeline.events import (
    Event,
    RunDone,
    Summary,
    Tally,
    ThreadDone,
    ThreadsGrouped,
)
from mailmind.pipeline.examine import examine
from mailmind.pipeline.ingest import parse_pending
from mailmind.pipeline.reply import Replied, reply_to
from mailmind.pipeline.review import regate
from mailmind.pool import in_parallel
from mailmind.ports import ModelCall, ThreadOutcome

__all__ = ["Workbench", "process", "run"]


def run(bench: Workbench) -> Iterator[Event]:
    """Parse what waits, then examine every thread that is new or changed.

    Yields events; the last one is RunDone. A thread that fails is counted and named, and stays pending.

    Raises:
        StoreLocked: another run holds the store.
    """
    with bench.store.lock("run"):
        yield from parse_pending(bench.store, bench.clock)
        pending = bench.store.thread_ids(pending_for=bench.config_hash)
        yield ThreadsGrouped(bench.store.thread_count(), len(pending))
        run_id = begin(bench)
        tally, stopped = Tally(), ""
        try:
            for done in _outcomes(pending, run_id, tally, bench):
                tally.add(done.outcome, done.subject)
                yield done
        except ModelError as error:
            stopped = f"{error}; {len(pending) - tally.seen} of {len(pending)} threads are left"
        summary = _summary(run_id, tally, len(pending), len(bench.store.queue()), stopped)
        bench.store.finish_run(run_id, at=bench.clock.now(), summary=summary.as_json())
        if not stopped:
            bench.finished()
    yield RunDone(summary)


@dataclass(frozen=True, slots=True)
class _Worked:
    """What came of one thread."""

    thread: Thread
    outcome: ThreadOutcome
    cut_off: bool = False
    """The run ended in the middle of it: nothing is known of it but what its calls cost."""


def _outcomes(
    pending: Sequence[str], run_id: str, tally: Tally, bench: Workbench
) -> Iterator[ThreadDone]:
    """Work on the threads, several at a time; store each as it is done, from this thread alone."""
    ends: list[ModelError] = []
    found = (bench.store.thread(thread_id) for thread_id in pending)
    threads = takewhile(lambda _: not ends, (thread for thread in found if thread is not None))
    work = partial(_worked, bench=bench, ends=ends)
    for done in in_parallel(threads, work, width=bench.width):
        outcome, at = done.outcome, bench.clock.now()
        if outcome.calls or not done.cut_off:
            bench.store.save_outcome(run_id, outcome, at=at, config_hash=bench.config_hash)
        tally.pay(outcome.calls)
        if not done.cut_off:
            stored = _as_stored(outcome, bench)
            yield ThreadDone(stored, done.thread.subject, tally.seen + 1, len(pending))
    if ends:
        raise ends[0]


def _worked(thread: Thread, *, bench: Workbench, ends: list[ModelError]) -> _Worked:
    """Work on one thread; an error that no other thread survives either is put to ``ends``."""
    tab: list[ModelCall] = []
    try:
        return _Worked(thread, process(thread, replace(bench, tab=tab)))
    except ModelError as error:
        ends.append(error)
        return _Worked(thread, _no_outcome(thread, tab, f"not finished: {error}"), cut_off=True)
    except MailmindError:
        raise
    except Exception as error:  # noqa: BLE001 - a bug met in one thread stays that thread's failure
        note = f"internal error, please report it: {type(error).__name__}: {error}"
        return _Worked(thread, _no_outcome(thread, tab, note))


def _no_outcome(thread: Thread, calls: Sequence[ModelCall], note: str) -> ThreadOutcome:
    return ThreadOutcome(thread.id, (), None, tuple(calls), note=note, failed=True)


def _as_stored(outcome: ThreadOutcome, bench: Workbench) -> ThreadOutcome:
    """The outcome with what people said applied to it, also while the model was at work."""
    try:
        draft = regate(outcome.thread_id, bench)
    except MailmindError:
        raise
    except Exception as error:  # noqa: BLE001 - as above; what is stored was not allowed by this
        note = f"internal error, please report it: {type(error).__name__}: {error}"
        draft = bench.store.draft(outcome.thread_id)
        outcome = replace(outcome, note="; ".join(filter(None, (outcome.note, note))), failed=True)
    live = None if draft is None or draft.status == DISCARDED else draft
    return replace(outcome, facts=tuple(bench.store.decided(outcome.facts)), draft=live)


def process(thread: Thread, bench: Workbench) -> ThreadOutcome:
    """All that can be found out about one thread; stores nothing.

    Raises:
        ModelError: no further thread can be asked about either.
    """
    policy = bench.settings.policy
    words = {name: workflow.words for name, workflow in policy.workflows.items()}
    thread = replace(thread, workflow=workflow_of(thread, words))
    bench, kept_back = bench.allowed_for(thread)
    asked_before = len(bench.tab)
    found = examine(thread, bench)
    # No reply to a mail that could not be read.
    decided = bench.store.decided(found.facts)
    replied = Replied(None) if found.problem else reply_to(thread, decided, bench)
    notes = [kept_back, found.problem, *found.rejected, replied.note]
    return ThreadOutcome(
        thread_id=thread.id,
        facts=found.facts,
        draft=replied.draft,
        calls=tuple(bench.tab[asked_before:]),
        note="; ".join(note for note in notes if note),
        failed=bool(found.problem),
        workflow=thread.workflow,
        refused=replied.refused,
    )


def _summary(run_id: str, tally: Tally, of: int, held: int, stopped: str) -> Summary:
    return Summary(
        run_id=run_id,
        seen=tally.seen,
        of=of,
        failed=tally.failed,
        facts={state: n for state, n in Counter(tally.facts).items() if n},
        allowed=tally.allowed,
        blocked=tally.blocked,
        held=held,
        calls=tally.calls,
        cost=tally.cost,
        blocked_why=tuple(tally.blocked_why),
        failures=tuple(tally.failures),
        stopped=stopped,
    )
