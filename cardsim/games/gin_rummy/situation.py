"""A position in Gin Rummy as a player describes it to get advice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardsim.cards import PACK, card_id, card_symbol
from cardsim.errors import UserError
from cardsim.games.gin_rummy.melds import deadwood
from cardsim.games.gin_rummy.state import (
    DRAW,
    DREW_ROW,
    DREW_STOCK,
    FINISH,
    HISTORY,
    NO_TILE,
    NOBODY,
    NOT_DRAWN,
    SEATS,
    TOOK,
)
from cardsim.options.card_text import cards_of
from cardsim.options.params import Value, option

STOCK, ROW = "stock", "row"


@dataclass(frozen=True)
class Place:
    """The options that describe a position."""

    hand: str = option(
        "",
        "your tiles, such as 'AS 2S 3S 7H 7D KC QD 9C', the one that you have just drawn last",
        language=cards_of(1),
    )
    discard: str = option("", "the tiles of the row, the newest first", language=cards_of(1))
    drew: str = option(STOCK, "where the last tile of the hand came from", choices=(STOCK, ROW))
    took: str = option(
        "", "the tiles that the next player took from the row and still holds", language=cards_of(1)
    )


STANDS = ("scores", "hands_won", "deals", "target")
"""Fields of the view that change only when a hand is settled."""

EXAMPLES = (
    (
        '--hand "AS 2S 3S 7H 7D KC QD 9C" --discard "5H 6D"',
        "eight tiles, the last just drawn from the stock: what to throw",
    ),
    ('--hand "AS 2S 3S 7H 7D KC QD" --discard 5H', "seven tiles: where to draw from"),
)


def place(said: Mapping[str, Value], table: Any) -> None:
    """Set up a table as the player described it, for the first seat."""
    state, players = table.state, table.players
    rules = table.house_rules
    hand, row, took = (_ids(said, name) for name in ("hand", "discard", "took"))
    size, drawn = rules.hand_size, len(hand) > rules.hand_size
    if len(hand) not in {size, size + 1}:
        raise UserError(
            f"--hand must have {size} tiles, or {size + 1} with the one just drawn, not {len(hand)}"
        )
    from_row = drawn and said["drew"] == ROW
    if said["drew"] == ROW and not drawn:
        raise UserError(f"--drew row has no effect with {size} tiles; it needs {size + 1}")
    if not row and not from_row:
        raise UserError(
            "--discard must name the tiles of the row, the newest first",
            hint="the row is empty only for who has just taken its one tile: --drew row"
            if drawn
            else None,
        )
    if len(took) > size:
        raise UserError(f"--took must have at most {size} tiles, not {len(took)}")
    named = (*hand, *row, *took)
    for tile in named:
        if named.count(tile) > 1:
            raise UserError(f"{card_symbol(tile)} is named more than once")
    stock = PACK - players * size - drawn - len(row)
    if stock < 0 or (stock <= rules.stock_floor and not drawn):
        raise UserError(
            f"--discard has {len(row)} tiles, and with {players} players the stock is used up then"
        )
    own = np.uint64(sum(1 << tile for tile in hand))
    taken = np.uint64(sum(1 << tile for tile in took))
    last = hand[-1]
    state["hand_of"][0] = own
    state["hand_sizes"][0] = len(hand)
    state["deadwood_of"][0] = deadwood(own)
    state["history"][:] = state["discards"][:] = NO_TILE
    state["discards"][: len(row)] = row[::-1]
    state["newest"] = row[0] if row else NO_TILE
    state["row_size"], state["stock_size"] = len(row), stock
    seen = np.uint64(sum(1 << tile for tile in row)) | taken
    state["faced"] = seen | np.uint64(from_row << last)
    state["taken"][:SEATS] = 0
    state["taken"][0], state["taken"][1] = np.uint64(from_row << last), taken
    state["drew_from"] = (DREW_ROW if from_row else DREW_STOCK) if drawn else NOT_DRAWN
    state["banned"] = last if from_row and not rules.allow_return_discard else NOBODY
    # The upcard is offered only before the first turn, and advice on that offer is not supported.
    turns = len(row) + len(took) + from_row - 1
    state["turn_no"] = max(turns, players if rules.upcard_offer else 0)
    if turns == state["turn_no"] < HISTORY - 1:
        _retell(state, players, row, took, last if from_row else NO_TILE)
    state["may_take"] = not drawn
    state["asked"] = FINISH if drawn else DRAW
    table.look(FINISH if drawn else DRAW)


def _retell(state: Any, players: int, row: list[int], took: list[int], last: int) -> None:
    """Write the tile thrown in each turn, as far as row and takes tell.

    The turns in which the next player took his tiles are unknown: they are spread over all his
    turns.
    """
    now = int(state["turn_no"])
    his = [turn for turn in range(now) if (turn - now - 1) % players == 0]
    if len(his) < len(took):
        return
    taken = {his[len(his) * k // len(took)]: tile for k, tile in enumerate(took)}
    rest = iter([*row[::-1], last])
    thrown = [taken[turn] if turn in taken else next(rest) for turn in range(now + 1)]
    for turn, tile in enumerate(thrown):
        state["history"][turn] = tile | (TOOK if turn - 1 in taken else 0)
    state["dealer"] = (-now - 1) % players


def _ids(said: Mapping[str, Value], name: str) -> list[int]:
    return [card_id(tile) for tile in str(said[name]).split()]
