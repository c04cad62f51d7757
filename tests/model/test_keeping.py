"""Answers that were paid for, and many threads at once."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
from dataclasses import replace

import pytest

from mailmind.adapters.answers import RememberingModel
from mailmind.core.dialogue import AnswerKind, Ask, Task
from mailmind.core.values import Thread
from mailmind.errors import ModelError
from mailmind.pool import in_parallel
from mailmind.testserver import EMPTY, Fault


@pytest.fixture
def keeping(config, open_claude, tmp_path):
    """A model that keeps its answers in a file."""
    opened = []

    def make(**changes):
        model = RememberingModel(open_claude(replace(config, **changes)), tmp_path / "answers")
        opened.append(model)
        return model

    yield make
    for model in opened:
        model.close()


def test_an_answered_question_is_not_paid_for_again(keeping, server, thread):
    ask = Ask(Task.EXTRACT, thread)
    first = keeping().ask(ask)
    again = keeping().ask(ask)
    assert again.text == first.text
    assert (again.calls, again.usage.cost, again.code) == (0, 0.0, "kept")
    assert len(server.messages) == 1


def test_any_change_of_the_question_is_another_question(keeping, server, thread):
    ask = Ask(Task.EXTRACT, thread)
    keeping().ask(ask)
    keeping().ask(replace(ask, task=Task.CONSISTENCY))
    keeping(name="claude-opus-5-5").ask(ask)
    keeping().ask(replace(ask, thread=Thread("t_1", thread.messages[:1])))
    assert len(server.messages) == 4


def test_who_wants_other_words_gets_no_kept_answer(keeping, server, thread):
    ask = Ask(Task.EXTRACT, thread)
    model = keeping()
    model.ask(ask)
    other = EMPTY.replace('"questions": []', '"questions": [{"question": "Why?", "missing": ""}]')
    server.reply = lambda _body: other
    fresh = model.ask(replace(ask, fresh=True))
    assert fresh.text == other
    assert len(server.messages) == 2
    assert model.ask(ask).text == fresh.text
    assert len(server.messages) == 2


def test_a_failure_is_asked_again(keeping, server, thread):
    ask = Ask(Task.EXTRACT, thread)
    server.script(Fault.refusal())
    assert keeping().ask(ask).kind is AnswerKind.REFUSED
    assert keeping().ask(ask).kind is AnswerKind.OK
    assert len(server.messages) == 2


def test_answers_are_for_their_owner_only(keeping, thread, tmp_path):
    keeping().ask(Ask(Task.EXTRACT, thread))
    assert (tmp_path / "answers").stat().st_mode & 0o777 == 0o600


def test_a_finished_run_forgets(keeping, server, thread):
    model = keeping()
    model.ask(Ask(Task.EXTRACT, thread))
    model.forget()
    model.ask(Ask(Task.EXTRACT, thread))
    assert len(server.messages) == 2


KILLED = """
    import os, signal, sys
    from pathlib import Path
    from mailmind.adapters.answers import RememberingModel
    from mailmind.adapters.claude import open_model
    from mailmind.core.dialogue import Ask, Task
    from mailmind.core.modelconfig import Level, ModelConfig
    from mailmind.core.values import Message, Thread

    config = ModelConfig(base_url=sys.argv[1], level=Level.SCHEMA, place="CLOUD")
    inner = open_model(config, environ={"ANTHROPIC_API_KEY": sys.argv[2]})
    model = RememberingModel(inner, Path(sys.argv[3]))
    for n in range(int(sys.argv[4]), 5):
        model.ask(Ask(Task.EXTRACT, Thread("t", (Message("m", body=f"mail {n}", sha256=str(n)),))))
        if n == int(sys.argv[5]):
            os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_killed_run_goes_on_where_it_was_without_paying_twice(server, tmp_path):
    def run(first, dies_after):
        command = [sys.executable, "-c", textwrap.dedent(KILLED), server.url, server.key]
        args = [str(tmp_path / "answers"), str(first), str(dies_after)]
        return subprocess.run([*command, *args], check=False, env=os.environ).returncode

    assert run(0, 2) == -signal.SIGKILL
    assert len(server.messages) == 3
    assert run(0, 9) == 0
    bodies = [str(seen.body["messages"]) for seen in server.messages]
    assert len(bodies) == len(set(bodies)) == 5


def test_never_more_than_the_width_are_under_way_and_all_are_done():
    lock, now, most = threading.Lock(), 0, 0
    full = threading.Barrier(4, timeout=10)

    def work(n):
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
        full.wait()
        with lock:
            now -= 1
        return n * n

    assert sorted(in_parallel(range(20), work, width=4)) == [n * n for n in range(20)]
    assert most == 4


def test_an_error_ends_the_pool_after_what_is_under_way():
    begun = []

    def work(n):
        begun.append(n)
        if n == 3:
            raise ModelError("no credit")
        return n

    done = []
    with pytest.raises(ModelError, match="no credit"):
        done.extend(in_parallel(range(100), work, width=2))
    assert len(begun) < 10
    assert 3 not in done


def test_a_slow_reader_of_results_leaves_no_worker_idle():
    second = threading.Event()

    def work(n):
        if n == 1:
            second.set()
        return n

    results = in_parallel(range(2), work, width=1)
    assert next(results) == 0
    assert second.wait(10)
    assert list(results) == [1]


def test_items_are_taken_only_as_they_are_worked_on():
    taken = []

    def items():
        for n in range(1000):
            taken.append(n)
            yield n

    results = in_parallel(items(), lambda n: n, width=2)
    next(results)
    assert len(taken) <= 4
    results.close()


def test_the_empty_envelope_of_the_server_is_one():
    from mailmind.core.envelope import envelope

    assert envelope(EMPTY).facts == []
