"""Controls in a notebook: choose players and parameters, and see the result at once."""

from __future__ import annotations

import html
import importlib
import math
from collections.abc import Callable
from typing import Any

from cardsim.ask.runs import run
from cardsim.ask.swept import SweepResult
from cardsim.errors import ExtraError, UserError
from cardsim.game import Game
from cardsim.games import load_game
from cardsim.lists.listing import names_of
from cardsim.options.params import Option, settings_text
from cardsim.runs.answer import Answer
from cardsim.workspace import find_field, load_strategy

WIDEST = 200
"""Largest range of whole numbers on a slider; larger ones are typed."""
STEPS = 100
"""Steps of a slider for a number with decimals."""
LOOK = {"style": {"description_width": "initial"}}


def explore(of: str | SweepResult, *, n: int | str = "20k", seed: int = 0) -> Any:
    """Return notebook controls for a game, or a slider over the points of a sweep.

    For a game you choose a strategy, its parameters and the opponents; the result is played at
    once, with the same hands for every choice.

    Args:
        of: the game's name, or the result of `cardsim.sweep`.
        n: number of hands or matches for each choice.
        seed: seed of all of them.

    Returns:
        An `ipywidgets.VBox`: the controls, and below them the answer.
    """
    try:
        widgets: Any = importlib.import_module("ipywidgets")
    except ImportError as error:
        raise ExtraError("explore", "notebook", error.name) from None
    if isinstance(of, SweepResult):
        points = [(settings_text(point.settings), point.result) for point in of.points]
        best = of.groups[0].best.result
        slider = widgets.SelectionSlider(
            options=points, value=best, description="point", continuous_update=False, **LOOK
        )
        page = _Page(widgets, lambda: slider.value)
        slider.observe(page.show, "value")
        page.show()
        return widgets.VBox([slider, page.below])
    game = load_game(of)
    if not game.decisions:
        raise UserError(f"nobody decides anything in {of}", hint=f"cardsim.exact({of!r})")
    return _controls(widgets, game, {"n": n, "seed": seed})


def _controls(widgets: Any, game: Game, asked: dict[str, Any]) -> Any:
    names = names_of(game)
    people = [("people", "field")] if find_field(game) else []
    who = widgets.Dropdown(options=names, description="you play", **LOOK)
    others = [*people, ("the same as you", "same"), *((name, name) for name in names)]
    vs = widgets.Dropdown(options=others, description="the others", **LOOK)
    numbers: dict[str, Any] = {}
    box = widgets.VBox()

    def played() -> Answer:
        given = {name: control.value for name, control in numbers.items()}
        chosen = {"strategy": who.value, "vs": vs.value}
        return run(game.name, **asked, **chosen, **given, progress=False)

    page = _Page(widgets, played)

    def choose(_: object = None) -> None:
        numbers.clear()
        for option in load_strategy(game, who.value).parameters:
            numbers[option.name] = _control(widgets, option)
            numbers[option.name].observe(page.show, "value")
        box.children = [*numbers.values()]
        page.show()

    who.observe(choose, "value")
    vs.observe(page.show, "value")
    choose()
    return widgets.VBox([who, box, vs, page.below])


def _control(widgets: Any, option: Option) -> Any:
    """Return the control for a parameter."""
    look = {"description": option.name, "value": option.default, "tooltip": option.help, **LOOK}
    if isinstance(option.default, bool):
        return widgets.Checkbox(**look)
    if option.choices:
        return widgets.Dropdown(options=option.choices, **look)
    look["continuous_update"] = False
    if isinstance(option.default, str) or option.word or option.per_seat:
        return widgets.Text(**look | {"value": str(option.default)})
    low, high = option.low, option.high
    ends = {"min": low, "max": high}
    if isinstance(option.default, int):
        few = high - low <= WIDEST
        return (widgets.IntSlider if few else widgets.BoundedIntText)(**look, **ends)
    if math.isinf(high - low):
        return widgets.FloatText(**look)
    return widgets.FloatSlider(**look, **ends, step=(high - low) / STEPS)


class _Page:
    """An answer below the controls."""

    def __init__(self, widgets: Any, answer: Callable[[], Answer]) -> None:
        self.below, self.answer = widgets.HTML(), answer

    def show(self, _: object = None) -> None:
        """Show the answer to the controls' present values."""
        try:
            self.below.value = self.answer()._repr_html_()
        except UserError as error:
            self.below.value = html.escape(str(error))
