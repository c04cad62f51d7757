"""What is shown while a reply comes in, and one pause for all readers of an account."""

import json
from dataclasses import replace

import pytest

from mailmind import bootstrap
from mailmind.adapters.claude.pace import Pace
from mailmind.cli import progress
from mailmind.core.dialogue import AnswerKind, Ask, Task
from mailmind.core.replies import written_so_far

WHOLE = json.dumps(
    {
        "task": "draft",
        "facts": [],
        "checks": [],
        "reply": [
            {"text": "Dear Ann,", "kind": "courtesy", "fact_ids": []},
            {"text": "thank you for the refund of $540.", "kind": "assertion", "fact_ids": ["f1"]},
        ],
        "questions": [],
    }
)


def test_a_draft_can_be_read_while_it_is_written():
    seen = [written_so_far(WHOLE[:end]) for end in range(len(WHOLE) + 1)]
    assert seen[-1] == "Dear Ann, thank you for the refund of $540."
    assert "Dear Ann, thank you" in seen
    assert all(seen[-1].startswith(words) for words in seen)


@pytest.mark.parametrize(
    "text", ["", "Hello", "{", '{"reply": 3}', '{"reply": ["x"]}', "[1]", "{]"]
)
def test_what_is_no_draft_shows_nothing(text):
    assert written_so_far(text) == ""


def test_only_drafts_are_shown_and_only_their_newest_words(thread):
    shown = []
    listen = progress.drafts(shown.append)
    listen(Ask(Task.EXTRACT, thread), WHOLE)
    assert shown == []
    listen(Ask(Task.DRAFT, thread), WHOLE)
    long = WHOLE.replace("Dear Ann,", "Dear Ann, " + "very " * 40)
    listen(Ask(Task.DRAFT, thread), long)
    assert shown[0] == "writing to Your refund: Dear Ann, thank you for the refund of $540."
    assert shown[1].startswith("writing to Your refund: …")
    assert len(shown[1].partition("…")[2]) == 60


def test_a_listener_hears_a_draft_grow(server, config, open_claude, thread):
    server.reply = lambda _body: WHOLE
    heard = []
    model = open_claude(config, listener=lambda _ask, text: heard.append(written_so_far(text)))
    assert model.ask(Ask(Task.DRAFT, thread)).kind is AnswerKind.OK
    assert heard[-1] == "Dear Ann, thank you for the refund of $540."
    assert len(set(heard)) > 2


def test_a_rate_limit_of_one_reader_makes_the_other_wait(server, config, open_claude, thread):
    server.reply = lambda body: '{"readings": []}' if "Questions" in str(body) else WHOLE
    now, slept = [0.0], []

    def sleep(seconds):
        slept.append(seconds)
        now[0] += seconds

    pace = Pace(60.0, sleep=sleep, clock=lambda: now[0])
    first = open_claude(config, pace=pace)
    second = open_claude(replace(config, verifier="claude-sonnet-5-5"), verifier=True, pace=pace)
    assert pace.back_off(7.0, 1, everybody=True)
    assert second.ask(Ask(Task.CROSS, thread)).kind is AnswerKind.OK
    assert slept == [7.0]
    assert first.ask(Ask(Task.DRAFT, thread)).kind is AnswerKind.OK
    assert slept == [7.0]


def test_the_workbench_of_a_run_passes_the_words_on(server, thread, tmp_path, monkeypatch):
    server.reply = lambda _body: WHOLE
    monkeypatch.setenv("ANY_NAME", server.key)
    file = tmp_path / "config.toml"
    file.write_text(
        f'[store]\npath = "{tmp_path / "mail.sqlite"}"\n'
        f'[model]\nprovider = "anthropic"\nbase_url = "{server.url}"\nkey_env = "ANY_NAME"\n'
    )
    heard = []
    config = bootstrap.load_config(str(file))
    with (
        bootstrap.open_store(str(file)) as store,
        bootstrap.workbench(config, store, listener=progress.drafts(heard.append)) as bench,
    ):
        assert bench.model.ask(Ask(Task.DRAFT, thread)).kind is AnswerKind.OK
    assert heard[-1] == "writing to Your refund: Dear Ann, thank you for the refund of $540."
