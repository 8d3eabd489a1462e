"""The last turn of Square 9: what is played wins most often, by trying everything."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import cardsim
from cardsim.engine.table import Table
from cardsim.games.square_nine import GAME
from cardsim.games.square_nine.rules import Rules
from cardsim.games.square_nine.state import DISCARD_IT, DRAW, FACE_DOWN, PLACE
from oracles import square_nine as oracle

pytestmark = pytest.mark.full

ENDING = cardsim.get_strategy("square-nine", "ending")
USUAL = cardsim.get_strategy("square-nine", "level-1")
HOUSE_RULES: tuple[dict[str, Any], ...] = (
    {},
    {"match_lines": "all", "joker_line": "keep-negative"},
    {"match_lines": "columns", "joker_value": 5, "king_value": 10},
    {"open_cells": 3, "replace_once": False},
)
SAME = 1e-9


def at_the_end(rules: Rules, players: int, seed: int, *, most_down: int) -> Iterator[Table]:
    """Tables at the last turn of a hand, where at most so many own cards lie face down."""
    rng = random.Random(seed)
    for hand in range(10_000):
        table = Table(GAME, rules, players, seed=seed, hand=hand)
        wanted, rash = rng.choice([DRAW, PLACE]), rng.choice([0.0, 0.0, 0.3])
        while not table.over:
            state = table.state
            last = (table.seat + 1) % players == int(state["closer"])
            down = [int(seat["face_down"]) for seat in state["seats"][:players]]
            own = down.pop(table.seat)
            if last and table.decision == wanted and own <= most_down and not any(down):
                yield table
                break
            table.act(rng.choice(table.legal) if rng.random() < rash else table.choice(USUAL))


def squares(table: Table) -> list[list[int]]:
    """The open cards of each seat, those face down as the oracle writes them."""
    seats = table.state["seats"][: table.players]
    rows = [seat["cards"][: len(oracle.CELLS)].tolist() for seat in seats]
    return [[oracle.NONE if card == FACE_DOWN else card for card in row] for row in rows]


def unseen(table: Table) -> Counter[int]:
    """The cards of the stock, and those that lie face down."""
    state, cards = table.state, Counter[int]()
    end, stock = int(state["deck_end"]), int(state["stock_count"])
    cards.update(state["deck"][end - stock : end].tolist())
    for seat, square in enumerate(squares(table)):
        grid = state["seats"][seat]["grid"].tolist()
        cards.update(grid[cell] for cell in oracle.hidden_cells(square))
    return cards


class Ways:
    """The shares of the win that each choice of a last turn brings, with all ways tried."""

    def __init__(self, table: Table, rules: oracle.Rules) -> None:
        self.rules, self.seat = rules, table.seat
        self.squares = squares(table)
        self.others = [
            oracle.score_grid(rules, square)
            for seat, square in enumerate(self.squares)
            if seat != table.seat
        ]

    def share(self, square: list[int], left: dict[int, int]) -> float:
        """The share won with the square, whose cards face down are some of those left."""
        hidden = oracle.hidden_cells(square)
        if hidden:
            total, won = sum(left.values()), 0.0
            for rank, cards in left.items():
                if cards:
                    filled = [rank if c == hidden[0] else card for c, card in enumerate(square)]
                    won += cards * self.share(filled, {**left, rank: cards - 1})
            return won / total
        points, best = oracle.score_grid(self.rules, square), min(self.others)
        if points != best:
            return float(points < best)
        return 1 / (1 + self.others.count(best))

    def placed(self, card: int, places: list[int], left: dict[int, int]) -> dict[int, float]:
        """The share won with a card in each place."""
        own = self.squares[self.seat]
        return {
            place: self.share([card if c == place else kept for c, kept in enumerate(own)], left)
            for place in places
        }


def check_best(table: Table, rules: oracle.Rules) -> bool:
    """Compare what is played with everything, and return whether it differs from the usual play."""
    ways, state = Ways(table, rules), table.state
    own = ways.squares[table.seat]
    free = [cell for cell in oracle.CELLS if int(state["seats"][table.seat]["open"]) >> cell & 1]
    left = dict(unseen(table))
    if table.decision == PLACE:
        legal = [int(action) for action in table.legal]
        values = ways.placed(int(state["card"]), legal, left)
    else:
        places = oracle.placements(rules, own, free, source=oracle.TAKE_DISCARD)
        taken = ways.placed(int(state["top_discard"]), places, left)
        values = {oracle.DRAW_STOCK: 0.0, oracle.TAKE_DISCARD: max(taken.values())}
        for card, cards in left.items():
            if cards:
                after = {**left, card: cards - 1}
                best = max(ways.placed(card, [*places, DISCARD_IT], after).values())
                values[oracle.DRAW_STOCK] += cards * best / sum(left.values())
    chosen, usual = (int(table.choice(strategy)) for strategy in (ENDING, USUAL))

    assert values[chosen] == pytest.approx(max(values.values()))
    # Where the usual play is as good it is kept.
    assert chosen == usual or values[usual] < max(values.values()) - SAME
    return chosen != usual


def differing(
    positions: int, options: dict[str, Any], seed: int, *, most: int, players: int
) -> int:
    """Check so many positions, and return in how many something else than the usual is best."""
    found = at_the_end(Rules(**options), players, seed, most_down=most)
    rules = oracle.Rules(**options)
    return sum(check_best(next(found), rules) for _ in range(positions))


def test_the_last_turn_is_played_as_trying_everything_says() -> None:
    assert differing(40, {}, 100, most=1, players=2) > 0


@pytest.mark.parametrize("options", HOUSE_RULES)
def test_so_it_is_by_all_house_rules(options: dict[str, Any]) -> None:
    assert differing(130, options, 1_000, most=2, players=2) > 5


def test_so_it_is_with_three_cards_face_down_or_three_players() -> None:
    differing(12, {}, 2_000, most=3, players=2)
    assert differing(60, {}, 3_000, most=1, players=3) > 0


def test_in_all_other_turns_it_plays_as_usual() -> None:
    table, turns = Table(GAME, Rules(holes=2), 2, seed=3, unit="match"), 0
    while not table.over:
        assert table.choice(ENDING) == table.choice(USUAL)
        turns += 1
        table.act(table.choice(USUAL))
    assert turns > 20
