"""config.toml into frozen values.

Owned here: the shipped config.toml is the only place that holds a default. A user's file is laid over
it key by key, and the result is validated strictly: an unknown key, a wrong type or a value that is
not allowed is an error that names the key, its line and what is allowed.
"""

import hashlib
import json
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from platformdirs import user_config_path as platform_config_path
from platformdirs import user_data_path as platform_data_path

from mailmind.core.account import AccountConfig
from mailmind.core.modelconfig import ModelConfig
from mailmind.core.policy import Policy
from mailmind.errors import ConfigError

_HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class UserConfig:
    """Whose inbox it is."""

    timezone: str
    """IANA name, or ``local``."""
    addresses: tuple[str, ...]
    country: str
    """ISO 3166, or empty."""
    name: str


@dataclass(frozen=True, slots=True)
class StoreConfig:
    """Where mail is kept."""

    path: str


@dataclass(frozen=True, slots=True)
class DraftConfig:
    """When replies are drafted."""

    enabled: bool
    max_attempts: int
    tone: str


@dataclass(frozen=True, slots=True)
class LabelConfig:
    """The letters of provenance labels."""

    user: str
    checked: str
    guess: str


@dataclass(frozen=True)
class Settings:
    """Everything that config.toml says."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"strict": True, "extra": "forbid"}

    user: UserConfig
    store: StoreConfig
    model: ModelConfig
    policy: Policy
    drafts: DraftConfig
    labels: LabelConfig
    keys: dict[str, str]
    accounts: dict[str, AccountConfig]


@dataclass(frozen=True, slots=True)
class Config:
    """The settings in force, and where they come from."""

    settings: Settings
    defaults_path: Path
    user_path: Path | None
    sha256: str
    """Of the settings that decide what a run finds (user, model, policy, drafts)."""


def user_config_path(environ: Mapping[str, str] = os.environ) -> Path:
    """The file that is read where no other is named: ``MAILMIND_CONFIG``, else the system's place."""
    named = environ.get("MAILMIND_CONFIG")
    return Path(named) if named else platform_config_path("mailmind") / "config.toml"


def default_store_path() -> Path:
    """Where the store lies where the configuration does not say."""
    return platform_data_path("mailmind") / "mail.sqlite"


def defaults_path() -> Path:
    """The shipped config.toml: beside the package in a checkout, inside it in a wheel."""
    inside = _HERE / "config.toml"
    return inside if inside.exists() else _HERE.parent / "config.toml"


@cache
def _defaults() -> tuple[dict[str, Any], str]:
    text = defaults_path().read_text(encoding="utf-8")
    return tomllib.loads(text), text


def load(path: str | None = None, environ: Mapping[str, str] = os.environ) -> Config:
    """Lay a user's configuration over the defaults.

    Args:
        path: the file to use; it must exist. None: the user's own place, where nothing need be.
        environ: the environment, for ``MAILMIND_CONFIG``.

    Raises:
        ConfigError: the file is missing, is no TOML, or says something that is not allowed.
    """
    chosen = Path(path) if path else user_config_path(environ)
    if path and not chosen.exists():
        raise ConfigError(f"{path}: no such file; leave --config out to use the defaults")
    text = _read(chosen) if chosen.exists() else ""
    own = _parse(text, chosen)
    merged = _merge(_defaults()[0], own)
    settings = _validate(merged, own, text, chosen)
    return Config(
        settings=settings,
        defaults_path=defaults_path(),
        user_path=chosen if text else None,
        sha256=_digest(merged),
    )


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: cannot be read: {error}") from error


def _parse(text: str, path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}: not TOML: {error}") from error


def _merge(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    out = dict(base)
    for key, value in over.items():
        both = isinstance(value, dict) and isinstance(out.get(key), dict)
        out[key] = _merge(out[key], value) if both else value
    return out


def _validate(merged: dict[str, Any], own: Mapping[str, Any], text: str, path: Path) -> Settings:
    # Half of what a start takes; a mail server that is called meanwhile has answered when it is done.
    from pydantic import TypeAdapter, ValidationError

    shaped = _shape(merged)
    try:
        settings = TypeAdapter(Settings).validate_json(json.dumps(shaped, default=str))
    except ValidationError as error:
        problems = [_problem(item, own, text, path) for item in error.errors(include_url=False)]
        raise ConfigError("; ".join(problems)) from error
    _check_zone(settings.user.timezone, text, path)
    return settings


_POLICY_TABLES = ("routing", "workflows", "thresholds")


def _shape(merged: Mapping[str, Any]) -> dict[str, Any]:
    """The tables of the file as the fields of Settings: three of them make up the policy."""
    shaped = {key: value for key, value in merged.items() if key not in _POLICY_TABLES}
    shaped["accounts"] = {
        name: {**table, "name": name} if isinstance(table, dict) else table
        for name, table in merged.get("accounts", {}).items()
    }
    shaped["policy"] = {key: merged[key] for key in _POLICY_TABLES if key in merged}
    workflows = shaped["policy"].get("workflows")
    if isinstance(workflows, dict):
        shaped["policy"]["workflows"] = {
            name: {**table, "name": name} if isinstance(table, dict) else table
            for name, table in workflows.items()
        }
    return shaped


def _problem(item: Any, own: Mapping[str, Any], text: str, path: Path) -> str:
    """One validation error as key, line and what is allowed."""
    loc = [str(part) for part in item["loc"] if part != "policy"]
    key = ".".join(loc)
    if item["type"] == "unexpected_keyword_argument":
        what = f"unknown key; {_known(loc[:-1])}"
    elif item["type"] == "missing":
        what = "is required"
    elif item["type"] == "value_error":
        what = item["msg"].removeprefix("Value error, ")
    else:
        what = f"{item['msg'].removeprefix('Input should be ')} is allowed, not {item['input']!r}"
    line = line_of(text, loc) if own else None
    place = f"{path}, line {line}" if line else str(path)
    return f"{place}: {key}: {what}"


def _known(loc: list[str]) -> str:
    table: Any = _defaults()[0]
    for part in loc:
        table = table.get(part, {}) if isinstance(table, dict) else {}
    names = ", ".join(table) if isinstance(table, dict) and table else ""
    where = f"[{'.'.join(loc)}]" if loc else "the top level"
    return f"{where} knows {names}" if names else "see the shipped config.toml"


def line_of(text: str, loc: list[str]) -> int | None:
    """The line (from 1) of a TOML text that sets the key, or the header of the nearest table above it."""
    table: list[str] = []
    best: tuple[int, int] | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        stripped = line.split("#", 1)[0].strip()
        if stripped.startswith("["):
            table = _keys(stripped.strip("[] "))
            here = table
        elif "=" in stripped:
            here = table + _keys(stripped.split("=", 1)[0])
        else:
            continue
        shared = len(here) if loc[: len(here)] == here else 0
        if shared and (best is None or shared > best[0]):
            best = (shared, number)
    return best[1] if best else None


def _keys(dotted: str) -> list[str]:
    return [part.strip().strip("\"'") for part in dotted.split(".")]


def _check_zone(name: str, text: str, path: Path) -> None:
    if name != "local" and name not in available_timezones():
        line = line_of(text, ["user", "timezone"])
        place = f"{path}, line {line}" if line else str(path)
        raise ConfigError(
            f'{place}: user.timezone: "local" or an IANA name such as "Europe/Berlin" is allowed, '
            f"not {name!r}"
        )


def zone(settings: Settings) -> str:
    """The IANA name of the user's zone; UTC where the system does not tell its own."""
    if settings.user.timezone != "local":
        return settings.user.timezone
    link = Path("/etc/localtime")
    target = str(link.resolve()) if link.exists() else ""
    name = target.split("zoneinfo/", 1)[1] if "zoneinfo/" in target else "UTC"
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return "UTC"
    return name


def _digest(merged: Mapping[str, Any]) -> str:
    deciding = {k: v for k, v in merged.items() if k not in ("store", "accounts", "keys")}
    text = json.dumps(deciding, sort_keys=True, default=str, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
