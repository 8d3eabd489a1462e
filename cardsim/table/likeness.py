"""Which shipped strategy plays most like a person, and what that loses."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import polars as pl

from cardsim.ask.comparisons import CompareResult, compare
from cardsim.ask.fields import field
from cardsim.engine.table import Table
from cardsim.errors import UserError
from cardsim.game import Game
from cardsim.runs.preparation import Resolved, resolve
from cardsim.runs.spec import Player, RunSpec
from cardsim.strategy import LAPSE
from cardsim.table.looked_back import LookBack
from cardsim.table.positions import plays_on
from cardsim.workspace import strategy_files

LAPSES = tuple(np.linspace(0.01, 0.99, 99))
"""How often somebody may do anything that is legal in place of what his strategy says."""
DRAWS = 16
"""Times that a strategy which leaves something to chance is asked."""
HANDS = 20_000
"""Hands or matches in which the strategy is held against the safest."""


@dataclass(frozen=True)
class Like:
    """How well a strategy explains what a person did.

    Attributes:
        name: as `--vs` takes it.
        plays: how it plays, in words.
        same: how many of the decisions it would have taken alike, on average.
        decisions: how many there were.
        lapse: the share of decisions at random that explains the others best.
        likelihood: the logarithm of how likely the decisions are then.
    """

    name: str
    plays: str
    same: float
    decisions: int
    lapse: float
    likelihood: float


@dataclass(frozen=True)
class Likeness:
    """Strategies by how well they explain what a person did.

    Attributes:
        spec: the table that was played at.
        likes: the best explanation first.
    """

    spec: RunSpec
    likes: tuple[Like, ...]

    @cached_property
    def beside_safest(self) -> CompareResult | None:
        """The safest strategy of the field, and the likest, against the field.

        None where they are the same, or the field names none.
        """
        spec, like = self.spec, self.likes[0]
        try:
            safest = field(spec.game, preset=spec.preset).safest
        except UserError:
            return None
        if not safest or safest == like.name:
            return None
        return compare(
            spec.game,
            safest,
            like.name,
            n=HANDS,
            players=spec.players,
            unit=spec.unit,
            preset=spec.preset,
            vs="field",
            seed=spec.seed,
            progress=False,
        )

    def frame(self) -> pl.DataFrame:
        """A row for each strategy, the likest first."""
        rows = [vars(like) for like in self.likes]
        return pl.DataFrame(
            [{"game": self.spec.game, "unit": self.spec.unit} | row for row in rows]
        )

    @property
    def sentence(self) -> str:
        """The answer in words."""
        like = self.likes[0]
        text = (
            f"You play most like {like.name}, which would have done the same in "
            f"{like.same:.0f} of {like.decisions} decisions."
        )
        compared = self.beside_safest
        return text if compared is None else f"{text} {compared.sentence}"


def likeness(backs: Sequence[LookBack]) -> Likeness | None:
    """Which strategies play most like the person in these games; None where nothing is told.

    A strategy is one of the field, or a shipped one with its usual parameters; not one that
    remembers, or looks ahead. It is asked at each decision, and whoever plays by it does so but for
    lapses, in which he does anything that is legal.

    Args:
        backs: of one game.
    """
    spec = backs[0].spec
    game = backs[0].game
    names: list[str] = []
    with suppress(UserError):  # a game may have no field
        names += [_steady(m.player).as_option for m in field(game.name, preset=spec.preset)]
    names += strategy_files(game)
    likes = []
    for name in dict.fromkeys(names):
        try:
            run = resolve(game.name, strategy=name, preset=spec.preset, vs="same", seed=0)
        except UserError:
            # A file that cannot be used explains nothing.
            continue
        strategy = run.seated[0][0]
        if plays_on(strategy) and not strategy.remembers:
            likes.append(_like(game, run, name, backs))
    likes = [like for like in likes if like.decisions]
    return Likeness(spec, tuple(sorted(likes, key=lambda one: -one.likelihood))) if likes else None


def _steady(player: Player) -> Player:
    """The same without lapses: how often a person lapses is found for each strategy."""
    return replace(player, changed=tuple(c for c in player.changed if c[0] != LAPSE))


def _like(game: Game, run: Resolved, name: str, backs: Sequence[LookBack]) -> Like:
    strategy, player = run.seated[0]
    values, often, legal = dict(player.parameters), [], []
    for back in backs:
        rules = game.rules(**dict(back.spec.rules))
        for turn in back.turns:
            table = Table(game, rules, back.spec.players)
            table.states[0], table.decision = turn.state, turn.decision
            draws = DRAWS if strategy.wants_chance else 1
            same = sum(table.choice(strategy, **values) == turn.action for _ in range(draws))
            often.append(same / draws)
            legal.append(table.count)
    agree, random = np.array(often), 1 / np.maximum(np.array(legal), 1)
    chances = np.outer(np.subtract(1, LAPSES), agree) + np.outer(LAPSES, random)
    sums = np.log(chances).sum(axis=1)
    best = int(sums.argmax())
    total = float(sums[best]) if often else -math.inf
    about = float(agree.sum()), len(often), float(LAPSES[best]), total
    return Like(name, player.brief, *about)
