"""Lists of what can be played: games, strategies, rules, experiments."""

from __future__ import annotations

import html
import shutil
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from cardsim.errors import UserError, one_line, visible
from cardsim.game import Game
from cardsim.games import load_game, load_games, rules_text
from cardsim.options.params import Option, in_words, settings_text
from cardsim.strategy import Strategy
from cardsim.studies.experiments import listed
from cardsim.workspace import load_strategy, strategy_files


@dataclass(frozen=True)
class Listing:
    """Things by name: printed, iterated over, or taken as a frame.

    Attributes:
        what: heading, in a few words.
        rows: for each its `name`, a description, and further fields.
    """

    what: str
    rows: Sequence[dict[str, Any]]

    def __iter__(self) -> Iterator[str]:
        return iter(row["name"] for row in self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        space = max((len(name) for name in self), default=0)
        width = max(shutil.get_terminal_size().columns, space + 40)
        lines = [self.what]
        for row in self.rows:
            _, (_, about), *others = ((k, _shown(v)) for k, v in row.items())
            parts = [about, *(f"{k}: {v}" for k, v in others if v)]
            lines += textwrap.wrap(
                visible("; ".join(parts)),
                width,
                initial_indent=f"  {row['name'].ljust(space)}  ",
                subsequent_indent=" " * (space + 4),
                break_on_hyphens=False,
            ) or [f"  {row['name']}"]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        heads = "".join(f"<th style='text-align:left'>{k}</th>" for k in next(iter(self.rows), ()))
        rows = "".join(
            "<tr>"
            + "".join(
                f"<td style='text-align:left'>{html.escape(_shown(v))}</td>" for v in row.values()
            )
            + "</tr>"
            for row in self.rows
        )
        caption = html.escape(self.what)
        return f"<table><caption>{caption}</caption><tr>{heads}</tr>{rows}</table>"

    def frame(self) -> pl.DataFrame:
        """Return a frame with one thing a row."""
        return pl.DataFrame(list(self.rows), infer_schema_length=None)


def _shown(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


@dataclass(frozen=True)
class Rules:
    """The rules of a game; `print` shows them in full, and so does a notebook."""

    game: Game
    text: str

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        rules = f"{len(self.game.options)} house rules, {len(self.game.presets)} presets"
        return one_line(self, f"of {self.game.title}: {rules}; print() shows them in full")

    def _repr_markdown_(self) -> str:
        return self.text

    @property
    def options(self) -> Listing:
        """The house rules, each with its values."""
        rows = [{"name": o.name, **_option(o)} for o in self.game.options]
        return Listing(f"House rules of {self.game.title}", rows)

    @property
    def presets(self) -> Listing:
        """The named sets of house rules."""
        rows = [
            {
                "name": name,
                "players": str(self.game.usual_players(name)),
                "rules": settings_text(values.items()) or "the standard game",
            }
            for name, values in self.game.presets.items()
        ]
        return Listing(f"Presets of {self.game.title}", rows)


def _option(option: Option) -> dict[str, str]:
    return {"meaning": option.help, "allowed": option.allowed, "default": in_words(option.default)}


def list_games() -> Listing:
    """List the games: title, number of players, units, strategies, the default one first.

    If a game cannot be loaded its title says why.
    """
    games, wrong = load_games()
    rows = {game.name: _game(game) for game in games}
    none = {"players": "", "played": "", "strategies": list[str]()}
    for name, error in wrong.items():
        rows[name] = {"name": name, "title": f"cannot be loaded: {error}", **none}
    return Listing("Games", [rows[name] for name in sorted(rows)])


def _game(game: Game) -> dict[str, Any]:
    low, high, usual = game.players
    return {
        "name": game.name,
        "title": game.title,
        "players": f"{low}" if low == high else f"{low} to {high}, usually {usual}",
        "played": f"by {' or '.join(game.units)}",
        "strategies": names_of(game),
    }


def names_of(game: Game) -> list[str]:
    """Return the names of a game's strategies, the default one first."""
    return sorted(strategy_files(game), key=lambda name: (name != game.default_strategy, name))


def list_strategies(game: str) -> Listing:
    """List the strategies of a game, the default one first: how each plays, and its parameters."""
    rules_of = load_game(game)
    rows = [_strategy(rules_of, name) for name in names_of(rules_of)]
    return Listing(f"Strategies of {rules_of.title}", rows)


strategies = list_strategies
"""Former name of `list_strategies`."""


def list_experiments() -> Listing:
    """List the questions that `cardsim.experiment` answers, with the user's own."""
    return Listing("Experiments", [{"name": e.name, "question": e.question} for e in listed()])


def _strategy(game: Game, name: str) -> dict[str, str]:
    try:
        strategy = load_strategy(game, name)
        taken = parameters_text(strategy)
    except UserError as error:
        return {"name": name, "about": f"cannot be used: {error}", "parameters": ""}
    return {"name": name, "about": strategy.about.partition("\n")[0], "parameters": taken}


def parameters_text(strategy: Strategy) -> str:
    """Return the parameters with their defaults: `knock_threshold=21, patience=2`."""
    return ", ".join(f"{p.name}={p.default!r}" for p in strategy.parameters)


def rules(game: str) -> Rules:
    """Return the rules of a game: in full, its house rules, and named sets of them."""
    return Rules(load_game(game), rules_text(game))
