"""The checks: pure functions that each look at one thing and answer with a verdict.

Owned here: the order. Code checks run cheapest first, and the first failure stops the rest, so that a
number that stands nowhere never costs a model call.
"""

from collections.abc import Callable, Mapping, Sequence

from mailmind.core.checks.citation import citation
from mailmind.core.checks.consistency import consistency, consistency_verdicts
from mailmind.core.checks.context import CheckContext
from mailmind.core.checks.cross import cross, cross_verdicts
from mailmind.core.checks.doubt import doubt, is_trusted
from mailmind.core.checks.grounding import grounding_verdicts, inseparable, overtaken, together
from mailmind.core.checks.headers import headers
from mailmind.core.checks.latest import latest
from mailmind.core.checks.pending import pending_model_checks
from mailmind.core.checks.value import value
from mailmind.core.values import Fact, Outcome, Verdict

CHECKS: Mapping[str, Callable[[Fact, CheckContext], Verdict]] = {
    "citation": citation,
    "value": value,
    "latest": latest,
    "headers": headers,
}
"""The checks that code runs, by name."""


def deterministic(
    fact: Fact, route: Sequence[str], ctx: CheckContext, *, doubts: bool = True
) -> tuple[Verdict, ...]:
    """The code checks of a route, in order; the first failure, and an unknown message, stop the rest.

    With ``doubts``, a fact that passes them and is held for its confidence alone says so.
    """
    verdicts: list[Verdict] = []
    for name in route:
        check = CHECKS.get(name)
        if check is None:
            continue
        verdicts.append(check(fact, ctx))
        if verdicts[-1].outcome is Outcome.FAIL or verdicts[-1].code == "message.unknown":
            return tuple(verdicts)
    if doubts and not is_trusted(fact, ctx):
        verdicts.append(doubt(fact, ctx))
    return tuple(verdicts)


def not_run(name: str, reason: str) -> Verdict:
    """The verdict of a check that nobody ran; it never counts as a pass."""
    return Verdict(name, Outcome.NOT_RUN, "not_run", reason)


__all__ = [
    "CHECKS", "CheckContext", "citation", "consistency", "consistency_verdicts", "cross", "cross_verdicts",
    "deterministic", "grounding_verdicts", "headers", "inseparable", "latest", "not_run", "overtaken",
    "pending_model_checks", "together", "value",
]  # fmt: skip
