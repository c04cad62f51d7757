"""Bytes to text, exactly.

Owned here: text is what its bytes strictly decode to. The declared charset is tried first; where it
does not fit, another one is found, and the one used is always named, since every quote depends on it.
"""

import codecs
import re
from dataclasses import dataclass

_ALIASES = {
    # Names that mail carries and Python does not know.
    "unicodebig": "utf-16-be",
    "unicodelittle": "utf-16-le",
    "unicode": "utf-16",
    "unicode-1-1-utf-7": "utf-7",
    "x-unicode-2-0-utf-7": "utf-7",
    "utf8mb4": "utf-8",
    "x-utf-8": "utf-8",
    "x-sjis": "cp932",
    "x-euc-jp": "euc_jp",
    "x-gbk": "gb18030",
    "x-mac-roman": "mac_roman",
    "macintosh": "mac_roman",
    "x-mac-cyrillic": "mac_cyrillic",
    "iso-8859-8-i": "iso-8859-8",
    "iso-8859-8-e": "iso-8859-8",
    "iso-8859-6-i": "iso-8859-6",
    "iso-10646-ucs-2": "utf-16-be",
    "ibm-850": "cp850",
    "win-1251": "cp1251",
    "x-cp1251": "cp1251",
    "x-cp1252": "cp1252",
    "cp-1252": "cp1252",
    "ansi": "cp1252",
    "dos-874": "cp874",
    "windows-874": "cp874",
    "arabic": "iso-8859-6",
    "baltic": "cp1257",
    "hebrew": "iso-8859-8",
    "greek": "iso-8859-7",
    "cyrillic": "iso-8859-5",
    "turkish": "iso-8859-9",
}
_WIDER = {
    # A wider charset that reads every byte of the narrower one the same way, as mail readers do.
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "ks_c_5601-1987": "cp949",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "tis-620": "cp874",
}
_NO_CLAIM = frozenset(
    {
        "",
        "us-ascii",
        "ascii",
        "unknown",
        "x-unknown",
        "unknown-8bit",
        "x-user-defined",
        "8bit",
        "binary",
    }
)
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_NOT_TEXT_CODECS = frozenset(
    {"base64", "bz2", "hex", "quopri", "rot_13", "uu", "zlib", "idna", "punycode", "undefined",
     "unicode_escape", "raw_unicode_escape", "mbcs", "oem"}
)  # fmt: skip
_C1 = re.compile(rb"[\x80-\x9f]")
_ISO_2022_JP = re.compile(rb"\x1b\$[@B]|\x1b\([BJ]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_SAMPLE = 16_384
_TIE = 0.01
_SEEN_IN_MAIL = [
    "cp1250", "cp1251", "cp1252", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "koi8_r", "koi8_u",
    "cp932", "euc_jp", "gb18030", "big5", "cp949", "cp874", "iso8859_2", "iso8859_5",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text, the charset that really gave it, and what was odd about it (empty where nothing was)."""

    text: str
    used: str
    trouble: str = ""


def codec(name: str) -> str | None:
    """Python's name of a declared charset; None where nobody knows it or it is no text encoding."""
    name = name.strip().strip("\"'").strip().lower()
    name = _ALIASES.get(name, name)
    try:
        found = codecs.lookup(name).name
    except (LookupError, ValueError, UnicodeError):
        return None
    if found.replace("-", "_").removesuffix("_codec") in _NOT_TEXT_CODECS:
        return None
    return _WIDER.get(found, _WIDER.get(name, found))


def decode(raw: bytes, declared: str | None) -> Decoded:
    """The text of these bytes. Never raises; an ill-fitting declaration is named in ``trouble``."""
    claim = (declared or "").strip().strip("\"'").strip().lower()
    if raw.isascii() and claim in _NO_CLAIM and not _ISO_2022_JP.search(raw):
        return Decoded(raw.decode("ascii"), "us-ascii")
    named = None if claim in _NO_CLAIM else codec(claim)
    if named is not None:
        bare, bom = _without_bom(raw, named)
        text = _strict(bare, bom or named)
        if text is not None:
            return Decoded(text, bom or named)
        if (text := _cut_short(bare, bom or named)) is not None:
            return Decoded(text, bom or named, f"{claim} text ends within a character")
    text, used = _find(raw)
    said = f"charset declared {claim}" if claim else "no charset declared"
    lossy = ", some bytes unreadable" if "\ufffd" in text else ""
    return Decoded(text, used, f"{said}, used {used}{lossy}")


def _without_bom(raw: bytes, named: str) -> tuple[bytes, str | None]:
    """The bytes after a byte order mark of the named family, and the charset the mark names."""
    for bom, name in _BOMS:
        if raw.startswith(bom) and named.replace("_", "-").startswith(name[:5]):
            return raw[len(bom) :], name
    return raw, None


def _strict(raw: bytes, name: str) -> str | None:
    """The text, or None where the charset does not fit. Latin-1 with bytes that are only controls
    there is windows-1252, as every mail reader shows it.
    """
    if name == "iso8859-1" and _C1.search(raw):
        name = "cp1252"
    try:
        text = raw.decode(name)
    except (UnicodeError, ValueError, OverflowError):
        return raw.decode("latin-1") if name == "cp1252" else None
    return None if name == "utf-7" and _SURROGATE.search(text) else text


def _cut_short(raw: bytes, name: str) -> str | None:
    """The text where the charset fits but for a character that the end cuts in two."""
    text = raw.decode(name, "replace")
    broken = text.count("\ufffd")
    return (
        text
        if broken == 1 and text.endswith("\ufffd") and (len(text) > 1 or len(raw) < 4)
        else None
    )


def _find(raw: bytes) -> tuple[str, str]:
    """The text in whatever charset fits best."""
    for bom, name in _BOMS:
        if raw.startswith(bom) and (text := _strict(raw[len(bom) :], name)) is not None:
            return text, name
    if _ISO_2022_JP.search(raw) and (text := _strict(raw, "iso2022_jp")) is not None:
        return text, "iso2022_jp"
    if (text := _strict(raw, "utf-8")) is not None:
        return text, "utf-8"
    if _mostly_utf8(raw):
        return raw.decode("utf-8", "replace"), "utf-8"
    guess = _guess(raw)
    if guess is not None and (text := _strict(raw, guess)) is not None:
        return text, guess
    if (text := _strict(raw, "cp1252")) is not None:
        return text, "cp1252"
    return raw.decode("utf-8", "replace"), "utf-8"


def _mostly_utf8(raw: bytes) -> bool:
    """UTF-8 with a few broken spots (cut lines, a mangled character), not another charset."""
    text = raw.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    good = sum(1 for c in text if c > "\x7f") - broken
    return good >= 4 * broken


def _guess(raw: bytes) -> str | None:
    """What the detector thinks of the lines that hold more than ASCII.

    Where it cannot tell windows-1252 from another charset, that is the one: most mail is in it.
    """
    from charset_normalizer import from_bytes

    lines = [line for line in raw.splitlines(keepends=True) if not line.isascii()]
    matches = list(from_bytes(b"".join(lines)[:_SAMPLE], cp_isolation=_SEEN_IN_MAIL))
    if not matches:
        return None
    best = matches[0]
    for match in matches:
        as_good = match.chaos <= best.chaos and match.coherence >= best.coherence - _TIE
        if as_good and "cp1252" in (match.encoding, *match.could_be_from_charset):
            return "cp1252"
    return codec(best.encoding)
