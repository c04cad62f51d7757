"""``mailmind labels``: JSON and exit codes as other programs read them."""

import json

import pytest
from click.testing import CliRunner

from mailmind.cli import cli
from mailmind.cli.labels import command


def run(*args, text=""):
    result = CliRunner().invoke(cli, ["labels", *args], input=text)
    return result.exit_code, result.output


def test_gate_answers_with_problems_guesses_and_spans():
    code, out = run("gate", text="(u)One.(/u: Dana) (g)Two.(/g)")
    assert code == 3
    assert json.loads(out) == {
        "allow": False,
        "problems": [],
        "unchecked": ["Two."],
        "spans": [
            {"label": "u", "text": "One.", "note": "Dana", "start": 0, "end": 17},
            {"label": "g", "text": "Two.", "note": "", "start": 18, "end": 29},
        ],
    }
    assert run("gate", "--allow-guesses", text="(u)One.(/u) (g)Two.(/g)")[0] == 0


@pytest.mark.parametrize(
    ("args", "text", "code"),
    [
        (("check",), "(u)One.(/u) two", 0),
        (("check",), "(u)One.", 3),
        (("gate",), "(u)One.(/u) two", 3),
        (("gate",), "(m)One.(/m: m1)", 0),
        (("gate", "--incoming"), "(m)One.(/m: m1)", 3),
        (("check", "--incoming"), "(m)One.(/m: m1)", 0),
    ],
)
def test_exit_codes(args, text, code):
    assert run(*args, text=text)[0] == code


def test_strip_prints_the_words_as_they_were():
    assert run("strip", text="a  (u)b(/u: c)\n") == (0, "a  b\n")


def test_a_file_is_read(tmp_path):
    path = tmp_path / "draft.txt"
    path.write_text("(u)One.(/u)", encoding="utf-8")
    assert run("gate", str(path))[0] == 0
    assert run("strip", str(path)) == (0, "One.")


def test_a_missing_file_is_a_usage_error(tmp_path):
    result = CliRunner().invoke(command, ["gate", str(tmp_path / "none.txt")])
    assert "none.txt" in str(result.exception)
    assert result.exception.exit_code == 2
