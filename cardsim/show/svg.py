"""Matplotlib figures as SVG for a page: small, without inline styles, in the page's colours.

The page forbids `style` attributes, so their declarations become attributes. Colours stay as in the
figure; a style sheet repaints them by attribute, such as `[fill="#1d2126"]`.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from cardsim.show import panel as plots
from cardsim.show.svg_shapes import shortened

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_SPACE = "{http://www.w3.org/2000/svg}"
_LINK = "{http://www.w3.org/1999/xlink}href"
_NUMBER = re.compile(r"-?\d+\.\d+")
_FONT = ("font-family", "font-stretch", "font-variant")
AT = "at-"
"""An artist with the gid `at-3` is shown when the reader selects point 3."""


def panel_svg(panel: plots.Panel, *, width: int, marked: bool = True) -> str:
    """Draw a panel as SVG.

    A point of the width becomes a pixel. `marked` adds the marks of points that a reader can
    select.
    """
    figure = plots.figure([panel], width, titled=False)
    return inline(figure, name=panel.finding, marked=marked)


def inline(figure: Figure, *, name: str, marked: bool = True) -> str:
    """Convert a figure to one `<svg>` element.

    Args:
        figure: the figure.
        name: description for those who do not see it.
        marked: whether it has the marks of points that a reader can select.
    """
    buffer = io.BytesIO()
    with plots.styled(), warnings.catch_warnings():
        # The browser has the glyphs that matplotlib's font lacks.
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
    shapes = [shape for child in drawn for shape in _tidied(child)]
    root.extend(shortened([s for s in shapes if marked or "data-at" not in s.attrib]))
    return ET.tostring(root, encoding="unicode").replace(" />", "/>")


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
    """Recolour a chart for an unknown background, as in a notebook.

    Text takes the colour of the surrounding text, series take tones visible on light and on dark.
    """

    def repainted(match: re.Match[str]) -> str:
        colour, opacity = ON_ANY_PAPER[match[2]]
        extra = "" if opacity == "1" else f' {match[1]}-opacity="{opacity}"'
        return f'{match[1]}="{colour}"{extra}'

    return re.sub(rf'(fill|stroke)="({"|".join(ON_ANY_PAPER)})"', repainted, svg)


def _tidied(element: ET.Element) -> Iterator[ET.Element]:
    """Yield the reduced element, its children in its place, or nothing."""
    tag = element.tag.removeprefix(_SPACE)
    if tag in ("metadata", "style", "clipPath"):
        return
    children = [c for child in element for c in _tidied(child)]
    attributes = _attributes(element, tag)
    if tag == "g" and "data-at" not in attributes:
        yield from children
        return
    if tag in ("g", "defs") and not children:
        return
    if tag == "path" and element.get("id") is None and _unseen(attributes):
        return
    if tag == "g":
        # A mark of a point is a line or an outline, which is one path.
        (child,) = children
        child.attrib.update(attributes)
        yield child
        return
    smaller = ET.Element(tag, attributes)
    smaller.text = plots.minus((element.text or "").strip()) or None
    smaller.extend(children)
    yield smaller


def _unseen(attributes: dict[str, str]) -> bool:
    return attributes.get("fill", "none") == "none" and attributes.get("stroke", "none") == "none"


def _attributes(element: ET.Element, tag: str) -> dict[str, str]:
    attributes: dict[str, str] = {}
    for name, value in element.attrib.items():
        if name == "id":
            if value.startswith(AT):
                attributes["data-at"] = value.removeprefix(AT)
            elif tag != "g":
                attributes["id"] = value
        elif name == _LINK:
            attributes["href"] = value
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
    """Convert a `style` attribute to attributes, without the font, which the page chooses."""
    pairs = (part.split(":", 1) for part in style.split(";") if ":" in part)
    named = {name.strip(): value.strip() for name, value in pairs}
    return {
        name: _short(value.removesuffix("px") if name == "font-size" else value)
        for name, value in named.items()
        if name not in _FONT and (name, value) != ("stroke-linecap", "butt")
    }


def _short(text: str) -> str:
    """Round a text's numbers to a tenth of a point."""
    return _NUMBER.sub(lambda m: f"{float(m[0]):.1f}".removesuffix(".0"), text)
