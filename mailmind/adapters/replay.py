"""Recorded replies in place of a model, and the recorder that makes them.

Owned here: what was not recorded is unavailable, never made up, and what is recorded is on disk
before the answer is handed on.
"""

import os
import tempfile
import threading
from hashlib import sha256
from pathlib import Path

from pydantic import ValidationError

from mailmind.adapters.relay import Relay
from mailmind.core.dialogue import NO_USAGE, Answer, AnswerKind, Ask, Task
from mailmind.core.recording import Recording, recorded, replayed, thread_key
from mailmind.errors import UsageError
from mailmind.ports import Model


class ReplayModel:
    """Answers from the recordings in a folder."""

    name = "replay"
    place = "OFF"

    def __init__(self, folder: Path) -> None:
        """Read every recording of ``folder``; a broken one is a UsageError that names it."""
        files = sorted(folder.glob("*.json"))
        if not files:
            raise UsageError(f"no recordings (*.json) in {folder}")
        read = [_read(file) for file in files]
        self._by_thread = {tuple(recording.messages): recording for recording in read}
        self._tasks = {entry.task for recording in read for entry in recording.replies}

    def can(self, task: Task) -> bool:
        """Whether any thread has a recording of this task."""
        return task.value in self._tasks

    def ask(self, ask: Ask) -> Answer:
        """The recorded answer, or unavailable with the reason."""
        recording = self._by_thread.get(thread_key(ask.thread))
        if recording is None:
            return _unavailable("no recording of this thread")
        entry = recording.entry(ask)
        if entry is None:
            return _unavailable(f"no recording of {ask.task} for this thread")
        return replayed(recording, entry, ask)


class Recordings:
    """A folder that recordings are written to, one file a thread, whichever models answer."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._threads: dict[tuple[str, ...], Recording] = {}
        self._lock = threading.Lock()
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)

    def add(self, ask: Ask, answer: Answer, name: str) -> None:
        """Write down one answer of the model of that name; a thread without mail has no name to keep."""
        key = thread_key(ask.thread)
        if not key:
            return
        with self._lock:
            before = self._threads.get(key) or Recording(
                format=1, model=answer.model or name, messages=list(key), replies=[]
            )
            self._threads[key] = recorded(before, ask, answer)
            _write(self._folder / _file_name(key), self._threads[key])


class RecordingModel(Relay[Model]):
    """Passes every ask on to another model and records what came back."""

    def __init__(self, inner: Model, recordings: Recordings) -> None:
        super().__init__(inner)
        self._recordings = recordings

    def ask(self, ask: Ask) -> Answer:
        """The recorded model's answer, once it is on disk."""
        answer = self._inner.ask(ask)
        self._recordings.add(ask, answer, self.name)
        return answer


def _unavailable(reason: str) -> Answer:
    return Answer(AnswerKind.UNAVAILABLE, reason=reason, model="replay", usage=NO_USAGE, calls=0)


def _file_name(key: tuple[str, ...]) -> str:
    return sha256("\n".join(key).encode("utf-8", "surrogatepass")).hexdigest()[:16] + ".json"


def _write(file: Path, recording: Recording) -> None:
    text = recording.model_dump_json(indent=1, exclude_defaults=True)
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=".", suffix=".part")
    with os.fdopen(handle, "w", encoding="utf-8") as out:
        out.write(text + "\n")
    Path(name).replace(file)


def _read(file: Path) -> Recording:
    try:
        return Recording.model_validate_json(file.read_bytes())
    except OSError as error:
        raise UsageError(f"cannot read the recording {file}: {error.strerror}") from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(step) for step in first["loc"]) or "file"
        raise UsageError(f"the recording {file} is broken at {place}: {first['msg']}") from error
