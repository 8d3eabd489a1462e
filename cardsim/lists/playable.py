"""Games with named options: editors and notebooks complete them, and `help` explains them."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import polars as pl

from cardsim.ask.comparisons import CompareResult, compare
from cardsim.ask.designed import DesignResult
from cardsim.ask.designing import design
from cardsim.ask.frames import decisions, hands
from cardsim.ask.reviewed import Review
from cardsim.ask.reviews import review
from cardsim.ask.runs import run
from cardsim.ask.solved import Exact, exact
from cardsim.ask.sweeps import sweep
from cardsim.ask.swept import SweepResult
from cardsim.ask.tuned import TuneResult
from cardsim.ask.tuning import tune
from cardsim.errors import UserError, one_line
from cardsim.game import Game
from cardsim.games import load_game
from cardsim.lists import listing as catalogue
from cardsim.options.params import Option, shown
from cardsim.runs.result import Result
from cardsim.runs.solution import own_options
from cardsim.search.learned import Learned
from cardsim.search.learning import learn
from cardsim.search.safest import Safest
from cardsim.table.advised import Advised
from cardsim.table.advising import advise
from cardsim.table.calibrated import Calibration
from cardsim.table.calibrating import calibrate
from cardsim.table.replayed import Replay, replay
from cardsim.tournaments.playing import tournament
from cardsim.tournaments.standings import TournamentResult
from cardsim.workspace import load_strategy

Answer = TypeVar("Answer")
INDENT = " " * 4
ASKED = (
    *("run", "sweep", "compare", "tournament", "learn", "review", "tune", "advise", "calibrate"),
    *("design", "replay", "hands", "decisions", "exact"),
)
"""Functions of `cardsim` that a game has as methods."""


class Playable:
    """A game with the functions of `cardsim`, which know its options.

    Attributes:
        game: the game.
        run, sweep, compare, tournament, learn, review, tune, advise, calibrate, design, replay,
            hands, decisions, exact: as in `cardsim`, without the game's name; the house rules and
            the parameters of its strategies are named arguments.
    """

    run: Callable[..., Result]
    sweep: Callable[..., SweepResult]
    compare: Callable[..., CompareResult]
    tournament: Callable[..., TournamentResult]
    learn: Callable[..., Learned | Safest]
    review: Callable[..., Review]
    tune: Callable[..., TuneResult]
    advise: Callable[..., Advised]
    calibrate: Callable[..., Calibration]
    design: Callable[..., DesignResult]
    replay: Callable[..., Replay]
    hands: Callable[..., pl.DataFrame]
    decisions: Callable[..., pl.DataFrame]
    exact: Callable[..., Exact]

    def __init__(self, game: Game) -> None:
        self.game = game
        rules: dict[str, Iterable[Option]] = {"House rules": game.options}
        display: dict[str, Iterable[Option]] = {"How results are told": game.display_options}
        own = _parameters(game)
        self.run = _of(run, game, rules | own | display)
        self.sweep = _of(sweep, game, rules | own | display)
        self.compare = _of(compare, game, rules | display)
        self.tournament = _of(tournament, game, rules | display)
        self.learn = _of(learn, game, rules | own)
        self.review = _of(review, game, rules | own | display)
        self.tune = _of(tune, game, rules | own | display)
        self.advise = _of(advise, game, rules | own | display)
        self.calibrate = _of(calibrate, game, rules)
        self.design = _of(design, game, rules)
        self.replay = _of(replay, game, rules | own | display)
        self.hands = _of(hands, game, rules | own)
        self.decisions = _of(decisions, game, rules | own)
        questions = {f"Options of {q.name}": own_options(q) for q in game.exact}
        how_told = {"How results are told": game.exact_display}
        self.exact = _of(exact, game, rules | questions | how_told)

    def __repr__(self) -> str:
        has = f"{', '.join(ASKED)}, strategies and rules"
        return one_line(self, f"{self.game.name}: {self.game.title}, with {has}")

    def _repr_html_(self) -> str:
        """Return a table of the game's functions."""
        asked = [(name, getattr(self, name)) for name in (*ASKED, "strategies", "rules")]
        rows = [
            {"name": f"{name}(...)", "about": (inspect.getdoc(f) or "").partition("\n")[0]}
            for name, f in asked
        ]
        return catalogue.Listing(self.game.title, rows)._repr_html_()

    def strategies(self) -> catalogue.Listing:
        """List its strategies, as `cardsim.strategies` does."""
        return catalogue.strategies(self.game.name)

    def rules(self) -> catalogue.Rules:
        """Tell its rules, as `cardsim.rules` does."""
        return catalogue.rules(self.game.name)


def get_game(name: str) -> Playable:
    """Return a game with its options completed: `scat = cardsim.get_game("scat")`.

    Raises:
        UserError: there is none of this name.
    """
    return Playable(load_game(name))


def _parameters(game: Game) -> dict[str, Iterable[Option]]:
    """Return the parameters of all strategies by name, those of the default one first."""
    parameters: dict[str, Iterable[Option]] = {}
    for name in catalogue.names_of(game):
        try:
            parameters[f"Parameters of {name}"] = load_strategy(game, name).parameters
        except UserError:
            # A file that cannot be used has no parameters; its error is raised where it is named.
            continue
    return parameters


def _of(
    function: Callable[..., Answer], game: Game, groups: Mapping[str, Iterable[Option]]
) -> Callable[..., Answer]:
    """Return a function of `cardsim` for one game, with options as its named arguments.

    Args:
        function: a function whose first argument is the game's name.
        game: the game.
        groups: the options under their headings; a name counts once.
    """
    _, *taken, rest = inspect.signature(function, eval_str=True).parameters.values()
    known = {p.name for p in taken}
    named, about = [], []
    for heading, options in groups.items():
        fresh = [o for o in {o.name: o for o in options}.values() if o.name not in known]
        known |= {o.name for o in fresh}
        if fresh:
            about += ["", f"{heading}:", *(line for o in fresh for line in _told(o))]
        named += [
            inspect.Parameter(
                o.name, inspect.Parameter.KEYWORD_ONLY, default=o.default, annotation=Any
            )
            for o in fresh
        ]

    def of_game(*args: Any, **options: Any) -> Answer:
        return function(game.name, *args, **options)

    summary, _, details = (inspect.getdoc(function) or "").partition("\n\nRaises:")
    without_game = "\n".join(
        line for line in summary.splitlines() if not line.startswith(f"{INDENT}game: ")
    )
    of_game.__name__ = of_game.__qualname__ = function.__name__
    of_game.__doc__ = "\n".join([without_game, *about, "", f"Raises:{details}"])
    of_game.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [*taken, *named, rest], return_annotation=inspect.signature(function).return_annotation
    )
    return of_game


def _told(option: Option) -> list[str]:
    """Return the lines of an option in a docstring."""
    text = f"{option.name}: {option.help} [{option.allowed}; default {shown(option.default)}]"
    return textwrap.wrap(
        text, 100, initial_indent=INDENT, subsequent_indent=2 * INDENT, break_on_hyphens=False
    )
