"""What headers alone say of a mail: bulk, list, automatic, no-reply, calendar, bounce, one-time code.

Owned here: every trait names the header that says so. No model is asked, and none may overrule it.
"""

import re
from collections.abc import Callable, Mapping, Sequence

from mailmind.core.values import Address, Trait

_NO_REPLY = re.compile(
    r"^(?:[\w.+-]*[._+-])?(?:no[._-]?reply|do[._-]?not[._-]?reply|dont[._-]?reply|noreply|nao[._-]?responda"
    r"|ne[._-]?pas[._-]?repondre|nicht[._-]?antworten|no[._-]?responder|nepasrepondre|non[._-]?rispondere)"
    r"(?:[._+-][\w.+-]*)?@",
    re.IGNORECASE,
)
_BOUNCER = re.compile(
    r"^(?:mailer-daemon|postmaster|mail-daemon|bounces?)(?:[+.-][^@]*)?@", re.IGNORECASE
)
_BOUNCE_SUBJECT = re.compile(
    r"^(?:undeliver(?:ed|able)|delivery (?:status notification|failure|has failed)"
    r"|mail delivery (?:failed|system)"
    r"|returned mail|failure notice|unzustellbar)",
    re.IGNORECASE,
)
_AUTO_SUBJECT = re.compile(
    r"^(?:automatic reply|auto(?:matic)?[ -]?reply|out of (?:the )?office|automatische antwort|abwesenheit"
    r"|réponse automatique|respuesta automática|risposta automatica|automatisch antwoord)\b",
    re.IGNORECASE,
)
_CODE_WORDS = re.compile(
    r"\b(?:(?:verification|security|confirmation|login|log-in|sign-in|access|authentication|one[- ]time)"
    r" (?:code|passcode|password|pin)|otp|2fa code|passcode|bestätigungscode|sicherheitscode"
    r"|code de (?:vérification|sécurité)"
    r"|código de (?:verificación|seguridad)|einmalpasswort|验证码|認証コード)\b",
    re.IGNORECASE,
)
_NEEDED_BY_CODE = ("code", "código", "pass", "otp", " pin", "码", "コード")
"""No code is spoken of without one of these: they are looked for first, being cheap."""
_CODE = re.compile(r"(?<![\w.,-])(?:\d{4,8}|\d{3}[ -]\d{3}|[A-Z0-9]{6,8})(?![\w,-]|\.\d)")

_Rule = Callable[["_Facts"], str | None]


class _Facts:
    """What the rules look at."""

    def __init__(
        self,
        fields: Mapping[str, Sequence[str]],
        sender: Address,
        subject: str,
        text: str,
        *,
        calendar: bool,
    ) -> None:
        self.fields = fields
        self.sender = sender.email
        self.subject = subject
        self.text = text
        self.calendar = calendar


def traits(
    fields: Mapping[str, Sequence[str]],
    *,
    sender: Address,
    subject: str,
    text: str,
    calendar: bool,
) -> tuple[Trait, ...]:
    """Every trait of the mail, with the header that tells it."""
    facts = _Facts(fields, sender, subject, text, calendar=calendar)
    found = ((kind, rule(facts)) for kind, rule in _RULES)
    return tuple(Trait(kind, reason) for kind, reason in found if reason is not None)


def _header(facts: _Facts, name: str) -> str:
    return facts.fields.get(name.lower(), ("",))[0].strip()


def _list(facts: _Facts) -> str | None:
    for name in ("List-Id", "List-Post", "Mailing-List", "X-Mailing-List"):
        if value := _header(facts, name):
            return f"{name}: {value[:80]}"
    return None


def _bulk(facts: _Facts) -> str | None:
    precedence = _header(facts, "Precedence").lower()
    if precedence in ("bulk", "junk"):
        return f"Precedence: {precedence}"
    for name in ("List-Unsubscribe", "List-Unsubscribe-Post", "Feedback-ID", "X-Campaign-Id"):
        if value := _header(facts, name):
            return f"{name}: {value[:80]}"
    return None


def _auto_reply(facts: _Facts) -> str | None:
    submitted = _header(facts, "Auto-Submitted").lower()
    if submitted.startswith("auto-replied"):
        return f"Auto-Submitted: {submitted}"
    for name in ("X-Autoreply", "X-Autorespond", "X-Auto-Response-Suppress"):
        value = _header(facts, name)
        if value and (name != "X-Auto-Response-Suppress" or _AUTO_SUBJECT.match(facts.subject)):
            return f"{name}: {value[:80]}"
    if _header(facts, "Precedence").lower() == "auto_reply":
        return "Precedence: auto_reply"
    return f"Subject: {facts.subject[:80]}" if _AUTO_SUBJECT.match(facts.subject) else None


def _no_reply(facts: _Facts) -> str | None:
    if _NO_REPLY.match(facts.sender):
        return f"From: {facts.sender}"
    submitted = _header(facts, "Auto-Submitted").lower()
    return f"Auto-Submitted: {submitted}" if submitted.startswith("auto-generated") else None


def _calendar(facts: _Facts) -> str | None:
    return "a text/calendar part" if facts.calendar else None


def _bounce(facts: _Facts) -> str | None:
    if "report-type=delivery-status" in _header(facts, "Content-Type").replace('"', "").lower():
        return "Content-Type: multipart/report; report-type=delivery-status"
    if _header(facts, "X-Failed-Recipients"):
        return f"X-Failed-Recipients: {_header(facts, 'X-Failed-Recipients')[:80]}"
    empty_path = _header(facts, "Return-Path") == "<>"
    if _BOUNCE_SUBJECT.match(facts.subject) and (empty_path or _BOUNCER.match(facts.sender)):
        return f"Subject: {facts.subject[:80]}"
    return None


def _one_time_code(facts: _Facts) -> str | None:
    folded = f"{facts.subject}\n{facts.text[:4000]}".casefold()
    if not any(needed in folded for needed in _NEEDED_BY_CODE):
        return None
    for where, text in (("Subject", facts.subject), ("the text", facts.text[:4000])):
        words = _CODE_WORDS.search(text)
        if words and any(
            any(c.isdigit() for c in code.group())
            for code in _CODE.finditer(
                facts.text[:4000] if where == "Subject" else text[words.start() :][:300]
            )
        ):
            return f"{where} says {words.group()!r}"
    return None


_RULES: tuple[tuple[str, _Rule], ...] = (
    ("list", _list),
    ("bulk", _bulk),
    ("auto-reply", _auto_reply),
    ("no-reply", _no_reply),
    ("calendar", _calendar),
    ("bounce", _bounce),
    ("one-time-code", _one_time_code),
)
