"""A person's strength on the dial from 0 to 100 (`cardsim.runs.strengths`), by his decisions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from cardsim.engine.table import Table
from cardsim.errors import UserError
from cardsim.runs.preparation import resolve
from cardsim.runs.request import Request
from cardsim.runs.strengths import BEST, STRENGTH
from cardsim.statistics.stats import CONFIDENCE
from cardsim.strategy import Strategy
from cardsim.table.likeness import FEWEST
from cardsim.table.looked_back import LookBack
from cardsim.table.positions import plays_on
from cardsim.workspace import temper_of

TRIED = (*range(0, 100, 10), 95)
"""Strengths that are tried, each as likely before anything is seen."""
DRAWS = 32
"""Times that a player of each strength is asked at a decision."""
WIDEST = 50
"""Width of an interval above which no one strength is told."""
DIAL = "0 takes any legal action, 100 plays as well as is known"


class OwnStrength(NamedTuple):
    """A strength on the dial, with its interval.

    Attributes:
        value: its mean, given the decisions.
        low, high: ends of its interval.
    """

    value: float
    low: float
    high: float
    decisions: int

    @property
    def sentence(self) -> str:
        """The strength in words."""
        ends = f"{self.low:.0f} to {self.high:.0f}"
        if self.high - self.low > WIDEST:
            return f"Your {self.decisions} decisions tell no strength yet: {ends} fit ({DIAL})."
        return f"You play at a strength of about {self.value:.0f} ({ends} fit; {DIAL})."


def own_strength(backs: Sequence[LookBack]) -> OwnStrength | None:
    """Return the strength that fits a person's decisions; None from few, or without a dial.

    A player of each strength is asked at every decision, several times, because he slips by
    chance. How often he would have done the same is the likelihood of that strength.
    """
    spec, game = backs[0].spec, backs[0].game
    decisions = sum(len(back.turns) for back in backs)
    if decisions < FEWEST or not temper_of(game).get("dial"):
        return None
    logs = []
    for strength in TRIED:
        who = f"{STRENGTH}={strength}"
        try:
            asked: dict[str, Any] = {
                "preset": spec.preset,
                "players": spec.players,
                "vs": "same",
                "seed": 0,
            }
            run = resolve(Request(game.name, strategy=who, **asked), 1)
        except UserError:
            return None
        strategy, player = run.seated[0]
        if not plays_on(strategy) or strategy.remembers:
            return None
        logs.append(sum(_likelihood(back, strategy, dict(player.parameters)) for back in backs))
    weights = np.exp(np.array(logs) - max(logs))
    upto = np.cumsum(weights / weights.sum())
    first, last = np.searchsorted(upto, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    # Each stands for all strengths that are nearer to it than to the next.
    edges = [0.0, *((one + other) / 2 for one, other in pairwise(TRIED)), float(BEST)]
    value = float(np.average(TRIED, weights=weights))
    return OwnStrength(value, edges[first], edges[last + 1], decisions)


def _likelihood(back: LookBack, strategy: Strategy, values: dict[str, Any]) -> float:
    """Return the log likelihood of the decisions of a game under a strategy that slips."""
    table = Table(back.game, back.game.rules(**dict(back.spec.rules)), back.spec.players)
    logs = 0.0
    for turn in back.turns:
        table.states[0], table.decision = turn.state, turn.decision
        same = sum(table.choice(strategy, **values) == turn.action for _ in range(DRAWS))
        # One further draw of any legal action, so that nothing is impossible.
        logs += float(np.log((same + 1 / max(table.count, 1)) / (DRAWS + 1)))
    return logs
