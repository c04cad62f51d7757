"""Every command that README and docs show is run here, and ends as they say."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
INSTALLS = ("python3 -m venv", "git clone")


def commands():
    """(page, command, expected exit code): a line that starts with `$ `; `# exit N` says the code."""
    for page in PAGES:
        for block in BLOCK.findall(page.read_text(encoding="utf-8")):
            for line in block.replace("\\\n", " ").splitlines():
                if not line.startswith("$ "):
                    continue
                text, _, note = line[2:].partition("  # ")
                code = re.search(r"exit (\d)", note)
                yield page.name, text.strip(), int(code.group(1)) if code else 0


ALL = list(commands())
RUN = [c for c in ALL if not c[1].startswith(INSTALLS)]


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A user's machine: an empty home, the checkout's fixtures at hand."""
    folder = tmp_path_factory.mktemp("home")
    shutil.copytree(ROOT / "fixtures", folder / "fixtures")
    return folder


@pytest.mark.parametrize(("page", "command", "code"), RUN, ids=[c[1][:60] for c in RUN])
def test_a_documented_command_ends_as_documented(page, command, code, home):
    bin_folder = str(Path(sys.executable).parent)
    env = {
        "PATH": f"{bin_folder}:{os.environ['PATH']}",
        "HOME": str(home),
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_CONFIG_HOME": str(home / "config"),
        "LANG": "C.UTF-8",
    }
    run = subprocess.run(
        ["bash", "-c", command], cwd=home, env=env, capture_output=True, text=True, check=False,
        timeout=120, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert run.returncode == code, run.stdout[-2000:] + run.stderr[-2000:]
    assert "Traceback" not in run.stderr


def test_the_readme_shows_both_commands_of_a_fresh_machine():
    installs = [c[1] for c in ALL if c[1].startswith("python3 -m venv")]
    assert len(installs) == 2
    assert "mailmind demo" in installs[0]
    assert "pytest" in installs[1]


def test_ci_runs_the_test_command_of_the_readme():
    tests = next(c[1] for c in ALL if "pytest" in c[1])
    pytest_part = next(part for part in tests.split("&&") if "pytest" in part)
    words = shlex.split(pytest_part)[1:]
    assert f'"$bin/pytest" {" ".join(words)}\n' in (ROOT / ".ci/run").read_text(encoding="utf-8")


def test_every_command_of_the_program_is_documented():
    from mailmind.cli import COMMANDS

    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [name for name in COMMANDS if f"mailmind {name}" not in readme] == []
