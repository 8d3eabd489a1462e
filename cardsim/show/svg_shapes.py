"""Shorter paths and shared attributes for the shapes of an SVG.

Coordinates are tenths of a point, as `svg.py` rounds them, so that steps from one to the next are
exact. What is seen stays as it is: a shape moves in the order of drawing only past texts that it
does not touch, and shapes become one only if their colours hide no order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from xml.etree import ElementTree as ET

_TOKEN = re.compile(r"[A-Za-z]|-?\d+(?:\.\d+)?")
_SHARED = re.compile(r"fill|stroke|font|text-anchor|opacity")
_INITIAL = {"fill": "none", "stroke-dashoffset": "0", "text-anchor": "start"}
"""Values that say nothing: those of SVG, and `fill` of the whole picture."""
_LETTER = 0.7
"""Largest width of a letter, in font sizes."""
_EACH = {"M": 2, "L": 2, "Q": 4, "C": 6, "z": 0}
"""Numbers that each command of matplotlib takes."""
_LINE = 2
"""Commands of a straight line, which has nothing to fill."""

Point = tuple[int, int]
Box = tuple[float, float, float, float]
Segment = tuple[str, list[Point]]


def shortened(shapes: list[ET.Element]) -> list[ET.Element]:
    """Return paths, circles, texts and groups of them that look like these.

    Args:
        shapes: paths, texts, symbols in `defs` and their uses, in the order of drawing; a path
            with `data-at` is the mark of a point that a reader can select.
    """
    plain = [_plain(shape) for shape in _resolved(shapes)]
    # A chart without a finite value has a line of nothing.
    plain = [shape for shape in plain if shape.tag != "path" or shape.get("d")]
    return _grouped([_short(shape) for shape in _merged(_texts_last(plain))])


def _resolved(shapes: list[ET.Element]) -> Iterator[ET.Element]:
    """Yield the shapes with each use of a symbol as a shape of its own, or one for many alike."""
    symbols = {path.get("id"): path for shape in shapes if shape.tag == "defs" for path in shape}
    for look, group in groupby(shapes, key=_use):
        alike = list(group)
        if look:
            yield from _placed(symbols[alike[0].get("href", "")[1:]], alike)
        else:
            yield from (shape for shape in alike if shape.tag != "defs")


def _use(shape: ET.Element) -> tuple[tuple[str, str], ...]:
    """Return what a use has beside its place; nothing of another shape."""
    if shape.tag != "use":
        return ()
    return tuple(sorted((n, v) for n, v in shape.attrib.items() if n not in {"x", "y"}))


def _placed(symbol: ET.Element, uses: list[ET.Element]) -> Iterator[ET.Element]:
    """Yield the shapes of uses that differ only in their places."""
    looks = {
        **{n: v for n, v in uses[0].attrib.items() if n not in {"href", "x", "y"}},
        **{n: v for n, v in symbol.attrib.items() if n not in {"id", "d"}},
    }
    path = _read(symbol.get("d", ""))
    places = [(_tenths(use.get("x", "0")), _tenths(use.get("y", "0"))) for use in uses]
    radius = _radius(path)
    solid = looks.get("fill") == looks.get("stroke") and "fill-opacity" not in looks
    if radius and solid:
        # A step of no length with round ends is a dot.
        width = 2 * radius / 10 + float(looks.get("stroke-width", "1"))
        dot = {"stroke": looks["stroke"], "stroke-width": f"{width:g}"}
        dots = [("M", [place]) for place in places], [("L", [place]) for place in places]
        d = _raw([segment for pair in zip(*dots, strict=True) for segment in pair])
        yield ET.Element("path", {"d": d, **dot, "stroke-linecap": "round"})
    elif radius:
        for x, y in places:
            where = {"cx": _number(x), "cy": _number(y), "r": _number(radius)}
            yield ET.Element("circle", {**where, **looks})
    else:
        if len(path) == _LINE:
            looks.pop("fill", None)
        moved = [[(c, [(a + x, b + y) for a, b in at]) for c, at in path] for x, y in places]
        if solid or len(path) == _LINE:
            moved = [[segment for one in moved for segment in one]]
        for one in moved:
            yield ET.Element("path", {"d": _raw(one), **looks})


def _radius(path: list[Segment]) -> int:
    """Return the radius of a circle around the origin; 0 of another path."""
    if [command for command, _ in path] != ["M", *"CCCCCCCC", "z"]:
        return 0
    (_, r), ends = path[0][1][0], [at[-1] for _, at in path[2:9:2]]
    return r if ends == [(r, 0), (0, -r), (-r, 0), (0, r)] else 0


def _plain(shape: ET.Element) -> ET.Element:
    """Return a shape without what is so anyway; a path without fill keeps none."""
    for name, value in _INITIAL.items():
        if shape.get(name) == value:
            del shape.attrib[name]
    if shape.tag == "path" and "stroke" not in shape.attrib:
        for name in [n for n in shape.attrib if n.startswith("stroke")]:
            del shape.attrib[name]
    return shape


def _texts_last(shapes: list[ET.Element]) -> Iterator[ET.Element]:
    """Yield the shapes with each text as late as what it touches allows, alike ones together."""
    waiting: list[ET.Element] = []
    for shape in shapes:
        if shape.tag == "text":
            waiting.append(shape)
        elif not waiting or _touches(shape, waiting):
            yield from sorted(waiting, key=_looks)
            waiting = []
            yield shape
        else:
            yield shape
    yield from sorted(waiting, key=_looks)


def _touches(shape: ET.Element, texts: list[ET.Element]) -> bool:
    left, top, right, bottom = _box(shape)
    return any(
        left < x1 and x0 < right and top < y1 and y0 < bottom for x0, y0, x1, y1 in map(_box, texts)
    )


def _box(shape: ET.Element) -> Box:
    """Return a box around a shape, in tenths; that of a turned text is around all turns."""
    if shape.tag == "text":
        size = 10 * float(shape.get("font-size", "12"))
        x, y = _tenths(shape.get("x", "0")), _tenths(shape.get("y", "0"))
        width = _LETTER * size * len(shape.text or "")
        if "transform" in shape.attrib:
            numbers = re.findall(r"-?[\d.]+", shape.get("transform", ""))
            if "x" not in shape.attrib:
                x, y = (_tenths(number) for number in numbers[:2])
            return x - width - size, y - width - size, x + width + size, y + width + size
        left = x - width * {"start": 0, "middle": 0.5, "end": 1}[shape.get("text-anchor", "start")]
        return left, y - size, left + width, y + 0.35 * size
    wide = 10 * float(shape.get("stroke-width", "1")) / 2
    if shape.tag == "circle":
        x, y, r = (_tenths(shape.get(name, "0")) for name in ("cx", "cy", "r"))
        return x - r - wide, y - r - wide, x + r + wide, y + r + wide
    points = [point for _, at in _read(shape.get("d", "")) for point in at]
    xs, ys = zip(*points, strict=True)
    return min(xs) - wide, min(ys) - wide, max(xs) + wide, max(ys) + wide


def _merged(shapes: Iterator[ET.Element]) -> Iterator[ET.Element]:
    """Yield the shapes with neighbouring lines, or marks of selected points, as one path.

    The k-th part of such marks' `data-at`, between bars, is the mark of point k.
    """
    for (kind, _), group in groupby(shapes, key=lambda shape: (_kind(shape), _looks(shape))):
        alike = list(group)
        if kind == "line":
            d = " ".join(path.get("d", "") for path in alike)
            yield ET.Element("path", {**alike[0].attrib, "d": d})
        elif kind == "mark":
            parts: dict[int, str] = {}
            for mark in alike:
                at = int(mark.attrib.pop("data-at"))
                parts[at] = f"{parts.get(at, '')} {mark.attrib.pop('d')}"
            told = [_written(_read(parts.get(k, ""))) for k in range(max(parts) + 1)]
            yield ET.Element("path", {**alike[0].attrib, "data-at": "|".join(told)})
        else:
            yield from alike


def _kind(shape: ET.Element) -> str:
    """Return `mark`, or `line` if it is opaque, so that lines of its look can be one path."""
    if "data-at" in shape.attrib:
        return "mark"
    opaque = not any("opacity" in name for name in shape.attrib)
    line = shape.tag == "path" and "stroke" in shape.attrib and "fill" not in shape.attrib
    return "line" if line and opaque else ""


def _short(shape: ET.Element) -> ET.Element:
    """Return a shape with its path in short."""
    if "d" in shape.attrib:
        shape.set("d", _written(_read(shape.get("d", ""))))
    return shape


def _grouped(shapes: list[ET.Element]) -> list[ET.Element]:
    """Move the attributes that neighbours share to a group around them."""
    found = []
    for looks, group in groupby(shapes, key=_looks):
        alike = list(group)
        shared = dict(looks) if len(alike) > 1 else {}
        for shape in alike:
            shape.attrib = dict(sorted(shape.attrib.items() - shared.items()))
        if shared:
            around = ET.Element("g", shared)
            around.extend(alike)
            alike = [around]
        found += alike
    return found


def _looks(shape: ET.Element) -> tuple[tuple[str, str], ...]:
    """Return the attributes that a shape can inherit from a group."""
    return tuple(sorted((n, v) for n, v in shape.attrib.items() if _SHARED.match(n)))


# ---------------------------------------------------------------- paths


def _tenths(number: str) -> int:
    return round(10 * float(number))


def _number(tenths: int) -> str:
    text = f"{abs(tenths) // 10}.{abs(tenths) % 10}".removesuffix(".0")
    return ("-" if tenths < 0 else "") + (text.removeprefix("0") if "." in text else text)


def _read(d: str) -> list[Segment]:
    """Read a path of absolute commands, each with its letter."""
    tokens = _TOKEN.findall(d)
    found: list[Segment] = []
    k = 0
    while k < len(tokens):
        command, k = tokens[k], k + 1
        numbers = [_tenths(number) for number in tokens[k : k + _EACH[command]]]
        k += len(numbers)
        found.append((command, list(zip(numbers[::2], numbers[1::2], strict=True))))
    return found


def _raw(path: list[Segment]) -> str:
    """Write a path as `_read` reads it."""
    words = [[c, *(str(n / 10) for point in at for n in point)] for c, at in path]
    return " ".join(word for segment in words for word in segment)


def _written(path: list[Segment]) -> str:
    """Write a path in steps, without those that lead nowhere."""
    words: list[str] = []
    last = ""
    here = start = (0, 0)
    for k, (command, at) in enumerate(path):
        after = path[k + 1][0] if k + 1 < len(path) else "M"
        x, y = at[-1] if at else start
        nowhere = command == "L" and (x, y) == here and not (last == "m" and after == "M")
        if nowhere or (command == "L" and after == "z" and (x, y) == start):
            continue
        letter, numbers = command.lower(), [n for a, b in at for n in (a - here[0], b - here[1])]
        if command == "M":
            start = (x, y)
        elif command == "L" and y == here[1]:
            letter, numbers = "h", numbers[:1]
        elif command == "L" and x == here[0]:
            letter, numbers = "v", numbers[1:]
        # Without a letter a command goes on, and after a move it is a line.
        if letter == "m" or letter != {"m": "l"}.get(last, last):
            words.append(letter)
        words += map(_number, numbers)
        last, here = letter, (x, y)
    return "".join(word if k == 0 else _glued(words[k - 1], word) for k, word in enumerate(words))


def _glued(before: str, word: str) -> str:
    """Return a word of a path with a blank before it if it needs one."""
    free = before.isalpha() or not (word[0].isdigit() or word[0] == ".")
    return word if free or (word[0] == "." and "." in before) else f" {word}"
