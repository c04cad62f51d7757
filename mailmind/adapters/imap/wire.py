"""FETCH commands sent ahead of their answers.

Owned here: every answer reaches its own question. A server may work on several commands at once and
mix their answers (RFC 3501, 5.5), so what comes is dealt out by UID, and the questions under way
never ask for the same UID. Before any other command is sent, what is under way is read to its end.
"""

from collections import deque
from collections.abc import Container, Sequence

from imapclient.exceptions import IMAPClientAbortError

from mailmind.adapters.imap.connection import Connection
from mailmind.adapters.imap.responses import Broken, Item, read_fetch
from mailmind.core.syncplan import sequence_set

Answer = list[Item | Broken]


class Question:
    """One FETCH under way."""

    __slots__ = ("answer", "done", "refusal", "sent", "uids")

    def __init__(self, sent: bytes | Exception, uids: Container[int]) -> None:
        self.sent = sent
        """The tag; or why it could not be sent."""
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
        asked = uids if isinstance(uids, range) else frozenset(uids)
        question = Question(self._try_to_send(uids, items), asked)
        self._under_way.append(question)
        return question

    def _try_to_send(self, uids: Sequence[int], items: str) -> bytes | Exception:
        try:
            return self._link.send_fetch(sequence_set(uids), items)
        except (OSError, IMAPClientAbortError) as error:
            # Answers may have come before the link broke: they are read first.
            return error

    def wait_for(self, question: Question) -> None:
        """Wait until this question is answered, and thereby those before it."""
        while not question.done:
            self._read_next()

    def ask(self, uids: bytes, items: str, modifiers: str | None = None) -> tuple[Answer, str]:
        """Ask for a sequence set and wait: the answer and the refusal. Nothing may be under way."""
        data, refusal = self._link.receive_fetch(self._link.send_fetch(uids, items, modifiers))
        return list(read_fetch(data)), refusal

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
        if isinstance(question.sent, Exception):
            raise question.sent
        data, question.refusal = self._link.receive_fetch(question.sent)
        for item in read_fetch(data):
            later = (q for q in self._under_way if item.uid in q.uids)
            owner = question if item.uid in question.uids else next(later, question)
            owner.answer.append(item)
        question.done = True
