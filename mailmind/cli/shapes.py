"""Core values as the JSON objects that other programs speak.

Owned here: the field names of the contracts. An optional field is left out where it has no value.
"""

from typing import Any

from mailmind.core.values import CheckedFact, DraftClaim, GateDecision, Verdict


def verdict(item: Verdict) -> dict[str, Any]:
    """One entry of a fact's ``checks``."""
    data: dict[str, Any] = {
        "check": item.check,
        "outcome": str(item.outcome),
        "code": item.code,
        "reason": item.reason,
    }
    if item.evidence is not None:
        place = item.evidence
        data |= {
            "message_id": place.message_id,
            "part": place.part,
            "layer": str(place.layer),
            "start": place.start,
            "end": place.end,
            "sha256": place.sha256,
        }
    return data | dict(item.extra)


def checked(item: CheckedFact) -> dict[str, Any]:
    """A fact's answer in ``verify``."""
    checks = [verdict(v) for v in item.verdicts]
    return {"id": item.fact.id, "state": str(item.state), "checks": checks}


def claim(item: DraftClaim) -> dict[str, Any]:
    """One claim of a draft."""
    return {
        "text": item.text,
        "class": item.cls,
        "start": item.start,
        "end": item.end,
        "resolved": item.resolved,
        "marked": item.marked,
        "code": item.code,
        "reason": item.reason,
        "fact_id": item.fact_id,
    }


def decision(item: GateDecision) -> dict[str, Any]:
    """The gate's answer to a draft."""
    return {
        "allow": item.allow,
        "needs_person": item.needs_person,
        "claims": [claim(c) for c in item.claims],
        "message": item.message,
    }
