"""The second pass over stored mail: by one process or by several, in one go or in two."""

import multiprocessing

import pytest

from mailmind.pipeline.ingest import import_mail, parse_pending
from mailmind.testing import FakeMailSource, FixedClock, memory_store

MANY = 450
"""So many mails are given to worker processes."""


def mails(count):
    """Every third answers the mail before it."""
    return [
        "From: Ann Li <ann@shop.example>\nTo: me@home.example\n"
        f"Date: Mon, 16 Nov 2026 10:{n % 60:02d}:00 +0100\nMessage-ID: <{n}@shop.example>\n"
        + (f"In-Reply-To: <{n - 1}@shop.example>\n" if n % 3 == 2 else "")
        + f"Subject: Order {n}\n\nYour order {n} costs {n}.50 EUR.\n\n> old\n"
        for n in range(count)
    ]


@pytest.fixture
def stored():
    def make(count):
        store = memory_store()
        for _ in import_mail(FakeMailSource(mails(count)), store):
            pass
        return store

    return make


def threads(store):
    """All threads with all that was read of their messages."""
    names = {store.thread_of(f"msg_{key}") for key in range(1, MANY + 1)}
    return {store.thread(name).messages for name in names}


def test_several_processes_read_what_one_reads(stored):
    alone, together = stored(MANY), stored(MANY)
    done = [event.done for event in parse_pending(together, FixedClock(), workers=2)]
    for _ in parse_pending(alone, FixedClock(), workers=1):
        pass
    assert done[-1] == MANY
    assert len(done) > 1  # progress is told on the way
    assert threads(together) == threads(alone)
    assert len(threads(alone)) == MANY * 2 // 3
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize("workers", [1, 2])
def test_a_pass_that_was_broken_off_goes_on_where_it_ended(stored, workers):
    store = stored(MANY)
    first = parse_pending(store, FixedClock(), workers=workers)
    done = next(first).done
    first.close()
    assert len(store.unparsed(MANY)) == MANY - done > 0
    for _ in parse_pending(store, FixedClock(), workers=workers):
        pass
    assert store.unparsed(MANY) == []
    assert sum(map(len, threads(store))) == MANY
