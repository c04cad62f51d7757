"""Which messages answer each other."""

import random
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailmind.core.threads import Headers, group, parents

START = datetime(2026, 3, 1, tzinfo=UTC)


def head(key, own=None, to=(), refs=(), subject="", hour=None):
    when = START + timedelta(hours=key if hour is None else hour)
    return Headers(key, own, tuple(to), tuple(refs), subject, when)


def test_references_join_and_the_oldest_comes_first():
    messages = [head(1, "a@x"), head(3, "c@x", ["b@x"], ["a@x", "b@x"]), head(2, "b@x", ["a@x"])]
    assert group(messages) == [(1, 2, 3)]


def test_equal_subjects_alone_never_join():
    messages = [head(1, "a@x", subject="Invoice"), head(2, "b@x", subject="Re: Invoice")]
    assert group(messages) == [(1,), (2,)]


def test_a_changed_subject_does_not_part():
    messages = [head(1, "a@x", subject="Lunch"), head(2, "b@x", ["a@x"], subject="Dinner instead")]
    assert group(messages) == [(1, 2)]


def test_a_message_that_nobody_has_joins_those_that_speak_of_it():
    ticket = "ticket-7@desk.example"
    messages = [
        head(1, "a@x"),
        head(2, "b@x", ["a@x"], [ticket, "a@x"]),
        head(3, "c@x", (), [ticket]),
    ]
    assert group(messages) == [(1, 2, 3)]


def test_an_answer_never_stands_before_what_it_answers():
    # its clock is wrong: the answer says it is older
    assert group([head(1, "a@x", hour=5), head(2, "b@x", ["a@x"], hour=1)]) == [(1, 2)]


def test_an_answer_to_a_missing_message_that_predates_the_thread():
    messages = [
        head(1, "root@x", hour=10),
        head(2, "child@x", ["root@x"], ["root@x"], hour=12),
        head(3, "odd@x", ["missing@x"], ["root@x", "child@x", "missing@x"], hour=9),
    ]
    assert group(messages) == [(1, 2, 3)]
    assert parents(messages) == {2: 1, 3: 2}


def test_in_reply_to_picks_the_parent_where_references_are_out_of_order():
    messages = [
        head(1, "root@x"),
        head(2, "child@x", ["root@x"], ["r00t@x"]),  # a typing error in the reference
        head(3, "grandchild@x", ["child@x"], ["child@x", "root@x"]),
    ]
    assert parents(messages) == {2: 1, 3: 2}
    assert group(messages) == [(1, 2, 3)]


def test_five_mails_of_one_id_are_all_kept():
    messages = [head(n, "same@x", subject=f"bug {n}") for n in range(1, 6)]
    assert group(messages) == [(1, 2, 3, 4, 5)]


def test_mails_without_any_id_stand_alone():
    assert group([head(1), head(2)]) == [(1,), (2,)]


def test_circles_end():
    messages = [head(1, "a@x", ["b@x"]), head(2, "b@x", ["c@x"]), head(3, "c@x", ["a@x"])]
    assert [sorted(thread) for thread in group(messages)] == [[1, 2, 3]]
    assert group([head(1, "a@x", ["a@x"], ["a@x"])]) == [(1,)]


def test_threads_come_in_the_order_of_their_oldest():
    messages = [head(5, "e@x"), head(2, "b@x"), head(9, "i@x", ["b@x"])]
    assert group(messages) == [(2, 9), (5,)]


def test_dates_with_and_without_zone_and_none_sort_together():
    messages = [
        Headers(1, "a@x", date=None),
        Headers(2, "b@x", ("a@x",), date=datetime(2026, 3, 1)),  # noqa: DTZ001
        Headers(3, "c@x", ("a@x",), date=datetime(2026, 2, 1, tzinfo=UTC)),
    ]
    assert group(messages) == [(1, 3, 2)]


def test_a_long_chain_is_no_danger():
    chain = [head(n, f"{n}@x", [f"{n - 1}@x"] if n else (), hour=n) for n in range(3000)]
    assert group(chain) == [tuple(range(3000))]


ids = st.sampled_from(["a@x", "b@x", "c@x", "d@x", "e@x"])
heads = st.builds(
    lambda own, to, refs, hour: (own, to, refs, hour),
    st.none() | ids,
    st.lists(ids, max_size=2),
    st.lists(ids, max_size=4),
    st.integers(0, 50),
)


@settings(max_examples=100, deadline=None)
@given(st.lists(heads, max_size=12), st.integers(0, 1000))
def test_every_message_is_in_one_thread_whatever_the_order(found, seed):
    messages = [
        head(key, own, to, refs, hour=hour) for key, (own, to, refs, hour) in enumerate(found)
    ]
    threads = group(messages)
    assert sorted(key for thread in threads for key in thread) == list(range(len(messages)))
    shuffled = random.Random(seed).sample(messages, len(messages))
    assert {frozenset(thread) for thread in group(shuffled)} == {
        frozenset(thread) for thread in threads
    }
    place = {key: n for thread in threads for n, key in enumerate(thread)}
    assert all(place[parent] < place[child] for child, parent in parents(messages).items())


@pytest.mark.parametrize("size", [0, 1])
def test_nothing_and_one(size):
    assert group([head(n) for n in range(size)]) == [(n,) for n in range(size)]
