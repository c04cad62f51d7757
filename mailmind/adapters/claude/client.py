"""The SDK's client, made so that mail text stays between program and server.

Owned here: silence. The SDK can log request bodies and report spans; here it does neither, whatever the
environment says. It also retries nothing, since pacing is ours.
"""

import ipaddress
import logging
import os
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from mailmind.core.modelconfig import ModelConfig
from mailmind.errors import ConfigError, ModelError

_CHATTY = ("anthropic", "httpx2", "httpcore2")
_API_KEY = "ANTHROPIC_API_KEY"
_NO_KEY = "none"
"""Sent to local servers that ask for no key."""


def open_client(config: ModelConfig, environ: Mapping[str, str] = os.environ) -> Any:
    """A client of the API or of the server at ``base_url``.

    Raises:
        ModelError: there is no key, and the server is the API.
        ConfigError: ``base_url`` is no URL.
    """
    base_url = config.base_url or environ.get("ANTHROPIC_BASE_URL") or None
    local = base_url is not None and (config.place or place_of(base_url)) == "LOCAL"
    # The key of the API is no business of a server on this machine, unless it is named for it.
    named = environ if not local or config.key_env != _API_KEY else {}
    key = named.get(config.key_env, "")
    token = "" if key else named.get("ANTHROPIC_AUTH_TOKEN", "")
    if not key and not token and base_url is None:
        raise ModelError(
            f'no key: set the environment variable {config.key_env}, or provider = "offline"'
        )
    _check(base_url)
    import anthropic

    _silence()
    loopback = base_url is not None and place_of(base_url) == "LOCAL"
    return anthropic.Anthropic(
        api_key=None if token else key or _NO_KEY,
        auth_token=token or None,
        base_url=base_url,
        timeout=anthropic.Timeout(config.timeout, connect=min(config.timeout, 10.0)),
        max_retries=0,
        open_telemetry=False,
        http_client=anthropic.DefaultHttpxClient(trust_env=False) if loopback else None,
    )


def place_of(base_url: str) -> str:
    """LOCAL for a server on this machine, else CLOUD."""
    host = (urlsplit(base_url).hostname or "").casefold()
    if host == "localhost" or host.endswith(".localhost"):
        return "LOCAL"
    try:
        return "LOCAL" if ipaddress.ip_address(host).is_loopback else "CLOUD"
    except ValueError:
        return "CLOUD"


def _check(base_url: str | None) -> None:
    if base_url is None:
        return
    parts = urlsplit(base_url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ConfigError(f"model.base_url = {base_url!r}: a URL such as http://127.0.0.1:8080")
    if parts.scheme == "http" and place_of(base_url) != "LOCAL":
        raise ConfigError(
            f"model.base_url = {base_url!r}: mail text may cross a network over https only"
        )


def _silence() -> None:
    """Keep request bodies out of every log, also where ANTHROPIC_LOG asks for them."""
    for name in _CHATTY:
        logger = logging.getLogger(name)
        logger.setLevel(logging.CRITICAL)
        logger.disabled = True
