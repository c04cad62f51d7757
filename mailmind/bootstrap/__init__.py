"""The only place that picks adapters: configuration in, real things out.

Owned here: what is real. Everything below takes ports; everything above calls one of these functions.
All parts are imported on first use: a sync or a search does not pay for the pipeline.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mailmind.bootstrap.call import calling, open_mailbox
    from mailmind.bootstrap.fronts import DEMO_DAY, demo, open_app, open_app_on, person, sync
    from mailmind.bootstrap.models import (
        describe_model,
        desk,
        doctor_file,
        model,
        offline,
        provider,
        rules,
        workbench,
    )
    from mailmind.bootstrap.sources import (
        FixedClock,
        SystemClock,
        accounts,
        bundled,
        clock,
        load_config,
        local_mail,
        open_store,
        store_path,
    )
    from mailmind.config import user_config_path

__all__ = [
    "DEMO_DAY",
    "FixedClock",
    "SystemClock",
    "accounts",
    "bundled",
    "calling",
    "clock",
    "demo",
    "describe_model",
    "desk",
    "doctor_file",
    "load_config",
    "local_mail",
    "model",
    "offline",
    "open_app",
    "open_app_on",
    "open_mailbox",
    "open_store",
    "person",
    "provider",
    "rules",
    "store_path",
    "sync",
    "user_config_path",
    "workbench",
]

_LATER = {
    **dict.fromkeys(("DEMO_DAY", "demo", "open_app", "open_app_on", "person", "sync"), "fronts"),
    **dict.fromkeys(
        (
            "describe_model",
            "desk",
            "doctor_file",
            "model",
            "offline",
            "provider",
            "rules",
            "workbench",
        ),
        "models",
    ),
    **dict.fromkeys(("calling", "open_mailbox"), "call"),
    **dict.fromkeys(
        (
            "FixedClock",
            "SystemClock",
            "accounts",
            "bundled",
            "clock",
            "load_config",
            "local_mail",
            "open_store",
            "store_path",
            "user_config_path",
        ),
        "sources",
    ),
}
"""Where the names live that are imported on first use."""


def __getattr__(name: str) -> Any:
    """Import what is asked for the first time."""
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_LATER[name]}"), name)
