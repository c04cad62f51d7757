"""A local entailment model behind the Model port, as a reader that judges and writes nothing.

Owned here: what such a model cannot do it does not pretend. It cannot read a value for itself, so it
abstains from every open question; shown a proposal, it names the newest sentence of the sender's own that
settles it. Whether that sentence stands, and holds the value, is for code to say as with any reader.

Plug one in as ``Workbench(verifier=EntailmentReader("my-nli", label))``, where ``label`` is any function
from premise and hypothesis to one of the three labels.
"""

import json
from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import Any

from mailmind.core.classify import own_text
from mailmind.core.dialogue import NO_USAGE, Answer, AnswerKind, Ask, Task
from mailmind.core.extract import aliases
from mailmind.core.sentences import sentences
from mailmind.core.values import Fact, Thread


class Label(StrEnum):
    """What an entailment model says of a premise and a hypothesis."""

    ENTAILED = "entailed"
    CONTRADICTED = "contradicted"
    NEUTRAL = "neutral"


Entails = Callable[[str, str], Label]
"""The model: premise (one sentence of a mail) and hypothesis (a statement) to a label."""


class EntailmentReader:
    """Grounds claims and cross-verifies facts, sentence by sentence."""

    place = "LOCAL"

    def __init__(self, name: str, entails: Entails) -> None:
        self.name = name
        self._entails = entails

    def can(self, task: Task) -> bool:
        """It judges; it neither extracts nor writes."""
        return task in (Task.GROUND, Task.CROSS)

    def ask(self, ask: Ask) -> Answer:
        """A judgement of every fact that is asked about."""
        if not self.can(ask.task):
            reason = f"an entailment model cannot be asked for {ask.task}"
            return Answer(
                AnswerKind.UNAVAILABLE, reason=reason, model=self.name, usage=NO_USAGE, calls=0
            )
        shown = ask.task is Task.CROSS and ask.attempt > 1
        if ask.task is Task.GROUND:
            reply = _judged([self._check(fact, ask.thread) for fact in ask.facts])
        else:
            reply = {"readings": [self._reading(f, ask.thread, shown=shown) for f in ask.facts]}
        text = json.dumps(reply, ensure_ascii=False)
        return Answer(AnswerKind.OK, text=text, model=self.name, usage=NO_USAGE, calls=0)

    def _check(self, fact: Fact, thread: Thread) -> dict[str, str]:
        label, sentence, name = self._settled(fact, thread)
        verdict = {Label.ENTAILED: "supported", Label.CONTRADICTED: "contradicted"}
        found = verdict.get(label, "not_found")
        return {
            "fact_id": fact.id,
            "verdict": found,
            "quote": sentence,
            "message_id": name,
            "missing": "",
        }

    def _reading(self, fact: Fact, thread: Thread, *, shown: bool) -> dict[str, Any]:
        label, sentence, name = self._settled(fact, thread) if shown else _OPEN
        borne_out = label is Label.ENTAILED
        return {
            "fact_id": fact.id,
            "abstain": not borne_out,
            "value": (fact.value or fact.statement) if borne_out else "",
            "quote": sentence if borne_out else "",
            "message_id": name if borne_out else "",
        }

    def _settled(self, fact: Fact, thread: Thread) -> tuple[Label, str, str]:
        """The newest sentence that says something of the statement, and what it says."""
        for name, sentence in _newest_first(thread):
            label = self._entails(sentence, fact.statement)
            if label is not Label.NEUTRAL:
                return label, sentence, name
        return _OPEN


def _judged(checks: list[dict[str, str]]) -> dict[str, Any]:
    return {"task": "ground", "facts": [], "checks": checks, "reply": [], "questions": []}


_OPEN = (Label.NEUTRAL, "", "")


def _newest_first(thread: Thread) -> Iterator[tuple[str, str]]:
    names = {message_id: name for name, message_id in aliases(thread).items()}
    for message in reversed(thread.messages):
        text = own_text(message)
        for start, end in reversed(sentences(text)):
            yield names[message.message_id], text[start:end]
