"""`mailmind draft`, run as a user runs it, over mail that plain code read."""

import json

import pytest
from click.testing import CliRunner

from mailmind.cli import cli

MAIL = """\
From: Ada Long <ada@shop.example>
To: me@home.example
Date: Mon, 16 Nov 2026 10:02:00 +0100
Subject: A question of colour
Message-ID: <a@shop.example>

Hello, we approved your discount of $540.00 this morning. Which colour shall it be?
"""
MARKED = "Thank you for the $540.00.\nThat is $45 a month [not in source].\n"


@pytest.fixture
def run(tmp_path, monkeypatch):
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    config = tmp_path / "config.toml"
    config.write_text(
        f'[user]\naddresses = ["me@home.example"]\n[store]\npath = "{tmp_path}/s.sqlite"\n'
    )

    def invoke(*args, stdin=None):
        result = CliRunner().invoke(cli, ["--config", str(config), *map(str, args)], input=stdin)
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return invoke


@pytest.fixture
def thread(run, tmp_path):
    """A stored thread with an allowed draft; answers its ID."""
    mail = tmp_path / "a.eml"
    mail.write_text(MAIL)
    assert run("import", mail).exit_code == 0
    run("run")
    return json.loads(run("show", "--json").output)["threads"][0]["id"]


@pytest.fixture
def asks(run):
    """The message of an error that ends a command."""
    from mailmind.errors import MailmindError

    def fails(*args, code=2, **more):
        with pytest.raises(MailmindError) as error:
            run(*args, **more)
        assert error.value.exit_code == code
        return str(error.value)

    return fails


def data(run, *args, **more):
    return json.loads(run("draft", *args, "--json", **more).output)


def test_a_draft_that_may_leave_is_shown_and_ends_with_0(run, thread):
    shown = run("draft", thread)
    assert shown.exit_code == 0
    assert "draft by offline: allowed" in shown.output
    assert (
        "│ You wrote: “Hello, we approved your discount of $540.00 this morning.”" in shown.output
    )
    assert "It may leave" in shown.output


@pytest.mark.parametrize("name", ["id", "beginning", "message", "fact"])
def test_a_thread_is_found_by_its_beginning_or_by_what_stands_in_it(run, thread, name):
    fact = json.loads(run("show", thread, "--json").output)["facts"][0]["id"]
    names = {"id": thread, "beginning": thread[:7], "message": "msg_1", "fact": fact[:8]}
    assert data(run, names[name])["thread_id"] == thread


def test_a_marked_claim_waits_for_a_word_and_the_command_says_how_to_give_it(run, thread):
    shown = run("draft", thread, "--edit", "-", stdin=MARKED)
    assert shown.exit_code == 3
    assert "“$45” is marked [not in source]: it needs your word." in shown.output
    assert f"mailmind draft {thread} --approve '$45'" in shown.output
    assert f"mailmind draft {thread} --discard" in shown.output
    assert run("draft", thread).exit_code == 3
    assert "mailmind draft THREAD" in run("queue").output
    approved = run("draft", thread, "--approve", "$45")
    assert approved.exit_code == 0
    assert "vouches for it" in approved.output
    assert run("queue").output == "Nothing waits for you.\n"


def test_a_rejected_claim_is_named_with_both_ways_out_and_no_word_helps(run, thread, asks):
    shown = run("draft", thread, "--edit", "-", stdin="It is $999.\n")
    assert shown.exit_code == 3
    assert "✗ “$999”" in shown.output
    assert "write what the source says" in shown.output
    assert "keep it with [not in source] on its line" in shown.output
    assert "it marks none" in asks("draft", thread, "--approve", "$999")
    assert run("draft", thread).exit_code == 3


def test_an_edit_from_a_file_asks_for_the_word_again(run, thread, tmp_path):
    run("draft", thread, "--edit", "-", stdin=MARKED)
    assert run("draft", thread, "--approve", "$45").exit_code == 0
    path = tmp_path / "reply.txt"
    path.write_text(MARKED + "Bye.\n")
    assert run("draft", thread, "--edit", path).exit_code == 3


def test_one_wrong_name_among_several_approves_nothing(run, thread, asks):
    run("draft", thread, "--edit", "-", stdin=MARKED)
    message = asks("draft", thread, "--approve", "$45", "--approve", "$46")
    assert message.endswith("it marks “$45”")
    answer = data(run, thread)
    assert (answer["approved"], answer["may_leave"]) == ([], False)


def test_json_has_the_gates_answer_and_who_vouched(run, thread):
    run("draft", thread, "--edit", "-", stdin=MARKED)
    answer = data(run, thread, "--approve", "$45")
    assert {k: answer[k] for k in ("thread_id", "status", "author", "allow", "needs_person")} == {
        "thread_id": thread,
        "status": "allowed",
        "author": "person",
        "allow": True,
        "needs_person": False,
    }
    assert answer["may_leave"] is True
    assert [(a["claim"], bool(a["who"])) for a in answer["approved"]] == [("$45", True)]
    assert [(c["text"], c["marked"]) for c in answer["claims"]] == [
        ("$540.00", False),
        ("$45", True),
    ]


def test_a_discarded_draft_waits_for_nobody_and_may_not_leave(run, thread, asks):
    run("draft", thread, "--edit", "-", stdin=MARKED)
    assert run("draft", thread, "--discard").exit_code == 0
    shown = run("draft", thread)
    assert shown.exit_code == 3
    assert "Discarded" in shown.output
    assert data(run, thread)["may_leave"] is False
    assert run("queue").exit_code == 0
    assert run("show", thread).exit_code == 0
    assert "was discarded" in asks("draft", thread, "--approve", "$45")
    run("run")
    assert data(run, thread)["status"] == "discarded"
    assert run("ledger", "verify").exit_code == 0


def test_two_wishes_at_once_are_refused_and_nothing_done(run, thread, asks):
    before = data(run, thread)
    assert "only one" in asks("draft", thread, "--discard", "--approve", "$45")
    assert data(run, thread) == before


def test_words_that_are_no_utf_8_are_refused(run, thread, tmp_path, asks):
    path = tmp_path / "reply.txt"
    path.write_bytes(b"caf\xe9\n")
    assert "is not UTF-8 at byte 3" in asks("draft", thread, "--edit", path)


def test_a_thread_without_a_draft_never_ends_with_0(run, thread, tmp_path, asks):
    second = tmp_path / "b.eml"
    second.write_text(
        MAIL.replace("<a@", "<b@").replace("ada@", "no-reply@").replace("colour", "size")
    )
    run("import", second)
    run("run")
    assert "has no draft" in asks("draft", "msg_2")
    assert "no thread 't_nobody'" in asks("draft", "t_nobody")


def test_nothing_of_a_draft_is_obeyed_by_the_terminal(run, thread):
    shown = run(
        "draft", thread, "--edit", "-", stdin="\x1b]0;x\x07 $9,999 \x9b2J [not in source]\n"
    )
    assert "\x1b" not in shown.output
    assert "\x9b" not in shown.output


def test_after_new_mail_the_draft_may_not_leave_before_a_run(run, thread, tmp_path):
    later = tmp_path / "b.eml"
    text = MAIL.replace("Message-ID: <a@", "In-Reply-To: <a@shop.example>\nMessage-ID: <b@")
    later.write_text(text.replace("Mon, 16", "Tue, 17").replace("Hello, we", "Again: we"))
    run("import", later)
    shown = run("draft", thread)
    assert shown.exit_code == 3
    assert "`mailmind run` brings them up to date" in shown.output


def test_a_person_without_an_account_has_a_name_all_the_same(monkeypatch):
    import getpass
    import os

    from mailmind import bootstrap

    def nobody():
        raise KeyError("uid not found")

    monkeypatch.setattr(getpass, "getuser", nobody)
    assert bootstrap.person() == f"user {os.getuid()}"


def test_a_draft_is_written_when_it_is_asked_for(run, thread, asks):
    for fact in json.loads(run("show", thread, "--json").output)["facts"]:
        run("resolve", fact["id"], "--dismiss")
    before = data(run, thread)
    assert before["may_leave"] is False
    written = run("draft", thread, "--write")
    assert written.exit_code == 0, written.output
    assert "draft by offline: allowed" in written.output
    assert "540" not in written.output
    assert data(run, thread)["text"] != before["text"]
    run("draft", thread, "--edit", "-", stdin="Thank you.\n")
    assert "your own draft stands" in asks("draft", thread, "--write")
    assert data(run, thread)["text"] == "Thank you.\n"
    assert "give only one of" in asks("draft", thread, "--write", "--discard")
