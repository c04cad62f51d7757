"""Which workflow a thread belongs to, and whether it calls for a reply, by plain rules.

Owned here: no mail that a machine sent, or that answers nobody, ever gets a draft.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from mailmind.core.values import Layer, Message, Thread

_NEVER_REPLY = ("no-reply", "bulk", "list", "auto-reply", "bounce", "one-time-code")


@dataclass(frozen=True, slots=True)
class ReplyNeed:
    """Whether a reply is called for, and the reason in a sentence."""

    wanted: bool
    reason: str


def workflow_of(
    thread: Thread, words: Mapping[str, Sequence[str]], default: str = "general"
) -> str:
    """The workflow whose words the thread's subject and own text hold most often.

    Args:
        thread: its subject counts three times.
        words: for each workflow the words that speak for it (whole words, any case).
        default: the answer where none is found, or where two are level.
    """
    subject = " ".join(m.subject for m in thread.messages)
    text = "\n".join([subject] * 3 + [own_text(m) for m in thread.messages]).casefold()
    scores = {name: sum(len(_word(w).findall(text)) for w in ws) for name, ws in words.items()}
    best = max(scores.values(), default=0)
    leaders = [name for name, score in scores.items() if score == best]
    return leaders[0] if best and len(leaders) == 1 else default


def _word(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(word.casefold())}(?!\w)")


def own_text(message: Message) -> str:
    """The words that the sender wrote: the body less quoted, forwarded, signature and disclaimer parts."""
    parts, at = [], 0
    for span in message.layers:
        if span.layer is not Layer.OWN:
            parts.append(message.body[at : span.start])
            at = span.end
    parts.append(message.body[at:])
    return "".join(parts)


def reply_need(thread: Thread, mine: Collection[str]) -> ReplyNeed:
    """Whether the newest message of a thread calls for a reply from this user.

    Args:
        thread: oldest message first.
        mine: the user's own addresses, lower case; empty where they are unknown.
    """
    if not thread.messages:
        return ReplyNeed(wanted=False, reason="the thread is empty")
    last = thread.messages[-1]
    for trait in last.traits:
        if trait.kind in _NEVER_REPLY:
            return ReplyNeed(wanted=False, reason=f"no reply to {trait.kind} mail ({trait.reason})")
    sender = last.sender.email.casefold()
    if not sender:
        return ReplyNeed(wanted=False, reason="the newest message names no sender address")
    if sender in mine:
        return ReplyNeed(wanted=False, reason="the newest message is your own")
    if mine and not any(a.email.casefold() in mine for a in (*last.to, *last.cc)):
        return ReplyNeed(wanted=False, reason="the newest message is not addressed to you")
    return ReplyNeed(wanted=True, reason="somebody wrote to you and has no answer yet")
