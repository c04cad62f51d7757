"""The ``[model]`` table of config.toml as a frozen value.

Owned here: mail text goes nowhere that the user did not allow. ``ai`` bounds every provider, and a
domain in ``never_send`` is kept back whatever the account says.
"""

from dataclasses import dataclass, field
from enum import StrEnum


class Ai(StrEnum):
    """How far mail text may travel."""

    OFF = "off"
    """To no model at all."""
    LOCAL = "local"
    """To a model on this machine."""
    CLOUD = "cloud"
    """To a model anywhere."""


class Provider(StrEnum):
    """Who answers."""

    AUTO = "auto"
    """``anthropic`` where there is a key or a ``base_url``, else ``offline``."""
    ANTHROPIC = "anthropic"
    OFFLINE = "offline"
    REPLAY = "replay"


class Level(StrEnum):
    """How a server is brought to answer in the schema, the strictest first."""

    AUTO = "auto"
    """What ``mailmind doctor`` found, or else what the provider is known for."""
    SCHEMA = "L0"
    """The server enforces the JSON schema."""
    FORCED_TOOL = "L1"
    """One tool that must be called."""
    TOOL = "L2"
    """One tool that may be called."""
    PROMPT = "L3"
    """The schema stands in the prompt, and nothing but our own gate enforces it."""


@dataclass(frozen=True, slots=True)
class ModelConfig:
    """Which model is asked, how, for how much, and what it may never see."""

    provider: Provider = Provider.AUTO
    name: str = "claude-haiku-5-5"
    """The model that extracts, grounds and drafts."""
    verifier: str = "claude-sonnet-5-5"
    """The second reader of cross-verification; empty: there is none."""
    base_url: str = ""
    """Any server that speaks ``/v1/messages``; empty: the API itself."""
    place: str = ""
    """``LOCAL`` or ``CLOUD``, where the address misleads: a proxy on this machine is CLOUD. Empty:
    a server on this machine is LOCAL, any other CLOUD."""
    key_env: str = "ANTHROPIC_API_KEY"
    """The environment variable that holds the key. A key never stands in this file."""
    replies: str = ""
    """The folder of recorded replies, for ``provider = "replay"``."""
    level: Level = Level.AUTO
    effort: str = "low"
    """low, medium, high, xhigh or max; empty: the server's default."""
    max_tokens: int = 8192
    """Room for a reply, thinking included; doubled once where a reply was cut off."""
    mail_chars: int = 40_000
    """A longer mail is cut in the prompt, and the prompt says so."""
    timeout: float = 120.0
    """Seconds without a byte after which a call is given up."""
    retries: int = 4
    """How often a call is repeated after a busy or broken server."""
    longest_wait: float = 60.0
    """Seconds; a server that asks for more patience than this is given up for this run."""
    parallel: int = 8
    """Threads that are asked about at the same time."""
    ceiling_run: float = 1.0
    """US dollars; when a run has spent them it stops and says what is left. 0: nothing is spent."""
    ceiling_day: float = 5.0
    """US dollars of all runs of one day."""
    ai: Ai = Ai.CLOUD
    """How far mail text may travel, where its account does not say otherwise."""
    folders: dict[str, Ai] = field(default_factory=dict)
    """Exceptions by account or folder: ``{"work" = "local", "work/Legal" = "off"}``."""
    never_send: tuple[str, ...] = ()
    """Domains whose mail no model on the network sees."""
    rules: str = ""
    """A file of accepted prompt rules (``mailmind patterns``); empty: none."""
