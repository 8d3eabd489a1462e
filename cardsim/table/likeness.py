"""The shipped strategy that plays most like a person, and its cost."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl

from cardsim.ask.comparisons import CompareResult, compare
from cardsim.ask.fields import field
from cardsim.engine.table import Table
from cardsim.errors import UserError
from cardsim.game import Action, Game
from cardsim.runs.preparation import Resolved, resolve
from cardsim.runs.request import Request
from cardsim.runs.spec import RunSpec
from cardsim.strategy import LAPSE, Strategy
from cardsim.table.looked_back import LookBack
from cardsim.table.positions import plays_on
from cardsim.workspace import strategy_files

LAPSES = tuple(np.linspace(0.01, 0.99, 99))
"""Shares of random legal actions tried, in place of the strategy's own."""
DRAWS = 16
"""Times that a strategy with random choices is asked."""
HANDS = 20_000
"""Hands or matches that compare the strategy with the safest one."""
FEWEST, SURELY = 20, math.log(20)
"""Decisions, and the difference in log likelihood from the next strategy (20 to 1), from which on a
likeness is told."""


@dataclass(frozen=True)
class Like:
    """The likelihood of a person's decisions under a strategy.

    Attributes:
        name: name as `--vs` takes it.
        plays: how it plays, in words.
        same: mean number of decisions it would have taken alike.
        lapse: share of random decisions that fits best.
        likelihood: log likelihood of the decisions with it.
    """

    name: str
    plays: str
    same: float
    decisions: int
    lapse: float
    likelihood: float


@dataclass(frozen=True)
class Likeness:
    """Strategies by how well they explain a person's decisions.

    Attributes:
        likes: the best explanation first.
    """

    spec: RunSpec
    likes: tuple[Like, ...]

    @property
    def missing(self) -> float:
        """Decisions of the same kind that are still missing to tell the likest; 0 if it is told.

        Infinite if the likest two explain them equally well.
        """
        first, *others = self.likes
        gap = min((first.likelihood - one.likelihood for one in others), default=math.inf)
        if gap <= 0:
            return math.inf
        return max(0.0, FEWEST - first.decisions, first.decisions * (SURELY / gap - 1))

    @cached_property
    def beside_safest(self) -> CompareResult | None:
        """Comparison of the field's safest strategy with the likest, against the field.

        None if they are the same, or the field names none.
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
        """Return a row for each strategy, the likest first."""
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
    """Return the strategies that play most like the person in these games; None if there are none.

    Strategies are those of the field, and shipped ones with default parameters; none that
    remembers, or looks ahead. Each is asked at every decision. The person is modelled as playing by
    it but for lapses, in which any legal action is equally likely.
    """
    spec = backs[0].spec
    game = backs[0].game
    names: list[str] = []
    with suppress(UserError):  # a game may have no field
        # Lapses are fitted for each strategy.
        names += [m.player.option_without(LAPSE) for m in field(game.name, preset=spec.preset)]
    names += strategy_files(game)
    likes = []
    for name in dict.fromkeys(names):
        try:
            run = resolve(
                Request(game.name, strategy=name, preset=spec.preset, vs="same", seed=0), 1
            )
        except UserError:
            # A file that cannot be used explains nothing.
            continue
        strategy = run.seated[0][0]
        if plays_on(strategy) and not strategy.remembers:
            likes.append(_like(game, run, name, backs))
    likes = [like for like in likes if like.decisions]
    return Likeness(spec, tuple(sorted(likes, key=lambda one: -one.likelihood))) if likes else None


def wanted(table: Table, strategy: Strategy, values: Mapping[str, Any]) -> dict[Action, float]:
    """Return how often a strategy takes each action at a waiting decision, 0..1.

    One that draws chance is asked `DRAWS` times.
    """
    draws = DRAWS if strategy.wants_chance else 1
    shares: dict[Action, float] = {}
    for _ in range(draws):
        action = table.choice(strategy, **values)
        shares[action] = shares.get(action, 0.0) + 1 / draws
    return shares


def _like(game: Game, run: Resolved, name: str, backs: Sequence[LookBack]) -> Like:
    strategy, player = run.seated[0]
    values, often, legal = dict(player.parameters), [], []
    for back in backs:
        rules = game.rules(**dict(back.spec.rules))
        for turn in back.turns:
            table = Table(game, rules, back.spec.players)
            table.states[0], table.decision = turn.state, turn.decision
            often.append(wanted(table, strategy, values).get(turn.action, 0.0))
            legal.append(table.count)
    agree, random = np.array(often), 1 / np.maximum(np.array(legal), 1)
    chances = np.outer(np.subtract(1, LAPSES), agree) + np.outer(LAPSES, random)
    sums = np.log(chances).sum(axis=1)
    best = int(sums.argmax())
    total = float(sums[best]) if often else -math.inf
    about = float(agree.sum()), len(often), float(LAPSES[best]), total
    return Like(name, player.brief, *about)
