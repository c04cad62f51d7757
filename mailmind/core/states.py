"""From verdicts to the state of a fact.

Owned here: fail closed. Only a full set of passes is ``verified``; a missing, unknown or undecided
verdict holds the fact; only a check that code ran can reject it, or the user's own word (in config.toml)
that what a reader does not find is rejected.
"""

from collections.abc import Sequence

from mailmind.core.checks.context import CheckContext
from mailmind.core.checks.doubt import is_trusted
from mailmind.core.checks.pending import passed, required
from mailmind.core.policy import CODE_CHECKS, Neutral
from mailmind.core.values import Fact, FactType, Outcome, State, Verdict

_NEED_MEANING = frozenset((FactType.PERSON, FactType.ORG, FactType.COMMITMENT, FactType.CLAIM))


def state(
    fact: Fact,
    verdicts: Sequence[Verdict],
    route: Sequence[str],
    ctx: CheckContext,
    *,
    deterministic_only: bool = False,
) -> State:
    """What the verdicts make of the fact.

    With ``deterministic_only`` the state says what code alone could prove: model checks and confidence
    do not count, and what only a reader can judge stays held.
    """
    if any(v.code == "message.unknown" for v in verdicts):
        return State.UNVERIFIABLE
    if any(v.check in CODE_CHECKS and v.outcome is Outcome.FAIL for v in verdicts):
        return State.REJECTED
    unfound = any(v.code == "grounding.not_found" for v in verdicts)
    if unfound and ctx.policy.thresholds.neutral is Neutral.REJECTED:
        return State.REJECTED
    needed = required(route, verdicts)
    if deterministic_only:
        needed = tuple(check for check in needed if check in CODE_CHECKS)
    if "citation" not in needed or not all(passed(check, verdicts) for check in needed):
        return State.HELD
    if deterministic_only:
        settled = fact.type not in _NEED_MEANING or any(
            passed(check, verdicts) for check in ("headers", "value")
        )
    else:
        settled = is_trusted(fact, ctx)
    return State.VERIFIED if settled else State.HELD
