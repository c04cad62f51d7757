"""Which checks a fact must pass: a table look-up, nothing more.

Owned here: every fact gets a route, and every route begins with the citation check. A fact that its own
author doubts goes to a person and costs no model call.
"""

from mailmind.core.checks.context import CheckContext, markup_path
from mailmind.core.checks.doubt import is_trusted
from mailmind.core.policy import CODE_CHECKS, Row
from mailmind.core.risk import Stakes, stakes
from mailmind.core.values import VALUE_KINDS, Fact

READ_BY_PARSER = ("citation", "value", "latest")
"""The route of a fact that a parser read out of a mail's machine-readable part: no model had a say."""


def route(fact: Fact, ctx: CheckContext) -> tuple[str, ...]:
    """The names of the checks for this fact, cheapest first, each once."""
    message = ctx.message(fact.message_id)
    if message is not None and markup_path(fact, message):
        return READ_BY_PARSER if fact.type in VALUE_KINDS else READ_BY_PARSER[:2]
    limits = ctx.policy.thresholds
    row = ctx.policy.routing.get(fact.type, Row(("citation",), ("grounding",)))
    by_code = fact.source == "offline" or fact.source.startswith("markup:")
    names = ["citation", *row.always, *row.then]
    if fact.type in ctx.workflow.consistency and not by_code:
        names.append("consistency")
    doubtful = fact.confidence is None or fact.confidence < limits.cross_below
    if doubtful or stakes(fact, ctx) is Stakes.HIGH:
        names.extend(row.extra)
    if fact.type in ctx.workflow.cross:
        names.append("cross")
    if not is_trusted(fact, ctx):
        names = [name for name in names if name in CODE_CHECKS]
    return tuple(dict.fromkeys(names))
