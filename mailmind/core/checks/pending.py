"""What of a route is still open, given the verdicts so far.

Owned here: the headers settle a name or hand it to a reader. Where neither happened, the name is open.
"""

from collections.abc import Sequence

from mailmind.core.policy import CODE_CHECKS
from mailmind.core.values import Outcome, Verdict


def required(route: Sequence[str], verdicts: Sequence[Verdict]) -> tuple[str, ...]:
    """The checks of a route that must pass, given what the headers could tell.

    Where the headers settle a name, no reader is needed; where they cannot tell, grounding stands in
    for them. Headers that could not tell and no grounding on the route: still required, never passed.
    """
    if "headers" not in route or "grounding" not in route:
        return tuple(route)
    replaced = "grounding" if passed("headers", verdicts) else "headers"
    silent = all(v.outcome is Outcome.NOT_RUN for v in verdicts if v.check == "headers")
    if replaced == "headers" and not silent:
        return tuple(route)
    return tuple(check for check in route if check != replaced)


def passed(check: str, verdicts: Sequence[Verdict]) -> bool:
    """At least one verdict of this check, and all of them a pass."""
    mine = [v for v in verdicts if v.check == check]
    return bool(mine) and all(v.outcome is Outcome.PASS for v in mine)


def pending_model_checks(route: Sequence[str], verdicts: Sequence[Verdict]) -> tuple[str, ...]:
    """The model checks that are worth a call: none once a check failed or could not decide."""
    silent = (Outcome.PASS, Outcome.NOT_RUN)
    undecided = any(
        v.outcome not in silent if v.check == "headers" else v.outcome is not Outcome.PASS
        for v in verdicts
    )
    if undecided:
        return ()
    answered = {v.check for v in verdicts}
    return tuple(c for c in required(route, verdicts) if c not in CODE_CHECKS and c not in answered)
