"""What a server really does, found out by asking it harmless things.

Owned here: silence is no consent. A server that takes a schema and ignores it answers 200, so only a
reply that nothing but the schema could have caused proves that the schema is enforced. That holds for a
schema in the request, and for one that the server was started with. No canary holds a word of mail.
"""

import json
import os
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from mailmind.adapters.claude.failure import failure
from mailmind.adapters.claude.outcome import Collected, Outcome
from mailmind.adapters.claude.request import TOOL
from mailmind.core.dialogue import AnswerKind
from mailmind.core.modelconfig import Level
from mailmind.errors import ModelError

_TOKEN = "mm-7f3a"  # noqa: S105  # a word that no model says by itself
_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"token": {"type": "string", "const": _TOKEN}},
    "required": ["token"],
    "additionalProperties": False,
}
_HELLO = "Say hello."
_ROOM = 1024
_OPENING = re.compile(
    r'\{\s*"(?:task"\s*:\s*"(?:extract|ground|draft)"\s*,\s*"facts|readings)"\s*:\s*\['
)
"""How a reply in our own schema begins. Nobody greets like that who is not made to."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was tried, and what the server did."""

    what: str
    result: str
    """``enforced``, ``ignored``, ``refused``, ``yes``, ``no`` or ``unknown``."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """How a server is best asked, and what it makes of that."""

    model: str
    level: Level
    held: bool
    """Whether anything but the prompt holds its replies to the schema."""
    findings: tuple[Finding, ...]


def diagnose(client: Any, model: str) -> Diagnosis:
    """Try everything that the ladder rests on, the strictest first.

    Raises:
        ModelError: the server does not answer at all, or not as the Messages API does.
    """
    plain, stream = _ask(client, model)
    started = _started(stream)
    if plain.kind is not AnswerKind.OK and started.result != "enforced":
        raise ModelError(f"{model}: {plain.reason or plain.code}")
    findings = [
        Finding("answers", "yes"),
        knows(client, model),
        started,
        _schema(client, model),
        _tool(client, model, "any", "a forced tool"),
        _tool(client, model, "auto", "a tool that may be called"),
        _counting(client, model),
        _cache(stream),
    ]
    results = {finding.what: finding.result for finding in findings}
    ladder = (
        (Level.SCHEMA, "a JSON schema"),
        (Level.FORCED_TOOL, "a forced tool"),
        (Level.TOOL, "a tool that may be called"),
    )
    level = next((rung for rung, what in ladder if results[what] == "enforced"), Level.PROMPT)
    held = level is not Level.PROMPT or started.result == "enforced"
    return Diagnosis(model, level, held, tuple(findings))


def _ask(client: Any, model: str, **extra: Any) -> tuple[Outcome, Collected]:
    collected = Collected()
    messages = [{"role": "user", "content": [{"type": "text", "text": _HELLO}]}]
    try:
        arguments = {"model": model, "max_tokens": _ROOM, "messages": messages, "stream": True}
        with client.messages.create(**arguments, **extra) as events:
            for event in events:
                collected.add(event)
    except Exception as error:  # failure() raises what it does not know
        outcome = failure(error, model=model)
        if outcome.fatal:
            raise ModelError(f"{model}: {outcome.reason}") from error
        return outcome, collected
    return collected.outcome(caches=False), collected


def knows(client: Any, model: str) -> Finding:
    """Whether the server has a model of this name, or answers to any name with the one it has.

    Two names for one model make a second reader that is the first.
    """
    what = "knows the model by name"
    import anthropic

    try:
        client.models.retrieve(model)
    except anthropic.NotFoundError:
        pass  # a server that lists its models and has no page for each
    except anthropic.APIError:
        return Finding(what, "unknown")
    else:
        return Finding(what, "yes")
    try:
        served = [entry.id for entry in client.models.list()]
    except anthropic.APIError:
        return Finding(what, "unknown")
    if model in served:
        return Finding(what, "yes")
    return (
        Finding(what, "no", f"it answers as {', '.join(served)}")
        if served
        else Finding(what, "unknown")
    )


def _started(greeting: Collected) -> Finding:
    """Whether the server was started with our schema; a greeting may be cut off and still shows it."""
    begins = any(_OPENING.match(block["text"]) for block in greeting.blocks.values())
    return Finding("the schema it was started with", "enforced" if begins else "no")


def _schema(client: Any, model: str) -> Finding:
    form = {"type": "json_schema", "schema": _SCHEMA}
    outcome, _ = _ask(client, model, output_config={"format": form})
    return _judged("a JSON schema", outcome, exact=True)


def _tool(client: Any, model: str, choice: str, what: str) -> Finding:
    tool = {"name": TOOL, "description": "Say hello with this.", "input_schema": _SCHEMA}
    outcome, collected = _ask(client, model, tools=[tool], tool_choice={"type": choice})
    called = any(block["type"] == "tool_use" for block in collected.blocks.values())
    if outcome.kind is AnswerKind.OK and not called:
        return Finding(what, "ignored", "the reply is plain text")
    return _judged(what, outcome, exact=False)


def _judged(what: str, outcome: Outcome, *, exact: bool) -> Finding:
    if outcome.code == "bad_request":
        return Finding(what, "refused", outcome.reason)
    if outcome.kind is not AnswerKind.OK:
        return Finding(what, "unknown", outcome.reason or outcome.code)
    if exact and not _is_token(outcome.text):
        return Finding(what, "ignored", "the server took it and answered as it pleased")
    return Finding(what, "enforced")


def _is_token(text: str) -> bool:
    try:
        return bool(json.loads(text) == {"token": _TOKEN})
    except ValueError:
        return False


def _counting(client: Any, model: str) -> Finding:
    messages = [{"role": "user", "content": _HELLO}]
    try:
        counted = client.messages.count_tokens(model=model, messages=messages).input_tokens
    except Exception as error:  # noqa: BLE001  # failure() raises what it does not know
        import anthropic

        if isinstance(error, anthropic.NotFoundError):
            return Finding("counting tokens", "no", "tokens are estimated from characters")
        return Finding("counting tokens", "unknown", failure(error, model=model).reason)
    return Finding("counting tokens", "yes" if isinstance(counted, int) else "unknown")


def _cache(collected: Collected) -> Finding:
    told = "cache_read" in collected.usage
    reason = "" if told else "what its cache saves is unknown, not zero"
    return Finding("reporting the prompt cache", "yes" if told else "no", reason)


def remember(diagnosis: Diagnosis, base_url: str, file: Path) -> None:
    """Keep what was found, so that runs know it without asking again."""
    known = _read(file) | {f"{base_url} {diagnosis.model}": asdict(diagnosis)}
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    part = file.with_suffix(f".{os.getpid()}.part")
    part.write_text(json.dumps(known, indent=1), encoding="utf-8")
    part.replace(file)


def recall(base_url: str, model: str, file: Path) -> Level | None:
    """The level that was found for this server and model; None where nobody looked."""
    entry = _read(file).get(f"{base_url} {model}")
    try:
        return Level(entry["level"]) if isinstance(entry, Mapping) else None
    except (KeyError, ValueError):
        return None


def _read(file: Path) -> dict[str, Any]:
    """The remembered diagnoses; a file that cannot be read is as good as none."""
    try:
        known = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return known if isinstance(known, dict) else {}
