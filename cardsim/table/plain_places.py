"""Positions of a game that is a class, described by the view of the seat on turn.

The class needs `imagine`, which sets up a hand from a view.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import make_dataclass
from typing import Any

from cardsim.chance import seeded
from cardsim.errors import UserError
from cardsim.game import Game
from cardsim.options.params import Value, option
from cardsim.places import NUMBERS
from cardsim.plain import Maker, maker_of
from cardsim.plain_words import Number


class PlainSituation:
    """The contents of a game's `situation.py`.

    Attributes:
        Place: dataclass of the options that describe a position.
        EXAMPLES: none.
    """

    EXAMPLES: tuple[tuple[str, str], ...] = ()

    def __init__(self, game: Game, maker: Maker) -> None:
        self.game, self.maker = game, maker
        rules = {o.name for o in game.options}
        self.sees = {n: told for n, told in maker.kind.sees.items() if n not in rules}
        given = {n: option("", _about(told), language=NUMBERS) for n, told in self.sees.items()}
        names = [d.name for d in game.decisions]
        if len(names) > 1:
            given["decision"] = option(names[0], "what you decide", choices=tuple(names))
        given["seat"] = option(1, "your seat", low=1, high=game.players[1])
        fields = [(name, type(one.default), one) for name, one in given.items()]
        self.Place = make_dataclass("Place", fields, frozen=True)

    def place(self, said: Mapping[str, Value], table: Any) -> None:
        """Give the seat on turn the described view at a table; the rest is as it was dealt."""
        seat, memory = int(said["seat"]) - 1, self.maker.hands.memory_at(table.states.ctypes.data)
        seen = self.maker.hands.seen_in(memory)
        if seat >= table.players:
            raise UserError(f"--seat must be between 1 and {table.players}, not {seat + 1}")
        for name, told in self.sees.items():
            if said[name] != "":
                seen[name] = _numbers(name, told, str(said[name]))
        names = [d.name for d in self.game.decisions]
        decision = str(said.get("decision", names[0]))
        hand = self.maker.worlds.set_up(seen, seat, table.players, table.house_rules, seeded(0))
        self.maker.hands.shown(memory, hand, decision, "imagine", b"")
        table.look(names.index(decision))


def told_by_class(game: Game) -> PlainSituation | None:
    """Return the positions of a class that sets up hands; None for other games."""
    maker = maker_of(game)
    return None if maker is None or not maker.sets_up else PlainSituation(game, maker)


def _about(told: Number) -> str:
    many = f"at most {told.length} numbers, " if told.length else ""
    return f"{told.help}: {many}{told.low} to {told.high}"


def _numbers(name: str, told: Number, text: str) -> Any:
    numbers = [int(part) for part in text.split(",")]
    many = max(told.length, 1)
    if len(numbers) > many or any(not told.low <= n <= told.high for n in numbers):
        whole = "a whole number" if many == 1 else f"at most {many} whole numbers"
        flag = name.replace("_", "-")
        raise UserError(f"--{flag} must be {whole} from {told.low} to {told.high}, not {text}")
    return numbers if told.length else numbers[0]
