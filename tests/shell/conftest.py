"""A user's machine in a temporary folder, and the program run in it as a user runs it."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path

import pytest


@dataclass
class Machine:
    home: Path

    def run(self, *arguments, stdin=""):
        env = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.home),
            "XDG_DATA_HOME": str(self.home / "data"),
            "XDG_CONFIG_HOME": str(self.home / "config"),
            "LANG": "C.UTF-8",
        }
        return subprocess.run(
            [sys.executable, "-m", "mailmind", *map(str, arguments)],
            cwd=self.home, env=env, input=stdin, capture_output=True, text=True, check=False,
            timeout=120,
        )  # fmt: skip

    def json(self, *arguments):
        run = self.run(*arguments)
        assert run.stdout, run.stderr
        return json.loads(run.stdout), run.returncode

    def configure(self, text):
        folder = self.home / "config" / "mailmind"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "config.toml").write_text(text, encoding="utf-8")

    def mail(self, name, *, text, **headers):
        """Write one mail into the folder `mail`."""
        message = EmailMessage()
        given = {
            "From": "Ada Long <ada@shop.example>",
            "To": "me@home.example",
            "Date": "Mon, 16 Nov 2026 10:02:00 +0100",
            "Subject": "Your refund",
            "Message-ID": f"<{name}@shop.example>",
            **{key.replace("_", "-"): value for key, value in headers.items()},
        }
        for key, value in given.items():
            if value is not None:
                message[key] = value
        message.set_content(text)
        path = self.home / "mail" / f"{name}.eml"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(message.as_bytes())
        return path


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)
