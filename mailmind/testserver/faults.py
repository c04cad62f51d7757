"""The ways in which the API, or what stands between, was seen to go wrong.

Owned here: one fault is one request. A script of faults is used up in order; after it, all is well.
"""

import threading
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Fault:
    """What happens to one request in place of a reply."""

    kind: str
    """``status``, ``sse_error``, ``garbled``, ``drop``, ``slow``, ``wait``, ``end_early``, ``reply``,
    ``html``, ``no_usage``."""
    status: int = 200
    error: dict[str, Any] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    after: int = 0
    """Deltas that are sent before a stream breaks."""
    seconds: float = 0.0
    until: threading.Event = field(default_factory=threading.Event)
    """What a stream that waits is waiting for."""
    stop_reason: str = "end_turn"
    blocks: tuple[str, ...] | None = None
    """The text blocks of the reply, in place of the model's."""
    cut: int | None = None
    """How much of the model's reply is sent."""

    @classmethod
    def http(cls, status: int, kind: str, *, code: str | None = None, **headers: str) -> "Fault":
        """An error status with the API's error body; ``_`` in header names stands for ``-``."""
        error: dict[str, Any] = {"type": kind, "message": f"scripted {kind}"}
        if code:
            error["details"] = {"error_code": code}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return cls("status", status=status, error=error, headers=named)

    @classmethod
    def rate_limit(cls, retry_after: float | None = None) -> "Fault":
        """429, with or without a word on when to come back."""
        headers = {} if retry_after is None else {"retry_after": f"{retry_after:g}"}
        return cls.http(429, "rate_limit_error", **headers)

    @classmethod
    def spend_limit(cls) -> "Fault":
        """The 429 that no waiting cures."""
        return cls.http(429, "rate_limit_error", code="enforced_spend_limit_reached")

    @classmethod
    def overloaded(cls) -> "Fault":
        """529."""
        return cls.http(529, "overloaded_error")

    @classmethod
    def broken(cls) -> "Fault":
        """500."""
        return cls.http(500, "api_error")

    @classmethod
    def sse_error(cls, after: int = 2) -> "Fault":
        """An error event inside a stream that began well."""
        error = {"type": "overloaded_error", "message": "scripted overload"}
        return cls("sse_error", error=error, after=after)

    @classmethod
    def drop(cls, after: int = 2) -> "Fault":
        """The connection breaks in mid-stream."""
        return cls("drop", after=after)

    @classmethod
    def end_early(cls, after: int = 2) -> "Fault":
        """The stream ends in good order before the message does."""
        return cls("end_early", after=after)

    @classmethod
    def garbled(cls, after: int = 2) -> "Fault":
        """An event of the stream whose JSON is cut in the middle."""
        return cls("garbled", after=after)

    @classmethod
    def half_json(cls, cut: int = 20) -> "Fault":
        """A reply that ends well (``end_turn``) and is only the beginning of its JSON."""
        return cls("reply", cut=cut)

    @classmethod
    def slow(cls, seconds: float) -> "Fault":
        """Nothing for so long, in the middle of a stream."""
        return cls("slow", seconds=seconds, after=1)

    @classmethod
    def wait(cls, until: threading.Event, after: int = 2) -> "Fault":
        """Nothing until a test lets the stream go on, after so many events of it."""
        return cls("wait", until=until, after=after)

    @classmethod
    def truncated(cls, cut: int = 20) -> "Fault":
        """``max_tokens`` is reached after so many characters."""
        return cls("reply", stop_reason="max_tokens", cut=cut)

    @classmethod
    def context_full(cls) -> "Fault":
        """The context window is full."""
        return cls("reply", stop_reason="model_context_window_exceeded", cut=20)

    @classmethod
    def refusal(cls, text: str | None = None) -> "Fault":
        """A refusal, with text or without."""
        return cls("reply", stop_reason="refusal", blocks=() if text is None else (text,))

    @classmethod
    def empty(cls) -> "Fault":
        """``end_turn`` with no content at all."""
        return cls("reply", blocks=())

    @classmethod
    def text(cls, *blocks: str) -> "Fault":
        """These text blocks, whatever was asked."""
        return cls("reply", blocks=blocks)

    @classmethod
    def html(cls) -> "Fault":
        """200 and a web page, as a captive portal or a wrong path answers."""
        return cls("html")

    @classmethod
    def no_usage(cls) -> "Fault":
        """A good reply without any usage."""
        return cls("no_usage")
