"""A reply that a person asks for: one thread, now.

Owned here: what is known of the thread stays. Only where no run has seen it as it is now are its facts
read first; a person's own words, and a draft that was put aside, are never written over.
"""

from dataclasses import replace

from mailmind.core.values import Thread
from mailmind.errors import ModelError, UsageError
from mailmind.pipeline import process
from mailmind.pipeline.bench import Workbench, begin
from mailmind.pipeline.reply import reply_to
from mailmind.pipeline.review import regate
from mailmind.ports import Draft, ThreadOutcome


def write(thread_id: str, bench: Workbench) -> Draft:
    """Write a draft of a reply, take it through the gate and store it; answers it as it is stored.

    Raises:
        UsageError: there is no such thread, or no reply can be written, with the reason.
        ModelError: the model cannot be asked; what was paid until then is recorded.
        StoreLocked: a run is at work.
    """
    with bench.store.lock("run"):
        thread = bench.store.thread(thread_id)
        if thread is None:
            raise UsageError(f"no thread {thread_id!r}; `mailmind show` lists them")
        if why := bench.store.kept_draft(thread_id):
            raise UsageError(f"no draft is written: {why}; editing it is up to you")
        run_id = begin(bench)
        bench = replace(bench, tab=[], fresh=True)
        try:
            outcome = _written(thread, bench, run_id)
        finally:
            summary = {"asked_for": thread_id, "calls": sum(call.calls for call in bench.tab)}
            bench.store.finish_run(run_id, at=bench.clock.now(), summary=summary)
    draft = None if outcome.draft is None else regate(thread_id, bench)
    if draft is None:
        raise UsageError(f"no draft is written: {outcome.note or 'the model wrote none'}")
    return draft


def _written(thread: Thread, bench: Workbench, run_id: str) -> ThreadOutcome:
    """What came of the thread, stored; also what was paid for a draft that did not come about."""
    store, now = bench.store, bench.clock.now
    try:
        if thread.id in store.thread_ids(pending_for=bench.config_hash):
            outcome = process(thread, bench)
            store.save_outcome(run_id, outcome, at=now(), config_hash=bench.config_hash)
            return outcome
        outcome = _reply(thread, bench)
    except ModelError:
        paid = ThreadOutcome(thread.id, (), None, tuple(bench.tab))
        store.save_reply(run_id, paid, at=now())
        raise
    store.save_reply(run_id, outcome, at=now())
    return outcome


def _reply(thread: Thread, bench: Workbench) -> ThreadOutcome:
    """A reply from the facts that are known."""
    allowed, kept_back = bench.allowed_for(thread)
    replied = reply_to(thread, bench.store.facts(thread.id), allowed)
    return ThreadOutcome(
        thread_id=thread.id,
        facts=(),
        draft=replied.draft,
        calls=tuple(bench.tab),
        note="; ".join(note for note in (kept_back, replied.note) if note),
        refused=replied.refused,
    )
