"""config.toml: defaults, what lies over them, and what a broken one gets."""

import dataclasses
import itertools
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from mailmind import config
from mailmind.core.modelconfig import ModelConfig
from mailmind.core.policy import Policy
from mailmind.errors import ConfigError

ROOT = Path(__file__).parents[2]


@pytest.fixture
def write(tmp_path):
    def _write(text):
        path = tmp_path / "mine.toml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return _write


def test_the_shipped_file_is_valid_by_itself():
    loaded = config.load(environ={"MAILMIND_CONFIG": "/nowhere"})
    assert loaded.user_path is None
    assert loaded.settings.user.timezone == "local"
    assert set(loaded.settings.policy.workflows) == {
        "general", "scheduling", "orders", "contracts", "summary", "computed",
    }  # fmt: skip


def test_every_setting_of_the_shipped_file_is_documented():
    lines = (ROOT / "config.toml").read_text(encoding="utf-8").splitlines()
    comments = " ".join(line for line in lines if line.startswith("#"))
    undocumented = []
    for above, line in itertools.pairwise(lines):
        key = re.match(r"([a-z_]+) = ", line)
        if key is None:
            continue
        described = above.startswith("#") or re.search(rf"\b{key[1]}(:|,)", comments)
        paired = re.match(r"[a-z_]+ = ", above)  # two settings under one comment
        if not described and not paired:
            undocumented.append(line)
    assert undocumented == []


def test_the_shipped_file_and_the_defaults_of_the_core_agree():
    shipped = config.load(environ={"MAILMIND_CONFIG": "/nowhere"}).settings
    plain = Policy()
    assert shipped.policy.thresholds == plain.thresholds
    assert dict(shipped.policy.routing) == dict(plain.routing)
    without_words = {
        name: dataclasses.replace(workflow, words=())
        for name, workflow in shipped.policy.workflows.items()
    }
    assert without_words == dict(plain.workflows)
    assert shipped.model == ModelConfig()


def test_one_key_lies_over_its_default_and_the_rest_stays(write):
    loaded = config.load(write('[user]\ntimezone = "Europe/Berlin"\n'))
    plain = config.load(environ={"MAILMIND_CONFIG": "/nowhere"})
    assert loaded.settings.user.timezone == "Europe/Berlin"
    assert loaded.settings.user == dataclasses.replace(
        plain.settings.user, timezone="Europe/Berlin"
    )
    assert loaded.settings.policy == plain.settings.policy
    assert loaded.sha256 != plain.sha256


def test_the_store_place_does_not_change_what_a_run_finds(write):
    plain = config.load(environ={"MAILMIND_CONFIG": "/nowhere"})
    assert config.load(write('[store]\npath = "/tmp/x.sqlite"\n')).sha256 == plain.sha256


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ('[user]\n\ntimezon = "UTC"\n', 3, ["user.timezon", "unknown key", "timezone"]),
        ("[user]\ntimezone = 5\n", 2, ["user.timezone", "a valid string", "5"]),
        ('[user]\ntimezone = "Berlin"\n', 2, ["user.timezone", "Europe/Berlin"]),
        ('[thresholds]\nreview_below = "high"\n', 2, ["thresholds.review_below", "'high'"]),
        ("[surprise]\nx = 1\n", 1, ["surprise", "unknown key", "routing"]),
        ('[accounts.home]\nhost = "imap.home.example"\n', 1, ["accounts.home.user", "required"]),
    ],
)
def test_a_broken_setting_names_key_line_and_what_is_allowed(write, text, line, words):
    path = write(text)
    with pytest.raises(ConfigError) as caught:
        config.load(path)
    message = str(caught.value)
    assert f"{path}, line {line}:" in message
    for word in words:
        assert word in message


def test_broken_toml_names_the_line(write):
    with pytest.raises(ConfigError, match=r"line 2"):
        config.load(write("[user]\ntimezone = \n"))


def test_a_named_file_must_exist():
    with pytest.raises(ConfigError, match="no such file"):
        config.load("/nowhere/at/all.toml")


def test_a_broken_configuration_ends_with_two_and_no_traceback(write):
    run = subprocess.run(
        [sys.executable, "-m", "mailmind", "--config", write("[user]\nx = 1\n"), "queue"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 2
    assert run.stderr.startswith("mailmind: ")
    assert "Traceback" not in run.stderr


def test_the_line_of_a_key_is_found_in_nested_and_dotted_tables():
    text = "[a]\nx = 1\n[a.b]\ny = 2\nc.d = 3\n"
    assert tomllib.loads(text) == {"a": {"x": 1, "b": {"y": 2, "c": {"d": 3}}}}
    assert config.line_of(text, ["a", "x"]) == 2
    assert config.line_of(text, ["a", "b", "y"]) == 4
    assert config.line_of(text, ["a", "b", "c", "d"]) == 5
    assert config.line_of(text, ["a", "b", "missing"]) == 3
    assert config.line_of(text, ["other"]) is None
