"""Threads as trees, by RFC 5256 (THREAD=REFERENCES).

Owned here: the standard's answer to the letter, for programs that expect it. Unlike
:func:`mailmind.core.threads.group` it joins roots whose base subjects are equal.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import pairwise

from mailmind.core.threads import Headers, own_name, when


@dataclass(frozen=True, slots=True)
class Node:
    """A place in a thread; ``key`` is None where a message is spoken of that nobody has."""

    key: int | None
    children: tuple["Node", ...] = ()


@dataclass(slots=True, eq=False)
class _Container:
    message: Headers | None = None
    parent: "_Container | None" = None
    children: list["_Container"] = field(default_factory=list)

    def adopt(self, child: "_Container") -> None:
        """Take the child from where it is, unless that would close a circle."""
        step: _Container | None = self
        while step is not None:
            if step is child:
                return
            step = step.parent
        child.leave()
        child.parent = self
        self.children.append(child)

    def leave(self) -> None:
        if self.parent is not None:
            self.parent.children.remove(self)
            self.parent = None

    def when(self) -> tuple[datetime, int]:
        """The date it is sorted by: its own, or its first child's where it has no message."""
        if self.message is not None:
            return when(self.message)
        return min((child.when() for child in self.children), default=_NEVER)


_NEVER = (datetime.max.replace(tzinfo=UTC), 0)


def tree(messages: Sequence[Headers], *, by_subject: bool = True) -> tuple[Node, ...]:
    """The threads as RFC 5256 builds them for THREAD=REFERENCES: links as References say, missing
    messages pruned, siblings by date. ``by_subject`` joins roots of one base subject, as it asks for.
    """
    roots = [root for top in _linked(messages) for root in _pruned(top)]
    for root in roots:
        root.parent = None
    roots.sort(key=_Container.when)
    if by_subject:
        roots = _joined_by_subject(roots)
    return tuple(_node(root) for root in sorted(roots, key=_Container.when))


def _linked(messages: Sequence[Headers]) -> list[_Container]:
    """Step 1 and 2: a container for every ID spoken of, each under the one it answers."""
    table: dict[str, _Container] = {}
    every: list[_Container] = []

    def of(name: str) -> _Container:
        if name not in table:
            table[name] = _Container()
            every.append(table[name])
        return table[name]

    for message in messages:
        name = message.header_id
        if not name or of(name).message is not None:
            name = own_name(message)  # a second mail of one ID is a message of its own
        container = of(name)
        container.message = message
        chain = message.references or message.in_reply_to[:1]
        for upper, lower in pairwise(chain):
            if of(lower).parent is None:
                of(upper).adopt(of(lower))
        container.leave()
        if chain:
            of(chain[-1]).adopt(container)
    return [container for container in every if container.parent is None]


def _pruned(top: _Container) -> list[_Container]:
    """Step 3: without places that hold no message (at the top they stay to hold several children)."""
    every = [top]
    for container in every:
        every.extend(container.children)
    for container in reversed(every):  # children before their parents
        kept: list[_Container] = []
        for child in container.children:
            kept.extend([child] if child.message is not None else child.children)
        container.children = kept
        for child in kept:
            child.parent = container
    if top.message is not None or len(top.children) > 1:
        return [top]
    return top.children


def _joined_by_subject(roots: list[_Container]) -> list[_Container]:
    """Step 5: roots of one base subject become one thread."""
    table: dict[str, _Container] = {}
    for root in roots:
        subject, _ = base_subject(_subject(root))
        old = table.get(subject)
        if not subject:
            continue
        if old is None or (
            (root.message is None and old.message is not None)
            or (_answers(old) and not _answers(root))
        ):
            table[subject] = root
    for root in list(roots):
        subject, _ = base_subject(_subject(root))
        old = table.get(subject)
        if not subject or old is None or old is root:
            continue
        _merge(old, root, roots, table, subject)
    return roots


def _merge(
    old: _Container,
    root: _Container,
    roots: list[_Container],
    table: dict[str, _Container],
    subject: str,
) -> None:
    """Put ``root`` to the thread of its subject, by the four cases of the standard."""
    roots.remove(root)
    if old.message is None and root.message is None:
        for child in list(root.children):
            old.adopt(child)
    elif old.message is None or (_answers(root) and not _answers(old)):
        old.adopt(root)
    else:
        both = _Container()
        roots[roots.index(old)] = both
        both.adopt(old)
        both.adopt(root)
        table[subject] = both


def _subject(container: _Container) -> str:
    if container.message is not None:
        return container.message.subject
    first = min(container.children, key=_Container.when, default=None)
    return first.message.subject if first is not None and first.message is not None else ""


def _answers(container: _Container) -> bool:
    return container.message is not None and base_subject(container.message.subject)[1]


_SPACE = re.compile(r"\s+")
_TRAILER = re.compile(r"(?:\s|\(fwd\))+\Z", re.IGNORECASE)
_LEADER = re.compile(r"\A(?:\[[^\[\]]*\]\s*)*(re|fwd?)\s*(?:\[[^\[\]]*\]\s*)?:\s*", re.IGNORECASE)
_BLOB = re.compile(r"\A\[[^\[\]]*\]\s*(?=\S)")
_WRAPPED = re.compile(r"\A\[fwd:(.*)\]\Z", re.IGNORECASE)


def base_subject(subject: str) -> tuple[str, bool]:
    """The subject without reply and forward marks (RFC 5256, 2.1), and whether there were any."""
    text = _SPACE.sub(" ", subject).strip()
    answers = False
    while True:
        before = text
        cut = _TRAILER.sub("", text)
        answers = answers or cut.rstrip() != text.rstrip()
        text = cut
        if found := _LEADER.match(text):
            answers, text = True, text[found.end() :]
        elif found := _BLOB.match(text):
            text = text[found.end() :]
        elif found := _WRAPPED.match(text):
            answers, text = True, found.group(1).strip()
        if text == before:
            return text.casefold(), answers


def _node(root: _Container) -> Node:
    every = [root]
    for container in every:
        every.extend(sorted(container.children, key=_Container.when))
    built: dict[int, Node] = {}
    for container in reversed(every):
        children = sorted(container.children, key=_Container.when)
        key = container.message.key if container.message else None
        built[id(container)] = Node(key, tuple(built[id(child)] for child in children))
    return built[id(root)]
