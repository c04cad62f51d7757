"""Answers that were paid for are kept: a run that was killed asks nothing twice.

Owned here: an answer belongs to exactly one question. The key covers the model, every byte of the
prompt and the attempt, so a new mail, another prompt or another model is another question. Only good
answers are kept; what failed is asked again.
"""

import json
import sqlite3
import threading
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from mailmind.adapters.relay import Relay
from mailmind.core.dialogue import NO_USAGE, Answer, AnswerKind, Ask
from mailmind.core.promptbuild import Prompt
from mailmind.ports import Model


class _Prompted(Model, Protocol):
    """A model that can say what it would send."""

    def prompt(self, ask: Ask) -> Prompt: ...


class RememberingModel(Relay[_Prompted]):
    """A model whose good answers outlive the process."""

    def __init__(self, inner: _Prompted, file: Path) -> None:
        """Keep the answers of ``inner`` in ``file``, which only its owner can read."""
        super().__init__(inner)
        self._lock = threading.Lock()
        file.touch(mode=0o600)
        self._db = sqlite3.connect(file, check_same_thread=False, isolation_level=None)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, text TEXT)")

    def ask(self, ask: Ask) -> Answer:
        """The kept answer, at no cost, or a new one."""
        key = self._key(ask)
        with self._lock:
            row = self._db.execute("SELECT text FROM answers WHERE key = ?", (key,)).fetchone()
        if row is not None and not ask.fresh:
            kept = AnswerKind.OK
            return Answer(kept, row[0], model=self.name, usage=NO_USAGE, calls=0, code="kept")
        answer = self._inner.ask(ask)
        if answer.kind is AnswerKind.OK:
            with self._lock:
                self._db.execute("INSERT OR REPLACE INTO answers VALUES (?, ?)", (key, answer.text))
        return answer

    def _key(self, ask: Ask) -> str:
        prompt = self._inner.prompt(ask)
        parts = [self.name, ask.task.value, str(ask.attempt), prompt.text, dict(prompt.schema)]
        return sha256(json.dumps(parts).encode()).hexdigest()

    def forget(self) -> None:
        """Drop all answers, as after a run that came to its end."""
        with self._lock:
            self._db.execute("DELETE FROM answers")

    def close(self) -> None:
        """Close the file."""
        self._db.close()
