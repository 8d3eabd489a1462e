"""A matplotlib figure as SVG in a page: small, without inline styles, and in the page's colours.

The page forbids `style` attributes, so each becomes the attributes that it stands for. Colours stay
as they are in the figure. A style sheet repaints them by attribute, `[fill="#1d2126"]`.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from cardsim.show import panel as plots

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_SPACE = "{http://www.w3.org/2000/svg}"
_LINK = "{http://www.w3.org/1999/xlink}href"
_NUMBER = re.compile(r"-?\d+\.\d+")
_FONT = ("font-family", "font-stretch", "font-variant")
_SHARED = re.compile(r"fill|stroke|font|text-anchor|opacity")
AT = "at-"
"""An artist with the gid `at-3` becomes a group of class `at` with `data-at="3"`."""


def panel_svg(panel: plots.Panel, *, width: int, key: str) -> str:
    """The chart of a panel.

    Args:
        panel: what to draw.
        width: in points; a point becomes a pixel.
        key: put before the ids, so that those of two charts differ.
    """
    return inline(plots.figure([panel], width, titled=False), key=key, name=panel.finding)


def inline(figure: Figure, *, key: str, name: str) -> str:
    """The figure as one `<svg>` element.

    Args:
        figure: what is drawn.
        key: put before the ids.
        name: what it says, for those who do not see it.
    """
    buffer = io.BytesIO()
    with plots.styled(), warnings.catch_warnings():
        # A glyph that matplotlib's font lacks is found by the browser.
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    drawn = ET.fromstring(buffer.getvalue())  # noqa: S314  written by matplotlib, just now
    _, _, width, height = drawn.get("viewBox", "0 0 1 1").split()
    root = ET.Element(
        "svg",
        {
            "viewBox": f"0 0 {_short(width)} {_short(height)}",
            "width": _short(width),
            "height": _short(height),
            "role": "img",
            "aria-label": name,
            "fill": "none",
            "stroke-linejoin": "round",
        },
    )
    for child in drawn:
        root.extend(_tidied(child, key))
    _share(root)
    return ET.tostring(root, encoding="unicode")


ON_ANY_PAPER = {
    plots.INK: ("currentColor", "1"),
    plots.MUTED: ("currentColor", "0.7"),
    plots.GRID: ("currentColor", "0.16"),
    plots.PAPER: ("none", "1"),
    **{
        colour: (tone, "1")
        for colour, tone in zip(
            plots.SERIES,
            ("#2a86d1", "#dc5a1f", "#16966f", "#a55cc9", "#a5831a", "#d5447f", "#71809a"),
            strict=True,
        )
    },
}


def on_any_paper(svg: str) -> str:
    """A chart for where nothing is known of the colours around it, as in a notebook.

    Text takes the colour of the text around it, series tones that are seen on light and on dark.
    """

    def repainted(match: re.Match[str]) -> str:
        colour, opacity = ON_ANY_PAPER[match[2]]
        extra = "" if opacity == "1" else f' {match[1]}-opacity="{opacity}"'
        return f'{match[1]}="{colour}"{extra}'

    return re.sub(rf'(fill|stroke)="({"|".join(ON_ANY_PAPER)})"', repainted, svg)


def _tidied(element: ET.Element, key: str) -> Iterator[ET.Element]:
    """What is left of an element: itself, its children in its place, or nothing."""
    tag = element.tag.removeprefix(_SPACE)
    if tag in ("metadata", "style", "clipPath"):
        return
    children = [c for child in element for c in _tidied(child, key)]
    attributes = _attributes(element, tag, key)
    if tag == "g" and "data-at" not in attributes:
        yield from children
        return
    if tag in ("g", "defs") and not children:
        return
    if tag == "path" and element.get("id") is None and _unseen(attributes):
        return
    if tag == "g" and len(children) == 1:
        (child,) = children
        child.attrib.update(attributes)
        yield child
        return
    smaller = ET.Element(tag, attributes)
    smaller.text = plots.minus((element.text or "").strip()) or None
    smaller.extend(children)
    yield smaller


def _share(root: ET.Element) -> None:
    """Put neighbours of the same looks into a group that has them once."""
    children = list(root)
    for child in children:
        root.remove(child)
    for looks, group in groupby(children, key=_looks):
        alike = list(group)
        if len(alike) > 1 and looks:
            shared = ET.SubElement(root, "g", dict(looks))
            for child in alike:
                for name, _ in looks:
                    del child.attrib[name]
                shared.append(child)
        else:
            root.extend(alike)


def _looks(element: ET.Element) -> tuple[tuple[str, str], ...]:
    """What an element can have from its group."""
    return tuple((n, v) for n, v in element.attrib.items() if _SHARED.match(n))


def _unseen(attributes: dict[str, str]) -> bool:
    return attributes.get("fill", "none") == "none" and attributes.get("stroke", "none") == "none"


def _attributes(element: ET.Element, tag: str, key: str) -> dict[str, str]:
    attributes: dict[str, str] = {}
    for name, value in element.attrib.items():
        if name == "id":
            if value.startswith(AT):
                attributes |= {"class": "at", "data-at": value.removeprefix(AT)}
            elif tag != "g":
                attributes["id"] = f"{key}-{value}"
        elif name == _LINK:
            attributes["href"] = f"#{key}-{value.removeprefix('#')}"
        elif name == "style":
            attributes |= _declared(value)
        elif name == "transform" and value.startswith("rotate(-0 "):
            continue
        elif name == "clip-path":
            continue  # nothing that we draw leaves its axes
        else:
            attributes[name] = _short(" ".join(value.split()))
    return attributes


def _declared(style: str) -> dict[str, str]:
    """The declarations of a `style` attribute as attributes; the page chooses the font."""
    pairs = (part.split(":", 1) for part in style.split(";") if ":" in part)
    named = {name.strip(): value.strip() for name, value in pairs}
    return {
        name: _short(value.removesuffix("px") if name == "font-size" else value)
        for name, value in named.items()
        if name not in _FONT and (name, value) != ("stroke-linecap", "butt")
    }


def _short(text: str) -> str:
    """The text with its numbers to a tenth of a point."""
    return _NUMBER.sub(lambda m: f"{float(m[0]):.1f}".removesuffix(".0"), text)
