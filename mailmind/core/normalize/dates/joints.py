"""What joins the two ends of a range, and what stands around them, as patterns.

Owned here: the signs and words that mean "to"; a word between two points that is none of them keeps them
apart.
"""

TO = (
    r"(?: ?,? ?[-–—~]{1,2} ?(?:{ABOUT}[ \n])?|,?[ \n]{1,2}(?:{to|UNTIL})[ \n](?:"
    r"{to|the|on|ABOUT|AT}[ \n]){0,2})"
)


AND = r"[ \n]{and}[ \n](?:{the|on|BUT|AT}[ \n]){0,2}"


SLASH = r"(?:" + TO + r"| ?/ ?)"


FROM = r"(?:(?:{FROM|PREDE|BETWEEN|INPRE|STARTING}[ \n])(?:{the|on|AT|ABOUT}[ \n]){0,2})?"


BETWEEN = r"{BETWEEN}[ \n](?:{the|on|AT}[ \n]){0,2}"


_H = r"{%s=hour}(?:[:.]{%sm=n59})?"


HOUR_A, HOUR_B = _H % ("a", "a"), _H % ("b", "b")


NO_MORE = r"(?![:/%$€°]|[-.,]{num}| ?x(?<![ ]x)|{num}| ?{NOMINAL|unit|num|LENGTH})"


AT = (
    r"(?: ?[,(–-]? ?|[ ,\n]{0,2}(?:"
    r"{AT|ON|AMON|FROM|ABOUT|FOR|in|BETWEEN|PREDE|PREA|AFTER}[ \n]){1,2})"
)


ON = r"(?: ?[,(]? ?|[ ,\n]{0,2}(?:{ON|AMON|OF|the|PREDE}[ \n]){1,2})"
