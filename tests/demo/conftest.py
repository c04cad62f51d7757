"""The bundled inbox, read with nothing but the standard library."""

import email
import json
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any

import pytest

FIXTURES = Path(__file__).parents[2] / "fixtures"


@pytest.fixture(scope="session")
def fixtures() -> Path:
    return FIXTURES


@pytest.fixture(scope="session")
def oracle() -> dict[str, Any]:
    """What must come of the demo, as written by hand."""
    return json.loads((FIXTURES / "expected.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def mails() -> dict[str, EmailMessage]:
    """All mails by their Message-ID."""
    found = {}
    for path in sorted((FIXTURES / "inbox").glob("*.eml")):
        mail = email.message_from_bytes(path.read_bytes(), policy=default)
        assert isinstance(mail, EmailMessage)
        found[str(mail["Message-ID"]).strip("<>")] = mail
    return found


@pytest.fixture(scope="session")
def recordings() -> dict[str, dict[str, Any]]:
    """All recordings by their slug."""
    paths = sorted((FIXTURES / "replies").glob("*.json"))
    return {p.stem: json.loads(p.read_text(encoding="utf-8")) for p in paths}
