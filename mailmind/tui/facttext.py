"""A fact in a line, and the whole case for and against it in plain words.

Owned here: a reader sees each check that ran, what it found, and what that means for the state; checks
that did not run are said as well.
"""

from textual.content import Content

from mailmind.core import review
from mailmind.core.values import CheckedFact, Outcome, State, Thread, Verdict
from mailmind.tui.words import (
    CHECK_WORDS,
    OUTCOME_SIGN,
    STATE_SIGN,
    STATE_WORDS,
    alias,
    line,
    waits,
    with_aliases,
)

STATE_STYLE = {
    State.VERIFIED: "$text-success",
    State.CONFIRMED: "$text-success",
    State.REJECTED: "$text-error",
    State.HELD: "$text-warning",
    State.UNVERIFIABLE: "$text-warning",
    State.DISMISSED: "dim",
}
_OUTCOME_STYLE = {
    "pass": "$text-success",
    "fail": "$text-error",
    "unsure": "$text-warning",
    "not_run": "dim",
}


def row(checked: CheckedFact) -> Content:
    """The fact as one line of a list: sign, type, value, statement."""
    fact = checked.fact
    return Content.assemble(
        (f"{STATE_SIGN[checked.state]} ", STATE_STYLE[checked.state]),
        (f"{fact.type.value:<10} ", "dim"),
        (line(fact.value), "bold"),
        f"  {line(fact.statement)}",
    )


def case(checked: CheckedFact, thread: Thread) -> Content:
    """Everything that is known about a fact, for the pane beside the list."""
    fact = checked.fact
    deciding = [v for v in checked.verdicts if v.outcome is not Outcome.PASS]
    passed = [v for v in checked.verdicts if v.outcome is Outcome.PASS]
    head = f"{STATE_SIGN[checked.state]} {STATE_WORDS[checked.state]}"
    lines: list[Content] = [Content.styled(head, STATE_STYLE[checked.state])]
    lines += [_verdict(verdict, thread) for verdict in deciding]
    if waits(checked.state) and not deciding:
        lines.append(Content.styled(with_aliases(thread, review.reason(checked)), "bold"))
    lines.append(Content(line(fact.statement)))
    lines += [_verdict(verdict, thread) for verdict in passed]
    quoted = (f"“{line(fact.quote)}”", f" in {alias(thread, fact.message_id)}")
    lines.append(Content.assemble(("quotes ", "dim"), quoted[0], (quoted[1], "dim")))
    lines.append(Content.styled(_origin(checked), "dim"))
    return Content("\n").join(lines)


def _verdict(verdict: Verdict, thread: Thread) -> Content:
    style = _OUTCOME_STYLE[verdict.outcome.value]
    name = CHECK_WORDS.get(verdict.check, verdict.check)
    reason = with_aliases(thread, verdict.reason or verdict.code)
    found = verdict.extra.get("found_in")
    where = (
        f" It stands in {alias(thread, found)}."
        if found and alias(thread, found) not in reason
        else ""
    )
    return Content.assemble(
        (f"{OUTCOME_SIGN[verdict.outcome]} {line(name)}: ", style),
        reason,
        where,
        (f" ({verdict.calls} model call{'s' if verdict.calls != 1 else ''})", "dim")
        if verdict.calls
        else "",
    )


def _origin(checked: CheckedFact) -> str:
    fact = checked.fact
    sure = "no confidence given" if fact.confidence is None else f"confidence {fact.confidence:.2f}"
    said = "" if fact.modality.value == "stated" else f", {fact.modality.value}"
    return f"read by {line(fact.source) or 'an unknown reader'}, {sure}{said}, {line(fact.id)}"
