"""What the grounding instructions change, on the bundled recordings of both kinds."""

import json

import pytest
from click.testing import CliRunner

from mailmind.cli import cli, compare
from mailmind.core.prompts import GROUNDING, SYSTEM, prompt_hash, system_prompt

STATES = {
    "01-refund": "rejected verified rejected rejected rejected",
    "02-flight": "rejected verified rejected verified rejected",
    "05-heating": "rejected rejected verified rejected",
    "06-margin": "verified rejected rejected verified rejected",
    "16-confidence": "verified verified rejected verified rejected",
    "19-dinner": "verified rejected verified rejected",
}
"""What must become of each fact that was proposed without the grounding section, worked out by hand."""
NOWHERE = {
    "01-refund": "f1 f3 f5", "02-flight": "f3 f5", "05-heating": "f1 f2 f4", "06-margin": "f2 f5",
    "16-confidence": "f5", "19-dinner": "f4",
}  # fmt: skip
"""The facts among them whose quote stands in no mail."""


@pytest.fixture(scope="module")
def ungrounded(fixtures):
    paths = sorted((fixtures / "replies-ungrounded").glob("*.json"))
    return {p.stem: json.loads(p.read_text(encoding="utf-8")) for p in paths}


@pytest.fixture(scope="module")
def compared():
    return compare.compare()


def test_the_grounding_section_is_a_part_of_its_own():
    assert GROUNDING in SYSTEM
    assert system_prompt() == SYSTEM
    assert system_prompt(grounding=False) == SYSTEM.replace(GROUNDING, "")
    assert system_prompt(["Be brief."], grounding=False).endswith("- Be brief.\n")
    assert len({prompt_hash(), prompt_hash(grounding=False), prompt_hash(["Be brief."])}) == 3


def test_the_recordings_without_it_are_about_the_same_mails(ungrounded, recordings, mails):
    assert set(ungrounded) == set(STATES)
    for slug, recording in ungrounded.items():
        assert recording["messages"] == recordings[slug]["messages"]
        texts = [
            " ".join(mails[m].get_body(("plain", "html")).get_content().split())
            for m in recording["messages"]
        ]
        facts = recording["replies"][0]["reply"]["facts"]
        assert len(facts) == len(STATES[slug].split())
        nowhere = [
            f["fact_id"] for f in facts if not any(" ".join(f["quote"].split()) in t for t in texts)
        ]
        assert " ".join(nowhere) == NOWHERE[slug]


def test_both_sides_are_counted_alike(compared, oracle):
    threads, grounded, bare = compared
    assert threads == 6
    told = [f for t in oracle["threads"] if t["slug"] in STATES for f in t["facts"]]
    assert grounded.counts["proposed"] == len(told) == 20
    for state in ("verified", "rejected", "held"):
        assert grounded.counts[state] == sum(f["state"] == state for f in told), state
    expected = " ".join(STATES.values()).split()
    assert bare.counts["proposed"] == len(expected)
    for state in ("verified", "rejected", "held"):
        assert bare.counts[state] == expected.count(state), state
    assert bare.counts["quote_nowhere"] == len(" ".join(NOWHERE.values()).split())
    assert (grounded.prompts, bare.prompts) == (prompt_hash(), prompt_hash(grounding=False))


def test_the_table_names_the_prompts_and_how_it_was_made():
    done = CliRunner().invoke(cli, ["demo", "--compare-prompts"])
    assert done.exit_code == 0, done.output
    assert prompt_hash()[:8] in done.output
    assert prompt_hash(grounding=False)[:8] in done.output
    rows = {line[:36].strip(): line[36:].split() for line in done.output.splitlines()}
    assert rows["quotes that stand nowhere"] == ["2", "12"]
    assert rows["verified"] == ["15", "11"]
    assert "written by hand" in done.output
    assert max(map(len, done.output.splitlines())) <= 80


def test_the_same_as_json():
    done = CliRunner().invoke(cli, ["demo", "--compare-prompts", "--json"])
    data = json.loads(done.output)
    assert data["threads"] == 6
    assert [(r["grounding"], r["proposed"]) for r in data["runs"]] == [(True, 20), (False, 28)]


def test_it_does_not_go_with_the_app():
    done = CliRunner().invoke(cli, ["demo", "--compare-prompts", "--tui"])
    assert done.exit_code == 2
