"""A hand of any game played step by step, with a deck of one's choice and actions in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cardsim.cards import card_id
from cardsim.engine.table import Table
from cardsim.game import Game
from cardsim.places import stack


@dataclass(frozen=True)
class Asked:
    """The decision that waits, and the fields of the state in plain numbers."""

    decision: str
    state: Any

    def __getitem__(self, name: str) -> Any:
        return self.state[name].tolist()


class ByHand:
    """A table whose cards are stacked and whose actions are words: those of `means`."""

    def __init__(
        self, game: Game, rules: Any, players: int, means: Callable[[Any, int], Any]
    ) -> None:
        """Sit down; where the game has matches, to one."""
        self.table = Table(game, rules, players, unit="match" if "match" in game.units else None)
        self.means = means

    @property
    def state(self) -> Any:
        """The record of the hand; what is written to it holds."""
        return self.table.state

    @property
    def decision(self) -> int:
        """The number of the decision that waits, below 0 for none."""
        return self.table.decision

    @property
    def asked(self) -> tuple[int, str]:
        """The seat that is to decide, and the decision."""
        return self.table.asked

    @property
    def choices(self) -> dict[Any, int]:
        """The legal actions: their words, and their numbers."""
        asked = Asked(self.table.asks.name, self.state)
        return {self.means(asked, action): action for action in self.table.legal}

    def deal(self, deck: str) -> None:
        """Deal; `deck` names the first cards in order."""
        stack(self.table, [card_id(name) for name in deck.split()])
        self.table.deal()

    def act(self, word: Any) -> None:
        """Take the decision that waits."""
        self.table.act(self.choices[word])

    def close(self) -> list[int]:
        """Score the hand: the change of every seat."""
        self.table.close()
        changes: list[int] = self.state["change"][: self.table.players].tolist()
        return changes

    def settle(self) -> bool:
        """Settle the hand; whether the match goes on."""
        return self.table.settle()
