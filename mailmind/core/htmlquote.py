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
_ATTRIBUTION = re.compile(r":\s*\Z")
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
        return _holds_attribution(element)
    return any(name.removeprefix("x_") in _QUOTE_CLASSES for name in classes)


def _holds_attribution(element: lxml.html.HtmlElement) -> bool:
    """Gmail's quote box starts with who wrote it; a box that does not may hold the mail itself."""
    start = "".join(element.itertext())[:_MAX_ATTRIBUTION].strip()
    return bool(start) and (":" in start.partition("\n\n")[0] or "---" in start)


def _introduced(element: lxml.html.HtmlElement) -> bool:
    """Whether the text before a plain block quote ends as "… wrote:" does, with an address or a year."""
    before = element.getprevious()
    text = "".join(before.itertext()) + (before.tail or "") if before is not None else ""
    if not text.strip():
        parent = element.getparent()
        text = (parent.text or "") if parent is not None else ""
    text = text.strip()[-_MAX_ATTRIBUTION:]
    return bool(_ATTRIBUTION.search(text)) and bool(re.search(r"@|\b(?:19|20)\d\d\b", text))


def _mark_rest(element: lxml.html.HtmlElement) -> bool:
    """Outlook puts a mark before the answered mail: it and all that follows it is quoted."""
    has_text = False
    for one in (element, *element.itersiblings()):
        if isinstance(one.tag, str):
            one.set(ATTRIBUTE, "1")
            has_text = has_text or bool("".join(one.itertext()).strip())
    return has_text
