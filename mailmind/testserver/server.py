"""The HTTP side: endpoints, server-sent events, and a record of what was asked.

Owned here: the wire. Events are named and typed, deltas are split in mid-word and chunks in mid-UTF-8,
since a client that only works on tidy pieces does not work.
"""

import json
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar, Self

from mailmind.testserver.events import Turn, message, started
from mailmind.testserver.faults import Fault
from mailmind.testserver.profiles import CLAUDE, Profile
from mailmind.testserver.promptcache import Counted, PromptCache, tokens
from mailmind.testserver.replies import content
from mailmind.testserver.rules import refusal
from mailmind.testserver.seen import Seen

Reply = Callable[[Mapping[str, Any]], str]
"""The model: a request in, the text of its reply out."""

EMPTY = '{"task": "extract", "facts": [], "checks": [], "reply": [], "questions": []}'
_HTML = b"<!doctype html><html><title>Sign in</title></html>"
_PATIENCE = 60.0
"""Seconds that a stream waits at most for a test to let it go on."""
_VERSIONS = ("2023-06-01", "2026-10-21")


class MessagesServer:
    """The server; a context manager that listens on a free port of the loopback interface."""

    def __init__(
        self,
        reply: Reply = lambda _: EMPTY,
        *,
        profile: Profile = CLAUDE,
        latency: float = 0.0,
        first_byte: float = 0.0,
        minimum_cached: int = 512,
    ) -> None:
        """A server whose model is ``reply``.

        Args:
            reply: the model.
            profile: the kind of server it plays.
            latency: seconds that a whole answer takes.
            first_byte: seconds of these until ``message_start``.
            minimum_cached: tokens below which nothing is cached.
        """
        self.key = "test-key"
        self.profile = profile
        self.reply = reply
        self.latency = latency
        self.first_byte = min(first_byte, latency)
        self.cache = PromptCache(minimum_cached)
        self.requests: list[Seen] = []
        self._faults: deque[Fault] = deque()
        self._lock = threading.Lock()
        self._server = _Server(("127.0.0.1", 0), type("Handler", (_Handler,), {"owner": self}))
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))

    @property
    def url(self) -> str:
        """What a client takes as its ``base_url``."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def script(self, *faults: Fault) -> None:
        """Let the next requests go wrong like this, one fault each."""
        with self._lock:
            self._faults.extend(faults)

    def next_fault(self) -> Fault | None:
        """The fault of the request that just came in."""
        with self._lock:
            return self._faults.popleft() if self._faults else None

    def record(self, seen: Seen) -> None:
        """Keep a request for the test to look at."""
        with self._lock:
            self.requests.append(seen)

    @property
    def messages(self) -> list[Seen]:
        """The requests for messages."""
        return [seen for seen in self.requests if seen.path == "/v1/messages"]


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up in mid-stream is part of the tests."""


class _Handler(BaseHTTPRequestHandler):
    owner: ClassVar[MessagesServer]
    arrived: float
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *_: object) -> None:
        """Requests hold mail text; they are recorded, never logged."""

    def do_GET(self) -> None:
        """Models."""
        profile = self.owner.profile
        if self.path.startswith("/v1/models/") and profile.name != "ollama":
            model: dict[str, Any] = {
                "type": "model",
                "id": self.path.rsplit("/", 1)[1],
                "display_name": "m",
            }
            if profile.capabilities:
                model["capabilities"] = {"structured_outputs": {"supported": True}}
            self._json(200, model)
        else:
            self._error(404, "not_found_error", "no such path")

    def do_POST(self) -> None:
        """Messages and token counts."""
        self.arrived = time.monotonic()
        raw = self.rfile.read(int(self.headers.get("content-length", 0)))
        problem = self._unauthorised()
        if problem:
            self._error(401, "authentication_error", problem)
            return
        try:
            body = json.loads(raw)
        except ValueError:
            self._error(400, "invalid_request_error", "the body is not JSON")
            return
        if self.path.startswith("/v1/messages/count_tokens") and self.owner.profile.counts_tokens:
            self._json(200, {"input_tokens": tokens(raw.decode())})
        elif self.path == "/v1/messages":
            self._messages(body)
        else:
            self._error(404, "not_found_error", "no such path")

    def _unauthorised(self) -> str:
        profile = self.owner.profile
        if not profile.validates:
            return ""
        key = self.headers.get("x-api-key") or self.headers.get("authorization") or ""
        if key.removeprefix("Bearer ") != self.owner.key:
            return "invalid x-api-key"
        if self.headers.get("anthropic-version") not in _VERSIONS:
            return "anthropic-version: header is required"
        return ""

    def _until(self, seconds: float) -> None:
        """Sleep until so long after the request came in, whatever the answer took to make."""
        time.sleep(max(0.0, self.arrived + seconds - time.monotonic()))

    def _messages(self, body: dict[str, Any]) -> None:
        profile = self.owner.profile
        problem = refusal(body) if profile.validates else self._unsupported(body)
        if problem:
            self._error(400, "invalid_request_error", problem)
            return
        counted = self.owner.cache.count(body)
        fault = self.owner.next_fault()
        usage = self._usage(counted)
        self.owner.record(
            Seen(self.path, body, dict(self.headers.items()), time.monotonic(), usage)
        )
        if fault and fault.kind == "status":
            error = {"type": "error", "error": fault.error, "request_id": "req_1"}
            self._json(fault.status, error, fault.headers)
        elif fault and fault.kind == "html":
            self._send(200, _HTML, "text/html")
        else:
            self._answer(body, counted, usage, fault)

    def _unsupported(self, body: Mapping[str, Any]) -> str:
        if self.owner.profile.schema == "refused" and "output_config" in body:
            return "output_config: Extra inputs are not permitted"
        return ""

    def _usage(self, counted: Counted) -> dict[str, int]:
        if not self.owner.profile.caches:
            return {"input_tokens": counted.plain + counted.read + counted.written}
        return {
            "input_tokens": counted.plain,
            "cache_read_input_tokens": counted.read,
            "cache_creation_input_tokens": counted.written,
        }

    def _answer(
        self,
        body: Mapping[str, Any],
        counted: Counted,
        usage: dict[str, int],
        fault: Fault | None,
    ) -> None:
        made = content(body, self.owner.reply(body), self.owner.profile)
        stop = "tool_use" if made[0]["type"] == "tool_use" else "end_turn"
        if fault and fault.blocks is not None:
            made = [{"type": "text", "text": text} for text in fault.blocks]
        if fault and fault.kind == "reply":
            stop = fault.stop_reason
        if fault and fault.cut is not None:
            made = [{"type": "text", "text": str(made[0].get("text", ""))[: fault.cut]}]
        shown = {} if fault and fault.kind == "no_usage" else usage
        if body.get("stream"):
            self._stream(body, counted, Turn(made, stop, shown), fault)
            return
        self._until(self.owner.latency)
        self.owner.cache.begin(counted)
        answer = message(body, made, stop)
        if shown:
            answer["usage"] = shown | {"output_tokens": tokens(json.dumps(made))}
        self._json(200, answer)

    def _stream(
        self, body: Mapping[str, Any], counted: Counted, turn: Turn, fault: Fault | None
    ) -> None:
        self._until(self.owner.first_byte)
        self.send_response(200)
        self.send_header("content-type", "text/event-stream; charset=utf-8")
        self.send_header("request-id", "req_1")
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        self.owner.cache.begin(counted)
        self._event(started(body, turn))
        self._until(self.owner.latency)
        for sent, event in enumerate(turn.events()):
            if fault and sent == fault.after and self._break(fault):
                return
            self._event(event)
        self._chunk(b"")

    def _break(self, fault: Fault) -> bool:
        """Go wrong in mid-stream; True where the stream is over."""
        if fault.kind == "slow":
            time.sleep(fault.seconds)
        elif fault.kind == "wait":
            fault.until.wait(_PATIENCE)
        elif fault.kind == "sse_error":
            self._event({"type": "error", "error": fault.error})
            self._chunk(b"")
            return True
        elif fault.kind in ("end_early", "garbled"):
            if fault.kind == "garbled":
                self._chunk(b'event: content_block_delta\ndata: {"type": "content_blo\n\n')
            self._chunk(b"")
            return True
        elif fault.kind == "drop":
            self.close_connection = True
            self.connection.shutdown(2)
            return True
        return False

    def _event(self, data: Mapping[str, Any]) -> None:
        text = f"event: {data['type']}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n".encode()
        middle = next((i for i, byte in enumerate(text) if byte > 0x7F), len(text) // 2) + 1
        self._chunk(text[:middle])
        self._chunk(text[middle:])

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")

    def _error(self, status: int, kind: str, message: str) -> None:
        error = {"type": kind, "message": message}
        self._json(status, {"type": "error", "error": error, "request_id": "req_1"})

    def _json(
        self, status: int, body: Mapping[str, Any], headers: Mapping[str, str] | None = None
    ) -> None:
        self._send(status, json.dumps(body).encode(), "application/json", headers or {})

    def _send(
        self, status: int, data: bytes, kind: str, headers: Mapping[str, str] | None = None
    ) -> None:
        self.send_response(status)
        for name, value in {**(headers or {}), "content-type": kind}.items():
            self.send_header(name, value)
        self.send_header("request-id", "req_1")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)
