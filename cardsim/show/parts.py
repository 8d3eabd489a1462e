"""Parts that all pages share: rules, players, method, data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import polars as pl

from cardsim.game import Game
from cardsim.options.params import Option, Value
from cardsim.output import as_csv
from cardsim.runs import told, wording
from cardsim.runs.solution import ExactSpec
from cardsim.runs.spec import Player, RunSpec
from cardsim.runs.words import capitalised
from cardsim.show.page import Cell, Download, PageSection, Sheet

MOST_DATA = 48_000
"""Largest table embedded in a page, in bytes; larger ones are files of their own."""


def briefly(game: Game, presets: Iterable[str]) -> tuple[str, ...]:
    """Return a short description of a game: the first paragraph below the name on its page.

    It describes the first preset, so that there is none if only others were played.
    """
    if next(iter(game.presets)) not in presets:
        return ()
    return (" ".join(game.page.split("\n\n")[:2][-1].split()),)


def kicker(game: Game, specs: Sequence[RunSpec | ExactSpec], much: str) -> tuple[str, ...]:
    """Return the context of a question: game, players, rules, number of hands."""
    presets = list(dict.fromkeys(spec.preset for spec in specs))
    rules = () if presets == [next(iter(game.presets))] else (f"rules {told.spoken(presets)}",)
    players = told.spoken(sorted({spec.players for spec in specs}))
    return (game.title, f"{players} players", *rules, much)


def rules_section(game: Game, specs: Sequence[RunSpec | ExactSpec]) -> PageSection:
    """Return the house rules and the players, as played.

    Settings that differ between the runs are listed value by value.
    """
    usual = {o.name: o.default for o in game.options}
    every = [{**dict(spec.rules), "unit": spec.unit} for spec in specs]
    options = [o for o in game.options if any(_effective(o, values) for values in every)]
    values_of = {o.name: list(dict.fromkeys(values[o.name] for values in every)) for o in options}
    marked = frozenset(k for k, o in enumerate(options) if values_of[o.name] != [usual[o.name]])
    rows = tuple(
        (
            Cell(o.flag.removeprefix("--")),
            Cell(told.spoken(values_of[o.name])),
            *([Cell(told.spoken([usual[o.name]]) if k in marked else "")] if marked else []),
            Cell(capitalised(o.help)),
        )
        for k, o in enumerate(options)
    )
    more = len(game.options) - len(options)
    presets = list(dict.fromkeys(spec.preset for spec in specs))
    caption = f"House rules, preset{'s' if len(presets) > 1 else ''} {', '.join(presets)}"
    if more:
        caption += f"; {more} without effect beside these {'is' if more == 1 else 'are'} left out"
    heads = ("Rule", "Here", *(["Standard"] if marked else []), "What it means")
    rules = Sheet(caption, heads, rows, marked, sortable=False)
    seats = players_sheet([spec for spec in specs if isinstance(spec, RunSpec)])
    return PageSection("The rules as played", sheets=tuple(s for s in (seats, rules) if s.rows))


def players_sheet(specs: Sequence[RunSpec]) -> Sheet:
    """List each seat's players with all parameters; empty for a game without decisions."""
    seats: dict[str, list[Player]] = {}
    for spec in specs:
        if spec.fixed:
            # Without decisions there are no players to list.
            named = [
                (capitalised(place), p) for place, p in zip(spec.places, spec.seats, strict=False)
            ]
        else:
            named = [(wording.clauses("You", spec.your_place), spec.hero)] if spec.seats else []
            named += [("Your partner", p) for p in (spec.partner,) if p is not None]
            alike = len(set(spec.others)) == 1
            others = "The other" if len(spec.others) == 1 else "The others"
            named += [
                (others if alike else f"Other {n}, from your left", p)
                for n, p in enumerate(spec.others[: 1 if alike else None], 1)
            ]
        for where, player in named:
            if player.strategy and player not in seats.setdefault(where, []):
                seats[where].append(player)
    rows = tuple(
        (Cell(where), Cell(name), Cell(_parameters([p for p in players if p.strategy == name])))
        for where, players in seats.items()
        for name in dict.fromkeys(p.strategy for p in players)
    )
    return Sheet("Players", ("Where", "Strategy", "Parameters"), rows, sortable=False)


def _parameters(players: Sequence[Player]) -> str:
    """List a strategy's parameters, with all values of those that differ between these players.

    For a drawn player, the strategies and their shares.
    """
    drawn = players[0]
    if drawn.members:
        each = zip(drawn.members, drawn.shares, strict=True)
        return "; ".join(f"{who.as_option} {100 * share:.1f} %" for who, share in each)
    values: dict[str, list[Value]] = {}
    for name, value in (pair for player in players for pair in player.parameters):
        if value not in values.setdefault(name, []):
            values[name].append(value)
    return "; ".join(f"{n.replace('_', '-')} {told.spoken(v)}" for n, v in values.items()) or "none"


def _effective(option: Option, values: Mapping[str, Value]) -> bool:
    return all(values[other] in allowed for other, allowed in option.needs)


def download(name: str, about: str, frame: pl.DataFrame) -> Download | None:
    """Return a table as a file embedded in the page; None if it would be too large."""
    text = as_csv(frame)
    too_large = len(text.encode()) > MOST_DATA
    return None if too_large else Download(name.replace("_", "-"), about, text)
