"""What kinds of server speak ``/v1/messages``, and what each silently leaves undone.

Owned here: the differences. ``ignored`` is the dangerous one: HTTP 200 and no effect.
"""

from dataclasses import dataclass
from typing import Literal

Support = Literal["enforced", "ignored", "refused"]


@dataclass(frozen=True, slots=True)
class Profile:
    """One kind of server."""

    name: str
    validates: bool
    """Refuses unknown fields, sampling parameters and whatever else the API refuses."""
    schema: Support
    """``output_config.format``."""
    forced_tool: Support
    """``tool_choice`` of type any or tool."""
    tools: bool
    """Calls a tool where it may."""
    counts_tokens: bool
    caches: bool
    """Reports cache reads and writes; else those fields are missing."""
    capabilities: bool
    """``GET /v1/models/{id}`` says what the model can."""
    fenced: bool = False
    """Wraps JSON in a Markdown fence."""


CLAUDE = Profile("claude", True, "enforced", "refused", True, True, True, True)
LLAMACPP = Profile("llamacpp", False, "ignored", "ignored", False, True, False, False, True)
OLLAMA = Profile("ollama", False, "ignored", "ignored", False, False, False, False, True)
VLLM = Profile("vllm", False, "enforced", "enforced", True, True, False, False)
PROXY = Profile("proxy", False, "refused", "enforced", True, False, False, False)
"""A proxy that knows tools but no schemas."""
