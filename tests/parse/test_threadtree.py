"""Threads as trees, by RFC 5256."""

from datetime import UTC, datetime, timedelta

import pytest

from mailmind.core.threads import Headers
from mailmind.core.threadtree import base_subject, tree

START = datetime(2026, 3, 1, tzinfo=UTC)


def head(key, own=None, to=(), refs=(), subject=""):
    return Headers(key, own, tuple(to), tuple(refs), subject, START + timedelta(hours=key))


def shape(nodes):
    """Keys and children as nested tuples; a missing message is None."""
    return tuple((node.key, shape(node.children)) if node.children else node.key for node in nodes)


def test_references_make_the_tree():
    messages = [
        head(1, "a@x"),
        head(2, "b@x", refs=["a@x"]),
        head(3, "c@x", refs=["a@x", "b@x"]),
        head(4, "d@x", ["a@x"]),
    ]
    assert shape(tree(messages)) == ((1, ((2, (3,)), 4)),)


def test_a_missing_root_stays_where_it_holds_several():
    messages = [head(1, "b@x", refs=["gone@x"]), head(2, "c@x", refs=["gone@x"])]
    assert shape(tree(messages)) == ((None, (1, 2)),)


def test_a_missing_root_with_one_child_goes():
    assert shape(tree([head(1, "b@x", refs=["gone@x"])])) == (1,)


def test_a_missing_message_in_the_middle_hands_its_children_up():
    messages = [head(1, "a@x"), head(2, "c@x", refs=["a@x", "gone@x"])]
    assert shape(tree(messages)) == ((1, (2,)),)


def test_a_second_mail_of_one_id_is_a_message_of_its_own():
    messages = [
        head(1, "a@x"),
        head(2, "b@x", refs=["a@x"]),
        head(3, "c@x", refs=["b@x"]),
        head(4, "b@x", refs=["a@x"]),
    ]
    assert shape(tree(messages)) == ((1, ((2, (3,)), 4)),)


def test_roots_of_one_subject_join_as_the_standard_asks():
    messages = [head(1, "a@x", subject="Plan"), head(2, "b@x", subject="Re: Plan")]
    assert shape(tree(messages)) == ((1, (2,)),)
    assert shape(tree(messages, by_subject=False)) == (1, 2)


def test_two_roots_that_answer_nothing_stand_side_by_side():
    messages = [head(1, "a@x", subject="Plan"), head(2, "b@x", subject="Plan")]
    assert shape(tree(messages)) == ((None, (1, 2)),)


def test_circles_and_depth_are_no_danger():
    circle = [head(1, "a@x", refs=["b@x"]), head(2, "b@x", refs=["a@x"])]
    assert shape(tree(circle)) == ((2, (1,)),)
    deep = [head(n, f"{n}@x", refs=[f"{n - 1}@x"] if n else ()) for n in range(3000)]
    nodes, depth = tree(deep), 0
    while nodes:
        nodes, depth = nodes[0].children, depth + 1
    assert depth == 3000


@pytest.mark.parametrize(
    ("subject", "base", "answers"),
    [
        ("Plan", "plan", False),
        ("Re: Plan", "plan", True),
        ("RE : Fwd: re[2]: Plan (fwd)", "plan", True),
        ("[list] Re: [list] Plan", "plan", True),
        ("[Fwd: Plan]", "plan", True),
        ("[only a blob]", "[only a blob]", False),
        ("Regarding: Plan", "regarding: plan", False),
        ("  spaced   out ", "spaced out", False),
        ("Re:", "", True),
    ],
)
def test_base_subject(subject, base, answers):
    assert base_subject(subject) == (base, answers)
