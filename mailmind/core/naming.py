"""Names of messages for people: m1, m2, … within a thread, oldest first, as the model knows them too."""

import re

from mailmind.core.values import Thread


def with_aliases(thread: Thread, text: str) -> str:
    """A reason with the names of stored messages written as ``m1``, ``m2``, …"""
    alias = {
        m.message_id: f"m{number}"
        for number, m in enumerate(thread.messages, start=1)
        if m.message_id
    }
    if not alias:
        return text
    either = "|".join(re.escape(name) for name in sorted(alias, key=len, reverse=True))
    return re.sub(rf"(?<!\w)(?:{either})(?!\w)", lambda found: alias[found.group()], text)
