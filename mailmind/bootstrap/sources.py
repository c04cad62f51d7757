"""Configuration, clock, store and sources of mail: what every command opens."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from mailmind import config as configuration
from mailmind.config import Config, user_config_path
from mailmind.core.account import AccountConfig
from mailmind.errors import ConfigError
from mailmind.ports import Clock, MailSource, Store


@dataclass(frozen=True, slots=True)
class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """The moment, in UTC."""
        return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class FixedClock:
    """A clock that stands still: the demo's day."""

    at: datetime

    def now(self) -> datetime:
        """Always the same moment."""
        return self.at


def clock() -> Clock:
    """The clock of real runs."""
    return SystemClock()


def load_config(path: str | None) -> Config:
    """The configuration in force."""
    return configuration.load(path)


def store_path(config: Config) -> Path:
    """Where the store lies; ``~`` and a relative path (from the configuration file) are resolved."""
    named = config.settings.store.path
    if not named:
        return configuration.default_store_path()
    base = config.user_path.parent if config.user_path else Path.cwd()
    return base / Path(named).expanduser()


@contextmanager
def open_store(config_path: str | None, *, at: Path | None = None) -> Iterator[Store]:
    """The store in force, closed at the end.

    Args:
        config_path: as given by ``--config``.
        at: a store to use in place of the configured one (the demo's).
    """
    from mailmind.adapters.store import SqliteStore

    store = SqliteStore.open(at or store_path(load_config(config_path)))
    try:
        yield store
    finally:
        store.close()


def local_mail(paths: Sequence[Path]) -> MailSource:
    """Files and folders as a source of mail."""
    from mailmind.adapters.local import LocalMail

    return LocalMail(paths)


def bundled(name: str) -> Path:
    """A folder of the bundled fixtures: beside the package in a checkout, inside it in a wheel."""
    here = Path(__file__).parents[1]
    inside = here / "fixtures" / name
    return inside if inside.exists() else here.parent / "fixtures" / name


def accounts(config: Config, only: str | None = None) -> tuple[AccountConfig, ...]:
    """The configured accounts, or the one that is named.

    Raises:
        ConfigError: there is none, or none of that name.
    """
    known = config.settings.accounts
    if only is not None and only not in known:
        names = ", ".join(known) or "none is configured"
        raise ConfigError(
            f"no account {only!r} (known: {names}); add [accounts.{only}] to {user_config_path()}"
        )
    if not known:
        raise ConfigError(f"no account is configured; add [accounts.NAME] to {user_config_path()}")
    return tuple(known[name] for name in ([only] if only else known))
