"""Which model proposes, who reads again, and the workbench of a run.

Owned here: no key, no model. Where nothing is configured, plain code reads the mail.
"""

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from platformdirs import user_cache_path

from mailmind import config as configuration
from mailmind.bootstrap.sources import SystemClock, store_path
from mailmind.config import Config
from mailmind.core.modelconfig import Level, Provider
from mailmind.core.prompts import Instructions
from mailmind.errors import ConfigError
from mailmind.pipeline import Workbench
from mailmind.ports import Ask, Clock, Model, Store, Task


def provider(config: Config) -> str:
    """Which provider ``auto`` comes down to: the API where there is a key or a server, else no model."""
    settings = config.settings.model
    if settings.provider is not Provider.AUTO:
        return settings.provider
    named = (settings.key_env, "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL")
    reachable = settings.base_url or any(os.environ.get(name) for name in named)
    return Provider.ANTHROPIC if reachable else Provider.OFFLINE


def describe_model(config: Config) -> str:
    """One line for people: which model proposes, and where its requests go."""
    chosen, settings = provider(config), config.settings.model
    if chosen == "offline":
        return "none (plain code reads the mail)"
    if chosen == "replay":
        return f"recorded replies in {settings.replies}"
    reader = f", second reader {settings.verifier}" if settings.verifier else ""
    return f"{settings.name} at {settings.base_url or 'the API'}{reader}"


def offline() -> Model:
    """No model: plain code that reads mail."""
    from mailmind.adapters.offline import OfflineModel

    return OfflineModel()


def model(config: Config) -> Model:
    """The model that proposes, without a store: it remembers nothing, and only this run's ceiling holds.

    Raises:
        ModelError: there is no key.
        ConfigError: the model's configuration cannot be used.
    """
    chosen, settings = provider(config), config.settings.model
    if chosen == "offline":
        return offline()
    if chosen == "replay":
        from mailmind.adapters.replay import ReplayModel

        if not settings.replies:
            raise ConfigError(
                'model.provider = "replay" needs model.replies, a folder of recordings'
            )
        return ReplayModel(Path(settings.replies).expanduser())
    from mailmind.adapters.claude.opening import open_model

    level = _found_level(config, settings.name)
    opened: Model = open_model(settings, level=level, told=Instructions(rules(config)))
    return opened


def desk(config: Config, store: Store) -> Workbench:
    """What a person's decision works with: the policy and the gate, and no model."""
    return bench_of(config, store, offline(), SystemClock())


@contextmanager
def workbench(
    config: Config,
    store: Store,
    *,
    listener: Callable[[Ask, str], None] | None = None,
    grounding: bool = True,
) -> Iterator[Workbench]:
    """What real runs work with.

    Args:
        config: the configuration in force.
        store: where mail and findings are kept.
        listener: told of the model's replies while they come in, from any thread.
        grounding: False leaves out of the prompts what keeps a model to the mail, for a comparison.

    Raises:
        ModelError: there is no key.
        ConfigError: the model's configuration cannot be used.
    """
    if provider(config) != "anthropic":
        yield bench_of(config, store, model(config), SystemClock())
        return
    with _claude(config, store, listener, grounding=grounding) as opened:
        bench = bench_of(config, store, opened.proposer, SystemClock(), grounding=grounding)
        yield replace(
            bench,
            verifier=opened.verifier,
            width=config.settings.model.parallel,
            begun=opened.begun,
            finished=opened.finished,
        )


@dataclass(frozen=True, slots=True)
class _Opened:
    """Models that were opened, and what they want to know of runs."""

    proposer: Model
    verifier: Model | None
    begun: Callable[[], None]
    """A run begins: its money is counted anew."""
    finished: Callable[[], None]
    """A run came to its end: its answers may be forgotten."""


@contextmanager
def _claude(
    config: Config,
    store: Store,
    listener: Callable[[Ask, str], None] | None,
    *,
    grounding: bool,
) -> Iterator[_Opened]:
    """The models of the API or a server."""
    from mailmind.adapters.answers import RememberingModel
    from mailmind.adapters.claude.opening import open_model, purse
    from mailmind.adapters.claude.pace import Pace

    settings = config.settings.model
    zone = configuration.zone(config.settings)

    def today() -> datetime:
        return midnight(SystemClock(), zone)

    money = purse(settings, spent_today=lambda: store.spent(since=today()), today=today)
    pace = Pace(settings.longest_wait)
    level = _found_level(config, settings.name)
    kept = store_path(config).with_suffix(".answers")
    with ExitStack() as stack:
        inner = open_model(
            settings,
            money=money,
            pace=pace,
            level=level,
            told=Instructions(rules(config), grounding),
            listener=listener,
        )
        stack.callback(inner.close)
        proposer = RememberingModel(inner, kept)
        stack.callback(proposer.close)
        verifier = None
        if settings.verifier:
            reader = open_model(
                settings,
                verifier=True,
                money=money,
                pace=pace,
                level=_found_level(config, settings.verifier),
            )
            stack.callback(reader.close)
            verifier = RememberingModel(reader, kept)
            stack.callback(verifier.close)
        yield _Opened(proposer, verifier, begun=money.begin, finished=proposer.forget)


def _found_level(config: Config, name: str) -> Level | None:
    from mailmind.adapters.claude.doctor import recall

    return recall(config.settings.model.base_url, name, doctor_file())


def doctor_file() -> Path:
    """What `mailmind doctor` found out about servers."""
    return user_cache_path("mailmind") / "doctor.json"


def rules(config: Config) -> tuple[str, ...]:
    """The accepted prompt rules, a line each."""
    named = config.settings.model.rules
    if not named:
        return ()
    try:
        lines = Path(named).expanduser().read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return ()  # no rule has been accepted yet
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"model.rules: {named} cannot be read: {error}") from error
    return tuple(line.strip() for line in lines if line.strip() and not line.startswith("#"))


def midnight(at: Clock, zone: str) -> datetime:
    """When today began in this zone."""
    here = at.now().astimezone(ZoneInfo(zone))
    return here.replace(hour=0, minute=0, second=0, microsecond=0)


def judged_by(program: str, configuration: str, prompts: str, model: str) -> str:
    """What judges a thread: with any of these another, the threads that it judged are due again.

    Args:
        program: the version of mailmind, since a newer one checks better.
        configuration: the hash of the settings.
        prompts: the hash of the prompts and the accepted rules.
        model: the name of the model that proposes.
    """
    return hashlib.sha256(f"{program} {configuration} {prompts} {model}".encode()).hexdigest()


def bench_of(
    config: Config, store: Store, proposer: Model, at: Clock, *, grounding: bool = True
) -> Workbench:
    """A workbench with this model, which also reads again where it can."""
    from importlib.metadata import version

    accepted = rules(config)
    prompts = Instructions(accepted, grounding).hash
    return Workbench(
        store=store,
        model=proposer,
        verifier=proposer if proposer.can(Task.CROSS) else None,
        clock=at,
        settings=config.settings,
        zone=configuration.zone(config.settings),
        config_hash=judged_by(version("mailmind"), config.sha256, prompts, proposer.name),
        prompt_hash=prompts,
        rules=accepted,
        code=offline(),
    )
