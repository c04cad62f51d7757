"""The headless job on real files: import, run, queue, resolve, and their exit codes."""

import pytest

REFUND = "We approved your refund of $540.00 on 18 November 2026.\nYour order number is LL-48213.\n"


def test_run_reports_what_it_found_and_says_when_nothing_is_held(machine):
    machine.mail("a", text=REFUND)
    summary, code = machine.json("run", "--from", "mail", "--json")
    assert {key: summary[key] for key in ("seen", "of", "failed", "calls", "cost")} == {
        "seen": 1, "of": 1, "failed": 0, "calls": 0, "cost": 0.0,
    }  # fmt: skip
    assert summary["facts"] == {"verified": 3}
    assert summary["drafts"] == {"allowed": 1, "blocked": 0}
    assert summary["held"] == 0
    assert code == 0


def test_a_second_run_looks_at_nothing(machine):
    machine.mail("a", text=REFUND)
    machine.run("run", "--from", "mail")
    summary, _ = machine.json("run", "--from", "mail", "--json")
    assert (summary["seen"], summary["of"]) == (0, 0)


def test_a_new_mail_of_a_thread_makes_it_be_looked_at_again(machine):
    machine.mail("a", text=REFUND)
    machine.run("run", "--from", "mail")
    machine.mail(
        "b", text="Correction: your refund is $560.00.\n", In_Reply_To="<a@shop.example>",
        Date="Tue, 17 Nov 2026 10:02:00 +0100",
    )  # fmt: skip
    summary, _ = machine.json("run", "--from", "mail", "--json")
    assert (summary["seen"], summary["of"]) == (1, 1)


def test_an_ambiguous_date_is_held_and_waits_in_the_queue(machine):
    machine.mail("a", text="The parcel comes on 03/04/2026.\n")
    summary, code = machine.json("run", "--from", "mail", "--json")
    assert summary["facts"] == {"held": 1}
    assert (summary["held"], code) == (1, 3)
    queue = machine.run("queue")
    assert queue.returncode == 3
    assert "03/04/2026" in queue.stdout


@pytest.mark.parametrize(
    ("option", "state"),
    [
        (["--confirm"], "confirmed"),
        (["--dismiss"], "dismissed"),
        (["--value", "2026-04-03"], "confirmed"),
    ],
)
def test_a_decision_takes_the_fact_off_the_queue(machine, option, state):
    machine.mail("a", text="The parcel comes on 03/04/2026.\n")
    machine.run("run", "--from", "mail")
    rows, _ = machine.json("queue", "--json")
    (row,) = rows["items"]
    done = machine.run("resolve", row["fact"]["id"][:8], *option)
    assert done.returncode == 0, done.stderr
    assert f"held → {state}" in done.stdout
    rows, code = machine.json("queue", "--json")
    assert (rows["items"], code) == ([], 0)


def test_resolve_wants_exactly_one_decision_and_a_fact_that_exists(machine):
    machine.mail("a", text=REFUND)
    machine.run("run", "--from", "mail")
    both = machine.run("resolve", "f_1", "--confirm", "--dismiss")
    assert both.returncode == 2
    assert "exactly one" in both.stderr
    missing = machine.run("resolve", "f_nothing", "--confirm")
    assert missing.returncode == 2
    assert "no fact 'f_nothing'" in missing.stderr


def test_no_draft_for_mail_that_a_machine_sent(machine):
    machine.mail("a", text=REFUND, From="no-reply@shop.example")
    machine.mail("b", text=REFUND, Subject="News", List_Id="<news.shop.example>")
    summary, _ = machine.json("run", "--from", "mail", "--json")
    assert summary["drafts"] == {"allowed": 0, "blocked": 0}


def test_import_counts_what_it_read_stored_and_had_already(machine):
    machine.mail("a", text=REFUND)
    machine.mail("b", text="Hello\n", Date=None, Message_ID=None)
    first, code = machine.json("import", "mail", "--json")
    assert (first["read"], first["stored"], first["duplicates"], code) == (2, 2, 0, 0)
    assert ["no Date header" in item["reason"] for item in first["trouble"]] == [True]
    again, _ = machine.json("import", "mail", "--json")
    assert (again["read"], again["stored"], again["duplicates"]) == (2, 0, 2)


@pytest.mark.parametrize("what", ["missing", "empty", "empty.mbox"])
def test_a_mailbox_that_is_not_there_or_empty_is_said_so(machine, what):
    if what == "empty":
        (machine.home / "empty").mkdir()
    if what == "empty.mbox":
        (machine.home / what).touch()
    for command in (["import", what], ["run", "--from", what]):
        run = machine.run(*command)
        assert run.returncode == 2
        assert what in run.stderr
        assert "Traceback" not in run.stderr


def test_an_account_that_is_not_configured_is_named(machine):
    run = machine.run("run", "--account", "home")
    assert run.returncode == 2
    assert "[accounts.home]" in run.stderr


def test_five_mails_with_one_message_id_are_five_mails(machine):
    for number in range(5):
        machine.mail(f"m{number}", text=f"Invoice {number}\n", Message_ID="<same@shop.example>")
    first, _ = machine.json("import", "mail", "--json")
    assert first["stored"] == 5


def test_an_account_that_cannot_be_reached_fails_the_run_and_stops_nothing(machine):
    machine.configure(
        '[accounts.gone]\nhost = "127.0.0.1"\nport = 9\ntls = "none"\nuser = "me"\ntimeout = 2.0\n'
        'password_command = ["echo", "x"]\n'
    )
    machine.mail("a", text=REFUND)
    machine.run("import", "mail")
    run = machine.run("run", "--json")
    assert run.returncode == 1
    assert "gone" in run.stderr
    assert '"seen": 1' in run.stdout
