"""``mailmind verify``: facts and drafts in, states and verdicts out, as JSON Lines.

Owned here: the contract. Without a model, what needs one is ``not_run`` and therefore held.
"""

from typing import Any
from zoneinfo import available_timezones

import click
from pydantic import BaseModel, ConfigDict, Field

from mailmind.cli import shapes
from mailmind.cli.jsonl import finish, run_lines
from mailmind.cli.messages import MessageInput, message_of, unique
from mailmind.core.checks import CheckContext, deterministic, not_run
from mailmind.core.checks.pending import required
from mailmind.core.gate import decide
from mailmind.core.policy import CODE_CHECKS, Policy
from mailmind.core.route import route
from mailmind.core.states import state
from mailmind.core.values import (
    CheckedFact,
    Fact,
    FactType,
    GateDecision,
    Layer,
    Modality,
    Outcome,
    Thread,
)
from mailmind.errors import Exit, UsageError

NO_MODEL = "no model was asked (--model none)"


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class FactInput(_Strict):
    """One fact to check."""

    id: str
    type: FactType = Field(strict=False)
    statement: str = ""
    value: str
    quote: str
    message_id: str
    confidence: float | None = Field(default=None, ge=0, le=1)
    layer: Layer = Field(default=Layer.OWN, strict=False)
    modality: Modality = Field(default=Modality.STATED, strict=False)
    subject: str = ""
    subkind: str | None = None
    source: str = ""

    def fact(self) -> Fact:
        """The core value."""
        return Fact(
            id=self.id,
            type=self.type,
            statement=self.statement,
            value=self.value,
            quote=self.quote,
            message_id=self.message_id,
            confidence=self.confidence,
            modality=self.modality,
            layer=self.layer,
            subkind=self.subkind,
            subject=self.subject,
            source=self.source,
        )


class DraftInput(_Strict):
    """The draft to judge."""

    text: str


class LineInput(_Strict):
    """One line of standard input."""

    id: str
    timezone: str | None = None
    workflow: str = "general"
    messages: tuple[MessageInput, ...] = Field(strict=False)
    facts: tuple[FactInput, ...] = Field(default=(), strict=False)
    draft: DraftInput | None = None


@click.command()
@click.option("--model", "model", type=click.Choice(["none"]), default="none", show_default=True,
              help="Which model answers the checks that need one.")  # fmt: skip
@click.option(
    "--deterministic-only", is_flag=True, help="Skip those checks: what code alone can prove."
)
@click.option("--lenient", is_flag=True, help="Drop fields that are not part of the contract.")
@click.pass_context
def command(ctx: click.Context, model: str, deterministic_only: bool, lenient: bool) -> None:  # noqa: ARG001
    """Check facts and drafts against messages: JSON Lines on standard input and output."""
    policy, zone = _settings(ctx)

    def handle(data: dict[str, Any]) -> tuple[dict[str, Any], Exit]:
        line = LineInput.model_validate(lenient_copy(data) if lenient else data)
        return answer(line, policy, zone, deterministic_only=deterministic_only)

    finish(run_lines(handle))


def _settings(ctx: click.Context) -> tuple[Policy, str]:
    """The policy and the user's zone, from the configuration."""
    from mailmind.config import load, zone

    settings = load((ctx.obj or {}).get("config_path")).settings
    return settings.policy, zone(settings)


def lenient_copy(data: dict[str, Any]) -> dict[str, Any]:
    """The line without fields that the contract does not know, such as those of ``mailmind extract``."""

    def only(item: object, model: type[BaseModel]) -> object:
        names = {f.alias or name for name, f in model.model_fields.items()}
        return {k: v for k, v in item.items() if k in names} if isinstance(item, dict) else item

    copy = only(data, LineInput)
    assert isinstance(copy, dict)  # noqa: S101
    for key, model in (("messages", MessageInput), ("facts", FactInput)):
        if isinstance(copy.get(key), list):
            copy[key] = [only(item, model) for item in copy[key]]
    if "draft" in copy:
        copy["draft"] = only(copy["draft"], DraftInput)
    return copy


def answer(
    line: LineInput, policy: Policy, zone: str, *, deterministic_only: bool
) -> tuple[dict[str, Any], Exit]:
    """The output object of one line, and whether something in it is held."""
    if line.workflow not in policy.workflows:
        known = ", ".join(sorted(policy.workflows))
        raise UsageError(f"workflow: {line.workflow!r} is none of {known}")
    zone = line.timezone or zone
    if zone not in available_timezones():
        raise UsageError(f"timezone: {zone!r} is no IANA name such as 'Europe/Berlin'")
    messages = unique(tuple(message_of(item) for item in line.messages))
    context = CheckContext(
        thread=Thread(line.id, messages, workflow=line.workflow),
        timezone=zone,
        policy=policy,
        workflow=policy.workflows[line.workflow],
    )
    checked = tuple(
        check_one(item.fact(), context, deterministic_only=deterministic_only)
        for item in line.facts
    )
    out: dict[str, Any] = {"id": line.id, "facts": [shapes.checked(c) for c in checked]}
    decision = None
    if line.draft is not None:
        decision = decide(
            line.draft.text, facts=checked, context=context, deterministic_only=deterministic_only
        )
        out["draft"] = shapes.decision(decision)
    return out, _outcome(checked, decision)


def check_one(fact: Fact, context: CheckContext, *, deterministic_only: bool) -> CheckedFact:
    """A fact with the verdicts of its route, as far as no model is needed."""
    names = route(fact, context)
    verdicts = list(deterministic(fact, names, context, doubts=not deterministic_only))
    failed = any(v.outcome is Outcome.FAIL or v.code == "message.unknown" for v in verdicts)
    if not deterministic_only and not failed:
        wanted = required(names, verdicts)
        verdicts += [not_run(name, NO_MODEL) for name in wanted if name not in CODE_CHECKS]
    result = state(fact, verdicts, names, context, deterministic_only=deterministic_only)
    return CheckedFact(fact, result, tuple(verdicts))


def _outcome(checked: tuple[CheckedFact, ...], decision: GateDecision | None) -> Exit:
    held = any(not c.state.resolved for c in checked)
    blocked = decision is not None and (not decision.allow or decision.needs_person)
    return Exit.HELD if held or blocked else Exit.DONE
