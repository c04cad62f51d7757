"""What the configuration decides about checks and drafts, as frozen values with the shipped defaults.

Owned here: policy is data. Which checks a type gets, which claims a workflow wants copied and what
counts as a source stand in tables, never in the code that reads them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum

from mailmind.core.values import SEMANTIC, FactType

CLAIM_CLASSES: frozenset[str] = frozenset([*FactType, "quotation", "assertion"])
"""Every class that a claim of a draft can have."""


CODE_CHECKS: frozenset[str] = frozenset(("citation", "value", "latest", "headers"))
"""Checks that code runs; all others ask a model."""


class Neutral(StrEnum):
    """What becomes of a claim that a reader neither found nor saw contradicted. Both block."""

    HELD = "held"
    """A person looks at it, and a reply may ask about it."""
    REJECTED = "rejected"
    """It counts as unsupported: no reply asks about it."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Where a doubt changes what happens. Confidence is a signal, never an approval."""

    review_below: float = 0.3
    """Below this confidence (or without one) a fact goes straight to a person."""
    cross_below: float = 0.6
    """Below this confidence a fact gets cross-verification too."""
    high_amount: Decimal = Decimal(1000)
    """Amounts from here on have high stakes, whatever their currency."""
    neutral: Neutral = Neutral.HELD
    """What a grounding verdict of ``not_found`` means."""


@dataclass(frozen=True, slots=True)
class Row:
    """The checks of one fact type, by name."""

    always: tuple[str, ...]
    then: tuple[str, ...] = ()
    extra: tuple[str, ...] = ("cross",)
    """Also, where stakes are high or confidence is low."""


@dataclass(frozen=True, slots=True)
class Workflow:
    """The rules for one kind of mail."""

    name: str
    gate: bool = True
    """False: drafts are not judged at all (derived figures are the workflow's job)."""
    copied: frozenset[str] = CLAIM_CLASSES
    """Claim classes that may be copied from a source; the others need a resolved fact."""
    sources: tuple[str, ...] = ("facts", "messages")
    """What a claim may rest on: ``facts`` (resolved ones), ``messages``, ``documents``."""
    cross: frozenset[FactType] = frozenset()
    """Types that always get cross-verification here."""
    consistency: frozenset[FactType] = frozenset()
    """Types whose extraction is run twice here."""
    high_stakes: frozenset[FactType] = frozenset()
    """Types whose stakes are always high here."""
    small_counts: bool = False
    """True: counts such as "15 customers" are claims too (a digest quotes every figure)."""
    forecasts: bool = True
    """True: a draft may not state flatly what a source only plans or expects. Doubts always count."""
    words: tuple[str, ...] = ()
    """Words of a subject or sender by which a thread is taken for this workflow."""


_VALUE = ("citation", "value")
_FIGURES = (
    FactType.AMOUNT,
    FactType.PERCENT,
    FactType.NUMBER,
    FactType.DURATION,
    FactType.SECTION,
)
_MOMENTS = (FactType.DATE, FactType.TIME, FactType.DATETIME, FactType.RANGE)

DEFAULT_ROUTING: Mapping[FactType, Row] = {
    **dict.fromkeys((*_FIGURES, *_MOMENTS), Row(_VALUE, ("latest",))),
    **dict.fromkeys((FactType.ID, FactType.PHONE), Row(_VALUE)),
    **dict.fromkeys((FactType.PERSON, FactType.ORG), Row(("citation", "headers"), ("grounding",))),
    **dict.fromkeys(SEMANTIC, Row(("citation",), ("grounding",))),
}
"""The shipped routing table."""

DEFAULT_WORKFLOWS: Mapping[str, Workflow] = {
    "general": Workflow("general"),
    "scheduling": Workflow(
        "scheduling", cross=frozenset(_MOMENTS), high_stakes=frozenset(_MOMENTS)
    ),
    "orders": Workflow("orders", consistency=frozenset(_FIGURES)),
    "contracts": Workflow("contracts", sources=("facts", "documents")),
    "summary": Workflow("summary", sources=("messages",), small_counts=True, forecasts=False),
    "computed": Workflow("computed", gate=False, copied=frozenset(), sources=()),
}
"""The shipped workflows."""


@dataclass(frozen=True, slots=True)
class Policy:
    """Everything that decides how a fact is routed and a draft is judged."""

    routing: Mapping[FactType, Row] = field(default_factory=lambda: DEFAULT_ROUTING)
    workflows: Mapping[str, Workflow] = field(default_factory=lambda: DEFAULT_WORKFLOWS)
    thresholds: Thresholds = Thresholds()
