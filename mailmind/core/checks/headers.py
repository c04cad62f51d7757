"""Are the people and organisations of a fact those of the headers?

Owned here: the headers settle who sent and who received, and nothing else. Where they cannot tell, this
check says so and a reader has to.
"""

import re
from dataclasses import replace

from mailmind.core.checks.citation import locate
from mailmind.core.checks.context import CheckContext, article, unknown_message, verdict
from mailmind.core.checks.statement import further
from mailmind.core.text import fold
from mailmind.core.values import Address, Fact, FactType, Message, Outcome, Value, Verdict

_SENDER = re.compile(
    r"\b(?:sender|sent by|from|author|wrote|writes|absender|geschrieben von|expéditeur|remitente|"
    r"who (?:sent|wrote|says|said|asks|asked|offers|offered|promises|promised))\b",
    re.IGNORECASE,
)
_RECIPIENT = re.compile(
    r"\b(?:recipient|sent to|addressee|addressed to|receiver|empfänger|destinataire|destinatario)\b",
    re.IGNORECASE,
)
_SECOND_LEVEL = frozenset(("co", "com", "org", "net", "ac", "gov"))
_FREE_MAIL = frozenset(
    ("gmail", "outlook", "hotmail", "yahoo", "gmx", "web", "icloud", "aol", "proton")
)


def headers(fact: Fact, ctx: CheckContext) -> Verdict:
    """The headers check: the name itself, then the figures that the statement adds to it."""
    named = _named(fact, ctx)
    spots = locate(fact, ctx)
    if named.outcome is not Outcome.PASS or not spots:
        return named
    unproven = further(fact, _sent(spots[0].message), spots[0], ctx)
    if unproven is None:
        return named
    reason = f"{named.reason}, but the statement also says {unproven.reason}"
    return replace(named, outcome=Outcome.UNSURE, reason=reason, extra=unproven.extra)


def _sent(message: Message) -> tuple[Value, ...]:
    """The day on which the headers say that the mail was sent."""
    if message.date is None:
        return ()
    day = message.date.date().isoformat()
    return (Value("date", day, 0, len(day), {"value": day}),)


def _named(fact: Fact, ctx: CheckContext) -> Verdict:
    """The headers check for the name alone, whatever else the statement says."""
    message = ctx.message(fact.message_id)
    if message is None:
        return unknown_message("headers", fact)
    if fact.type not in (FactType.PERSON, FactType.ORG):
        return _silent(f"headers say nothing of {article(fact.type)}")
    senders = (message.sender, *message.reply_to)
    receivers = (*message.to, *message.cc)
    is_sender = any(_is(fact, address) for address in senders)
    is_receiver = any(_is(fact, address) for address in receivers)
    if _SENDER.search(fact.statement) and fact.layer == "own":
        return _role(fact, message, "sender", str(message.sender), matches=is_sender)
    if _RECIPIENT.search(fact.statement) and fact.layer == "own":
        names = ", ".join(str(a) for a in receivers)
        return _role(fact, message, "recipient", names, matches=is_receiver)
    if is_sender or is_receiver:
        role = "sender" if is_sender else "recipient"
        return verdict("headers", Outcome.PASS, "headers.match",
                       f"{fact.value!r} is the {role} of {message.message_id}")  # fmt: skip
    return _silent(f"the headers of {message.message_id} do not name {fact.value!r}")


def _role(fact: Fact, message: Message, role: str, names: str, *, matches: bool) -> Verdict:
    if matches:
        return verdict("headers", Outcome.PASS, "headers.match",
                       f"{fact.value!r} is the {role} of {message.message_id}")  # fmt: skip
    if not names:
        return _silent(f"{message.message_id} names no {role}")
    reason = f"the {role} of {message.message_id} is {names}, not {fact.value!r}"
    return verdict("headers", Outcome.FAIL, "headers.mismatch", reason)


def _silent(reason: str) -> Verdict:
    return verdict("headers", Outcome.NOT_RUN, "not_run", reason)


def _is(fact: Fact, address: Address) -> bool:
    wanted = fold(fact.value.strip()).text
    if not wanted:
        return False
    if "@" in wanted:
        found = re.search(r"[\w.+%-]+@[\w.-]+", wanted)
        return found is not None and found.group().strip(".") == address.email.casefold()
    name = fold(address.name).text.strip("'\"")
    if name and (wanted == name or set(_words(wanted)) == set(_words(name))):
        return True
    if fact.type is FactType.PERSON:
        return bool(name) and len(_words(wanted)) > 1 and set(_words(wanted)) <= set(_words(name))
    labels = address.email.rpartition("@")[2].split(".")
    while len(labels) > 2 and labels[-2] in _SECOND_LEVEL:
        labels.pop()
    owner = labels[-2] if len(labels) > 1 else ""
    in_name = bool(name) and set(_words(wanted)) <= set(_words(name))
    return in_name or (
        bool(owner)
        and owner not in _FREE_MAIL
        and "".join(_words(wanted)) == "".join(_words(owner))
    )


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text)
