"""HTML to the text that its reader sees.

Owned here: what the reader cannot see is no text of the mail, and nothing is ever fetched. Rendering
is inscriptis's; this module cuts out the unseen and remembers which text stood in a quote.
"""

import re
from dataclasses import dataclass
from html import unescape

import lxml.etree
import lxml.html
from inscriptis.css_profiles import CSS_PROFILES
from inscriptis.html_engine import Inscriptis
from inscriptis.html_properties import Display
from inscriptis.model.config import ParserConfig
from inscriptis.model.html_element import HtmlElement

from mailmind.core.mail.block import HANDLERS
from mailmind.core.mail.hidden import cut_hidden
from mailmind.core.mail.htmlquote import ATTRIBUTE, mark_quotes

_BLOCKS = (
    "hr", "center", "form", "fieldset", "legend", "section", "details", "summary", "dl", "dt", "dd",
    "caption",
)  # fmt: skip
_STYLES = {
    **{name: style for name, style in CSS_PROFILES["relaxed"].items() if name != "span"},
    **{name: HtmlElement(display=Display.block) for name in _BLOCKS},
}
"""inscriptis's own sheet, less the spaces that it puts around a span (a price may be made of several),
and with the rest of the elements that stand on lines of their own.
"""
_XML_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>", re.IGNORECASE)
_UNSEEN = re.compile(
    r"<!--.*?-->|<(script|style|head|template)\b.*?</\1\s*>", re.IGNORECASE | re.DOTALL
)
_TAG = re.compile(r"<[^<>]*>")
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class Rendered:
    """The text of an HTML part and the stretches of it that the markup calls quoted."""

    text: str
    quoted: tuple[tuple[int, int], ...] = ()


def tree(markup: str) -> lxml.html.HtmlElement | None:
    """The document tree; None where there is no element in it."""
    markup = _NOT_XML.sub("\ufffd", _XML_DECLARATION.sub("", markup, count=1)).strip()
    if not markup:
        return None
    parser = lxml.html.HTMLParser(no_network=True, remove_pis=True, huge_tree=True)
    try:
        root = lxml.html.document_fromstring(markup, parser=parser)
    except (lxml.etree.LxmlError, ValueError):
        return None
    return _flat(markup) if any("depth" in error.message for error in parser.error_log) else root


def _flat(markup: str) -> lxml.html.HtmlElement:
    """A document nested more deeply than the parser goes, without any nesting."""
    root = lxml.html.Element("p")
    root.text = unescape(_TAG.sub(" ", _UNSEEN.sub(" ", markup)))
    return root


def render(root: lxml.html.HtmlElement | None) -> Rendered:
    """What a reader sees of the document. The tree is used up."""
    if root is None:
        return Rendered("")
    cut_hidden(root)
    quotes = mark_quotes(root)
    rules = {f"#{ATTRIBUTE}": ["quoted"]} if quotes else None
    try:
        engine = Inscriptis(
            root,
            ParserConfig(_STYLES, annotation_rules=rules, custom_html_tag_handler_mapping=HANDLERS),
        )
        text = engine.get_text()
    except RecursionError:
        return Rendered("\n".join(t.strip() for t in root.itertext() if t.strip()))
    spans = sorted((a.start, a.end) for a in engine.get_annotations()) if quotes else ()
    return Rendered(text, tuple(spans))
