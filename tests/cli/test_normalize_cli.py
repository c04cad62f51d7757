"""The contract of ``mailmind normalize``: JSON Lines in, JSON Lines out, in order."""

import json
import subprocess
import sys

import pytest


def run(*lines):
    done = subprocess.run(
        [sys.executable, "-m", "mailmind", "normalize"],
        input="\n".join(lines),
        text=True,
        encoding="utf-8",
        capture_output=True,
        check=False,
        timeout=60,
    )
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def test_the_documented_example():
    line = {
        "id": "a1",
        "text": "the refund of $540.00 by this Friday",
        "reference": "2026-11-16T10:02:00+01:00",
        "lang": "en",
        "region": None,
    }
    code, (answer,), _ = run(json.dumps(line))
    money, day = answer["values"]
    assert (code, answer["id"]) == (0, "a1")
    assert {
        k: money[k] for k in ("kind", "text", "start", "end", "amount", "currency", "ambiguous")
    } == {
        "kind": "money",
        "text": "$540.00",
        "start": 14,
        "end": 21,
        "amount": "540",
        "currency": "USD",
        "ambiguous": [],
    }
    assert (day["kind"], day["text"], day["value"]) == ("date", "this Friday", "2026-11-20")


def test_offsets_are_code_points():
    text = "😀 Preis: 5 €"
    _, (answer,), _ = run(json.dumps({"id": 1, "text": text, "lang": "de"}))
    (value,) = answer["values"]
    assert text[value["start"] : value["end"]] == value["text"] == "5 €"


def test_an_unsettled_value_is_null_with_all_readings_listed():
    _, (answer,), _ = run(json.dumps({"id": 1, "text": "1.500 €"}))
    (value,) = answer["values"]
    assert (value["amount"], value["currency"]) == (None, None)
    assert value["ambiguous"] == [
        {"amount": "1.5", "currency": "EUR"},
        {"amount": "1500", "currency": "EUR"},
    ]


def test_an_id_carries_its_subkind():
    _, (answer,), _ = run(json.dumps({"id": 1, "text": "Invoice #123", "lang": "en"}))
    assert answer["values"][0]["subkind"] == "invoice"


@pytest.mark.parametrize(
    "line",
    [
        "{not json",
        '{"id": 1}',
        '{"id": 1, "text": "a", "extra": 1}',
        '{"id": 1, "text": 5}',
        '{"id": 1, "text": "a", "reference": "soon"}',
        "[]",
    ],
)
def test_a_bad_line_is_named_and_the_rest_go_on(line):
    code, (first, second), _ = run(line, json.dumps({"id": "b", "text": "5 €"}))
    assert code == 1
    assert first["line"] == 1
    assert first["error"]
    assert second["values"][0]["amount"] == "5"


def test_null_and_absent_fields_are_the_same():
    _, (one, two), _ = run(
        json.dumps({"id": 1, "text": "5 €", "lang": None, "region": None, "reference": None}),
        json.dumps({"id": 1, "text": "5 €"}),
    )
    assert one == two
