"""The schema that a local server is started with: narrower than the gate, never wider."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailmind.core.envelope import CROSS_SCHEMA, ENVELOPE_SCHEMA, cross_reply, envelope
from mailmind.core.startschema import start_schema

BRANCHES = start_schema()["anyOf"]
PORTABLE = {
    *("anyOf", "type", "properties", "required", "additionalProperties", "items"),
    *("const", "enum", "pattern", "minLength", "maxLength", "maxItems"),
    "x-guidance",
}
"""What the schema may say; ``minimum`` and ``maximum`` of a number are not in it, since the grammars
of llama.cpp drop them without a word."""


def replies(schema):
    """Everything that a server held to ``schema`` may write."""
    if "const" in schema:
        return st.just(schema["const"])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if schema["type"] == "boolean":
        return st.booleans()
    if schema["type"] == "array":
        return st.lists(replies(schema["items"]), max_size=min(3, schema["maxItems"]))
    if schema["type"] == "object":
        assert schema["additionalProperties"] is False
        assert schema["required"] == list(schema["properties"])
        return st.fixed_dictionaries({k: replies(v) for k, v in schema["properties"].items()})
    if "pattern" in schema:
        return st.from_regex(schema["pattern"], fullmatch=True)
    longest = schema["maxLength"]
    return st.text(min_size=schema.get("minLength", 0), max_size=min(longest, 40))


@pytest.mark.parametrize("branch", BRANCHES[:3], ids=["extract", "ground", "draft"])
def test_what_a_task_may_answer_passes_the_gate(branch):
    @settings(max_examples=60, deadline=None)
    @given(replies(branch))
    def check(reply):
        assert envelope(json.dumps(reply)).task == branch["properties"]["task"]["const"]

    check()


@settings(max_examples=60, deadline=None)
@given(replies(BRANCHES[3]))
def test_what_the_second_reader_may_answer_passes_the_gate(reply):
    read = cross_reply(json.dumps(reply)).readings
    assert [item.fact_id for item in read] == [item["fact_id"] for item in reply["readings"]]


def test_fields_stand_in_the_order_that_the_prompt_names():
    for branch in BRANCHES[:3]:
        assert list(branch["properties"]) == ["task", "facts", "checks", "reply", "questions"]
    fact = BRANCHES[0]["properties"]["facts"]["items"]["properties"]
    assert list(fact) == list(ENVELOPE_SCHEMA["properties"]["facts"]["items"]["properties"])
    reading = BRANCHES[3]["properties"]["readings"]["items"]["properties"]
    assert list(reading) == list(CROSS_SCHEMA["properties"]["readings"]["items"]["properties"])


@pytest.mark.parametrize(
    ("task", "filled"),
    [
        ("extract", {"facts", "questions"}),
        ("ground", {"checks"}),
        ("draft", {"reply", "questions"}),
    ],
)
def test_a_task_fills_its_own_lists_only(task, filled):
    (branch,) = (b for b in BRANCHES[:3] if b["properties"]["task"]["const"] == task)
    empty = {name for name, form in branch["properties"].items() if form == {"const": []}}
    assert {"facts", "checks", "reply", "questions"} - empty == filled


def test_a_fact_has_a_quote():
    quote = BRANCHES[0]["properties"]["facts"]["items"]["properties"]["quote"]
    assert quote == {"type": "string", "minLength": 1, "maxLength": 300}


def test_every_string_and_list_comes_to_an_end():
    for schema in walk(start_schema()):
        if schema.get("type") == "array":
            assert schema["maxItems"] <= 24
        if schema.get("type") == "string" and "enum" not in schema:
            assert "pattern" in schema or schema["maxLength"] <= 400


def test_it_says_nothing_that_a_grammar_would_drop():
    assert {key for schema in walk(start_schema()) for key in schema} <= PORTABLE


def walk(schema):
    """The schema and all schemas in it."""
    yield schema
    for part in [*schema.get("anyOf", []), *schema.get("properties", {}).values()]:
        yield from walk(part)
    if "items" in schema:
        yield from walk(schema["items"])
