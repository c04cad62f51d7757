"""What is at stake with a fact: high where a wrong one costs more than a second look.

Owned here: stakes come from type, workflow and value. They never come from how sure a model says it is.
"""

from decimal import Decimal, InvalidOperation
from enum import StrEnum

from mailmind.core.checks.context import CheckContext
from mailmind.core.normalize import read
from mailmind.core.values import Fact, FactType


class Stakes(StrEnum):
    """How much a wrong fact costs."""

    LOW = "low"
    HIGH = "high"


_PAYMENT_SUBKINDS = frozenset(("iban", "bic", "card", "account"))


def stakes(fact: Fact, ctx: CheckContext) -> Stakes:
    """High for commitments, payment details, large amounts and what the workflow names."""
    if fact.type is FactType.COMMITMENT or fact.type in ctx.workflow.high_stakes:
        return Stakes.HIGH
    if fact.type is FactType.ID and is_payment_detail(fact):
        return Stakes.HIGH
    if fact.type is FactType.AMOUNT and _is_large(fact.value, ctx.policy.thresholds.high_amount):
        return Stakes.HIGH
    return Stakes.LOW


def is_payment_detail(fact: Fact) -> bool:
    """An account that money could be sent to."""
    if fact.subkind in _PAYMENT_SUBKINDS:
        return True
    return any(value.subkind in _PAYMENT_SUBKINDS for value in read(fact.value, ("id",)))


def _is_large(text: str, limit: Decimal) -> bool:
    """True for an amount from the limit on, in any of its readings, and for one that cannot be read."""
    readings = [r for value in read(text, ("money", "moneyrange")) for r in value.readings]
    if not readings:
        return True
    try:
        amounts = [Decimal(r.get("amount") or r.get("max") or "0") for r in readings]
    except InvalidOperation:
        return True
    return max(abs(a) for a in amounts) >= limit
