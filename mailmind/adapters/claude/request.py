"""A prompt as the arguments of a request, at each level of the ladder.

Owned here: the layout that makes a thread's mails be written to the cache once. Breakpoints stand after
the system prompt and, where the mails will be asked about again, after the last chunk of older ones
(which a new chunk leaves as it is) and after the last of all; model, effort, format and tools are the
same for every task of a thread; the task comes last. Only text blocks are sent, and no call that sees
mail has a tool that does anything.
"""

from dataclasses import dataclass
from typing import Any

from mailmind.core.modelconfig import Level
from mailmind.core.promptbuild import Prompt

TOOL = "answer"
_CHARS_PER_TOKEN = 4


@dataclass(frozen=True, slots=True)
class Shape:
    """What is the same for every request to one model."""

    model: str
    level: Level
    effort: str
    """Empty where the server is not told."""
    min_cached: int
    """Tokens below which nothing is cached, and no breakpoint is set."""


def request(prompt: Prompt, shape: Shape, *, max_tokens: int, repair: str = "") -> dict[str, Any]:
    """The arguments of ``messages.create``.

    Args:
        prompt: what is asked.
        shape: how this model is asked.
        max_tokens: room for the reply, thinking included.
        repair: what was wrong with the previous reply; stands after the task, uncached.
    """
    system = [_text(prompt.system)]
    mails = [_text(mail) for mail in prompt.mails]
    if len(prompt.system) // _CHARS_PER_TOKEN >= shape.min_cached:
        _end_of_cache(system[-1])
    whole = len(prompt.system) + sum(map(len, prompt.mails))
    if mails and not prompt.once and whole // _CHARS_PER_TOKEN >= shape.min_cached:
        for last in {prompt.chunks - 1, len(mails) - 1} - {-1}:
            _end_of_cache(mails[last])
    task = f"{prompt.task}\n\n{repair}" if repair else prompt.task
    arguments: dict[str, Any] = {
        "model": shape.model,
        "max_tokens": max_tokens,
        "system": system,
        "messages": [{"role": "user", "content": [*mails, _text(task)]}],
    }
    return arguments | _enforcement(prompt, shape)


def _enforcement(prompt: Prompt, shape: Shape) -> dict[str, Any]:
    schema = dict(prompt.schema)
    output: dict[str, Any] = {"effort": shape.effort} if shape.effort else {}
    if shape.level is Level.SCHEMA:
        output["format"] = {"type": "json_schema", "schema": schema}
    extra: dict[str, Any] = {"output_config": output} if output else {}
    if shape.level in (Level.FORCED_TOOL, Level.TOOL):
        tool = {"name": TOOL, "description": "Give your answer.", "input_schema": schema}
        choice = "any" if shape.level is Level.FORCED_TOOL else "auto"
        extra |= {"tools": [tool], "tool_choice": {"type": choice}}
    return extra


def _text(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def _end_of_cache(block: dict[str, Any]) -> None:
    block["cache_control"] = {"type": "ephemeral"}
