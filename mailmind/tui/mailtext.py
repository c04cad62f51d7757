"""A thread as paragraphs to read, with every quote that a fact rests on marked at its exact span.

Owned here: what is marked is the evidence that a check found, never a search for words that look alike.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mailmind.core.values import CheckedFact, Evidence, Layer, Message, Thread
from mailmind.tui.layout import Mark, Paragraph
from mailmind.tui.words import STATE_SIGN, line, moment, who

SHOWN = 200_000
"""Characters of one mail that are shown; what is beyond is said, not shown."""

_LAYER_STYLE = {
    Layer.QUOTED: "quoted",
    Layer.FORWARDED: "quoted",
    Layer.SIGNATURE: "aside",
    Layer.DISCLAIMER: "aside",
}
_PART_TITLE = {
    "alternative": "The other text of this mail (plain text and HTML differ):",
    "markup": "What this mail says to machines:",
}


@dataclass(frozen=True, slots=True)
class Quote:
    """Where the words of one fact stand."""

    fact_id: str
    evidence: Evidence
    style: str
    sign: str

    def mark(self) -> Mark:
        """The stretch to show apart."""
        where = self.evidence
        return Mark(where.start, where.end, self.style, self.fact_id, self.sign)


def evidence_of(checked: CheckedFact) -> Evidence | None:
    """The place that the fact's quote was found in, as the citation check says; else any check's."""
    by_citation = [v for v in checked.verdicts if v.check == "citation" and v.evidence]
    others = [v for v in checked.verdicts if v.evidence]
    return next((v.evidence for v in [*by_citation, *others]), None)


def quotes(facts: Sequence[CheckedFact]) -> list[Quote]:
    """The quotes of all facts that have one."""
    found = []
    for checked in facts:
        evidence = evidence_of(checked)
        if evidence is not None:
            state = checked.state
            found.append(Quote(checked.fact.id, evidence, str(state), STATE_SIGN[state]))
    return found


def paragraphs(thread: Thread, facts: Sequence[CheckedFact], zone: str) -> list[Paragraph]:
    """The whole thread, oldest mail first."""
    by_message: dict[str, list[Quote]] = {}
    for quote in quotes(facts):
        by_message.setdefault(quote.evidence.message_id, []).append(quote)
    out: list[Paragraph] = []
    for number, message in enumerate(thread.messages, 1):
        if out:
            out.append(Paragraph(""))
        out += _message(message, number, by_message.get(message.message_id, []), zone)
    return out


def _message(message: Message, number: int, found: list[Quote], zone: str) -> list[Paragraph]:
    by_part: dict[str, list[Mark]] = {}
    for quote in found:
        by_part.setdefault(quote.evidence.part, []).append(quote.mark())
    out = _heading(message, number, tuple(by_part.get("subject", ())), zone)
    out += _body(message, by_part.get("body", []))
    texts: Mapping[str, str] = {
        "alternative": message.alternative or "",
        "markup": message.markup_source,
    }
    for part, text in texts.items():
        if part in by_part:
            out += [Paragraph(""), Paragraph(_PART_TITLE[part], style="aside")]
            out.append(Paragraph(text[:SHOWN], tuple(by_part[part])))
    return out


def _heading(
    message: Message, number: int, subject_marks: tuple[Mark, ...], zone: str
) -> list[Paragraph]:
    title = f"m{number}  {who(message.sender)}"
    out = [
        Paragraph(title, style="heading", key=message.message_id),
        Paragraph(f"{moment(message.date, zone)}  to {_names(message)}", style="aside"),
    ]
    if number == 1 or subject_marks:
        out.append(Paragraph(f"{message.subject}", subject_marks, style="subject"))
    if message.attachments:
        names = ", ".join(line(name) for name in message.attachments)
        out.append(Paragraph(f"Attached: {names}", style="aside"))
    out += [Paragraph(f"Note: {line(trouble)}", style="aside") for trouble in message.trouble]
    return [*out, Paragraph("")]


def _names(message: Message) -> str:
    people = [*message.to, *message.cc]
    names = [who(p) for p in people[:3]]
    more = f" and {len(people) - 3} more" if len(people) > 3 else ""
    return (", ".join(names) or "nobody named") + more


def _body(message: Message, marks: list[Mark]) -> list[Paragraph]:
    text = message.body.rstrip()
    layers = [
        Mark(span.start, span.end, _LAYER_STYLE[span.layer])
        for span in message.layers
        if span.layer in _LAYER_STYLE
    ]
    out = [Paragraph(text[:SHOWN], (*marks, *layers), flow=True)]
    if not text:
        out = [Paragraph("This mail has no text.", style="aside")]
    if len(text) > SHOWN:
        out.append(
            Paragraph(f"… {len(text) - SHOWN:,} more characters are not shown.", style="aside")
        )
    return out
