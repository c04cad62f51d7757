"""The contract of the Model port, on the public fake and on every real provider."""

import json
from dataclasses import replace

import pytest

from mailmind.adapters.answers import RememberingModel
from mailmind.adapters.entailment import EntailmentReader, Label
from mailmind.adapters.offline import OfflineModel
from mailmind.adapters.replay import RecordingModel, Recordings, ReplayModel
from mailmind.core.dialogue import AnswerKind, Ask, Task
from mailmind.core.replies import ReplyError, parse_reply
from mailmind.core.values import Fact, FactType, Thread
from mailmind.testing import FakeModel
from mailmind.testserver import EMPTY, Fault

FACT = Fact("f_1", FactType.CLAIM, "The refund is approved.", "", "we have approved", "msg_884")


def reply(body):
    task = body["messages"][0]["content"][-1]["text"]
    if task.startswith("Questions"):
        return '{"readings": []}'
    lists = json.loads(EMPTY) | {"task": task.partition("\n")[0].removeprefix("TASK=")}
    if lists["task"] == "draft":
        lists["reply"] = [{"text": "Thanks.", "kind": "courtesy", "fact_ids": []}]
    return json.dumps(lists)


@pytest.fixture(
    params=[
        "fake",
        "offline",
        "claude",
        "second reader",
        "recording",
        "replay",
        "remembering",
        "entailment",
    ]
)
def model(request, server, config, open_claude, tmp_path, thread):
    server.reply = reply
    claude = open_claude(config, verifier=request.param == "second reader")
    if request.param == "entailment":
        yield EntailmentReader("nli-1", lambda _premise, _hypothesis: Label.NEUTRAL)
    elif request.param == "fake":
        yield FakeModel({Task.EXTRACT: [EMPTY]})
    elif request.param == "offline":
        yield OfflineModel()
    elif request.param in ("claude", "second reader"):
        yield claude
    elif request.param == "remembering":
        remembering = RememberingModel(claude, tmp_path / "answers")
        yield remembering
        remembering.close()
    else:
        recording = RecordingModel(claude, Recordings(tmp_path / "replies"))
        for task in (Task.EXTRACT, Task.GROUND, Task.DRAFT):
            recording.ask(Ask(task, thread, facts=(FACT,)))
        yield recording if request.param == "recording" else ReplayModel(tmp_path / "replies")


def test_it_says_who_and_where_it_is(model):
    assert model.name
    assert model.place in ("OFF", "LOCAL", "CLOUD")


@pytest.mark.parametrize("task", list(Task))
def test_what_it_can_it_answers_through_the_gate_and_the_rest_it_declines(model, thread, task):
    ask = Ask(task, thread, facts=(FACT,))
    answer = model.ask(ask)
    assert answer.calls >= 0
    if model.can(task):
        assert answer.kind is AnswerKind.OK, answer
        assert not isinstance(parse_reply(task, answer.text, ask), ReplyError)
    elif answer.kind is not AnswerKind.OK:
        assert answer.reason
        assert not answer.text


@pytest.mark.parametrize("task", list(Task))
def test_an_empty_thread_is_no_reason_to_raise(model, task):
    answer = model.ask(Ask(task, Thread("t_0", ())))
    assert isinstance(answer.kind, AnswerKind)


def test_the_same_question_twice_is_answered_alike(model, thread):
    ask = Ask(Task.EXTRACT, thread)
    first, second = model.ask(ask), model.ask(ask)
    assert (first.kind, first.text) == (second.kind, second.text)


def test_a_broken_server_is_an_answer_not_an_exception(server, config, open_claude, thread):
    server.script(*[Fault.broken()] * 9)
    answer = open_claude(replace(config, retries=1)).ask(Ask(Task.EXTRACT, thread))
    assert answer.kind is AnswerKind.UNAVAILABLE
    assert answer.calls == 2


def test_what_stands_in_front_of_a_model_cannot_be_told_from_it(tmp_path):
    inner = FakeModel({Task.CROSS: ["x"]}, name="fake-7", place="LOCAL")
    remembering = RememberingModel(inner, tmp_path / "answers")
    remembering.close()
    for relay in (remembering, RecordingModel(inner, Recordings(tmp_path / "replies"))):
        assert (relay.name, relay.place) == ("fake-7", "LOCAL")
        assert [task for task in Task if relay.can(task)] == [Task.CROSS]
