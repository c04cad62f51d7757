"""How a server of each profile turns a model's text into content blocks.

Owned here: enforcement. Where a schema is enforced a reply that does not fit is replaced by the
smallest that does, as a grammar would; where it is ignored the text goes out as it is.
"""

import json
from collections.abc import Mapping
from typing import Any

from mailmind.testserver.profiles import Profile


def content(body: Mapping[str, Any], text: str, profile: Profile) -> list[dict[str, Any]]:
    """The content blocks of the answer."""
    schema = ((body.get("output_config") or {}).get("format") or {}).get("schema")
    choice = (body.get("tool_choice") or {}).get("type", "auto")
    tools = body.get("tools") or []
    forced = choice in ("any", "tool") and profile.forced_tool == "enforced"
    if tools and (forced or (choice == "auto" and profile.tools)):
        data = fitting(text, tools[0]["input_schema"])
        return [{"type": "tool_use", "id": "toolu_1", "name": tools[0]["name"], "input": data}]
    if schema is not None and profile.schema == "enforced":
        text = json.dumps(fitting(text, schema), ensure_ascii=False)
    elif profile.fenced and text.startswith("{"):
        text = f"Here is the JSON:\n```json\n{text}\n```"
    return [{"type": "text", "text": text}]


def fitting(text: str, schema: Mapping[str, Any]) -> Any:
    """The text's object where it has the schema's keys, else the smallest instance."""
    try:
        data = json.loads(text)
    except ValueError:
        data = None
    wanted = set(schema.get("required", ()))
    fits = isinstance(data, dict) and set(data) == wanted
    return data if fits else instance(schema)


def instance(schema: Mapping[str, Any]) -> Any:
    """The smallest value that a schema allows."""
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][0]
    if schema.get("type") == "object":
        return {name: instance(inner) for name, inner in schema["properties"].items()}
    empty: dict[str, Any] = {"array": [], "number": 0, "integer": 0, "boolean": False}
    return empty.get(str(schema.get("type")), "")
