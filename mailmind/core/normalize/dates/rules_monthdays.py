"""Days of a month that is not named: on the 15th, am 9., le 16.

Owned here: a number is such a day only where an article or preposition says so and nothing follows that
makes it the number of something else.
"""

from mailmind.core.normalize.dates.model import Day
from mailmind.core.normalize.dates.tape import Hit, Rule


def _le(hit: Hit) -> Day | None:
    """Le 16, el 4, el día 21."""
    if hit.scene.lang not in ("fr", "es", "it", "pt") or hit.raw("a").lower() not in (
        "le",
        "el",
        "il",
        "o",
        "día",
        "dia",
    ):
        return None
    return of_month(hit)


def of_month(hit: Hit) -> Day | None:
    """On the 15th."""
    number = hit.int("o")
    return Day(day=number) if number <= 31 else None


def _of_month_dot(hit: Hit) -> Day | None:
    """German am 15., vom 9."""
    return of_month(hit) if hit.alone or hit.scene.lang == "de" else None


_CLOSED = r"(?= ?[.,;:!?)]|$|\n|[ ](?:{CLOCK|prep|FUNC|AND}))"
"""What may follow a day of the month that stands without one."""


WEEKDAYS: tuple[Rule, ...] = (
    Rule("DAY", r"(?:{FROM|AMON|the}) {o=n31}\.(?! ?{num|month}|{num})", _of_month_dot),
    Rule(
        "DAY", r"(?:{ON|BY|UNTIL|FROM|SINCE|AMON|BEFORE|AFTER} )?{the} {o=ORD}" + _CLOSED, of_month
    ),
    Rule("DAY", r"(?:{ON|BY|UNTIL} ){the} {o=WORD|WTENS}" + _CLOSED, of_month),
    Rule(
        "DAY",
        r"(?:{ON}[ \n])?{the} {o=n31}(?=[ \n](?:{from|BETWEEN|AT|ABOUT})[ \n](?:"
        r"{the|PREA} )?(?:{CLOCK|hour}))",
        of_month,
    ),
    Rule(
        "DAY",
        r"(?:{the} )?{a=the|UNIT} {o=n31|ORD|WNUM|WNUM24|WNUM31}(?:[ .]{DAYTH})?(?=$|[ ]?[.,;:!?)]"
        r"(?!{num})|\n|[ ](?:"
        r"{PREA|ABOUT|AT|FOR|BETWEEN|FROM|PREDE|UNTIL|AND|MSPAN|CSPAN|CLOCK|wd|FUNC})(?! ?"
        r"{month|mod}))",
        _le,
    ),
    Rule("DAY", r"{o=ORD}", of_month, alone=True),
)
"""Weekdays and days of the month, where nothing longer took them."""
