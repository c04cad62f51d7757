"""What stands under the sender's words: the signature.

Owned here: only the end of what somebody wrote is looked at, and only what has the form of a
signature is taken from it. A list of people with their telephone numbers is content.
"""

import re
from collections.abc import Sequence

from mailmind.core.layers.boilerplate import boilerplate_start, is_rule, says_boilerplate
from mailmind.core.layers.lines import Line
from mailmind.core.layers.vocabulary import find_email
from mailmind.core.values import Layer

Cut = tuple[int, int, Layer]
"""From line, before line, what it is."""

_DASHES = re.compile(r"\s{0,3}(?:-- ?|--\s*|—)\s*\Z")
_DASH = ("--", "—")
_DEVICE = re.compile(
    r"(?:sent (?:from|via|with|using) (?:my |the )?(?=\S)|get outlook for |von meinem .{1,40} gesendet"
    r"|gesendet (?:von|mit|über) (?:meinem|mein|der|outlook|samsung|mobil|mail|i-?phone|i-?pad|yahoo|gmx)"
    r"|diese nachricht wurde von meinem|envoyé (?:de|depuis|à partir de|via) |télécharger outlook pour "
    r"|enviado (?:desde|do|a partir do|de) (?:mi |meu |my )?(?=\S)|obt(?:ener|enga) outlook para "
    r"|obter o? ?outlook para |inviato da(?:l mio|lla mia)? |ottieni outlook per "
    r"|verzonden (?:vanaf|met|via) |verstuurd (?:vanaf|met|via) |skickat från |hämta outlook för "
    r"|sendt fra |hent outlook (?:til|for) |lähetetty |wysłan[eo]? z |odesláno z |odoslané z "
    r"|отправлено (?:с|из) |надіслано з |trimis de pe |küldve |发自我的|從我的|"
    r"outlook (?:für|voor|for) (?:ios|android|i-?phone) (?:herunterladen|beziehen|downloaden)"
    r"|i-?phone(?:'umdan gönderildi|から送信))",
    re.IGNORECASE,
)
_EXCUSE = re.compile(
    r"(?:please )?(?:excuse|pardon|forgive) (?:my |the |any )?(?:brevity|typos?|thumbs|mistakes|spelling)"
    r"|(?:bitte )?(?:entschuldigen sie|entschuldige) (?:die kürze|tippfehler)|https?://\S+\Z",
    re.IGNORECASE,
)
"""What is added to such a line."""
_SHORT_DEVICE = 6
_NAMED_WITHIN = 9
_DEVICE_NAME = re.compile(
    r"\W(?:i-?phone|i-?pad|i-?pod|android|galaxy|samsung|blackberry|outlook|yahoo|gmail|windows|nokia|htc|huawei"
    r"|xiaomi|pixel|handy|smartphone|handheld|thunderbird|mobile|phone|tablet|treo|wireless|mail|app)\b",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    r"(?:(?:best|kind|warm|kindest|many|with (?:best|kind))\s+)?(?:regards|wishes"
    r"|thanks|thank you|thanx|thx|cheers"
    r"|sincerely|cordially|yours (?:truly|sincerely|faithfully)|best|take care"
    r"|respectfully|mit freundlichen grüßen"
    r"|(?:viele|liebe|beste|schöne) grüße|mfg|lg|vg|gruß|cordialement"
    r"|bien cordialement|salutations|cordiali saluti"
    r"|saluti|saludos|un saludo|atentamente|atenciosamente|abraços"
    r"|met vriendelijke groet(?:en)?|groeten|groetjes"
    r"|med vänlig hälsning|vänliga hälsningar|hälsningar|mvh|hilsen)"
    r"(?: again| in advance| and regards)?[\s,.!;-]*\Z",
    re.IGNORECASE,
)
_PHONE = re.compile(
    r"(?:\+\d{1,3}[\s./-]?)?(?:\(\d{1,5}\)|\d{2,5})[\s./-]?\d{2,5}(?:[\s./-]\d{2,5}){0,4}\b|\+\d{8,14}\b"
)
_REACH = re.compile(r"[\d@]|www\.|://")
"""Every way to reach somebody holds one of these."""
_LABEL = re.compile(
    r"(?:^|[\s|,;/(*])(?:tel|tel/fax|telephone|phone|ph|fax|mobile?|mob|cell|office"
    r"|home|work|internet|direct|pager|desk|voice|telefon"
    r"|téléphone|teléfono|e-?mail|web|www|url|skype|linkedin|twitter|github|blog|[tfmopwc])\s?[.:)#*]"
    r"|\((?:cell|phone|fax|office|home|work|tel|mobile)\)|^www\.|^https?://[\w.-]+/?$",
    re.IGNORECASE,
)
_ROLE = re.compile(
    r"\b(?:president|director|manager|engineer|counsel|consultant|analyst|assistant"
    r"|officer|developer|founder|partner"
    r"|associate|professor|attorney|paralegal|administrator|architect|head of|vice"
    r"|ceo|cto|cfo|geschäftsführer(?:in)?"
    r"|leiter(?:in)?|directeur|directora?|gerente|ingénieur|inc|llc|llp|corp"
    r"|corporation|ltd|limited|gmbh|ag|s\.?a|plc"
    r"|b\.?v|department|university|institute)\b\.?",
    re.IGNORECASE,
)
_CONTENT = re.compile(
    r"^\s*(?:[*•·–-] |\d{1,2}[.)] )|[$€£¥%]|(?<!\d)\d{1,2}:\d\d\b|\b\d{4}-\d\d-\d\d\b"
    r"|(?<![\d./-])\d{1,2}([./-])\d{1,2}\1\d{2,4}(?![\d./-])"
    r"|\b(?:order|booking|reservation|invoice|ticket|tracking|confirmation|passenger|seat|amount|total|price|iban"
    r"|bic|swift|vat|bestell\w*|rechnung\w*|buchung\w*|commande|facture|pedido|factura|reserva)\b",
    re.IGNORECASE,
)
"""What a line of content holds and a signature does not: a list, money, a date, a time, a number of a
deal. Signatures are passed over when facts are read, so a doubtful line is content.
"""
_NAMED_VALUE = re.compile(r"[^\W\d_][\w .-]{1,25}:\s*\S")
_PLAIN_PHONE = re.compile(
    r"\+|\(\d|\d{3}[-. ]\d{3}[-. ]\d{4}\b|\d{3}[/-]\d{3}-\d{4}\b|\d{3}-\d{4}\b|0\d{1,4}[ /-]\d{2}"
)
_WORD = re.compile(r"[^\W\d_]+")
_MAX_BLOCK = 14
_MAX_SIGNATURE = 30
_MAX_LINE = 72


def find_tail(lines: Sequence[Line], first: int, after: int) -> list[Cut]:
    """The signature and the boilerplate at the end of the own lines ``first`` to before ``after``."""
    end = _last(lines, first, after)
    if end == first:
        return []
    below = boilerplate_start(lines, first, end)
    stop = end if below is None else _last(lines, first, below)
    start = _delimiter(lines, first, end)
    if start is not None:
        below = _boilerplate_below(lines, start, end)
        stop = end if below is None else below
    else:
        start, stop = _device(lines, first, stop)
        if start is None:
            start = _contacts(lines, first, stop, after)
    cuts: list[Cut] = []
    if start is not None and start < stop:
        cuts.append((start, stop, Layer.SIGNATURE))
    if below is not None:
        cuts.append((below, after, Layer.DISCLAIMER))
    return cuts


def _last(lines: Sequence[Line], first: int, after: int) -> int:
    """After the last line that is not blank."""
    while after > first and lines[after - 1].blank:
        after -= 1
    return after


def _delimiter(lines: Sequence[Line], first: int, end: int) -> int | None:
    """The line ``-- `` under which a signature stands."""
    for k in range(end - 1, first - 1, -1):
        if lines[k].bare in _DASH and _DASHES.match(lines[k].text):
            exact = lines[k].text.rstrip("\r") == "-- "
            below = sum(1 for line in lines[k + 1 : end] if not line.blank)
            return k if 0 < below <= (_MAX_SIGNATURE if exact else _MAX_BLOCK) else None
    return None


def _boilerplate_below(lines: Sequence[Line], start: int, end: int) -> int | None:
    """The first paragraph under a signature's delimiter that is boilerplate."""
    k = start + 1
    while k < end:
        stop = k
        while stop < end and not lines[stop].blank:
            stop += 1
        if says_boilerplate(" ".join(line.bare for line in lines[k:stop])):
            return start if k == start + 1 else k
        k = stop + 1
    return None


def _device(lines: Sequence[Line], first: int, end: int) -> tuple[int | None, int]:
    """``Sent from my phone`` near the end, and where it ends; a sentence that only starts so is no
    signature, and what somebody wrote below it is none either.
    """
    for k in range(end - 1, max(first, end - 4) - 1, -1):
        begins = _DEVICE.match(lines[k].bare)
        if begins is None or len(lines[k].bare) > 90 or _CONTENT.search(lines[k].text):
            continue
        words = lines[k].bare.split()
        if len(words) <= _SHORT_DEVICE or _DEVICE_NAME.search(" ".join(words[1:_NAMED_WITHIN])):
            after = k + 1
            while after < end and (lines[after].blank or _EXCUSE.match(lines[after].bare)):
                after += 1
            return _top_device(lines, first, k), after
    return None, end


def _top_device(lines: Sequence[Line], first: int, k: int) -> int:
    """The first of several such lines."""
    top = k
    while top > first and (lines[top - 1].blank or _DEVICE.match(lines[top - 1].bare)):
        top -= 1
    while lines[top].blank:
        top += 1
    return top


def _contacts(lines: Sequence[Line], first: int, end: int, after: int) -> int | None:
    """A block of short lines that says who and where the sender is: from its topmost line that has a
    blank line, a closing or a rule above it.
    """
    best = None
    contacts = roles = pairs = shown = 0
    for k in range(end - 1, max(first, end - _MAX_BLOCK) - 1, -1):
        line = lines[k]
        if line.blank:
            continue
        rule = is_rule(line)
        contact = not rule and _is_contact(line.bare)
        if not (rule or contact or _is_name_or_place(line.bare)) or _CONTENT.search(line.text):
            break
        contacts += contact
        roles += not rule and _ROLE.search(line.bare) is not None
        pairs += not rule and _is_name_with_number(line.bare)
        shown += not rule
        top = rule or k == first or lines[k - 1].blank or _CLOSING.match(lines[k - 1].bare)
        if top and shown >= 2 and (contacts or roles >= 2):
            best = k
    if best is None or pairs >= 3:
        return None
    more = any(not line.blank for line in lines[first:best]) or after < len(lines)
    return best if more else None


def _is_contact(text: str) -> bool:
    """Whether a line is made of ways to reach somebody."""
    if len(text) > _MAX_LINE + 40 or text.endswith((":", "?", "!")):
        return False
    if _REACH.search(text) is None:
        return False
    reachable = _PHONE.search(text) or find_email(text) or "www." in text or "://" in text
    if _LABEL.search(text) and reachable and not _is_prose(text):
        return True
    phone = _PHONE.search(text)
    digits = sum(c.isdigit() for c in text)
    plain = phone is not None and _PLAIN_PHONE.match(text[phone.start() :]) is not None
    if phone and plain and len(phone.group()) * 2 >= len(text) and 7 <= digits <= 16:
        return True
    email = find_email(text)
    return email is not None and len(email.group()) + 12 >= len(text)


def _is_prose(text: str) -> bool:
    words = _WORD.findall(text)
    small = sum(1 for word in words if word[0].islower() and len(word) > 1)
    return len(words) >= 4 and small * 2 > len(words)


def _is_name_or_place(text: str) -> bool:
    """Whether a line may be a name, a role, a company or an address: short, capitalised, no sentence."""
    if len(text) > _MAX_LINE or text.endswith((":", "?", "!", ";")) or _CLOSING.match(text):
        return False
    if _NAMED_VALUE.match(text):
        return False
    words = _WORD.findall(text)
    if not words or len(words) > 10 or (text.endswith(".") and not _ROLE.search(text)):
        return False
    small = sum(
        1 for word in words if word[0].islower() and len(word) > 3 and not _ROLE.match(word)
    )
    return small * 4 <= len(words) and not (len(words) == 1 and text.isupper() and len(text) < 4)


def _is_name_with_number(text: str) -> bool:
    """One entry of a list of people: a name and a number on one line, without a label."""
    reach = _PHONE.search(text) or find_email(text)
    return bool(reach and reach.start() > 3 and not _LABEL.search(text) and _WORD.match(text))
