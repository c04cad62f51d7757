"""What the Messages API refuses, as its documentation says.

Owned here: every refusal names the field. A request that passes is one that the API would take.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

FIELDS = frozenset({
    "model", "messages", "max_tokens", "system", "stream", "tools", "tool_choice",
    "output_config", "thinking", "metadata", "cache_control", "container", "diagnostics",
    "inference_geo", "service_tier", "speed", "stop_sequences", "user_profile_id",
    "workspace_id",
})  # fmt: skip

_SAMPLING = ("temperature", "top_p", "top_k")
_NO_FORCED_TOOL = ("claude-sonnet-5-5", "claude-opus-5-5", "claude-fable-5-1", "claude-fable-5-2")
_BLOCKS = ("text", "image", "document", "search_result", "tool_use", "tool_result", "thinking")
_EFFORTS = ("low", "medium", "high", "xhigh", "max")
_MOST_BREAKPOINTS = 4
_SCHEMA_KEYS = frozenset({
    "type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf",
    "allOf", "$ref", "$defs", "description", "title", "format", "default",
})  # fmt: skip

CUSTOM_ID = re.compile(r"[a-zA-Z0-9_-]{1,64}")


def refusal(body: Mapping[str, Any]) -> str | None:
    """Why the API answers 400, or None."""
    return next(_refusals(body), None)


def _refusals(body: Mapping[str, Any]) -> Iterator[str]:
    for name in body:
        if name in _SAMPLING:
            yield f"{name}: sampling parameters are not supported in this API version"
        elif name not in FIELDS:
            yield f"{name}: Extra inputs are not permitted"
    for name in ("model", "messages", "max_tokens"):
        if name not in body:
            yield f"{name}: Field required"
            return
    yield from _messages(body["messages"])
    yield from _output(body)
    yield from _tools(body)
    breakpoints = sum("cache_control" in block for block in _all_blocks(body))
    if breakpoints > _MOST_BREAKPOINTS:
        yield f"A maximum of 4 blocks with cache_control may be provided. Found {breakpoints}."
    tokens = body["max_tokens"]
    if not isinstance(tokens, int) or isinstance(tokens, bool) or tokens < 0:
        yield "max_tokens: Input should be a non-negative integer"
    if tokens == 0 and (body.get("stream") or (body.get("output_config") or {}).get("format")):
        yield "max_tokens: 0 cannot be combined with stream or output_config.format"


def _messages(messages: Any) -> Iterator[str]:
    if not isinstance(messages, list) or not messages:
        yield "messages: at least one message is required"
        return
    for n, message in enumerate(messages):
        if message.get("role") not in ("user", "assistant"):
            yield f"messages.{n}.role: Input should be 'user' or 'assistant'"
        if set(message) - {"role", "content"}:
            yield f"messages.{n}: Extra inputs are not permitted"
        for m, block in enumerate(_content(message)):
            place = f"messages.{n}.content.{m}"
            if block.get("type") not in _BLOCKS:
                yield f"{place}.type: unknown block type"
            if block.get("type") == "text" and not str(block.get("text", "")).strip():
                yield f"{place}.text: text content blocks must be non-empty"
            if block.get("type") == "text" and "citations" in block:
                yield f"{place}.citations: Extra inputs are not permitted"
            if block.get("type") == "document" and message["role"] == "assistant":
                yield f"{place}: document blocks are not permitted in assistant turns"
    if messages[0].get("role") != "user":
        yield "messages.0.role: first message must use the 'user' role"
    if messages[-1].get("role") != "user":
        yield "messages: prefilling the assistant turn is not supported for this model"


def _output(body: Mapping[str, Any]) -> Iterator[str]:
    config = body.get("output_config")
    if config is None:
        return
    if set(config) - {"effort", "format"}:
        yield "output_config: Extra inputs are not permitted"
    if config.get("effort", "low") not in _EFFORTS:
        yield "output_config.effort: unknown effort"
    form = config.get("format")
    if form is None:
        return
    if form.get("type") != "json_schema":
        yield "output_config.format.type: Input should be 'json_schema'"
        return
    yield from _schema(form.get("schema"), "output_config.format.schema")
    cited = any((block.get("citations") or {}).get("enabled") for block in _all_blocks(body))
    if cited:
        yield "output_config.format: cannot be combined with citations"


def _schema(schema: Any, place: str) -> Iterator[str]:
    if not isinstance(schema, dict):
        yield f"{place}: Input should be an object"
        return
    for key in schema:
        if key not in _SCHEMA_KEYS:
            yield f"{place}.{key}: is not supported"
    if schema.get("type") == "object":
        if schema.get("additionalProperties") is not False:
            yield f"{place}: additionalProperties must be false"
        for name, inner in schema.get("properties", {}).items():
            yield from _schema(inner, f"{place}.{name}")
    if schema.get("type") == "array":
        yield from _schema(schema.get("items"), f"{place}.items")


def _tools(body: Mapping[str, Any]) -> Iterator[str]:
    choice = (body.get("tool_choice") or {}).get("type", "auto")
    if choice not in ("auto", "any", "tool", "none"):
        yield "tool_choice.type: unknown"
    if choice in ("any", "tool") and str(body["model"]).startswith(_NO_FORCED_TOOL):
        yield "tool_choice: forcing a tool is not supported for this model"
    if choice in ("any", "tool") and not body.get("tools"):
        yield "tool_choice: may only be given with tools"


def _content(message: Mapping[str, Any]) -> list[dict[str, Any]]:
    content = message.get("content")
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [block for block in content or [] if isinstance(block, dict)]


def _all_blocks(body: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    system = body.get("system")
    if isinstance(system, list):
        yield from system
    for message in body["messages"] if isinstance(body["messages"], list) else []:
        yield from _content(message)
    yield from body.get("tools") or []


def blocks(body: Mapping[str, Any]) -> list[tuple[str, bool]]:
    """System and message blocks in the order of the prompt: text, and whether a cache ends there."""
    system = body.get("system") or []
    if isinstance(system, str):
        system = [{"type": "text", "text": system}]
    found = [(str(b.get("text", b)), "cache_control" in b) for b in system]
    for message in body["messages"]:
        found += [
            (f"{message['role']}:{b.get('text', b)}", "cache_control" in b)
            for b in _content(message)
        ]
    return found
