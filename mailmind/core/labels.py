"""Provenance labels: inline marks that say where each claim of a text comes from.

::

    claim   := open text close
    open    := "(u)" | "(m)" | "(g)"
    close   := "(/u" [": " note] ")" | "(/m: " source [", " date] ")" | "(/g" [": " note] ")"
    mention := "`(g)`"        a label in backticks is only mentioned; other words there still count

``(u)`` a person supplied it, ``(m)`` checked, with its source, ``(g)`` a conclusion or a guess. Labels nest
and never overlap.

Owned here: a text is let through only if every word of it is labelled, and taking labels off gives back
exactly the text that they were put on.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from mailmind.core.sentences import sentences
from mailmind.core.wordlist import words

_BULLET = re.compile(r"^\s*(?:[-*+•]|\d+[.)]|>|\|)\s*|\s*\|\s*$")
_HEADING = re.compile(r"^\s*#{1,6}\s+")
_TITLE_WORDS = 6
_STATING = words(
    """
    i you he she it we they is are was were be been am has have had do does did will would shall should can
    could may might must owe owes owed not no never agreed approved confirmed cancelled refunded paid
    ich du er sie wir ihr ist sind war hat haben wird werden schulden nicht kein
    je tu il elle nous vous ils est sont a ont sera doit pas
    yo tú él ella nosotros usted es son está ha han será debe no
    """
)


@dataclass(frozen=True, slots=True)
class Letters:
    """The letters in use; they can be renamed where ``(U)`` already means something else."""

    user: str = "u"
    checked: str = "m"
    guess: str = "g"


@dataclass(frozen=True, slots=True)
class Span:
    """One labelled stretch of text."""

    label: str
    """``u``, ``m`` or ``g``, whatever letters the text uses."""
    text: str
    note: str
    start: int
    """Of the opening label."""
    end: int
    """Behind the closing label."""


@dataclass(frozen=True, slots=True)
class Report:
    """What the labels of a text say, and whether the text may be acted on."""

    allow: bool
    problems: tuple[str, ...]
    unchecked: tuple[str, ...]
    """Guesses, and in foreign text what only its author calls checked."""
    spans: tuple[Span, ...]


def parse(text: str, letters: Letters | None = None) -> tuple[tuple[Span, ...], tuple[str, ...]]:
    """The labelled stretches in the order of their closing, and everything wrong with the notation."""
    names = _names(letters or Letters())
    spans: list[Span] = []
    problems: list[str] = []
    opened: list[tuple[str, int, int]] = []
    for token in _tokens(text, letters or Letters()):
        if token["open"]:
            opened.append((names[token["open"].casefold()], token.start(), token.end()))
            continue
        label, note = names[token["close"].casefold()], (token["note"] or "").strip()
        if not opened or opened[-1][0] != label:
            problems.append(f"closing ({label}) at {token.start()} matches no open label")
            continue
        _, start, inner = opened.pop()
        spans.append(Span(label, text[inner : token.start()], note, start, token.end()))
        if label == "m" and not note:
            problems.append(
                f"checked claim without a source: {text[inner : token.start()].strip()[:60]!r}"
            )
    problems += [f"({label}) opened at {start} is never closed" for label, start, _ in opened]
    return tuple(spans), tuple(problems)


def check(text: str, *, incoming: bool = False, letters: Letters | None = None) -> Report:
    """Judge the notation alone: labels balance, and every ``(m)`` names a source."""
    spans, problems = parse(text, letters)
    if incoming:
        spans = tuple(downgraded(span) for span in spans)
    return Report(not problems, problems, _unchecked(spans), spans)


def gate(
    text: str,
    *,
    allow_guesses: bool = False,
    incoming: bool = False,
    letters: Letters | None = None,
) -> Report:
    """May one act on this text? Only if all of it is labelled, balanced, and nothing is a guess."""
    report = check(text, incoming=incoming, letters=letters)
    loose = unlabelled(text, report.spans, letters)
    problems = report.problems
    if loose:
        more = f" (+{len(loose) - 1} more)" if len(loose) > 1 else ""
        problems += (f"unlabelled text: {loose[0][:60]!r}{more}",)
    allow = not problems and (allow_guesses or not report.unchecked)
    return replace(report, allow=allow, problems=problems)


def downgraded(span: Span) -> Span:
    """A foreign ``(m)`` is a claim of whoever wrote it: supplied, not checked."""
    if span.label != "m":
        return span
    return replace(span, label="u", note=f"claimed as checked: {span.note}")


def _unchecked(spans: tuple[Span, ...]) -> tuple[str, ...]:
    return tuple(
        strip(s.text).strip()
        for s in spans
        if s.label == "g" or (s.label == "u" and s.note.startswith("claimed as checked: "))
    )


def unlabelled(text: str, spans: tuple[Span, ...], letters: Letters | None = None) -> list[str]:
    """The sentences that no label covers; layout is no sentence, any letter or digit makes one."""
    rest: list[str] = []
    at = 0
    for start, end in sorted((s.start, s.end) for s in spans):
        if start > at:
            rest.append(text[at:start])
        at = max(at, end)
    rest.append(text[at:])
    mark = _marks(letters or Letters())
    loose = re.sub(r"`([^`\n]*)`", lambda m: mark.sub(" ", m.group(1)), "\n".join(rest))
    found: list[str] = []
    for line in loose.split("\n"):
        if _HEADING.match(line) and _is_title(_HEADING.sub("", line)):
            continue
        parts = re.split(r"(?<=[.!?])\s+", _BULLET.sub("", _HEADING.sub("", line)))
        found += [part.strip() for part in parts if any(c.isalnum() for c in part)]
    return found


def _is_title(text: str) -> bool:
    """A heading that names a subject and states nothing."""
    parts = re.findall(r"\w+", text.casefold())
    states = any(c.isdigit() for c in text) or bool(re.search(r"[.!?:;]\s*\S|[!?.]\s*$", text))
    return not states and len(parts) <= _TITLE_WORDS and not _STATING.intersection(parts)


def strip(text: str, letters: Letters | None = None) -> str:
    """The words without the labels; not a single space changes."""
    out: list[str] = []
    at = 0
    for token in _tokens(text, letters or Letters()):
        out.append(text[at : token.start()])
        at = token.end()
    return "".join([*out, text[at:]])


def wrap(text: str, label: str, note: str = "", letters: Letters | None = None) -> str:
    """A stretch of text under a label."""
    chosen = letters or Letters()
    letter = {"u": chosen.user, "m": chosen.checked, "g": chosen.guess}[label]
    clean = " ".join(note.translate(str.maketrans("()`", "[]'")).split())
    if label == "m" and not clean:
        raise ValueError("a checked label needs a source")
    return f"({letter}){text}(/{letter}{': ' + clean if clean else ''})"


def units(text: str) -> tuple[tuple[int, int], ...]:
    """The stretches that may carry a label of their own: sentences that cut no pair of backticks."""
    merged: list[tuple[int, int]] = []
    for start, end in sentences(text):
        line = text.rfind("\n", 0, start) + 1
        if merged and text.count("`", line, start) % 2:
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return tuple(merged)


def _names(letters: Letters) -> dict[str, str]:
    return {
        letters.user.casefold(): "u",
        letters.checked.casefold(): "m",
        letters.guess.casefold(): "g",
    }


def _tokens(text: str, letters: Letters) -> Iterator[re.Match[str]]:
    """Every label of the text. A list letter is none: ``(g)`` after ``(f)``, never closed.

    Reading it as a list letter opens no hole: the text behind it is then unlabelled, and held.
    """
    found = [t for t in _grammar(letters).finditer(text) if t["open"] or t["close"]]
    closed = {t["close"].casefold() for t in found if t["close"]}
    for token in found:
        letter = (token["open"] or "").casefold()
        if letter and letter not in closed and _in_lettered_list(text, token, letter):
            continue
        yield token


def _in_lettered_list(text: str, token: re.Match[str], letter: str) -> bool:
    if len(letter) != 1 or not "b" <= letter <= "z":
        return False
    before = f"({chr(ord(letter) - 1)})"
    return before in text[: token.start()].casefold()


@lru_cache(maxsize=8)
def _grammar(letters: Letters) -> re.Pattern[str]:
    names = "|".join(re.escape(x) for x in (letters.user, letters.checked, letters.guess))
    return re.compile(
        rf"`[^`\n]*`|\((?P<open>{names})\)|\(/(?P<close>{names})(?::\s*(?P<note>(?:[^()]|\([^()]*\))*))?\)",
        re.IGNORECASE,
    )


@lru_cache(maxsize=8)
def _marks(letters: Letters) -> re.Pattern[str]:
    names = "|".join(re.escape(x) for x in (letters.user, letters.checked, letters.guess))
    return re.compile(rf"\(/?(?:{names})(?::[^)]*)?\)", re.IGNORECASE)
