"""A request: what is asked of a game, as one value, from a command line and from Python alike."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import Any

from cardsim.game import Game
from cardsim.games import load_game
from cardsim.runs.preparation import Resolved, Who, resolve


@dataclass(frozen=True)
class Request:
    """What is asked; `cardsim.run` says what each of these may be.

    Values may be text, as they are typed. A sweep may have several players, presets and options.

    Attributes:
        options: house rules, display options and the hero's parameters.
    """

    game: str
    n: object = None
    _: KW_ONLY
    precision: object = None
    players: Any = None
    unit: str | None = None
    measure: str | None = None
    strategy: Who | None = None
    partner: Who | None = None
    vs: Who | None = None
    seats: str | Sequence[Who] | None = None
    preset: Any = None
    seed: Any = None
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def rules_of(self) -> Game:
        """The game that is played.

        Raises:
            UserError: there is none of this name.
        """
        return load_game(self.game)

    def seeded(self) -> Request:
        """The same with a seed, a fresh one where none is given: for runs of the same hands."""
        return self if self.seed is not None else replace(self, seed=secrets.randbits(63))

    def resolved(self, hands: int, *, precision: object = None) -> Resolved:
        """The run of so many hands; of all that there are where nobody says how many.

        Raises:
            UserError: something is wrong.
        """
        return resolve(
            self.game,
            players=self.players,
            unit=self.unit,
            measure=self.measure,
            strategy=self.strategy,
            partner=self.partner,
            vs=self.vs,
            seats=self.seats,
            preset=self.preset,
            seed=self.seed,
            hands=hands,
            or_all=self.n is None,
            precision=precision,
            options=self.options,
        )
