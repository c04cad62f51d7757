"""A model behind the Messages API: one ask becomes as many requests as it takes, within bounds.

Owned here: the bounds. A reply that is cut off gets more room once, one that does not pass the schema
gate gets one repair, an empty one is asked for once more; a busy server is retried ``retries`` times. What
is still no answer then is an answer that says so. Mail text goes into requests and nowhere else.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from mailmind.adapters.claude.failure import failure
from mailmind.adapters.claude.leader import Leaders
from mailmind.adapters.claude.outcome import Collected, Outcome, total
from mailmind.adapters.claude.pace import Pace
from mailmind.adapters.claude.purse import Purse
from mailmind.adapters.claude.request import Shape, request
from mailmind.core.dialogue import NO_USAGE, Answer, AnswerKind, Ask, Task, Usage
from mailmind.core.envelope import unfence
from mailmind.core.modelconfig import Ai, ModelConfig
from mailmind.core.prices import Price
from mailmind.core.privacy import withheld
from mailmind.core.promptbuild import Prompt, build
from mailmind.core.prompts import AS_SHIPPED, REPAIR, Instructions
from mailmind.core.replies import ReplyError, parse_reply
from mailmind.errors import ModelError

_ONCE_MORE = frozenset({"empty", "two_blocks", "no_stop", "stop", "protocol"})
"""Outcomes that asking again may cure, once."""
_MOST_CURES = 2
"""More room, a repair and a second try together; a reply that needs more is none."""
_MOST_ROOM = 64_000

Listener = Callable[[Ask, str], None]
"""Told of a reply as it comes in: the ask, and the text so far."""


@dataclass(frozen=True, slots=True)
class Server:
    """How a server is spoken to; the same for all asks."""

    client: Any
    """An ``anthropic.Anthropic``, which retries nothing by itself."""
    shape: Shape
    place: str
    price: Price | None
    """None where it is free (LOCAL) or unknown (CLOUD)."""
    reckoned: Price | None
    """What counts against the ceilings; None where it is free."""
    has_cache: bool
    """Whether the server reports what its prompt cache read and wrote."""


@dataclass(slots=True)
class _Attempt:
    """The state of one ask across its requests."""

    max_tokens: int
    repair: str = ""
    tries: int = 0
    waits: int = 0
    cured: set[str] = field(default_factory=set)
    usages: list[Usage] = field(default_factory=list)


class ClaudeModel:
    """A model on the Messages API or on a server that speaks it. Safe to ask from many threads."""

    def __init__(
        self,
        server: Server,
        config: ModelConfig,
        *,
        purse: Purse,
        pace: Pace,
        tasks: frozenset[Task],
        told: Instructions = AS_SHIPPED,
        listener: Listener | None = None,
    ) -> None:
        self._server = server
        self._config = config
        self._purse = purse
        self._pace = pace
        self._tasks = tasks
        self._told = told
        self._listener = listener
        self._leaders = Leaders(config.timeout)

    @property
    def name(self) -> str:
        """The model's name, as the server knows it."""
        return self._server.shape.model

    @property
    def place(self) -> str:
        """LOCAL or CLOUD."""
        return self._server.place

    def close(self) -> None:
        """Close the connections to the server."""
        self._server.client.close()

    def can(self, task: Task) -> bool:
        """What this model is asked for; the second reader does nothing but read."""
        return task in self._tasks

    def prompt(self, ask: Ask) -> Prompt:
        """Exactly what would be sent."""
        return build(ask, mail_chars=self._config.mail_chars, told=self._told)

    def ask(self, ask: Ask) -> Answer:
        """Ask, within the bounds of privacy, money and patience."""
        config = self._config
        kept_back = withheld(
            ask.thread, place=self.place, ai=Ai(config.ai), never_send=config.never_send
        )
        if kept_back:
            return self._none(AnswerKind.UNAVAILABLE, "privacy", kept_back)
        prompt = self.prompt(ask)
        attempt = _Attempt(config.max_tokens)
        while True:
            outcome = self._send(ask, prompt, attempt)
            outcome, again = self._follow_up(ask, outcome, attempt)
            if not again:
                return self._answer(prompt, outcome, attempt)

    def _send(self, ask: Ask, prompt: Prompt, attempt: _Attempt) -> Outcome:
        arguments = request(
            prompt, self._server.shape, max_tokens=attempt.max_tokens, repair=attempt.repair
        )
        self._pace.wait()
        with self._paid(prompt, attempt) as refused:
            if refused:
                return Outcome(AnswerKind.BUDGET, "ceiling", reason=refused)
            prefix = sha256("\x00".join([prompt.system, *prompt.mails]).encode()).hexdigest()
            attempt.tries += 1
            with self._leaders.turn(prefix) as begun:
                outcome = self._stream(ask, arguments, begun.set)
            attempt.usages.append(outcome.usage)
        return outcome

    @contextmanager
    def _paid(self, prompt: Prompt, attempt: _Attempt) -> Iterator[str]:
        """Hold the estimate of one request; afterwards account for what it really cost."""
        reckoned = self._server.reckoned
        if reckoned is None:
            yield ""
            return
        estimate = reckoned.estimate(len(prompt.text), attempt.max_tokens)
        refused = self._purse.reserve(estimate)
        before = len(attempt.usages)
        yield refused
        if not refused:
            usages = attempt.usages[before:]
            self._purse.settle(estimate, reckoned.cost(usages[0]) if usages else None)

    def _stream(self, ask: Ask, arguments: dict[str, Any], begun: Callable[[], None]) -> Outcome:
        collected = Collected()
        text = ""
        try:
            with self._server.client.messages.create(**arguments, stream=True) as events:
                for event in events:
                    added = collected.add(event)
                    if collected.begun:
                        begun()
                    if added and self._listener:
                        text += added
                        self._listener(ask, text)
        except Exception as error:  # noqa: BLE001  # failure() raises what it does not know
            known = failure(error, model=self.name)
            # An error status costs nothing; a stream that broke off costs nobody knows what.
            usage = Usage() if collected.begun else NO_USAGE
            return replace(known, usage=usage)
        return collected.outcome(caches=self._server.has_cache)

    def _follow_up(self, ask: Ask, outcome: Outcome, attempt: _Attempt) -> tuple[Outcome, bool]:
        """What to make of an outcome, and whether to ask again."""
        if outcome.fatal:
            raise ModelError(f"{self.name}: {outcome.reason}")
        if outcome.wait is not None:
            return outcome, self._may_wait(outcome, attempt)
        if outcome.code == "truncated":
            room = min(attempt.max_tokens * 2, _MOST_ROOM)
            again = room > attempt.max_tokens and self._once("truncated", attempt)
            attempt.max_tokens = room
            return outcome, again
        if outcome.code in _ONCE_MORE:
            return outcome, self._once("once more", attempt)
        if outcome.kind is not AnswerKind.OK:
            return outcome, False
        text = unfence(outcome.text)
        problem = parse_reply(ask.task, text, ask)
        if not isinstance(problem, ReplyError):
            return replace(outcome, text=text), False
        attempt.repair = REPAIR.format(problems="\n".join(str(p) for p in problem.problems[:20]))
        reason = f"the reply does not pass the schema: {problem}"
        broken = replace(outcome, kind=AnswerKind.MALFORMED, code="schema", reason=reason)
        return broken, self._once("repair", attempt)

    def _may_wait(self, outcome: Outcome, attempt: _Attempt) -> bool:
        attempt.waits += 1
        if attempt.waits > self._config.retries or outcome.wait is None:
            return False
        everybody = outcome.code == "rate_limit"
        return self._pace.back_off(outcome.wait, attempt.waits, everybody=everybody)

    @staticmethod
    def _once(cure: str, attempt: _Attempt) -> bool:
        may = cure not in attempt.cured and len(attempt.cured) < _MOST_CURES
        attempt.cured.add(cure)
        return may

    def _answer(self, prompt: Prompt, outcome: Outcome, attempt: _Attempt) -> Answer:
        usage = total(attempt.usages)
        asked = sha256(prompt.text.encode()).hexdigest() if attempt.tries else ""
        return Answer(
            kind=outcome.kind,
            text=outcome.text,
            reason=outcome.reason,
            model=self.name,
            usage=replace(usage, cost=self._cost(attempt.usages)),
            calls=attempt.tries,
            prompt_sha256=asked,
            code=outcome.code,
        )

    def _cost(self, usages: list[Usage]) -> float | None:
        """US dollars of several requests; unknown as soon as one is unknown."""
        if self._server.reckoned is None:
            return 0.0
        costs = [self._server.price.cost(u) if self._server.price else None for u in usages]
        known = [cost for cost in costs if cost is not None]
        return sum(known) if len(known) == len(costs) else None

    def _none(self, kind: AnswerKind, code: str, reason: str) -> Answer:
        return Answer(kind, reason=reason, model=self.name, usage=NO_USAGE, calls=0, code=code)
