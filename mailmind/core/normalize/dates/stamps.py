"""When a mail was sent, as its text says: header lines that a reply or a forward carries along.

Owned here: a stamp is the date of a mail that already is, so it never lies after the text that holds it.
When a mail was passed on is told by whoever did, near the date of what they passed on.
"""

import re

_REACH = 160
_HEADER = re.compile(
    r"[ \t>|*]{0,8}(?:from|to|cc|bcc|subject|sent|von|an|betreff|gesendet|de|à|objet|envoyé"
    r"|para|asunto|enviado|da|a|oggetto|inviato|van|aan|onderwerp|verzonden)[ ]?:",
    re.IGNORECASE,
)
_SENT = re.compile(
    r"[ \t>|*]{0,8}(?:sent|gesendet|envoyé|enviado|inviato|verzonden|odesláno|wysłano)"
    r"(?:[ ](?:am|le|el))?[ ]?:",
    re.IGNORECASE,
)
_FROM = re.compile(r"[ \t>|*]{0,8}(?:from|von|de|da|van)[ ]?:", re.IGNORECASE)
_PASSED = re.compile(
    r"\b(?:forwarded by|weitergeleitet von|transféré par|reenviado por)\b", re.IGNORECASE
)
_LED = re.compile(r"[ \t>|*]{0,8}(?:on|at|am|um|le|el|il|op)[ ].{0,8}$", re.IGNORECASE)
_TRAIL = re.compile(
    r"[^\n]{0,120}?\b(?:wrote|writes|said|schrieb|a écrit|escribió|ha scritto|schreef)\b[^\n]{0,8}:",
    re.IGNORECASE,
)
_DATE = re.compile(r"[ \t>|*]{0,8}(?:date|datum|fecha|data)[ ]?:", re.IGNORECASE)
_NEXT = re.compile(r"[ \t]{0,8}\n(?:[ \t>|*]{0,8}\n)?")


def stamp(text: str, start: int, end: int) -> str:
    """Whether the moment at this place says when a mail was ``sent`` or ``passed`` on; else empty.

    "Date:" alone says neither: invitations have it too. Another header line beside it does.
    """
    line = text.rfind("\n", max(0, start - _REACH), start) + 1 or max(0, start - _REACH)
    before = text[line:start]
    if _PASSED.search(before):
        return "passed"
    below = _NEXT.match(text, end)
    above = text.rfind("\n", max(0, line - 1 - _REACH), max(0, line - 1)) + 1
    sent = (
        _SENT.match(before)
        or (_LED.match(before) and _TRAIL.match(text, end, end + _REACH))
        or (below and (_FROM.match(before) or _HEADER.match(text, below.end())))
        or (line > 1 and _DATE.match(before) and _HEADER.match(text, above, line))
    )
    return "sent" if sent else ""
