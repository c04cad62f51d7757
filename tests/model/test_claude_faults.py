"""Everything that the API was seen to do wrong ends in a typed answer with a plain reason."""

import json
from dataclasses import replace

import pytest

from mailmind.core.dialogue import AnswerKind, Ask, Task
from mailmind.errors import ModelError
from mailmind.testserver import Fault

OK = AnswerKind.OK


@pytest.fixture
def asked(server, config, open_claude, thread):
    """Ask once while these faults happen; the answer and how many requests it took."""

    def run(*faults, **changes):
        server.script(*faults)
        model = open_claude(replace(config, **changes))
        answer = model.ask(Ask(Task.EXTRACT, thread))
        return answer, len(server.messages)

    return run


def test_without_a_fault_one_request_is_enough(asked):
    answer, requests = asked()
    assert (answer.kind, answer.calls, requests) == (OK, 1, 1)
    assert json.loads(answer.text)["task"] == "extract"


CURED = {
    "429 with a word on when": (Fault.rate_limit(0.05), 2),
    "429 without one": (Fault.rate_limit(), 2),
    "529": (Fault.overloaded(), 2),
    "500": (Fault.broken(), 2),
    "error inside the stream": (Fault.sse_error(), 2),
    "error at once in the stream": (Fault.sse_error(0), 2),
    "dropped in mid-stream": (Fault.drop(), 2),
    "stream that ends early": (Fault.end_early(), 2),
    "garbled event": (Fault.garbled(), 2),
    "half the JSON": (Fault.half_json(), 2),
    "slow in the middle": (Fault.slow(0.2), 1),
    "cut off at max_tokens": (Fault.truncated(), 2),
    "empty": (Fault.empty(), 2),
    "two texts": (Fault.text('{"task": "extract"}', "{}"), 2),
    "not the envelope": (Fault.text('{"task": "extract"}'), 2),
    "prose": (Fault.text("I found two facts."), 2),
    "no usage": (Fault.no_usage(), 1),
}


@pytest.mark.parametrize("name", CURED)
def test_what_asking_again_cures_is_cured(asked, name):
    fault, expected = CURED[name]
    answer, requests = asked(fault)
    assert (answer.kind, answer.reason) == (OK, "")
    assert answer.calls == requests == expected


TWICE = {
    "empty": (Fault.empty(), AnswerKind.EMPTY, "empty", "the reply is empty"),
    "end early": (Fault.end_early(), AnswerKind.MALFORMED, "no_stop", "ended before the reply"),
    "two texts": (Fault.text("{}", "{}"), AnswerKind.MALFORMED, "two_blocks", "two texts"),
    "truncated": (Fault.truncated(), AnswerKind.TRUNCATED, "truncated", "cut off"),
    "pause": (Fault("reply", stop_reason="pause_turn"), AnswerKind.MALFORMED, "stop", "stopped"),
    "unknown stop": (Fault("reply", stop_reason="done"), AnswerKind.MALFORMED, "stop", "stopped"),
    "schema": (Fault.text("{}"), AnswerKind.MALFORMED, "schema", "task: Field required"),
}


@pytest.mark.parametrize("name", TWICE)
def test_what_goes_wrong_twice_is_given_up_with_the_reason(asked, name):
    fault, kind, code, words = TWICE[name]
    answer, requests = asked(fault, fault)
    assert (answer.kind, answer.code, requests) == (kind, code, 2)
    assert words in answer.reason


AT_ONCE = {
    "refusal": (Fault.refusal(), AnswerKind.REFUSED, "refusal", "refused"),
    "refusal with words": (Fault.refusal("I can't."), AnswerKind.REFUSED, "refusal", "refused"),
    "context": (Fault.context_full(), AnswerKind.TRUNCATED, "context_full", "context window"),
    "web page": (Fault.html(), AnswerKind.UNAVAILABLE, "html", "web page"),
    "413": (Fault.http(413, "request_too_large"), AnswerKind.UNAVAILABLE, "too_large", "too large"),
    "400": (
        Fault.http(400, "invalid_request_error"),
        AnswerKind.UNAVAILABLE,
        "bad_request",
        "scripted invalid_request_error",
    ),
}


@pytest.mark.parametrize("name", AT_ONCE)
def test_what_nothing_cures_is_not_asked_again(asked, name):
    fault, kind, code, words = AT_ONCE[name]
    answer, requests = asked(fault)
    assert (answer.kind, answer.code, requests) == (kind, code, 1)
    assert words in answer.reason
    assert answer.text == ""


FATAL = {
    "spend limit": (Fault.spend_limit(), "spend limit"),
    "401": (Fault.http(401, "authentication_error"), "model.key_env"),
    "402": (Fault.http(402, "billing_error"), "credit"),
    "403": (Fault.http(403, "permission_error"), "may not use"),
    "404": (Fault.http(404, "not_found_error"), "claude-haiku-5-5"),
}


@pytest.mark.parametrize("name", FATAL)
def test_what_no_further_request_survives_stops_the_run(asked, server, name):
    fault, words = FATAL[name]
    with pytest.raises(ModelError, match=words):
        asked(fault)
    assert len(server.messages) == 1


def test_a_busy_server_is_retried_only_so_often(asked):
    answer, requests = asked(*[Fault.rate_limit(0)] * 9, retries=2)
    assert (answer.kind, answer.code, requests) == (AnswerKind.UNAVAILABLE, "rate_limit", 3)


def test_a_server_that_wants_more_patience_than_we_have_is_given_up(asked):
    answer, requests = asked(Fault.rate_limit(3600))
    assert (answer.code, requests) == ("rate_limit", 1)
    assert "HTTP 429" in answer.reason


def test_silence_is_a_timeout(asked):
    answer, requests = asked(Fault.slow(1.0), timeout=0.2, retries=0)
    assert (answer.kind, answer.code, requests) == (AnswerKind.UNAVAILABLE, "timeout", 1)
    assert "model.timeout" in answer.reason


def test_nobody_there_is_said(config, open_claude, thread):
    model = open_claude(replace(config, base_url="http://127.0.0.1:9", retries=0))
    answer = model.ask(Ask(Task.EXTRACT, thread))
    assert (answer.kind, answer.code) == (AnswerKind.UNAVAILABLE, "connection")


def test_more_room_is_given_once(asked, server):
    asked(Fault.truncated(), max_tokens=1000)
    assert [seen.body["max_tokens"] for seen in server.messages] == [1000, 2000]


def test_a_repair_says_what_was_wrong_after_the_cached_part(asked, server):
    asked(Fault.text('{"task": "extract", "facts": "none"}'))
    first, second = (seen.body["messages"][0]["content"] for seen in server.messages)
    assert first[:-1] == second[:-1]
    assert "facts: Input should be a valid array" in second[-1]["text"]


def test_unknown_usage_has_an_unknown_cost(asked):
    answer, _ = asked(Fault.no_usage())
    assert answer.usage.input_tokens is None
    assert answer.usage.cost is None


def test_a_stream_that_broke_off_makes_the_cost_unknown(asked):
    answer, _ = asked(Fault.sse_error())
    assert answer.kind is OK
    assert answer.usage.cost is None


def test_a_refused_request_costs_nothing(asked):
    answer, _ = asked(Fault.overloaded())
    assert answer.usage.cost is not None
    assert answer.usage.cost > 0


def test_a_reply_that_goes_wrong_in_ever_new_ways_is_given_up_after_two_cures(asked):
    answer, requests = asked(Fault.truncated(), Fault.text("{}"), Fault.empty(), Fault.empty())
    assert (answer.kind, requests) == (AnswerKind.EMPTY, 3)
