"""Facts, verdicts, drafts and claims to their rows and back.

Owned here: a word that the vocabulary does not know is an error when it is read, never a default.
"""

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import asdict

from mailmind.adapters.store.columns import clean, dumps
from mailmind.core.values import (
    CheckedFact,
    DraftClaim,
    Evidence,
    Fact,
    FactType,
    GateDecision,
    Layer,
    Modality,
    Outcome,
    Sentence,
    State,
    Verdict,
)
from mailmind.errors import StoreError
from mailmind.ports import Draft


def fact_row(thread_id: str, position: int, checked: CheckedFact) -> tuple[object, ...]:
    """A row of ``facts`` without its last column, the state after decisions."""
    fact = checked.fact
    return (
        thread_id,
        clean(fact.id),
        position,
        fact.type.value,
        clean(fact.statement),
        clean(fact.value),
        clean(fact.quote),
        clean(fact.message_id),
        fact.confidence,
        fact.modality.value,
        fact.layer.value,
        None if fact.subkind is None else clean(fact.subkind),
        clean(fact.source),
        clean(fact.subject),
        checked.state.value,
    )


def verdict_row(
    thread_id: str, fact_id: str, position: int, verdict: Verdict
) -> tuple[object, ...]:
    """A row of ``verdicts``."""
    return (
        thread_id,
        clean(fact_id),
        position,
        verdict.check,
        verdict.outcome.value,
        verdict.code,
        clean(verdict.reason),
        None if verdict.evidence is None else dumps(asdict(verdict.evidence)),
        dumps(dict(verdict.extra)),
        verdict.calls,
    )


def checked_fact(row: sqlite3.Row, verdicts: Sequence[sqlite3.Row]) -> CheckedFact:
    """The fact of a row as the checks left it."""
    try:
        fact = Fact(
            id=row["id"],
            type=FactType(row["type"]),
            statement=row["statement"],
            value=row["value"],
            quote=row["quote"],
            message_id=row["message_id"],
            confidence=row["confidence"],
            modality=Modality(row["modality"]),
            layer=Layer(row["layer"]),
            subkind=row["subkind"],
            source=row["source"],
            subject=row["subject"],
        )
        return CheckedFact(fact, State(row["checked"]), tuple(_verdict(v) for v in verdicts))
    except (ValueError, TypeError, KeyError) as error:
        raise StoreError(f"fact {row['id']} cannot be read back: {error}") from error


def _verdict(row: sqlite3.Row) -> Verdict:
    evidence = None
    if row["evidence"] is not None:
        data = json.loads(row["evidence"])
        evidence = Evidence(**{**data, "layer": Layer(data["layer"])})
    return Verdict(
        check=row["check_name"],
        outcome=Outcome(row["outcome"]),
        code=row["code"],
        reason=row["reason"],
        evidence=evidence,
        extra=json.loads(row["extra"]),
        calls=row["calls"],
    )


# ── drafts ────────────────────────────────────────────────────────────────────────────────────────


def draft_values(draft: Draft) -> dict[str, object]:
    """The columns of ``drafts`` that a save sets."""
    return {
        "text": clean(draft.text),
        "sentences": dumps([asdict(s) for s in draft.sentences]),
        "allow": int(draft.decision.allow),
        "needs_person": int(draft.decision.needs_person),
        "message": clean(draft.decision.message),
        "attempts": draft.attempts,
        "status": draft.status,
        "author": clean(draft.author),
    }


def claim_row(draft_id: int, position: int, claim: DraftClaim) -> tuple[object, ...]:
    """A row of ``draft_claims``."""
    return (
        draft_id,
        position,
        clean(claim.text),
        claim.cls,
        claim.start,
        claim.end,
        None if claim.resolved is None else int(claim.resolved),
        int(claim.marked),
        claim.code,
        clean(claim.reason),
        None if claim.fact_id is None else clean(claim.fact_id),
    )


def draft(row: sqlite3.Row, claims: Sequence[sqlite3.Row]) -> Draft:
    """The draft of a row."""
    try:
        sentences = tuple(
            Sentence(s["text"], s["kind"], tuple(s["fact_ids"]))
            for s in json.loads(row["sentences"])
        )
    except (ValueError, TypeError, KeyError) as error:
        raise StoreError(f"draft {row['id']} cannot be read back: {error}") from error
    decision = GateDecision(
        allow=bool(row["allow"]),
        needs_person=bool(row["needs_person"]),
        claims=tuple(_claim(c) for c in claims),
        message=row["message"],
    )
    return Draft(
        thread_id=row["thread_id"],
        text=row["text"],
        sentences=sentences,
        decision=decision,
        attempts=row["attempts"],
        status=row["status"],
        author=row["author"],
        id=row["id"],
    )


def _claim(row: sqlite3.Row) -> DraftClaim:
    return DraftClaim(
        text=row["text"],
        cls=row["class"],
        start=row["start"],
        end=row["end"],
        resolved=None if row["resolved"] is None else bool(row["resolved"]),
        marked=bool(row["marked"]),
        code=row["code"],
        reason=row["reason"],
        fact_id=row["fact_id"],
    )
