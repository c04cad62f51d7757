"""The command itself, in a process of its own, against a real server."""

import json
import os
import subprocess
import sys

import pytest
from mail_samples import samples

pytestmark = pytest.mark.dovecot


@pytest.fixture
def cli(tmp_path):
    def run(*arguments, accounts):
        lines = [f"[store]\npath = {json.dumps(str(tmp_path / 'store.db'))}\n"]
        for name, box in accounts.items():
            lines.append(
                f'[accounts.{name}]\nhost = "127.0.0.1"\nport = {box.port}\ntls = "none"\n'
                f'user = "{getattr(box, "user", "alice")}"\nfolders = ["INBOX"]\n'
            )
        config = tmp_path / "config.toml"
        config.write_text("".join(lines))
        environment = os.environ | {
            f"MAILMIND_PASSWORD_{name.upper()}": "wonder" for name in accounts
        }
        return subprocess.run(
            [sys.executable, "-m", "mailmind", "--config", str(config), *arguments],
            capture_output=True,
            text=True,
            env=environment,
            check=False,
            timeout=60,
        )

    return run


class Nowhere:
    port = 1


def test_two_accounts_of_which_one_cannot_be_reached(cli, box):
    box.deliver(samples(5))
    done = cli("sync", accounts={"broken": Nowhere, "home": box})
    assert done.returncode == 1
    assert done.stdout.splitlines() == ["home INBOX: 5 new, 0 flags changed, 0 gone"]
    assert "broken: the link to 127.0.0.1 broke while connecting" in done.stderr
    status = cli("status", "--json", accounts={"home": box})
    found = json.loads(status.stdout)
    assert found["messages"] == 5
    assert any("broken" in item["path"] for item in found["trouble"])


def test_the_result_as_json(cli, box):
    box.deliver(samples(3))
    accounts = {"home": box}
    cli("sync", "--fetch-only", accounts=accounts)
    done = cli("sync", "--json", "--verify", accounts=accounts)
    assert json.loads(done.stdout) == {
        "accounts": [
            {
                "account": "home",
                "folders": [
                    {
                        "folder": "INBOX", "new": 0, "flags": 0, "gone": 0, "unfetchable": [],
                        "missing": [],
                    }
                ],
                "trouble": [],
            }
        ]
    }  # fmt: skip
    assert done.returncode == 0


def test_an_account_that_nobody_configured(cli, box):
    done = cli("sync", "--account", "work", accounts={"home": box})
    assert done.returncode == 2
    assert "no account 'work'" in done.stderr
