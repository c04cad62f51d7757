"""A faithful local server of the Messages API, for tests and benchmarks: no key, no network.

Owned here: faithfulness. It refuses what the documentation says is refused, counts what a prompt cache
would read and write, streams as the API streams, goes wrong on request in every way that the API was
seen to go wrong, and can play a server that merely looks like the API::

    with MessagesServer(reply=lambda request: '{"task": …}') as server:
        server.script(Fault.rate_limit(retry_after=0.1), Fault.refusal())
        client = anthropic.Anthropic(base_url=server.url, api_key=server.key)
"""

from mailmind.testserver.faults import Fault
from mailmind.testserver.profiles import CLAUDE, LLAMACPP, OLLAMA, PROXY, VLLM, Profile
from mailmind.testserver.seen import Seen
from mailmind.testserver.server import EMPTY, MessagesServer

__all__ = [
    "CLAUDE",
    "EMPTY",
    "LLAMACPP",
    "OLLAMA",
    "PROXY",
    "VLLM",
    "Fault",
    "MessagesServer",
    "Profile",
    "Seen",
]
