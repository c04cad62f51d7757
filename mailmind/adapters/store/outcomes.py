"""Runs and what they found: facts with their verdicts, model calls.

Owned here: an outcome replaces what was known of its thread and writes only what differs; what a person
decided stays.
"""

import hashlib
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime

from mailmind.adapters.store import chain, decisions, drafts, fact_rows
from mailmind.adapters.store.columns import clean, dumps, upsert, utc
from mailmind.core.values import CheckedFact
from mailmind.errors import StoreError
from mailmind.ports import CallRow, ModelCall, ThreadOutcome, Usage


def start_run(db: sqlite3.Connection, *, at: datetime, config_hash: str, prompt_hash: str) -> str:
    """Record the start of a run; answers its ID."""
    number = db.execute(
        "INSERT INTO runs (started, config_hash, prompt_hash) VALUES (?, ?, ?)",
        (utc(at), config_hash, prompt_hash),
    ).lastrowid
    run_id = f"run_{number}"
    hashes = {"config": config_hash, "prompts": prompt_hash}
    chain.append(db, "run.start", hashes, at=at, run_id=run_id)
    return run_id


def finish_run(
    db: sqlite3.Connection, run_id: str, *, at: datetime, summary: Mapping[str, object]
) -> None:
    """Record the end of a run."""
    db.execute(
        "UPDATE runs SET finished = ?, summary = ? WHERE id = ?",
        (utc(at), dumps(dict(summary)), _run_number(db, run_id)),
    )
    chain.append(db, "run.end", {"summary": dict(summary)}, at=at, run_id=run_id)


def _run_number(db: sqlite3.Connection, run_id: str) -> int:
    number = run_id.removeprefix("run_")
    row = db.execute("SELECT id FROM runs WHERE id = ?", (number,)).fetchone()
    if row is None:
        raise StoreError(f"run {run_id} is not in the store; start_run gives the ID")
    return int(row["id"])


def save_outcome(
    db: sqlite3.Connection, run_id: str, outcome: ThreadOutcome, *, at: datetime, config_hash: str
) -> None:
    """Replace what is known of a thread, in the order in which it was found out.

    A failed look replaces nothing that an earlier one found; it only takes back what the gate allowed.
    """
    thread_id = outcome.thread_id
    known = _known_digest(db, thread_id)
    nothing_new = outcome.failed and known is not None
    values = {
        "thread_id": thread_id,
        "run_id": _run_number(db, run_id),
        "config_hash": config_hash,
        "fingerprint": drafts.fingerprint(db, thread_id),
        "facts_digest": known if nothing_new else _digest(outcome.facts),
        "note": clean(outcome.note),
        "failed": outcome.failed,
    }
    for call in outcome.calls:
        _save_call(db, thread_id, call, at=at, run_id=run_id)
    if values["facts_digest"] != known:
        _replace_facts(db, thread_id, outcome.facts)
        chain.append(db, "facts", payload(db, thread_id), at=at, run_id=run_id)
        drafts.hold(db, thread_id, "Facts of this thread changed after the draft was checked.")
    _save_refusals(db, outcome, at=at, run_id=run_id)
    if nothing_new:
        drafts.hold(db, thread_id, "The last run could not look at this thread.")
    else:
        drafts.replace_with(db, thread_id, outcome.draft, at=at, run_id=run_id)
        _await_decided(db, outcome)
        db.execute("UPDATE threads SET workflow = ? WHERE id = ?", (outcome.workflow, thread_id))
    upsert(db, "outcomes", values, key="thread_id")


def save_reply(
    db: sqlite3.Connection, run_id: str, outcome: ThreadOutcome, *, at: datetime
) -> None:
    """Keep a draft that was asked for by itself, and what it cost; the thread's facts stay."""
    for call in outcome.calls:
        _save_call(db, outcome.thread_id, call, at=at, run_id=run_id)
    _save_refusals(db, outcome, at=at, run_id=run_id)
    if outcome.draft is not None:
        drafts.replace_with(db, outcome.thread_id, outcome.draft, at=at, run_id=run_id)


def _save_refusals(
    db: sqlite3.Connection, outcome: ThreadOutcome, *, at: datetime, run_id: str
) -> None:
    """What the gate said of earlier attempts at the draft."""
    for refusal in outcome.refused:
        said = {"thread_id": outcome.thread_id, **asdict(refusal)}
        chain.append(db, "refusal", said, at=at, run_id=run_id)


def _await_decided(db: sqlite3.Connection, outcome: ThreadOutcome) -> None:
    """A draft beside decisions waits for the gate, since its writer may not have known them all."""
    if decisions.of_facts(db, [checked.fact.id for checked in outcome.facts]):
        why = "A person decided about facts of this thread."
        drafts.hold(db, outcome.thread_id, why)


def current(db: sqlite3.Connection, thread_id: str) -> bool:
    """Whether the last run has seen the thread as it is now, and could look at it."""
    query = (
        "SELECT 1 FROM threads t JOIN outcomes o ON o.thread_id = t.id"
        " WHERE t.id = ? AND o.fingerprint = t.fingerprint AND NOT o.failed"
    )
    return db.execute(query, (thread_id,)).fetchone() is not None


def _known_digest(db: sqlite3.Connection, thread_id: str) -> str | None:
    query = "SELECT facts_digest FROM outcomes WHERE thread_id = ?"
    row = db.execute(query, (thread_id,)).fetchone()
    return None if row is None else str(row["facts_digest"])


def _digest(facts: Sequence[CheckedFact]) -> str:
    plain = dumps([asdict(checked) for checked in facts])
    return hashlib.sha256(plain.encode()).hexdigest()


# ── facts ─────────────────────────────────────────────────────────────────────────────────────────


def _replace_facts(db: sqlite3.Connection, thread_id: str, facts: Sequence[CheckedFact]) -> None:
    db.execute("DELETE FROM facts WHERE thread_id = ?", (thread_id,))
    made = decisions.of_facts(db, [checked.fact.id for checked in facts])
    db.executemany(
        "INSERT INTO facts (thread_id, id, position, type, statement, value, quote, message_id,"
        " confidence, modality, layer, subkind, source, subject, checked, state)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                *fact_rows.fact_row(thread_id, position, checked),
                decisions.applied(checked, made.get(checked.fact.id, ())).state.value,
            )
            for position, checked in enumerate(facts)
        ],
    )
    db.executemany(
        "INSERT INTO verdicts (thread_id, fact_id, position, check_name, outcome, code, reason,"
        " evidence, extra, calls) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            fact_rows.verdict_row(thread_id, checked.fact.id, position, verdict)
            for checked in facts
            for position, verdict in enumerate(checked.verdicts)
        ],
    )


def payload(db: sqlite3.Connection, thread_id: str) -> dict[str, object]:
    """What the ledger keeps of a thread's facts: all that is claimed, and every verdict with the bytes
    that it rests on, as the checks left them.
    """
    stored = [asdict(checked) for checked, _ in decisions.stored_facts(db, thread_id)]
    return {"thread_id": thread_id, "facts": stored}


def facts(db: sqlite3.Connection, thread_id: str) -> list[CheckedFact]:
    """The facts of a thread with their verdicts and a person's decisions applied."""
    return [
        decisions.applied(checked, made) for checked, made in decisions.stored_facts(db, thread_id)
    ]


# ── model calls ───────────────────────────────────────────────────────────────────────────────────


def _save_call(
    db: sqlite3.Connection, thread_id: str, call: ModelCall, *, at: datetime, run_id: str
) -> None:
    """The reply stands in the ledger, its figures beside it."""
    said = {
        "thread_id": thread_id,
        "task": call.task,
        "model": call.model,
        "kind": call.kind,
        "prompt": call.prompt_sha256,
        "reply": call.reply,
    }
    entry = chain.append(db, "reply", said, at=at, run_id=run_id)
    usage = call.usage
    db.execute(
        "INSERT INTO model_calls (run_id, thread_id, at, task, model, kind, prompt_sha256, entry,"
        " input_tokens, output_tokens, cache_read, cache_write, cost, calls)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            _run_number(db, run_id),
            thread_id,
            utc(at),
            call.task,
            call.model,
            call.kind,
            call.prompt_sha256,
            entry,
            usage.input_tokens,
            usage.output_tokens,
            usage.cache_read,
            usage.cache_write,
            usage.cost,
            call.calls,
        ),
    )


def model_calls(db: sqlite3.Connection, since: datetime | None) -> list[CallRow]:
    """Every ask that was recorded (since then), oldest first."""
    query = "SELECT * FROM model_calls WHERE at >= ? ORDER BY id"
    return [
        CallRow(
            at=datetime.fromisoformat(row["at"]),
            run_id=f"run_{row['run_id']}",
            thread_id=row["thread_id"],
            task=row["task"],
            model=row["model"],
            kind=row["kind"],
            usage=Usage(
                input_tokens=row["input_tokens"],
                output_tokens=row["output_tokens"],
                cache_read=row["cache_read"],
                cache_write=row["cache_write"],
                cost=row["cost"],
            ),
            calls=row["calls"],
        )
        for row in db.execute(query, ("" if since is None else utc(since),))
    ]


def spent(db: sqlite3.Connection, since: datetime) -> float:
    """US dollars of the model calls since then, as far as their cost is known."""
    query = "SELECT coalesce(sum(cost), 0.0) FROM model_calls WHERE at >= ?"
    return float(db.execute(query, (utc(since),)).fetchone()[0])
