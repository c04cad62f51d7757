"""Lines of rendered HTML, put together by the word.

Owned here: the text is the one that inscriptis's own block makes letter by letter. White space runs
into one space, and none starts a line.
"""

from collections.abc import Mapping
from html import unescape

from inscriptis.model.canvas.block import Block
from inscriptis.model.html_document_state import HtmlDocumentState
from inscriptis.model.tag import CustomHtmlTagHandlerMapping


class _WordBlock(Block):  # type: ignore[misc]
    """A block that takes a text by its words."""

    collapsable_whitespace: bool

    def merge_normal_text(self, text: str) -> None:
        """Add the text, its white space run together."""
        words = text.split()
        if not words:
            if text and not self.collapsable_whitespace:
                self._append(" ")
                self.collapsable_whitespace = True
            return
        lead = " " if text[0].isspace() and not self.collapsable_whitespace else ""
        self.collapsable_whitespace = text[-1].isspace()
        self._append(f"{lead}{' '.join(words)}{' ' if self.collapsable_whitespace else ''}")

    def _append(self, text: str) -> None:
        text = unescape(text if self._content else self.prefix.first + text)
        self._content += text
        self.idx += len(text)

    def new_block(self) -> Block:
        """The next line."""
        self.prefix.consumed = False
        return _WordBlock(idx=self.idx + 1, prefix=self.prefix)


def _start(state: HtmlDocumentState, _attributes: Mapping[str, str]) -> None:
    """Let the document begin with a block of ours; all that follow are made by it."""
    block = state.canvas.current_block
    if block.is_empty():
        state.canvas.current_block = _WordBlock(idx=block.idx, prefix=block.prefix)


HANDLERS = CustomHtmlTagHandlerMapping(start_tag_mapping={"html": _start}, end_tag_mapping={})
"""For inscriptis's configuration: a block is chosen where the document begins."""
