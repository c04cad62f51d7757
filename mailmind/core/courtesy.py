"""What in a mail states nothing: greetings, thanks, closing formulas and the names below them.

Owned here: a formula counts as one only as a whole sentence and without a digit. A thanks that goes on to
state something is a statement.
"""

import re
from collections.abc import Collection

_COMMITTING = (
    r"agree|approv|accept|refund|pa(?:y|id)|promis|cancel|grant|offer|waiv|guarant|commit|"
    r"genehmig|zusag|zusicher|erstatt|zahl|storn|versprech|gewähr|"
    r"rembours|accord|annul|promet|garanti|reembols|acept|aprob|cancel|promet|garant"
)
_REST = (
    rf"(?![^.!?]*\b(?:{_COMMITTING})\w*)[^.!?,;\d]{{0,80}}(?:,\s+[^\W\d_]+(?: [^\W\d_]+)?){{0,2}}"
)
"""What may follow a formula: no second clause, and nothing that somebody is thanked for having promised."""
_TITLE = r"\b(?:mr|mrs|ms|dr|prof|hr|fr|mme?|sra?)\."
_FORMULAS = (
    rf"(?:dear|hi|hello|hey|good (?:morning|afternoon|evening))\b(?:{_TITLE}|[^.!?\d]){{0,60}}",
    rf"(?:hallo|guten (?:tag|morgen|abend)|liebe[rs]?|sehr geehrte[rs]?)\b(?:{_TITLE}|[^.!?\d]){{0,60}}",
    rf"(?:bonjour|bonsoir|salut|chère?|madame|monsieur)\b(?:{_TITLE}|[^.!?\d]){{0,60}}",
    rf"(?:hola|buen(?:os|as) \w+|estimad[oa]s?|querid[oa])\b(?:{_TITLE}|[^.!?\d]){{0,60}}",
    rf"(?:many |kind |best |warm )?(?:thanks|thank you|regards|wishes)\b{_REST}",
    r"(?:best|cheers|sincerely|yours (?:sincerely|faithfully|truly)|respectfully|all the best)\W*",
    rf"(?:(?:vielen|besten|herzlichen) dank|danke)\b{_REST}",
    rf"(?:mit )?(?:freundlichen?|besten?|herzlichen?|viele|liebe) grüßen?\b{_REST}",
    rf"(?:merci|cordialement|bien cordialement|bien à vous|sincères salutations)\b{_REST}",
    rf"(?:(?:muchas )?gracias|saludos|un saludo|atentamente|cordialmente)\b{_REST}",
    r"(?:i|we) hope (?:this (?:e-?mail|message) finds you|you are|all is) well\b[^.!?,;\d]{0,30}",
    r"(?:have a (?:nice|great|good)|enjoy your) \w+(?: \w+)?\W*",
    r"(?:i |we )?look(?:ing)? forward to (?:hearing from you|your (?:reply|answer|response))\W*",
    r"(?:please )?let (?:me|us) know\b[^.!?\d]{0,100}",
    r"(?:please )?(?:do not hesitate to (?:contact|ask)|feel free to (?:contact|ask|reply))[^.!?\d]{0,60}",
)
_COURTESY = re.compile(rf"^\W*(?:{'|'.join(_FORMULAS)})[.!,;:\s]*$", re.IGNORECASE)
_SIGN_OFF = re.compile(
    r"^\W*(?:(?:kind |best |warm )?(?:regards|wishes)|thanks|thank you|best|cheers|sincerely|yours \w+|"
    r"all the best|mit \w+ grüßen|\w+ grüße|cordialement|bien à vous|saludos|un saludo|atentamente)\W*$",
    re.IGNORECASE,
)
_NAME_LINE = re.compile(r"(?:[^\W\d_][\w.'’-]*[,|]?\s*){1,5}")
_NAME_LINES = 3


def is_courtesy(sentence: str) -> bool:
    """True for a sentence that is nothing but a formula."""
    return bool(_COURTESY.match(sentence.strip()))


def closing_start(text: str, names: Collection[str] = ()) -> int:
    """Where the closing formula and the names below it begin; the end of the text where there is none.

    ``names`` are those of the thread's people: one of them alone on the last line closes a mail too.
    """
    lines = [(m.start(), m.group().strip()) for m in re.finditer(r"[^\n]*\S[^\n]*", text)]
    for index in range(len(lines) - 1, max(-1, len(lines) - _NAME_LINES - 2), -1):
        below = [line for _, line in lines[index + 1 :]]
        if _SIGN_OFF.match(lines[index][1]) and all(_NAME_LINE.fullmatch(t) for t in below):
            return lines[index][0]
    if lines and _is_name(lines[-1][1], names):
        return lines[-1][0]
    return len(text)


def _is_name(line: str, names: Collection[str]) -> bool:
    mine = frozenset(re.findall(r"\w+", line.casefold()))
    return bool(mine) and any(mine <= frozenset(re.findall(r"\w+", n.casefold())) for n in names)
