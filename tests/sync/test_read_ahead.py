"""Reading ahead: the order of things, how far ahead, and who waits for whom."""

import threading

import pytest

from mailmind.sync.ahead import read_ahead

PATIENCE = 10.0


class Source:
    """Numbers, with a note of how far it has been read; the numbers of ``big`` stand alone."""

    def __init__(self, count, error=None):
        self.read = 0
        self.asked = threading.Condition()
        self.closed = threading.Event()
        self._count, self._error = count, error

    def __iter__(self):
        try:
            for number in range(1, self._count + 1):
                with self.asked:
                    self.read = number
                    self.asked.notify_all()
                yield number
            if self._error:
                raise self._error
        finally:
            self.closed.set()

    def wait_for(self, number, patience=PATIENCE):
        with self.asked:
            return self.asked.wait_for(lambda: self.read >= number, patience)


def take(source, big=()):
    return read_ahead(iter(source), alone=lambda number: number in big)


def test_all_items_in_their_order():
    assert list(take(Source(1000))) == list(range(1, 1001))
    assert list(take(Source(0))) == []


def test_one_item_is_read_while_another_is_in_use_and_no_more():
    source = Source(9)
    items = take(source)
    assert next(items) == 1
    assert source.wait_for(2)
    for number in range(2, 10):
        assert source.read == number  # the next one is ready, and the one after it is not begun
        assert next(items) == number
        if number < 9:
            assert source.wait_for(number + 1)


def test_nothing_is_read_while_an_item_that_stands_alone_is_in_use():
    source = Source(3, error=None)
    items = take(source, big=(1, 3))
    assert next(items) == 1
    assert not source.wait_for(2, patience=0.2)
    assert next(items) == 2
    assert source.wait_for(3)
    assert next(items) == 3
    assert list(items) == []


def test_what_was_read_before_an_error_comes_before_it():
    items = take(Source(4, error=OSError("the link broke")))
    assert [next(items) for _ in range(4)] == [1, 2, 3, 4]
    with pytest.raises(OSError, match="the link broke"):
        next(items)


def test_whoever_leaves_early_lets_the_reader_go():
    source = Source(100)
    items = take(source)
    next(items)
    assert source.wait_for(2)
    items.close()
    for thread in threading.enumerate():
        if thread.name == "mailmind-read":
            thread.join(PATIENCE)
    assert source.read == 2
