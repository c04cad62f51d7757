"""Where HTML mail says that a stretch of it is somebody else's text.

Owned here: only containers that mail programs write around the mail they answer count. A block quote
for its own sake (an indented paragraph, a cited book) is the sender's own text.
"""

import re

import lxml.html

ATTRIBUTE = "mailmind-quoted"

_QUOTE_CLASSES = frozenset(
    {"gmail_quote", "gmail_quote_container", "yahoo_quoted", "protonmail_quote", "zmail_extra",
     "tutanota_quote", "moz-forward-container", "moz-cite-prefix", "gmail_attr", "gmail_extra_quote"}
)  # fmt: skip
_REST_IDS = frozenset({"divrplyfwdmsg", "appendonsend", "olk_src_body_section", "reply-intro"})
_COLON = re.compile(r"[:：]\s*\Z")
_NAMED = re.compile(r"@|\b(?:19|20)\d\d\b")
_MAX_ATTRIBUTION = 400


def mark_quotes(root: lxml.html.HtmlElement) -> bool:
    """Put :data:`ATTRIBUTE` on every container of quoted text; answers whether there is any."""
    found = False
    for element in root.iter("blockquote", "div", "span"):
        if _is_quote(element):
            element.set(ATTRIBUTE, "1")
            found = True
        elif (element.get("id") or "").lower().removeprefix("x_") in _REST_IDS:
            found = _mark_rest(element) or found
    return found


def _is_quote(element: lxml.html.HtmlElement) -> bool:
    if element.tag == "blockquote":
        return (element.get("type") or "").lower() == "cite" or _introduced(element)
    classes = (element.get("class") or "").lower().split()
    if "gmail_quote" in classes or "gmail_quote_container" in classes:
        return _names_author(element)
    return any(name.removeprefix("x_") in _QUOTE_CLASSES for name in classes)


def _names_author(element: lxml.html.HtmlElement) -> bool:
    """Gmail's box starts with who wrote what is quoted; one that does not may hold the mail itself."""
    start = ""
    for part in element.iter():
        if isinstance(part.tag, str) and "gmail_attr" in (part.get("class") or ""):
            return True
        if part.tag == "blockquote" or len(start) > _MAX_ATTRIBUTION:
            break
        start += (part.text or "") + (part.tail or "" if part is not element else "")
    start = start.strip()
    return start.startswith("-----") or _ends_as_attribution(start)


def _ends_as_attribution(text: str) -> bool:
    """Whether the text ends as "… wrote:" does, with an address or a year in it."""
    text = text.strip()
    return (
        len(text) <= _MAX_ATTRIBUTION
        and _COLON.search(text) is not None
        and _NAMED.search(text) is not None
    )


def _introduced(element: lxml.html.HtmlElement) -> bool:
    """Whether the words before a plain block quote say who wrote it."""
    before = element.getprevious()
    text = "".join(before.itertext()) + (before.tail or "") if before is not None else ""
    if not text.strip():
        parent = element.getparent()
        text = (parent.text or "") if parent is not None else ""
    return _ends_as_attribution(text.strip()[-_MAX_ATTRIBUTION:])


def _mark_rest(element: lxml.html.HtmlElement) -> bool:
    """Outlook puts a mark before the answered mail: it and all that follows it is quoted."""
    has_text = False
    for one in (element, *element.itersiblings()):
        if isinstance(one.tag, str):
            one.set(ATTRIBUTE, "1")
            has_text = has_text or bool("".join(one.itertext()).strip())
    return has_text
