"""Exceptions of the SDK and the network as outcomes.

Owned here: which failures are worth waiting for. The error's code decides, never its wording; a
spend limit looks like a rate limit and is none, and an overload inside a stream comes with status 200.
"""

import email.utils
import json
import time
from collections.abc import Mapping
from typing import Any

from mailmind.adapters.claude.outcome import Outcome
from mailmind.core.dialogue import AnswerKind

_FATAL = {
    401: "the key is not accepted; check the variable that model.key_env names",
    402: "the account has no credit left; add some in the console",
    403: "the key may not use this model",
    404: "the server does not know the model {model!r} (or model.base_url has a wrong path)",
}
_WAITABLE = (408, 409, 429)
_SPENT = "enforced_spend_limit_reached"


def failure(error: Exception, *, model: str, now: float | None = None) -> Outcome:
    """What became of a request that raised this; raises it again where it is a fault of ours."""
    import anthropic
    import httpx2

    if isinstance(error, anthropic.APIStatusError):
        return _status(error, model, time.time() if now is None else now)
    if isinstance(error, (anthropic.APITimeoutError, httpx2.TimeoutException)):
        reason = "the server was silent for longer than model.timeout"
        return _unavailable("timeout", reason, wait=-1.0)
    if isinstance(error.__cause__, httpx2.ConnectError):
        return _unavailable("connection", _nobody(error.__cause__), wait=-1.0)
    if isinstance(error, (anthropic.APIConnectionError, httpx2.TransportError)):
        reason = "the connection to the server failed or broke off"
        return _unavailable("connection", reason, wait=-1.0)
    if isinstance(error, (anthropic.APIError, json.JSONDecodeError, UnicodeDecodeError)):
        reason = "the server's answer is not what the Messages API sends"
        return Outcome(AnswerKind.MALFORMED, "protocol", reason=reason)
    raise error


def _nobody(error: Any) -> str:
    url = error.request.url
    port = f":{url.port}" if url.port else ""
    return (
        f"no connection to {url.scheme}://{url.host}{port}: "
        "is the server running, and is model.base_url right? (`mailmind doctor`)"
    )


def _status(error: Any, model: str, now: float) -> Outcome:
    status = error.status_code
    if _error_code(error) == _SPENT:
        reason = "the account's spend limit is reached; raise it in the console"
        return _unavailable("spend_limit", reason, fatal=True)
    if status == 200:  # inside a stream
        reason = f"the server broke the reply off ({error.type or 'error'})"
        return _unavailable("sse_error", reason, wait=-1.0)
    if status in _FATAL:
        return _unavailable(f"http_{status}", _FATAL[status].format(model=model), fatal=True)
    if status in _WAITABLE or status >= 500:
        reason = f"the server is busy or broken (HTTP {status})"
        code = "rate_limit" if status == 429 else "server"
        return _unavailable(code, reason, wait=_wait(error.response.headers, now))
    if status == 413:
        return _unavailable("too_large", "the thread is too large for one request")
    said = " ".join(str(error.api_message or "").split())[:120]
    return _unavailable("bad_request", f"the server refused the request: {said}")


def _error_code(error: Any) -> str | None:
    details = getattr(error, "details", None)
    if isinstance(details, Mapping):
        return str(details.get("error_code"))
    code = getattr(error, "error_code", None) or getattr(details, "error_code", None)
    return None if code is None else str(code)


def _wait(headers: Mapping[str, str], now: float) -> float:
    """Seconds that the server asks to wait; -1 where it does not say."""
    try:
        if millis := headers.get("retry-after-ms"):
            return max(0.0, float(millis) / 1000)
        after = headers.get("retry-after")
        if not after:
            return -1.0
        if after.replace(".", "", 1).isdigit():
            return float(after)
        return max(0.0, email.utils.parsedate_to_datetime(after).timestamp() - now)
    except ValueError:
        return -1.0


def _unavailable(
    code: str, reason: str, *, wait: float | None = None, fatal: bool = False
) -> Outcome:
    return Outcome(AnswerKind.UNAVAILABLE, code, reason=reason, wait=wait, fatal=fatal)
