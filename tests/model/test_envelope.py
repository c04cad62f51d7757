"""The schema gate: what passes, and that each way around it is closed."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailmind.core.envelope import (
    CROSS_SCHEMA,
    ENVELOPE_SCHEMA,
    SchemaError,
    cross_reply,
    digest,
    envelope,
    unfence,
)


def test_the_schemas_are_frozen():
    # A changed schema voids every prompt cache and every recorded reply: change it knowingly.
    assert digest(ENVELOPE_SCHEMA) == (
        "c017c29e1a8ecae7ad821b4b66fe467c1ca1e460d85f6ae6c2f122f076cf52f1"
    )
    assert digest(CROSS_SCHEMA) == (
        "030860993d19a7a0aa39c3a7e88a3146d955141653a1209e19d6bf67cf93e833"
    )


def objects(schema):
    """Every object schema inside a schema."""
    if schema.get("type") == "object":
        yield schema
        for inner in schema["properties"].values():
            yield from objects(inner)
    if schema.get("type") == "array":
        yield from objects(schema["items"])


@pytest.mark.parametrize("schema", [ENVELOPE_SCHEMA, CROSS_SCHEMA])
def test_every_object_is_closed_and_every_field_required(schema):
    found = list(objects(schema))
    assert len(found) >= 2
    for item in found:
        assert item["additionalProperties"] is False
        assert item["required"] == list(item["properties"])


def test_a_reply_that_is_exactly_the_envelope_passes(envelope_text, raw_fact):
    reply = envelope(envelope_text(facts=[raw_fact()]))
    assert reply.task == "extract"
    assert reply.facts[0].value == "$540.00"
    assert reply.facts[0].confidence == 0.9


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"type": "location"}, "facts.0.type"),
        ({"confidence": "0.9"}, "facts.0.confidence"),
        ({"confidence": 1.2}, "facts.0.confidence"),
        ({"confidence": True}, "facts.0.confidence"),
        ({"confidence": None}, "facts.0.confidence"),
        ({"value": 540}, "facts.0.value"),
        ({"quote": None}, "facts.0.quote"),
        ({"quote": ["approved"]}, "facts.0.quote"),
        ({"layer": "signature"}, "facts.0.layer"),
        ({"modality": "certain"}, "facts.0.modality"),
        ({"fact_id": ""}, "facts.0.fact_id"),
        ({"verified": True}, "facts.0.verified"),
    ],
)
def test_one_wrong_field_refuses_the_whole_reply(envelope_text, raw_fact, changes, path):
    with pytest.raises(SchemaError) as caught:
        envelope(envelope_text(facts=[raw_fact(), raw_fact() | changes][1:]))
    assert [p.path for p in caught.value.problems] == [path]


@pytest.mark.parametrize("gone", ["quote", "message_id", "modality", "disproof"])
def test_a_missing_field_is_named(envelope_text, raw_fact, gone):
    fact = raw_fact()
    del fact[gone]
    with pytest.raises(SchemaError, match=rf"facts\.0\.{gone}: Field required"):
        envelope(envelope_text(facts=[fact]))


def test_an_unknown_list_and_a_missing_list_are_named(envelope_text):
    body = json.loads(envelope_text(intents=[]))
    with pytest.raises(SchemaError, match="intents"):
        envelope(json.dumps(body))
    del body["intents"], body["checks"]
    with pytest.raises(SchemaError, match="checks: Field required"):
        envelope(json.dumps(body))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I found no facts.",
        "[]",
        "null",
        "{",
        '{"task": "extract"',
        '{"task": "extract", "facts": NaN}',
        "{" * 5000,
        '{"a":' * 3000,
    ],
)
def test_what_is_no_envelope_is_refused(text):
    with pytest.raises(SchemaError):
        envelope(text)


def test_not_a_number_is_no_confidence(envelope_text, raw_fact):
    text = envelope_text(facts=[raw_fact()]).replace("0.9", "NaN")
    with pytest.raises(SchemaError):
        envelope(text)


def test_a_key_that_stands_twice_is_refused(envelope_text, raw_fact):
    text = envelope_text(facts=[raw_fact()])
    doubled = text.replace('"value": "$540.00"', '"value": "$480.00", "value": "$540.00"')
    assert doubled != text
    with pytest.raises(SchemaError, match="'value' stands twice"):
        envelope(doubled)


def test_a_second_reader_has_a_schema_of_its_own(envelope_text):
    reading = {"fact_id": "f1", "abstain": True, "value": "", "quote": "", "message_id": ""}
    assert cross_reply(json.dumps({"readings": [reading]})).readings[0].abstain is True
    with pytest.raises(SchemaError, match="abstain"):
        cross_reply(json.dumps({"readings": [reading | {"abstain": "true"}]}))
    with pytest.raises(SchemaError):
        cross_reply(envelope_text())


@pytest.mark.parametrize(
    ("reply", "inner"),
    [
        ('```json\n{"a": 1}\n```', '{"a": 1}'),
        ('Here it is:\n{"a": {"b": "}"}}\nDone.', '{"a": {"b": "}"}}'),
        ("no object at all", "no object at all"),
        ('{"a": 1} {"b": 2}', '{"a": 1} {"b": 2}'),
        ('{"a": 1', '{"a": 1'),
        ('use {curly} words: {"a": 1}', '{"a": 1}'),
    ],
)
def test_the_object_is_taken_out_of_its_wrapping(reply, inner):
    assert unfence(reply) == inner


@settings(max_examples=100, deadline=None)
@given(st.text() | st.recursive(st.none() | st.booleans() | st.text(), st.lists).map(json.dumps))
def test_nothing_else_ever_passes_or_raises_anything_else(text):
    with pytest.raises(SchemaError):
        envelope(text)
    assert unfence(text) in text
