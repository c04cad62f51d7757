"""From configuration to a model that can be asked.

Owned here: what a server is taken for. Where nobody looked (``mailmind doctor``), the API is trusted to
enforce a schema and a server at ``base_url`` is not.
"""

import os
import tomllib
from collections.abc import Callable, Mapping
from importlib import resources

from mailmind.adapters.claude.client import open_client, place_of
from mailmind.adapters.claude.pace import Pace
from mailmind.adapters.claude.provider import ClaudeModel, Listener, Server
from mailmind.adapters.claude.purse import Purse
from mailmind.adapters.claude.request import Shape
from mailmind.core.dialogue import Task
from mailmind.core.modelconfig import Level, ModelConfig
from mailmind.core.prices import PriceList, price_list
from mailmind.core.prompts import AS_SHIPPED, Instructions

_READS = frozenset({Task.CROSS})
_PROPOSES = frozenset(Task) - _READS
_SMALLEST_CACHED = 512


def prices() -> PriceList:
    """The price list that ships with the program."""
    text = resources.files("mailmind").joinpath("data/prices.toml").read_text(encoding="utf-8")
    return price_list(tomllib.loads(text))


def purse(
    config: ModelConfig,
    spent_today: Callable[[], float] = lambda: 0.0,
    today: Callable[[], object] = lambda: None,
) -> Purse:
    """The purse of one run after another; proposer and second reader share it."""
    return Purse(config.ceiling_run, config.ceiling_day, spent_today=spent_today, today=today)


def open_model(
    config: ModelConfig,
    *,
    verifier: bool = False,
    money: Purse | None = None,
    pace: Pace | None = None,
    level: Level | None = None,
    told: Instructions = AS_SHIPPED,
    listener: Listener | None = None,
    environ: Mapping[str, str] = os.environ,
) -> ClaudeModel:
    """The model that proposes, or the second reader.

    Args:
        config: the ``[model]`` table.
        verifier: open the second reader (``model.verifier``) in place of the proposer.
        money: the purse of this run.
        pace: of this run; proposer and second reader share it, as they share the account's limits.
        level: what ``mailmind doctor`` found out; used where the configuration says ``auto``.
        told: what the model is told beside tasks and mails.
        listener: told of replies as they come in.
        environ: where the key stands.

    Raises:
        ModelError: there is no key.
        ConfigError: the configuration cannot be used.
    """
    client = open_client(config, environ)
    base_url = config.base_url or environ.get("ANTHROPIC_BASE_URL", "")
    return ClaudeModel(
        _server(config, client, base_url, config.verifier if verifier else config.name, level),
        config,
        purse=money or purse(config),
        pace=pace or Pace(config.longest_wait),
        tasks=_READS if verifier else _PROPOSES,
        told=told,
        listener=listener,
    )


def _server(
    config: ModelConfig, client: object, base_url: str, model: str, level: Level | None
) -> Server:
    known = prices()
    price = known.of(model)
    place = config.place or (place_of(base_url) if base_url else "CLOUD")
    is_free = place == "LOCAL"
    found = level or (Level.PROMPT if base_url else Level.SCHEMA)
    shape = Shape(
        model=model,
        level=found if config.level is Level.AUTO else config.level,
        effort="" if base_url else config.effort,
        min_cached=price.min_cached if price else _SMALLEST_CACHED,
    )
    return Server(
        client=client,
        shape=shape,
        place=place,
        price=None if is_free else price,
        reckoned=None if is_free else price or known.dearest,
        has_cache=not is_free,
    )
