"""Which text of an HTML mail its reader cannot see.

Owned here: text is cut only where the mail itself makes it invisible. Where a style sheet or an image
might decide otherwise, the text stays: a lost sentence is worse than a shown one.
"""

import re
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

Element: TypeAlias = Any  # an lxml element; lxml ships no types
Color = tuple[int, int, int]

_DROPPED = frozenset(
    {"script", "style", "head", "title", "meta", "link", "template", "object", "embed", "applet",
     "iframe", "svg", "math", "audio", "video", "canvas", "datalist"}
)  # fmt: skip
_WHITE: Color = (255, 255, 255)
_NAMED: dict[str, Color] = {
    "white": _WHITE,
    "black": (0, 0, 0),
    "snow": (255, 250, 250),
    "ivory": (255, 255, 240),
    "ghostwhite": (248, 248, 255),
    "whitesmoke": (245, 245, 245),
    "floralwhite": (255, 250, 240),
    "red": (255, 0, 0),
    "blue": (0, 0, 255),
    "green": (0, 128, 0),
    "yellow": (255, 255, 0),
    "gray": (128, 128, 128),
    "grey": (128, 128, 128),
    "silver": (192, 192, 192),
    "navy": (0, 0, 128),
}
_NEAR = 10
_HEX = re.compile(r"#([0-9a-f]{6}|[0-9a-f]{3})\b", re.IGNORECASE)
_RGB = re.compile(
    r"rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)(?:[\s,/]+([\d.]+%?))?\s*\)", re.IGNORECASE
)
_LENGTH = re.compile(r"(-?[\d.]+)\s*(px|pt|em|rem|%)?")
_MEDIA = re.compile(
    r"@[\w-]+[^{;]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}|@[\w-]+[^{};]*;|/\*.*?\*/", re.DOTALL
)
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_SIMPLE = re.compile(r"(?:([a-z][a-z0-9]*)?([.#][\w-]+))\Z", re.IGNORECASE)
_MAX_SHEET = 200_000


@dataclass(frozen=True, slots=True)
class _Look:
    """What an element inherits: text colour, the ground it stands on, size, visibility."""

    color: Color | None = (0, 0, 0)
    ground: Color | None = _WHITE
    """None: an image or a style sheet decides, so nothing is known."""
    tiny: bool = False
    invisible: bool = False

    @property
    def hides(self) -> bool:
        if self.tiny or self.invisible:
            return True
        if self.color is None or self.ground is None:
            return False
        return max(abs(a - b) for a, b in zip(self.color, self.ground, strict=True)) <= _NEAR


def cut_hidden(root: Element) -> None:
    """Remove from the tree, in place, all text that is not shown."""
    sheet = _Sheet.of(root)
    doomed: list[Element] = []
    stack: list[tuple[Element, _Look, bool]] = [(root, _Look(), False)]
    while stack:
        element, inherited, hides = stack.pop()
        if not isinstance(element.tag, str) or _gone(element, sheet):
            doomed.append(element)
            continue
        look = _look(element, inherited, sheet)
        if look is not inherited:
            hides = look.hides
        if hides and element.text and element.text.strip():
            element.text = " "
        for child in element:
            if hides and child.tail and child.tail.strip():
                child.tail = " "
            stack.append((child, look, hides))
    for element in doomed:
        if element.getparent() is not None:
            element.drop_tree()


def _declarations(style: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for one in style.lower().split(";"):
        name, colon, value = one.partition(":")
        if colon:
            found[name.strip()] = value.replace("!important", "").strip()
    return found


def _gone(element: Element, sheet: "_Sheet") -> bool:
    """Whether the element and all within it take no part in what is shown."""
    if element.tag in _DROPPED or "hidden" in element.attrib:
        return True
    if element.tag == "input":
        return True
    if sheet.hides(element):
        return True
    style = element.get("style")
    return style is not None and _hides_all(_declarations(style))


def _hides_all(style: dict[str, str]) -> bool:
    if style.get("display") == "none" or _length(style.get("opacity")) == 0:
        return True
    clipped = style.get("overflow", style.get("overflow-y", "")) in ("hidden", "clip")
    if clipped and 0 in (
        _length(style.get(n)) for n in ("max-height", "height", "max-width", "width")
    ):
        return True
    away = (_length(style.get(n)) for n in ("text-indent", "left", "top", "margin-left"))
    return any(distance is not None and distance <= -900 for distance in away)


def _length(value: str | None) -> float | None:
    if value is None:
        return None
    found = _LENGTH.match(value)
    if not found:
        return None
    try:
        return float(found.group(1))
    except ValueError:
        return None


def _look(element: Element, inherited: _Look, sheet: "_Sheet") -> _Look:
    attributes = element.attrib
    if not attributes:
        return inherited
    look = inherited
    if sheet.paints and ("class" in attributes or "id" in attributes):
        look = replace(look, ground=None)
    if "background" in attributes:
        look = replace(look, ground=None)
    elif "bgcolor" in attributes:
        look = replace(look, ground=_color(attributes["bgcolor"]))
    if element.tag in ("font", "body") and (
        named := attributes.get("color", attributes.get("text"))
    ):
        look = replace(look, color=_color(named))
    style = attributes.get("style")
    return _styled(look, _declarations(style)) if style else look


def _styled(look: _Look, style: dict[str, str]) -> _Look:
    if "color" in style and style["color"] != "inherit":
        look = replace(look, color=_color(style["color"]))
    for name in ("background", "background-color"):
        if (value := style.get(name)) is not None and value not in (
            "transparent",
            "none",
            "inherit",
        ):
            look = replace(look, ground=None if "url(" in value else _color(value))
    if "background-image" in style and style["background-image"] != "none":
        look = replace(look, ground=None)
    if (size := style.get("font-size")) is not None:
        look = replace(look, tiny=_is_tiny(size))
    if (seen := style.get("visibility")) is not None:
        look = replace(look, invisible=seen in ("hidden", "collapse"))
    return look


def _is_tiny(size: str) -> bool:
    found = _LENGTH.match(size)
    if not found:
        return False
    number = _length(size) or 0.0
    return number == 0 or (number <= 1 and found.group(2) in ("px", "pt"))


def _color(value: str) -> Color | None:
    """The colour; None where it cannot be read or is see-through."""
    value = value.strip().lower()
    if value in _NAMED:
        return _NAMED[value]
    if found := _HEX.search(value):
        digits = found.group(1)
        if len(digits) == 3:
            digits = "".join(c * 2 for c in digits)
        return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)
    if found := _RGB.search(value):
        if found.group(4) and not found.group(4).startswith("1"):
            return None
        return int(found.group(1)), int(found.group(2)), int(found.group(3))
    return next((c for name, c in _NAMED.items() if name in value.split()), None)


@dataclass(frozen=True, slots=True)
class _Sheet:
    """The little of the mail's style sheets that hides text: simple selectors outside of @media."""

    hidden: frozenset[tuple[str, str]] = frozenset()
    paints: bool = False
    """Whether any rule sets a background, which makes grounds of classed elements unknown."""

    @classmethod
    def of(cls, root: Element) -> "_Sheet":
        text = "\n".join(style.text or "" for style in root.iter("style"))[:_MAX_SHEET].lower()
        if not text:
            return cls()
        hidden: set[tuple[str, str]] = set()
        for selectors, body in _RULE.findall(_MEDIA.sub(" ", text)):
            style = _declarations(body)
            if not (_hides_all(style) or style.get("visibility") == "hidden"):
                continue
            for selector in selectors.split(","):
                if found := _SIMPLE.match(selector.strip()):
                    hidden.add((found.group(1) or "", found.group(2)))
        return cls(frozenset(hidden), "background" in text)

    def hides(self, element: Element) -> bool:
        """Whether a rule makes the element disappear (and its own style does not show it again)."""
        if not self.hidden:
            return False
        names = [f".{name}" for name in (element.get("class") or "").lower().split()]
        if "id" in element.attrib:
            names.append(f"#{element.attrib['id'].lower()}")
        if not any((tag, name) in self.hidden for name in names for tag in ("", element.tag)):
            return False
        return "display" not in _declarations(element.get("style") or "")
