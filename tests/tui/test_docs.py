"""The page about the app names every key, as it is bound."""

from pathlib import Path

import pytest

from mailmind.core.values import State
from mailmind.tui.keys import known_names, owners
from mailmind.tui.words import DRAFT_WORDS, STATE_SIGN, STATE_WORDS

PAGE = (Path(__file__).parents[2] / "docs" / "terminal.md").read_text(encoding="utf-8")
SHOWN = {"question_mark": "?", "colon": ":", "slash": "/",
         "right_square_bracket": "]", "left_square_bracket": "["}  # fmt: skip

BINDINGS = [(title, b) for title, bindings in owners() for b in bindings if title != "Dialogs"]


@pytest.mark.parametrize(("title", "binding"), BINDINGS, ids=[b.id for _, b in BINDINGS])
def test_every_key_is_on_the_page(title, binding):
    keys = " ".join(f"`{SHOWN.get(k, k)}`" for k in binding.key.split(","))
    assert f"| {keys} | {binding.tooltip or binding.description} | `{binding.id}` |" in PAGE
    assert f"### {title}\n" in PAGE


def test_every_action_has_a_name_of_its_own():
    names = [b.id for _, bindings in owners() for b in bindings]
    assert sorted(names) == sorted(known_names())


def test_every_state_and_every_draft_word_is_explained():
    for state in State:
        assert f"| `{STATE_SIGN[state]}` | {STATE_WORDS[state]} |" in PAGE
    for word in set(DRAFT_WORDS.values()) - {"edited"}:
        assert f"| {word} |" in PAGE
