"""How a quote that stands nowhere differs from the words it was made from.

Owned here: this explains a failure and never approves anything. The difference is shown as
``[-claimed-]{+there+}``.
"""

import re
from difflib import SequenceMatcher

from mailmind.core.text import fold

_WORD = re.compile(r"[\w$€£¥%+&@#§°-]+(?:[.,:'/][\w%]+)*")
_LONGEST_QUOTE = 80
_MARK = re.compile(r"(?=\[-|\{\+)(?:\[-(.*?)-\])?(?:\{\+(.*?)\+\})?")
_TOLD = 2


def nearest_difference(quote: str, text: str) -> str:
    """The difference between a quote and the passage it was made from; empty where there is none.

    A passage counts where it holds two thirds of the quote's words in the same order.
    """
    if cut := _cut_word(fold(quote).text, fold(text).text):
        return cut
    claimed = _WORD.findall(fold(quote).text)[:_LONGEST_QUOTE]
    there = _WORD.findall(fold(text).text)
    if len(claimed) < 2 or not there:
        return ""
    anchor = SequenceMatcher(None, claimed, there, autojunk=False).find_longest_match()
    slack = 4
    begin = max(0, anchor.b - anchor.a - slack)
    window = there[begin : anchor.b + len(claimed) - anchor.a + slack]
    matcher = SequenceMatcher(None, claimed, window, autojunk=False)
    kept = sum(block.size for block in matcher.get_matching_blocks())
    if kept * 3 < len(claimed) * 2:
        return ""
    return _render(matcher, claimed, window)


def in_words(difference: str) -> str:
    """The first differences as a person would tell them, to stand after "the mail, which"."""
    told = []
    for gone, come in _MARK.findall(difference):
        if gone and come:
            told.append(f"says {come!r} where the quote says {gone!r}")
        else:
            told.append(f"does not say {gone!r} there" if gone else f"also says {come!r} there")
    if len(told) > _TOLD:
        told[_TOLD:] = ["differs further on"]
    return " and ".join(told)


def _cut_word(quote: str, text: str) -> str:
    """A quote that stands there, but for a word or number that it cuts."""
    at = text.find(quote) if quote else -1
    if at < 0:
        return ""
    start, end = text.rfind(" ", 0, at) + 1, text.find(" ", at + len(quote))
    whole = text[start : end if end >= 0 else len(text)]
    claimed, there = _WORD.findall(quote), _WORD.findall(whole)
    return _render(SequenceMatcher(None, claimed, there, autojunk=False), claimed, there)


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
