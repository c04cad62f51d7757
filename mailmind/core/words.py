"""The vocabulary: types, layers, outcomes and states.

Owned here: a state, a layer or an outcome that is not listed here does not exist, and whoever reads an
unknown one must fail closed.
"""

from collections.abc import Mapping
from enum import StrEnum


class FactType(StrEnum):
    """What a fact is about. The same words name the claim classes of a draft."""

    AMOUNT = "amount"
    PERCENT = "percent"
    NUMBER = "number"
    DURATION = "duration"
    DATE = "date"
    TIME = "time"
    DATETIME = "datetime"
    RANGE = "range"
    ID = "id"
    PHONE = "phone"
    SECTION = "section"
    PERSON = "person"
    ORG = "org"
    COMMITMENT = "commitment"
    CLAIM = "claim"


VALUE_KINDS: Mapping[FactType, tuple[str, ...]] = {
    FactType.AMOUNT: ("money", "moneyrange"),
    FactType.PERCENT: ("percent",),
    FactType.NUMBER: ("number",),
    FactType.DURATION: ("duration",),
    FactType.DATE: ("date",),
    FactType.TIME: ("time",),
    FactType.DATETIME: ("datetime",),
    FactType.RANGE: ("daterange", "timerange", "datetimerange", "moneyrange"),
    FactType.ID: ("id",),
    FactType.PHONE: ("phone",),
    FactType.SECTION: ("section",),
}
"""Which kinds of normalised value may carry a fact of each type (types without a value are absent)."""

SEMANTIC = (FactType.COMMITMENT, FactType.CLAIM)
"""Types whose value is a sentence: only a reader can tell whether the mail says it."""

DAY_KINDS = frozenset(("date", "datetime", "daterange", "datetimerange"))
"""Kinds of normalised value that name a day."""


class Layer(StrEnum):
    """Whose words a part of a message is."""

    OWN = "own"
    QUOTED = "quoted"
    FORWARDED = "forwarded"
    SIGNATURE = "signature"
    DISCLAIMER = "disclaimer"


class Modality(StrEnum):
    """How firmly the source says it. A hedge is part of the claim."""

    STATED = "stated"
    HEDGED = "hedged"
    CONDITIONAL = "conditional"
    ASKED = "asked"
    PROPOSED = "proposed"


class Outcome(StrEnum):
    """What a check answers."""

    PASS = "pass"  # noqa: S105
    FAIL = "fail"
    UNSURE = "unsure"
    NOT_RUN = "not_run"


class State(StrEnum):
    """The state of a fact. Resolved = verified or confirmed; everything else blocks."""

    VERIFIED = "verified"
    REJECTED = "rejected"
    HELD = "held"
    UNVERIFIABLE = "unverifiable"
    CONFIRMED = "confirmed"
    DISMISSED = "dismissed"

    @property
    def resolved(self) -> bool:
        """True for the two states, and only those, that a draft may rest on."""
        return self in (State.VERIFIED, State.CONFIRMED)
