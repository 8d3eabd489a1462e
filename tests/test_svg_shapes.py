"""Shapes of charts in few bytes: they look as matplotlib draws them."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from cardsim.show.svg_shapes import shortened

DOT = (
    "M 0 3 C 0.8 3 1.6 2.7 2.1 2.1 C 2.7 1.6 3 0.8 3 0 C 3 -0.8 2.7 -1.6 2.1 -2.1 "
    "C 1.6 -2.7 0.8 -3 0 -3 C -0.8 -3 -1.6 -2.7 -2.1 -2.1 C -2.7 -1.6 -3 -0.8 -3 0 "
    "C -3 0.8 -2.7 1.6 -2.1 2.1 C -1.6 2.7 -0.8 3 0 3 z"
)


def short(inside: str) -> str:
    """What becomes of the shapes in an SVG."""
    found = shortened(list(ET.fromstring(f"<svg>{inside}</svg>")))
    return "".join(ET.tostring(shape, encoding="unicode") for shape in found)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("M 1 2 L 11 2 L 11 1.5 L 1.2 1.5 z", "m1 2h10v-.5h-9.8z"),
        ("M 0.5 0.5 L 0.7 -0.1 L 0.7 -0.1 L 3 4", "m.5.5.2-.6 2.3 4.1"),
        ("M 5 5 L 5 5", "m5 5h0"),
        ("M 1 1 L 2 3 L 1 1 z M 4 4 L 6 5 z", "m1 1 1 2zm3 3 2 1z"),
        ("M 0 0 C 1 1 2 2 3 0 C 4 4 5 5 6 0", "m0 0c1 1 2 2 3 0 1 4 2 5 3 0"),
    ],
)
def test_a_path_goes_in_steps_and_leaves_out_those_that_lead_nowhere(path: str, said: str) -> None:
    assert short(f'<path d="{path}" fill="red"/>') == f'<path d="{said}" fill="red" />'


def test_solid_dots_are_one_path_and_hollow_ones_stay_circles() -> None:
    uses = '<use href="#a" x="1" y="2" {0}/><use href="#a" x="11" y="3" {0}/>'
    symbol = f'<defs><path id="a" d="{DOT}" stroke="blue"/></defs>'

    solid = short(symbol + uses.format('fill="blue" stroke="blue"'))
    hollow = short(symbol + uses.format('fill="white" stroke="blue"'))

    assert solid == (
        '<path d="m1 2h0m10 1h0" stroke="blue" stroke-linecap="round" stroke-width="7" />'
    )
    assert hollow == (
        '<g fill="white" stroke="blue"><circle cx="1" cy="2" r="3" />'
        '<circle cx="11" cy="3" r="3" /></g>'
    )


def test_lines_become_one_path_past_texts_that_they_do_not_touch() -> None:
    line = '<path d="M 50 {0} L 90 {0}" fill="none" stroke="grey"/>'
    text = '<text x="45" y="{}" font-size="10" text-anchor="end">20</text>'
    apart = line.format(10) + text.format(13) + line.format(30) + text.format(33)

    found = short(apart)
    over = short(line.format(10) + text.replace("45", "60").format(13) + line.format(10))

    assert found.startswith('<path d="m50 10h40m-40 20h40" stroke="grey" /><g font-size="10"')
    assert over.index("<text") < over.rindex("<path")


def test_marks_of_points_are_parts_of_one_path() -> None:
    mark = '<path d="M {0} {0} L {0} {0}" stroke="red" data-at="{1}"/>'

    assert (
        short(mark.format(1, 1) + mark.format(2, 3))
        == '<path data-at="|m1 1h0||m2 2h0" stroke="red" />'
    )
