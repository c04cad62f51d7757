"""The Messages API, and every server that speaks it, behind the Model port.

Owned here: the way in. ``open_model`` is all that the rest of the program calls; importing this package
does not import the SDK, which is only paid for when a model is opened.
"""

from mailmind.adapters.claude.opening import open_model

__all__ = ["open_model"]
