"""The draft gate on digests of real length, where the measuring set is at hand."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from mailmind.cli import cli

DIGESTS = Path(__file__).resolve().parents[3] / "shared" / "yardstick" / "summedits"


@pytest.mark.skipif(not DIGESTS.is_dir(), reason="the measuring set is not at hand")
def test_digests_are_blocked_for_new_figures_and_for_nothing_else():
    mails = json.loads((DIGESTS / "sales_email.docs.json").read_text(encoding="utf-8"))
    lines = (DIGESTS / "sales_email.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    jobs = [
        {
            "id": row["id"],
            "workflow": "summary",
            "messages": [{"message_id": "m1", "from": "a@b.example", "text": mails[row["doc"]]}],
            "draft": {"text": row["summary"]},
        }
        for row in rows
    ]
    text = "\n".join(json.dumps(job) for job in jobs)
    result = CliRunner().invoke(cli, ["verify", "--deterministic-only"], input=text)
    blocked = [not json.loads(line)["draft"]["allow"] for line in result.stdout.splitlines()]
    false = [r["id"] for r, b in zip(rows, blocked, strict=True) if r["consistent"] and b]
    caught = sum(r["new_digit"] and b for r, b in zip(rows, blocked, strict=True))
    assert false == []
    assert caught >= 21
