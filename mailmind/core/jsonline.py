"""JSON that can be printed anywhere.

Owned here: one line, the same data whatever reads it, and nothing that a terminal would obey.
"""

import json
import re

# json escapes the C0 controls itself; these are C1, direction and invisible marks, and what is no UTF-8.
_UNSAFE = re.compile(
    "[\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff"
    "\U000e0000-\U000e007f]"
)


def dumps(data: object) -> str:
    """The data as one line of JSON; characters that act on a terminal stand there as escapes."""
    text = json.dumps(data, ensure_ascii=False)
    return _UNSAFE.sub(lambda found: json.dumps(found[0])[1:-1], text)
