"""How a quote that stands nowhere differs from the words it was made from.

Owned here: this explains a failure and never approves anything. The difference is shown as
``[-claimed-]{+there+}``.
"""

import re
from difflib import SequenceMatcher

from mailmind.core.text import fold

_WORD = re.compile(r"[\w$€£¥%+&@#§°-]+(?:[.,:'/][\w%]+)*")
_LONGEST_QUOTE = 80


def nearest_difference(quote: str, text: str) -> str:
    """The difference between a quote and the passage it was made from; empty where there is none.

    A passage counts where it shares a run of two words (or half of a shorter quote) and most of the
    quote's words in the same order.
    """
    claimed = _WORD.findall(fold(quote).text)[:_LONGEST_QUOTE]
    there = _WORD.findall(fold(text).text)
    if len(claimed) < 2 or not there:
        return _cut_word(fold(quote).text, fold(text).text)
    anchor = SequenceMatcher(None, claimed, there, autojunk=False).find_longest_match()
    if anchor.size < min(2, (len(claimed) + 1) // 2):
        return ""
    slack = 4
    begin = max(0, anchor.b - anchor.a - slack)
    window = there[begin : anchor.b + len(claimed) - anchor.a + slack]
    matcher = SequenceMatcher(None, claimed, window, autojunk=False)
    kept = sum(block.size for block in matcher.get_matching_blocks())
    if kept * 2 < len(claimed):
        return ""
    return _render(matcher, claimed, window)


def _cut_word(quote: str, text: str) -> str:
    """A single word that stands only as a piece of a longer one."""
    at = text.find(quote) if quote else -1
    if at < 0:
        return ""
    start, end = text.rfind(" ", 0, at) + 1, text.find(" ", at)
    whole = text[start : end if end >= 0 else len(text)]
    return f"[-{quote}-]{{+{whole}+}}"


def _render(matcher: SequenceMatcher[str], claimed: list[str], window: list[str]) -> str:
    codes = matcher.get_opcodes()
    while codes and codes[0][0] == "insert":  # slack around the passage is no difference
        codes.pop(0)
    while codes and codes[-1][0] == "insert":
        codes.pop()
    out: list[str] = []
    for index, (tag, a, b, c, d) in enumerate(codes):
        if tag == "equal":
            out.extend(claimed[a:b])
            continue
        at_edge = index in (0, len(codes) - 1)
        gone, come = claimed[a:b], window[c:d]
        if at_edge and len(come) > len(gone):
            come = come[-len(gone) :] if index == 0 else come[: len(gone)]
        text = f"[-{' '.join(gone)}-]" if gone else ""
        out.append(text + (f"{{+{' '.join(come)}+}}" if come else ""))
    return " ".join(out)
