"""A notebook's controls: every choice plays what `cardsim.run` plays."""

from __future__ import annotations

import sys
from typing import Any

import pytest

import cardsim
from cardsim import UserError
from cardsim.lists import explored

ASKED: dict[str, Any] = {"n": 500, "seed": 3}


def test_each_control_is_an_argument_of_the_run() -> None:
    """The answer is that of `run` with the same choices, after each of them."""
    who, numbers, vs, below = cardsim.explore("scat", **ASKED).children
    given: dict[str, Any] = {"strategy": "threshold", "vs": "field"}

    def answer() -> str:
        return cardsim.run("scat", **ASKED, **given, progress=False)._repr_html_()

    assert vs.options[0] == ("people", "field")
    assert below.value == answer()
    slider = {c.description: c for c in numbers.children}["knock_threshold"]
    slider.value = given["knock_threshold"] = 28
    assert below.value == answer()
    vs.value = given["vs"] = "same"
    assert below.value == answer()
    who.value = given["strategy"] = "chase-31"
    del given["knock_threshold"]
    assert list(numbers.children) == []
    assert below.value == answer()


@pytest.mark.full
def test_what_cannot_be_played_is_said_below() -> None:
    who, numbers, _, below = cardsim.explore("scat", **ASKED).children
    who.value = "look-ahead"
    base = {c.description: c for c in numbers.children}["base"]
    base.value = "<nobody>"

    assert "&lt;nobody&gt;" in below.value


def test_a_slider_goes_over_the_points_of_a_sweep() -> None:
    swept = cardsim.sweep("scat", knock_threshold="20..22", vs="usual", **ASKED)
    slider, below = cardsim.explore(swept).children

    for k, point in enumerate(swept.points):
        slider.index = k
        assert below.value == point.result._repr_html_()


def test_a_parameter_has_the_control_of_its_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    def not_played(*_: object, **__: object) -> None:
        raise UserError("not played")

    monkeypatch.setattr(explored, "run", not_played)
    kinds: dict[str, str] = {}
    for game, name in (("scat", "look-ahead"), ("cheat", "doubter"), ("bridge", "tips")):
        who, numbers, _, _ = cardsim.explore(game).children
        who.value = name
        kinds |= {c.description: type(c).__name__ for c in numbers.children}

    names = ("worlds", "base", "doubts", "open_hcp", "overcalls")
    controls = ["BoundedIntText", "Text", "FloatSlider", "IntSlider", "Dropdown"]
    assert [kinds[name] for name in names] == controls


def test_a_game_of_no_decisions_and_a_missing_library_are_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(UserError, match="nobody decides anything in dice-game"):
        cardsim.explore("dice-game")
    with pytest.raises(UserError, match="no game called 'skat'"):
        cardsim.explore("skat")
    monkeypatch.setitem(sys.modules, "ipywidgets", None)
    with pytest.raises(UserError, match=r"explore needs the extra cardsim\[notebook\]"):
        cardsim.explore("scat")
