"""Schema.org items as mails carry them: JSON-LD scripts and microdata attributes, read alike.

Owned here: every literal keeps the text that it stood in, so that a fact made of it can be found again.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import lxml.html

_SCRIPT_TYPE = "application/ld+json"
_GLUED = re.compile(r"\}\s*\{")
_TRAILING_COMMA = re.compile(r",\s*([}\]])")
_WRAPPING = re.compile(r"\A\s*(?:<!--|//\s*<!\[CDATA\[|<!\[CDATA\[)|(?:-->|//\s*\]\]>|\]\]>)\s*\Z")
_URL_ATTRIBUTES = {
    "a": "href", "area": "href", "link": "href", "img": "src", "audio": "src", "embed": "src",
    "iframe": "src", "source": "src", "track": "src", "video": "src", "object": "data",
}  # fmt: skip
_MAX_DEPTH = 24
_MAX_SOURCE = 300_000
_MAX_ITEMS = 400

Json = Any
"""What json.loads gives: str, bool, None, list or dict (numbers stay as written)."""


@dataclass(frozen=True, slots=True)
class Literal:
    """A value and the markup that says it."""

    text: str
    quote: str


@dataclass(slots=True)
class Item:
    """A typed thing with its properties, in the order of the source."""

    type: str
    path: str
    properties: list[tuple[str, "Literal | Item"]] = field(default_factory=list)

    def literal(self, name: str) -> Literal | None:
        """The first literal of that property."""
        return next(
            (v for k, v in self.properties if k == name and isinstance(v, Literal) and v.text), None
        )


# ── JSON-LD ────────────────────────────────────────────────────────────────────────────────────────


def json_ld(root: lxml.html.HtmlElement, trouble: list[str]) -> Iterator[tuple[str, list[Item]]]:
    """Each JSON-LD script of the document: its text and its items."""
    for number, script in enumerate(root.iter("script")):
        if _SCRIPT_TYPE not in (script.get("type") or "").lower():
            continue
        source = _WRAPPING.sub("", script.text or "").strip()
        if not source:
            continue
        if len(source) > _MAX_SOURCE:
            trouble.append("JSON-LD in the mail is too large: left out")
            continue
        try:
            value = _loads(source)
            yield source, list(_tops(value, f"json-ld:{number}", _Finder(source)))
        except (ValueError, RecursionError):
            trouble.append("JSON-LD in the mail is unreadable")


def _loads(source: str) -> Json:
    """The JSON as it is, or with the faults repaired that senders make: glued objects, last commas."""
    options = {"parse_int": str, "parse_float": str, "parse_constant": str}
    try:
        value: Json = json.loads(source, strict=False, **options)  # type: ignore[arg-type]
    except ValueError:
        repaired = _TRAILING_COMMA.sub(r"\1", _GLUED.sub("},{", source))
        if not repaired.startswith("["):
            repaired = f"[{repaired}]"
        value = json.loads(repaired, strict=False, **options)  # type: ignore[arg-type]
    return value


class _Finder:
    """Finds the words of each literal in the source."""

    def __init__(self, source: str) -> None:
        self._source = source

    def quote(self, name: str, text: str) -> str:
        """``"name": "text"`` as it stands there; the bare text where it is written otherwise."""
        ascii_only, plain = json.dumps(text)[1:-1], json.dumps(text, ensure_ascii=False)[1:-1]
        slashed = (ascii_only.replace("/", r"\/"), plain.replace("/", r"\/"))  # as PHP writes it
        written = dict.fromkeys((text, plain, ascii_only, *slashed))
        body = "|".join(re.escape(one) for one in written)
        pattern = re.compile(rf'"{re.escape(name)}"\s*:\s*(?:\[\s*)?"?(?:{body})"?')
        found = pattern.search(self._source)
        return found.group() if found is not None else text


def _tops(value: Json, path: str, finder: _Finder) -> Iterator[Item]:
    if isinstance(value, list):
        for number, one in enumerate(value):
            yield from _tops(one, f"{path}.{number}", finder)
    elif isinstance(value, dict):
        graph = value.get("@graph")
        if graph is not None:
            yield from _tops(graph, f"{path}.@graph", finder)
        else:
            yield _json_item(value, path, finder, 0)


def _json_item(value: dict[str, Json], path: str, finder: _Finder, depth: int) -> Item:
    item = Item(_type_name(value.get("@type")), path)
    for name, one in value.items():
        if not name.startswith("@"):
            _add(item, name, one, f"{path}.{name}", finder, depth)
    return item


def _add(item: Item, name: str, value: Json, path: str, finder: _Finder, depth: int) -> None:
    if depth > _MAX_DEPTH:
        return
    if isinstance(value, str):
        if value.strip():
            item.properties.append(
                (name, Literal(value.strip(), finder.quote(name, value.strip())))
            )
    elif isinstance(value, dict):
        if set(value) <= {"@type", "@value"} and isinstance(value.get("@value"), str):
            _add(item, name, value["@value"], path, finder, depth + 1)
        else:
            item.properties.append((name, _json_item(value, path, finder, depth + 1)))
    elif isinstance(value, list):
        for number, one in enumerate(value):
            _add(item, name, one, f"{path}.{number}", finder, depth + 1)


def _type_name(value: Json) -> str:
    if isinstance(value, list):
        value = value[0] if value else None
    return value.rstrip("/").rpartition("/")[2] if isinstance(value, str) else ""


# ── microdata ──────────────────────────────────────────────────────────────────────────────────────


def microdata(root: lxml.html.HtmlElement) -> list[Item]:
    """The items of the document that are part of no other."""
    items: list[Item] = []
    for element in root.iter():
        if len(items) >= _MAX_ITEMS:
            break
        if not isinstance(element.tag, str) or "itemscope" not in element.attrib:
            continue
        if "itemprop" not in element.attrib or not _within_item(element):
            items.append(_micro_item(element, f"microdata:{len(items)}", 0))
    return [item for item in items if item.properties]


def _within_item(element: lxml.html.HtmlElement) -> bool:
    return any("itemscope" in up.attrib for up in element.iterancestors())


def _micro_item(element: lxml.html.HtmlElement, path: str, depth: int) -> Item:
    item = Item(_type_name((element.get("itemtype") or "").split(" ")[0]), path)
    stack = list(reversed(element))
    while stack:
        child = stack.pop()
        if not isinstance(child.tag, str):
            continue
        names = (child.get("itemprop") or "").split()
        if "itemscope" in child.attrib:
            if depth < _MAX_DEPTH:
                for name in names:
                    item.properties.append((name, _micro_item(child, f"{path}.{name}", depth + 1)))
            continue
        value = _micro_value(child) if names else ""
        for name in names:
            if value:
                quote = f'<{child.tag} itemprop="{child.get("itemprop")}"> {value}'
                item.properties.append((name, Literal(value, quote)))
        stack.extend(reversed(child))
    return item


def _micro_value(element: lxml.html.HtmlElement) -> str:
    """The value by the rules of microdata: of the attribute that the element has for it, else its text."""
    tag = str(element.tag)
    for name in ("content", "datetime" if tag == "time" else "", _URL_ATTRIBUTES.get(tag, "")):
        if name and element.get(name):
            return " ".join(str(element.get(name)).split())
    if tag in ("data", "meter") and element.get("value"):
        return str(element.get("value")).strip()
    return " ".join("".join(element.itertext()).split())
