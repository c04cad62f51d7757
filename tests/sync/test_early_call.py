"""The first server is called before the configuration is validated, and only if that changes nothing."""

import json
import threading

import pytest
from click.testing import CliRunner

from mailmind import bootstrap
from mailmind.adapters.memory import FakeFolder, FakeMailbox
from mailmind.bootstrap.call import Call, first_account
from mailmind.cli import cli
from mailmind.config import load
from mailmind.core.account import AccountConfig
from mailmind.errors import ConfigError

PATIENCE = 10.0

FULL = """
[accounts.home]
host = "mail.example.org"
user = "me@example.org"
port = 1993
tls = "starttls"
auth = "oauthbearer"
password_command = ["pass", "show", "mail"]
folders = ["INBOX", "Projects/*"]
exclude = []
fingerprint = "%s"
timeout = 20
[accounts.work]
host = "localhost"
tls = "none"
user = "me"
""" % ("AB:" * 31 + "AB")


@pytest.fixture
def config(tmp_path):
    def write(text):
        path = tmp_path / "config.toml"
        path.write_text(text)
        return str(path)

    return write


@pytest.mark.parametrize(("only", "name"), [(None, "home"), ("home", "home"), ("work", "work")])
def test_the_account_of_the_file_is_the_validated_one(only, name, config):
    path = config(FULL)
    assert first_account(path, only) == load(path).settings.accounts[name]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[accounts",
        "accounts = 3",
        "[accounts]",
        "[accounts.a]\nhost = 'h.example'",
        "[accounts.a]\nhost = 'h.example'\nuser = 'u'\nfingerprnt = 'ab'",
        "[accounts.a]\nhost = 'h.example'\nuser = 'u'\ntls = 'none'",
        "[accounts.a]\nhost = 'h.example'\nuser = 'u'\ntls = 'maybe'",
        "[accounts.a]\nhost = 'h.example'\nuser = 'u'\nfingerprint = 3",
    ],
)
def test_nobody_is_called_where_it_is_not_plain_whom(text, config):
    assert first_account(config(text), None) is None


def test_nobody_is_called_without_a_file_or_an_account_of_that_name(config, tmp_path):
    assert first_account(str(tmp_path / "nowhere.toml"), None) is None
    assert first_account(config(FULL), "elsewhere") is None


class Opened:
    """Opens fake mailboxes and keeps them, with whom they are for."""

    def __init__(self):
        self.calls = []

    def __call__(self, account):
        mailbox = FakeMailbox({"INBOX": FakeFolder()})
        self.calls.append((account, mailbox))
        return mailbox


def settle():
    for thread in threading.enumerate():
        if thread.name == "mailmind-call":
            thread.join(PATIENCE)


def account(host):
    return AccountConfig(name="a", host=host, user="u")


def test_a_connection_is_used_for_its_own_account_once():
    opened = Opened()
    call = Call(opened, account("one.example"))
    first = call.mailbox(account("one.example"))
    second = call.mailbox(account("one.example"))
    assert [mailbox for _, mailbox in opened.calls] == [first, second]
    call.hang_up()
    assert not first.closed


def test_a_connection_for_another_account_is_not_used_but_closed():
    opened = Opened()
    call = Call(opened, account("one.example"))
    other = call.mailbox(account("two.example"))
    call.hang_up()
    settle()
    closed = {who.host: mailbox.closed for who, mailbox in opened.calls}
    assert closed == {"one.example": True, "two.example": False}
    assert not other.closed


def test_an_error_of_the_call_is_told_where_the_mailbox_is_asked_for():
    def refuse(_):
        raise ConfigError("no secret")

    call = Call(refuse, account("one.example"))
    with pytest.raises(ConfigError, match="no secret"):
        call.mailbox(account("one.example"))


def test_a_configuration_that_is_wrong_elsewhere_lets_the_server_go(config, tmp_path, monkeypatch):
    opened = Opened()
    monkeypatch.setattr(bootstrap, "open_mailbox", opened)
    store = json.dumps(str(tmp_path / "store.db"))
    path = config(f"[store]\npath = {store}\nsize = 3\n{FULL}")
    done = CliRunner().invoke(cli, ["--config", path, "sync"])
    assert isinstance(done.exception, ConfigError)
    settle()
    assert [mailbox.closed for _, mailbox in opened.calls] == [True]
    assert not (tmp_path / "store.db").exists()
