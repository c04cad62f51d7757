"""What a run works with: the store, the models, the clock and the settings, picked by bootstrap.

Owned here: no thread is put to a model that its owner does not allow to see it.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from mailmind.asking import Asked, ask
from mailmind.config import Settings
from mailmind.core.checks import CheckContext
from mailmind.core.modelconfig import Ai
from mailmind.core.privacy import reach, withheld
from mailmind.core.values import Thread
from mailmind.errors import ModelError
from mailmind.ports import AnswerKind, Ask, Clock, Model, ModelCall, Store


def _nothing() -> None:
    return None


@dataclass(frozen=True, slots=True)
class Workbench:
    """Everything that the pipeline needs, and nothing that it picked itself."""

    store: Store
    model: Model
    """Proposes: extracts, grounds, drafts."""
    verifier: Model | None
    """Reads again for cross-verification; None where there is no second reader."""
    clock: Clock
    settings: Settings
    zone: str
    """The user's IANA zone."""
    config_hash: str
    """Of the settings and prompts; a thread that it has seen unchanged is not looked at again."""
    prompt_hash: str
    rules: tuple[str, ...] = ()
    """Accepted prompt rules, as the models are told them."""
    code: Model | None = None
    """Reads with plain code alone: what a thread gets that no model may see."""
    tab: list[ModelCall] = field(default_factory=list)
    """What was asked about one thread so far, also where the run ends in the middle of it."""
    width: int = 1
    """Threads that are worked on at the same time."""
    fresh: bool = False
    """A person asks for another draft: what the model once answered is not what they want."""
    begun: Callable[[], None] = _nothing
    """Called when a run begins."""
    finished: Callable[[], None] = _nothing
    """Called when a run came to its end with nothing left."""

    def context(self, thread: Thread) -> CheckContext:
        """What the checks of this thread may know.

        A workflow that the configuration no longer has gives way to the strict default.
        """
        policy = self.settings.policy
        return CheckContext(
            thread=thread,
            policy=policy,
            workflow=policy.workflows.get(thread.workflow) or policy.workflows["general"],
            timezone=self.zone,
        )

    def allowed_for(self, thread: Thread) -> "tuple[Workbench, str]":
        """The bench with the models that may see this thread, and why it is not the whole one."""
        config = self.settings.model
        places = self.store.places(thread.id)
        limits = [reach(place, config.ai, config.folders) for place in places] or [config.ai]
        ai = min(limits, key=list(Ai).index)
        why = withheld(thread, place=self.model.place, ai=ai, never_send=config.never_send)
        if why is None:
            if self.verifier is None or not withheld(
                thread, place=self.verifier.place, ai=ai, never_send=config.never_send
            ):
                return self, ""
            return replace(self, verifier=None), ""
        if self.code is None:
            raise ModelError(f"{why}, and nothing else is at hand that could read it")
        return replace(self, model=self.code, verifier=None), why


def begin(bench: Workbench) -> str:
    """Start a run; answers its ID. The record tells its settings and prompts, and the rules word by word."""
    bench.begun()
    now = bench.clock.now()
    run_id = bench.store.start_run(
        at=now, config_hash=bench.config_hash, prompt_hash=bench.prompt_hash
    )
    if bench.rules:
        told = {"prompts": bench.prompt_hash, "rules": list(bench.rules)}
        bench.store.append("run.rules", told, at=now, run_id=run_id)
    return run_id


def put(bench: Workbench, model: Model, question: Ask) -> Asked:
    """Ask a model of the bench, and put it on the thread's tab.

    Raises:
        ModelError: the money for this run is spent, so no further question can be put.
    """
    asked = ask(model, question, tab=bench.tab)
    if asked.kind is AnswerKind.BUDGET:
        raise ModelError(asked.problem)
    return asked
