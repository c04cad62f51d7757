"""Recordings: replayed as they were, in the names of today, and recorded so that they replay."""

import json
from dataclasses import replace

import pytest

from mailmind.adapters.replay import RecordingModel, Recordings, ReplayModel
from mailmind.core.dialogue import Answer, AnswerKind, Ask, Task, Usage
from mailmind.core.replies import Crossed, Drafted, Extracted, Grounded, parse_reply
from mailmind.core.values import Thread
from mailmind.errors import UsageError


def check(name, verdict="supported"):
    return {
        "fact_id": name,
        "verdict": verdict,
        "quote": "we have approved",
        "message_id": "m1",
        "missing": "",
    }


@pytest.fixture
def recording(envelope_text, raw_fact):
    """One thread's recording with two facts."""
    facts = [raw_fact(), raw_fact(fact_id="f2", type="date", value="20 November 2026")]
    draft = [{"text": "Thanks.", "kind": "courtesy", "fact_ids": ["f1"]}]
    reading = {
        "fact_id": "f1", "abstain": False, "value": "$540.00",
        "quote": "refund of $540.00", "message_id": "m1",
    }  # fmt: skip
    return {
        "format": 1,
        "note": "a test",
        "model": "model-x",
        "messages": ["a1@acme.example", "a2@acme.example"],
        "replies": [
            {
                "task": "extract",
                "reply": json.loads(envelope_text(facts=facts)),
                "usage": {"input_tokens": 900, "cost": 0.002},
            },
            {
                "task": "ground",
                "reply": json.loads(envelope_text("ground", checks=[check("f1"), check("f2")])),
            },
            {"task": "cross", "reply": {"readings": [reading]}},
            {"task": "draft", "reply": json.loads(envelope_text("draft", reply=draft))},
            {"task": "draft", "attempt": 2, "text": "I'm afraid"},
            {"task": "consistency", "kind": "refused", "reason": "it would not"},
        ],
    }


@pytest.fixture
def folder(tmp_path, recording):
    (tmp_path / "one.json").write_text(json.dumps(recording))
    return tmp_path


def facts_of(model, thread):
    answer = model.ask(Ask(Task.EXTRACT, thread))
    reply = parse_reply(Task.EXTRACT, answer.text, Ask(Task.EXTRACT, thread), source=answer.model)
    assert isinstance(reply, Extracted)
    return reply.facts


def test_a_recorded_extraction_comes_back_with_its_cost(folder, thread):
    answer = ReplayModel(folder).ask(Ask(Task.EXTRACT, thread))
    assert answer.kind is AnswerKind.OK
    assert answer.model == "model-x"
    assert answer.usage == Usage(input_tokens=900, cost=0.002)
    assert [f.value for f in facts_of(ReplayModel(folder), thread)] == [
        "$540.00",
        "20 November 2026",
    ]


def test_recorded_names_become_the_facts_of_today_and_the_unasked_are_left_out(folder, thread):
    model = ReplayModel(folder)
    first, second = facts_of(model, thread)
    ask = Ask(Task.GROUND, thread, facts=(second,))
    reply = parse_reply(Task.GROUND, model.ask(ask).text, ask)
    assert isinstance(reply, Grounded)
    assert [j.fact_id for j in reply.judgements] == [second.id]
    assert reply.missing == ()
    ask = Ask(Task.CROSS, thread, facts=(first, second))
    reply = parse_reply(Task.CROSS, model.ask(ask).text, ask)
    assert isinstance(reply, Crossed)
    assert [(r.fact_id, r.value) for r in reply.readings] == [(first.id, "$540.00")]
    assert reply.missing == (second.id,)


def test_drafts_are_recorded_by_attempt_and_the_last_stands_for_later_ones(folder, thread):
    model = ReplayModel(folder)
    first, _ = facts_of(model, thread)
    ask = Ask(Task.DRAFT, thread, facts=(first,))
    reply = parse_reply(Task.DRAFT, model.ask(ask).text, ask)
    assert isinstance(reply, Drafted)
    assert reply.sentences[0].fact_ids == (first.id,)
    assert model.ask(replace(ask, attempt=2)).text == "I'm afraid"
    assert model.ask(replace(ask, attempt=3)).text == "I'm afraid"


def test_what_was_not_recorded_is_unavailable(folder, thread):
    model = ReplayModel(folder)
    other = Thread("t", thread.messages[:1])
    answer = model.ask(Ask(Task.EXTRACT, other))
    assert (answer.kind, answer.reason) == (
        AnswerKind.UNAVAILABLE,
        "no recording of this thread",
    )
    again = model.ask(Ask(Task.CROSS, thread, attempt=2))
    assert again.kind is AnswerKind.UNAVAILABLE


def test_a_recorded_refusal_stays_a_refusal(folder, thread):
    answer = ReplayModel(folder).ask(Ask(Task.CONSISTENCY, thread))
    assert (answer.kind, answer.reason) == (AnswerKind.REFUSED, "it would not")


def test_it_can_what_was_recorded(folder, tmp_path, recording):
    recording["replies"] = recording["replies"][:1]
    (folder / "one.json").write_text(json.dumps(recording))
    model = ReplayModel(folder)
    assert model.can(Task.EXTRACT)
    assert not model.can(Task.GROUND)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"format": 2}, "format"),
        ({"messages": []}, "messages"),
        ({"by": "me"}, "by"),
        ({"replies": [{"task": "guess"}]}, "replies.0.task"),
    ],
)
def test_a_broken_recording_is_named(tmp_path, recording, change, place):
    file = tmp_path / "bad.json"
    file.write_text(json.dumps(recording | change))
    with pytest.raises(UsageError, match=rf"bad\.json is broken at {place}"):
        ReplayModel(tmp_path)


def test_an_empty_folder_is_said(tmp_path):
    with pytest.raises(UsageError, match="no recordings"):
        ReplayModel(tmp_path)


class Scripted:
    """A model that says what it is told, in the facts of today."""

    name, place = "model-y", "CLOUD"

    def __init__(self, texts):
        self.texts = texts

    def can(self, task):
        return task in self.texts

    def ask(self, ask):
        return Answer(AnswerKind.OK, self.texts[ask.task], model="model-y", usage=Usage(5, 6))


def test_what_is_recorded_replays_to_the_same_results(tmp_path, thread, envelope_text, raw_fact):
    texts = {Task.EXTRACT: envelope_text(facts=[raw_fact()])}
    recorder = RecordingModel(Scripted(texts), Recordings(tmp_path))
    (fact,) = facts_of(recorder, thread)
    texts[Task.GROUND] = envelope_text("ground", checks=[check(fact.id, "contradicted")])
    ask = Ask(Task.GROUND, thread, facts=(fact,))
    live = parse_reply(Task.GROUND, recorder.ask(ask).text, ask)
    replayed = ReplayModel(tmp_path)
    assert facts_of(replayed, thread) == (fact,)
    assert parse_reply(Task.GROUND, replayed.ask(ask).text, ask) == live
    (file,) = tmp_path.glob("*.json")
    written = json.loads(file.read_text())
    assert written["replies"][1]["reply"]["checks"][0]["fact_id"] == "f1"
    assert written["replies"][1]["usage"] == {"input_tokens": 5, "output_tokens": 6}


def test_a_reply_that_is_no_json_is_recorded_as_it_is(tmp_path, thread):
    recorder = RecordingModel(Scripted({Task.EXTRACT: "Sorry, I can't."}), Recordings(tmp_path))
    recorder.ask(Ask(Task.EXTRACT, thread))
    assert ReplayModel(tmp_path).ask(Ask(Task.EXTRACT, thread)).text == "Sorry, I can't."


def test_two_models_of_one_run_share_the_file_of_a_thread(
    tmp_path, thread, envelope_text, raw_fact
):
    recordings = Recordings(tmp_path)
    proposer = RecordingModel(
        Scripted({Task.EXTRACT: envelope_text(facts=[raw_fact()])}), recordings
    )
    (fact,) = facts_of(proposer, thread)
    reader = RecordingModel(Scripted({Task.CROSS: json.dumps({"readings": []})}), recordings)
    reader.ask(Ask(Task.CROSS, thread, facts=(fact,)))
    replayed = ReplayModel(tmp_path)
    assert replayed.can(Task.EXTRACT)
    assert replayed.can(Task.CROSS)
