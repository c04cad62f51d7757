"""A fact that its own author doubts.

Owned here: confidence can hold a fact and can do nothing else. What it holds says so, with the
confidence and the floor that it fell below.
"""

from mailmind.core.checks.context import CheckContext, verdict
from mailmind.core.values import Fact, Outcome, Verdict


def is_trusted(fact: Fact, ctx: CheckContext) -> bool:
    """False where the confidence alone sends the fact to a person."""
    return fact.confidence is not None and fact.confidence >= ctx.policy.thresholds.review_below


def doubt(fact: Fact, ctx: CheckContext) -> Verdict:
    """Why no second reader was asked about a fact that is not trusted."""
    floor = f"{ctx.policy.thresholds.review_below:g} (review_below in config.toml)"
    if fact.confidence is None:
        short = f"no confidence is given, which counts as below {floor}"
    else:
        short = f"the confidence {fact.confidence:g} is below {floor}"
    reason = f"{short}: no reader is asked, a person decides"
    return verdict("cross", Outcome.NOT_RUN, "not_run", reason)
