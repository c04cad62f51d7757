"""What people decided, and what therefore still waits.

Owned here: a decision is tied to the fact it was made about, not to the run that found it; it is
recorded with what its maker could see, and refused when the fact is no longer the one shown.
"""

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict

from mailmind.adapters.store import chain, drafts, fact_rows, words
from mailmind.adapters.store.columns import clean, dumps, utc
from mailmind.core import review
from mailmind.core.review import WAITING, WAITING_DRAFTS
from mailmind.core.values import CheckedFact
from mailmind.errors import StoreError, UsageError
from mailmind.ports import Decision, QueueItem


def of_facts(
    db: sqlite3.Connection, fact_ids: Sequence[str]
) -> Mapping[str, Sequence[sqlite3.Row]]:
    """The decisions about each of these facts, in the order they were made."""
    query = "SELECT * FROM decisions WHERE fact_id = ? ORDER BY id"
    found = {i: db.execute(query, (clean(i),)).fetchall() for i in fact_ids}
    return {i: made for i, made in found.items() if made}


def applied(checked: CheckedFact, made: Sequence[sqlite3.Row]) -> CheckedFact:
    """The fact with its decisions applied, each on the result of the one before."""
    for row in made:
        try:
            seen = json.loads(row["seen"])
            checked = review.apply(checked, row["kind"], row["value"], seen)
        except ValueError as error:
            raise StoreError(
                f"a decision about {row['fact_id']} cannot be read: {error}"
            ) from error
    return checked


def applied_to(db: sqlite3.Connection, checked: Sequence[CheckedFact]) -> list[CheckedFact]:
    """Facts as checks left them, with what people decided about them."""
    made = of_facts(db, [one.fact.id for one in checked])
    return [applied(one, made.get(one.fact.id, ())) for one in checked]


def stored_facts(
    db: sqlite3.Connection, thread_id: str
) -> Iterator[tuple[CheckedFact, Sequence[sqlite3.Row]]]:
    """The facts of a thread as the checks left them, each with the decisions about it."""
    verdicts: dict[str, list[sqlite3.Row]] = {}
    query = "SELECT * FROM verdicts WHERE thread_id = ? ORDER BY fact_id, position"
    for row in db.execute(query, (thread_id,)):
        verdicts.setdefault(row["fact_id"], []).append(row)
    query = "SELECT * FROM facts WHERE thread_id = ? ORDER BY position"
    found = db.execute(query, (thread_id,)).fetchall()
    made = of_facts(db, [row["id"] for row in found])
    for row in found:
        yield fact_rows.checked_fact(row, verdicts.get(row["id"], ())), made.get(row["id"], ())


def find_fact(db: sqlite3.Connection, prefix: str) -> tuple[str, CheckedFact] | None:
    """The thread and the fact of that ID, or of the one ID that starts so.

    Raises:
        UsageError: where several do.
    """
    query = (
        "SELECT f.id, f.thread_id FROM facts f JOIN threads t ON t.id = f.thread_id"
        " WHERE f.id = ?1 OR substr(f.id, 1, length(?1)) = ?1"
        " ORDER BY f.id <> ?1, f.id, t.moment DESC, t.id"
    )
    found = db.execute(query, (clean(prefix),)).fetchall() if prefix else []
    names = list(dict.fromkeys(row["id"] for row in found))
    if not names:
        return None
    if names[0] != prefix and len(names) > 1:
        listed = ", ".join(names[:5]) + (", …" if len(names) > 5 else "")
        raise UsageError(f"{prefix} is not one fact: {listed}. Give more of the ID.")
    thread_id = found[0]["thread_id"]
    for checked, made in stored_facts(db, thread_id):
        if checked.fact.id == names[0]:
            return thread_id, applied(checked, made)
    raise StoreError(f"fact {names[0]} cannot be read back")


def decide(db: sqlite3.Connection, decision: Decision, *, checked: CheckedFact) -> None:
    """Record a decision with the fact as it stands after it."""
    found = find_fact(db, decision.fact_id)
    if found is None or found[1].fact.id != decision.fact_id:
        raise StoreError(f"fact {decision.fact_id} is not in the store; see mailmind queue")
    after = review.decided(found[1], decision.kind, decision.value)
    if after != checked:
        raise StoreError(
            f"fact {decision.fact_id} changed since it was shown. Look at it again, then decide."
        )
    seen = list(review.failures(after))
    value = None if decision.value is None else clean(decision.value)
    record = {
        "fact_id": decision.fact_id,
        "kind": decision.kind,
        "value": value,
        "who": clean(decision.who),
        "seen": seen,
        "state": after.state.value,
        "fact": asdict(after.fact),
    }
    entry = chain.append(db, "decision", record, at=decision.at)
    db.execute(
        "INSERT INTO decisions (fact_id, kind, value, at, who, seen, entry)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            decision.fact_id,
            decision.kind,
            value,
            utc(decision.at),
            clean(decision.who),
            dumps(seen),
            entry,
        ),
    )
    _refresh(db, decision.fact_id)


def _refresh(db: sqlite3.Connection, fact_id: str) -> None:
    """What follows from a decision in every thread that has the fact: its state, its draft."""
    query = "SELECT thread_id FROM facts WHERE id = ?"
    for row in db.execute(query, (fact_id,)).fetchall():
        drafts.hold(
            db, row["thread_id"], f"Fact {fact_id} was decided after the draft was checked."
        )
        for checked, made in stored_facts(db, row["thread_id"]):
            if checked.fact.id == fact_id:
                db.execute(
                    "UPDATE facts SET state = ? WHERE thread_id = ? AND id = ?",
                    (applied(checked, made).state.value, row["thread_id"], fact_id),
                )


def queue(db: sqlite3.Connection) -> list[QueueItem]:
    """What waits for a person, newest thread first: its facts, then its draft."""
    waiting = ", ".join("?" * len(WAITING))
    drafts = ", ".join("?" * len(WAITING_DRAFTS))
    found = db.execute(
        "SELECT t.id, t.subject FROM threads t WHERE"  # noqa: S608 (marks only)
        f" EXISTS (SELECT 1 FROM facts WHERE thread_id = t.id AND state IN ({waiting}))"
        f" OR EXISTS (SELECT 1 FROM drafts WHERE thread_id = t.id AND status IN ({drafts}))"
        " ORDER BY t.moment DESC, t.id",
        (*sorted(WAITING), *sorted(WAITING_DRAFTS)),
    ).fetchall()
    items = []
    for row in found:
        for checked, made in stored_facts(db, row["id"]):
            now = applied(checked, made)
            if review.waits(now):
                items.append(QueueItem(row["id"], row["subject"], now, None, review.reason(now)))
        items += _waiting_draft(db, row["id"], row["subject"])
    return items


def _waiting_draft(db: sqlite3.Connection, thread_id: str, subject: str) -> list[QueueItem]:
    draft = drafts.draft(db, thread_id)
    if draft is None or draft.status not in WAITING_DRAFTS:
        return []
    approved = {said.claim for said in words.approved(db, draft)}
    why = review.draft_reason(draft.status, draft.decision, draft.attempts, approved)
    return [QueueItem(thread_id, subject, None, draft.id, why)]
