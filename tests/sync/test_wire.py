"""Questions sent ahead: what came before the link broke is read before the break is told."""

import pytest
from imapclient.exceptions import IMAPClientAbortError

from mailmind.adapters.imap.wire import Wire


class Link:
    """The commands of a connection whose sending breaks when it is told to."""

    def __init__(self):
        self.broken = None
        self._tags = []

    def send_fetch(self, uids, items, modifiers=None):
        if self.broken:
            raise self.broken
        self._tags.append(uids)
        return uids

    def receive_fetch(self, tag):
        assert tag == self._tags.pop(0)
        return [b"1 (UID %s FLAGS (\\Seen))" % tag], ""


@pytest.mark.parametrize(
    "error", [IMAPClientAbortError("socket error: broken pipe"), ConnectionResetError("reset")]
)
def test_answers_that_came_before_the_break_are_read_first(error):
    link = Link()
    wire = Wire(link)
    first = wire.send([7], "(FLAGS)")
    link.broken = error
    second = wire.send([8], "(FLAGS)")
    wire.wait_for(first)
    assert [(item.uid, item.flags) for item in first.answer] == [(7, ("\\Seen",))]
    with pytest.raises(type(error)) as caught:
        wire.wait_for(second)
    assert caught.value is error


def test_an_answer_that_comes_with_another_reaches_its_own_question():
    class Mixed(Link):
        def receive_fetch(self, tag):
            lines = [b"1 (UID 2 FLAGS (a))", b"2 (UID 1 FLAGS (b))"] if tag == b"1" else []
            return lines, ""

    wire = Wire(Mixed())
    one, two = wire.send([1], "(FLAGS)"), wire.send(range(2, 4), "(FLAGS)")
    wire.settle()
    assert [[item.flags for item in question.answer] for question in (one, two)] == [
        [("b",)], [("a",)],
    ]  # fmt: skip
    assert not wire.busy
