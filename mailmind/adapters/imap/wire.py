"""FETCH commands sent ahead of their answers.

Owned here: every answer reaches its own question. A server may work on several commands at once and
mix their answers (RFC 3501, 5.5), so what comes is dealt out by UID, and the questions under way
never ask for the same UID. Before any other command is sent, what is under way is read to its end.
"""

from collections import deque
from collections.abc import Container, Iterator, Sequence

from mailmind.adapters.imap.connection import Connection
from mailmind.adapters.imap.responses import Broken, Item, read_fetch
from mailmind.core.syncplan import sequence_set

PART = 500
"""UIDs in one question: 5.5 KB where they are scattered; servers limit a line to 8 or 64 KB."""
AHEAD = 16
"""Questions under way: enough for a long way, and few enough that they fit into the buffers of any link
(a server that cannot get rid of its answers stops reading)."""

Answer = list[Item | Broken]


class Question:
    """One FETCH under way."""

    __slots__ = ("answer", "done", "refusal", "tag", "uids")

    def __init__(self, tag: bytes, uids: Container[int]) -> None:
        self.tag = tag
        self.uids = uids
        self.answer: Answer = []
        self.refusal = ""
        """What the server said, where it ended with NO; the answer is then in part."""
        self.done = False


class Wire:
    """The questions on one connection."""

    def __init__(self, connection: Connection) -> None:
        self._link = connection
        self._under_way: deque[Question] = deque()

    def send(self, uids: Sequence[int], items: str) -> Question:
        """Ask without waiting."""
        question = Question(self._link.send_fetch(sequence_set(uids), items), frozenset(uids))
        self._under_way.append(question)
        return question

    def wait_for(self, question: Question) -> None:
        """Wait until this question is answered, and thereby those before it."""
        while not question.done:
            self._read_next()

    def ask(self, uids: bytes, items: str, modifiers: str | None = None) -> tuple[Answer, str]:
        """Ask for a sequence set and wait: the answer and the refusal. Nothing may be under way."""
        data, refusal = self._link.receive_fetch(self._link.send_fetch(uids, items, modifiers))
        return list(read_fetch(data)), refusal

    def ask_in_parts(self, uids: Sequence[int], items: str) -> Iterator[Question]:
        """Ask about many messages: each part is read while the server works on the next ones."""
        parts = deque(uids[at : at + PART] for at in range(0, len(uids), PART))
        sent: deque[Question] = deque()
        while parts or sent:
            while parts and len(sent) < AHEAD:
                sent.append(self.send(parts.popleft(), items))
            self.wait_for(sent[0])
            yield sent.popleft()

    def settle(self) -> None:
        """Read all that is under way, so that another command may be sent."""
        while self._under_way:
            self._read_next()

    @property
    def busy(self) -> bool:
        """True while an answer is outstanding."""
        return bool(self._under_way)

    def _read_next(self) -> None:
        question = self._under_way.popleft()
        data, question.refusal = self._link.receive_fetch(question.tag)
        for item in read_fetch(data):
            later = (q for q in self._under_way if item.uid in q.uids)
            owner = question if item.uid in question.uids else next(later, question)
            owner.answer.append(item)
        question.done = True
