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
            for part in _quoted_parts(element):
                part.set(ATTRIBUTE, "1")
            found = True
        elif (element.get("id") or "").lower().removeprefix("x_") in _REST_IDS:
            found = _mark_rest(element) or found
    return found


def _quoted_parts(element: lxml.html.HtmlElement) -> list[lxml.html.HtmlElement]:
    """What is quoted of a container: all of it. Of Gmail's box, where quotes follow the words that
    introduce them, these and the quotes: what stands between and below them are the answers.
    """
    quotes = element.findall("blockquote")
    if element.tag == "blockquote" or not quotes or not _ends_as_attribution(_start(element)[0]):
        return [element]
    return [*element.find_class("gmail_attr"), *quotes]


def _is_quote(element: lxml.html.HtmlElement) -> bool:
    if element.tag == "blockquote":
        return (element.get("type") or "").lower() == "cite" or _introduced(element)
    classes = (element.get("class") or "").lower().split()
    if "gmail_quote" in classes or "gmail_quote_container" in classes:
        return _names_author(element)
    return any(name.removeprefix("x_") in _QUOTE_CLASSES for name in classes)


def _names_author(element: lxml.html.HtmlElement) -> bool:
    """Gmail's box starts with who wrote what is quoted; one that does not may hold the mail itself."""
    start, attributed = _start(element)
    return attributed or start.startswith("-----") or _ends_as_attribution(start)


def _start(element: lxml.html.HtmlElement) -> tuple[str, bool]:
    """The words of a container before its first quote, and whether Gmail calls any an attribution."""
    start, attributed = "", False
    for part in element.iter():
        if part.tag == "blockquote" or len(start) > _MAX_ATTRIBUTION:
            break
        if isinstance(part.tag, str):
            attributed = attributed or "gmail_attr" in (part.get("class") or "")
            start += part.text or ""
        start += part.tail or "" if part is not element else ""
    return start.strip(), attributed


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
